"""Players of a PGN file: one FIDE id is one player, else one name."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from ..event_file import EventPlayer, named
from ..federations import read_federation
from ..identity import read_ids, read_title
from ..names import name_key
from .splitting import RawGame

_NOBODY = re.compile(r"|[?\-. ]+|n\.?\s?n\.?|anonymous|unknown", re.IGNORECASE)
_LONGEST = 120


@dataclass
class _Seen:
    line: int
    name: str
    fide_id: str
    rating: int | None
    title: str
    federation: str


class People:
    """Collects who plays; numbers are given in the order of appearance once all are known."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], _Seen] = {}
        self._ids: dict[str, set[str]] = defaultdict(set)
        self._numbers: dict[tuple[str, str], int] = {}

    def add(self, raw: RawGame, side: str) -> tuple[str, str]:
        """Note the player of a side; the key finds the number afterwards."""
        name = named(raw.tags.get(side, ""))[:_LONGEST]
        if _NOBODY.fullmatch(name) or not name_key(name):
            return ("", "")
        fide_id = read_ids(raw.tags.get(f"{side}FideId", ""))[0]
        key = (name_key(name), fide_id)
        if fide_id:
            self._ids[key[0]].add(fide_id)
        text = raw.tags.get(f"{side}Elo", "").strip()
        rating = int(text) or None if text.isascii() and text.isdecimal() and len(text) <= 4 else None
        country = raw.tags.get(f"{side}Country") or raw.tags.get(f"{side}Federation") or ""
        title = read_title(raw.tags.get(f"{side}Title", ""))
        seen = self._seen.setdefault(key, _Seen(raw.line, name, fide_id, rating, title, read_federation(country)))
        seen.rating, seen.title = seen.rating or rating, seen.title or title
        return key

    def settle(self) -> None:
        """One number for a FIDE id, however the name is spelled; a name without id is the only id of that name."""
        by_identity: dict[tuple[str, str], int] = {}
        for key in self._seen:
            identity = self._identity(key)
            self._numbers[key] = by_identity.setdefault(identity, len(by_identity) + 1)

    def number(self, key: tuple[str, str]) -> int:
        """The starting number; 0: nobody."""
        return self._numbers.get(key, 0)

    def players(self) -> list[EventPlayer]:
        players: dict[int, EventPlayer] = {}
        for key, seen in self._seen.items():
            number = self._numbers[key]
            player = EventPlayer(
                seen.line, number, seen.name, seen.rating, seen.fide_id, title=seen.title, federation=seen.federation
            )
            first = players.setdefault(number, player)
            if first is not player:
                players[number] = _merged(first, player)
        return [players[number] for number in sorted(players)]

    def _identity(self, key: tuple[str, str]) -> tuple[str, str]:
        name, fide_id = key
        ids = self._ids[name]
        if not fide_id and len(ids) == 1:
            fide_id = next(iter(ids))
        return ("", fide_id) if fide_id else (name, "")


def _merged(one: EventPlayer, other: EventPlayer) -> EventPlayer:
    """The fuller name, and whatever either says."""
    return one._replace(
        name=max(one.name, other.name, key=len),
        rating=one.rating or other.rating,
        fide_id=one.fide_id or other.fide_id,
        title=one.title or other.title,
        federation=one.federation or other.federation,
    )
