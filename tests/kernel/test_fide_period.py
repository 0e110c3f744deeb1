"""The fast way through a FIDE period: columns of numbers that say what floats and objects would."""

from math import fsum
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.kernel.columns import span_of
from ratings.kernel.fide.columns import SCORES, Columns
from ratings.kernel.types import Adjust, PlayerFacts

from .build import batch, game, month, play

FAR = 1_000_003


def results(chance, players, count):
    pairs = [chance.sample(players, 2) for _ in range(count)]
    return [game(n, white, black, chance.randint(0, 2)) for n, (white, black) in enumerate(pairs, 1)]


@given(st.lists(st.integers(0, 100), min_size=1, max_size=200), st.lists(st.floats(1000, 2900), max_size=5))
@settings(max_examples=300, deadline=None)
def test_sums_are_those_of_fsum_to_the_last_bit(expected, uneven):
    columns = Columns([1])
    opponents = [1400.0 + 7 * hundredths for hundredths in expected] + uneven
    for hundredths, opponent in zip([*expected, *[50] * len(uneven)], opponents, strict=True):
        columns.count(1, hundredths, opponent)
    assert columns.counted[0] == len(opponents)
    assert columns.expected_sum(1) == fsum([*(SCORES[h] for h in expected), *[0.5] * len(uneven)])
    assert columns.opponents_sum(1) == fsum(opponents)


def test_players_whose_ids_lie_far_apart_get_the_same_numbers():
    chance = Random(7)
    rating = {player: float(chance.randint(1400, 2750)) for player in range(1, 13)}
    games = results(chance, list(rating), 60)
    near = play("fide", [batch(games, month("2025-11"))], [PlayerFacts(p, rating=r) for p, r in rating.items()])
    far_games = [each._replace(white=each.white * FAR, black=each.black * FAR) for each in games]
    far_players = [PlayerFacts(p * FAR, rating=r) for p, r in rating.items()]
    far = play("fide", [batch(far_games, month("2025-11"))], far_players)
    assert span_of(rating) == (1, 12) and span_of([facts.player for facts in far_players]) == (0, 0)
    assert [row._replace(player=row.player * FAR) for row in near.rows] == far.rows


def test_a_period_gives_its_games_in_their_order_then_a_sum_for_each_player():
    games = results(Random(3), [1, 2, 3, 4], 8)
    rows = play("fide", [batch(games, month("2025-11"))], [PlayerFacts(p, rating=1800.0) for p in (1, 2, 3, 4)]).rows
    assert [row.ref for row in rows if row.cause == "game"] == [n for n in range(1, 9) for _ in (0, 1)]
    assert [(row.cause, row.player) for row in rows[-4:]] == [("period", p) for p in (1, 2, 3, 4)]


def test_hundredths_of_a_rating_set_by_hand_are_used_as_they_are():
    players = [PlayerFacts(1, rating=1800.0), PlayerFacts(2, rating=1700.0), PlayerFacts(3, rating=1750.0)]
    period = month("2025-11")
    steps = [Adjust(period.starts, 1, 1, by=0.37), batch([game(1, 1, 2, 2), game(2, 3, 1, 1)], period)]
    rows = play("fide", steps, players).rows
    used = {(row.ref, row.player): (row.own_rating, row.opponent_rating) for row in rows if row.cause == "game"}
    assert used[1, 2] == (1700.0, 1800.37)
    assert used[2, 1] == (1800.37, 1750.0)
    assert next(row for row in rows if row.cause == "period" and row.player == 3).opponent_rating == 1800.37
