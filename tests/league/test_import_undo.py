"""An import undone as a whole: games, players, entries, events and seasons are as they were before."""

from datetime import date

import pytest

from league.models import (
    Bye,
    Event,
    EventEntry,
    FactChange,
    Game,
    ImportBatch,
    LeagueEntry,
    Player,
    PlayerAlias,
    Season,
)
from league.services import correcting, undoing
from league.services.errors import Refused
from league.services.importing import preview_undo, undo_import
from league.services.importing.choosing import Choices
from league.services.importing.undoing import why_not
from league.services.people import add_player
from ratings.models import Rating, RatingChange

from .importing import games, imported, plan, players_imported, words

HEAD = "date,white,black,result\n"
TWO = HEAD + "2026-01-07,Anna,Neu,1-0\n2026-01-08,Bartek,Neu,=\n"


def numbers(league):
    """Everything that stands in the league's log and on its board."""
    log = RatingChange.objects.filter(league=league, cause="game").order_by("day", "player")
    rated = [row for row in log.values_list("day", "player", "opening", "change", "closing") if row[3] is not None]
    board = Rating.objects.filter(league=league).order_by("player")
    return rated, list(board.values_list("player", "value", "games"))


def undo(batch=None, reason="wrong file"):
    return undo_import(batch=batch or ImportBatch.objects.latest("pk"), reason=reason)


def test_games_go_players_are_put_away_and_every_number_is_as_before(scene):
    scene.play("anna", "bartek", "1-0", day=0)
    scene.play("celina", "dawid", "1-0", day=5)
    before = numbers(scene.league)
    imported(scene.league, TWO, create_players=True)
    assert Player.objects.get(name="Neu").entries.count() == 1
    undo()
    scene.league.refresh_from_db()
    assert numbers(scene.league) == before
    assert Player.objects.get(name="Neu").archived_at is not None
    assert not LeagueEntry.objects.filter(player__name="Neu").exists()
    assert set(Game.objects.filter(batch__isnull=False).values_list("status", flat=True)) == {"void"}
    scene.must_verify()


def test_the_preview_says_who_moves(scene):
    scene.play("anna", "bartek", "1-0", day=0)
    imported(scene.league, TWO, create_players=True)
    preview = preview_undo(batch=ImportBatch.objects.latest("pk"))
    moves = {move.name: (move.before, move.after) for move in preview.moves}
    # K 32, equal start: the first game brought 16; without the import that is all there is
    assert moves["Anna"][1] == 1516 < moves["Anna"][0]
    assert Game.objects.filter(status="final").count() == 3


def test_the_same_file_can_be_imported_again_afterwards(scene):
    imported(scene.league, TWO, create_players=True)
    undo()
    again = imported(scene.league, TWO, create_players=True)
    assert len(again.matches.new) == 2 and not again.matches.there_void
    assert Player.objects.get(name="Neu").archived_at is None
    assert Game.objects.filter(status="final").count() == 2
    scene.must_verify()


def test_games_it_corrected_are_set_back(scene):
    imported(scene.league, HEAD.replace("date", "event,round,date") + "Cup,1,2026-01-07,Anna,Bartek,1-0\n")
    before = numbers(scene.league)
    other = HEAD.replace("date", "event,round,date") + "Cup,1,2026-01-07,Anna,Bartek,0-1\n"
    imported(scene.league, other, update=True)
    assert games(scene.league) == [("01-07", "Anna", "Bartek", "0-1")]
    preview_undo(batch=ImportBatch.objects.latest("pk"))
    undo()
    assert games(scene.league) == [("01-07", "Anna", "Bartek", "1-0")]
    assert numbers(scene.league) == before
    assert Game.objects.get().revisions.count() == 2


def test_a_correction_made_since_refuses_and_names_the_game(scene):
    imported(scene.league, TWO, create_players=True)
    game = Game.objects.order_by("pk").first()
    correcting.correct_game(game=game, outcome="=", reason="typo")
    batch = ImportBatch.objects.get()
    assert f"#{game.pk}" in why_not(batch)
    with pytest.raises(Refused, match="corrected since"):
        undo(batch)
    assert Game.objects.filter(status="final").count() == 2


def test_a_correction_that_was_undone_is_no_obstacle(scene):
    """Found by a random history: one after another, and the import could not be undone any more."""
    before = numbers(scene.league)
    imported(scene.league, HEAD + "2026-01-07,Anna,Bartek,1-0\n")
    correcting.correct_game(game=scene.league.games.get(), outcome="0-1", reason="typo")
    for _action in ("the correction", "the import"):
        undoing.undo(target=undoing.newest_of(scene.league), reason="one after another")
    assert numbers(scene.league) == before
    assert not scene.league.games.exclude(status="void").exists()


def test_twice_is_refused_with_a_word(scene):
    imported(scene.league, TWO, create_players=True)
    undo()
    with pytest.raises(Refused, match="undone already"):
        undo()


