"""A merge or a split as a change of facts: what goes from which record to which, and what that means league by league.

The same description is laid over the facts for a preview and carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from django.db.models import Q

from league.models import PLAYED, Adjustment, ExternalRating, Game, League, LeagueEntry, Player
from ratings.facts import Overlay
from ratings.kernel.types import Adjust, Official, PlayerFacts
from ratings.services import Plan

from ..entries import facts_with, first_days
from .belongings import Belongings

ABOUT: Final = ("birth_year", "sex", "federation", "fide_id", "title", "affiliation")  # what fills a gap of the kept
BROUGHT: Final = ("start_rating", "start_deviation", "start_volatility", "start_games", "start_peak")
Values = Mapping[str, Any]


@dataclass
class Passage:
    """``source`` gives, ``target`` takes. ``kept`` is the record that remains when they are one.

    ``about``: new values of the kept record; ``entries``: its start values in a league (id) that change or that it
    enters with; ``merged``: whether the absorbed record is part of the kept one afterwards; ``leaving``: ids of
    leagues in which the kept record is no more then.
    """

    source: Player
    target: Player
    kept: Player
    absorbed: Player
    moved: Belongings
    about: dict[str, Any]
    entries: dict[int, dict[str, Any]]
    merged: bool
    leagues: list[League] = field(default_factory=list)
    leaving: set[int] = field(default_factory=set)

    def since(self) -> dict[int, date]:
        """League id -> the day from which it is rated anew; asked before anything is written."""
        days: dict[int, list[date]] = {league.pk: self._days(league) for league in self.leagues}
        reached = {league.pk for league in self.leagues if self._says_otherwise(league)}
        if reached:
            concerned = [league for league in self.leagues if league.pk in reached]
            for player in (self.kept, self.absorbed):
                for league, first in first_days(player, concerned).items():
                    days[league].append(first)
        return _through_sources(self.leagues, {league: min(found) for league, found in days.items() if found})

    def plans(self) -> list[Plan]:
        """What each league would be rated with, in the order in which they are rated."""
        since = self.since()
        return [Plan(league, since[league.pk], self.overlay(league)) for league in self.leagues if league.pk in since]

    def overlay(self, league: League) -> Overlay:
        adjustments = [row for row in self._adjustments if row.league_id == league.pk and row.voided_at is None]
        return Overlay(
            games={game.pk: self._over(game) for game in self._games if game.league_id == _source(league)},
            players={self.kept.pk: self._facts(league)} if self._plays_in(league) else {},
            merged={self.absorbed.pk: self.merged},
            without_adjustments={row.pk for row in adjustments},
            adjustments=[
                Adjust(row.on.toordinal(), row.pk, self.target.pk, row.to, row.by) for row in adjustments
            ],
            officials=self._officials(),
            leaving={league.pk: {self.kept.pk}} if league.pk in self.leaving else {},
        )  # fmt: skip

    # -- what moves ------------------------------------------------------------------------------

    def read(self) -> None:
        """Read what moves once, for all the leagues."""
        ids = [*self.moved.white, *self.moved.black]
        games: list[Game] = []
        for start in range(0, len(ids), 500):
            games += Game.objects.filter(pk__in=ids[start : start + 500]).select_related("event")
        self._all_games = games
        self._games = [game for game in games if _can_be_rated(game)]
        self._adjustments = list(Adjustment.objects.filter(pk__in=self.moved.adjustments))
        self._external = list(
            ExternalRating.objects.filter(pk__in=self.moved.external_ratings).order_by("list", "date")
        )

    def _days(self, league: League) -> list[date]:
        days = [game.played_on for game in self._all_games if game.league_id == _source(league)]
        days += [row.on for row in self._adjustments if row.league_id == league.pk]
        if days and league.system == League.System.FIDE:
            days += [row.date for row in self._external]
        return days

    def _says_otherwise(self, league: League) -> bool:
        """Does the kept record bring something else into the league?"""
        known = league.pk in self.entries and not self._enters(league)
        listed = bool(self._external) and league.system == League.System.FIDE
        return known or "birth_year" in self.about or listed

    def _over(self, game: Game) -> Game:
        after = copy(game)
        if after.white_id == self.source.pk:
            after.white_id = self.target.pk
        if after.black_id == self.source.pk:
            after.black_id = self.target.pk
        return after

    def _officials(self) -> dict[tuple[str, int], list[tuple[int, Official]]]:
        """The federation's lines that go over; where one goes away, the line before it is in force again."""
        lines: dict[tuple[str, int], list[tuple[int, Official]]] = {}
        for row in self._external:
            line = Official(_number(row.rating), _number(row.k))
            lines.setdefault((row.list, self.target.pk), []).append((row.date.toordinal(), line))
        return lines

    # -- the kept record -------------------------------------------------------------------------

    @property
    def _own(self) -> dict[int, LeagueEntry]:
        if not hasattr(self, "_kept_entries"):
            self._kept_entries = {entry.league_id: entry for entry in LeagueEntry.objects.filter(player=self.kept)}
        return self._kept_entries

    def _enters(self, league: League) -> bool:
        return league.pk not in self._own

    def _plays_in(self, league: League) -> bool:
        return not self._enters(league) or league.pk in self.entries

    def _facts(self, league: League) -> PlayerFacts:
        """The kept record's facts in a league, as they would be."""
        person = copy(self.kept)
        for name, value in self.about.items():
            setattr(person, name, value)
        entry = copy(self._own.get(league.pk)) or LeagueEntry(league=league, player=person)
        for name, value in self.entries.get(league.pk, {}).items():
            setattr(entry, name, value)
        return facts_with(person, entry)


