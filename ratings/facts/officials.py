"""What a federation published: the list in force on a day, for leagues with external openings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date

from django.db import connection

from league.models import League
from ratings.kernel.systems import Rules
from ratings.kernel.types import Day, Official, OfficialRating, PlayerId, unlisted

Lines = Mapping[tuple[str, PlayerId], Sequence[tuple[Day, Official]]]  # (list, player) -> dated lines


def official(rating: int | None, k: int | None) -> Official:
    """A published line as the kernel reads it."""
    return Official(None if rating is None else float(rating), None if k is None else float(k))


class Officials:
    """``officials(player, day)``: the player's line on the newest list dated that day or before; None if there is none.

    A line without a rating says that the player is unrated. Read whole at the first question. ``laid`` over
    what is stored: lines that would be there.
    """

    def __init__(self, league: League, name: str, laid: Lines | None = None) -> None:
        self._league, self._name, self._laid = league, name, laid or {}
        self._lists: dict[PlayerId, tuple[list[Day], list[Official]]] | None = None

    def __call__(self, player: PlayerId, day: Day) -> Official | None:
        if self._lists is None:
            self._lists = self._read()
        days, lines = self._lists.get(player, ([], []))
        place = bisect_right(days, day)
        return lines[place - 1] if place else None

    def _read(self) -> dict[PlayerId, tuple[list[Day], list[Official]]]:
        lists: dict[PlayerId, tuple[list[Day], list[Official]]] = {}
        with connection.cursor() as cursor:
            cursor.execute(_LISTS, [self._name, self._league.pk])
            for player, dated, rating, k in cursor.fetchall():
                days, lines = lists.setdefault(player, ([], []))
                days.append(date.fromisoformat(dated).toordinal())
                lines.append(official(rating, k))
        for (name, player), dated in self._laid.items():
            if name == self._name:
                days, lines = lists.get(player, ([], []))
                known = dict(zip(days, lines, strict=True)) | dict(dated)
                lists[player] = (sorted(known), [known[day] for day in sorted(known)])
        return lists


_LISTS = """
SELECT x.player_id, CAST(x.date AS text), x.rating, x.k FROM league_externalrating x
 WHERE x.list = %s AND x.player_id IN (SELECT player_id FROM league_leagueentry WHERE league_id = %s)
 ORDER BY x.player_id, x.date
"""


def officials_of(league: League, rules: Rules, laid: Lines | None = None) -> OfficialRating:
    """The federation's lists that a league's rules look at; nothing where its openings are its own."""
    names = [parameters.list for _, parameters in rules.sets if getattr(parameters, "external", False)]
    return Officials(league, names[-1], laid) if names else unlisted
