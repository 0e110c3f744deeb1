"""Log rows of periods that have none yet: nothing to compare, and the games of many players to be counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from league.models import League
from ratings.kernel.columns import Column, column, span_of
from ratings.kernel.types import Cause, Change, Day, PlayerId

from .keys import game_base, row_id
from .rows import LogWriter
from .tally import GAME, Tally

_BITS: Final = 21  # for the lost, drawn and won games of a player in a period
_MOST: Final = (1 << _BITS) - 1
_WORTH: Final = tuple(1 << _BITS * halves for halves in range(3))
_CAUSES: Final = {cause.value: cause.value for cause in Cause}  # plain text, whatever kind of text comes in


class PeriodWriter(LogWriter):
    """A writer of whole periods. ``players``: everybody in the league; whoever else turns up, his entry lost behind the
    database's back, is counted the slow way."""

    def __init__(self, league: League, players: Collection[PlayerId]) -> None:
        super().__init__(league)
        self._span = span_of(players)

    def _all(self, rows: Iterable[Change], tally: Tally, days: Mapping[Day, Any]) -> Iterator[tuple[Any, ...]]:
        """As ``LogWriter`` has it. The rated games of a period are counted here, in columns of numbers: a player's
        count would have to be found in the memory for each of them."""
        league, base, see, worth = self._league, game_base(self._league), tally.see, _WORTH
        first, size = self._span
        scores, played = column("q", size), column("i", size)
        latest, on = 0, days.get(0)
        for row in rows:
            cause, day = row[0], row[1]
            if day != latest:
                latest, on = day, days[day]
            if cause == GAME:
                key = base + row[3] * 2 + row[4]
                at = row[5] - first
                if row[21] or row[13] is not None or not 0 <= at < size:
                    see(row)
                else:
                    scores[at] += worth[row[6]]  # type: ignore[index]  # a rated game has a score
                    if day > played[at]:
                        played[at] = day
            else:
                see(row)
                key, cause = row_id(league, row), _CAUSES[cause]
            yield (key, league, cause, on) + row[2:]  # noqa: RUF005 - half the time of unpacking
        _count(tally, first, scores, played)


def _count(tally: Tally, first: PlayerId, scores: Column, played: Column) -> None:
    """The games of everybody who has a row of a period, to what was seen besides."""
    for player, count in tally.items():
        at = player - first
        packed = scores[at] if 0 <= at < len(scores) else 0
        if packed:
            lost, drawn, won = packed & _MOST, packed >> _BITS & _MOST, packed >> 2 * _BITS
            count.losses += lost
            count.draws += drawn
            count.wins += won
            count.games += lost + drawn + won
            count.last_played = max(count.last_played, played[at])
