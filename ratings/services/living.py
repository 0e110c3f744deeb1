"""Live ratings: what each would be if the open periods closed now. Nothing of this is logged."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from league.models import League
from ratings.facts import log
from ratings.facts.calendar import Calendar, RatedPeriod, Standing, facts_of, read_calendar, read_players
from ratings.facts.games import read_period_games
from ratings.facts.seeds import seeds_of
from ratings.kernel.replay import Openings, replay
from ratings.kernel.types import Batch, PlayerId, RatedGame
from ratings.ledger.standings import write_live

from .tail import stored_state


def refresh_live(league: League, *, players: Iterable[PlayerId] | None) -> None:
    """Recompute the live ratings of these players (None: of all) from the open periods' games."""
    calendar = read_calendar(league)
    played = _open_games(league, calendar)
    only = None if players is None or len(played) > 1 else set(players)
    if only is not None and played:
        period, games = played[0]
        played = [(period, [g for g in games if g.white in only or g.black in only])]
    involved = {side for _, games in played for g in games for side in (g.white, g.black)} | (only or set())
    standings = read_players(league, involved)
    live = _live(league, calendar, played, standings)
    wanted = only if only is not None else live.keys()
    write_live(league, {p: v for p, v in live.items() if p in wanted}, only=only)


def _open_games(league: League, calendar: Calendar) -> list[tuple[RatedPeriod, list[RatedGame]]]:
    """The rateable games of each open period that has any, in the order of the periods."""
    periods = [p for p in calendar.periods if not p.closed]
    if not periods:
        return []
    games: dict[int, list[RatedGame]] = {}
    first, last = (date.fromordinal(day) for day in (periods[0].period.starts, periods[-1].period.ends))
    for row in read_period_games(league, first, last, joined=False):
        period = calendar.period_of(row.rated_on)
        if row.rateable and period is not None and not period.closed:
            games.setdefault(period.period.period, []).append(row.game)
    return [(p, games[p.period.period]) for p in periods if p.period.period in games]


def _live(
    league: League, calendar: Calendar, played: list[tuple[RatedPeriod, list[RatedGame]]],
    standings: dict[PlayerId, Standing],
) -> dict[PlayerId, float | None]:  # fmt: skip
    if not played:
        return {}
    guests = {p for p, s in standings.items() if s.guest}
    states = {p: stored_state(s) for p, s in standings.items() if s.rating is not None and s.rating[17]}
    since = played[0][0].period.starts
    history = log.history_before(league, since) if calendar.system.uses_lists else {}
    unrated = [p for p in standings if p not in states or states[p].rating is None]
    pools = log.pools_before(league, unrated, since) if unrated else {}
    openings = Openings(states, history, pools)
    steps = (
        Batch(p.period.ends, [g for g in games if g.white not in guests and g.black not in guests], p.period)
        for p, games in played
    )
    for _ in replay(
        calendar.system, steps, players=facts_of(standings), rules=calendar.rules, openings=openings,
        calendar=calendar.ends, seeds=seeds_of(league),
    ):  # fmt: skip
        pass
    return {player: state.rating for player, state in openings.states.items()}
