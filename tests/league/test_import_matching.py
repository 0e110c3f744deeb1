"""Which game a row means: multisets, ids of the source, places, corrections (BR-058, BR-106)."""

from datetime import date

import pytest

from league.models import Event, Game, GameRevision
from league.services.correcting import correct_game, void_game
from league.services.people import add_alias, add_player

from .importing import games, imported, plan, words

HEAD = "date,white,black,result\n"
ROW = "2026-01-05,Anna,Bartek,1-0\n"
BOARDS = "date,event,round,board,white,black,result\n"
PLACED = "2026-01-05,Cup,1,1,Anna,Bartek,1-0\n"


def test_identical_rows_are_games_of_their_own_and_match_one_to_one(scene):
    imported(scene.league, HEAD + ROW + ROW)
    assert Game.objects.count() == 2
    assert not imported(scene.league, HEAD + ROW + ROW).changes
    assert not imported(scene.league, HEAD + ROW).changes
    third = imported(scene.league, HEAD + ROW * 3)
    assert (third.matches.there, len(third.matches.new), Game.objects.count()) == (2, 1, 3)


def test_another_result_on_the_same_day_is_a_further_game_and_said_so(scene):
    imported(scene.league, HEAD + ROW)
    made = imported(scene.league, HEAD + "2026-01-05,Anna,Bartek,0-1\n")
    assert len(games(scene.league)) == 2
    assert "taken as further games (line 2)" in " ".join(made.notes)


def test_the_same_event_round_and_board_with_another_result_is_an_error(scene):
    imported(scene.league, BOARDS + PLACED)
    made = plan(scene.league, BOARDS + PLACED.replace(",1-0", ",0-1"))
    game = Game.objects.get()
    assert words(made) == [
        f"1.csv, line 2, board: Game {game.pk} is there with another result: 2026-01-05 Anna – Bartek 1-0; this row"
        " says 2026-01-05 Anna – Bartek 0-1. Importing with --update corrects it."
    ]


def test_with_update_it_is_a_correction_with_its_revision(scene):
    imported(scene.league, BOARDS + PLACED + "2026-01-06,Cup,2,1,Celina,Anna,1-0\n")
    before = scene.ratings()
    text = BOARDS + PLACED.replace(",1-0", ",0-1").replace("Bartek", "Dawid")
    made = imported(scene.league, text, update=True, reason="Wrong sheet")
    game = Game.objects.order_by("pk").first()
    assert (game.outcome, game.black.name, game.black_halves) == ("0-1", "Dawid", 2)
    revision = GameRevision.objects.get()
    assert (revision.action, revision.reason) == ("correct", "Wrong sheet")
    assert revision.old == {"outcome": "1-0", "black_id": scene.bartek.pk}
    assert len(made.matches.differing) == 1
    assert scene.ratings() != before
    scene.must_verify()
    imported(scene.league, BOARDS + PLACED, update=True)
    assert {k: v for k, v in scene.ratings().items() if k in before} == before


def test_a_row_with_the_id_of_its_source_belongs_to_that_game(scene):
    head = "date,white,black,result,game\n"
    imported(scene.league, head + "2026-01-05,Anna,Bartek,1-0,g1\n2026-01-05,Anna,Bartek,1-0,g2\n")
    made = plan(scene.league, head + "2026-01-07,Anna,Bartek,0-1,g2\n")
    assert "Game" in words(made)[0]
    imported(scene.league, head + "2026-01-07,Anna,Bartek,0-1,g2\n", update=True)
    assert games(scene.league) == [("01-05", "Anna", "Bartek", "1-0"), ("01-07", "Anna", "Bartek", "0-1")]
    further = imported(scene.league, head + "2026-01-05,Anna,Bartek,1-0,g3\n")
    assert len(further.matches.new) == 1
    assert not imported(scene.league, HEAD + ROW).changes
    scene.must_verify()


def test_one_id_or_board_for_two_results_in_a_file_is_an_error_with_both_lines(scene):
    twice = plan(scene.league, BOARDS + PLACED + PLACED.replace(",1-0", ",="))
    assert words(twice) == [
        "line 2, 3, board: Two rows have the same event, round and board but differ: 2026-01-05 Anna – Bartek 1-0 and"
        " 2026-01-05 Anna – Bartek =."
    ]
    head = "date,white,black,result,game\n"
    ids = plan(scene.league, head + "2026-01-05,Anna,Bartek,1-0,g\n2026-01-06,Anna,Bartek,1-0,g\n")
    assert "same id but differ" in words(ids)[0]


