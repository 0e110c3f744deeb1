"""Small leagues for tests: facts written straight, consequences by the services."""

from __future__ import annotations

import random
from datetime import date, timedelta

from league.models import (
    OUTCOME_HALVES,
    Club,
    Event,
    Game,
    League,
    LeagueEntry,
    Outcome,
    Player,
    RatingPeriod,
    RatingRules,
)
from tests.copies import built_once

START = date(2024, 1, 1)
RESULTS = {1.0: Outcome.WHITE_WINS, 0.5: Outcome.DRAW, 0.0: Outcome.BLACK_WINS}


@built_once
def make_league(system="elo", mode="sequential", players=4, club="club", slug="league", **parameters):
    """A league with entered players A, B, C, ..."""
    tenant, _ = Club.objects.get_or_create(slug=club, defaults={"name": club.title()})
    league = League.objects.create(club=tenant, slug=slug, name=slug.title(), system=system, mode=mode)
    RatingRules.objects.create(league=league, valid_from=date(1000, 1, 1), parameters=parameters)
    for number in range(players):
        name = f"Player {number:04d}"
        player, _ = Player.objects.get_or_create(club=tenant, name=name, defaults={"name_key": name.lower()})
        LeagueEntry.objects.create(league=league, player=player)
    return league


def entrants(league):
    """The league's players in order of entry."""
    return [entry.player for entry in league.entries.select_related("player").order_by("pk")]


def play(league, white, black, score, on, **more):
    """A game written as a fact; nothing is rated."""
    outcome = more.pop("outcome", RESULTS.get(score))
    white_halves, black_halves = OUTCOME_HALVES[outcome]
    return Game.objects.create(
        league=league, white=white, black=black, outcome=outcome, white_halves=white_halves, black_halves=black_halves,
        played_on=on, **more,
    )  # fmt: skip


def play_random(league, count, *, seed=1, days=40, start=START):
    """Random games on random days."""
    rng = random.Random(seed)
    players = entrants(league)
    return [
        play(league, *rng.sample(players, 2), rng.choice([1.0, 0.5, 0.0]), start + timedelta(rng.randrange(days)))
        for _ in range(count)
    ]


def open_months(league, year, months, *, closed=0):
    """Monthly periods; the first ``closed`` of them closed."""
    made = []
    for place, month in enumerate(range(1, months + 1)):
        first = date(year, month, 1)
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(1)
        status = "closed" if place < closed else "open"
        made.append(
            RatingPeriod.objects.create(
                league=league, name=f"{first:%Y-%m}", starts_on=first, ends_on=last, status=status
            )
        )
    return made


def make_event(league, name, first, last, **more):
    return Event.objects.create(league=league, name=name, starts_on=first, ends_on=last, **more)


def snapshot(league):
    """Everything computed for a league, comparable."""
    from ratings.models import Rating, RatingChange

    log = list(RatingChange.objects.filter(league=league).order_by("pk").values_list())
    ratings = list(Rating.objects.filter(league=league).order_by("player").values_list()[0:])
    return log, [row[1:] for row in ratings]
