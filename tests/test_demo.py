"""The demo club: its files are what the sources print, it loads in one go, once, and its log is a replay's."""

import csv
import gzip
import json
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from league.models import Adjustment, Club, Game, League, PlayerAlias, RatingPeriod
from league.services import demo
from league.services.correcting import void_game
from ratings.models import Rating, RatingChange, RatingList
from ratings.services import verify

from .conftest import BASE_DIR

POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5), "+-": (1, 0), "-+": (0, 1)}


def rows(name):
    path = BASE_DIR / "demo" / name
    with gzip.open(path, "rt", encoding="utf-8") if name.endswith(".gz") else path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def scores(games):
    """Surname -> points."""
    total = Counter()
    for game in games:
        for name, points in zip((game["white"], game["black"]), POINTS[game["result"]], strict=True):
            total[name.split(",")[0]] += points
    return total


@pytest.mark.parametrize(
    ("event", "games", "expected"),
    [
        ("Tata Steel Masters 2022", 91, {"Carlsen": 9.5, "Mamedyarov": 8, "Rapport": 8, "Giri": 7.5}),
        ("UzChess Cup Masters 2025", 45, {"Praggnanandhaa R": 5.5, "Sindarov": 5.5, "Abdusattorov": 5.5}),
        ("Tata Steel Masters 2026", 49, {"Abdusattorov": 5.5, "Sindarov": 4.5, "Aravindh": 2}),
    ],
)
def test_master_events_end_as_their_tables_print(event, games, expected):
    played = [row for row in rows("masters_results.csv") if row["event"] == event]
    assert len(played) == games
    assert {name: scores(played)[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("round", "winner", "loser", "score"),
    [
        ("first", "Anderssen", "Kieseritzky", (2.5, 0.5)),
        ("first", "Horwitz", "Bird", (2.5, 1.5)),
        ("second", "Anderssen", "Szen", (4, 2)),
        ("second", "Staunton", "Horwitz", (4.5, 2.5)),
        ("third", "Anderssen", "Staunton", (4, 1)),
        ("third", "Wyvill", "Williams", (4, 3)),
        ("last", "Anderssen", "Wyvill", (4.5, 2.5)),
        ("last", "Williams", "Staunton", (4.5, 3.5)),
    ],
)
def test_matches_of_1851_end_as_history_has_them(round, winner, loser, score):
    match = [
        row
        for row in rows("london_1851.csv")
        if row["event"].endswith(f"{round} round")
        and {row["white"].split(",")[0], row["black"].split(",")[0]} == {winner, loser}
    ]
    assert (scores(match)[winner], scores(match)[loser]) == score
    assert [int(row["round"]) for row in match] == list(range(1, len(match) + 1))


def test_world_cup_finals_are_there_with_the_highest_k():
    finals = {
        (row["date"], row["home_team"], row["away_team"], row["home_score"], row["away_score"], row["k"])
        for row in rows("football_internationals.csv.gz")
    }
    assert ("1930-07-30", "Uruguay", "Argentina", "4", "2", "60") in finals
    assert ("1974-07-07", "Germany", "Netherlands", "2", "1", "60") in finals
    assert ("2018-07-15", "France", "Croatia", "4", "2", "60") in finals


def run_demo():
    out = StringIO()
    call_command("demo", "--json", stdout=out)
    return json.loads(out.getvalue())["leagues"]


@pytest.mark.django_db
def test_loads_once_and_verify_is_clean():
    first = run_demo()
    assert [(each["league"], each["new"], each["games"], each["players"]) for each in first] == [
        ("demo/masters", True, 185, 29),
        ("demo/london-1851", True, 85, 16),
        ("demo/football", True, 49_520, 337),
    ]
    assert [difference for league in League.objects.all() for difference in verify(league)] == []
    count = RatingChange.objects.count()

    second = run_demo()
    assert [each["new"] for each in second] == [False, False, False]
    assert RatingChange.objects.count() == count
    assert Club.objects.count() == 1

    look_at_masters()
    assert PlayerAlias.objects.get(name="Soviet Union").player.name == "Russia"


def look_at_masters():
    league = League.objects.get(slug=demo.MASTERS)
    status = dict(league.periods.values_list("name", "status"))
    assert status.pop("2026-01") == RatingPeriod.Status.OPEN
    assert set(status.values()) == {RatingPeriod.Status.PUBLISHED}
    # the list of 1 January 2026 has FIDE's own ratings for those who came back
    listed = RatingList.objects.get(league=league, dated="2026-01-01").entries
    assert dict(listed.values_list("name", "rating"))["Giri, Anish"] == 2760
    assert Adjustment.objects.filter(league=league).count() == 9
    # B.02 5.1: the games that Dubov did not play move nobody
    forfeits = Game.objects.filter(league=league, outcome__in=["+-", "-+"]).values_list("pk", flat=True)
    assert len(forfeits) == 4
    assert not RatingChange.objects.filter(league=league, cause="game", ref__in=forfeits).exclude(change=0).exists()
    # 8.1.2: D 93 -7 51 95 26 -3 -25 -> .63 .49 .57 .63 .54 .50 .47 = 3.83 of 5.5; 8.3.4: 10 x 1.67 -> +17
    live = Rating.objects.get(league=league, player__name="Abdusattorov, Nodirbek")
    assert (live.published, live.live) == (2751, 2768)


@pytest.fixture
def without_football(monkeypatch):
    monkeypatch.delitem(demo.LEAGUES, demo.FOOTBALL)


@pytest.mark.django_db
def test_what_was_changed_in_the_demo_stays(without_football):
    list(demo.load())
    game = Game.objects.filter(league__slug=demo.LONDON).earliest("pk")
    void_game(game=game, reason="tried out")
    assert [loaded.new for loaded in demo.load()] == [False, False]
    game.refresh_from_db()
    assert game.status == Game.Status.VOID


@pytest.mark.django_db
def test_a_league_is_loaded_as_a_whole_or_not_at_all(without_football, monkeypatch):
    def broken(**kwargs):
        raise OSError("the disk is full")

    monkeypatch.setattr(demo, "publish_period", broken)
    with pytest.raises(OSError, match="the disk is full"):
        list(demo.load())
    assert not League.objects.exists()
    monkeypatch.undo()
    monkeypatch.delitem(demo.LEAGUES, demo.FOOTBALL)
    assert [loaded.new for loaded in demo.load()] == [True, True]


@pytest.mark.django_db
def test_progress_hears_five_steps_for_every_game(without_football, monkeypatch):
    monkeypatch.delitem(demo.RESULTS, demo.FOOTBALL)
    told = []
    total = demo.STEPS * demo.rows()
    list(demo.load(lambda step, rows: told.append(rows)))
    assert sum(told) == total == demo.STEPS * (185 + 85)
    assert demo.rows() == 0
