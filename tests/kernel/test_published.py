"""Ratings that federations, clubs and newspapers published, from the files beside the project."""

import csv
import gzip
import re

import pytest

from ratings.kernel.fide.game import UNITS
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import Cause, PlayerFacts, RatingState

from .build import batch, game, month, play, single, world_of

RESULTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


@pytest.fixture
def published(shared):
    """Reads a file of published ratings as a list of dicts."""

    def read(name: str, **options) -> list[dict]:
        path = shared / "data" / "ratings" / name
        data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
        return list(csv.DictReader(data.decode("utf-8-sig").splitlines(), **options))

    return read


def numbered(names) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), start=1)}


def test_chess_ladder_every_rating_before_and_after(published):
    """Plain sequential Elo, K 32, start 1500: published to four decimals."""
    rows = published("chess_ladder_2013_games001-110.csv")
    players = numbered(name for row in rows for name in (row["white"], row["black"]))
    games = [
        game(int(r["game"]), players[r["white"]], players[r["black"]], round(2 * float(r["white_score"])), r["date"])
        for r in rows
    ]
    played = play("elo", map(single, games), [PlayerFacts(p) for p in players.values()], k=32, initial=1500)
    found = {(row.ref, row.side): row for row in played.rows if row.cause == Cause.GAME}
    assert len(rows) == 110
    for row in rows:
        for side, name in enumerate(("white", "black")):
            change = found[int(row["game"]), side]
            assert change.opening == pytest.approx(float(row[f"{name}_before"]), abs=0.00005, rel=0)
            assert change.closing == pytest.approx(float(row[f"{name}_after"]), abs=0.000051, rel=0)


def test_glicko2_pong_ratings_deviations_and_volatilities(published):
    """Each game a period of its own for its two players, tau 1."""
    rows = published("glicko2_pong_2023-01_games.csv")
    players = numbered(name for row in rows for name in (row["winner"], row["loser"]))
    games = [game(int(r["game"]), players[r["winner"]], players[r["loser"]], 2, r["date"]) for r in rows]
    played = play("glicko2", map(single, games), [PlayerFacts(p) for p in players.values()], tau=1.0)
    expected = {row["player"]: row for row in published("glicko2_pong_2023-01_ratings.csv")}
    assert len(expected) >= 20 and set(players) <= set(expected)
    for name, player in players.items():
        state, row = played.states[player], expected[name]
        assert state.rating == pytest.approx(float(row["mu"]), abs=1e-6, rel=0)
        assert state.deviation == pytest.approx(float(row["phi"]), abs=1e-6, rel=0)
        assert state.volatility == pytest.approx(float(row["sigma"]), abs=1e-9, rel=0)


@pytest.mark.parametrize(
    ("file", "parameters", "within"),
    [
        ("nba_elo_1947-1984.csv.gz", {"k": 20, "home_advantage": 100, "margin": "nba"}, 0.001),
        ("nfl_elo_1920-1989.csv.gz", {"k": 20, "home_advantage": 65, "margin": "nfl"}, 0.002),
    ],
)
def test_each_game_of_american_leagues_from_its_published_before(published, file, parameters, within):
    elo, worst, rows = SYSTEMS["elo"], 0.0, published(file)
    facts = {1: PlayerFacts(1), 2: PlayerFacts(2)}
    states: dict[int, RatingState] = {}
    world = world_of("elo", states, facts, **parameters)
    for number, row in enumerate(rows, start=1):
        states |= {1: RatingState(float(row["home_before"])), 2: RatingState(float(row["away_before"]))}
        home, away = int(row["home_pts"]), int(row["away_pts"])
        halves = 1 + (home > away) - (home < away)
        neutral = row["neutral"] in ("1", "True", "TRUE", "true")
        played = game(number, 1, 2, halves, row["date"], white_points=home, black_points=away, neutral=neutral)
        for change, side in zip(elo.rate(single(played), world), ("home", "away"), strict=True):
            worst = max(worst, abs(change.closing - float(row[f"{side}_after"])))
    assert len(rows) > 8000
    assert worst < within


