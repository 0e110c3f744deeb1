"""Players who have entered a league but not played yet stand on its board with their start rating."""

from __future__ import annotations

from collections.abc import Collection

from league.models import League
from ratings.facts.calendar import RATING_COLUMNS, read_calendar, read_players
from ratings.kernel.types import PlayerId
from ratings.ledger.standings import rating_values, write_ratings
from ratings.ledger.tally import Count

from .living import refresh_live

ENTERED_ON = RATING_COLUMNS.index("entered_on")


def welcome(league: League, players: Collection[PlayerId]) -> set[PlayerId]:
    """Rating rows for those of these entrants who have no log row yet, by their start values of now.

    The league must be locked. Returns those who had no rating row.
    """
    calendar = read_calendar(league)
    parameters = calendar.rules.sets[-1][1]
    rows = {}
    for player, standing in read_players(league, players).items():
        if standing.rating is None or standing.rating[ENTERED_ON] is None:
            state = calendar.system.initial(standing.facts, parameters)
            provisional = calendar.system.provisional(state, parameters)
            key = None if standing.rating is None else standing.rating[0]
            rows[player] = (key, rating_values(state, Count(), provisional=provisional, hidden=standing.merged))
    write_ratings(league, rows)
    if rows and league.mode == League.Mode.PERIOD:
        refresh_live(league, players=set(rows))  # an open period may have moved them already
    return {player for player, (key, _) in rows.items() if key is None}
