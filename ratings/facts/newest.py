"""A game on top of everything that its two players have: one look that says so, and reads all that rating it takes.

A rating moves by its player's own rows, so a game that stands behind all rows of both players moves them from where
they stand, and nobody else. What is unusual in any way is not looked at closely here: it takes the ordinary way.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.db import connection

from league.models import PLAYED, Event, Game, League
from league.models.statements import fetched
from ratings.kernel.systems import SYSTEMS, Rules
from ratings.kernel.types import PlayerFacts, PlayerId
from ratings.ledger.keys import league_range

from .calendar import Standing, rating_select
from .matches import is_match, tells_matches

_WHO = """
SELECT p.id, p.birth_year, COALESCE(en.start_rating, p.start_rating), en.start_deviation, en.start_volatility,
       COALESCE(en.start_games, p.start_games), COALESCE(en.start_peak, p.start_peak), en.k,
       (SELECT {joined}(CAST(valid_from AS text) || ' ' || CAST(parameters AS text), '\n')
          FROM league_ratingrules WHERE league_id = %s),
       EXISTS (SELECT 1 FROM league_game WHERE league_id = %s AND played_on >= %s), {rating}
  FROM league_leagueentry en JOIN league_player p ON p.id = en.player_id
  JOIN ratings_rating r ON r.league_id = en.league_id AND r.player_id = en.player_id
 WHERE en.league_id = %s AND en.player_id IN (%s, %s)
   AND p.club_id = %s AND p.merged_into_id IS NULL AND p.archived_at IS NULL AND NOT p.guest
   AND r.value IS NOT NULL AND r.entered_on < %s
   AND NOT EXISTS (SELECT 1 FROM league_ratingperiod WHERE league_id = %s AND status <> 'open' AND ends_on >= %s)
   AND NOT EXISTS (SELECT 1 FROM league_season WHERE league_id = %s AND starts_on >= %s)
   AND NOT EXISTS (SELECT 1 FROM league_adjustment WHERE league_id = %s AND "on" >= %s AND player_id IN (%s, %s))
"""
# partial indexes serve these two on SQLite, which knows them by their very words
_REFERENCE = (
    "AND NOT EXISTS (SELECT 1 FROM league_game WHERE league_id = %s AND reference = %s AND NOT (reference = ''))"
)
_EVENT = """
   AND EXISTS (SELECT 1 FROM league_evententry WHERE event_id = %s AND player_id = en.player_id)
   AND EXISTS (SELECT 1 FROM league_event WHERE id = %s AND league_id = %s AND withdrawn_at IS NULL AND rated
                  AND starts_on = %s AND ends_on = %s AND rated_by_game = %s AND official = %s
                  AND COALESCE(base_minutes, -1) = %s AND increment_seconds = %s AND first_control_moves = %s
                  AND approved_fast = %s AND kind = %s)
"""
_PLACE = """
   AND NOT EXISTS (SELECT 1 FROM league_game WHERE event_id = %s AND round = %s AND NOT (status = 'void') AND {place})
"""
_BOARD, _PAIR = "board = %s", "board IS NULL AND white_id = %s AND black_id = %s"
_LATER = "SELECT 1 FROM ratings_ratingchange c WHERE c.player_id = %s AND c.league_id = %s AND c.day >= %s {part}"


class Newest(NamedTuple):
    """What a game on top is rated with; ``later``: others of the league have games on its day or after it."""

    rules: Rules
    standings: dict[PlayerId, Standing]
    later: bool


def look(league: League, game: Game) -> Newest | None:
    """What rating this new game takes, where nothing is unusual: None where something may be.

    The game is final, was played, and is the first of its reference and place. Its event, where it has one, is as it
    is at hand and knows both players. Both are in the club and in the league, neither guest, put away nor merged, and
    have ratings. The league rates game by game by its own ratings, nothing of it waits to be rated; no closed period,
    season, adjustment or row of either player lies on the day or after it. The league is locked, and nothing
    depends on it.
    """
    if not _can_be(league, game):
        return None
    rows = fetched(*_question(league, game))
    if len(rows) != 2:
        return None
    rules = rules_of(league.system, rows[0][8])
    if any(getattr(parameters, "external", False) for _, parameters in rules.sets):
        return None
    found = Newest(rules, {row[0]: Standing(PlayerFacts(*row[:8]), False, row[10:]) for row in rows}, bool(rows[0][9]))
    return None if found.later and _have_later_rows(league, game) else found


def _can_be(league: League, game: Game) -> bool:
    own = league.mode == League.Mode.SEQUENTIAL and league.standard_league_id is None
    rateable = game.status == Game.Status.FINAL and game.outcome in PLAYED
    asks = tells_matches(league) and is_match(game.event)  # whether the match is decided says the ordinary way
    return own and league.stale_since is None and league.rated_at is not None and rateable and not asks


def _question(league: League, game: Game) -> tuple[str, list[Any]]:
    number, day, sides = league.pk, game.played_on, (game.white_id, game.black_id)
    params = [number, number, day, number, *sides, league.club_id, day, number, day, number, day, number, day, *sides]
    if game.reference:
        params += [number, game.reference]
    if game.event is not None:
        params += [game.event_id, *_of_event(game.event)]
    placed = game.event is not None and game.round is not None
    if placed:
        params += [game.event_id, game.round, *(sides if game.board is None else (game.board,))]
    return _sql(bool(game.reference), game.event is not None, placed, game.board is not None), params


def _of_event(event: Event) -> tuple[Any, ...]:
    """What ratings and periods look at."""
    minutes = -1 if event.base_minutes is None else event.base_minutes
    return (
        event.pk, event.league_id, event.starts_on, event.ends_on, event.rated_by_game, event.official, minutes,
        event.increment_seconds, event.first_control_moves, event.approved_fast, str(event.kind),
    )  # fmt: skip


@cache
def _sql(referred: bool, in_event: bool, placed: bool, on_board: bool) -> str:
    joined = "string_agg" if connection.vendor == "postgresql" else "group_concat"
    parts = [_WHO.format(joined=joined, rating=rating_select())]
    if referred:
        parts.append(_REFERENCE)
    if in_event:
        parts.append(_EVENT)
    if placed:
        parts.append(_PLACE.format(place=_BOARD if on_board else _PAIR))
    return "".join(parts)


@lru_cache(512)
def rules_of(system: str, text: str | None) -> Rules:
    """Rules from lines of a day and parameters in JSON. Kept by what they say, so they are never out of date."""
    read = SYSTEMS[system].parameters
    sets = [(date.fromisoformat(line[:10]).toordinal(), read(json.loads(line[11:]))) for line in _lines(text)]
    return Rules(tuple(sorted(sets, key=lambda each: each[0])) or ((1, read({})),))


def _lines(text: str | None) -> list[str]:
    return text.split("\n") if text else []


def _have_later_rows(league: League, game: Game) -> bool:
    """Whether the log of either player has a row on the day or after it."""
    sql, params = _LATER, []
    part = "AND c.id BETWEEN {} AND {}".format(*league_range(league.pk)) if connection.vendor == "postgresql" else ""
    for player in (game.white_id, game.black_id):
        params += [player, league.pk, game.played_on]
    sql = _LATER.format(part=part)
    return bool(fetched(f"SELECT EXISTS ({sql}) OR EXISTS ({sql})", params)[0][0])