def test_fide_rapid_event_all_22_published_ratings(published):
    """An event of 22 February 2025, list of March: table, cap of 400, one rounding half away from zero."""
    rows = {int(row["no"]): row for row in published("fide_rapid_2025-02_players.csv")}
    facts = [_rapid_player(number, row) for number, row in rows.items()]
    games = [
        game(number, int(row["white"]), int(row["black"]), RESULTS[row["result"]], "2025-02-22", event=1)
        for number, row in enumerate(published("fide_rapid_2025-02_games.csv"), start=1)
        if row["result"] in RESULTS
    ]
    played = play("fide", [batch(games, month("2025-02"))], facts, list="rapid")
    both = [n for n, row in rows.items() if _rating(row["rating_before"]) and _rating(row["rating_after"])]
    both = [n for n in both if int(rows[n]["rated_games"])]
    assert len(both) == 22
    assert {n: played.states[n].rating for n in both} == {n: _rating(rows[n]["rating_after"]) for n in both}
    for number in both:
        parts = [r for r in played.rows if r.player == number and r.cause == Cause.GAME and not r.reason]
        assert len(parts) == int(rows[number]["rated_games"])


def _rating(text: str) -> float | None:
    return float(text) if text and int(text) else None


def _rapid_player(number: int, row: dict) -> PlayerFacts:
    """K is taken from the numbers (10, 20 and 40 tried): the file does not say it."""
    k = re.match(r"\d+", row["k_that_fits"])
    return PlayerFacts(number, rating=_rating(row["rating_before"]), k=float(k.group()) if k else None)


def irish_event(published, event, **instead):
    """Per-period Elo with a K for each player; foreigners are there with their ratings. ``instead``: other ratings."""
    rows = {int(row["no"]): row for row in published(f"icu_event_{event}_players.csv")}
    ratings = {n: float(row["rating"]) for n, row in rows.items()} | {int(n[1:]): r for n, r in instead.items()}
    facts = [PlayerFacts(n, rating=ratings[n], k=float(row["k"]) if row["k"] else None) for n, row in rows.items()]
    games = [
        game(number, int(row["player"]), int(row["opponent"]), round(2 * float(row["score"])), event=1)
        for number, row in enumerate(published(f"icu_event_{event}_games.csv"), start=1)
    ]
    return rows, play("elo", [batch(games, month("2025-11"))], facts)


@pytest.mark.parametrize(("event", "players"), [("irish_veterans_2008", 6), ("match_2009", 2), ("prague_open_2008", 2)])
def test_irish_events_within_half_a_point(published, event, players):
    """The union prints whole numbers; in Prague two of its players met seventeen foreigners."""
    rows, played = irish_event(published, event)
    of_the_union = {number: row for number, row in rows.items() if row["published_new_rating"]}
    assert len(of_the_union) == players
    for number, row in of_the_union.items():
        total = played.of(number)
        assert total.expected == pytest.approx(float(row["published_expected"]), abs=0.001)
        assert total.closing == pytest.approx(float(row["published_new_rating"]), abs=0.5)


def test_an_irish_event_with_a_bonus_as_far_as_plain_elo_goes(published):
    """One player got 16 points of bonus, and the others were rated against what he then had (824): so they come out."""
    rows, plain = irish_event(published, "drogheda_g_2009")
    raised = {n: row for n, row in rows.items() if float(row["published_bonus"])}
    assert list(raised) == [4]
    own = plain.of(4)
    assert own.closing + float(rows[4]["published_bonus"]) == pytest.approx(824, abs=0.5)
    _, again = irish_event(published, "drogheda_g_2009", p4=824.0)
    for number in rows.keys() - {4}:
        new = float(rows[number]["published_new_rating"])
        assert abs(plain.of(number).closing - new) < 2.85
        assert again.of(number).expected == pytest.approx(float(rows[number]["published_expected"]), abs=0.006)
        assert again.of(number).closing == pytest.approx(new, abs=0.5)


def test_irish_rating_changes_of_five_years(published):
    """17,000 rows of a federation's history: new = round(old + K x (score - expected) + bonus)."""
    checked = 0
    for row in published("icu_rating_changes_1999-2004.csv.gz"):
        old, expected = float(row["old_rating"]), float(row["expected"])
        if old <= 0 or expected <= 0:
            continue  # new players, rated by performance
        parameters = SYSTEMS["elo"].parameters({"k": float(row["k"])})
        raw = parameters.k[0].k * (float(row["score"]) - expected) + float(row["bonus"] or 0)
        assert parameters.applied(old, raw)[1] == pytest.approx(float(row["new_rating"]), abs=0.5001), row
        checked += 1
    assert checked > 10_000


