"""The games of a league that a file can mean, as they are compared: read once, never all of them held."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from django.db import connection

from league.models import Game, GameRevision, League

from ..revisions import CONTENT
from .comparing import Stored
from .planned import PlannedGames

_IN_ONE_QUERY = 500
_FETCHED = 1_000
_SQL = """
SELECT id, CAST(played_on AS text), CAST(played_at AS text), white_id, black_id, COALESCE(event_id, 0), round, board,
       outcome, white_points, black_points, status, reference, weight, white_k, black_k, neutral
  FROM league_game
 WHERE league_id = %s
   AND NOT (status = 'void' AND batch_id IN (SELECT id FROM league_importbatch WHERE undone_at IS NOT NULL))
   AND {where}
"""
_CORRECTED = "id IN (SELECT game_id FROM league_gamerevision WHERE action = %s)"


def stored_games(league: League, games: PlannedGames) -> Iterator[Stored]:
    """Games of the league that any of the rows can mean, each once: of the days of the file; of its events and
    with its ids on other days; corrected ones, which may have had another day."""
    days = {at.day for at in games.different("at")}
    between = [min(days), max(days)]
    yield from _select(league, "played_on BETWEEN %s AND %s ORDER BY id", between)
    if not Game.objects.filter(league=league).exclude(played_on__range=between).exists():
        return
    events = sorted(event for event in set(games.events()) if event > 0)
    references = (reference for reference in games.column("reference") if reference)
    wanted = chain(
        (
            (f"{column} IN ({', '.join(['%s'] * len(chunk))})", chunk)
            for column, values in (("event_id", events), ("reference", references))
            for chunk in _chunks(values)
        ),
        [(_CORRECTED, [GameRevision.Action.CORRECT.value])],
    )
    seen: set[int] = set()
    for where, values in wanted:
        outside = f"{where} AND NOT played_on BETWEEN %s AND %s ORDER BY id"
        for stored in _select(league, outside, [*values, *between]):
            if stored.id not in seen:
                seen.add(stored.id)
                yield stored


def _select(league: League, where: str, params: list[Any]) -> Iterator[Stored]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(_SQL.format(where=where), [league.pk, *params])
        while rows := cursor.fetchmany(_FETCHED):
            for row in rows:
                yield Stored._make(row)


def originals(league: League, unmatched: Mapping[int, Stored]) -> Iterator[Stored]:
    """Unmatched games as they were first recorded, those that were corrected since."""
    corrected = GameRevision.objects.filter(game__league=league, action=GameRevision.Action.CORRECT)
    first: dict[int, dict[str, Any]] = defaultdict(dict)
    for game, old in corrected.order_by("-pk").values_list("game_id", "old").iterator():
        if game in unmatched:
            first[game].update({name: value for name, value in old.items() if name in CONTENT})
    fields = {"played_on": "day", "played_at": "time", "white_id": "white", "black_id": "black", "event_id": "event"}
    for game, old in first.items():
        known = {fields.get(name, name): value for name, value in old.items()}
        if known.get("event", 0) is None:
            known["event"] = 0
        yield unmatched[game]._replace(**known)


def _chunks(values: Iterable[Any]) -> Iterator[list[Any]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
