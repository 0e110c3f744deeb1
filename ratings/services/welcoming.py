"""Players who have entered a league but not played yet stand on its board with their start rating."""

from __future__ import annotations

from collections.abc import Collection

from league.models import League
from ratings.facts.calendar import read_calendar, read_players
from ratings.kernel.types import PlayerId
from ratings.ledger.standings import rating_values, write_ratings
from ratings.ledger.tally import Count


def welcome(league: League, players: Collection[PlayerId]) -> None:
    """Rating rows for these entrants who have none yet. The league must be locked."""
    calendar = read_calendar(league)
    parameters = calendar.rules.sets[-1][1]
    rows = {}
    for player, standing in read_players(league, players).items():
        if standing.rating is None:
            state = calendar.system.initial(standing.facts, parameters)
            provisional = calendar.system.provisional(state, parameters)
            rows[player] = (None, rating_values(state, Count(), provisional=provisional))
    write_ratings(league, rows)