def test_backgammon_club_k_and_scale_by_match_length(published):
    """K = 4 sqrt(N), scale 2000 / sqrt(N), start 1800: rules by length, one league in one order."""
    matches = published("backgammon_club_2025-09-20_matches.csv")
    players = numbered(name for row in matches for name in (row["Winner"], row["Loser"]))
    states: dict[int, RatingState] = {}
    facts = {p: PlayerFacts(p) for p in players.values()}
    elo = SYSTEMS["elo"]
    for number, row in enumerate(matches, start=1):
        root = float(row["Length"]) ** 0.5
        world = world_of("elo", states, facts, k=4 * root, scale=2000 / root, initial=1800)
        sides = players[row["Winner"]], players[row["Loser"]]
        for player in sides:
            states.setdefault(player, elo.initial(facts[player], world.rules.at(1)))
        played = single(game(number, *sides, 2, row["Date"]))
        states |= {row.player: elo.after(row, 1, played, world) for row in list(elo.rate(played, world))}
    listed = published("backgammon_club_2025-09-20_ratings.csv")
    assert len(listed) == 34
    for row in listed:
        assert states[players[row["Player"]]].rating == pytest.approx(float(row["Rating"]), abs=0.5)


def test_portimao_changes_are_k_times_score_minus_expected(published):
    """FIDE's printed n, w, we, K and change of 93 players: the sum in hundredths, exactly."""
    checked = 0
    for row in published("fide_change_portimao_2026_standings.csv", delimiter=";"):
        if not row["K"].strip() or not row["we"].strip():
            continue
        won, expected, k, change = (float(row[n].replace(",", ".")) for n in ("w", "we", "K", "rtg+/-"))
        units = round(100 * k) * round(100 * (won - expected))
        assert units / UNITS == pytest.approx(change, abs=1e-9)
        checked += 1
    assert checked == 93


def test_fide_individual_calculation_of_june_2017(published):
    """Own rating 1922, K 40: printed changes per game, +5.60 in all, so +6."""
    rows = published("fide_individual_calculation_2017-06.csv")
    facts = [PlayerFacts(1, rating=1922, k=40)]
    facts += [PlayerFacts(n, rating=float(row["opponent_rating"])) for n, row in enumerate(rows, start=2)]
    games = [game(n, 1, n, round(2 * float(row["score"])), "2017-06-10") for n, row in enumerate(rows, start=2)]
    played = play("fide", [batch(games, month("2017-06"))], facts)
    parts = [row for row in played.rows if row.player == 1 and row.cause == Cause.GAME]
    assert [row.change for row in parts] == [float(row["k_chg"]) for row in rows]
    assert [round(row.halves / 2 - row.expected, 2) for row in parts] == [float(row["chg"]) for row in rows]
    assert (played.of(1).change, played.of(1).closing) == (6, 1928)


def test_russian_club_cup_moves_in_the_published_direction(published, shared):
    """Approximate by the file's own word (K inferred): direction and size, not equality."""
    rows = {int(row["no"]): row for row in published("ru_national_2025-09_before_after.csv")}
    cards = (shared / "data" / "club" / "ru_cup_2025-09_cards_utf8.csv").read_text(encoding="utf-8-sig")
    tiers = [{"k": 60, "rating_below": 1200}, {"k": 50, "rating_below": 1400}, {"k": 40, "rating_below": 1600}]
    facts = [PlayerFacts(n, rating=float(row["national_before"])) for n, row in rows.items()]
    games = []
    for card in csv.DictReader(cards.splitlines(), delimiter=";"):
        own, opponent = int(card["Ст.ном."]), int(card["Соп.ном."] or 0)
        if own < opponent and card["Рез."] in ("1", "½", "0"):
            halves = {"1": 2, "½": 1, "0": 0}[card["Рез."]]
            games.append(game(len(games) + 1, own, opponent, halves, "2025-09-10", event=1))
    parameters = {"k": [*tiers, {"k": 30}], "expectation": "fide_table", "difference_cap": 400}
    played = play("elo", [batch(games, month("2025-09"))], facts, **parameters, rounding="integer", floor=1000)
    after = {n: float(row["national_after"]) for n, row in rows.items() if row["national_after"]}
    close = [n for n, value in after.items() if n in played.states and abs(played.states[n].rating - value) <= 1]
    assert len(games) > 80
    assert len(close) >= len(after) // 2
