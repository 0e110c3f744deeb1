"""What was done to the facts, newest first: of a league, a club, a player; one list, read along keys.

Two streams make it: rows of the history, and results that are their own record. Each is read by its key, newest
first, and both are merged by time; a page goes on where each stream stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import ChangeReach, Club, FactChange, Game, League, Player

from .scope import NO_INDEX

PAGE: Final = 50
# What everybody may read: what was done to games, ratings, rules, seasons and periods; of people only that it was.
PUBLIC: Final = (
    "game.", "adjustment.", "compensation.", "period.", "rules.", "season.", "event.edit", "event.withdraw", "entry.",
    "league.", "player.edit", "player.merge", "player.split", "import.", "external.", "self.repair",
)  # fmt: skip
Row = FactChange | Game


class Place(NamedTuple):
    """Where a page begins: keys before which each stream is read (0: at the newest)."""

    change: int = 0
    game: int = 0

    @property
    def code(self) -> str:
        return f"{self.change}-{self.game}"

    @classmethod
    def of(cls, text: str) -> Place:
        """From an address; anything else is the newest."""
        parts = text.split("-")
        if len(parts) != 2 or not all(p.isascii() and p.isdecimal() and len(p) < 19 for p in parts):
            return cls()
        return cls(*(int(part) for part in parts))


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for, in a league or in a club. ``kind``: the first word of codes (``game``)."""

    league: League | None = None
    club: Club | None = None
    player: Player | None = None
    kind: str = ""
    actor: int | None = None
    first: datetime | None = None
    until: datetime | None = None
    public: bool = False

    def rows(self, place: Place, size: int) -> tuple[list[Row], Place | None]:
        """A page of both streams, and where the next one begins (None: there is no other)."""
        both: list[Row] = [row for stream in self._changes(place.change) for row in stream[: size + 1]]
        both += self._games(place.game)[: size + 1] if self._has_games else []
        both.sort(key=_when, reverse=True)
        return both[:size], _next(place, both[:size]) if len(both) > size else None

    def _changes(self, before: int) -> list[QuerySet[FactChange]]:
        """Along the indices (player, change), (league, id) and (league, change), or (club, id)."""
        rows = self._asked(FactChange.objects.select_related("league"), "made_at", "actor")
        rows = rows.filter(kind__startswith=f"{self.kind}.") if self.kind else rows
        rows = rows.filter(_public()) if self.public else rows
        rows = rows.filter(pk__lt=before) if before else rows
        reached = Exists(ChangeReach.objects.filter(change=OuterRef("pk"), league=self.league))
        if self.player is not None:
            rows = rows.filter(about__player=self.player).order_by("-about__change_id")
            return [rows.filter(Q(league=self.league) | reached) if self.league is not None else rows]
        if self.league is None:
            return [rows.filter(club=self.club).order_by("-pk")]
        elsewhere = rows.filter(reach__league=self.league).order_by("-reach__change_id")
        return [rows.filter(league=self.league).order_by("-pk"), elsewhere]

    @property
    def _has_games(self) -> bool:
        return (self.league is not None or self.player is not None) and self.kind in ("", "game")

    def _games(self, before: int) -> QuerySet[Game]:
        """Results without a row of the history, along (league, id) of those entered by hand."""
        kept = FactChange.objects.filter(subject_kind="game", subject_id=OuterRef("pk"), kind="game.record")
        games = self._asked(Game.objects.filter(batch=None).exclude(Exists(kept)), "entered_at", "entered_by")
        if self.player is not None:
            games = games.filter(Q(white=self.player) | Q(black=self.player))
            games = games.alias(source=NO_INDEX).filter(source=self.league.pk) if self.league is not None else games
        elif self.league is not None:
            games = games.filter(league=self.league)
        games = games.filter(pk__lt=before) if before else games
        return games.select_related("entered_by", "white", "black", "event").order_by("-pk")

    def _asked(self, rows: QuerySet, when: str, who: str) -> QuerySet:  # type: ignore[type-arg]
        rows = rows.filter(**{who: self.actor}) if self.actor is not None else rows
        rows = rows.filter(**{f"{when}__gte": self.first}) if self.first else rows
        return rows.filter(**{f"{when}__lt": self.until}) if self.until else rows


def _public() -> Q:
    found = Q()
    for code in PUBLIC:
        found |= Q(kind__startswith=code)
    return found


def _when(row: Row) -> tuple[datetime, bool, int]:
    if isinstance(row, FactChange):
        return row.made_at, True, row.pk
    return row.entered_at, False, row.pk


def _next(place: Place, shown: Sequence[Row]) -> Place:
    changes = [row.pk for row in shown if isinstance(row, FactChange)]
    games = [row.pk for row in shown if isinstance(row, Game)]
    return Place(min(changes, default=place.change), min(games, default=place.game))
