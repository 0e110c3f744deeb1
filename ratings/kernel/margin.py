"""How much the margin of a win multiplies K: football goals, and FiveThirtyEight's NBA and NFL.

Sources: eloratings.net (goals); FiveThirtyEight, "How We Calculate NBA Elo Ratings" (2015) and
github.com/fivethirtyeight/nfl-elo-game. Denominators are held at 0.5 or more, so that a huge
favourite's defeat cannot divide by zero or turn the sign.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

from .rows import OwnGame

LEAST_DENOMINATOR = 0.5

Multiplier = Callable[[int, float], float]


def goals(margin: int, winner_difference: float) -> float:
    """World Football Elo: 1, from two goals 1.5, from three (11 + N) / 8."""
    if margin < 2:
        return 1.0
    return 1.5 if margin == 2 else (11 + margin) / 8


def nba(margin: int, winner_difference: float) -> float:
    """(margin + 3)^0.8 / (7.5 + 0.006 x the winner's rating difference, home advantage included)."""
    return float((margin + 3) ** 0.8) / max(7.5 + 0.006 * winner_difference, LEAST_DENOMINATOR)


def nfl(margin: int, winner_difference: float) -> float:
    """ln(margin + 1) x 2.2 / (2.2 + 0.001 x the winner's difference); a tie counts as ln 2 x 2.2."""
    if margin == 0:
        return log(2) * 2.2
    return log(margin + 1) * 2.2 / max(2.2 + 0.001 * winner_difference, LEAST_DENOMINATOR)


MULTIPLIERS: dict[str, Multiplier] = {"goals": goals, "nba": nba, "nfl": nfl}


def multiplier(name: str, own: OwnGame, difference: float) -> float:
    """The factor of a game's margin, alike for both sides; 1 where rules or game have none.

    ``difference``: own minus opponent's rating, home advantage included. The result says who won
    (a shoot-out may decide a game of equal goals), the points say by how much.
    """
    game = own.game
    if name == "none" or game.white_points is None or game.black_points is None:
        return 1.0
    if own.halves == 1:
        return MULTIPLIERS[name](0, 0.0)
    margin = max(abs(game.white_points - game.black_points), 1)
    return MULTIPLIERS[name](margin, difference if own.halves == 2 else -difference)
