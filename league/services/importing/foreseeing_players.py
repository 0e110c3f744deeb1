"""What committing a file of players would move: birth years, start values and guests decide ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from itertools import islice
from typing import Any, TypeVar

from django.db.models import Q

from league.formats.players import PlayerRow
from league.models import League, LeagueEntry, Player
from ratings.facts import Overlay
from ratings.kernel.types import PlayerFacts
from ratings.services import Plan, Preview, foresee

from ..entries import facts_with
from ..following import days_reached
from ..late_games import NEW_PLAYER
from ..limits import LAST_PLANNED_DAY
from ..people.players import RATING_FIELDS
from ..writing import leagues_concerned
from .players import ENTRY_FIELDS, PlayersPlan

_IN_ONE_QUERY = 400
_Row = TypeVar("_Row", Player, LeagueEntry)


def preview_players(plan: PlayersPlan) -> list[Preview]:
    """Who would move by how much, in each league where somebody does. Nothing where the plan has problems."""
    if plan.problems or not plan.changes:
        return []
    return [made for made in foresee(_Foreseen(plan).plans()) if made.players]


class _Foreseen:
    def __init__(self, plan: PlayersPlan) -> None:
        self._plan = plan
        self._leagues = leagues_concerned(Q(club=plan.club, archived_at=None))
        self._changed = {each.id: each.changes for each in plan.updates if RATING_FIELDS & set(each.changes)}
        self._entries = {each.id: each.changes for each in plan.entry_updates}
        self._new = {NEW_PLAYER - place: row for place, row in enumerate(plan.new)} if plan.league else {}

    def plans(self) -> Iterator[Plan]:
        """As the commit follows them: each league from the day from which it can tell."""
        laid = {league.pk: self._overlay(league) for league in self._leagues}
        touched = {pk: [p for p in overlay.players if p not in self._new] for pk, overlay in laid.items()}
        days = days_reached(self._leagues, touched)
        names = {player: row.name for player, row in self._new.items()}
        for league in self._leagues:
            overlay = laid[league.pk]
            day = days.get(league.pk, LAST_PLANNED_DAY)
            yield Plan(league, day, overlay, names=names, follows=overlay == Overlay())

    def _overlay(self, league: League) -> Overlay:
        players: dict[int, PlayerFacts] = {}
        guests: dict[int, bool] = {}
        for entry in self._stored(league):
            entry.player = _with(copy(entry.player), self._changed.get(entry.player_id, {}))
            players[entry.player_id] = facts_with(entry.player, _with(entry, self._entries.get(entry.pk, {})))
            guests[entry.player_id] = entry.player.guest
        if self._plan.league is not None:
            players |= self._entering(league, self._plan.league)
        return Overlay(players=players, guests=guests)

    def _stored(self, league: League) -> Iterator[LeagueEntry]:
        """The entries of whom the file says something else than what is there."""
        entries = LeagueEntry.objects.filter(league=league).select_related("player")
        for some in _chunks(self._changed):
            yield from entries.filter(player__in=some).exclude(pk__in=self._entries)
        for some in _chunks(self._entries):
            yield from entries.filter(pk__in=some)

    def _entering(self, league: League, entered: League) -> dict[int, PlayerFacts]:
        """Whom the file brings into its league, and so into those that rate the same games."""
        own = league.pk == entered.pk
        if not own and league.games_from_id != entered.pk:
            return {}
        rows = {player: self._plan.matched[player] for player in self._plan.entering}
        if not own:
            inside = LeagueEntry.objects.filter(league=league).values_list("player_id", flat=True)
            for player in inside:
                rows.pop(player, None)
        known = {pk: player for some in _chunks(rows) for pk, player in Player.objects.in_bulk(some).items()}
        people = {pk: _with(player, self._changed.get(pk, {})) for pk, player in known.items()}
        people |= {pk: Player(pk=pk, birth_year=row.birth_year) for pk, row in self._new.items()}
        rows = {**rows, **self._new}
        return {pk: facts_with(person, _entry(rows[pk]) if own else None) for pk, person in people.items()}


def _entry(row: PlayerRow) -> LeagueEntry:
    return LeagueEntry(**{name: getattr(row, column) for column, name in ENTRY_FIELDS.items()})


def _with(row: _Row, changes: Mapping[str, tuple[Any, Any]]) -> _Row:
    for name, (_old, new) in changes.items():
        setattr(row, name, new)
    return row


def _chunks(values: Iterable[int]) -> Iterator[list[int]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
