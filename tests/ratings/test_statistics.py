"""Records and statistics of a league against a straight calculation: from the export, one sum after another."""

import csv
import gzip
import math
import re
from collections import defaultdict
from datetime import date
from itertools import groupby

import pytest
from django.core.management import call_command

from league.formats.writing import csv_lines
from league.models import League, Player
from league.services.correcting import void_game
from ratings.extracts import CHANGES, change_rows
from ratings.models import LeagueStatistics
from ratings.services.statistics import HOLDS, statistics_of
from tests.copies import built_once

from ..conftest import BASE_DIR
from ..league.scene import Scene
from .pages import build_scene

pytestmark = pytest.mark.django_db


def rows_of(league):
    return [dict(zip(CHANGES, row, strict=True)) for row in change_rows(league)]


def straight(league):
    """The same numbers from the exported changes of a league that rates game by game."""
    rows = [row for row in rows_of(league) if row["cause"] == "game" and not row["reason"]]
    ratings, out = {}, {"upsets": [], "averages": [], "games": 0, "white": 0.0, "draws": 0}
    loss, bins = 0.0, defaultdict(list)
    longest = defaultdict(int)
    run = defaultdict(int)
    years = sorted({str(row["date"])[:4] for row in rows})
    length = 4 if (int(years[-1]) - int(years[0])) >= 4 else 7
    for _span, found in groupby(rows, key=lambda row: str(row["date"])[:length]):
        played = set()
        for row in found:
            played.add(row["player"])
            ratings[row["player"]] = row["closing"]
            run[row["player"]] = run[row["player"]] + 1 if row["score"] == 1 else 0
            longest[row["player"]] = max(longest[row["player"]], run[row["player"]])
            if row["score"] == 1 and row["expected"] < 0.5:
                out["upsets"].append(row["expected"])
            if row["side"] == "white":
                out["games"] += 1
                out["white"] += row["score"]
                out["draws"] += row["score"] == 0.5
                e, s = row["expected"], row["score"]
                loss -= s * math.log(e) + (1 - s) * math.log(1 - e)
                bins[min(int(e * 10), 9)].append((e, s))
        out["averages"].append(round(sum(ratings[p] for p in played) / len(played), 2))
    out["upsets"] = sorted(out["upsets"])[:10]
    out["log_loss"] = loss / out["games"]
    out["bins"] = [
        (len(b), sum(e for e, _ in b) / len(b), sum(s for _, s in b) / len(b)) for _, b in sorted(bins.items())
    ]
    out["winning"] = sorted((n for n in longest.values() if n > 1), reverse=True)[:10]
    return out


def agrees(league):
    content, expected = statistics_of(league).content, straight(league)
    assert (content["games"], content["draws"]) == (expected["games"], expected["draws"])
    assert content["white"] == pytest.approx(expected["white"])
    assert [row[0] for row in content["upsets"]] == pytest.approx(expected["upsets"])
    assert [row[1] for row in content["averages"]] == pytest.approx(expected["averages"], abs=0.011)
    assert content["accuracy"][1] == pytest.approx(expected["log_loss"])
    assert [tuple(row) for row in content["bins"]] == [pytest.approx(row) for row in expected["bins"]]
    assert [row[1] for row in content["winning"]] == expected["winning"]
    return content


def test_football_since_1872(db, tmp_path, client):
    """The first 600 matches: the first was Scotland against England, a draw, on 30 November 1872."""
    with gzip.open(BASE_DIR / "demo" / "football_internationals.csv.gz", "rt", encoding="utf-8") as source:
        lines = [line for _n, line in zip(range(601), csv.reader(source), strict=False)]
    path = tmp_path / "football.csv"
    path.write_text("".join(csv_lines(lines[0], lines[1:])), encoding="utf-8-sig")
    call_command(
        "create_league", "demo/football", name="Football", system="elo", mode="sequential",
        set=["k=30", "home_advantage=100"],
    )  # fmt: skip
    call_command("import_results", "demo/football", str(path), create_players=True)
    league = League.objects.get(slug="football")
    content = agrees(league)
    assert content["days"][0] == "1872-11-30" and content["games"] == 600
    top = Player.objects.get(pk=content["most_games"][0][0]).name
    assert top in {"England", "Scotland", "Wales", "Ireland", "Northern Ireland"}
    html = client.get("/demo/football/statistics/").content.decode()
    assert "0.693" in html and top in html and "Greatest upsets" in html


