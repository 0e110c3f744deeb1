"""Events and seasons of a file -> those of the league, and new ones. Days are ISO text, which sorts as days do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.formats.names import name_key
from league.formats.results import EventSaid, PackedRows
from league.models import Event, League, Season

from ..placement import is_long
from .problems import ImportProblem, about

GAP_DAYS = 180  # a longer break between games of one name: another event (a yearly open), not the same


@dataclass
class PlannedEvent:
    """An event as it is to be. ``id`` below 0: a new one, in the order in which it is created."""

    id: int
    said: EventSaid
    starts_on: str
    ends_on: str
    season: str = ""
    by_game: bool = False
    before: tuple[str, str, bool] | None = None  # first day, last day, by game: of one that is there

    @property
    def changed(self) -> bool:
        return self.before is not None and self.before != (self.starts_on, self.ends_on, self.by_game)

    @property
    def name(self) -> str:
        return self.said.name


@dataclass
class PlannedSeason:
    """A season as it is to be; ``id`` None: a new one, ``before``: first day of one that moves."""

    name: str
    starts_on: str
    id: int | None = None
    before: str | None = None


class Group(NamedTuple):
    """Rows that mean one event as far as their words go."""

    key: str
    season: str
    start: str | None
    number: int | None


@dataclass
class Occasions:
    """Which event each row belongs to, and what becomes of events and seasons."""

    events: list[PlannedEvent] = field(default_factory=list)
    seasons: list[PlannedSeason] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _spans: dict[Group, list[PlannedEvent]] = field(default_factory=lambda: defaultdict(list))
    _by_said: dict[EventSaid, list[PlannedEvent]] = field(default_factory=dict)
    _found: dict[tuple[EventSaid, str], PlannedEvent] = field(default_factory=dict)

    def event_of(self, said: EventSaid, day: str) -> PlannedEvent | None:
        """The event of a game of that day."""
        if not said.name:
            return None
        found = self._found.get((said, day))
        if found is None:
            spans = self._by_said.get(said)
            if spans is None:
                spans = self._by_said[said] = self._spans[group_of(said)]
            found = next(event for event in spans if event.starts_on <= day <= event.ends_on)
            self._found[said, day] = found
        return found


def group_of(said: EventSaid) -> Group:
    return Group(name_key(said.name), said.season, said.start, said.number)


def plan_occasions(league: League, files: Iterable[PackedRows]) -> Occasions:
    """Find the events and seasons that the rows of the files name; what is not there is new.

    An event is known by its name, its season where the file has one, and its days: games further than
    ``GAP_DAYS`` from all others of the name are another event. Own exports say the first day.
    """
    occasions = Occasions()
    days: dict[EventSaid, dict[str, int]] = {}
    for rows in files:
        for (said, at), place in rows.first_places("event", "at").items():
            days.setdefault(said, {}).setdefault(at.day, rows.lines[place])
    _plan_events(occasions, league, days)
    _plan_seasons(occasions, league, days)
    return occasions


def _plan_events(occasions: Occasions, league: League, days: dict[EventSaid, dict[str, int]]) -> None:
    groups: dict[Group, dict[EventSaid, dict[str, int]]] = defaultdict(dict)
    for said, lines in days.items():
        if said.name:
            groups[group_of(said)][said] = lines
    existing = _existing(league, {group.key for group in groups})
    planned: list[tuple[float, int, PlannedEvent]] = []
    said_before: set[int] = set()  # events whose first day the file says: each is one event of the file
    for group, members in groups.items():
        spans = occasions._spans[group]
        for event, line in _spans(group, members):
            candidates = [each for each in existing.get(group.key, ()) if each.id not in said_before]
            same = _same_event(candidates, group, event)
            if same is None:
                planned.append((event.said.number or float("inf"), line, event))
            else:
                _extend(same, event)
                event = same
                if group.start:
                    said_before.add(same.id)
            if not any(event is each for each in spans):
                spans.append(event)
    for place, (_number, _line, event) in enumerate(sorted(planned, key=lambda each: each[:2]), 1):
        event.id = -place
    everyone = {id(event): event for spans in occasions._spans.values() for event in spans}
    occasions.events = list(everyone.values())


def _existing(league: League, keys: set[str]) -> dict[str, list[PlannedEvent]]:
    found: dict[str, list[PlannedEvent]] = defaultdict(list)
    if not keys:
        return found
    for event in Event.objects.filter(league=league, withdrawn_at=None).select_related("season").order_by("pk"):
        if (key := name_key(event.name)) in keys:
            first, last = event.starts_on.isoformat(), event.ends_on.isoformat()
            said = EventSaid(event.name, official=event.official)
            season = event.season.name if event.season else ""
            before = (first, last, event.rated_by_game)
            found[key].append(PlannedEvent(event.pk, said, first, last, season, event.rated_by_game, before))
    return found


def _spans(group: Group, members: dict[EventSaid, dict[str, int]]) -> list[tuple[PlannedEvent, int]]:
    """The events of a group with the first line of each: one where its first day is said, else cut at long breaks."""
    said = next(iter(members))
    lines: dict[str, int] = {}
    for each in members.values():
        for day, line in each.items():
            lines[day] = min(line, lines.get(day, line))
    played = sorted(lines)
    pieces = [played] if group.start else _cut(played)
    events = []
    for piece in pieces:
        first = min(filter(None, (piece[0], said.start)))
        last = max(filter(None, (piece[-1], said.end)))
        by_game = _is_long(first, last) if said.by_game is None else said.by_game
        events.append((PlannedEvent(0, said, first, last, group.season, by_game), min(lines[day] for day in piece)))
    return events


def _cut(played: list[str]) -> list[list[str]]:
    pieces = [[played[0]]]
    for day in played[1:]:
        if _days_between(pieces[-1][-1], day) > GAP_DAYS:
            pieces.append([])
        pieces[-1].append(day)
    return pieces


def _same_event(existing: Iterable[PlannedEvent], group: Group, event: PlannedEvent) -> PlannedEvent | None:
    """The event that is there already: of the same season, with the same first day where it is said, else near."""
    fitting = [each for each in existing if not group.season or each.season in ("", group.season)]
    if group.start:
        same = [each for each in fitting if each.before is not None and each.before[0] == group.start]
        if not same and group.number is None:  # known so far by the days of its games only
            same = [each for each in fitting if _distance(each, event) == 0]
        return min(same, key=lambda each: (each.id != group.number, each.id)) if same else None
    near = [(_distance(each, event), each.id, each) for each in fitting]
    near = [each for each in near if each[0] <= GAP_DAYS]
    return min(near, key=lambda each: each[:2])[2] if near else None


def _extend(event: PlannedEvent, more: PlannedEvent) -> None:
    """Make an event that is there hold the days of the file."""
    event.starts_on = min(event.starts_on, more.starts_on)
    event.ends_on = max(event.ends_on, more.ends_on)
    if event.before is not None and (event.starts_on, event.ends_on) != event.before[:2]:
        event.by_game = _is_long(event.starts_on, event.ends_on)


def _plan_seasons(occasions: Occasions, league: League, days: dict[EventSaid, dict[str, int]]) -> None:
    spans: dict[str, tuple[str, str]] = {}
    for said, lines in days.items():
        if said.season:
            first, last = spans.get(said.season, (min(lines), max(lines)))
            spans[said.season] = (min(first, *lines), max(last, *lines))
    stored = list(Season.objects.filter(league=league))
    known = {season.name: season for season in stored}
    for name, (first, _last) in spans.items():
        season = known.get(name)
        if season is None:
            occasions.seasons.append(PlannedSeason(name, first))
        elif first < season.starts_on.isoformat():
            occasions.seasons.append(PlannedSeason(name, first, season.pk, season.starts_on.isoformat()))
    starts = {season.name: season.starts_on.isoformat() for season in stored}
    starts |= {season.name: season.starts_on for season in occasions.seasons}
    _check_seasons(occasions, starts, spans)


def _check_seasons(occasions: Occasions, starts: dict[str, str], spans: dict[str, tuple[str, str]]) -> None:
    """Two seasons cannot start on one day; one that has not ended when the next begins is worth a word."""
    in_order = sorted(starts.items(), key=lambda each: each[1])
    for (name, start), (later, next_start) in pairwise(in_order):
        if start == next_start:
            message = _("The seasons %(one)s and %(other)s would start on the same day, %(day)s.")
            values = {"one": name, "other": later, "day": start}
            occasions.problems.append(about(message % values, column="season"))
        elif name in spans and spans[name][1] >= next_start:
            message = _("Season %(name)s has games up to %(last)s, but %(later)s starts on %(start)s already.")
            values = {"name": name, "last": spans[name][1], "later": later, "start": next_start}
            occasions.notes.append(message % values)


def _distance(one: PlannedEvent, other: PlannedEvent) -> int:
    """Days between two events; 0 where they overlap."""
    first, second = sorted((one, other), key=lambda event: event.starts_on)
    return max(_days_between(first.ends_on, second.starts_on), 0)


def _days_between(one: str, other: str) -> int:
    return (date.fromisoformat(other) - date.fromisoformat(one)).days


def _is_long(first: str, last: str) -> bool:
    return is_long(date.fromisoformat(first), date.fromisoformat(last))
