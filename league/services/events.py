"""Events: what a club plays at. Their days decide which period rates their games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from datetime import date
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import Max, Min, Q
from django.utils.translation import gettext as _

from league.formats.names import clean_name, name_key
from league.models import Bye, Event, FactChange, Game, League, Season
from ratings.facts import Overlay
from ratings.kernel.standings import KNOWN, TieBreakError, read_codes
from ratings.services import Preview, preview

from . import limits
from .entries import check_player, read_players
from .errors import Problems, Refused
from .history import keep_change
from .placement import closed_period_of_event, is_long, need_reason, within
from .standing import refuse_event_too_late
from .writing import Actor, lock_league, raise_versions, rerate_from, take_results

# the rest decides where and how games are rated
_LABELS = {"name", "site", "season_id", "tiebreaks", "championship"}
_OF_MATCHES = {"kind", "rounds", "rated_after_decision"}  # this only of a match, and in FIDE lists
_COLUMNS = [field.attname for field in Event._meta.concrete_fields]
_FIXED = ("id", "league_id", "created_at", "withdrawn_at")
MINUTES = limits.Range(0, 10_000)
BYE_HALVES = {Bye.Kind.HALF: 1, Bye.Kind.FULL: 2, Bye.Kind.ALLOCATED: 2, Bye.Kind.ZERO: 0}


class EventDetails(TypedDict, total=False):
    """``rated_by_game`` left out: yes for events of more than 30 days, which are rated month by month.

    Of a match, ``rounds`` is the number of games that it is over, ``rated_after_decision`` that games after its
    decision are rated all the same, as agreed beforehand (FIDE B.02 6).
    """

    kind: str
    rounds: int | None
    tiebreaks: str
    site: str
    season: Season | None
    rated: bool
    rated_by_game: bool
    base_minutes: float | None
    increment_seconds: float
    first_control_moves: int
    approved_fast: bool
    official: bool
    championship: str
    rated_after_decision: bool


class EventFields(EventDetails, total=False):
    """What can be changed; what is left out stays."""

    name: str
    starts_on: date
    ends_on: date


def create_event(
    *, league: League, name: str, starts_on: date, ends_on: date | None = None, actor: Actor = None,
    **fields: Unpack[EventDetails],
) -> Event:  # fmt: skip
    """A new event of a league; ``ends_on`` left out: of one day."""
    with transaction.atomic():
        locked = lock_league(league)
        take_results(locked.league)
        event = Event(league=locked.league)
        _set(event, {**fields, "name": name, "starts_on": starts_on, "ends_on": ends_on or starts_on})
        _check(event)
        event.save(force_insert=True)
        after = {name: getattr(event, name) for name in _COLUMNS if name not in _FIXED}
        _keep(event, "event.create", {}, after, "", actor)
        raise_versions([locked.league, *locked.followers])
    return event


def edit_event(*, event: Event, reason: str = "", actor: Actor = None, **fields: Unpack[EventFields]) -> Event:
    """Change an event; its games move with it to the period that rates them now.

    Refused where games would lie outside of its days, and without a reason where a closed period is touched.
    """
    with transaction.atomic():
        locked = lock_league(event.league)
        before, after, changed = _changed(event, locked.league, fields)
        if not changed:
            return before
        played = _played(before)
        _check(after, played)
        said = [{name: getattr(each, name) for name in changed} for each in (before, after)]
        if played is None or not _rates_otherwise(before, after, changed):
            after.save(update_fields=changed)
            _keep(after, "event.edit", said[0], said[1], reason, actor)
            raise_versions([locked.league, *locked.followers])
            return after
        _check_rated(before, after, played, reason, actor)
        after.save(update_fields=changed)
        change = _keep(after, "event.edit", said[0], said[1], reason, actor)
        rerate_from(locked, played[0], reason.strip() or "event changed", actor, change=change)
    return after


def preview_edit_event(*, event: Event, **fields: Unpack[EventFields]) -> Preview | None:
    """Who would move by how much if the event were changed so; None where no game would be rated otherwise."""
    before, after, changed = _changed(event, event.league, fields)
    played = _played(before)
    _check(after, played)
    if played is None or not _rates_otherwise(before, after, changed):
        return None
    _check_rated(before, after, played, "preview", None)
    games: dict[int, Game | None] = {}
    for game in before.games.select_related("white", "black"):
        game.event = after
        games[game.pk] = game
    return preview(after.league, since=played[0], overlay=Overlay(games=games))


def _changed(event: Event, league: League, fields: Mapping[str, Any]) -> tuple[Event, Event, list[str]]:
    """The event as it is and as it would be, and the columns that differ."""
    before = Event.objects.select_related("season").get(pk=event.pk)
    after = copy(before)
    after.league = league
    _set(after, fields)
    return before, after, [name for name in _COLUMNS if getattr(after, name) != getattr(before, name)]


def _rates_otherwise(before: Event, after: Event, changed: Collection[str]) -> bool:
    """Could a game of the event be rated otherwise for these changes?"""
    if set(changed) - _LABELS - _OF_MATCHES:
        return True
    a_match = Event.Kind.MATCH in (before.kind, after.kind)
    return a_match and bool(_OF_MATCHES & set(changed)) and asks_for_matches(after.league)


def asks_for_matches(league: League) -> bool:
    """Do its rules, or those of a league that rates its games, tell matches from other events?"""
    rating = League.objects.filter(Q(pk=league.pk) | Q(games_from=league))
    return rating.filter(system=League.System.FIDE).exists()


def _check_rated(before: Event, after: Event, played: tuple[date, date], reason: str, actor: Actor) -> None:
    problems = Problems()
    need_reason(problems, closed_period_of_event((before, after), played[0]), reason, actor)
    refuse_event_too_late(problems, after)
    problems.refuse()


def find_event(*, league: League, name: str, day: date) -> Event | None:
    """The event of this name that has the day; else the one of this name with the latest start."""
    key = name_key(name)
    events = league.events.filter(withdrawn_at=None).order_by("-starts_on", "-pk")
    named = [event for event in events if name_key(event.name) == key]
    return next((event for event in named if within(event, day)), named[0] if named else None)


def record_bye(
    *, event: Event, player: Any, round: int, kind: str, halves: int | None = None, actor: Actor = None
) -> Bye:
    """A round without an opponent: points for the standings, never rated. Again with the same kind: the same bye."""
    with transaction.atomic():
        locked = lock_league(event.league)
        problems = Problems()
        check_player(problems, read_players(locked, [player.pk]).get(player.pk), locked.league, "player")
        limits.check_number(problems, round, limits.NUMBER, "round")
        limits.check_number(problems, halves, limits.Range(0, 2), "halves")
        if kind not in Bye.Kind.values:
            problems.add(_("“%(kind)s” is no kind of bye.") % {"kind": kind}, "kind")
        problems.refuse()
        halves = BYE_HALVES[Bye.Kind(kind)] if halves is None else halves
        bye, created = Bye.objects.get_or_create(
            event=event, player=player, round=round, defaults={"kind": kind, "halves": halves}
        )
        if not created and (bye.kind, bye.halves) != (kind, halves):
            message = _("%(player)s has another bye in round %(round)d.")
            raise Refused(message % {"player": player.label, "round": round}, field="round")
        if created:
            keep_change(
                club=locked.league.club, league=locked.league, kind="event.bye", subject=bye, before={},
                after={"event_id": event.pk, "round": round, "kind": kind, "halves": halves}, players=[player.pk],
                actor=actor,
            )  # fmt: skip
            raise_versions([locked.league])
    return bye


def _keep(
    event: Event, kind: str, before: dict[str, Any], after: dict[str, Any], reason: str, actor: Actor
) -> FactChange:  # fmt: skip
    league = event.league
    return keep_change(
        club=league.club, league=league, kind=kind, subject=event, before=before, after=after, reason=reason,
        actor=actor,
    )  # fmt: skip


def _set(event: Event, fields: Mapping[str, Any]) -> None:
    if unknown := set(fields) - set(EventFields.__annotations__):
        raise TypeError(f"no fields of an event: {', '.join(sorted(unknown))}")
    for name, value in fields.items():
        setattr(event, name, clean_name(value) if name in ("name", "site") else value)
    if event.kind != Event.Kind.MATCH and "rated_after_decision" not in fields:
        event.rated_after_decision = False
    if "rated_by_game" not in fields and {"starts_on", "ends_on"} & set(fields):
        event.rated_by_game = is_long(event.starts_on, event.ends_on)


def _check(event: Event, played: tuple[date, date] | None = None) -> None:
    problems = Problems()
    if not event.name:
        problems.add(_("An event needs a name."), "name")
    limits.check_length(problems, event.name, 160, "name")
    limits.check_length(problems, event.site, 120, "site")
    for field in ("starts_on", "ends_on"):
        limits.check_day(problems, getattr(event, field), event.league.club, field)
    if event.ends_on < event.starts_on:
        problems.add(_("The last day is before the first."), "ends_on")
    limits.check_number(problems, event.base_minutes, MINUTES, "base_minutes")
    limits.check_number(problems, event.increment_seconds, MINUTES, "increment_seconds")
    limits.check_number(problems, event.first_control_moves, limits.Range(0, 1_000), "first_control_moves")
    limits.check_number(problems, event.rounds, limits.Range(1, 100), "rounds")
    if event.kind not in Event.Kind.values:
        known = ", ".join(Event.Kind.values)
        problems.add(
            _("“%(kind)s” is no kind of event. Known: %(known)s.") % {"kind": event.kind, "known": known}, "kind"
        )
    if event.championship not in Event.Championship.values:
        known = ", ".join(Event.Championship.values)
        message = _("“%(value)s” is no championship. Known: %(known)s.")
        problems.add(message % {"value": event.championship, "known": known}, "championship")
    if event.rated_after_decision and event.kind != Event.Kind.MATCH:
        problems.add(_("Only of a match can it be agreed that all its games are rated."), "rated_after_decision")
    _check_tiebreaks(problems, event)
    if event.season is not None and event.season.league_id != event.league_id:
        problems.add(_("The season is of another league."), "season")
    if played is not None and not (within(event, played[0]) and within(event, played[1])):
        message = _("Games from %(first)s to %(last)s would lie outside of its days.")
        problems.add(message % {"first": played[0], "last": played[1]}, "starts_on")
    problems.refuse()


def _check_tiebreaks(problems: Problems, event: Event) -> None:
    try:
        event.tiebreaks = " ".join(each.code for each in read_codes(event.tiebreaks)) if event.tiebreaks.strip() else ""
    except TieBreakError as error:
        message = _("The tie-break “%(code)s” is unknown, named twice, or one too many. Known: %(known)s.")
        problems.add(message % {"code": error.code, "known": ", ".join(KNOWN)}, "tiebreaks")


def _played(event: Event) -> tuple[date, date] | None:
    """First and last day of the event's games."""
    days = event.games.aggregate(first=Min("played_on"), last=Max("played_on"))
    return (days["first"], days["last"]) if days["first"] else None