def test_one_board_said_twice_alike_counts_once(scene):
    made = imported(scene.league, BOARDS + PLACED + PLACED)
    assert (Game.objects.count(), len(made.matches.repeated)) == (1, 1)
    assert "Round" not in " ".join(made.notes)
    assert "repeat another row" in " ".join(made.notes)


def test_a_void_game_is_not_brought_back_by_the_same_file(scene):
    imported(scene.league, HEAD + ROW)
    void_game(game=Game.objects.get(), reason="never played")
    made = imported(scene.league, HEAD + ROW)
    assert (made.changes, made.matches.there_void, Game.objects.count()) == (False, 1, 1)
    assert "stay void" in " ".join(made.notes)


def test_a_game_corrected_here_is_not_doubled_by_the_file_it_came_from(scene):
    imported(scene.league, HEAD + ROW + ROW)
    game = Game.objects.first()
    correct_game(game=game, outcome="0-1", reason="sheet misread")
    correct_game(game=game, played_on=date(2026, 1, 4), reason="and the day")
    made = imported(scene.league, HEAD + ROW + ROW)
    assert (made.changes, made.matches.there, made.matches.corrected_since) == (False, 1, 1)
    assert Game.objects.count() == 2


def test_columns_that_a_file_lacks_are_not_compared(scene):
    imported(scene.league, BOARDS + PLACED)
    assert not imported(scene.league, HEAD + ROW).changes


def test_another_weight_for_a_game_that_is_there_is_a_difference(scene):
    head = "date,white,black,result,weight\n"
    imported(scene.league, head + "2026-01-05,Anna,Bartek,1-0,1\n")
    text = head + "2026-01-05,Anna,Bartek,1-0,2\n"
    assert "weight 2" in words(plan(scene.league, text))[0]
    imported(scene.league, text, update=True)
    assert Game.objects.get().weight == 2
    scene.must_verify()


def test_a_round_corrected_without_boards_is_a_difference_but_a_match_of_two_games_is_not(scene):
    head = "date,event,round,white,black,result\n"
    imported(scene.league, head + "2026-01-05,Cup,1,Anna,Bartek,1-0\n")
    assert len(plan(scene.league, head + "2026-01-05,Cup,1,Anna,Bartek,0-1\n").problems) == 1
    both = imported(scene.league, head + "2026-01-05,Cup,1,Anna,Bartek,1-0\n2026-01-05,Cup,1,Anna,Bartek,0-1\n")
    assert (both.matches.there, len(both.matches.new)) == (1, 1)


def test_an_event_imported_in_phases_is_one_event(scene):
    """BR-106"""
    rows = [
        "2026-01-05,Cup,1,1,Anna,Bartek,1-0\n",
        "2026-01-12,Cup,2,1,Anna,Celina,=\n",
        "2026-01-19,cup,3,1,Ewa,Anna,=\n",
    ]
    imported(scene.league, BOARDS + rows[0])
    made = imported(scene.league, BOARDS + "".join(rows))
    assert [event.name for event in made.moved_events] == ["Cup"]
    event = Event.objects.get()
    assert (event.starts_on, event.ends_on, event.rated_by_game) == (date(2026, 1, 5), date(2026, 1, 19), False)
    assert Game.objects.filter(event=event).count() == 3


def test_a_yearly_event_is_another_each_year(scene):
    rows = "2025-01-05,Open,1,1,Anna,Bartek,1-0\n2026-01-05,Open,1,1,Anna,Bartek,0-1\n"
    imported(scene.league, BOARDS + rows)
    assert [f"{event.starts_on}" for event in Event.objects.order_by("starts_on")] == ["2025-01-05", "2026-01-05"]
    assert not imported(scene.league, BOARDS + rows).changes


