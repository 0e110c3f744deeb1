"""A file of results becomes games: all or nothing, and the same file again changes nothing."""

from datetime import date, time

import pytest
from django.conf import settings

from league.formats import players, results
from league.models import Event, Game, GameRevision, ImportBatch, LeagueEntry, Player, PlayerName, Season
from league.services import limits
from league.services.errors import Refused
from league.services.importing import commit_results
from league.services.people import add_player, find_players
from ratings.models import RatingRun

from .importing import games, imported, plan, words
from .scene import Scene

HEAD = "date,white,black,result\n"
FILE = HEAD + "2026-01-05,Anna,Bartek,1-0\n2026-01-06,Celina,Anna,=\n2026-01-07,Bartek,Celina,0-1\n"


def counts():
    models = (Game, Player, PlayerName, Event, Season, LeagueEntry, ImportBatch, RatingRun, GameRevision)
    return [model.objects.count() for model in models]


def test_games_are_imported_and_rated_once(scene):
    made = imported(scene.league, FILE)
    assert games(scene.league) == [
        ("01-05", "Anna", "Bartek", "1-0"),
        ("01-06", "Celina", "Anna", "="),
        ("01-07", "Bartek", "Celina", "0-1"),
    ]
    assert RatingRun.objects.count() == 1
    assert ImportBatch.objects.get().file_name == "1.csv"
    assert made.changes
    scene.must_verify()


def test_an_import_rates_as_the_same_games_recorded_one_by_one(scene):
    imported(scene.league, FILE)
    other = Scene(club="other", k=32)
    other.play("anna", "bartek", "1-0", 0)
    other.play("celina", "anna", "=", 1)
    other.play("bartek", "celina", "0-1", 2)
    assert {n: r for n, r in scene.ratings().items() if r is not None} == {
        n: r for n, r in other.ratings().items() if r is not None
    }


def test_the_same_file_again_changes_nothing_and_says_so(scene):
    imported(scene.league, FILE)
    before, version = counts(), scene.version()
    again = imported(scene.league, FILE)
    assert (again.changes, again.matches.there, len(again.matches.new)) == (False, 3, 0)
    assert (counts(), scene.version()) == (before, version)


def test_a_plan_writes_nothing(scene):
    before, version = counts(), scene.version()
    made = plan(scene.league, FILE.replace("Celina", "Nobody"), create_players=True)
    assert (len(made.matches.new), made.newcomers) == (3, ["Nobody"])
    assert (counts(), scene.version()) == (before, version)


def test_a_problem_in_one_row_leaves_everything_as_it_was(scene):
    before, version = counts(), scene.version()
    made = plan(scene.league, FILE + "2026-02-30,Anna,Bartek,1-0\n")
    with pytest.raises(Refused) as refused:
        commit_results(plan=made)
    assert refused.value.problems[0].row == 5
    assert (counts(), scene.version()) == (before, version)


def test_all_problems_of_all_files_come_at_once_with_line_column_and_text(scene):
    first = HEAD + "2026-02-30,Anna,Bartek,1-0\n2026-01-05,Anna,Bartek,won?\n"
    second = HEAD + "2026-01-05,Anna,Anna,1-0\n2026-01-05,Zed,Bartek,=\n1799-01-01,Anna,Bartek,=\n"
    made = plan(scene.league, first, second)
    said = words(made)
    assert said[0] == "1.csv, line 2, date: “2026-02-30” is impossible: there is no such day."
    assert said[1].startswith("1.csv, line 3, result: “won?” is no result. Accepted: 1-0, 1:0, 0-1, ½-½")
    assert "2.csv, line 4, date: 1799-01-01 is impossible: the first possible day is 1800-01-01." in said
    assert any("There is no player “Zed” in Club." in line for line in said)
    assert "2.csv, line 2, black: Anna is on both sides." in said
    assert len(said) == 5


def test_a_day_more_than_a_year_ahead_is_a_slip(scene):
    made = plan(scene.league, HEAD + "2126-01-05,Anna,Bartek,1-0\n")
    assert words(made) == ["1.csv, line 2, date: 2126-01-05 is impossible: it is more than a year from now."]


def test_rows_without_a_result_are_counted_and_left_out(scene):
    made = imported(scene.league, FILE + "2026-03-01,Anna,Bartek,\n2026-03-02,Zed,Bartek,*\n")
    assert made.files[0].result.without_result == [5, 6]
    assert Game.objects.count() == 3


