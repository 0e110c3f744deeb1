"""Re-rate a league from a day on: replay, compare, write what differs, say who moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from league.models import ChangeReach, FactChange, Game, League
from league.models.statements import insert, update
from ratings.facts.games import source_league
from ratings.kernel import KERNEL_VERSION
from ratings.kernel.types import Change, PlayerId
from ratings.ledger import keys, rows, standings
from ratings.ledger.standings import Move
from ratings.ledger.tally import Count
from ratings.models import RatingChange, RatingRun, RunImpact

from .alive import worker_alive
from .carrying import change_over, point_after, take_over
from .closing import closing
from .computed import Computed
from .living import refresh_live
from .publishing import mark_corrected
from .replaying import Replay
from .tail import TooLong

Actor = Any  # a user of settings.AUTH_USER_MODEL, or None: a command
Watch = Callable[[int, Change | None, Change | None], None]
NOTHING = Count()
STATE = ("version", "stale_since", "stale_reason", "rated_at", "rated_until")


def touch(league: League) -> None:
    """A fact changed that needs no re-rating: raise the league's version. The league must be locked."""
    League.objects.filter(pk=league.pk).update(version=F("version") + 1)
    league.version += 1


def defer(league: League, *, since: date | None, reason: str) -> None:
    """Leave the re-rating from this day on (None: all) to ``work`` or ``settle``. The league must be locked."""
    league.stale_since = min(filter(None, (league.stale_since, since or date.min)))
    league.stale_reason = reason[:300]
    league.version += 1
    league.save(update_fields=["stale_since", "stale_reason", "version"])


def rerate(
    league: League, *, since: date | None, reason: str, actor: Actor = None, players: Iterable[PlayerId] | None = None,
    locked: bool = False, newest: Game | None = None, most: int | None = None,
) -> RatingRun | None:  # fmt: skip
    """Re-rate from a day on, inside the transaction of the fact that asks for it, and raise the version.

    ``since`` None: from the start. ``players``: whose games changed, where nothing but games did:
    only their live ratings are computed. ``locked``: the caller holds the league's lock, and ``league`` was
    read under it.
    ``newest``: a game just entered, with no other on its day or later: it need not be read again.
    A replay of more games than ``most`` (None: the setting) is only marked while a worker lives; without one it is
    done here. Returns the run,
    None where nothing changed or the work was left to the worker.
    """
    with transaction.atomic(savepoint=False):
        held = league if locked else League.objects.lock(league.pk)[0]
        since = _from_stale(held, since)
        try:
            run = _rerate_locked(held, since, reason, actor, _most(most), players, newest)
        except TooLong:
            run = _long(held, since, reason, actor, players)
        _copy_state(held, league)
        return run


def _most(games: int | None) -> int:
    setting: int = settings.ARPAD_LONG_REPLAY
    return setting if games is None else min(games, setting)


def _long(
    league: League, since: date | None, reason: str, actor: Actor, players: Iterable[PlayerId] | None
) -> RatingRun | None:  # fmt: skip
    if worker_alive():
        defer(league, since=since, reason=reason)
        return None
    return _rerate_locked(league, since, reason, actor, None, players)


def _from_stale(league: League, since: date | None) -> date | None:
    if league.stale_since is None or since is None:
        return since
    earliest = min(since, league.stale_since)
    return None if earliest == date.min else earliest


def _copy_state(source: League, target: League) -> None:
    if source is not target:
        for name in STATE:
            setattr(target, name, getattr(source, name))


def _rerate_locked(
    league: League, since: date | None, reason: str, actor: Actor, limit: int | None,
    players: Iterable[PlayerId] | None, newest: Game | None = None,
) -> RatingRun | None:  # fmt: skip
    if league.rated_at is None and league.mode == League.Mode.SEQUENTIAL and newest is None:
        since = None  # never rated: all is new, from whichever day the facts came, and nothing is to be compared
    changing_over = since is None and change_over(league)
    point = since if changing_over else point_after(league, since)
    if since is not None and only_live(league, point):
        refresh_live(league, players=players)
        save_state(league)
        return None
    started = timezone.now()
    fresh = since is None and _is_fresh(league)
    if limit is None and since is None and _apart_or_over(league, fresh) and (beside := _beside(league)):
        computed = _beside_the_log(beside)
    elif (first := closing(league, since, point)) is not None:
        computed = first
    else:
        computed = Computed(Replay(league, since=since, limit=limit, fresh=fresh, newest=newest), straight=True)
    run = finish(computed, reason=reason, actor=actor, started=started)
    if changing_over:
        take_over(league)
    return run


def _beside(league: League) -> Replay | None:
    """The replay of a whole league whose log is computed beside the stored one, where that can be done."""
    if league.mode != League.Mode.SEQUENTIAL:
        return None
    run = Replay(league, since=None, fresh=True)
    return run if run.straight else None


def _apart_or_over(league: League, fresh: bool) -> bool:
    """A first rating goes straight into the log, unless it becomes a table of its own."""
    return not fresh or (connection.vendor == "postgresql" and _is_big(league))


def _is_big(league: League) -> bool:
    """Whether the log of the league is worth a table of its own."""
    most = settings.ARPAD_OWN_TABLE_GAMES
    return bool(Game.objects.filter(league=source_league(league))[:most].count() >= most)


def _beside_the_log(run: Replay) -> Computed:
    return Computed(run, beside=rows.beside(run.league, big=_is_big(run.league)))


def only_live(league: League, since: date | None) -> bool:
    """Whether nothing that is closed lies behind the day: only live ratings can move."""
    if league.mode != League.Mode.PERIOD or since is None:
        return False
    if league.stale_since is not None:
        return False
    closed = league.periods.exclude(status="open").filter(ends_on__gte=since).exists()
    covered = league.rated_until is not None and league.rated_until >= since
    return not closed and not covered


