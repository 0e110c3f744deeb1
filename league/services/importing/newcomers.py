"""Players whom a file brings, added in bulk with the words by which they are found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

from league.formats.names import name_key, name_words
from league.models import Club, Player, PlayerName
from league.models.bulk import insert_rows, reserve_ids

from ..people.namesakes import tell_apart
from .directory import Newcomer

_PLAYERS = (
    "id", "club_id", "name", "name_key", "birth_year", "sex", "federation", "fide_id", "title", "affiliation",
    "start_games", "guest", "created_at",
)  # fmt: skip
_WORDS = ("club_id", "player_id", "word")


def add_newcomers(club: Club, newcomers: Sequence[Newcomer], now: Any) -> list[int]:
    """Add players to a club (which must be locked); their ids in the same order."""
    ids = reserve_ids(connection, Player._meta.db_table, len(newcomers))
    insert_rows(connection, Player._meta.db_table, _PLAYERS, (
        (key, club.pk, n.name, name_key(n.name), n.birth_year, "", "", n.fide_id, "", "", 0, False, now)
        for key, n in zip(ids, newcomers, strict=True)
    ))  # fmt: skip
    write_words(club, zip(ids, (newcomer.name for newcomer in newcomers), strict=True))
    return ids


def write_words(club: Club, names: Iterable[tuple[int, str]]) -> None:
    """Search words of players who have none yet, and what tells them from namesakes."""
    named = list(names)
    rows = ((club.pk, player, word) for player, name in named for word in sorted(name_words(name)))
    insert_rows(connection, PlayerName._meta.db_table, _WORDS, rows)
    tell_apart(club=club, keys={name_key(name) for _player, name in named})
