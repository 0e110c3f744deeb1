"""The games of a league as ``import_results`` reads them, in canonical order.

A fresh database that imports the file (``--create-players``) rates it to the same numbers: events come
back in the order of ``event_no``, so that games of one day keep their order; the first game of each
player carries the start rating in the league; seasons start with their first game. What the columns
cannot say comes from ``export players``: birth years, games and peaks brought along.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db import connection

from league.models import Event, Game, GameRevision, League, LeagueEntry, Player, Season
from ratings.facts.games import CANONICAL_ORDER, source_league

GAMES = (
    "date", "time", "season", "event", "round", "board", "white", "black", "result", "white_score", "black_score",
    "white_points", "black_points", "neutral", "white_k", "black_k", "weight", "white_rating", "black_rating",
    "white_id", "black_id", "white_fide_id", "black_fide_id", "white_birth_year", "black_birth_year", "reference",
    "event_start", "event_end", "event_no", "event_rated", "event_by_game", "event_minutes", "event_increment",
    "event_moves", "event_approved", "event_official", "event_match", "event_rounds", "event_after_decision", "game",
    "status", "reason",
)  # fmt: skip
RESULTS = {
    "1-0": "1-0", "=": "1/2-1/2", "0-1": "0-1", "+-": "1-0F", "-+": "0-1F", "--": "0-0F", "W": "1-0 short",
    "D": "1/2-1/2 short", "L": "0-1 short",
}  # fmt: skip
_FETCHED = 5_000
_SQL = f"""
SELECT CAST(g.played_on AS text), CAST(g.played_at AS text), e.season_id, e.name, g.round, g.board, g.white_id,
       g.black_id, g.outcome, g.white_halves, g.black_halves, g.white_points, g.black_points, g.neutral, g.white_k,
       g.black_k, g.weight, g.reference, CAST(e.starts_on AS text), CAST(e.ends_on AS text), e.id, e.rated,
       e.rated_by_game, e.base_minutes, e.increment_seconds, e.first_control_moves, e.approved_fast,
       e.official, e.kind, e.rounds, e.rated_after_decision, g.id, g.status
  FROM league_game g LEFT JOIN league_event e ON e.id = g.event_id
 WHERE g.league_id = %s AND g.played_on <= %s
 ORDER BY {CANONICAL_ORDER}
"""


def game_rows(league: League, *, until: date | None = None) -> Iterator[tuple[Any, ...]]:
    """Rows of ``GAMES``, also of void games (``status``); ``reason``: why one is not rated."""
    people = _People(league)
    seasons = _Seasons(league)
    void_reasons = _void_reasons(league)
    started: set[int] = set()
    for row in _read(league, until):
        day, clock, season, event, round_, board, white, black, outcome, *numbers = row
        white_halves, black_halves, white_points, black_points, neutral, white_k, black_k, weight, reference = numbers[
            :9
        ]
        event_values, (game, status) = numbers[9:22], numbers[22:]
        first = [player for player in (white, black) if player not in started]
        started.update(first)
        reason = void_reasons.get(game, "void") if status == Game.Status.VOID else _reason(row, people)
        yield (
            day, clock, seasons.name(season, day), event, round_, board, people.name(white), people.name(black),
            RESULTS[outcome], white_halves / 2, black_halves / 2, white_points, black_points, bool(neutral), white_k,
            black_k, weight, people.start(white) if white in first else None,
            people.start(black) if black in first else None, people.id(white), people.id(black), people.fide_id(white),
            people.fide_id(black), people.birth_year(white), people.birth_year(black), reference or None,
            *_event(event_values), game, status, reason,
        )  # fmt: skip


def _read(league: League, until: date | None) -> Iterator[tuple[Any, ...]]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(_SQL, [source_league(league), until or date.max])
        while rows := cursor.fetchmany(_FETCHED):
            yield from rows


def _event(values: list[Any]) -> tuple[Any, ...]:
    """Days and number; the rest only where it is not what an import assumes, rounds only of a match."""
    starts, ends, key, rated, by_game, minutes, increment, moves, approved, official, kind, rounds, agreed = values
    if key is None:
        return (None,) * 13
    match = kind == Event.Kind.MATCH
    return (
        starts, ends, key, None if rated else False, bool(by_game), minutes, increment or None, moves or None,
        True if approved else None, True if official else None, True if match else None, rounds if match else None,
        True if agreed else None,
    )  # fmt: skip


def _reason(row: tuple[Any, ...], people: _People) -> str:
    """Why the facts alone keep a game from being rated, as ``facts.excluded_by_facts``."""
    outcome, status, rated = row[8], row[32], row[21]
    if status == Game.Status.PENDING:
        return "pending"
    if outcome in ("+-", "-+", "--"):
        return "forfeit"
    if outcome in ("W", "D", "L"):
        return "too_short"
    if rated is not None and not rated:
        return "unrated_event"
    return "guest" if people.guest(row[6]) or people.guest(row[7]) else ""


def _void_reasons(league: League) -> dict[int, str]:
    voided = GameRevision.objects.filter(game__league=source_league(league), action=GameRevision.Action.VOID)
    return dict(voided.order_by("pk").values_list("game_id", "reason"))


class _People:
    """Players as result files name them: by name, and by what tells namesakes apart."""

    def __init__(self, league: League) -> None:
        columns = ("name", "name_key", "fide_id", "birth_year", "start_rating", "guest")
        players = Player.objects.filter(club=league.club_id)
        self._players = {pk: row for pk, *row in players.values_list("pk", *columns).iterator()}
        entries = LeagueEntry.objects.filter(league=league, start_rating__isnull=False)
        self._starts = dict(entries.values_list("player_id", "start_rating"))
        keys = Counter(row[1] for row in self._players.values())
        self._namesakes = {pk for pk, row in self._players.items() if keys[row[1]] > 1}

    def name(self, player: int) -> str:
        return str(self._players[player][0])

    def id(self, player: int) -> int | None:
        """Given where the name alone is not enough."""
        return player if player in self._namesakes else None

    def fide_id(self, player: int) -> str | None:
        return self._players[player][2] or None

    def birth_year(self, player: int) -> int | None:
        return self._players[player][3] if player in self._namesakes else None

    def start(self, player: int) -> float | None:
        return self._starts.get(player, self._players[player][4])

    def guest(self, player: int) -> bool:
        return bool(self._players[player][5])


class _Seasons:
    """The season of a game: its event's, else the one its day lies in."""

    def __init__(self, league: League) -> None:
        seasons = Season.objects.filter(league=source_league(league)).order_by("starts_on")
        self._rows = list(seasons.values_list("pk", "name", "starts_on", "ends_on"))
        self._names = {row[0]: row[1] for row in self._rows}
        self._starts = [row[2].isoformat() for row in self._rows]
        self._ends = [row[3].isoformat() if row[3] else None for row in self._rows]

    def name(self, season: int | None, day: str) -> str | None:
        if season is not None:
            return self._names[season]
        place = bisect_right(self._starts, day) - 1
        if place < 0 or (self._ends[place] or day) < day:
            return None
        return str(self._rows[place][1])
