"""What a game yet to be played or recorded would bring: the kernel asked three times, nothing replayed."""

from __future__ import annotations

from copy import copy
from datetime import date, timedelta
from typing import NamedTuple

from league.models import Game, League, Player
from ratings.facts import log
from ratings.facts.calendar import Calendar, Standing, facts_of, read_calendar, read_players
from ratings.facts.closing import rated_on
from ratings.facts.officials import officials_of
from ratings.facts.overlay import overlaid_row
from ratings.facts.seeds import seeds_of
from ratings.kernel.replay import Openings, replay
from ratings.kernel.types import Batch, Cause, Change, Day, Period, PlayerFacts, PlayerId, RatingState

from .concerned import stored_state

WON, DRAWN, LOST = 2, 1, 0  # halves of white
NOT_STORED = 1 << 40  # behind every game of the same place, as a new one would be


class Stake(NamedTuple):
    """The rating change of each side, in rating points; None where the side is not rated by the game."""

    white: float | None
    black: float | None


class Stakes(NamedTuple):
    """``expected``: white's score, in [0, 1]. ``reason``: why the game would not be rated ("" if it would).

    ``part``: the changes are unrounded parts of a period's sum. ``white_k``: K of this game alone.
    """

    white_rating: float | None
    black_rating: float | None
    expected: float | None
    by_halves: dict[int, Stake]
    reason: str
    part: bool
    white_k: float | None = None


def stakes(league: League, *, game: Game) -> Stakes:
    """What each result of this unsaved game would bring, from where both players stood on its day.

    Reads a few rows, whatever the league holds; games of the same period are left aside.
    """
    calendar = read_calendar(league)
    day, period = game.played_on.toordinal(), _period(league, calendar, game)
    standings = _standings(league, game)
    found = {p: _state_on(league, p, standing, day, period) for p, standing in standings.items()}
    states = {player: state for player, state in found.items() if state is not None}
    rows: dict[int, dict[int, Change]] = {}
    for halves in (WON, DRAWN, LOST):
        rows[halves] = _rows(league, calendar, game, halves, period, standings, dict(states))
    white, black = rows[WON].get(0), rows[WON].get(1)
    return Stakes(
        white_rating=black.opponent_rating if black else _rating(states, game.white_id),
        black_rating=white.opponent_rating if white else _rating(states, game.black_id),
        expected=white.expected if white else None,
        by_halves={halves: Stake(_change(sides.get(0)), _change(sides.get(1))) for halves, sides in rows.items()},
        reason=white.reason if white else "",
        part=period is not None,
        white_k=white.k if white else None,
    )


def _rows(
    league: League, calendar: Calendar, game: Game, halves: int, period: Period | None,
    standings: dict[PlayerId, Standing], states: dict[PlayerId, RatingState],
) -> dict[int, Change]:  # fmt: skip
    played = copy(game)
    played.white_halves = halves
    value = overlaid_row(league, NOT_STORED, played).game
    since = period.starts if period else value.day
    lists = calendar.system.uses_lists and period is not None
    openings = Openings(states, log.history_before(league, since, calendar.ends) if lists else {}, {})
    batch = Batch(period.ends if period else value.day, (value,), period)
    changes = replay(
        calendar.system, [batch], players=facts_of(standings), rules=calendar.rules, openings=openings,
        calendar=calendar.ends, seeds=seeds_of(league), official=officials_of(league, calendar.rules),
    )  # fmt: skip
    return {change.side: change for change in changes if change.cause == Cause.GAME}


def _period(league: League, calendar: Calendar, game: Game) -> Period | None:
    """The period that would rate the game; where none is open yet, its month."""
    if league.mode == League.Mode.SEQUENTIAL:
        return None
    on = rated_on(league, game.event, game.played_on)
    if (known := calendar.period_of(on.toordinal())) is not None:
        return known.period
    first = on.replace(day=1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return Period(0, first.toordinal(), last.toordinal())


def _standings(league: League, game: Game) -> dict[PlayerId, Standing]:
    """Both players; who is not in the league yet stands as one who enters with this game."""
    standings = read_players(league, {game.white_id, game.black_id})
    for player in (game.white, game.black):
        if player.pk not in standings:
            standings[player.pk] = Standing(_facts(player), player.guest, None)
    return standings


def _facts(player: Player) -> PlayerFacts:
    return PlayerFacts(
        player.pk, player.birth_year, player.start_rating, games=player.start_games, peak=player.start_peak
    )


def _state_on(
    league: League, player: PlayerId, standing: Standing, day: Day, period: Period | None
) -> RatingState | None:
    """Where the player stood after the day's other games, or before the period; None for who had not entered."""
    rating, since = standing.rating, period.starts if period else day + 1
    if rating is None or not rating[17] or date.fromisoformat(rating[17][:10]).toordinal() >= since:
        return None
    return log.standing_before(league, player, since) or stored_state(standing)


def _rating(states: dict[PlayerId, RatingState], player: PlayerId) -> float | None:
    state = states.get(player)
    return state.rating if state else None


def _change(row: Change | None) -> float | None:
    return None if row is None or row.expected is None else row.change
