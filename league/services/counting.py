"""Which period an event or a game counts in, and why that one, in words."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import Event, Game, League, RatingPeriod
from ratings.facts.closing import rated_on
from ratings.facts.games import start_of
from ratings.ledger.keys import game_row_id
from ratings.models import RatingChange

from .placement import is_long, last_standing


class Counting(NamedTuple):
    """The period that rates an event (None: none yet, or several), and why that one, in words."""

    period: RatingPeriod | None
    words: str


def counts_in(event: Event, league: League | None = None) -> Counting | None:
    """Where an event of more than one period counts, and why; None where there is nothing to explain.

    ``league``: its own, or one that follows it. Game by game each game counts on its day.
    """
    league = league or event.league
    if league.mode == League.Mode.SEQUENTIAL:
        return None
    days = {"first": date_format(event.starts_on), "last": date_format(event.ends_on)}
    day = rated_on(league, event, event.ends_on)
    first, last = _period_of(league, event.starts_on), _period_of(league, day)
    if event.rated_by_game:
        words = _(
            "From %(first)s to %(last)s, rated month by month: each game counts in the period of its own day, with the"
            " ratings of its month’s first day."
        )
        if is_long(event.starts_on, event.ends_on):
            words = _(
                "From %(first)s to %(last)s: more than 30 days, so it is rated month by month. Each game counts in the"
                " period of its own day, with the ratings of its month’s first day."
            )
        return Counting(None, words % days) if first != last else None
    if last is None:
        words = _("It ends on %(last)s, and no rating period has that day yet: it counts when one is opened.")
        if day != event.ends_on and _period_of(league, event.ends_on) is not None:
            words = _(
                "It ends on %(last)s, too late for a list that closes %(days)d days before its date. It counts in the"
                " next rating period, which is not opened yet."
            )
        return Counting(None, words % {**days, "days": league.closing_days})
    if last == first:
        return None
    if last.starts_on > event.ends_on:
        return Counting(last, f"{_closed_before(league, event, last)} {_rated_with(league, days)}".strip())
    words = _(
        "It begins before %(period)s and ends in it, on %(last)s: all its games count in %(period)s, the period in"
        " which an event ends."
    )
    words %= {**days, "period": last.label}
    return Counting(last, f"{words} {_rated_with(league, days)}".strip())


def _rated_with(league: League, days: dict[str, str]) -> str:
    if league.system != League.System.FIDE:
        return ""
    return _("They are rated with the list in force on its first day, %(first)s.") % days


def _closed_before(league: League, event: Event, period: RatingPeriod) -> str:
    """Why an event that ended before a period counts in it: it was too late for the list before (FIDE B.02 7.1)."""
    words = _(
        "It ends on %(last)s, after %(closing)s, the closing date for the list of %(list)s: all its games count in"
        " %(period)s, for the list of %(next)s."
    )
    listed = period.starts_on
    return words % {
        "last": date_format(event.ends_on), "closing": date_format(listed - timedelta(league.closing_days)),
        "list": date_format(listed), "period": period.label, "next": date_format(period.ends_on + timedelta(1)),
    }  # fmt: skip


def game_counts_in(game: Game, league: League | None = None) -> Counting | None:
    """Where a game counts; None game by game, where it counts on its own day."""
    league = league or game.league
    if league.mode == League.Mode.SEQUENTIAL:
        return None
    day = rated_on(league, game.event, game.played_on)
    period = _period_of(league, day)
    if period is None:
        words = _("No rating period has %(day)s yet: the game counts when one is opened.")
        return Counting(None, words % {"day": date_format(day)})
    if (later := _carrier(league, game, period)) is not None:
        return later
    words = _("Counts in the period %(period)s (%(status)s).")
    words = words % {"period": period.label, "status": period.get_status_display()}
    return Counting(period, f"{words} {_why(league, game, period, day)}".strip())


def _carrier(league: League, game: Game, period: RatingPeriod) -> Counting | None:
    """A list that stands has not counted it: the first one after those does."""
    last = last_standing(league)
    if last is None or period.ends_on > last.ends_on:
        return None
    counted = _counted_in(league, game)
    if counted is not None and counted.ends_on <= last.ends_on:
        words = _("Counted in the period %(period)s, whose list stands.")
        return Counting(counted, words % {"period": counted.label})
    after = _after(league, last)
    words = _("Late for %(period)s, whose list is published and stands: it counts in the next list, that of %(next)s.")
    return Counting(after, words % {"period": period.label, "next": after.label if after else "–"})


def correction_counts_in(game: Game, league: League) -> str:
    """Where what a correction changes will count, in a sentence; nothing where the period itself is rated again."""
    last, counted = last_standing(league), _counted_in(league, game)
    if last is None or counted is None or counted.ends_on > last.ends_on:
        return ""
    after = _after(league, last)
    words = _(
        "The list of %(period)s is published and stands: the difference counts in the next list, that of %(next)s."
    )
    return words % {"period": counted.label, "next": after.label if after else "–"}


def _counted_in(league: League, game: Game) -> RatingPeriod | None:
    rows = RatingChange.objects.filter(pk=game_row_id(league.pk, game.pk or 0, 0)).select_related("period")
    row = rows.first()
    return row.period if row is not None else None


def _after(league: League, last: RatingPeriod) -> RatingPeriod | None:
    return league.periods.filter(starts_on__gt=last.ends_on).order_by("starts_on").first()


def _why(league: League, game: Game, period: RatingPeriod, day: date) -> str:
    """Why not the period of the game's own day, or by which ratings."""
    event = game.event
    if event is None:
        return ""
    if event.rated_by_game:
        words = _("%(event)s lasts more than 30 days and is rated month by month, this part with ratings of %(start)s.")
        return words % {"event": event.name, "start": date_format(start_of(event, game.played_on))}
    if period.starts_on > event.ends_on:
        words = _("%(event)s ends on %(last)s, after %(closing)s, the closing date for the list of %(list)s.")
        return words % {
            "event": event.name, "last": date_format(event.ends_on), "list": date_format(period.starts_on),
            "closing": date_format(period.starts_on - timedelta(league.closing_days)),
        }  # fmt: skip
    if day.replace(day=1) != game.played_on.replace(day=1):
        return _("%(event)s ends on %(last)s, and an event counts where it ends.") % {
            "event": event.name,
            "last": date_format(event.ends_on),
        }
    return ""


def _period_of(league: League, day: date) -> RatingPeriod | None:
    return league.periods.filter(starts_on__lte=day, ends_on__gte=day).first()
