"""One function a kind of golden case: the given numbers through the kernel, to the names in ``gives``."""

from math import fsum

from ratings.kernel.expectation import logistic
from ratings.kernel.fide import counted_results, first_rating, list_of, publishable, raised_in_2024, too_far_apart
from ratings.kernel.fide.game import UNITS, rounded
from ratings.kernel.fide_tables import performance_difference
from ratings.kernel.glicko2 import Result, predicted_score, update
from ratings.kernel.kfactor import KFactor, coefficient, limited_to_700
from ratings.kernel.margin import goals
from ratings.kernel.norms import enough_points, mix, norm_performance
from ratings.kernel.performance import average_rating, perfect_performance, performance
from ratings.kernel.replay import Listed, no_openings
from ratings.kernel.rounding import half_up
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import Cause, PlayerFacts, PooledResult, RatingState, TimeControl

from .build import batch, day, game, month, play, single

NOW = day("2025-11-30")
OWN = 1


def compute(case: dict) -> dict:
    """What the kernel gives for a case, under the names of its ``gives``."""
    return KINDS[case["kind"]](case["given"])


def _period(given: dict) -> dict:
    """A player's whole period through the replay; opponents stand at the ratings used."""
    states = {OWN: RatingState(given["base"], games=100, peak=given["base"])}
    games, players = [], {OWN: PlayerFacts(OWN, k=given["k"])}
    for number, event in enumerate(given["events"], start=1):
        for rating, halves in event["games"]:
            opponent = len(players) + 1
            players[opponent], states[opponent] = PlayerFacts(opponent), RatingState(rating, games=100, peak=rating)
            games.append(game(opponent, OWN, opponent, halves, on=event["start"], event=number))
    openings = no_openings()
    openings.states.update(states)
    openings.history[OWN] = _own_history(given)
    period = month(given["month"])
    played = play("fide", [batch(games, period)], players, openings=openings, calendar=(period.ends,))
    row = played.of(OWN)
    deltas = [[_delta(played, each) for each in games if each.event == event] for event in _numbers(given)]
    return {
        "k": row.k,
        "games": sum(map(len, deltas)),
        "deltas": deltas,
        "sums": [sum(event) for event in deltas],
        "unrounded": fsum(part.change for part in played.rows if part.player == OWN and part.cause == Cause.GAME),
        "change": row.change,
        "rating": row.closing,
    }


def _numbers(given: dict) -> range:
    return range(1, len(given["events"]) + 1)


def _delta(played, each) -> int:
    (part,) = [row for row in played.rows if row.cause == Cause.GAME and row.ref == each.game and row.player == OWN]
    return 50 * part.halves - round(100 * part.expected)


def _own_history(given: dict) -> list[Listed]:
    """Lists in which the player had at each event's start the rating that was used there."""
    changes, before = [], given["events"][0]["own"]
    for event in given["events"][1:]:
        if event["own"] != before:
            changes.append(Listed(day(event["start"]), before, event["own"]))
            before = event["own"]
    if before != given["base"]:
        changes.append(Listed(day(given["events"][-1]["start"]) + 1, before, given["base"]))
    return changes


def _game(given: dict) -> dict:
    event = {"start": given["start"], "own": given["own"], "games": [[given["opponent"], given["halves"]]]}
    players = [PlayerFacts(1, rating=given["own"], k=given["k"]), PlayerFacts(2, rating=given["opponent"])]
    period = month(given["start"][:7])
    games = [game(1, 1, 2, event["games"][0][1], on=given["start"])]
    played = play("fide", [batch(games, period)], players, calendar=(period.ends,), list=given["list"])
    part = next(row for row in played.rows if row.player == 1 and row.cause == Cause.GAME)
    total = played.of(1)
    return {
        "unrounded": part.change,
        "change": total.change,
        "rated": part.reason == "",
        "expected": part.expected,
    }


