"""Games of a file against games of the league: there already, new, or another result in the same place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.models import Game, GameRevision, League

from .comparing import Comparison, Content, Differing, Matches, Stored, place_of, told
from .keyed import Keyed, mark, repeated
from .planned import PlannedGame, PlannedGames
from .problems import ImportProblem, about
from .stored import originals, stored_games


def match_games(
    league: League,
    games: PlannedGames,
    comparisons: Sequence[Comparison],
    name_of: Callable[[int], str],
    *,
    update: bool,
) -> Matches:
    """Compare the games of files with those of the league, as multisets: real repeats are games of their own.

    A row with an id of its source belongs to the game of that id; then identical games match one to one,
    voided ones last; then games that said the same before they were corrected here; what is left in the
    place of another game (event, round, board) differs; the rest is new. Of each row and each game of the league
    some bytes are held, whole games only of those that something is to be said of.
    """
    matches = Matches()
    games = _without_repeats(matches, games, comparisons, name_of)
    if games and Game.objects.filter(league=league).exists():
        _Matcher(league, games, comparisons, matches, update).run()
    else:
        matches.new = games
    return matches


def _without_repeats(
    matches: Matches, games: PlannedGames, comparisons: Sequence[Comparison], name_of: Callable[[int], str]
) -> PlannedGames:
    """One game for each source id and each place; a second that says something else is a problem."""
    if not (any(games.different("board")) or any(games.column("reference"))):
        return games
    twice = repeated(key for game in games for key in _keys(game))
    taken = games.taken
    seen: dict[Any, PlannedGame] = {}
    for place, game in games.placed() if twice else ():
        keys = [key for key in _keys(game) if mark(key) in twice]
        first = next((seen[key] for key in keys if key in seen), None)
        if first is None:
            seen |= dict.fromkeys(keys, game)
            continue
        taken[place] = False
        if comparisons[game.file].of_row(game) == comparisons[game.file].of_row(first):
            matches.repeated.append(game)
        else:
            matches.problems.append(_contradiction(first, game, name_of))
    return games.only(taken)


def _keys(game: PlannedGame) -> list[Any]:
    return [key for key in (game.row.reference, place_of(game)) if key]


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


class _Matcher:
    def __init__(
        self,
        league: League,
        games: PlannedGames,
        comparisons: Sequence[Comparison],
        matches: Matches,
        update: bool,
    ) -> None:
        self._update = update
        self._league, self._games, self._comparisons, self._matches = league, games, comparisons, matches
        self._left = games.taken
        self._days = {at.day for at in games.different("at")}
        self._events = {event for event in set(games.events()) if event > 0}
        self._references, self._contents = Keyed(), Keyed()
        for place, game in games.placed():
            self._contents.add((game.file, comparisons[game.file].of_row(game)), place)
            if game.row.reference:
                self._references.add(game.row.reference, place)
        self._references.seal()
        self._contents.seal()
        corrected = GameRevision.objects.filter(game__league=league, action=GameRevision.Action.CORRECT)
        self._corrected = set(corrected.values_list("game", flat=True))
        self._unmatched: dict[int, Stored] = {}
        self._pairs = Keyed()  # (day, White, Black) -> ids of games that no row says
        self._taken_back: set[int] = set()  # games whose rows say what they said before they were corrected here
        self._files = range(len(comparisons))

    def run(self) -> None:
        void: list[Stored] = []
        for stored in stored_games(self._league, self._games):
            if stored.status == Game.Status.VOID:
                void.append(stored)
            elif not self._match(stored):
                self._keep(stored)
        for stored in void:
            if self._match(stored):
                self._matches.there_void += 1
        # A file that may correct takes a game back to what it said first; another only repeats itself.
        steps = (self._settle_places, self._match_originals)
        for step in steps if self._update else reversed(steps):
            if self._unmatched and any(self._left):
                step()
        self._note_alike()
        self._matches.new = self._games.only(self._left)

    def _keep(self, stored: Stored) -> None:
        """A game that no row says: what may still be asked of it."""
        self._pairs.add((stored.day, stored.white, stored.black), stored.id)
        placed = stored.event in self._events and stored.round is not None
        if stored.reference or placed or stored.id in self._corrected:
            self._unmatched[stored.id] = stored

    def _match(self, stored: Stored) -> bool:
        """Whether a row says the same as a stored game, or carries its id."""
        if stored.reference and (found := self._of_reference(stored.reference)) is not None:
            return self._match_reference(*found, stored)
        for file in self._files if stored.day in self._days else ():
            comparison = self._comparisons[file]
            content = comparison.of_stored(stored)
            for place, game in self._free_of(self._contents, (file, content)):
                if self._can_be(game, stored, content):
                    self._take(place, game, stored, comparison.same_factors(game, stored))
                    return True
        return False

    def _free_of(self, keyed: Keyed, key: Any) -> Iterator[tuple[int, PlannedGame]]:
        """Rows that may have this key and are still free."""
        return ((place, self._games.at(place)) for place in keyed.find(key) if self._left[place])

    def _of_reference(self, reference: str) -> tuple[int, PlannedGame] | None:
        """The row with this id, where it is still free."""
        free = self._free_of(self._references, reference)
        return next((found for found in free if found[1].row.reference == reference), None)

    def _can_be(self, game: PlannedGame, stored: Stored, content: Content) -> bool:
        """The row says this, and no ids of the source say that the two are different games."""
        same = self._comparisons[game.file].of_row(game) == content
        return same and stored.reference in ("", game.row.reference or stored.reference)

    def _match_reference(self, place: int, game: PlannedGame, stored: Stored) -> bool:
        comparison = self._comparisons[game.file]
        same = comparison.of_row(game) == comparison.of_stored(stored)
        if not same and stored.status == Game.Status.VOID:
            return False
        if not same:
            self._keep(stored)
            return True
        self._take(place, game, stored, comparison.same_factors(game, stored))
        return True

    def _take(self, place: int, game: PlannedGame, stored: Stored, same: bool) -> None:
        self._left[place] = False
        differing = Differing(game, stored)
        if (same and not differing.confirms) or stored.status == Game.Status.VOID:
            self._matches.there += 1
        else:
            self._matches.differing.append(differing)

    def _match_originals(self) -> None:
        """Rows that say what a game said before it was corrected here."""
        for original in originals(self._league, self._unmatched):
            for file in self._files:
                content = self._comparisons[file].of_stored(original)
                free = self._free_of(self._contents, (file, content))
                place = next((place for place, game in free if self._can_be(game, original, content)), None)
                if place is not None:
                    self._left[place] = False
                    self._matches.corrected_since += 1
                    del self._unmatched[original.id]
                    self._taken_back.add(original.id)
                    break

    def _settle_places(self) -> None:
        """Rows in the place of another game, or with its id: they say something else of it."""
        by_reference = {stored.reference: stored for stored in self._unmatched.values() if stored.reference}
        by_place: dict[Any, Stored] = {}
        by_pair: dict[Any, Stored] = {}
        for stored in self._unmatched.values():
            if stored.event and stored.round is not None:
                by_place.setdefault(_place(stored), stored)
                by_pair.setdefault((stored.event, stored.round, frozenset((stored.white, stored.black))), stored)
        for place, game in self._free():
            other = by_reference.get(game.row.reference) if game.row.reference else None
            if other is None and game.event > 0 and game.row.round is not None:
                other = by_place.pop(_place_of_row(game), None)
                if other is None and self._comparisons[game.file].once_a_round:
                    # whatever board the game had, and whoever had White in an earlier version of the file
                    other = by_pair.pop((game.event, game.row.round, frozenset((game.white, game.black))), None)
            if other is not None:
                self._left[place] = False
                self._matches.differing.append(Differing(game, other))
        for differing in self._matches.differing:
            self._unmatched.pop(differing.stored.id, None)

    def _free(self) -> Iterator[tuple[int, PlannedGame]]:
        """Rows that no game of the league says, as they are before any of them is settled."""
        return self._games.only(bytearray(self._left)).placed()

    def _note_alike(self) -> None:
        """New games on a day on which the same two have another game here; for a note the mark of a key is enough."""
        settled = {differing.stored.id for differing in self._matches.differing} | self._taken_back
        self._pairs.seal()
        for _place, game in self._free():
            found = self._pairs.find((game.row.at.day, game.white, game.black))
            if any(pk not in settled for pk in found):
                self._matches.alike.append(game)


def _place(stored: Stored) -> tuple[Any, ...]:
    """Event, round and board; without a board, the players."""
    where = (stored.board,) if stored.board is not None else (stored.white, stored.black)
    return (stored.event, stored.round, *where)


def _place_of_row(game: PlannedGame) -> tuple[Any, ...]:
    where = (game.row.board,) if game.row.board is not None else (game.white, game.black)
    return (game.event, game.row.round, *where)
