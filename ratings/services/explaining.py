"""Why a number is what it is: the kernel's own lines for one player and one batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from league.models import Adjustment, Game, GameRevision, Season
from ratings.facts import log
from ratings.facts.calendar import Calendar, Standing, facts_of, read_calendar, read_players
from ratings.facts.games import read_games, start_of
from ratings.facts.officials import officials_of
from ratings.facts.seeds import seeds_of
from ratings.kernel.corrections import AGAIN, NOT_COUNTED
from ratings.kernel.games import AFTER_DECISION, IN_MATCH, NO_MATCH
from ratings.kernel.replay import state_before
from ratings.kernel.systems import System, World
from ratings.kernel.types import (
    Batch,
    Cause,
    Correction,
    Day,
    Line,
    Period,
    PlayerId,
    PooledResult,
    RatedGame,
    RatingState,
    Reason,
)  # fmt: skip
from ratings.ledger import keys
from ratings.models import RatingChange

ABOUT_GAMES = (Cause.GAME, Cause.CORRECTION)
_PLACES = {Reason.MATCH_DECIDED.value: AFTER_DECISION, Reason.MATCH_UNRATED.value: IN_MATCH}


@dataclass
class Explanation:
    """One row of the log with everything behind it.

    ``other``: the opponent's row of the same game. ``games``: in a period, each game of the player
    with its row. ``parameters``: the rules in force. ``revisions``: corrections of the games.
    ``adjustment``, ``season``: what an adjustment's or a season's row is about. ``outcomes``: for a
    rated game, what each score (in halves, of this player) would have brought, everything else alike.
    """

    change: RatingChange
    lines: list[Line]
    game: Game | None = None
    other: RatingChange | None = None
    games: list[tuple[Game, RatingChange]] = field(default_factory=list)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    revisions: list[GameRevision] = field(default_factory=list)
    outcomes: dict[int, float] = field(default_factory=dict)
    adjustment: Adjustment | None = None
    season: Season | None = None


def explain(change: RatingChange) -> Explanation:
    """The explanation of a log row of any cause."""
    rows = _batch_rows(change)
    games = _games(rows)
    made = Explanation(change, [], games=[(games[row.ref], row) for row in rows if row.ref in games])
    if change.cause in ABOUT_GAMES:
        made.game = games.get(change.ref)
        made.other = RatingChange.objects.filter(pk=_other_side(change)).first()
    if games:
        system, batch, world = _batch(change, rows, games)
        made.lines = list(system.explain(batch, world, change.player_id))
        made.outcomes = _outcomes(change, system, batch, world)
    if change.cause == Cause.ADJUSTMENT:
        made.adjustment = Adjustment.objects.filter(pk=change.ref).select_related("actor").first()
    if change.cause == Cause.SEASON:
        made.season = Season.objects.filter(pk=change.ref).first()
    valid = change.league.rules.filter(valid_from__lte=_start(made)).order_by("-valid_from").first()
    made.parameters = valid.parameters if valid else {}
    revisions = GameRevision.objects.filter(game__in=list(games)).select_related("actor")
    made.revisions = list(revisions.exclude(action=GameRevision.Action.RECORD).order_by("made_at", "pk"))
    return made


def _other_side(change: RatingChange) -> int:
    if change.cause == Cause.GAME:
        return change.pk ^ 1
    return keys.correction_row_id(change.league_id, change.ref, change.side ^ 1)


def _start(made: Explanation) -> date:
    return made.change.day if made.game is None else start_of(made.game.event, made.game.played_on)


def _batch_rows(change: RatingChange) -> list[RatingChange]:
    """The player's game and correction rows of the batch: of a period all, else the row itself."""
    if change.cause not in (*ABOUT_GAMES, Cause.PERIOD):
        return []
    if change.period_id is None:
        return [change]
    rows = RatingChange.objects.filter(
        player=change.player_id, league=change.league_id, period=change.period_id,
        cause__in=[cause.value for cause in ABOUT_GAMES],
    )  # fmt: skip
    return list(rows.order_by("day", "ref"))


def _games(rows: list[RatingChange]) -> dict[int, Game]:
    games = Game.objects.filter(pk__in=[row.ref for row in rows])
    return games.select_related("white", "black", "event").in_bulk() if rows else {}


