"""The calculation of one player and one rating period, in FIDE's own terms: per game, per event, in all.

Everything is read from the log: what stands here is what was computed, not computed a second time. Of an open
period it is what closing now would write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from league.models import EventEntry, League, Player, RatingPeriod
from ratings.kernel.types import Cause, Change, Line
from ratings.models import RatingChange
from ratings.services import explain

from .foreseen import period_so_far
from .reckoning import Calculation, Part, Played
from .rows import Entry, described
from .scope import games_rated_in

_MONTH = re.compile(r"\d{4}-\d{2}")


def period_slug(period: RatingPeriod) -> str:
    """A period in an address: ``2026-11``, or the first day of one that has another name."""
    return period.name if _MONTH.fullmatch(period.name) else period.starts_on.isoformat()


def period_of(league: League, slug: str) -> RatingPeriod | None:
    """The period of an address."""
    periods = RatingPeriod.objects.filter(league=league)
    if _MONTH.fullmatch(slug):
        return periods.filter(name=slug).first()
    try:
        return periods.filter(starts_on=date.fromisoformat(slug)).first()
    except ValueError:
        return None


def calculation(league: League, player: Player, period: RatingPeriod) -> Calculation | None:
    """The calculation of a period, of an open one as if it closed now; None: the player has no row in it."""
    if period.status == RatingPeriod.Status.OPEN:
        return _running(league, player, period)
    rows = RatingChange.objects.filter(league=league, player=player, period=period).select_related("period", "player")
    found = described(sorted(rows, key=lambda row: (row.day, row.ref, row.side)))
    sums = [entry.row for entry in found if entry.cause == Cause.PERIOD]
    if not sums:
        return None
    sums[0].league = league
    explained = explain(sums[0])
    return _made(league, period, found, sums[0], explained.lines, dict(explained.parameters))


def _running(league: League, player: Player, period: RatingPeriod) -> Calculation | None:
    """The same of rows that are written when the period closes."""
    changes, lines = period_so_far(league, player, period)
    about = [change for change in changes if change.period == period.pk]
    found = described([_unwritten(league, player, period, change) for change in sorted(about, key=_by_day)])
    sums = [entry.row for entry in found if entry.cause == Cause.PERIOD]
    if not sums:
        return None
    valid = league.rules.filter(valid_from__lte=period.starts_on).order_by("-valid_from").first()
    return _made(league, period, found, sums[0], lines, dict(valid.parameters) if valid else {})


def _by_day(change: Change) -> tuple[int, int, int]:
    return change.day, change.ref, change.side


def _unwritten(league: League, player: Player, period: RatingPeriod, change: Change) -> RatingChange:
    values = change._asdict() | {"day": date.fromordinal(change.day), "player": player, "period": period}
    return RatingChange(league=league, **values)


def _made(
    league: League, period: RatingPeriod, found: list[Entry], row: RatingChange, lines: Sequence[Line],
    parameters: dict[str, object],
) -> Calculation:  # fmt: skip
    before, after = _neighbours(league, row.player, period)
    return Calculation(
        period,
        row,
        _parts([entry for entry in found if entry.cause == Cause.GAME], row),
        [entry for entry in found if entry.cause == Cause.CORRECTION],
        [line for line in lines if "game" not in line.values],
        {line.values["game"]: line for line in lines if line.values.get("rule") and "game" in line.values},
        parameters,
        before,
        after,
    )


def _parts(entries: Iterable[Entry], row: RatingChange) -> list[Part]:
    """Games by event, in the order in which the events began."""
    by_event: dict[int | None, list[Entry]] = {}
    for entry in entries:
        assert entry.game is not None
        by_event.setdefault(entry.game.event_id, []).append(entry)
    kept = _kept([entry for group in by_event.values() for entry in group])
    parts = []
    for group in by_event.values():
        ordered = sorted(group, key=_place)
        parts.append(
            Part(ordered[0].game.event if ordered[0].game else None, [_played(each, row, kept) for each in ordered])
        )
    return sorted(parts, key=lambda part: (_first_day(part), part.event.pk if part.event else 0))


def _place(entry: Entry) -> tuple[int, date, int]:
    assert entry.game is not None
    return entry.game.round or 0, entry.game.played_on, entry.game.pk


def _first_day(part: Part) -> date:
    return part.event.starts_on if part.event else part.lines[0].game.played_on


def _played(entry: Entry, row: RatingChange, kept: dict[tuple[int, int], EventEntry]) -> Played:
    """A game; the rating used is the one the row states, else the opening rating of the period."""
    assert entry.game is not None and entry.opponent is not None
    own = entry.row.own_rating if entry.row.own_rating is not None else row.opening
    as_then = kept.get((entry.game.event_id or 0, entry.opponent.pk))
    title = (as_then.title if as_then else "") or entry.opponent.title
    federation = (as_then.federation if as_then else "") or entry.opponent.federation
    return Played(entry, own, entry.opponent.told(title), entry.opponent.told(federation))


def _kept(entries: list[Entry]) -> dict[tuple[int, int], EventEntry]:
    """Titles and federations as they were at the events."""
    events = {entry.game.event_id for entry in entries if entry.game and entry.game.event_id}
    players = {entry.opponent.pk for entry in entries if entry.opponent}
    if not events:
        return {}
    found = EventEntry.objects.filter(event__in=events, player__in=players)
    return {(each.event_id, each.player_id): each for each in found}


def _neighbours(
    league: League, player: Player, period: RatingPeriod
) -> tuple[RatingPeriod | None, RatingPeriod | None]:
    """The player's periods before and after."""
    rows = RatingChange.objects.filter(league=league, player=player, cause=Cause.PERIOD.value)
    before = rows.filter(day__lt=period.starts_on).select_related("period").order_by("-day").first()
    after = rows.filter(day__gt=period.ends_on).select_related("period").order_by("day").first()
    return before.period if before else None, after.period if after else _open_after(league, player, period)


def _open_after(league: League, player: Player, period: RatingPeriod) -> RatingPeriod | None:
    """The first open period after it, if the player has a game in it."""
    later = league.periods.filter(status=RatingPeriod.Status.OPEN, starts_on__gt=period.ends_on)
    first: RatingPeriod | None = later.order_by("starts_on").first()
    if first is None or not games_rated_in(league, first, player.pk).exists():
        return None
    return first
