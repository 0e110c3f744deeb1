"""Generated leagues of any size, written straight into the tables; fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta

from django.db import connection, transaction

from league.models import Club, Event, League, LeagueEntry, RatingPeriod, RatingRules
from league.models.bulk import insert_rows, update_rows

START = date(2010, 1, 1)
OUTCOMES = (("1-0", 2, 0), ("=", 1, 1), ("0-1", 0, 2))


def league_of(games: int, players: int, *, slug: str, system: str = "elo", days: int = 3650, **parameters) -> League:
    """A league with this many players and games, spread evenly over ten years, not yet rated."""
    with transaction.atomic():
        club, _ = Club.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
        league = League.objects.create(club=club, slug=slug, name=slug, system=system, mode="sequential")
        RatingRules.objects.create(league=league, valid_from=date(1000, 1, 1), parameters=parameters)
        first = _players(club, league, players)
        insert_rows(connection, "league_game", _GAME, _games(league.pk, first, players, games, days))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return league


_PLAYER = (
    "club_id", "name", "name_key", "sex", "federation", "fide_id", "title", "affiliation", "start_games", "guest",
    "distinction", "created_at",
)  # fmt: skip
_GAME = (
    "league_id", "played_on", "white_id", "black_id", "outcome", "white_halves", "black_halves", "weight", "neutral",
    "status", "reference", "entered_at",
)  # fmt: skip
NOW = "2024-01-01 00:00:00+00:00"


def _players(club: Club, league: League, count: int) -> int:
    """Creates and enters them; says the id of the first of a run without gaps."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT COALESCE(MAX(id), 0) FROM league_player")
        before = cursor.fetchone()[0]
    rows = ((club.pk, f"P{i}", f"p{i}", "", "", "", "", "", 0, False, "", NOW) for i in range(count))
    insert_rows(connection, "league_player", _PLAYER, rows)
    with connection.cursor() as cursor:
        cursor.execute("SELECT MIN(id) FROM league_player WHERE id > %s", [before])
        first = cursor.fetchone()[0]
    entries = ((league.pk, first + i, NOW) for i in range(count))
    insert_rows(connection, "league_leagueentry", ("league_id", "player_id", "created_at"), entries)
    return first


def month_of(games: int, players: int, *, slug: str, backwards: bool = False) -> RatingPeriod:
    """A FIDE standard list with one open month of this many games, in events of ten rounds; nothing is rated yet.

    ``backwards``: the same games entered in the opposite order.
    """
    from ratings.services import welcome

    rng = random.Random(20260102)
    with transaction.atomic():
        club, _ = Club.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
        league = League.objects.create(club=club, slug=slug, name=slug, system="fide", mode="period")
        RatingRules.objects.create(league=league, valid_from=date(1000, 1, 1), parameters={"list": "standard"})
        first = _players(club, league, players)
        keys = LeagueEntry.objects.filter(league=league).order_by("player").values_list("pk", flat=True)
        started = [(key, float(min(2790, max(1401, round(rng.gauss(1900, 300))))), 50) for key in keys]
        update_rows(connection, "league_leagueentry", "id", ("start_rating", "start_games"), started)
        period = RatingPeriod.objects.create(
            league=league, name="2026-01", starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31)
        )
        events = Event.objects.bulk_create(
            Event(league=league, name=f"Open {n}", starts_on=date(2026, 1, 5), ends_on=date(2026, 1, 14))
            for n in range(max(1, games // 200))
        )
        rows = list(_month_games(league.pk, first, players, games, [event.pk for event in events], rng))
        insert_rows(connection, "league_game", (*_GAME, "event_id", "round"), rows[::-1] if backwards else rows)
        welcome(league, range(first, first + players))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return period


def _month_games(
    league: int, first: int, players: int, count: int, events: list[int], rng: random.Random
) -> Iterator[tuple]:
    for number in range(count):
        white, black = rng.randrange(players), rng.randrange(players - 1)
        black += black >= white
        outcome, w, b = OUTCOMES[rng.randrange(3)]
        round_ = number // len(events) % 10
        day = date(2026, 1, 5) + timedelta(days=round_)
        game = (league, day.isoformat(), first + white, first + black, outcome, w, b, 1.0, False, "final", "", NOW)
        yield (*game, events[number % len(events)], round_ + 1)


def _games(league: int, first: int, players: int, count: int, days: int) -> Iterator[tuple]:
    rng = random.Random(20260101)
    strength = [rng.gauss(0, 1) for _ in range(players)]
    for number in range(count):
        white, black = rng.randrange(players), rng.randrange(players - 1)
        black += black >= white
        chance = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 2))
        drawn = rng.random() < 0.25
        outcome, w, b = OUTCOMES[1] if drawn else OUTCOMES[0 if rng.random() < chance else 2]
        day = START + timedelta(days=number * days // count)
        yield (league, day.isoformat(), first + white, first + black, outcome, w, b, 1.0, False, "final", "", NOW)
