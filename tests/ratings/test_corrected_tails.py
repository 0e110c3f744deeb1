"""Corrections of short tails, whose stored rows are at hand, and of long ones, whose rows are read in parts."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Adjustment, Game
from ratings.facts import beside, extremes, played
from ratings.models import RatingChange
from ratings.services import rerate, tail, verify
from tests.ratings.build import START, entrants, play, play_random
from tests.ratings.test_rerating import SEQUENTIAL, filled

pytestmark = pytest.mark.django_db
SHORT, LONG = 25_000, 0


@pytest.fixture(params=[SHORT, LONG], autouse=True)
def tails(request, monkeypatch):
    monkeypatch.setattr(tail, "AT_HAND", request.param)
    monkeypatch.setattr(tail, "FEW", 2)
    monkeypatch.setattr(played, "PART", 7)
    monkeypatch.setattr(beside, "CHUNK", 5)
    monkeypatch.setattr(extremes, "CHUNK", 5)


@pytest.fixture(params=SEQUENTIAL, ids=lambda each: each[0])
def league(request):
    system, parameters = request.param
    made = filled(system, "sequential", parameters)
    rerate(made, since=None, reason="first")
    return made


def stored(league):
    return {row[0]: row for row in RatingChange.objects.filter(league=league).values_list()}


def rerated(league, since):
    """The run, after it wrote the rows that differ and no others, and left nothing for ``verify`` to find."""
    before = stored(league)
    run = rerate(league, since=since, reason="corrected")
    after = stored(league)
    assert run.rows_updated + run.rows_inserted + run.rows_deleted > 0
    both = before.keys() & after.keys()
    moved = sum(before[key] != after[key] for key in both)
    inserted, deleted = len(after.keys() - both), len(before.keys() - both)
    again = run.rows_inserted - inserted  # a row that moves to another day or player goes and comes
    assert (run.rows_updated, run.rows_deleted) == (moved - again, deleted + again) and again >= 0
    assert verify(league) == []
    return run


def games(league):
    return list(Game.objects.filter(league=league).order_by("played_on", "pk"))


def test_a_result(league):
    game = next(each for each in games(league)[30:] if each.outcome == "1-0")
    game.outcome, game.white_halves, game.black_halves = "0-1", 0, 2
    game.save()
    rerated(league, game.played_on)


def test_games_that_are_void(league):
    some = games(league)[40:100:9]
    Game.objects.filter(pk__in=[game.pk for game in some]).update(status="void")
    rerated(league, some[0].played_on)


def test_a_game_on_an_earlier_day(league):
    game, place = games(league)[100], games(league)[50].played_on
    Game.objects.filter(pk=game.pk).update(played_on=place)
    rerated(league, place)


def test_a_game_on_a_later_day(league):
    game, place = games(league)[50], games(league)[100].played_on
    Game.objects.filter(pk=game.pk).update(played_on=place)
    rerated(league, game.played_on)


def test_another_player(league):
    game = games(league)[60]
    other = next(player for player in entrants(league) if player.pk not in (game.white_id, game.black_id))
    Game.objects.filter(pk=game.pk).update(black=other)
    rerated(league, game.played_on)


def test_games_that_come_late(league):
    play_random(league, 3, seed=5, days=5, start=START + timedelta(60))
    rerated(league, START + timedelta(60))


def test_a_player_whose_only_game_goes_or_is_anothers(league):
    """Nothing of the tail is theirs any more but rows that go."""
    last, (a, b, c, d) = games(league)[80].played_on, entrants(league)[:4]
    Game.objects.filter(league=league, played_on__gte=last, white__in=(a, b)).update(status="void")
    Game.objects.filter(league=league, played_on__gte=last, black__in=(a, b)).update(status="void")
    rerate(league, since=last, reason="void")
    game = play(league, a, b, 1.0, last + timedelta(1))
    rerated(league, game.played_on)
    Game.objects.filter(pk=game.pk).update(white=c, black=d)
    rerated(league, game.played_on)


def test_players_who_come_with_the_first_game_of_the_tail_and_go(league):
    first = games(league)[0]
    Game.objects.filter(pk=first.pk).update(status="void")
    rerated(league, first.played_on)
    Game.objects.filter(pk=first.pk).update(status="final")
    rerated(league, first.played_on)


def test_an_adjustment(league):
    Adjustment.objects.create(league=league, player=entrants(league)[1], on=START + timedelta(70), to=1700, reason="x")
    rerated(league, START + timedelta(70))


def test_nothing_differs(league):
    before = stored(league)
    assert rerate(league, since=START + timedelta(30), reason="again") is None and stored(league) == before


def test_the_games_are_read_once(league):
    game = games(league)[30]
    Game.objects.filter(pk=game.pk).update(status="void")
    with CaptureQueriesContext(connection) as queries:
        rerate(league, since=game.played_on, reason="void")
    looks = [each["sql"] for each in queries if "FROM league_game g" in each["sql"] and "white_id" in each["sql"]]
    assert len(looks) == 1
