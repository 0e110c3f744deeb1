"""Large imports: what is held of a row, how many statements are sent, and keys that share a mark."""

import tracemalloc

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Game, GameRevision
from league.services.importing import ResultsOptions, SourceFile, commit_results, keyed, plan_results

from .importing import games, imported, plan

HEAD = "date,event,round,white,black,result\n"
MOST_OF_A_ROW = 200  # bytes, the file's own seventy among them


def club_file(rows, year=2026):
    """Games of thirty players on two hundred days, in ten events."""
    lines = [
        f"{year}-{day % 6 + 1:02}-{day % 28 + 1:02},Evening {day % 10},{day % 9 + 1},Player {day % 29},Player 29,1-0\n"
        for day in (number * 7919 % 10_007 for number in range(rows))
    ]
    return (HEAD + "".join(lines)).encode()


def planned(league, data):
    league.refresh_from_db()
    options = ResultsOptions(create_players=True)
    return plan_results(league=league, files=[SourceFile("club.csv", data)], options=options)


def peak_of(work):
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("there", [False, True])
def test_of_a_row_some_bytes_are_held(scene, there):
    few, many = club_file(2_000), club_file(20_000)
    planned(scene.league, few)
    least = peak_of(lambda: planned(scene.league, few))
    if there:
        commit_results(plan=planned(scene.league, many), most=0)
    grown = peak_of(lambda: planned(scene.league, many)) - least
    assert grown < 18_000 * MOST_OF_A_ROW


def test_the_statements_of_an_import_do_not_grow_with_its_rows(scene):
    def statements(year, rows):
        with CaptureQueriesContext(connection) as sent:
            made = commit_results(plan=planned(scene.league, club_file(rows, year)), most=0)
        assert len(made.plan.matches.new) == rows
        return len(sent)

    statements(2024, 1_000)  # everybody is known
    few = statements(2025, 300)
    assert statements(2026, 3_000) <= few + 2  # the log in force is written in portions


def test_games_are_written_in_the_order_of_the_file_with_all_they_say(scene):
    text = (
        "date,time,event,round,board,white,black,result,white_points,black_points,k,weight,neutral,game,status,reason\n"
        "2026-01-05,19:30,Cup,1,2,Anna,Bartek,1-0,,,24,0.5,yes,a1,,\n"
        "2026-01-04,,,,,Bartek,Anna,=,,,,,,,void,entered twice\n"
        "2026-01-03,,Cup,3,,Anna,Bartek,,3,1,,,,,,\n"
    )
    imported(scene.league, text)
    one, two, three = Game.objects.order_by("pk")
    assert (f"{one.played_at:%H:%M}", one.event.name, one.round, one.board) == ("19:30", "Cup", 1, 2)
    assert (one.white_k, one.black_k, one.weight, one.neutral, one.reference) == (24, 24, 0.5, True, "a1")
    assert (one.white.name, one.white_halves, one.black_halves) == ("Anna", 2, 0)
    assert (two.status, two.event, two.outcome, two.white_halves) == ("void", None, "=", 1)
    assert (three.white_points, three.black_points, three.outcome) == (3, 1, "1-0")
    assert list(GameRevision.objects.values_list("game", "reason")) == [(two.pk, "entered twice")]
    assert not plan(scene.league, text).changes


def test_keys_that_share_a_mark_are_told_apart(scene, monkeypatch):
    text = (
        "date,event,round,board,white,black,result,game\n"
        "2026-01-05,Cup,1,1,Anna,Bartek,1-0,a\n2026-01-05,Cup,1,2,Celina,Dawid,0-1,b\n"
        "2026-01-05,Cup,1,2,Celina,Dawid,0-1,b\n2026-01-06,Cup,2,1,Bartek,Anna,=,c\n"
    )
    monkeypatch.setattr(keyed, "mark", lambda key: 7)
    for module in ("matching", "notes"):
        monkeypatch.setattr(f"league.services.importing.{module}.mark", lambda key: 7)
    made = imported(scene.league, text, create_players=True)
    assert (len(made.matches.new), len(made.matches.repeated)) == (3, 1)
    again = plan(scene.league, text, create_players=True)
    assert (again.changes, again.matches.there, len(again.matches.new)) == (False, 3, 0)
    newer = imported(scene.league, text.replace("Anna,Bartek,1-0", "Anna,Bartek,0-1"), create_players=True, update=True)
    assert len(newer.matches.differing) == 1
    assert [game[3] for game in games(scene.league)] == ["0-1", "0-1", "="]


def test_a_key_finds_its_numbers_in_their_order():
    found = keyed.Keyed()
    for number, key in enumerate(["b", "a", "b", -1, -2]):
        found.add(key, number)
    found.seal()
    assert (list(found.find("b")), list(found.find("a")), list(found.find("c"))) == ([0, 2], [1], [])
    assert list(found.find(-1)) == [3, 4]  # whose hash is that of -2
    assert keyed.repeated(["b", "a", "b"]) == {keyed.mark("b")}
