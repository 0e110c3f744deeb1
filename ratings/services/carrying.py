"""Published lists that stand: what they counted is kept, and what the facts say otherwise is noted for the next.

Only for leagues whose late results count in the next list; all else is ``ratings.facts.counted``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Max

from league.models import League, Player, RatingPeriod
from ratings.facts.calendar import read_calendar
from ratings.facts.counted import Counted, Lists, counts_late
from ratings.facts.games import read_games
from ratings.kernel.types import Day, GameId
from ratings.ledger.counted import forget_counted, keep_counted, note_carried
from ratings.models import CarriedGame, CountedPeriod

from .replaying import Replay


def standing_until(league: League) -> date | None:
    """The last day of the last published list that stands; None: none does."""
    if not counts_late(league):
        return None
    until: date | None = CountedPeriod.objects.filter(league=league).aggregate(last=Max("period__ends_on"))["last"]
    return until


def keep(league: League, until: date) -> None:
    """A list is published: keep what its period, and every closed one before it, counted. The league is locked."""
    run = Replay(league, since=None)
    run.captured = []
    for _row in run.pairs():
        pass
    keep_counted(league, [(p.period.period, i.packed()) for p, i in run.captured if p.period.ends <= until.toordinal()])


def release(period: RatingPeriod) -> None:
    """A list is withdrawn: its period is computed from the facts again, with what it carried."""
    forget_counted(period.league, period)
    note(period.league, None)


def note(league: League, since: date | None) -> None:
    """Note the games played from a day on (None: all) that say something else than published lists counted."""
    lists = Lists(league, read_calendar(league))
    if lists.ids:
        first = since.toordinal() if since is not None else 1
        if first <= lists.until:
            note_carried(league, differing(lists, first))


def differing(lists: Lists, first: Day) -> dict[GameId, Counted | None]:
    """Games played from a day on that the next list has something to say of, with what was counted so far."""
    counted, found = lists.counted_since(first), dict[GameId, Counted | None]()
    guests = set(Player.objects.filter(entries__league=lists.league, guest=True).values_list("pk", flat=True))
    seen: set[GameId] = set()
    days = (date.fromordinal(first), date.fromordinal(lists.until))
    for row in read_games(lists.league, first=days[0], last=days[1], joined=False):
        seen.add(row.game.game)
        state = counted.get(row.game.game)
        if state is None and (row.rated_on > lists.until or guests & {row.game.white, row.game.black}):
            continue
        if lists.differs(state, row):
            found[row.game.game] = state
    moved = [game for game, state in counted.items() if game not in seen and state.basis.day >= first]
    for start in range(0, len(moved), 900):
        for row in read_games(lists.league, ids=moved[start : start + 900], joined=False):
            if lists.differs(counted[row.game.game], row):
                found[row.game.game] = counted[row.game.game]
    return found


def uncarried(league: League) -> Collection[GameId]:
    """For ``verify``: games that differ from what was counted, and that no period carries."""
    lists = Lists(league, read_calendar(league))
    if not lists.ids:
        return ()
    noted = set(CarriedGame.objects.filter(league=league).values_list("game_id", flat=True))
    return sorted(differing(lists, 1).keys() - noted)


def point_after(league: League, since: date | None) -> date | None:
    """Notes what the next list has to carry of a change since a day, and says from when ratings are computed."""
    until = standing_until(league)
    if until is None:
        return since
    note(league, since)
    first = until + timedelta(days=1)
    return first if since is None else max(since, first)


def change_over(league: League) -> bool:
    """Whether the lists stand otherwise than the league's setting says now. The league is locked."""
    if league.mode != League.Mode.PERIOD:
        return False
    kept = set(league.counted_periods.values_list("period_id", flat=True))
    if not counts_late(league):
        return bool(kept)
    last = league.periods.filter(status=RatingPeriod.Status.PUBLISHED).order_by("-ends_on").first()
    return last is not None and last.pk not in kept


def take_over(league: League) -> None:
    """Make the lists stand, or not, as the setting says. The log must be what the facts say (restated)."""
    with transaction.atomic(savepoint=False):
        if not counts_late(league):
            forget_counted(league)
            return
        last = league.periods.filter(status=RatingPeriod.Status.PUBLISHED).order_by("-ends_on").first()
        if last is not None:
            keep(league, last.ends_on)
