"""Games of a file against games of the league: there already, new, or another result in the same place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from league.models import Game, GameRevision, League

from ..revisions import CONTENT
from .comparing import Comparison, Content, Differing, Matches, PlannedGame, Stored, place_of, told
from .problems import ImportProblem, about

_IN_ONE_QUERY = 500
_FETCHED = 5_000
_SQL = """
SELECT id, CAST(played_on AS text), CAST(played_at AS text), white_id, black_id, COALESCE(event_id, 0), round, board,
       outcome, white_points, black_points, status, reference, weight, white_k, black_k, neutral
  FROM league_game
 WHERE league_id = %s
   AND NOT (status = 'void' AND batch_id IN (SELECT id FROM league_importbatch WHERE undone_at IS NOT NULL))
   AND {where}
"""


def match_games(
    league: League,
    games: list[PlannedGame],
    comparisons: Sequence[Comparison],
    name_of: Callable[[int], str],
    *,
    update: bool,
) -> Matches:
    """Compare the games of files with those of the league, as multisets: real repeats are games of their own.

    A row with an id of its source belongs to the game of that id; then identical games match one to one,
    voided ones last; then games that said the same before they were corrected here; what is left in the
    place of another game (event, round, board) differs; the rest is new.
    """
    matches = Matches()
    games = _without_repeats(matches, games, comparisons, name_of)
    if games and Game.objects.filter(league=league).exists():
        _Matcher(league, games, comparisons, matches, update).run()
    else:
        matches.new = games
    return matches


def _without_repeats(
    matches: Matches, games: list[PlannedGame], comparisons: Sequence[Comparison], name_of: Callable[[int], str]
) -> list[PlannedGame]:
    """One game for each source id and each place; a second that says something else is a problem."""
    seen: dict[Any, PlannedGame] = {}
    kept = []
    for game in games:
        keys = [key for key in (game.row.reference, place_of(game)) if key]
        first = next((seen[key] for key in keys if key in seen), None)
        if first is None:
            kept.append(game)
            for key in keys:
                seen[key] = game
        elif comparisons[game.file].of_row(game) == comparisons[game.file].of_row(first):
            matches.repeated.append(game)
        else:
            matches.problems.append(_contradiction(first, game, name_of))
    return kept


def _contradiction(first: PlannedGame, game: PlannedGame, name_of: Callable[[int], str]) -> ImportProblem:
    by_reference = bool(game.row.reference) and game.row.reference == first.row.reference
    message = (
        _("Two rows have the same id but differ: %(one)s and %(other)s.")
        if by_reference
        else _("Two rows have the same event, round and board but differ: %(one)s and %(other)s.")
    )
    values = {"one": told(first, name_of), "other": told(game, name_of)}
    rows = [first.row.line, game.row.line]
    return about(message % values, column="game" if by_reference else "board", rows=rows)


_CORRECTED = "id IN (SELECT game_id FROM league_gamerevision WHERE action = %s)"


class _Matcher:
    def __init__(
        self,
        league: League,
        games: list[PlannedGame],
        comparisons: Sequence[Comparison],
        matches: Matches,
        update: bool,
    ) -> None:
        self._update = update
        self._league, self._games, self._comparisons, self._matches = league, games, comparisons, matches
        self._left: dict[int, PlannedGame] = dict(enumerate(games))
        self._references = {game.row.reference: place for place, game in self._left.items() if game.row.reference}
        self._contents: dict[tuple[int, Content], list[int]] = defaultdict(list)
        for place, game in self._left.items():
            self._contents[game.file, comparisons[game.file].of_row(game)].append(place)
        for places in self._contents.values():
            places.reverse()
        self._unmatched: list[Stored] = []
        self._files = range(len(comparisons))

    def run(self) -> None:
        void: list[Stored] = []
        for stored in _stored(self._league, self._games):
            if stored.status == Game.Status.VOID:
                void.append(stored)
            elif not self._match(stored):
                self._unmatched.append(stored)
        for stored in void:
            if self._match(stored):
                self._matches.there_void += 1
        # A file that may correct takes a game back to what it said first; another only repeats itself.
        steps = (self._settle_places, self._match_originals)
        for step in steps if self._update else reversed(steps):
            if self._left and self._unmatched:
                step()
        self._note_alike()
        self._matches.new = list(self._left.values())

    def _match(self, stored: Stored) -> bool:
        """Whether a row says the same as a stored game, or carries its id."""
        if stored.reference and (place := self._references.get(stored.reference)) in self._left:
            return self._match_reference(place, stored)
        for file in self._files:
            comparison = self._comparisons[file]
            places = self._contents.get((file, comparison.of_stored(stored)), ())
            for place in reversed(places):
                if self._can_be(place, stored):
                    game = self._left[place]
                    self._take(place, stored, comparison.same_factors(game, stored))
                    return True
        return False

    def _can_be(self, place: int, stored: Stored) -> bool:
        """The row is still free, and no ids of the source say that the two are different games."""
        game = self._left.get(place)
        return game is not None and stored.reference in ("", game.row.reference or stored.reference)

    def _match_reference(self, place: int | None, stored: Stored) -> bool:
        assert place is not None
        game = self._left[place]
        comparison = self._comparisons[game.file]
        same = comparison.of_row(game) == comparison.of_stored(stored)
        if not same and stored.status == Game.Status.VOID:
            return False
        if not same:
            self._unmatched.append(stored)
            return True
        self._take(place, stored, comparison.same_factors(game, stored))
        return True

    def _take(self, place: int, stored: Stored, same: bool) -> None:
        differing = Differing(self._left.pop(place), stored)
        if (same and not differing.confirms) or stored.status == Game.Status.VOID:
            self._matches.there += 1
        else:
            self._matches.differing.append(differing)

    def _match_originals(self) -> None:
        """Rows that say what a game said before it was corrected here."""
        unmatched = {stored.id: stored for stored in self._unmatched}
        for original in _originals(self._league, unmatched):
            for file in self._files:
                places = self._contents.get((file, self._comparisons[file].of_stored(original)), ())
                place = next((each for each in reversed(places) if self._can_be(each, original)), None)
                if place is not None:
                    del self._left[place]
                    self._matches.corrected_since += 1
                    del unmatched[original.id]
                    break
        self._unmatched = list(unmatched.values())

    def _settle_places(self) -> None:
        """Rows in the place of another game, or with its id: they say something else of it."""
        by_reference = {stored.reference: stored for stored in self._unmatched if stored.reference}
        by_place: dict[Any, Stored] = {}
        by_pair: dict[Any, Stored] = {}
        for stored in self._unmatched:
            if stored.event and stored.round is not None:
                by_place.setdefault(_place(stored), stored)
                by_pair.setdefault((stored.event, stored.round, frozenset((stored.white, stored.black))), stored)
        for place, game in list(self._left.items()):
            other = by_reference.get(game.row.reference) if game.row.reference else None
            if other is None and game.event > 0 and game.row.round is not None:
                other = by_place.pop(_place_of_row(game), None)
                if other is None and self._comparisons[game.file].once_a_round:
                    # whatever board the game had, and whoever had White in an earlier version of the file
                    other = by_pair.pop((game.event, game.row.round, frozenset((game.white, game.black))), None)
            if other is not None:
                self._matches.differing.append(Differing(self._left.pop(place), other))
        settled = {differing.stored.id for differing in self._matches.differing}
        self._unmatched = [stored for stored in self._unmatched if stored.id not in settled]

    def _note_alike(self) -> None:
        """New games on a day on which the same two have another game here."""
        pairs = {(stored.day, stored.white, stored.black) for stored in self._unmatched}
        for game in self._left.values():
            if (game.row.at.day, game.white, game.black) in pairs:
                self._matches.alike.append(game)


def _place(stored: Stored) -> tuple[Any, ...]:
    """Event, round and board; without a board, the players."""
    where = (stored.board,) if stored.board is not None else (stored.white, stored.black)
    return (stored.event, stored.round, *where)


def _place_of_row(game: PlannedGame) -> tuple[Any, ...]:
    where = (game.row.board,) if game.row.board is not None else (game.white, game.black)
    return (game.event, game.row.round, *where)


def _stored(league: League, games: list[PlannedGame]) -> Iterator[Stored]:
    """Games of the league that any of the rows can mean, each once: of the days of the file; of its events and
    with its ids on other days; corrected ones, which may have had another day."""
    days = [game.row.at.day for game in games]
    between = [min(days), max(days)]
    yield from _select(league, "played_on BETWEEN %s AND %s ORDER BY id", between)
    events = sorted({game.event for game in games if game.event > 0})
    references = sorted({game.row.reference for game in games if game.row.reference})
    wanted = [
        (f"{column} IN ({', '.join(['%s'] * len(chunk))})", chunk)
        for column, values in (("event_id", events), ("reference", references))
        for chunk in _chunks(values)
    ]
    wanted.append((_CORRECTED, [GameRevision.Action.CORRECT.value]))
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


def _originals(league: League, unmatched: dict[int, Stored]) -> Iterator[Stored]:
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


def _chunks(values: Sequence[Any]) -> Iterator[list[Any]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