def gaps_filled(kept: Player, absorbed: Player) -> dict[str, Any]:
    """What is known of the absorbed record and not of the kept one."""
    empty = (None, "")
    return {
        name: getattr(absorbed, name)
        for name in ABOUT
        if getattr(kept, name) in empty and getattr(absorbed, name) not in empty
    }


def start_values(kept: Player, absorbed: Player, leagues: Iterable[League]) -> dict[int, dict[str, Any]]:
    """League id -> what the kept record brings along there: of the two, what the one who played first brought.

    A league in which only the absorbed record is gets an entry with that one's values.
    """
    mine = {entry.league_id: entry for entry in LeagueEntry.objects.filter(player=kept)}
    theirs = {entry.league_id: entry for entry in LeagueEntry.objects.filter(player=absorbed)}
    wanted = [league for league in leagues if league.pk in theirs]
    first, other = first_days(kept, wanted), first_days(absorbed, wanted)
    values: dict[int, dict[str, Any]] = {}
    for league in wanted:
        entry = mine.get(league.pk)
        brought = _brought(absorbed, theirs[league.pk])
        if entry is None:
            values[league.pk] = brought
            continue
        earlier = league.pk in other and (league.pk not in first or other[league.pk] < first[league.pk])
        taken = brought if earlier and brought["start_rating"] is not None else {"k": brought["k"]}
        if entry.k is not None:
            taken.pop("k")
        differing = {name: value for name, value in taken.items() if getattr(entry, name) != value}
        if differing:
            values[league.pk] = differing
    return values


def _brought(person: Player, entry: LeagueEntry) -> dict[str, Any]:
    own = {name: getattr(entry, name) for name in (*BROUGHT, "k")}
    for name in ("start_rating", "start_games", "start_peak"):
        own[name] = _first(own[name], getattr(person, name))
    return own


def leagues_of(*players: Player) -> Q:
    """The condition for the leagues that any of these players is in."""
    return Q(entries__player__in=players)


def _through_sources(leagues: list[League], since: dict[int, date]) -> dict[int, date]:
    """Who follows a league, or is seeded from it, is reached from the same day (sources come first)."""
    for league in leagues:
        sources = (league.pk, league.games_from_id, league.standard_league_id)
        if reached := [since[pk] for pk in sources if pk is not None and pk in since]:
            since[league.pk] = min(reached)
    return since


def _source(league: League) -> int:
    return league.games_from_id or league.pk


def _can_be_rated(game: Game) -> bool:
    rated = game.event is None or game.event.rated
    return rated and game.status == Game.Status.FINAL and game.outcome in PLAYED


def _first(value: Any, other: Any) -> Any:
    return other if value is None else value


def _number(value: int | None) -> float | None:
    return None if value is None else float(value)
