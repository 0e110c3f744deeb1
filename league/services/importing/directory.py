"""Names of a file -> players of a club. Never guessed: two people of one name are asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.formats.names import name_key
from league.formats.results import Who
from league.models import Club, Player, PlayerAlias

from ..people import near_matches
from .choosing import NEW, Choices, Question, chosen_players, key_of, put_away_by_undoing, question
from .problems import ImportProblem, about

_IN_ONE_QUERY = 500
_SUGGESTED = 30  # near matches are looked for as many unknown names as this
_NO_CHOICES = Choices()
Places = Mapping[Who, tuple[str, str]]  # where a side stands first: file and column


class Known(NamedTuple):
    """A player of the club, as far as matching needs it."""

    id: int
    name: str
    key: str
    fide_id: str
    birth_year: int | None
    merged_into: int | None
    archived: bool

    def fits(self, who: Who) -> bool:
        """Nothing that is known of both contradicts."""
        if who.fide_id and self.fide_id and who.fide_id != self.fide_id:
            return False
        return not (who.birth_year and self.birth_year and who.birth_year != self.birth_year)

    def described(self) -> str:
        born = f", {self.birth_year}" if self.birth_year else ""
        fide = f", FIDE {self.fide_id}" if self.fide_id else ""
        return f"#{self.id} ({self.name}{born}{fide})"


class Newcomer(NamedTuple):
    """A player whom the import adds to the club; ``rows``: first lines where the file has the name."""

    name: str
    fide_id: str
    birth_year: int | None


@dataclass
class Directory:
    """Who is who: ``refs`` has the player's id for each side named, negative for newcomers.

    ``newcomers[-ref - 1]`` is the newcomer of a negative ref. ``questions``: problems that an answer solves.
    ``aliases``: names that somebody placed, to be remembered; ``returning``: players put away by an undone import.
    """

    club: Club
    refs: dict[Who, int] = field(default_factory=dict)
    newcomers: list[Newcomer] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)
    near: dict[str, list[str]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    aliases: dict[str, int] = field(default_factory=dict)
    returning: set[int] = field(default_factory=set)

    def name_of(self, ref: int) -> str:
        return self.newcomers[-ref - 1].name if ref < 0 else self.names[ref]


def find_players(
    club: Club, sides: dict[Who, list[int]], *, create: bool, places: Places | None = None,
    choices: Choices = _NO_CHOICES,
) -> Directory:  # fmt: skip
    """Match every side that the files name; ``sides`` has the first lines where each stands.

    In order: what somebody answered, Arpad's own id with the name it goes with, FIDE id, name, alias; then what
    birth year and FIDE id leave over. What nobody matches is new (``create``) or a problem with near matches.
    """
    return _Finding(club, sides, places or {}, choices, create).run()


class _Finding:
    def __init__(self, club: Club, sides: dict[Who, list[int]], places: Places, choices: Choices, create: bool) -> None:
        self._sides, self._places, self._choices, self._create = sides, places, choices, create
        self._made = Directory(club)
        self._chosen = chosen_players(club, choices)
        self._returning: set[int] | None = None

    def run(self) -> Directory:
        known = ClubPlayers(self._made.club, self._sides)
        unknown: dict[str, list[Who]] = defaultdict(list)
        for who in self._sides:
            answer = self._choices.answers.get(key_of(who))
            found = known.candidates(who)
            if isinstance(answer, int) and answer in self._chosen:
                self._take(who, answer, self._chosen[answer])
                if not found:
                    self._made.aliases[who.name] = answer
            elif len(found) == 1:
                self._match(who, found[0])
            elif found and answer != NEW:
                self._ask_which(who, found)
            else:
                unknown[name_key(who.name)].append(who)
        self._check_fide_ids()
        self._place_unknown(unknown)
        return self._made

    def _take(self, who: Who, player: int, name: str) -> None:
        self._made.refs[who], self._made.names[player] = player, name

    def _match(self, who: Who, player: Known) -> None:
        self._take(who, player.id, player.name)
        if player.archived:
            if self._returning is None:
                self._returning = put_away_by_undoing(self._made.club)
            if player.id in self._returning:
                self._made.returning.add(player.id)
            else:
                message = _("%(player)s is archived: take the player back first.")
                self._problem(who, message % {"player": player.name})

    def _problem(self, who: Who, message: str) -> ImportProblem:
        file, column = self._places.get(who, ("", ""))
        problem = about(message, rows=self._sides[who], file=file, column=column)
        self._made.problems.append(problem)
        return problem

    def _ask_which(self, who: Who, found: list[Known]) -> None:
        message = _("There are %(count)d players “%(name)s”: %(players)s. Say which in a column %(columns)s.")
        players = [(player.id, player.described()) for player in found]
        values = {
            "count": len(found),
            "name": who.name,
            "players": " / ".join(described for _id, described in players),
            "columns": "white_id, white_fide_id, white_birth_year",
        }
        problem = self._problem(who, message % values)
        self._made.questions.append(question(who, self._sides[who], players, problem, ambiguous=True))

    def _check_fide_ids(self) -> None:
        """One FIDE id, one person: two names with one id stop the import (BR-053)."""
        first: dict[str, Who] = {}
        for who in self._sides:
            if not who.fide_id:
                continue
            other = first.setdefault(who.fide_id, who)
            if name_key(other.name) != name_key(who.name):
                message = _("The FIDE id %(id)s stands with two names: %(one)s and %(other)s.")
                values = {"id": who.fide_id, "one": other.name, "other": who.name}
                rows = [*self._sides[other][:5], *self._sides[who][:5]]
                files = sorted({self._places.get(each, ("", ""))[0] for each in (other, who)} - {""})
                self._made.problems.append(about(message % values, rows=rows, file=", ".join(files)))

    def _place_unknown(self, unknown: dict[str, list[Who]]) -> None:
        _look_for_near(self._made, [whos[0].name for whos in unknown.values()])
        fresh: dict[str, list[Who]] = {}
        for key, whos in unknown.items():
            near = self._made.near.get(whos[0].name)
            ask = not self._create or (self._choices.ask_near and near)
            asked = [who for who in whos if ask and self._choices.answers.get(key_of(who)) != NEW]
            if asked:
                self._ask_who(asked)
            if rest := [who for who in whos if who not in asked]:
                fresh[key] = rest
        self._add_newcomers(fresh)

    def _ask_who(self, whos: list[Who]) -> None:
        club, first = self._made.club, whos[0]
        message = _("There is no player “%(name)s” in %(club)s.") % {"name": first.name, "club": club.name}
        if near := self._made.near.get(first.name):
            message += " " + _("Did you mean %(names)s?") % {"names": ", ".join(near)}
        rows = sorted(row for who in whos for row in self._sides[who])
        file, column = self._places.get(first, ("", ""))
        problem = about(message, rows=rows, file=file, column=column)
        self._made.problems.append(problem)
        players = _near_players(club, first.name) if near else []
        self._made.questions += [question(who, self._sides[who], players, problem) for who in whos]

    def _add_newcomers(self, unknown: dict[str, list[Who]]) -> None:
        for whos in unknown.values():
            kinds: list[list[Who]] = []
            for who in sorted(whos, key=_details, reverse=True):
                fitting = [kind for kind in kinds if all(_compatible(who, other) for other in kind)]
                if len(fitting) > 1:
                    message = _("“%(name)s” can be any of %(count)d people of this name in the file: say which.")
                    self._problem(who, message % {"name": who.name, "count": len(fitting)})
                elif fitting:
                    fitting[0].append(who)
                else:
                    kinds.append([who])
            for kind in kinds:
                self._add_newcomer(kind)

    def _add_newcomer(self, kind: list[Who]) -> None:
        first = min(kind, key=lambda who: self._sides[who][0])
        fide_id = next((who.fide_id for who in kind if who.fide_id), "")
        birth_year = next((who.birth_year for who in kind if who.birth_year), None)
        self._made.newcomers.append(Newcomer(first.name, fide_id, birth_year))
        for who in kind:
            self._made.refs[who] = -len(self._made.newcomers)


def _look_for_near(directory: Directory, names: Iterable[str]) -> None:
    if Player.objects.filter(club=directory.club).exists():
        for name in islice(names, _SUGGESTED):
            if found := near_matches(club=directory.club, name=name, limit=3):
                directory.near[name] = [player.name for player in found]


def _near_players(club: Club, name: str) -> list[tuple[int, str]]:
    found = near_matches(club=club, name=name, limit=3)
    return [(player.pk, " · ".join(filter(None, (player.name, str(player.birth_year or ""))))) for player in found]


def _details(who: Who) -> int:
    return bool(who.fide_id) + bool(who.birth_year) + bool(who.id)


def _compatible(one: Who, other: Who) -> bool:
    """Nothing that the file says of both makes them two people."""
    pairs = ((one.fide_id, other.fide_id), (one.birth_year, other.birth_year), (one.id, other.id))
    return all(not a or not b or a == b for a, b in pairs)


class ClubPlayers:
    """The club's players who can be meant by any of the sides."""

    def __init__(self, club: Club, sides: Iterable[Who]) -> None:
        self._club = club
        self._by_id: dict[int, Known] = {}
        self._by_key: dict[str, list[int]] = defaultdict(list)
        self._by_fide_id: dict[str, int] = {}
        self._aliases: dict[int, set[str]] = defaultdict(set)
        sides = list(sides)
        self._load("name_key__in", {name_key(who.name) for who in sides})
        self._load("fide_id__in", {who.fide_id for who in sides if who.fide_id})
        self._load("pk__in", {who.id for who in sides if who.id})
        self._load_aliases({name_key(who.name) for who in sides})
        while missing := {k.merged_into for k in self._by_id.values() if k.merged_into} - set(self._by_id):
            self._load("pk__in", missing)

    def candidates(self, who: Who) -> list[Known]:
        """Players whom the side can mean; one where it is clear."""
        key = name_key(who.name)
        if who.id and (own := self._by_id.get(who.id)) and key in {own.key, *self._aliases[own.id]}:
            return [self._kept(own)]
        if who.fide_id and (found := self._by_fide_id.get(who.fide_id)):
            return [self._kept(self._by_id[found])]
        named = {player.id: player for player in map(self._kept, map(self._by_id.__getitem__, self._by_key[key]))}
        fitting = [player for player in named.values() if player.fits(who)]
        if len(fitting) > 1 and who.birth_year:
            exact = [player for player in fitting if player.birth_year == who.birth_year]
            fitting = exact or fitting
        return sorted(fitting)

    def _kept(self, player: Known) -> Known:
        while player.merged_into:
            player = self._by_id[player.merged_into]
        return player

    def _load(self, lookup: str, values: Iterable[object]) -> None:
        columns = ("pk", "name", "name_key", "fide_id", "birth_year", "merged_into", "archived_at")
        for chunk in _chunks(values):
            for row in Player.objects.filter(club=self._club, **{lookup: chunk}).values_list(*columns):
                *facts, archived_at = row
                known = Known._make([*facts, archived_at is not None])
                if known.id not in self._by_id:
                    self._by_id[known.id] = known
                    self._by_key[known.key].append(known.id)
                    if known.fide_id:
                        self._by_fide_id[known.fide_id] = known.id

    def _load_aliases(self, keys: Iterable[str]) -> None:
        found: list[tuple[int, str]] = []
        for chunk in _chunks(keys):
            aliases = PlayerAlias.objects.filter(club=self._club, name_key__in=chunk)
            found += aliases.values_list("player_id", "name_key")
        self._load("pk__in", {player for player, _key in found} - set(self._by_id))
        for player, key in found:
            self._aliases[player].add(key)
            self._by_key[key].append(player)


def _chunks(values: Iterable[object]) -> Iterator[list[object]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
