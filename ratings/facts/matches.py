"""Games of matches: which come after the decision (FIDE B.02 6), by the facts alone.

Everything is one event of the kind "match"; in it each two players have a match of their own, so a knockout whose
pairs play several games can be one event, too. It is over as many games as the event has rounds. The order of its
games is the canonical one: day, time, round, board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db import connection

from league.models import Event, Game, League
from ratings.kernel.fide.matches import after_decision
from ratings.kernel.games import AFTER_DECISION, IN_MATCH, NO_MATCH
from ratings.kernel.types import GameId, PlayerId

IN_ONE_QUERY = 900
Places = Mapping[GameId, int]


class Played(NamedTuple):
    """A game of a match. ``planned``: how many games the match is over (None: any number is rated)."""

    event: int
    planned: int | None
    order: tuple[Any, ...]
    game: GameId
    white: PlayerId
    black: PlayerId
    score: tuple[int, int] | None  # halves of white and of black; None: not final


def tells_matches(league: League) -> bool:
    """Do the rules of a league ask for matches?"""
    return league.system == League.System.FIDE


def is_match(event: Event | None) -> bool:
    return event is not None and event.kind == Event.Kind.MATCH


def read_places(league: League, events: Collection[int]) -> Places:
    """The places of all games of these events, those that are matches."""
    return _places(_stored(sorted(events))) if events and tells_matches(league) else {}


def laid_places(league: League, games: Mapping[GameId, Game | None]) -> Places:
    """The same of the matches in which games lie or would lie, with these games as they would be (None: void)."""
    if not games or not tells_matches(league):
        return {}
    events = {game.event_id: game.event for game in games.values() if game is not None and game.event is not None}
    reached = _matches_of([game for game in games if game > 0]) | {
        key for key, event in events.items() if key is not None and is_match(event)
    }
    if not reached:
        return {}
    kept = [_as_planned(row, events.get(row.event)) for row in _stored(sorted(reached)) if row.game not in games]
    laid = [_laid(key, game) for key, game in games.items() if game is not None and is_match(game.event)]
    return _places([*kept, *laid])


def place_of(league: League, key: GameId, game: Game) -> int:
    """The place of one game, stored or not, in its match."""
    if not is_match(game.event):
        return NO_MATCH
    return laid_places(league, {key: game}).get(key, NO_MATCH)


def _places(rows: Iterable[Played]) -> Places:
    matches: dict[tuple[int, PlayerId, PlayerId], list[Played]] = defaultdict(list)
    for row in rows:
        matches[row.event, min(row.white, row.black), max(row.white, row.black)].append(row)
    places: dict[GameId, int] = {}
    for (_event, one, _other), games in matches.items():
        games.sort(key=lambda row: row.order)
        late = after_decision((_of(row, one) for row in games), games[0].planned)
        places |= {row.game: AFTER_DECISION if over else IN_MATCH for row, over in zip(games, late, strict=True)}
    return places


def _of(row: Played, player: PlayerId) -> tuple[int, int] | None:
    """The score with one player's halves first."""
    if row.score is None or row.white == player:
        return row.score
    return row.score[1], row.score[0]


def planned_games(event: Event) -> int | None:
    """How many games a match is over; None: not said, or all its games are rated by agreement."""
    return None if event.rated_after_decision else event.rounds


def _as_planned(row: Played, event: Event | None) -> Played:
    """A stored game with its event as it would be."""
    return row if event is None else row._replace(planned=planned_games(event))


def _laid(key: GameId, game: Game) -> Played:
    event, at = game.event, game.played_at
    assert event is not None
    order = _order(game.played_on.isoformat(), at.isoformat() if at else None, game.round, game.board, key)
    score = (game.white_halves, game.black_halves) if game.status == Game.Status.FINAL else None
    return Played(event.pk, planned_games(event), order, key, game.white_id, game.black_id, score)


def _order(day: str, at: str | None, round_: int | None, board: int | None, key: GameId) -> tuple[Any, ...]:
    """The canonical order inside one event."""
    return (day, at is not None, at or "", round_ is not None, round_ or 0, board is not None, board or 0, key)


def _matches_of(games: list[GameId]) -> set[int]:
    """The matches in which stored games lie."""
    found: set[int] = set()
    for start in range(0, len(games), IN_ONE_QUERY):
        rows = Game.objects.filter(pk__in=games[start : start + IN_ONE_QUERY], event__kind=Event.Kind.MATCH)
        found |= {key for key in rows.values_list("event_id", flat=True) if key is not None}
    return found


_GAMES = """
SELECT e.id, CASE WHEN e.rated_after_decision THEN NULL ELSE e.rounds END, CAST(g.played_on AS text),
       CAST(g.played_at AS text), g.round, g.board, g.id, g.white_id, g.black_id, g.white_halves, g.black_halves,
       CASE WHEN g.status = 'final' THEN 1 ELSE 0 END
  FROM league_game g JOIN league_event e ON e.id = g.event_id
 WHERE e.kind = 'match' AND e.id IN ({marks})
"""


def _stored(events: list[int]) -> list[Played]:
    rows: list[Played] = []
    with connection.cursor() as cursor:
        for start in range(0, len(events), IN_ONE_QUERY):
            some = events[start : start + IN_ONE_QUERY]
            cursor.execute(_GAMES.format(marks=", ".join(["%s"] * len(some))), some)
            for event, planned, day, at, round_, board, game, white, black, ours, theirs, final in cursor.fetchall():
                score = (ours, theirs) if final else None
                rows.append(Played(event, planned, _order(day, at, round_, board, game), game, white, black, score))
    return rows