def test_a_player_who_played_elsewhere_since_stays(scene):
    imported(scene.league, TWO, create_players=True)
    new = Player.objects.get(name="Neu")
    scene.play("celina", new, "1-0", day=9)
    undo()
    new.refresh_from_db()
    assert new.archived_at is None
    scene.must_verify()


def test_event_bye_and_season_go_with_it(scene):
    text = "season,event,round,board,date,white,black,result\n2026,Cup,1,1,2026-01-07,Anna,Bartek,1-0\n"
    imported(scene.league, text)
    assert Season.objects.exists() and EventEntry.objects.exists()
    undo()
    assert not Season.objects.exists() and not Bye.objects.exists() and not EventEntry.objects.exists()
    assert Event.objects.get().withdrawn_at is not None
    scene.must_verify()


def test_an_event_that_grew_has_its_days_again(scene):
    head = "event,round,date,white,black,result\n"
    imported(scene.league, head + "Cup,1,2026-01-07,Anna,Bartek,1-0\n")
    imported(scene.league, head + "Cup,2,2026-01-14,Anna,Celina,1-0\n")
    assert Event.objects.get().ends_on == date(2026, 1, 14)
    undo()
    assert (Event.objects.get().ends_on, Event.objects.get().withdrawn_at) == (date(2026, 1, 7), None)


def test_files_committed_together_are_undone_together(scene):
    imported(
        scene.league, HEAD + "2026-01-07,Anna,Neu,1-0\n", HEAD + "2026-01-08,Neu,Bartek,1-0\n", create_players=True
    )
    undo(ImportBatch.objects.order_by("-pk").first())
    assert ImportBatch.objects.filter(undone_at=None).count() == 0
    assert not Game.objects.exclude(status="void").exists()


def test_a_closed_period_needs_a_reason_and_gets_it(monthly):
    from league.services.periods import close_period

    imported(monthly.league, HEAD + "2026-01-07,Anna,Bartek,1-0\n")
    close_period(period=monthly.january)
    with pytest.raises(Refused, match="reason"):
        undo(reason=" ")
    undo(reason="played elsewhere")
    assert Rating.objects.filter(league=monthly.league, value__gt=1500).count() == 0


def test_the_history_has_both(scene):
    imported(scene.league, TWO, create_players=True)
    undo()
    kinds = list(FactChange.objects.filter(kind__startswith="import.").order_by("pk").values_list("kind", "reason"))
    assert kinds == [("import.commit", ""), ("import.undo", "wrong file")]


def test_a_name_that_was_placed_is_an_alias_and_forgotten_with_the_import(scene):
    text = HEAD + "2026-01-07,Ania K.,Bartek,1-0\n"
    (asked,) = plan(scene.league, text).directory.questions
    assert (asked.name, asked.ambiguous) == ("Ania K.", False)
    imported(scene.league, text, choices=Choices({asked.key: scene.anna.pk}))
    assert PlayerAlias.objects.get().player == scene.anna
    assert not plan(scene.league, text).problems  # remembered
    undo()
    assert not PlayerAlias.objects.exists()


def test_one_of_two_namesakes_is_chosen_without_an_alias(scene):
    """BR-030"""
    other = add_player(club=scene.club, name="Anna", namesake=True).player
    text = HEAD + "2026-01-07,Anna,Bartek,1-0\n"
    made = plan(scene.league, text)
    (asked,) = made.directory.questions
    assert asked.ambiguous and {player for player, _words in asked.players} == {scene.anna.pk, other.pk}
    assert words(made)  # asked, not guessed
    imported(scene.league, text, choices=Choices({asked.key: other.pk}))
    assert Game.objects.get().white == other and not PlayerAlias.objects.exists()


def test_a_player_of_another_club_cannot_be_chosen(scene):
    """BR-035"""
    from league.services.people import create_club

    foreign = add_player(club=create_club(slug="other", name="Other"), name="Zoe").player
    text = HEAD + "2026-01-07,Zoe,Bartek,1-0\n"
    (asked,) = plan(scene.league, text).directory.questions
    assert plan(scene.league, text, choices=Choices({asked.key: foreign.pk})).directory.questions


def test_players_are_as_they_were(scene):
    players_imported(scene.club, "name,birth_year,rating\nAnna,1990,1800\nNeu,2001,1650\n")
    scene.anna.refresh_from_db()
    assert (scene.anna.birth_year, scene.anna.start_rating) == (1990, 1800)
    undo()
    scene.anna.refresh_from_db()
    assert (scene.anna.birth_year, scene.anna.start_rating) == (None, None)
    assert Player.objects.get(name="Neu").archived_at is not None


def test_an_untidy_undo_of_players_is_refused(scene):
    from league.services.people import edit_player

    players_imported(scene.club, "name,birth_year\nAnna,1990\n")
    edit_player(player=scene.anna, birth_year=1991)
    with pytest.raises(Refused, match="Anna was changed since"):
        undo()
