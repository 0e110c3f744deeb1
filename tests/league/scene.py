"""A club with a league, built and read through the services alone."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise

from league.models import Game, League, Player
from league.services.leagues import create_league
from league.services.people import add_player, create_club
from league.services.recording import record_game
from ratings.kernel.types import Cause
from ratings.models import Rating, RatingChange
from ratings.services import verify
from tests.copies import built_once

DAY = date(2026, 1, 5)
NAMES = ("Anna", "Bartek", "Celina", "Dawid", "Ewa", "Filip", "Gosia", "Henryk")
CAUSES = [cause.value for cause in Cause]  # in the order in which they act on a day


@built_once
def build(**given) -> dict:
    """The attributes of a scene."""
    made = object.__new__(Scene)
    made.build(**given)
    return vars(made)


class Scene:
    """``scene.anna`` ... are players; ``scene.play("anna", "bartek", "1-0", 3)`` is a game on the fourth day."""

    def __init__(self, **given):
        """``club``, ``system``, ``mode``, ``players``, ``slug``, and the league's parameters."""
        vars(self).update(build(**given))

    def build(self, *, club="club", system="elo", mode="sequential", players=NAMES, slug="ladder", **parameters):
        self.club = create_club(slug=club, name=club.title())
        self.league = self.add_league(slug, system=system, mode=mode, **parameters)
        for name in players:
            setattr(self, name.lower(), add_player(club=self.club, name=name).player)

    def add_league(
        self, slug, *, system="elo", mode="sequential", games_from=None, standard_league=None,
        late_results="restate", **parameters,
    ) -> League:  # fmt: skip
        return create_league(
            club=self.club, slug=slug, name=slug.title(), system=system, mode=mode, parameters=parameters,
            games_from=games_from, standard_league=standard_league, late_results=late_results,
        )  # fmt: skip

    def play(self, white, black, outcome="1-0", day=0, **more) -> Game:
        return record_game(
            league=more.pop("league", self.league),
            white=self.player(white),
            black=self.player(black),
            outcome=outcome,
            played_on=day if isinstance(day, date) else DAY + timedelta(day),
            **more,
        )

    def player(self, who) -> Player:
        return getattr(self, who) if isinstance(who, str) else who

    def rating(self, who, league=None) -> float | None:
        return Rating.objects.get(league=league or self.league, player=self.player(who)).value

    def ratings(self) -> dict[str, float | None]:
        rows = Rating.objects.filter(league=self.league).select_related("player")
        return {row.player.name: row.value for row in rows}

    def board(self) -> dict[str, tuple]:
        """Everything a board or a player's page reads."""
        rows = Rating.objects.filter(league=self.league).select_related("player")
        return {
            r.player.name: (
                r.value,
                r.games,
                r.wins,
                r.draws,
                r.losses,
                r.peak,
                r.peak_on,
                r.low,
                r.low_on,
                r.last_played,
            )
            for r in rows
        }

    def log(self, who) -> list[RatingChange]:
        return self.logs()[self.player(who).pk]

    def logs(self) -> defaultdict[int, list[RatingChange]]:
        """The log of each player by the player's key."""
        rows = RatingChange.objects.filter(league=self.league)
        logs = defaultdict(list)
        for row in sorted(rows, key=lambda r: (r.day, CAUSES.index(r.cause), r.games, r.reason == "", r.pk)):
            logs[row.player_id].append(row)
        return logs

    def version(self) -> int:
        return League.objects.get(pk=self.league.pk).version

    def must_verify(self, league=None) -> None:
        found = verify(league or self.league)
        assert not found, "\n".join(difference.text for difference in found)

    def chain(self, who) -> None:
        """Every row of a player opens where the one before it closed."""
        rows = [row for row in self.log(who) if row.closing is not None]
        for before, after in pairwise(rows):
            assert after.opening == before.closing
        if rows:
            assert rows[-1].closing == self.rating(who)
            assert sum(r.change or 0 for r in rows) == float_near(rows[-1].closing - rows[0].closing)


def float_near(value):
    import pytest

    return pytest.approx(value, abs=1e-9)