def test_everything_a_row_can_say_is_kept(scene):
    imported(
        scene.league,
        "date,time,white,black,home_score,away_score,event,round,board,season,k,black_k,weight,neutral,game\n"
        "2026-01-05,19:30,Anna,Bartek,3,1,Cup,2,7,2026,24,12,0.5,TRUE,x-1\n",
    )
    game = Game.objects.get()
    assert (game.played_on, game.played_at, game.outcome) == (date(2026, 1, 5), time(19, 30), "1-0")
    assert (game.white_halves, game.black_halves, game.white_points, game.black_points) == (2, 0, 3, 1)
    assert (game.event.name, game.round, game.board, game.event.season.name) == ("Cup", 2, 7, "2026")
    assert (game.white_k, game.black_k, game.weight, game.neutral) == (24, 12, 0.5, True)
    assert (game.reference, game.status, game.batch.file_name) == ("x-1", "final", "1.csv")
    game.full_clean()


def test_forfeits_are_kept_and_not_rated(scene):
    imported(scene.league, HEAD + "2026-01-05,Anna,Bartek,1-0F\n2026-01-06,Anna,Bartek,-:-\n")
    assert [game.outcome for game in Game.objects.order_by("pk")] == ["+-", "--"]
    assert scene.rating("anna") == 1500


def test_new_players_are_created_found_and_in_the_league_only_when_asked(scene):
    text = HEAD + "2026-01-05,Żaneta Łoś,Пётр Ёлкин,1-0\n2026-01-06,ŻANETA ŁOŚ,Anna,1-0\n"
    assert len(plan(scene.league, text).problems) == 2
    imported(scene.league, text, create_players=True)
    assert Player.objects.filter(club=scene.club).count() == 10
    for typed in ("zaneta", "los", "petr", "elkin"):
        assert find_players(club=scene.club, text=typed).count() == 1
    assert LeagueEntry.objects.filter(league=scene.league).count() == 3


def test_a_rating_given_for_a_player_new_to_the_league_is_the_initial_rating(scene):
    head = "date,white,black,result,white_rating,black_rating\n"
    imported(scene.league, head + "2026-01-06,Anna,Neu,0-1,,1700\n2026-01-05,Neu,Anna,1-0,1800,\n", create_players=True)
    entry = LeagueEntry.objects.get(player__name="Neu")
    assert entry.start_rating == 1800
    assert LeagueEntry.objects.get(player__name="Anna").start_rating is None
    imported(scene.league, head + "2026-01-07,Anna,Neu,0-1,1900,1950\n")
    entry.refresh_from_db()
    assert entry.start_rating == 1800
    assert LeagueEntry.objects.get(player__name="Anna").start_rating is None
    scene.must_verify()


def test_seasons_start_with_their_first_game_and_carry_over(db):
    scene = Scene(k=32, carryover={"keep": 0.5, "mean": 1500})
    head = "date,season,white,black,result\n"
    rows = "2025-03-01,2025,Anna,Bartek,1-0\n2025-02-01,2025,Anna,Bartek,1-0\n2026-02-02,2026,Anna,Bartek,=\n"
    imported(scene.league, head + rows)
    assert list(Season.objects.order_by("starts_on").values_list("name", "starts_on")) == [
        ("2025", date(2025, 2, 1)),
        ("2026", date(2026, 2, 2)),
    ]
    assert [row.cause for row in scene.log("anna")] == ["entry", "game", "game", "season", "game"]
    again = imported(scene.league, head + rows)
    assert not again.changes
    scene.must_verify()


def test_an_earlier_game_of_a_season_moves_its_first_day(db):
    scene = Scene(k=32, carryover={"keep": 0.5, "mean": 1500})
    head = "date,season,white,black,result\n"
    imported(scene.league, head + "2026-02-02,2026,Anna,Bartek,1-0\n")
    made = imported(scene.league, head + "2026-01-02,2026,Anna,Bartek,1-0\n")
    assert [season.before for season in made.occasions.seasons] == ["2026-02-02"]
    assert Season.objects.get().starts_on == date(2026, 1, 2)
    scene.must_verify()


def test_two_seasons_cannot_start_on_one_day(scene):
    head = "date,season,white,black,result\n"
    made = plan(scene.league, head + "2026-01-05,A,Anna,Bartek,1-0\n2026-01-05,B,Anna,Bartek,1-0\n")
    assert words(made) == ["season: The seasons A and B would start on the same day, 2026-01-05."]


