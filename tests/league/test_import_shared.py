"""Every file of an event in ../shared/data through an import: its games are in the league, or nothing is, with the
reason; a second time nothing changes."""

from datetime import date

import pytest

from league.models import Bye, Game, Player
from league.services.importing import ResultsOptions, SourceFile, commit_results, plan_results
from tests.formats import test_event_tables_shared as tables
from tests.formats import test_pgn_shared as pgn
from tests.formats import test_trf_shared as trf

from .scene import Scene

# what somebody says where a file does not
OPTIONS = {"create_players": True, "partial_days": "first", "event": "Event", "day": date(2025, 12, 1)}
ABSENT = {"trf/trf26_team_grandmommys_cup_249p.trf": 1328}  # who was not lined up in a team event has no bye
PLAYED, FORFEITS, SHORT = ("1-0", "=", "0-1"), ("+-", "-+", "--"), ("W", "D", "L")
COUNTS = {
    **{f"trf/{name}": counts for name, counts in trf.FILES.items()},
    **{f"club/{name}": counts for name, (_layout, counts) in tables.FILES.items()},
    **{f"pgn/{name}": counts for name, counts in pgn.FILES.items() if name != "long_line.pgn"},
}
REFUSED = {
    "trf/py4swiss_incorrect_points.trf": "Player 2 has 4 points here, but the results make 3.",
    "trf/py4swiss_invalid_code.trf": "“101” is no record of a report",
    "trf/py4swiss_missing_result.trf": "player 2 met player 3 in round 5, whose row says nothing of it",
    "club/altibox_2019_matchpoints.csv": "“7w1½” is the sum of several games",
    "club/olympiad_2018_teams.csv": "“69w3” is the result of a team match",
    "club/fra_preregistration_2026-04.csv": "import it with import_players",
    "club/layout_can_tdlist.txt": "import it with import_players",
    "club/layout_fin_selo.csv": "import it with import_players",
    "club/ru_cup_2025-09_players_cp1251.csv": "import it with import_players",
    "club/table_tennis_season2_245.csv": "“Cacasi” is neither Mufi Acasori nor Cacasi N.",
    "pgn/long_line.pgn": "“?” is nobody: the game has a result, but not two names.",
    "pgn/nested_comment.pgn": "No header row was found.",
}


def test_no_file_is_left_out(shared):
    found = {
        f"{folder}/{path.name}" for folder in ("trf", "club", "pgn") for path in (shared / "data" / folder).iterdir()
    }
    assert found == {*COUNTS, *REFUSED}


@pytest.fixture
def scene(db):
    return Scene(k=20, players=())


def planned(scene, shared, name):
    path = shared / "data" / name
    scene.league.refresh_from_db()
    files = [SourceFile(path.name, path.read_bytes())]
    return plan_results(league=scene.league, files=files, options=ResultsOptions(**OPTIONS))


@pytest.mark.parametrize(("name", "counts"), COUNTS.items(), ids=COUNTS)
def test_a_file_becomes_games_of_the_league(scene, shared, name, counts):
    plan = planned(scene, shared, name)
    assert not plan.problems, [problem.line() for problem in plan.problems][:5]
    commit_results(plan=plan)
    stored = list(Game.objects.filter(league=scene.league).values_list("outcome", flat=True))
    found = [sum(1 for outcome in stored if outcome in codes) for codes in (PLAYED, FORFEITS, SHORT)]
    assert found == [counts.played, counts.forfeits, counts.short]
    if not name.startswith("pgn/"):
        assert Player.objects.count() == counts.players
    if stored:
        assert Bye.objects.count() == counts.byes - ABSENT.get(name, 0)
    again = planned(scene, shared, name)
    assert not again.problems
    assert not again.changes


@pytest.mark.parametrize(("name", "reason"), REFUSED.items(), ids=REFUSED)
def test_a_file_is_refused_with_the_reason(scene, shared, name, reason):
    plan = planned(scene, shared, name)
    assert reason in "\n".join(problem.message for problem in plan.problems)
    assert not Game.objects.exists()
