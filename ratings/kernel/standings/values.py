"""What each tie-break comes to for one player (C.07 7 to 10). None: there is nothing to compute it from."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Final, NamedTuple

from ..performance import average_rating, performance
from .cards import DRAW, WIN, Card, Meeting, Rules, Table
from .codes import TieBreak


class _Part(NamedTuple):
    """What one round brings to a Buchholz or Sonneborn-Berger; ``score`` of the opponent."""

    value: float
    score: float
    away: bool


def value_of(table: Table, player: int, tie_break: TieBreak) -> float | None:
    """Any tie-break but the direct encounter, which depends on who is tied."""
    return _VALUES[tie_break.name](table, player, tie_break)


def _count(counts: Callable[[Meeting], bool]) -> Callable[[Table, int, TieBreak], float | None]:
    return lambda table, player, _tie_break: sum(map(counts, table.cards[player].meetings))


def _played(meeting: Meeting) -> bool:
    return meeting.played and meeting.opponent is not None


def _won(meeting: Meeting) -> bool:
    return _played(meeting) and meeting.points == WIN


def _progressive(table: Table, player: int, tie_break: TieBreak) -> float:
    """7.5: the scores after each round, added; cut: without those after the first rounds."""
    card = table.cards[player]
    points = [0.0] * table.rounds
    for meeting in card.meetings:
        if 1 <= meeting.round <= table.rounds:
            points[meeting.round - 1] += meeting.points
    return sum(list(accumulate(points))[tie_break.low :])


def _buchholz(table: Table, player: int, tie_break: TieBreak) -> float:
    """8.1: the scores of the opponents."""
    return _after_cuts(table, _parts(table, player, berger=False), tie_break)


def _berger(table: Table, player: int, tie_break: TieBreak) -> float:
    """9.1: the scores of the opponents, each times what was made against them."""
    return _after_cuts(table, _parts(table, player, berger=True), tie_break)


def _parts(table: Table, player: int, *, berger: bool) -> list[_Part]:
    parts = []
    for meeting in table.cards[player].meetings:
        if (score := _score_met(table, table.cards[player], meeting)) is not None:
            away = meeting.away and table.rules != Rules.VIRTUAL
            parts.append(_Part(score * _made(table, meeting) if berger else score, score, away))
    return parts


def _made(table: Table, meeting: Meeting) -> float:
    """Against the virtual opponent of the old regulations everybody drew."""
    virtual = table.swiss and table.rules == Rules.VIRTUAL and not meeting.played
    return DRAW if virtual else meeting.points


def _score_met(table: Table, card: Card, meeting: Meeting) -> float | None:
    """The score of the opponent of a round; None where it counts for nothing."""
    met = meeting.opponent
    if not table.swiss or meeting.played:
        return None if met is None else table.adjusted(met)
    if table.rules == Rules.VIRTUAL:
        before = sum(each.points for each in card.meetings if each.round < meeting.round)
        return before + (WIN - meeting.points) + DRAW * (table.rounds - meeting.round)
    if table.rules == Rules.DUMMY:
        return card.points
    return min(card.points, DRAW * table.rounds if met is None else table.adjusted(met))


def _after_cuts(table: Table, parts: list[_Part], tie_break: TieBreak) -> float:
    """14.1, 16.5: of what is cut first go rounds that were left unplayed of one's own will.

    What is least is so by the opponent's score; before 2023 it was the least contribution.
    """
    left = list(parts)
    for _cut in range(min(tie_break.low, len(left))):
        if table.rules == Rules.VIRTUAL:
            left.remove(min(left, key=lambda part: (part.value, part.score)))
            continue
        lowest = min(left, key=lambda part: (part.score, part.value))
        away = min((part for part in left if part.away), key=lambda part: (part.value, part.score), default=lowest)
        left.remove(away if away.value >= lowest.value else lowest)
    for _cut in range(min(tie_break.high, len(left))):
        left.remove(max(left, key=lambda part: (part.score, part.value)))
    return sum(part.value for part in left)


def _koya(table: Table, player: int, _tie_break: TieBreak) -> float:
    """9.2: points against those who made half of what could be made."""
    half = max((_chances(table, card) for card in table.cards.values()), default=0) / 2
    meetings = table.cards[player].meetings
    return sum(m.points for m in meetings if m.opponent is not None and table.cards[m.opponent].points >= half)


def _chances(table: Table, card: Card) -> int:
    return sum(1 for meeting in card.meetings if meeting.opponent is not None or table.swiss)


def _rated(table: Table, player: int) -> list[tuple[int, float]]:
    """15.2: of the games played, the opponents' ratings and the points made."""
    found = []
    for meeting in table.cards[player].meetings:
        if meeting.opponent is None or not meeting.played:
            continue
        rating = table.cards[meeting.opponent].rating
        if rating is not None:
            found.append((rating, meeting.points))
    return found


def _average(table: Table, player: int, _tie_break: TieBreak) -> float | None:
    """10.1"""
    met = [rating for rating, _points in _rated(table, player)]
    return average_rating(met) if met else None


def _performance(table: Table, player: int, _tie_break: TieBreak) -> float | None:
    """10.2"""
    met = _rated(table, player)
    halves = round(2 * sum(points for _rating, points in met))
    return performance([rating for rating, _points in met], halves).rating if met else None


_VALUES: Final[dict[str, Callable[[Table, int, TieBreak], float | None]]] = {
    "WIN": _count(lambda meeting: meeting.points == WIN),  # 7.1: with or without playing
    "WON": _count(_won),  # 7.2
    "BPG": _count(lambda meeting: _played(meeting) and meeting.black),  # 7.3
    "BWG": _count(lambda meeting: _won(meeting) and meeting.black),  # 7.4
    "PS": _progressive,
    "BH": _buchholz,
    "SB": _berger,
    "KS": _koya,
    "ARO": _average,
    "TPR": _performance,
}
