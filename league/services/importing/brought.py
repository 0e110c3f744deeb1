"""What an import brought besides its games, kept with it so that it can be undone as a whole.

Ids and plain values only::

    of           ids of the batches that were committed together; all but the first have nothing else
    players      [id]: added to the club
    aliases      [id]: names that were placed by hand
    returned     [id]: players taken back, whom an undone import had put away
    entered      [[league, player]]
    events       [id]: new ones
    moved        [[event, first day, last day, by game]]: as they were before
    seasons      [[season, first day before]]: null for new ones
    revisions    [id]: of games that it corrected
    event_entries, byes         [[event, player, ...]]: written anew
    entries_before, gone        entries of events as they were before, byes that were taken out: whole rows
    updates, entry_updates      [[id, {field: [old, new]}]]: of players and of their entries
    archived     [id]: players put away when the import was undone
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from league.models import FactChange, ImportBatch

from ..history import keep_change, plain
from ..writing import Actor


@dataclass
class Brought:
    """Collected while an import is written."""

    of: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    aliases: list[int] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)
    entered: list[list[int]] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    moved: list[list[Any]] = field(default_factory=list)
    seasons: list[list[Any]] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)
    event_entries: list[list[Any]] = field(default_factory=list)
    entries_before: list[list[Any]] = field(default_factory=list)
    byes: list[list[Any]] = field(default_factory=list)
    gone: list[list[Any]] = field(default_factory=list)
    updates: list[list[Any]] = field(default_factory=list)
    entry_updates: list[list[Any]] = field(default_factory=list)

    def keep(self, batches: Sequence[ImportBatch]) -> None:
        """Write it down with the batches of one commit."""
        self.of = [batch.pk for batch in batches]
        for batch in batches:
            batch.brought = self.as_json() if batch is batches[0] else {"of": self.of}
            batch.save(update_fields=["brought"])

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> Brought:
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})


def changes_in_json(changes: dict[str, tuple[Any, Any]]) -> dict[str, list[Any]]:
    """Field -> old and new value, as JSON takes them."""
    return {name: list(plain({"old": old, "new": new}).values()) for name, (old, new) in changes.items()}


def keep_import(batches: Sequence[ImportBatch], kind: str, said: dict[str, Any], reason: str, actor: Actor,
                players: Sequence[int] = ()) -> FactChange:  # fmt: skip
    """The row of the history for a commit (``import.commit``) or its undoing (``import.undo``)."""
    first = batches[0]
    after = {"file": ", ".join(batch.file_name for batch in batches)[:200], **said}
    before: dict[str, Any] = {}
    if kind == "import.undo":
        before, after = after, before
    return keep_change(
        club=first.club, league=first.league, kind=kind, subject=first, before=before, after=after,
        players=players, reason=reason, actor=actor,
    )  # fmt: skip


def brought_players(batch: ImportBatch) -> tuple[list[int], list[int]]:
    """Ids of the players whom a file of players brought, and of those whom it changed."""
    brought = Brought.of_json(batch.brought) if "of" in batch.brought else Brought()
    return brought.players, [row[0] for row in brought.updates]
