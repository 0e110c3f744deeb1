"""How many games a norm needs, and as how many it counts (FIDE B.01 1.4.1, 1.5.1 and 1.7)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from .norms import NormPerformance, norm_performance

LEAST_GAMES = 9
LEAST_IN_TEAMS = 7
LEAST_IN_CUP = 8
NINE_ROUNDS = 9
MOST_COUNTED = 13
FOR_A_TITLE = 27


class Championship(StrEnum):
    """Events for which 1.4.1b makes an exception: world and continental championships of teams or clubs, World Cups."""

    ORDINARY = "ordinary"
    TEAM = "team"
    CUP = "cup"


class NormEvent(NamedTuple):
    """What a norm asks of the event. ``rounds``: how many it has (0: as many as the player has). ``swiss``: the
    pairings were not fixed beforehand. ``double``: a double round robin."""

    rounds: int = 0
    championship: str = Championship.ORDINARY
    swiss: bool = False
    double: bool = False


class Counted(NamedTuple):
    """As how many ``games`` a norm counts. ``ninth_unplayed``: by 1.4.1c; ``surplus``: games added by 1.4.1d."""

    games: int
    ninth_unplayed: bool = False
    surplus: int = 0
    cut: bool = False  # by 1.7


def least_games(championship: str) -> int:
    """1.4.1a: nine; 1.4.1b: seven in championships of teams, eight in a World Cup."""
    return {Championship.TEAM: LEAST_IN_TEAMS, Championship.CUP: LEAST_IN_CUP}.get(
        Championship(championship), LEAST_GAMES
    )


def ninth_unplayed(event: NormEvent, games: int, unplayed: int) -> bool:
    """1.4.1c: in nine rounds eight games are nine, if the ninth was won by forfeit or was a bye by the pairing."""
    rounds = event.rounds or games + unplayed
    return rounds == NINE_ROUNDS and games == NINE_ROUNDS - 1 and unplayed == 1


def needed_games(event: NormEvent, games: int, unplayed: int) -> int:
    """1.4.1a to c together."""
    usual = least_games(event.championship)
    return min(usual, NINE_ROUNDS - 1) if ninth_unplayed(event, games, unplayed) else usual


def surplus_games(made: NormPerformance) -> int:
    """1.4.1d: each full point more than the norm asks is one game more."""
    title, opponents, halves = made.norm.title, made.opponents, made.performance.halves
    fewer = 0
    while fewer < halves and norm_performance(title, opponents, halves - fewer - 1).reached:
        fewer += 1
    return fewer // 2


def counted_games(event: NormEvent, made: NormPerformance, unplayed: int = 0) -> Counted:
    """1.4.1b to d and 1.7: eight games of a World Cup are nine; of more than 13 rounds no more than 13 count."""
    games = made.performance.games
    rounds = event.rounds or games + unplayed
    if rounds > MOST_COUNTED:
        return Counted(min(games, MOST_COUNTED), cut=games > MOST_COUNTED)
    ninth = ninth_unplayed(event, games, unplayed)
    cup = event.championship == Championship.CUP and games == LEAST_IN_CUP
    surplus = surplus_games(made)
    return Counted(games + (ninth or cup) + surplus, ninth, surplus)


def games_for_a_title(norms: Iterable[Counted]) -> int:
    """1.5.1: the games of a title's norms together, of which 1.4.1c may have given one (the largest)."""
    norms = list(norms)
    plain = sum(norm.games for norm in norms if not norm.ninth_unplayed)
    return plain + max((norm.games for norm in norms if norm.ninth_unplayed), default=0)
