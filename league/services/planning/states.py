"""The plan of an event as the history keeps it, and how it is set: entries, pairings, days of rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.models import Event, EventEntry, EventRound, FactChange, Game, Pairing

from ..errors import Refused
from ..history import keep_change
from ..writing import Actor, Locked, lock_league, raise_versions

Row = list[Any]
_ENTRY = ("player_id", "number", "rating", "title", "federation", "joined_round", "withdrawn_from")
_PAIRING = ("round", "board", "white_id", "black_id")


def fresh(event: Event, locked: Locked) -> Event:
    """The event as it is now, in its locked league. Refused where it was withdrawn."""
    found: Event = Event.objects.get(pk=event.pk)
    if found.withdrawn_at is not None:
        raise Refused(_("%(event)s was entered by mistake and is withdrawn.") % {"event": found.name}, field="event")
    found.league = locked.league
    return found


def entries_of(event: Event) -> list[Row]:
    return [list(row) for row in event.entries.order_by("player").values_list(*_ENTRY)]


def pairings_of(event: Event) -> list[Row]:
    return [list(row) for row in event.pairings.order_by("round", "board").values_list(*_PAIRING)]


def days_of(event: Event) -> list[Row]:
    return [
        [number, day.isoformat()] for number, day in event.round_days.order_by("number").values_list("number", "day")
    ]


def write_entries(event: Event, rows: Iterable[Row]) -> None:
    wanted = {row[0]: dict(zip(_ENTRY, row, strict=True)) for row in rows}
    event.entries.exclude(player__in=wanted).delete()
    for player, values in wanted.items():
        EventEntry.objects.update_or_create(event=event, player_id=player, defaults=values)


def write_pairings(event: Event, rows: Iterable[Row]) -> None:
    event.pairings.all().delete()
    Pairing.objects.bulk_create([Pairing(event=event, **dict(zip(_PAIRING, row, strict=True))) for row in rows])


def write_days(event: Event, rows: Iterable[Row]) -> None:
    event.round_days.all().delete()
    EventRound.objects.bulk_create(
        [EventRound(event=event, number=number, day=date.fromisoformat(day)) for number, day in rows]
    )


PARTS: Final[dict[str, tuple[Callable[[Event], list[Row]], Callable[[Event, Iterable[Row]], None]]]] = {
    "entries": (entries_of, write_entries),
    "pairings": (pairings_of, write_pairings),
    "round_days": (days_of, write_days),
}


def plan_of(event: Event) -> dict[str, list[Row]]:
    return {name: read(event) for name, (read, _write) in PARTS.items()}


def write_plan(event: Event, parts: Mapping[str, list[Row]]) -> None:
    """Set parts of the plan."""
    for name, rows in parts.items():
        PARTS[name][1](event, rows)


def keep_plan(
    locked: Locked, event: Event, kind: str, before: dict[str, list[Row]], actor: Actor, *,
    players: Iterable[int] = (), reason: str = "",
) -> FactChange | None:  # fmt: skip
    """Keep what differs now from the plan ``before``; None where nothing does. Raises the leagues' versions."""
    after = plan_of(event)
    differing = [name for name in PARTS if before[name] != after[name]]
    if not differing:
        return None
    raise_versions([locked.league, *locked.followers])
    return keep_change(
        club=locked.league.club, league=locked.league, kind=kind, subject=event, players=players, reason=reason,
        before={name: before[name] for name in differing}, after={name: after[name] for name in differing},
        actor=actor,
    )  # fmt: skip


def set_plan_back(*, event: Event, kind: str, parts: Mapping[str, list[Row]], reason: str, actor: Actor = None) -> None:
    """Parts of the plan as they were before a change."""
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        before = plan_of(found)
        write_plan(found, parts)
        keep_plan(locked, found, kind, before, actor, reason=reason)


def games_of(event: Event, round: int | None = None) -> Any:
    """The games of an event (of one round) that are not void, reported ones included."""
    games = Game.objects.filter(event=event).exclude(status=Game.Status.VOID)
    return games if round is None else games.filter(round=round)


def planned_rounds(event: Event) -> int:
    """How many rounds there are: those planned, paired, dated or played."""
    numbers = [
        event.rounds,
        event.pairings.aggregate(last=Max("round"))["last"],
        event.round_days.aggregate(last=Max("number"))["last"],
        games_of(event).aggregate(last=Max("round"))["last"],
        event.byes.aggregate(last=Max("round"))["last"],
    ]
    return max((number or 0 for number in numbers), default=0)
