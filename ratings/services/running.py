"""As if closed now: one player's rows of a period that is still open. Nothing of this is logged."""

from __future__ import annotations

from league.models import League, Player, RatingPeriod
from ratings.facts.calendar import facts_of, read_calendar, read_players
from ratings.facts.officials import officials_of
from ratings.facts.seeds import seeds_of
from ratings.kernel.foreseen import foreseen
from ratings.kernel.types import Change, Line

from .living import games_in_open_periods, open_periods, openings_of, steps_of


def rows_so_far(league: League, player: Player, period: RatingPeriod) -> tuple[list[Change], list[Line]]:
    """The rows that closing every open period up to this one would write for a player, and the lines behind the sum.

    Reads the player's games only, unless an earlier open period has games of others that count in this one.
    """
    calendar = read_calendar(league)
    only = {player.pk}
    up_to = [
        each for each in open_periods(league, calendar) if each.rated.period.starts <= period.starts_on.toordinal()
    ]
    periods = [each for each in up_to if each.moves]
    if len(periods) == 1:
        theirs = games_in_open_periods(league, calendar, only)
        periods = [each.of(only) for each in open_periods(league, calendar, theirs) if each.rated == periods[0].rated]
    if not any(each.rated.period.period == period.pk and each.moves for each in periods):
        return [], []
    involved = {side for each in periods for side in each.players} | only
    standings = read_players(league, involved)
    guests = {each for each, standing in standings.items() if standing.guest}
    return foreseen(
        calendar.system, steps_of(periods, guests), player.pk, period.pk, players=facts_of(standings),
        rules=calendar.rules, openings=openings_of(league, calendar, periods, standings, few=len(periods) == 1),
        calendar=calendar.ends, seeds=seeds_of(league), official=officials_of(league, calendar.rules),
    )  # fmt: skip
