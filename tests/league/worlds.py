"""Leagues of every kind, each with a past: for tests that change something in all of them."""

from __future__ import annotations

import random
from datetime import date, timedelta

from league.models import ExternalRating
from league.services.adjusting import adjust
from league.services.events import create_event
from league.services.leagues import create_league
from league.services.people import add_player, create_club
from league.services.periods import close_period, open_monthly, publish_period
from league.services.recording import record_game
from league.services.seasons import start_season
from tests.copies import built_once

JANUARY = date(2026, 1, 5)
TIERS = [{"k": 40, "games_below": 6}, {"k": 36, "age_to": 18}, {"k": 12, "peak_from": 1900}, {"k": 24}]
ELO = {"system": "elo", "mode": "sequential", "parameters": {"k": TIERS, "carryover": {"keep": 0.8, "mean": 1600}}}
FIDE = {"system": "fide", "mode": "period", "parameters": {"list": "standard"}}
KINDS = {
    "Elo game by game": ELO,
    "Elo per period": ELO | {"mode": "period"},
    "FIDE restated": FIDE,
    "FIDE next list": FIDE | {"late_results": "next_list"},
    "FIDE game by game": FIDE | {"mode": "sequential"},
    "FIDE external": FIDE | {"parameters": {"list": "standard", "openings": "external"}},
    "Glicko-2 game by game": {"system": "glicko2", "mode": "sequential", "parameters": {"period_days": 7}},
    "Glicko-2 per period": {"system": "glicko2", "mode": "period"},
    "followed": ELO,
    "seeds": FIDE,
}


@built_once
def _past(kind: str) -> dict:
    made = object.__new__(World)
    made.build(kind)
    return vars(made)


class World:
    """Eight players, twenty games from January to April; January and February closed, January published."""

    def __init__(self, kind: str) -> None:
        vars(self).update(_past(kind))

    def build(self, kind: str) -> None:
        self.club = create_club(slug="club", name="Club")
        self.league = create_league(club=self.club, slug="main", name="Main", **KINDS[kind])
        self.players = [
            add_player(
                club=self.club, name=f"Player {number}", birth_year=1960 + 7 * number, start_rating=1500 + 60 * number,
                start_games=number, start_peak=1550 + 60 * number if number % 2 else None,
            ).player
            for number in range(8)
        ]  # fmt: skip
        self.leagues = [self.league, *self._others(kind)]
        self.periods = [p for each in self.leagues for p in self._periods(each)]
        self.season = start_season(league=self.league, name="Spring", starts_on=date(2026, 3, 1))
        self._lists()
        self.event = create_event(
            league=self.league, name="Cup", starts_on=date(2026, 1, 28), ends_on=date(2026, 2, 3), base_minutes=90,
            increment_seconds=30,
        )  # fmt: skip
        self.games = self._play()
        self.adjustment = adjust(
            league=self.league, player=self.players[1], on=date(2026, 3, 5), by=20, reason="board prize"
        )
        self._close()

    def _others(self, kind):
        if kind == "followed":
            yield create_league(
                club=self.club, slug="other", name="Other", system="fide", mode="period", games_from=self.league
            )
        if kind == "seeds":
            yield create_league(
                club=self.club, slug="other", name="Other", system="fide", mode="period", parameters={"list": "rapid"},
                standard_league=self.league,
            )  # fmt: skip

    def _periods(self, league):
        return open_monthly(league=league, first="2026-01", last="2026-04")

    def _lists(self):
        for number, player in enumerate(self.players):
            for month in (1, 2, 3, 4):
                ExternalRating.objects.create(
                    player=player, list="standard", date=date(2026, month, 1), rating=1500 + 55 * number + month, k=20
                )

    def _play(self):
        chance, games = random.Random(7), []
        for number in range(20):
            day = JANUARY + timedelta(days=int(number * 5.5))
            white, black = chance.sample(self.players, 2)
            event = self.event if self.event.starts_on <= day <= self.event.ends_on else None
            games.append(self._record(self.league, white, black, chance.choice(["1-0", "=", "0-1"]), day, event))
        for number in range(8 if self._seeded else 0):
            white, black = chance.sample(self.players, 2)
            self._record(self.leagues[1], white, black, "1-0", JANUARY + timedelta(days=12 * number), None)
        return games

    @property
    def _seeded(self):
        return len(self.leagues) > 1 and self.leagues[1].standard_league_id is not None

    def _record(self, league, white, black, outcome, day, event):
        return record_game(league=league, white=white, black=black, outcome=outcome, played_on=day, event=event)

    def _close(self):
        """January first in every league, so that what seeds is there."""
        for name in ("2026-01", "2026-02"):
            for period in self.periods:
                if period.name == name and (period.league.mode == "period" or name == "2026-01"):
                    close_period(period=period)
                    if name == "2026-01":
                        publish_period(period=period)

    def refresh(self):
        """Everything read again: other changes were made since."""
        for things in (self.leagues, self.games, self.players, [self.event], [self.season], [self.adjustment]):
            fresh = type(things[0])._base_manager.in_bulk([thing.pk for thing in things])
            for thing in things:
                thing.__dict__ = fresh[thing.pk].__dict__
        for game in self.games:
            game.league = self.league

    def sides(self, number):
        return self.games[number].white, self.games[number].black

    def newcomer(self):
        return add_player(club=self.club, name=f"New {self.club.players.count()}", start_rating=1650).player