def _first(given: dict) -> dict:
    left, pool = given["halves"], []
    for number, rating in enumerate(given["opponents"], start=1):
        pool.append(PooledResult(NOW, 1, number, rating, min(left, 2)))
        left -= pool[-1].halves
    new, old = first_rating(pool, NOW), first_rating(pool, day("2023-06-30"))
    assert counted_results(pool, NOW) == pool
    k = coefficient(None, len(pool), None, 2025).k
    return {
        "average": new.average,
        "percent": new.percent,
        "dp": new.dp,
        "rating": new.rating,
        "rating_2022": old.rating,
        "published": publishable(new, 1400),
        "k": k,
    }


def _rounding(given: dict) -> dict:
    return {"change": rounded(round(given["sum"] * UNITS))}


def _event(given: dict) -> dict:
    """A round robin as one period; what some won elsewhere in the period is added before the rounding."""
    ratings = dict(enumerate(given["ratings"], start=1))
    games = [game(n, white, black, halves, event=1) for n, (white, black, halves) in enumerate(given["games"], start=1)]
    facts = [PlayerFacts(player, rating=rating, k=given["k"]) for player, rating in ratings.items()]
    played = play("fide", [batch(games, month("2025-11"))], facts)
    parts = {p: [r for r in played.rows if r.player == p and r.cause == Cause.GAME] for p in ratings}
    sums = {p: sum(50 * r.halves - round(100 * r.expected) for r in rows) for p, rows in parts.items()}
    opponents = {p: [round(r.opponent_rating) for r in rows] for p, rows in parts.items()}
    return {
        "halves": [sum(row.halves for row in rows) for rows in parts.values()],
        "sums": list(sums.values()),
        "unrounded": [fsum(row.change for row in rows) for rows in parts.values()],
        "average": [average_rating(opponents[p]) for p in ratings],
        "ratings": [
            played.of(p).closing if str(p) not in given["elsewhere"] else _with(given, p, sums) for p in ratings
        ],
    }


def _with(given: dict, player: int, sums: dict[int, int]) -> int:
    total = given["k"] * sums[player] / 100 + given["elsewhere"][str(player)]
    return given["ratings"][player - 1] + _rounding({"sum": total})["change"]


def _performance(given: dict) -> dict:
    made = performance(given["opponents"], given["halves"])
    perfect = perfect_performance(given["opponents"], given["halves"])
    return {"average": made.average, "rating": made.rating, "perfect": perfect}


def _gap(given: dict) -> dict:
    apart = too_far_apart(given["own"], given["opponent"], day(given["start"]), given["list"])
    return {"rated": not apart}


def _control(given: dict) -> dict:
    control = TimeControl(given["base_minutes"], given["increment_seconds"], given["moves_first_control"])
    return {"list": list_of(control, given["white"], given["black"])}


def _coefficient(given: dict) -> dict:
    return {"k": coefficient(given["peak"], given["games"], given["born"], given["year"]).k}


def _limit(given: dict) -> dict:
    return {"k": limited_to_700(KFactor(given["k"], "fixed"), given["games"]).k}


def _increase(given: dict) -> dict:
    return {"new": raised_in_2024(given["old"])}


def _norm_average(given: dict) -> dict:
    return {"average": half_up(given["hundredths"], 100)}


def _norm_rating(given: dict) -> dict:
    dp = performance_difference(given["percent"])
    return {"dp": dp, "rating": given["average"] + dp}


def _norm(given: dict) -> dict:
    made = norm_performance(given["title"], given["opponents"], given["halves"])
    numbers = {"average": made.performance.average, "percent": made.performance.percent}
    return numbers | {"lowest": min(made.opponents), "rating": made.performance.rating}


def _norm_points(given: dict) -> dict:
    return {"reached": enough_points(given["halves"], given["games"])}


def _norm_mix(given: dict) -> dict:
    needed = mix(given["games"])
    return {
        "min_title_holders": needed.least_title_holders,
        "max_own_federation": needed.most_own_federation,
        "max_one_federation": needed.most_one_federation,
    }


