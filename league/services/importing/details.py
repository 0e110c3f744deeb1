"""What a file of an event says besides games: who was in it as what, and who had a round free."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import connection

from league.formats.event_file import BYE_HALVES, EventFile, EventPlayer, kind_of
from league.formats.event_rows import known_federation, who_of
from league.formats.results import Who
from league.models import Bye, Event, EventEntry, LeagueEntry, Player
from league.models.bulk import insert_rows, update_rows

from .brought import Brought
from .planned import PlannedGame

_ENTRIES = ("event_id", "player_id", "number", "rating", "title", "federation")
_BYES = ("event_id", "player_id", "round", "kind", "halves")
MOST_ROUNDS = 100
_DETAILS = ("sex", "federation", "title", "affiliation")


class Entry(NamedTuple):
    """A player in an event, as the file has it."""

    number: int | None
    rating: float | None
    title: str
    federation: str


@dataclass
class EventDetails:
    """One event of the plan: ``event`` and players are ids, or references of new ones.

    ``gone``: ids of stored byes that the file, a newer one of the same event, no longer has.
    """

    event: int
    site: str
    kind: str = Event.Kind.FREE
    rounds: int | None = None
    entries: dict[int, Entry] = field(default_factory=dict)
    byes: dict[tuple[int, int], str] = field(default_factory=dict)  # (player, round) -> kind
    gone: list[int] = field(default_factory=list)


@dataclass
class Details:
    """``entering``: players of files without games, with the rating given there. ``persons``: newcomers' own."""

    events: list[EventDetails] = field(default_factory=list)
    entering: dict[int, float | None] = field(default_factory=dict)
    persons: dict[int, EventPlayer] = field(default_factory=dict)
    byes: int = 0
    byes_without_event: int = 0

    @property
    def changes(self) -> bool:
        """Whether writing them would change anything."""
        found = any(each.entries or each.byes or each.gone or each.site for each in self.events)
        return found or bool(self.entering)


def plan_details(
    events: Mapping[int, EventFile], games: Iterable[PlannedGame], refs: Mapping[Who, int], league: int
) -> Details:
    """What the event files (by their place among the files) bring, less what is stored already."""
    details = Details()
    of_games: dict[int, set[int]] = defaultdict(set)
    for game in games:
        of_games[game.file].add(game.event)
    for place, event in events.items():
        players = {p.number: ref for p in event.players if (ref := refs.get(who_of(p))) is not None}
        details.persons |= {players[p.number]: p for p in event.players if players.get(p.number, 1) < 0}
        byes = [bye for bye in event.byes if bye.player in players and not (event.facts.teams and bye.kind == "Z")]
        details.byes += len(byes)
        found = of_games[place] - {0}
        if len(found) == 1:
            details.events.append(_event(found.pop(), event, players, {(b.player, b.round): b.kind for b in byes}))
        else:
            details.byes_without_event += len(byes)
        if not event.games:
            details.entering |= {players[p.number]: p.rating for p in event.players if p.number in players}
    _leave_out_entered(details, league)
    return details


def write_details(
    details: Details, player: Callable[[int], int], event: Callable[[int], int | None], brought: Brought
) -> None:
    """Write entries, byes and what is told of newcomers. ``player``, ``event``: references -> ids."""
    persons = ((player(ref), p.sex, known_federation(p), p.title, p.club) for ref, p in details.persons.items())
    update_rows(connection, Player._meta.db_table, "id", _DETAILS, persons)
    for each in details.events:
        pk = event(each.event)
        if each.site:
            Event.objects.filter(pk=pk or 0, site="").update(site=each.site)
        if each.event < 0:
            Event.objects.filter(pk=pk or 0).update(kind=each.kind, rounds=each.rounds)
        entries = {player(ref): entry for ref, entry in each.entries.items()}
        before = EventEntry.objects.filter(event=pk, player__in=entries).values_list(*_ENTRIES)
        brought.entries_before += [list(entry) for entry in before]
        there = {player for _event, player, *_said in brought.entries_before if _event == pk}
        brought.event_entries += [[pk, key] for key in entries if key not in there]
        planned = _planned(pk, entries)
        EventEntry.objects.filter(event=pk, player__in=entries).delete()
        insert_rows(connection, EventEntry._meta.db_table, _ENTRIES, ((pk, key, *e) for key, e in entries.items()))
        for key, joined, withdrawn in planned:
            EventEntry.objects.filter(event=pk, player=key).update(joined_round=joined, withdrawn_from=withdrawn)
        gone = Bye.objects.filter(pk__in=each.gone)
        brought.gone += [list(bye) for bye in gone.values_list(*_BYES)]
        gone.delete()
        byes = [(pk, player(ref), round, kind, BYE_HALVES[kind]) for (ref, round), kind in each.byes.items()]
        brought.byes += [[pk, key, round] for _event, key, round, *_said in byes]
        insert_rows(connection, Bye._meta.db_table, _BYES, byes)


def _planned(event: int | None, players: Iterable[int]) -> list[tuple[int, int | None, int | None]]:
    """Who came late or left: no file says it, so it stays."""
    entries = EventEntry.objects.filter(event=event, player__in=players)
    said = entries.exclude(joined_round=None, withdrawn_from=None)
    return list(said.values_list("player_id", "joined_round", "withdrawn_from"))


def _event(
    event: int, file: EventFile, players: Mapping[int, int], byes: Mapping[tuple[int, int], str]
) -> EventDetails:
    numbered = file.format != "pgn"
    kind = kind_of(file)
    found = EventDetails(event, file.facts.city[:120], kind, _rounds(file, kind))
    for each in file.players:
        if each.number in players:
            rating = float(each.rating) if each.rating else None
            number = each.number if numbered else None
            found.entries[players[each.number]] = Entry(number, rating, each.title, known_federation(each))
    found.byes = {(players[number], round): kind for (number, round), kind in byes.items()}
    if event > 0:
        _leave_out_stored(found)
    return found


def _rounds(file: EventFile, kind: str) -> int | None:
    """How many are planned. Of a match it must be said: one that was decided early is over more games than it has."""
    planned = file.facts.rounds or 0
    if kind != Event.Kind.MATCH:
        planned = max(planned, file.last_round())
    return planned if 0 < planned <= MOST_ROUNDS else None


def _leave_out_stored(found: EventDetails) -> None:
    """Only what is new or different stays; a bye that became another is gone and new."""
    if Event.objects.filter(pk=found.event).exclude(site="").exists():
        found.site = ""
    stored = EventEntry.objects.filter(event=found.event)
    for player, *said in stored.values_list("player_id", *_ENTRIES[2:]):
        if found.entries.get(player) == Entry(*said):
            del found.entries[player]
    for pk, player, round, kind in Bye.objects.filter(event=found.event).values_list("pk", *_BYES[1:4]):
        if found.byes.get((player, round)) == kind:
            del found.byes[player, round]
        else:
            found.gone.append(pk)


def _leave_out_entered(details: Details, league: int) -> None:
    known = [ref for ref in details.entering if ref > 0]
    for chunk in _chunks(known):
        entries = LeagueEntry.objects.filter(league=league, player__in=chunk)
        for player in entries.values_list("player_id", flat=True):
            del details.entering[player]


def _chunks(values: list[int]) -> Iterator[list[Any]]:
    for start in range(0, len(values), 500):
        yield values[start : start + 500]
