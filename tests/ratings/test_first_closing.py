"""A period closed for the first time is computed without a look at the log, and is what any other replay makes it."""

from datetime import date, timedelta
from random import Random

import pytest
from django.db import transaction
from django.db.models import F

from league.models import LeagueEntry
from league.services.correcting import void_game
from league.services.periods import close_period, reopen_period
from ratings.ledger import keys, standings
from ratings.models import Rating, RatingChange, RatingRun, RunImpact
from ratings.services import rerating, verify
from ratings.services.closing import Closing
from ratings.services.living import refresh_live

from .build import entrants, make_event, make_league, open_months, play, play_random, snapshot

pytestmark = pytest.mark.django_db
SYSTEMS = ("elo", "fide", "glicko2")


@pytest.fixture
def ways(monkeypatch):
    """Which way each replay took."""
    taken, ask = [], rerating.closing

    def asked(*arguments):
        found = ask(*arguments)
        taken.append(found)
        return found

    monkeypatch.setattr(rerating, "closing", asked)
    return taken


def scene(system):
    """Three open months of games, some of an event that began the month before; every third player is unrated."""
    league, chance = make_league(system, "period", players=12), Random(5)
    for number, entry in enumerate(LeagueEntry.objects.filter(league=league)):
        if number % 3:
            entry.start_rating, entry.start_games = chance.randint(1500, 2500), 20
            entry.save()
    months = open_months(league, 2025, 3)
    play_random(league, 90, days=88, start=date(2025, 1, 1))
    event = make_event(league, "Open", date(2025, 1, 25), date(2025, 2, 3))
    people = entrants(league)
    for number in range(20):
        on = date(2025, 1, 25) + timedelta(number % 10)
        play(league, *chance.sample(people, 2), chance.choice([1.0, 0.5, 0.0]), on, event=event, round=number % 10 + 1)
    return league, months


def found(league):
    """All that closing writes."""
    run = RatingRun.objects.filter(league=league).latest("pk")
    counts = (run.games_read, run.rows_inserted, run.rows_updated, run.rows_deleted, run.players_moved)
    impacts = RunImpact.objects.filter(run=run).order_by("player").values_list("player", "before", "after")
    return snapshot(league), counts, list(impacts)


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_closing_says_what_comparing_with_the_log_would(system, monkeypatch):
    league, months = scene(system)
    for month in months:
        with transaction.atomic():
            close_period(period=month)
            fast = found(league)
            transaction.set_rollback(True)
        with monkeypatch.context() as other:
            other.setattr(rerating, "closing", lambda *_: None)
            close_period(period=month)
        assert found(league) == fast
        assert verify(league) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_month_of_a_league_is_closed_without_comparing(system, ways):
    league, months = scene(system)
    for month in months:
        close_period(period=month)
        assert isinstance(ways[-1], Closing)
    assert verify(league) == []
    rows = RatingChange.objects.filter(league=league)
    assert rows.filter(cause="game").count() == 2 * 110


def test_what_is_closed_again_or_changed_is_compared(ways):
    league, months = scene("fide")
    close_period(period=months[0])
    close_period(period=months[1])
    before = snapshot(league)
    game = league.games.filter(played_on__lt=date(2025, 1, 20)).first()
    void_game(game=game, reason="a mistake")
    assert ways[-1] is None and snapshot(league)[0] != before[0]
    reopen_period(period=months[1], reason="once more")
    assert ways[-1] is None
    close_period(period=months[1])
    assert isinstance(ways[-1], Closing)
    assert verify(league) == []


def test_a_row_that_should_not_be_there_is_found_and_replaced(ways):
    """Left over from whatever went wrong: closing heals it, and does not fail on it."""
    league, months = scene("fide")
    game, player = league.games.filter(event=None, played_on__month=1).first(), entrants(league)[0]
    stray = {"league": league, "cause": "game", "day": date(2025, 1, 9), "player": player, "ref": game.pk, "games": 0}
    RatingChange.objects.create(id=keys.game_row_id(league.pk, game.pk, 1), side=1, **stray)
    close_period(period=months[0])
    assert ways[-1] is None
    assert verify(league) == []


def test_live_ratings_of_more_players_than_a_statement_names_are_the_same(monkeypatch):
    league, months = scene("fide")
    close_period(period=months[0])
    before = snapshot(league)
    assert Rating.objects.filter(league=league).exclude(live=F("value")).count() > 5
    Rating.objects.filter(league=league).update(live=1.0)
    monkeypatch.setattr(standings, "_MOST_NAMED", 2)
    refresh_live(league, players=None)
    assert snapshot(league) == before