def _batch(
    change: RatingChange, rows: list[RatingChange], games: dict[int, Game]
) -> tuple[System, Batch, World]:  # fmt: skip
    """What the kernel was given: its system, the player's games of the batch, the state before it."""
    league = change.league
    calendar = read_calendar(league)
    counted = [row for row in rows if not _is_correction(row)]
    played = {row.ref for row in counted}
    values = [row.game for row in read_games(league, ids=list(games), joined=False) if row.game.game in played]
    values = [_as_counted(game, counted) for game in values]
    period = _period(change, calendar)
    day = period.ends if period else values[0].day
    players = {side for game in values for side in (game.white, game.black)} | {change.player_id}
    standings = read_players(league, players)
    world = World(
        states=_states(change, rows, players, day, standings),
        players=facts_of(standings),
        rules=calendar.rules,
        rating_used=_RatingUsed(counted, values),
        pools=_pools(change, period, players),
        calendar=calendar.ends,
        seeds=seeds_of(change.league),
        official=officials_of(league, calendar.rules),
    )
    corrections = [_correction(row) for row in rows if _is_correction(row)]
    return calendar.system, Batch(day, values, period, corrections), world


def _is_correction(row: RatingChange) -> bool:
    """A score corrected: not a game, nor one that is counted anew."""
    return row.cause == Cause.CORRECTION and not row.side & AGAIN


def _correction(row: RatingChange) -> Correction:
    was = None if row.last == NOT_COUNTED else row.last
    return Correction(
        row.ref, row.side, row.player_id, was, row.halves, row.expected, row.k, row.own_rating, row.opponent_rating,
        row.reason,
    )  # fmt: skip


def _as_counted(game: RatedGame, rows: list[RatingChange]) -> RatedGame:
    """A game with the score, and the place in its match, that its row was computed with: it, or one before it, may
    have been corrected since a list that stands.
    """
    row = next(row for row in rows if row.ref == game.game)
    halves = game.halves if row.halves is None else row.halves if row.side & 1 == 0 else 2 - row.halves
    place = _PLACES.get(row.reason, NO_MATCH)
    return game if (halves, place) == (game.halves, game.match) else game._replace(halves=halves, match=place)


def _outcomes(change: RatingChange, system: System, batch: Batch, world: World) -> dict[int, float]:
    if change.cause != Cause.GAME or change.reason:
        return {}
    found: dict[int, float] = {}
    for halves in (2, 1, 0):
        white = halves if change.side == 0 else 2 - halves
        games = [game._replace(halves=white) if game.game == change.ref else game for game in batch.games]
        for row in system.rate(batch._replace(games=games), world):
            if row.cause == Cause.GAME and row.ref == change.ref and row.player == change.player_id:
                found[halves] = row.change or 0.0
    return found


def _pools(change: RatingChange, period: Period | None, players: set[PlayerId]) -> dict[PlayerId, list[PooledResult]]:
    """Earlier results of the still unrated; of the row's own day those rated before it."""
    league, day = change.league, change.day.toordinal()
    if period is not None:
        return log.pools_before(league, players, period.starts)
    earlier = RatingChange.objects.filter(
        player=change.player_id, league=league, day=change.day, cause=Cause.GAME.value, games__lt=change.games
    )
    rated_before = set(earlier.values_list("ref", flat=True))
    pools = log.pools_before(league, players, day + 1, unrated_before=day)
    return {
        player: [result for result in results if result.period_end < day or result.game in rated_before]
        for player, results in pools.items()
    }


def _period(change: RatingChange, calendar: Calendar) -> Period | None:
    found = (p.period for p in calendar.periods if p.period.period == change.period_id)
    return next(found, None)


def _states(
    change: RatingChange, rows: list[RatingChange], players: set[PlayerId], day: Day,
    standings: Mapping[PlayerId, Standing],
) -> dict[PlayerId, RatingState]:  # fmt: skip
    """Openings of everybody in the batch, from their rows of it."""
    league = change.league_id
    if change.period_id is None:
        ids = [keys.game_row_id(league, row.ref, side) for row in rows for side in (0, 1)]
    else:
        ids = [keys.period_row_id(league, day, player) for player in players]
    states = {row.player: state_before(row) for row in log.rows_by_id(ids)}
    for player in players - states.keys():
        facts = standings[player].facts if player in standings else None
        states[player] = RatingState(None, games=facts.games if facts else 0, peak=facts.peak if facts else None)
    return states


class _RatingUsed:
    """The ratings used, as the rows of the batch state them."""

    def __init__(self, rows: list[RatingChange], games: list[RatedGame]) -> None:
        self._used: dict[tuple[PlayerId, Day], float | None] = {}
        by_id = {game.game: game for game in games}
        for row in rows:
            game = by_id[row.ref]
            own, opponent = (game.white, game.black) if row.side & 1 == 0 else (game.black, game.white)
            self._used[own, game.start] = row.own_rating if row.own_rating is not None else row.opening
            self._used[opponent, game.start] = row.opponent_rating

    def __call__(self, player: PlayerId, start: Day) -> float | None:
        return self._used.get((player, start))
