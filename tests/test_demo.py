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
from ratings.services.statistics import statistics_of

from .conftest import BASE_DIR
from .ratings import football

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
def test_loads_once_and_verify_is_clean(client):
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
    look_at_football(client)
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


def look_at_football(client):
    """Statistics of all 49,520 matches since 1872: every number as a straight calculation from the file has it."""
    league = League.objects.get(slug=demo.FOOTBALL)
    names = dict(league.entries.values_list("player_id", "player__name"))
    content, straight = statistics_of(league).content, football.straight()

    def named(rows):
        return [(names[pk], *rest) for pk, *rest in rows]

    assert dict(Rating.objects.filter(league=league).values_list("player__name", "value")) == approx(straight.ratings)
    assert (content["games"], content["days"]) == (49_520, ["1872-11-30", football.matches()[-1].day])
    assert (content["white"], content["draws"]) == (
        sum(score for _, score in straight.foretold),
        sum(score == 0.5 for _, score in straight.foretold),
    )

    highest = sorted(((team, *peak) for team, peak in straight.peaks.items()), key=lambda row: -row[1])[:10]
    assert [(team, day) for team, _rating, day in named(content["highest"])] == [(row[0], row[2]) for row in highest]
    assert [row[1] for row in content["highest"]] == approx([row[1] for row in highest])

    games = {team: (sum(won.values()), won[1], won[0.5], won[0]) for team, won in straight.records.items()}
    most = sorted(((team, *record) for team, record in games.items()), key=lambda row: (-row[1], -row[2]))[:10]
    assert named(content["most_games"]) == most

    upsets = sorted(straight.wins)[:10]
    sides = dict(league.games.in_bulk([row[2] for row in content["upsets"]]))
    assert [
        (row[1], (names[sides[row[2]].white_id], names[sides[row[2]].black_id]), names[row[3]])
        for row in content["upsets"]
    ] == [win[1:] for win in upsets]
    assert [row[0] for row in content["upsets"]] == approx([win.expected for win in upsets])

    for name, runs in (("winning", straight.winning), ("unbeaten", straight.unbeaten)):
        longest = sorted(runs, key=lambda run: (-run.length, run.last))
        assert named(content[name]) == [tuple(run) for run in longest[:10]]
    assert ("Italy", 37, "2018-10-10", "2021-09-08") in named(content["unbeaten"])  # as the newspapers have it

    averages = [(year, round(average, 2), teams) for year, (average, teams) in straight.averages.items()]
    assert [tuple(row) for row in content["averages"]] == averages

    decided = [(e > 0.5) == (score == 1) for e, score in straight.foretold if score != 0.5 and e != 0.5]
    assert content["accuracy"] == [
        49_520,
        approx(football.log_loss(straight.foretold)),
        approx(sum((score - e) ** 2 for e, score in straight.foretold) / 49_520),
        approx(sum(decided) / len(decided)),
        len(decided),
    ]
    assert [row[0] for row in content["bins"]] == [row[0] for row in football.tenths(straight.foretold)]
    assert [row[1:] for row in content["bins"]] == [approx(row[1:]) for row in football.tenths(straight.foretold)]
    look_at_the_spread(client, league, straight)


def look_at_the_spread(client, league, straight):
    """Who played within a year of the last match, by the rating shown; page and API tell the same."""
    played = football.matches()
    newest = played[-1].day
    since = f"{int(newest[:4]) - 1}{newest[4:]}"
    active = {team for match in played if match.day >= since for team in match.teams}
    said = client.get(f"/api/v1/clubs/demo/leagues/{league.slug}/statistics").json()
    width = said["distribution"][0]["high"] - said["distribution"][0]["low"]
    shown = Counter(int(straight.ratings[team] + 0.5) // width * width for team in active)
    assert {step["low"]: step["players"] for step in said["distribution"] if step["players"]} == shown
    assert (said["log_loss"], len(said["calibration"])) == (approx(football.log_loss(straight.foretold)), 10)
    page = client.get(f"/demo/{league.slug}/statistics/").content.decode()
    best, (rating, _day) = max(straight.peaks.items(), key=lambda peak: peak[1])
    assert best in page and str(int(rating + 0.5)) in page
    assert f"{football.log_loss(straight.foretold):.3f}" in page


def approx(expected):
    return pytest.approx(expected, abs=1e-9, rel=1e-12)


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