def test_an_event_of_more_than_thirty_days_is_rated_month_by_month(scene):
    imported(scene.league, BOARDS + "2026-01-01,Long,1,1,Anna,Bartek,=\n2026-01-31,Long,2,1,Anna,Bartek,=\n")
    imported(scene.league, BOARDS + "2026-03-01,Short,1,1,Anna,Bartek,=\n2026-03-30,Short,2,1,Anna,Bartek,=\n")
    assert dict(Event.objects.values_list("name", "rated_by_game")) == {"Long": True, "Short": False}


def test_two_people_of_one_name_are_asked_about_never_guessed(scene):
    """BR-030, BR-057"""
    elder = add_player(club=scene.club, name="John Smith", birth_year=1950).player
    younger = add_player(club=scene.club, name="John Smith", birth_year=2010, namesake=True).player
    text = HEAD + "2026-01-05,John Smith,Anna,1-0\n"
    (said,) = words(plan(scene.league, text, create_players=True))
    assert f"#{elder.pk} (John Smith, 1950) / #{younger.pk} (John Smith, 2010)" in said
    with_year = "date,white,black,result,white_birth_year\n2026-01-05,John Smith,Anna,1-0,2010\n"
    imported(scene.league, with_year)
    with_id = f"date,white,black,result,white_id\n2026-01-06,John Smith,Anna,1-0,{elder.pk}\n"
    imported(scene.league, with_id)
    assert [game.white_id for game in Game.objects.order_by("pk")] == [younger.pk, elder.pk]


def test_an_id_of_another_database_is_not_taken_for_one_of_ours(scene):
    text = f"date,white,black,result,white_id\n2026-01-05,Celina,Anna,1-0,{scene.bartek.pk}\n"
    imported(scene.league, text)
    assert Game.objects.get().white == scene.celina


def test_a_fide_id_comes_before_the_name(scene):
    add_player(club=scene.club, name="Kowalska, Anna", fide_id="1234567")
    head = "date,white,black,result,white_fide_id\n"
    imported(scene.league, head + "2026-01-05,Anna,Bartek,1-0,1234567\n")
    assert Game.objects.get().white.name == "Kowalska, Anna"
    other = plan(scene.league, head + '2026-01-05,"Kowalska, Anna",Bartek,1-0,7654321\n', create_players=True)
    assert other.newcomers == ["Kowalska, Anna"]


def test_one_fide_id_with_two_names_is_an_error(scene):
    """BR-053"""
    head = "date,white,black,result,white_fide_id\n"
    made = plan(scene.league, head + "2026-01-05,Neu,Anna,1-0,77\n2026-01-06,Alt,Anna,1-0,77\n", create_players=True)
    assert words(made) == ["1.csv, line 2, 3: The FIDE id 77 stands with two names: Neu and Alt."]


def test_an_alias_is_a_name(scene):
    add_alias(player=scene.anna, name="Ania")
    imported(scene.league, HEAD + "2026-01-05,ania,Bartek,1-0\n")
    assert Game.objects.get().white == scene.anna


def test_unknown_names_come_once_with_near_matches(scene):
    rows = "2026-01-05,Barteck,Anna,1-0\n" * 3 + "2026-01-05,Anna,Qqq,=\n"
    said = words(plan(scene.league, HEAD + rows))
    assert said == [
        "1.csv, line 2, 3, 4, white: There is no player “Barteck” in Club. Did you mean Bartek?",
        "1.csv, line 5, black: There is no player “Qqq” in Club.",
    ]


@pytest.mark.parametrize("other", ["anna", "ANNA ", "An\u200bna", "ánna"])
def test_the_same_player_on_both_sides_is_refused_however_spelled(scene, other):
    """BR-012"""
    assert "both sides" in words(plan(scene.league, HEAD + f"2026-01-05,Anna,{other},1-0\n"))[0]


def test_a_closed_period_needs_a_reason(monthly):
    from league.services.periods import close_period

    close_period(period=monthly.january)
    text = HEAD + ROW + "2026-02-05,Anna,Bartek,1-0\n"
    assert words(plan(monthly.league, text)) == [
        "reason: The period January 2026 is closed, and 1 games fall in it: give a reason."
    ]
    imported(monthly.league, text, reason="Late sheet")
    assert GameRevision.objects.filter(reason="Late sheet").exists()
    monthly.must_verify()