def _glicko2(given: dict) -> dict:
    results = [Result(rating, deviation, halves / 2) for rating, deviation, halves in given["games"]]
    new = update(*given["own"], results, given["tau"], 0 if given["skip"] else 1)
    found = {"rating": new.rating, "rd": new.deviation, "volatility": new.volatility}
    return found | {f"{name}_paper": value for name, value in found.items()}


def _pair(white: list, black: list, halves: int, given: dict) -> list[RatingState]:
    """One game of a league, game by game."""
    sides = enumerate((white, black), start=1)
    facts = [PlayerFacts(p, rating=r, deviation=d, volatility=v) for p, (r, d, v) in sides]
    parameters = {"tau": given["tau"], "skip_deviation_increase": given["skip"], "initial_deviation": 500}
    played = play("glicko2", [single(game(1, 1, 2, halves))], facts, **parameters)
    return [played.states[1], played.states[2]]


def _glicko2_twins(given: dict) -> dict:
    winner, loser = _pair(given["own"], given["own"], 2, given)
    draw, other = _pair(given["own"], given["own"], 1, given)
    assert (draw, winner.deviation) == (other, loser.deviation)
    return {
        "winner": winner.rating,
        "loser": loser.rating,
        "draw": draw.rating,
        "rd": winner.deviation,
        "volatility_win": winner.volatility,
        "volatility_draw": draw.volatility,
    }


def _glicko2_pair(given: dict) -> dict:
    white, black = _pair(given["white"], given["black"], given["halves"], given)
    deviations = {"white_rd": white.deviation, "black_rd": black.deviation}
    return {"white": white.rating, "black": black.rating} | deviations


def _glicko_expected(given: dict) -> dict:
    return {"expected": predicted_score(*given["a"], *given["b"])}


def _football(given: dict) -> dict:
    home, away = given["goals"]
    facts = [PlayerFacts(1, rating=given["home"]), PlayerFacts(2, rating=given["away"])]
    match = game(1, 1, 2, 1 + (home > away) - (home < away), white_points=home, black_points=away)
    rule = {"k": given["k"], "home_advantage": 100, "margin": "goals", "rounding": "integer"}
    return {"change": play("elo", [single(match)], facts, **rule).of(1, Cause.GAME).change}


def _scale_of_600(given: dict) -> dict:
    """FIFA's ranking is Elo with a scale of 600 and the importance of the match as K."""
    facts = [PlayerFacts(1, rating=given["a"]), PlayerFacts(2, rating=given["b"])]
    rule = {"k": given["importance"], "scale": 600, "rounding": "integer"}
    played = play("elo", [single(game(1, 1, 2, given["a_result"]))], facts, **rule)
    return {"a": played.states[1].rating, "b": played.states[2].rating}


def _football_expected(given: dict) -> dict:
    return {"We": logistic(given["dr"], 0)}


def _goals(given: dict) -> dict:
    return {"adjusted_k": given["k"] * goals(given["goal_difference"], 0)}


def _sum(given: dict) -> dict:
    change = given["k"] * (given["score"] - given["expected_sum"])
    return {"rating": SYSTEMS["elo"].parameters({}).applied(given["rating"], change)[1]}


KINDS = {
    "period": _period,
    "game": _game,
    "first": _first,
    "rounding": _rounding,
    "event": _event,
    "performance": _performance,
    "gap": _gap,
    "control": _control,
    "coefficient": _coefficient,
    "limit": _limit,
    "increase": _increase,
    "norm_average": _norm_average,
    "norm_rating": _norm_rating,
    "norm": _norm,
    "norm_points": _norm_points,
    "norm_mix": _norm_mix,
    "glicko2": _glicko2,
    "glicko2_twins": _glicko2_twins,
    "glicko2_pair": _glicko2_pair,
    "glicko_expected": _glicko_expected,
    "football": _football,
    "scale_of_600": _scale_of_600,
    "football_expected": _football_expected,
    "goals": _goals,
    "sum": _sum,
}