def _is_fresh(league: League) -> bool:
    return not RatingChange.objects.filter(pk__range=keys.league_range(league.pk)).exists()


def finish(computed: Computed, *, reason: str, actor: Actor, started: datetime) -> RatingRun | None:
    """Write a computed replay: log, ratings, run, impacts. The league is locked and its facts unchanged."""
    run, league = computed.run, computed.run.league
    ratings, moves = computed.ratings()
    computed.log.apply()
    standings.write_ratings(league, ratings)
    record = _record(computed, moves, reason, actor, started) if computed.differs or moves else None
    if run.per_period:
        refresh_live(league, players=None)
    if moves_lists(run) and computed.differs:
        computed.log.put_in()  # the lists are compared with the log
        touched = computed.touched or set(run.standings)
        mark_corrected(league, None if run.since is None else date.fromordinal(run.since), touched)
    if league.stale_since is not None:
        _answer_waiting(league, record)
    _settled(league, run)
    computed.log.put_in()
    return record


def _answer_waiting(league: League, record: RatingRun | None) -> None:
    """Changes that were left to a worker get the run that rated them (None: nobody moved)."""
    number = None if record is None else record.pk
    FactChange.objects.filter(league=league, run=FactChange.WAITING).update(run=number)
    ChangeReach.objects.filter(league=league, run=FactChange.WAITING).update(run=number)


def moves_lists(run: Replay) -> bool:
    """Whether a published list lies behind the point."""
    return any(p.published and (run.since is None or p.period.ends >= run.since) for p in run.calendar.periods)


def _settled(league: League, run: Replay) -> None:
    league.stale_since, league.stale_reason = None, ""
    ends = [p.period.ends for p in run.calendar.periods if p.closed]
    league.rated_until = date.fromordinal(max(ends)) if ends else None
    save_state(league)


def save_state(league: League) -> None:
    """The league is rated as its facts are now: a version more."""
    league.version += 1
    league.rated_at = timezone.now()
    update(league, STATE)


def _record(computed: Computed, moves: list[Move], reason: str, actor: Actor, started: datetime) -> RatingRun:
    run, league, counts = computed.run, computed.run.league, computed.log.counts
    listed = [move for move in moves if move.listed]
    record = RatingRun(
        league=league, since=None if run.since is None else date.fromordinal(run.since), reason=reason[:300],
        actor=actor, started_at=started, finished_at=timezone.now(), kernel_version=KERNEL_VERSION,
        league_version=league.version, games_read=run.games,
        rows_inserted=counts.inserted, rows_updated=counts.updated, rows_deleted=counts.deleted,
        players_moved=len(listed), moved_slightly=len(moves) - len(listed),
    )  # fmt: skip
    insert(record)
    impacts = [(record.pk, move.player, move.before, move.after) for move in listed]
    columns = ("run_id", "player_id", "before", "after")
    if 0 < len(impacts) <= rows.FEW:
        rows.insert_few(RunImpact._meta.db_table, columns, impacts)
    elif impacts:
        types = ("int8", "int8", "float8", "float8")
        rows.insert_rows(connection, RunImpact._meta.db_table, columns, impacts, types=types)
    return record


def settle(
    league: League, *, reason: str = "", actor: Actor = None, progress: Callable[[int], None] | None = None
) -> RatingRun | None:  # fmt: skip
    """Do a stale league's work now: compute without the lock, then lock and write.

    If facts changed meanwhile it starts over from the earlier point; at the third time it computes
    under the lock, so that it ends. The leagues that it seeds follow.
    """
    for attempt in range(3):
        league.refresh_from_db()
        if league.stale_since is None:
            return None
        started, version, since = timezone.now(), league.version, league.stale_since
        with transaction.atomic():
            point_after(League.objects.lock(league.pk)[0], None if since == date.min else since)
        why = reason or league.stale_reason
        if attempt == 2:
            with transaction.atomic():
                league = League.objects.lock(league.pk)[0]
                return _finish_all(_compute(league, since, progress), since, reason=why, actor=actor, started=started)
        try:
            computed = _compute(league, since, progress)
        except LookupError:
            # somebody came between two looks at the facts: a game was read of whom the first did not know
            if not League.objects.filter(pk=league.pk).exclude(version=version).exists():
                raise
            continue
        with transaction.atomic():
            locked = League.objects.lock(league.pk)[0]
            if locked.version == version and locked.stale_since == since:
                computed.run.league = locked
                return _finish_all(computed, since, reason=why, actor=actor, started=started)
    return None


def _finish_all(
    computed: Computed, since: date, *, reason: str, actor: Actor, started: datetime
) -> RatingRun | None:  # fmt: skip
    """``finish``, and the leagues that take first ratings from this one: they were rated by what it said before.

    Also where no row of this league's log moved: who has not played seeds by the rating he starts with.
    """
    record = finish(computed, reason=reason, actor=actor, started=started)
    for each in League.objects.filter(standard_league=computed.run.league).lock():
        rerate(each, since=None if since == date.min else since, reason=reason, actor=actor, locked=True)
    return record


def _compute(league: League, since: date, progress: Callable[[int], None] | None) -> Computed:
    fresh = _is_fresh(league)  # then everything is new, from whichever day the facts came
    whole = fresh or since == date.min
    beside = _beside(league) if whole else None
    run = beside or Replay(league, since=None if whole else since, fresh=fresh)
    if progress is not None:
        run.progress = progress
    return Computed(run) if beside is None else _beside_the_log(beside)