def test_the_chess_demo(db):
    """London 1851: 85 games of 16 players; Wyvill, Marmaduke played 24 games, nobody more."""
    call_command("create_league", "demo/london-1851", name="London", system="elo", mode="sequential", set=["k=20"])
    call_command("import_results", "demo/london-1851", str(BASE_DIR / "demo" / "london_1851.csv"), create_players=True)
    content = agrees(League.objects.get(club__slug="demo", slug="london-1851"))
    assert content["games"] == 85
    pk, games, *_results = content["most_games"][0]
    assert (Player.objects.get(pk=pk).name, games) == ("Wyvill, Marmaduke", 24)


def test_a_league_of_periods():
    """FIDE's rules: games of a newcomer count once, those between two without a rating not at all; averages are those
    after each month, predictions those of rated games."""
    scene = build_scene(rounds=3)
    rows = rows_of(scene.fide)
    games, loss, ratings, months = {}, [], {}, defaultdict(set)
    averages = {}
    for month, found in groupby(rows, key=lambda row: str(row["date"])[:7]):
        for row in found:
            if row["closing"] is not None:
                ratings[row["player"]] = row["closing"]
            if row["cause"] == "game" and row["reason"] in (None, "", "unrated_player"):
                white = row["score"] if row["side"] == "white" else 1 - row["score"]
                games[row["game"]] = white
                months[month].add(row["player"])
                if not row["reason"] and row["side"] == "white":
                    loss.append(-white * math.log(row["expected"]) - (1 - white) * math.log(1 - row["expected"]))
        known = [ratings[player] for player in months[month] if player in ratings]
        if known:
            averages[month] = sum(known) / len(known)
    content = statistics_of(scene.fide).content
    assert (content["games"], content["white"]) == (len(games), pytest.approx(sum(games.values())))
    assert content["draws"] == sum(score == 0.5 for score in games.values())
    assert content["accuracy"][:2] == [len(loss), pytest.approx(sum(loss) / len(loss))]
    assert {name: value for name, value, _n in content["averages"]} == pytest.approx(averages, abs=0.011)
    assert len(games) > len(loss)  # the newcomer's


@pytest.fixture
@built_once
def scene():
    made = Scene(players=("Ann", "Bob", "Cid"), k=20, initial=1500)
    for day, (white, black, result) in enumerate(
        [
            ("ann", "bob", "1-0"),
            ("ann", "cid", "1-0"),
            ("ann", "bob", "1-0"),
            ("bob", "ann", "1-0"),
            ("cid", "ann", "="),
        ]
    ):
        made.play(white, black, result, day)
    return made


def test_printed_numbers_of_a_small_league(scene):
    """Ann wins three in a row, then loses as the favourite: .44 was expected for Bob."""
    content = statistics_of(scene.league).content
    assert content["winning"] == [[scene.ann.pk, 3, "2026-01-05", "2026-01-07"]]
    (upset,) = content["upsets"]
    assert upset[3] == scene.bob.pk and upset[0] == pytest.approx(0.44, abs=0.01)
    assert content["highest"][0][0] == scene.ann.pk and content["highest"][0][2] == "2026-01-07"
    assert (content["white"], content["draws"]) == (4.5, 1)


def test_counted_once_for_each_version(scene, django_assert_num_queries):
    first = statistics_of(scene.league)
    with django_assert_num_queries(1):
        assert statistics_of(scene.league).made_at == first.made_at
    void_game(game=scene.league.games.order_by("pk").last(), reason="never played")
    scene.league.refresh_from_db()
    again = statistics_of(scene.league)
    assert again.content["games"] == 4 and again.version > first.version
    assert LeagueStatistics.objects.count() == 1


def test_a_slow_count_is_not_made_anew_for_every_result(scene, time_machine_at=None):
    made = statistics_of(scene.league)
    made.content["seconds"] = 60.0
    made.save()
    scene.play("ann", "bob", day=9)
    scene.league.refresh_from_db()
    assert statistics_of(scene.league).content["games"] == 5
    LeagueStatistics.objects.update(made_at=made.made_at - HOLDS)
    assert statistics_of(scene.league).content["games"] == 6


def test_the_page_of_a_league_without_games(client):
    Scene(players=("Ann",))
    html = client.get("/club/ladder/statistics/").content.decode()
    assert "Nothing has been rated yet." in html


def test_names_are_those_the_reader_may_see(scene, client):
    """What is kept says ids only; the page says names, escaped (BR-099)."""
    Player.objects.filter(pk=scene.ann.pk).update(name="</script><svg/onload=alert(1)>")
    html = client.get("/club/ladder/statistics/").content.decode()
    assert "&lt;svg/onload=alert(1)&gt;" in html and "<svg/onload" not in html
    assert "onload" not in str(LeagueStatistics.objects.get().content)
    assert re.search(r"Counted \d", html)
    assert date.fromisoformat(statistics_of(scene.league).content["days"][0]) == date(2026, 1, 5)
