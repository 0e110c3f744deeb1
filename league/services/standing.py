"""Published lists that stand, whatever comes in later: what cannot reach them is refused, or said beforehand."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from league.models import PLAYED, Event, Game, League, LeagueEntry
from league.models.periods import period_label
from ratings.facts import read_calendar
from ratings.facts.counted import LISTS_FOR_A_REPORT, Lists, counts_late
from ratings.kernel.types import Cause, Reason
from ratings.ledger.keys import game_row_id
from ratings.models import Rating, RatingChange

from .errors import Problems
from .placement import last_standing, rated_on

# What a player begins with; after the first list it is part of that list.
BROUGHT = ("start_rating", "start_games", "start_peak", "start_deviation", "start_volatility")


def refuse_used_start(problems: Problems, league: League, player: int, changed: Collection[str]) -> None:
    """Start values that a standing list has used would be changed without any effect."""
    wanted = [name for name in BROUGHT if name in changed]
    if wanted and (words := used_starts(league, [player]).get(player)):
        problems.add(words, wanted[0])


def used_starts(league: League, only: Collection[int] | None = None) -> dict[int, str]:
    """Player -> why start values do nothing any more: everybody who had entered before the last standing list."""
    last = last_standing(league)
    if last is None:
        return {}
    message = _(
        "%(league)s has published lists with what the player brought along, and they stand up to %(period)s: adjust"
        " the rating from a later day instead."
    )
    words = message % {"league": league.name, "period": last.label}
    entered = Rating.objects.filter(league=league, entered_on__lte=last.ends_on)
    entered = entered if only is None else entered.filter(player__in=only)
    return dict.fromkeys(entered.values_list("player_id", flat=True), words)


def refuse_used_start_of(problems: Problems, leagues: Iterable[League], player: int, changed: Collection[str]) -> None:
    """The same for values of the player, which count where the league's own entry has none."""
    for league in leagues:
        entry = LeagueEntry.objects.filter(league=league, player=player).first()
        own = [name for name in changed if name in BROUGHT and entry and getattr(entry, name) is None]
        if not problems:
            refuse_used_start(problems, league, player, own)


def refuse_event_too_late(problems: Problems, event: Event) -> None:
    """Games of an event that no list has counted, and that come too late for any (FIDE B.02 9.1)."""
    if not counts_late(event.league) or not event.rated:
        return
    lists = Lists(event.league, read_calendar(event.league))
    if not lists.ids:
        return
    for game in event.games.filter(status=Game.Status.FINAL, outcome__in=PLAYED).order_by("played_on", "pk"):
        game.event = event
        own = lists.period_of(rated_on(game, event.league).toordinal())
        if own is None or own.period.period not in lists.ids or lists.list_of_report(own) <= LISTS_FOR_A_REPORT:
            continue
        if not _counted(game, lists):
            message = _(
                "Too late: its games would be rated in list %(list)d after %(period)s, and a result counts in the"
                " third at the latest."
            )
            problems.add(message % {"list": lists.list_of_report(own), "period": period_label(own.name)}, "rated")
            return


def _counted(game: Game, lists: Lists) -> bool:
    row = game_row_id(game.league_id, game.pk, 0)
    return RatingChange.objects.filter(pk=row, period__in=lists.ids).exists()


def kept_first_ratings(games: Iterable[Game]) -> list[str]:
    """Sentences on players whose first rating came of one of these games and stands in a published list."""
    games = [game for game in games if game.pk]
    if not games or not counts_late(games[0].league) or (last := last_standing(games[0].league)) is None:
        return []
    league = games[0].league
    rows = RatingChange.objects.filter(
        pk__in=[game_row_id(league.pk, game.pk, side) for game in games for side in (0, 1)],
        reason=Reason.UNRATED_PLAYER.value, period__ends_on__lte=last.ends_on,
    )  # fmt: skip
    words = _(
        "%(player)s was first rated %(rating)s by this and other games; that list stands. Only opponents are corrected"
        " in the next list: should %(player)s have another rating, adjust it by hand."
    )
    told = {}
    for row in rows.select_related("player").order_by("pk"):
        first = RatingChange.objects.filter(
            league=league, player=row.player, cause=Cause.PERIOD.value, opening=None, closing__isnull=False,
            day__gte=row.day, day__lte=last.ends_on,
        ).order_by("day").first()  # fmt: skip
        if first is not None and first.closing is not None:
            told[row.player_id] = words % {"player": row.player.name, "rating": round(first.closing)}
    return list(told.values())
