"""What waits at the desk of a league, for the one who looks: each sees what is theirs to do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Event, Game, ImportBatch, League, Pairing, RatingPeriod
from league.permissions import Access, Action
from league.services.limits import today
from league.services.period_states import READY, states_of
from league.services.reporting.states import Report, State, pending_games, with_claims
from ratings.models import RatingCheck

from .base import DeskView
from .reports import claim_words

MOST_REPORTS, MOST_ROUNDS, MOST_IMPORTS, MOST_PERIODS = 20, 6, 3, 6
SOON = timedelta(days=30)  # rounds to be entered: of events that run, or ended so lately


class Task(NamedTuple):
    """One line: what there is to do, where, and a word on its state."""

    words: str
    address: str
    tag: str = ""
    more: str = ""


class Waits(NamedTuple):
    reports: list[Task]
    tasks: list[Task]
    rounds: list[Task]
    imports: list[ImportBatch]


def waits_of(view: DeskView) -> Waits:
    """Reports and periods and checks that somebody must look at, rounds to enter, the last imports."""
    league, access = view.league, view.access
    own = league.games_from_id is None
    reports = list(_reports(view)) if own else []
    tasks = [*_periods(view), *_stale(view), *_checks(view)]
    rounds = list(_rounds(view)) if own else []
    return Waits(reports, tasks, rounds, _imports(league, access))


def _reports(view: DeskView) -> list[Task]:
    """Disputes first, then what was not answered in time, then what still waits for the opponent."""
    found = with_claims(view.league, pending_games(view.league)[:200], timezone.now())
    urgent = {State.DISPUTED: 0, State.DESK: 1, State.OVERDUE: 2, State.WAITING: 3}
    found.sort(key=lambda report: (urgent.get(report.state, 9), report.game.played_on, report.game.pk))
    settles = view.access.may(Action.CORRECT)
    return [_report(view, each, settles) for each in found[:MOST_REPORTS]]


def _report(view: DeskView, report: Report, settles: bool) -> Task:
    tag = {
        State.DISPUTED: _("disputed"), State.DESK: _("not confirmed"), State.OVERDUE: _("not answered in time"),
        State.WAITING: _("waits for the opponent"),
    }[report.state]  # fmt: skip
    address = view.url("settle_report" if settles else "game", game=report.game.pk)
    said = "; ".join(claim_words(claim) for claim in report.claims)
    if report.ends_at is not None and report.state == State.WAITING:
        said = " · ".join([said, _("until %(day)s") % {"day": date_format(report.ends_at, "SHORT_DATE_FORMAT")}])
    game = report.game
    return Task(f"{game.white.label} – {game.black.label}", address, tag, said)


def _periods(view: DeskView) -> list[Task]:
    if not view.access.may(Action.PERIODS):
        return []
    periods = list(
        view.league.periods.exclude(status=RatingPeriod.Status.PUBLISHED).order_by("starts_on")[:MOST_PERIODS]
    )
    for period in periods:
        period.league = view.league
    tasks = []
    now = today(view.club)
    for period, state in zip(periods, states_of(view.league, periods), strict=True):
        if state.code == READY:
            words = _("Close %(period)s") % {"period": period}
            tasks.append(Task(words, view.url("close", period=period.pk), _("ready"), state.words))
        elif period.status == RatingPeriod.Status.CLOSED:
            words = _("Publish the list of %(period)s") % {"period": period}
            tasks.append(Task(words, view.url("publish", period=period.pk), state.words))
        elif period.ends_on < now:
            tasks.append(Task(str(period), view.url("periods"), _("cannot be closed yet"), state.words))
    return tasks


def _stale(view: DeskView) -> list[Task]:
    """Leagues of the club whose ratings are not computed yet, this one first."""
    stale = League.objects.filter(club=view.club, stale_since__isnull=False, archived_at=None).order_by("name", "pk")
    return [
        Task(
            _("Ratings of %(league)s are being recalculated") % {"league": league},
            view.url("desk"), "", _("since %(day)s") % {"day": date_format(league.stale_since, "SHORT_DATE_FORMAT")},
        )
        for league in stale
    ]  # fmt: skip


def _checks(view: DeskView) -> list[Task]:
    """The last self-check, if it found something."""
    if not view.access.may(Action.LEAGUES):
        return []
    last = RatingCheck.objects.filter(league=view.league).exclude(finished_at=None).order_by("-pk").first()
    if last is None or not last.differences:
        return []
    count = last.differences
    words = ngettext("The self-check found %(n)d difference", "The self-check found %(n)d differences", count)
    return [Task(words % {"n": count}, view.url("check"))]


def _rounds(view: DeskView) -> list[Task]:
    """Rounds of running events with boards that have no result: one press to the entry grid."""
    day = today(view.club)
    running = Event.objects.filter(
        league=view.league, withdrawn_at=None, starts_on__lte=day, ends_on__gte=day - SOON
    ).order_by("-starts_on", "-pk")[:MOST_ROUNDS]
    events = {event.pk: event for event in running if view.access.reaches(event)}
    games = Game.objects.filter(event__in=events).exclude(status=Game.Status.VOID)
    played = {(e, r, frozenset(both)) for e, r, *both in games.values_list("event", "round", "white", "black")}
    pairs = Pairing.objects.filter(event__in=events).values_list("event", "round", "white", "black")
    left: dict[tuple[int, int], int] = {}
    for event, round, *both in pairs.order_by("event", "round"):
        if (event, round, frozenset(both)) not in played:
            left[event, round] = left.get((event, round), 0) + 1
    first: dict[int, tuple[int, int]] = {}
    for (pk, round), count in left.items():
        first.setdefault(pk, (round, count))
    return [_round(view, event, *first[pk]) for pk, event in events.items() if pk in first]


def _round(view: DeskView, event: Event, round: int, count: int) -> Task:
    words = _("%(event)s, round %(round)d") % {"event": event, "round": round}
    open_words = ngettext("%(n)d board open", "%(n)d boards open", count) % {"n": count}
    return Task(words, view.url("grid_round", event=event.pk, round=round), open_words)


def _imports(league: League, access: Access) -> list[Any]:
    if not access.may(Action.IMPORT):
        return []
    return list(ImportBatch.objects.filter(league=league).select_related("actor").order_by("-pk")[:MOST_IMPORTS])
