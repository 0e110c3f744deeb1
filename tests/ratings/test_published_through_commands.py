"""What others published, reached through the public commands on the files beside the project.

A file without the columns of the import is laid out anew first; every expected number is in a file.
"""

import csv
import gzip
import io
import json
from datetime import date, timedelta
from math import log

import pytest
from django.core.management import call_command

from league.models import Game, League
from ratings.models import Rating

pytestmark = pytest.mark.django_db


def run(*words, **options):
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def rows_of(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def exported(league, what):
    return list(csv.DictReader(io.StringIO(run("export", league, what))))


def values(league):
    return dict(Rating.objects.filter(league=league).values_list("player__name", "value"))


def league_of(path):
    club, slug = path.split("/")
    return League.objects.get(club__slug=club, slug=slug)


def verified(path):
    assert "as computed" in run("verify", path)


def test_chess_ladder_every_published_before_and_after(shared, tmp_path):
    games = rows_of(shared / "data/ratings/chess_ladder_2013_games001-110.csv")
    laid = [{k: g[k] for k in ("game", "date", "white", "black", "white_score")} for g in games]
    run("create_league", "club/ladder", name="Ladder", system="elo", mode="sequential", set=["k=32"])
    run("import_results", "club/ladder", write(tmp_path / "ladder.csv", laid), create_players=True)
    rows = [r for r in exported("club/ladder", "changes") if r["cause"] == "game"]
    assert len(rows) == 220
    for place, game in enumerate(games):
        for row in rows[2 * place : 2 * place + 2]:
            side = row["side"]
            assert row["player"] == game[side]
            assert float(row["opening"]) == pytest.approx(float(game[f"{side}_before"]), abs=0.00005)
            assert float(row["closing"]) == pytest.approx(float(game[f"{side}_after"]), abs=0.00005)
    verified("club/ladder")


def test_glicko2_pong_rating_deviation_and_volatility(shared, tmp_path):
    run("create_league", "club/pong", name="Pong", system="glicko2", mode="sequential", set=["tau=1.0"])
    source = shared / "data/ratings/glicko2_pong_2023-01_games.csv"
    run("import_results", "club/pong", str(source), create_players=True)
    published = {r["player"]: r for r in rows_of(shared / "data/ratings/glicko2_pong_2023-01_ratings.csv")}
    reached = {r["player"]: r for r in exported("club/pong", "ratings")}
    assert reached.keys() == published.keys()
    for name, row in published.items():
        assert float(reached[name]["rating"]) == pytest.approx(float(row["mu"]), abs=1e-6)
        assert float(reached[name]["deviation"]) == pytest.approx(float(row["phi"]), abs=1e-6)
        assert float(reached[name]["volatility"]) == pytest.approx(float(row["sigma"]), abs=1e-6)


CHAINS = [
    ("nba_elo_1947-1984.csv.gz", ["k=20", "home_advantage=100", "margin=nba"], {"keep": 0.75, "mean": 1505}),
    ("nfl_elo_1920-1989.csv.gz", ["k=20", "home_advantage=65", "margin=nfl"], {"keep": 2 / 3, "mean": 1505}),
]


@pytest.mark.parametrize(("name", "parameters", "carryover"), CHAINS)
def test_a_whole_american_league_through_seasons_and_carry_over(shared, tmp_path, name, parameters, carryover):
    """Where the published chain itself breaks (rating-rules section 12), the break is entered by ``adjust``."""
    games = rows_of(shared / "data/ratings" / name)
    path = "club/usa"
    sets = [*parameters, f"carryover={json.dumps(carryover)}", "initial=1300"]
    run("create_league", path, name="USA", system="elo", mode="sequential", set=sets)
    start = {}
    for game in games:
        for side in ("home", "away"):
            start.setdefault(game[side], game[f"{side}_before"])
    laid = [
        {
            "game": place, "date": g["date"], "season": g["season"], "home_team": g["home"], "away_team": g["away"],
            "home_points": g["home_pts"], "away_points": g["away_pts"], "neutral": g["neutral"],
            "white_rating": start[g["home"]], "black_rating": start[g["away"]],
        }
        for place, g in enumerate(games, 1)
    ]  # fmt: skip
    run("import_results", path, write(tmp_path / "chain.csv", laid), create_players=True)
    _enter_breaks(path, games, carryover)
    place = dict(Game.objects.filter(league=league_of(path)).values_list("pk", "reference"))
    seen = 0
    for row in exported(path, "changes"):
        if row["cause"] != "game" or row["side"] != "white":
            continue
        game = games[int(place[int(row["game"])]) - 1]
        assert float(row["closing"]) == pytest.approx(float(game["home_after"]), abs=0.01), (row, game)
        seen += 1
    assert seen == len(games)
    verified(path)
    _foretells_as_published(path, games)


def _foretells_as_published(path, games):
    """``backtest`` of the rules as they are: the measures straight from the printed chances of the home side."""
    chances = [(float(g["home_prob"]), _score(float(g["home_pts"]), float(g["away_pts"]))) for g in games]
    loss = -sum(s * log(e) + (1 - s) * log(1 - e) for e, s in chances) / len(games)
    brier = sum((s - e) ** 2 for e, s in chances) / len(games)
    decided = [(e > 0.5) == (s == 1) for e, s in chances if s != 0.5 and e != 0.5]
    said = json.loads(run("backtest", path, tried=["k=10"], json=True))["trials"]
    own = next(trial for trial in said if trial["changed"] == {})
    assert own["games"] == len(games)
    assert own["log_loss"] == pytest.approx(loss, abs=1e-4)
    assert own["brier"] == pytest.approx(brier, abs=1e-4)
    assert own["favourites"] == pytest.approx(sum(decided) / len(decided), abs=1e-3)


def _score(home, away):
    return 0.5 if home == away else float(home > away)


def _enter_breaks(path, games, carryover):
    """``adjust`` to the published rating on the first day of a season where plain carry-over does not give it."""
    keep, mean = carryover["keep"], carryover["mean"]
    seasons, last, after = [], {}, {}
    for game in games:
        if game["season"] not in seasons:
            seasons.append(game["season"])
        for side in ("home", "away"):
            team, before = game[side], float(game[f"{side}_before"])
            if team in after:
                turns = seasons.index(game["season"]) - seasons.index(last[team])
                plain = after[team]
                for _ in range(turns):
                    plain = keep * plain + (1 - keep) * mean
                if abs(plain - before) > 0.005:
                    first = min(g["date"] for g in games if g["season"] == game["season"])
                    run("adjust", path, team, to=before, on=first, reason="published start")
            last[team], after[team] = game["season"], float(game[f"{side}_after"])


def test_fide_rapid_a_closed_period_gives_all_22_published_ratings(shared, tmp_path):
    players = rows_of(shared / "data/ratings/fide_rapid_2025-02_players.csv")
    names = {p["no"]: f"{p['no']} {p['name']}" for p in players}
    laid = [
        {"name": names[p["no"]], "rating": p["rating_before"] if p["rating_before"] not in ("", "0") else ""}
        | _k_through_facts(p["k_that_fits"])
        for p in players
    ]
    sets = ["list=rapid"]
    run("create_league", "club/rapid", name="Rapid", system="fide", mode="period", set=sets)
    run("import_players", "club", write(tmp_path / "players.csv", laid))
    games = [
        {"date": "2025-02-22", "event": "Rapid", "round": g["round"], "white": names[g["white"]],
         "black": names[g["black"]], "result": g["result"]}
        for g in rows_of(shared / "data/ratings/fide_rapid_2025-02_games.csv")
        if g["white"] and g["black"]  # byes
    ]  # fmt: skip
    run("open_periods", "club/rapid", monthly=["2025-02", "2025-02"])
    run("import_results", "club/rapid", write(tmp_path / "games.csv", games))
    run("close_period", "club/rapid", "2025-02")
    reached = values(league_of("club/rapid"))
    listed = [p for p in players if int(p["rating_before"] or 0) and int(p["rating_after"] or 0)]
    published = {names[p["no"]]: int(p["rating_after"]) for p in listed if int(p["rated_games"])}
    assert len(published) == 22
    assert {name: reached[name] for name in published} == published
    verified("club/rapid")


def _k_through_facts(k):
    """K 10: once 2400; K 40: few games; K 20: many games."""
    known = {
        "10": {"games": "300", "peak": "2400"},
        "20": {"games": "300", "peak": ""},
        "40": {"games": "3", "peak": ""},
    }
    return known.get(k[:2], known["20"])


@pytest.mark.parametrize("event", ["irish_veterans_2008", "match_2009"])
def test_icu_event_as_a_rating_period_within_half_a_point(shared, tmp_path, event):
    players = {p["no"]: p for p in rows_of(shared / f"data/ratings/icu_event_{event}_players.csv")}
    games = rows_of(shared / f"data/ratings/icu_event_{event}_games.csv")
    points = {"1": "1-0", "0": "0-1", "0.5": "1/2"}
    laid = [
        {
            "date": "2008-10-10", "event": event, "round": g["round"], "white": players[g["player"]]["name"],
            "black": players[g["opponent"]]["name"], "result": points[g["score"]],
            "white_rating": players[g["player"]]["rating"], "black_rating": players[g["opponent"]]["rating"],
            "white_k": players[g["player"]]["k"], "black_k": players[g["opponent"]]["k"],
        }
        for g in games
    ]  # fmt: skip
    path = "club/icu"
    run("create_league", path, name="ICU", system="elo", mode="period", set=["k=24"])
    run("open_periods", path, monthly=["2008-10", "2008-10"])
    run("import_results", path, write(tmp_path / "icu.csv", laid), create_players=True)
    run("close_period", path, "2008-10")
    reached = values(league_of(path))
    for player in players.values():
        assert reached[player["name"]] == pytest.approx(float(player["published_new_rating"]), abs=0.5)


def test_football_since_1872_corrected_in_three_places_and_loaded_afresh(shared, tmp_path):
    with gzip.open(shared / "data/bulk/international_football_results.csv.gz") as packed:
        (tmp_path / "football.csv").write_bytes(packed.read())
    sets = ["home_advantage=100", "margin=goals", "k=20"]
    run("create_league", "world/football", name="Football", system="elo", mode="sequential", set=sets)
    run("import_results", "world/football", str(tmp_path / "football.csv"), create_players=True)
    league = league_of("world/football")
    assert Game.objects.filter(league=league).count() == 49_520
    verified("world/football")

    def check():
        verified("world/football")
        (tmp_path / "games.csv").write_text(run("export", "world/football", "games"), encoding="utf-8")
        fresh = f"fresh{League.objects.count()}/football"
        run("create_league", fresh, name="Football", system="elo", mode="sequential", set=sets)
        run("import_results", fresh, str(tmp_path / "games.csv"), create_players=True)
        assert values(league_of(fresh)) == values(league)

    old = Game.objects.filter(league=league, played_on__year=1890).order_by("pk").first()
    run("void", str(old.pk), reason="never played")
    check()
    day = date(1950, 6, 24) + timedelta(1)
    run("record", "world/football", white="Brazil", black="Uruguay", result="1-0", date=day.isoformat(), reason="found")
    check()
    game = Game.objects.filter(league=league, played_on__year=1901).order_by("pk")[3]
    run("correct", str(game.pk), result="0-1" if game.outcome == "1-0" else "1-0", reason="as the papers had it")
    game.refresh_from_db()
    assert (game.white_points, game.black_points) == (None, None)
    run("correct", str(game.pk), result="2:3", reason="and the goals too")
    game.refresh_from_db()
    assert (game.outcome, game.white_points, game.black_points) == ("0-1", 2, 3)
    check()
