"""Which games say something else than when they were entered: the one place that marks a result as corrected.

A correction that was undone leaves two lines in the game's history and no mark: what is in force is what was entered.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db import connection

from league.models import GameRevision, League, Player

RECORDED = GameRevision.Action.RECORD.value


class Kept(NamedTuple):
    """A revision as far as it tells what changed; revisions of a game follow each other in the order of their ids."""

    game: int
    action: str
    old: Mapping[str, Any]
    new: Mapping[str, Any]
    reason: str = ""


class Revised(NamedTuple):
    """``reasons``: game -> the newest reason for which it was changed. ``differing``: games that are no longer what
    they were when they were entered."""

    reasons: dict[int, str]
    differing: set[int]


def revisions_of(games: Iterable[int]) -> Revised:
    """What became of these games after they had been entered: one query."""
    rows = GameRevision.objects.filter(game__in=list(games)).order_by("pk")
    return _told(Kept._make(row) for row in rows.values_list("game", "action", "old", "new", "reason"))


def differing_games(league: League, player: Player) -> set[int]:
    """The player's games in a league that are no longer what they were when they were entered.

    They are looked up by the player: one of the league is told apart afterwards, so that a database without statistics
    does not begin with all games of the league.
    """
    sides = " UNION ALL ".join(_OF_PLAYER.format(side=side) for side in ("white_id", "black_id"))
    with connection.cursor() as cursor:
        cursor.execute(sides, [player.pk] * 2)
        found = sorted(row for row in cursor.fetchall() if row[1] == (league.games_from_id or league.pk))
    return _told(Kept(game, action, _read(old), _read(new)) for _id, _of, game, action, old, new in found).differing


_OF_PLAYER = """
SELECT v.id, g.league_id, g.id, v.action, v.old, v.new
  FROM league_game g JOIN league_gamerevision v ON v.game_id = g.id WHERE g.{side} = %s"""


def _read(kept: Any) -> Any:
    return json.loads(kept) if isinstance(kept, str) else kept


def _told(revisions: Iterable[Kept]) -> Revised:
    reasons: dict[int, str] = {}
    first: dict[int, dict[str, Any]] = defaultdict(dict)  # what each changed thing was when the game was entered
    last: dict[int, dict[str, Any]] = defaultdict(dict)
    for each in revisions:
        if each.action == RECORDED:  # entered with a reason, or confirmed: what it says then is what was entered
            for name in each.new:
                first[each.game].pop(name, None)
            continue
        reasons[each.game] = each.reason
        for name, value in each.new.items():
            first[each.game].setdefault(name, each.old.get(name))
            last[each.game][name] = value
    differing = {game for game, was in first.items() if any(last[game][name] != value for name, value in was.items())}
    return Revised(reasons, differing)
