"""What an event brings to the ratings of those who played in it: each player's parts, summed, not rounded.

What is rated stands in the log; of a period that is still open it is what closing now would write.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from league.models import PLAYED, Event, ExternalRating, Game, League, Player
from ratings.kernel.types import Change
from ratings.ledger import keys
from ratings.models import RatingChange

from .foreseen import games_so_far

Row = Change | RatingChange  # one side of one game; both name their numbers alike
_IN_ONE_QUERY = 400


@dataclass
class Gain:
    """One player's event. ``waiting``: games kept for a first rating; ``left_out``: not rated for another reason."""

    player: Player
    rows: list[Row] = field(default_factory=list)

    @property
    def rated(self) -> list[Row]:
        return [row for row in self.rows if not row.reason and row.change is not None]

    @property
    def games(self) -> int:
        return len(self.rated)

    @property
    def waiting(self) -> int:
        return sum(row.reason == "unrated_player" for row in self.rows)

    @property
    def left_out(self) -> int:
        return len(self.rows) - self.games - self.waiting

    @property
    def halves(self) -> int:
        return sum(row.halves or 0 for row in self.rated)

    @property
    def expected(self) -> float:
        return math.fsum(row.expected or 0.0 for row in self.rated)

    @property
    def change(self) -> float | None:
        """The sum of the parts; None where nothing was rated."""
        return math.fsum(row.change or 0.0 for row in self.rated) if self.rated else None

    @property
    def own(self) -> list[float]:
        """Ratings the player was computed with, each once."""
        found = (row.opening if row.own_rating is None else row.own_rating for row in self.rated)
        return list(dict.fromkeys(rating for rating in found if rating is not None))

    @property
    def k(self) -> list[float]:
        return list(dict.fromkeys(row.k for row in self.rated if row.k is not None))


@dataclass(frozen=True)
class Gains:
    """``sides``: the rows behind it."""

    lines: list[Gain]
    sides: Sides


def event_gains(league: League, event: Event) -> Gains:
    """Everybody with a game in the event, largest gain first."""
    games = Game.objects.filter(event=event, status=Game.Status.FINAL, outcome__in=PLAYED)
    sides = list(games.values_list("pk", "white_id", "black_id"))
    found = game_sides(league, sides)
    people = _people({player for _, *both in sides for player in both})
    lines = {player: Gain(person) for player, person in people.items()}
    for (game, side), row in sorted(found.rows.items()):
        lines[found.players[game, side]].rows.append(row)
    return Gains(sorted((line for line in lines.values() if line.rows), key=_place), found)


def _place(line: Gain) -> tuple[float, str, int]:
    change = line.change
    return math.inf if change is None else -change, line.player.order_key, line.player.pk


@dataclass(frozen=True)
class Sides:
    """(game, side) -> its row and its player. ``foreseen``: some of it is of an open period."""

    rows: dict[tuple[int, int], Row]
    players: dict[tuple[int, int], int]
    foreseen: bool


def game_sides(league: League, games: Sequence[tuple[int, int, int]]) -> Sides:
    """The rows of some games (id, White, Black), those of open periods as they would be."""
    players = {(game, side): both[side] for game, *both in games for side in (0, 1)}
    ids = {keys.game_row_id(league.pk, *place): place for place in players}
    rows: dict[tuple[int, int], Row] = {}
    for chunk in _chunks(ids):
        rows |= {ids[row.pk]: row for row in RatingChange.objects.filter(pk__in=chunk)}
    missing = players.keys() - rows.keys()
    more: dict[tuple[int, int], Row] = {}
    if missing and league.mode == League.Mode.PERIOD:
        more = dict(games_so_far(league, {players[place] for place in missing}, missing))
    return Sides(rows | more, players, bool(more))


def _people(players: Collection[int]) -> dict[int, Player]:
    found: dict[int, Player] = {}
    for chunk in _chunks(players):
        found |= Player.objects.in_bulk(chunk)
    return found


def official_list(league: League) -> str:
    """The federation's list from which a league's periods start ("": its openings are its own)."""
    if league.system != League.System.FIDE:
        return ""
    stored = league.rules.order_by("-valid_from").values_list("parameters", flat=True).first() or {}
    return str(stored.get("list", "standard")) if stored.get("openings") == "external" else ""


def official_rating(league: League, player: Player) -> ExternalRating | None:
    """The player's newest line on the list that the league starts from; None: no such list, or not on it."""
    name = official_list(league)
    if not name:
        return None
    return ExternalRating.objects.filter(player=player, list=name).order_by("-date", "-pk").first()


def official_ratings(name: str, players: Collection[int]) -> dict[int, ExternalRating]:
    """The newest line of each of these players on a federation's list ("": no list)."""
    if not name:
        return {}
    lines = ExternalRating.objects.filter(list=name, player__in=players).order_by("date", "pk")
    return {line.player_id: line for line in lines}


def _chunks(values: Iterable[Any]) -> Iterator[list[Any]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