def test_a_league_that_follows_another_takes_no_results(scene):
    follower = scene.add_league("fide", system="elo", games_from=scene.league, k=10)
    assert "record them there" in words(plan(follower, FILE))[0]
    imported(scene.league, FILE)
    assert LeagueEntry.objects.filter(league=follower).count() == 3
    scene.must_verify(follower)


def test_a_league_that_changed_after_the_plan_is_looked_at_again(scene):
    made = plan(scene.league, FILE)
    imported(scene.league, FILE)
    committed = commit_results(plan=made)
    assert (committed.since, Game.objects.count()) == (None, 3)


def test_an_archived_player_is_not_taken_silently(scene):
    from league.services.people import archive_player

    archive_player(player=scene.anna)
    assert any("Anna is archived" in line for line in words(plan(scene.league, FILE)))


def test_files_of_one_import_belong_together(scene):
    """BR-053: a new player on lines of two files is one player."""
    one, two = HEAD + "2026-01-05,Neu,Anna,1-0\n", HEAD + "2026-01-06,neu,Bartek,1-0\n"
    imported(scene.league, one, two, create_players=True)
    assert Player.objects.filter(club=scene.club, name_key="neu").count() == 1
    assert [batch.games.count() for batch in ImportBatch.objects.order_by("pk")] == [1, 1]


def test_names_of_one_club_mean_nothing_in_another(scene):
    """BR-031"""
    other = Scene(club="other", players=("Zed",), k=32)
    assert len(plan(other.league, FILE).problems) == 3
    imported(other.league, FILE, create_players=True)
    assert Player.objects.filter(name="Anna").count() == 2


def test_lengths_and_ranges_of_files_are_those_of_the_columns():
    for name, field in (("name", "name"), ("fide_id", "fide_id")):
        assert results.LONGEST[name] == Player._meta.get_field(field).max_length
    for name in ("name", "federation", "fide_id", "title", "affiliation"):
        assert players.LONGEST[name] == Player._meta.get_field(name).max_length
    assert results.LONGEST["event"] == Event._meta.get_field("name").max_length
    assert results.LONGEST["season"] == Season._meta.get_field("name").max_length
    assert results.LONGEST["reference"] == Game._meta.get_field("reference").max_length
    assert results.LONGEST["reason"] == GameRevision._meta.get_field("reason").max_length
    for ranges in (results.RANGES, players.RANGES):
        for name, allowed in (("rating", limits.RATING), ("k", limits.K)):
            assert ranges[name] == tuple(allowed)
    for name, allowed in (("weight", limits.WEIGHT), ("points", limits.POINTS), ("number", limits.NUMBER)):
        assert results.RANGES[name] == tuple(allowed)
    for name, allowed in (("games", limits.GAMES), ("deviation", limits.DEVIATION), ("volatility", limits.VOLATILITY)):
        assert players.RANGES[name] == tuple(allowed)


def test_a_real_file_with_two_games_of_a_pair_on_one_day(scene, shared):
    """BR-058: both are imported; the file again adds nothing."""
    import gzip

    data = gzip.decompress((shared / "data/bulk/international_football_results.csv.gz").read_bytes()).decode()
    lines = data.splitlines()
    text = "\n".join([lines[0], *(line for line in lines if line.startswith("1974-02-17"))])
    made = imported(scene.league, text, create_players=True)
    pairs = [(game.white.name, game.black.name) for game in Game.objects.select_related("white", "black")]
    assert len(pairs) > len({frozenset(pair) for pair in pairs})
    again = imported(scene.league, text)
    assert (again.matches.there, len(again.matches.new)) == (len(made.matches.new), 0)


def test_the_limit_of_uploads_is_the_setting(scene, settings):
    settings.ARPAD_UPLOAD_LIMIT = 10
    assert "larger than" in words(plan(scene.league, FILE))[0]
    assert not plan(scene.league, FILE, limit=None).problems


def test_add_player_is_known_to_the_import(scene):
    add_player(club=scene.club, name="Ёлкин, Пётр")
    imported(scene.league, HEAD + "2026-01-05,Elkin Petr,Anna,1-0\n")
    assert Game.objects.get().white.name == "Ёлкин, Пётр"
    assert settings.ARPAD_UPLOAD_LIMIT > 0
