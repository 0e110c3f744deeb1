"""Two requests at once: both count, none twice, none lost. On whichever database the suite runs.

Run on PostgreSQL by DATABASE_URL; SQLite is a file here, as in real life.
"""

import threading
from datetime import timedelta

import pytest
from django.db import OperationalError, close_old_connections, connection, connections, transaction
from django.db.models import Q
from django.test import Client

from league.models import Event, Game, League, LeagueEntry, Player, RatingRules
from league.permissions import Scope
from league.services.access import make_token
from league.services.adjusting import adjust
from league.services.checking import check_now
from league.services.correcting import correct_game, void_game
from league.services.errors import ChangedMeanwhile, Refused
from league.services.events import create_event
from league.services.leagues import create_league
from league.services.people import add_player, create_club, edit_player
from league.services.periods import close_period, open_monthly
from league.services.recording import record_game
from ratings.models import Rating, RatingChange
from ratings.services import beat, defer, leave, rerate, settle, work_once
from tests.benchmarks.generated import league_of

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run the calls in threads that start together; their results or exceptions, in order."""
    barrier, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
        try:
            barrier.wait(timeout=30)
            results[place] = call()
        except Exception as error:
            results[place] = error
        finally:
            close_old_connections()
            connections.close_all()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive(), "a thread waits for ever"
    return results


def only_refusals(results):
    unexpected = [r for r in results if isinstance(r, Exception) and not isinstance(r, Refused)]
    assert not unexpected, unexpected
    return [r for r in results if isinstance(r, Refused)]


@pytest.fixture
def scene(transactional_db):
    return Scene(k=32)


def recorder(scene, white, black, day=0, **more):
    return lambda: record_game(
        league=scene.league, white=white, black=black, outcome="1-0", played_on=DAY + timedelta(day), **more
    )


def test_br_002_two_results_of_one_player_at_the_same_moment_both_count(scene):
    for round_ in range(5):
        results = at_once(
            recorder(scene, scene.anna, scene.bartek, round_), recorder(scene, scene.anna, scene.celina, round_)
        )
        assert all(isinstance(result, Game) for result in results), results
    anna = [row for row in scene.log("anna") if row.cause == "game"]
    assert len(anna) == 10
    scene.chain("anna")
    scene.must_verify()


def test_br_042_eight_at_once_and_the_check_is_clean(scene):
    players = list(Player.objects.order_by("pk"))
    for round_ in range(3):
        calls = [recorder(scene, players[i], players[(i + 1 + round_) % 8], i % 3) for i in range(8)]
        assert not only_refusals(at_once(*calls))
    assert Game.objects.count() == 24
    assert sum(scene.ratings().values()) == pytest.approx(8 * 1500, abs=1e-9)
    assert League.objects.get().version == 24
    scene.must_verify()


def test_br_013_the_same_form_sent_twice_in_parallel_is_one_game(scene):
    results = at_once(*[recorder(scene, scene.anna, scene.bartek, reference="form-1")] * 4)
    assert not only_refusals(results)
    assert len({game.pk for game in results}) == 1
    assert scene.ratings() == {"Anna": 1516.0, "Bartek": 1484.0}


def test_br_013_one_board_typed_by_two_people_at_once(scene):
    event = create_event(league=scene.league, name="Open", starts_on=DAY)
    same = {"event": event, "round": 1, "board": 1}
    results = at_once(*[recorder(scene, scene.anna, scene.bartek, **same)] * 2)
    assert not only_refusals(results)
    other = {"event": event, "round": 1, "board": 2}
    results = at_once(
        recorder(scene, scene.celina, scene.dawid, **other), recorder(scene, scene.dawid, scene.celina, **other)
    )
    assert len(only_refusals(results)) == 1
    assert Game.objects.count() == 2
    scene.must_verify()


def test_br_097_two_corrections_of_one_game_at_once(scene):
    game = scene.play("anna", "bartek")
    results = at_once(
        lambda: correct_game(game=game, outcome="=", reason="first", expected_version=0),
        lambda: correct_game(game=game, outcome="0-1", reason="second", expected_version=0),
    )
    assert [type(r) for r in only_refusals(results)] == [ChangedMeanwhile]
    assert game.revisions.count() == 1
    scene.must_verify()


def test_a_correction_and_a_new_result_at_once(scene):
    first = scene.play("anna", "bartek")
    results = at_once(
        lambda: void_game(game=first, reason="never played"),
        recorder(scene, scene.anna, scene.celina, 3),
        recorder(scene, scene.dawid, scene.anna, -3),
        lambda: adjust(league=scene.league, player=scene.anna, on=DAY, by=7, reason="x"),
    )
    assert not only_refusals(results)
    scene.must_verify()
    scene.chain("anna")


def test_br_043_two_periods_closed_at_the_same_moment(transactional_db):
    scene = Scene(mode="period", k=32)
    january, february = open_monthly(league=scene.league, first="2026-01", last="2026-02")
    scene.play("anna", "bartek")
    scene.play("anna", "bartek", day=31)
    results = at_once(lambda: close_period(period=january), lambda: close_period(period=february))
    for refused in only_refusals(results):
        assert refused.field == "period"
        close_period(period=february)
    assert RatingChange.objects.filter(cause="game").count() == 4
    scene.must_verify()


def test_a_result_and_the_closing_of_its_period_at_once(transactional_db):
    scene = Scene(mode="period", k=32)
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    results = at_once(lambda: close_period(period=january), recorder(scene, scene.anna, scene.bartek))
    refused = only_refusals(results)
    assert Game.objects.count() == (0 if refused else 1)
    assert RatingChange.objects.filter(cause="game").count() == (0 if refused else 2)
    scene.must_verify()


def test_br_031_the_same_person_added_twice_at_once_is_caught(transactional_db):
    club = create_club(slug="club", name="Club")
    results = at_once(*[lambda: add_player(club=club, name="Anna Berg")] * 3)
    assert len(only_refusals(results)) == 2
    assert Player.objects.count() == 1


def test_the_same_club_and_league_made_twice_at_once(transactional_db):
    results = at_once(*[lambda: create_club(slug="club", name="Club")] * 2)
    assert len(only_refusals(results)) == 1
    club = next(r for r in results if not isinstance(r, Exception))
    make = lambda: create_league(club=club, slug="a", name="A", system="elo", mode="sequential")  # noqa: E731
    assert len(only_refusals(at_once(make, make))) == 1


def test_changes_of_several_leagues_at_once_do_not_wait_for_each_other(scene):
    """Locks are taken in id order: a player's leagues, a league with its followers, a plain one."""
    follower = scene.add_league("estimate", games_from=scene.league, k=10)
    other = scene.add_league("other")
    scene.play("anna", "bartek")
    scene.play("anna", "celina", league=other)
    for year in range(1990, 1994):
        results = at_once(
            lambda year=year: edit_player(player=scene.anna, birth_year=year, start_rating=year),
            recorder(scene, scene.anna, scene.bartek, year - 1980),
            lambda: record_game(league=other, white=scene.celina, black=scene.anna, outcome="=", played_on=DAY),
        )
        assert not only_refusals(results)
    for league in (scene.league, follower, other):
        scene.must_verify(league)


def test_newcomers_are_entered_once_however_many_results_come_at_once(scene):
    calls = [recorder(scene, scene.anna, player) for player in (scene.bartek, scene.celina, scene.dawid, scene.ewa)]
    assert not only_refusals(at_once(*calls))
    assert LeagueEntry.objects.count() == 5
    assert Event.objects.count() == 0
    scene.must_verify()


def test_br_113_two_recalculations_at_once_while_a_game_is_edited_and_another_comes_in(scene):
    """One after the other, none between: whatever the order, the log is what the facts give."""
    game = scene.play("anna", "bartek")
    for day in range(1, 20):
        scene.play("celina", "dawid", "=", day=day)
    RatingRules.objects.filter(league=scene.league).update(parameters={"k": 16})
    with transaction.atomic():
        defer(League.objects.lock(scene.league.pk)[0], since=None, reason="other rules")
    again = lambda: settle(League.objects.get(pk=scene.league.pk), reason="again")  # noqa: E731
    results = at_once(
        again, again,
        lambda: correct_game(game=game, outcome="0-1", reason="typo"),
        recorder(scene, scene.ewa, scene.filip, 30),
        work_once,
    )  # fmt: skip
    assert not only_refusals(results)
    assert not [r for r in results if isinstance(r, OperationalError)]
    settle(League.objects.get(pk=scene.league.pk))
    scene.must_verify()
    assert scene.rating("anna") == 1492.0
    assert Game.objects.count() == 21


def test_results_that_come_in_while_a_long_recalculation_runs_are_neither_lost_nor_locked_out(scene, settings):
    """BR-098: the worker computes without the lock; who writes meanwhile is served at once, and is in the outcome."""
    league = league_of(3_000, 40, slug="long", k=32)
    rerate(league, since=None, reason="first")
    players = list(Player.objects.filter(entries__league=league).order_by("pk"))
    RatingRules.objects.filter(league=league).update(parameters={"k": 16})
    with transaction.atomic():
        defer(League.objects.lock(league.pk)[0], since=None, reason="other rules")
    settings.ARPAD_LONG_REPLAY = 100
    beat()  # a worker lives: requests leave long work to it

    def results_of(number):
        def record():
            made = []
            for day in range(2):
                white, black = players[2 * number], players[2 * number + 1]
                made.append(
                    record_game(league=league, white=white, black=black, outcome="1-0", played_on=DAY + timedelta(day))
                )
            return made

        return record

    recorded = at_once(work_once, *[results_of(number) for number in range(10)])
    assert not only_refusals(recorded)
    assert Game.objects.filter(league=league).count() == 3_020
    while League.objects.get(pk=league.pk).stale_since is not None:
        work_once()
    scene.must_verify(league)
    leave()


def test_two_admins_correct_different_games_at_once_and_both_corrections_stand(scene):
    games = [scene.play("anna", "bartek", day=day) for day in range(6)]
    results = at_once(
        lambda: [correct_game(game=game, outcome="0-1", reason="his list") for game in games[::2]],
        lambda: [correct_game(game=game, outcome="=", reason="her list") for game in games[1::2]],
    )
    assert not only_refusals(results)
    assert list(scene.league.games.order_by("played_on").values_list("outcome", flat=True)) == [
        "0-1",
        "=",
        "0-1",
        "=",
        "0-1",
        "=",
    ]
    assert scene.league.runs.count() == 12
    scene.must_verify()
    scene.chain("anna")


def test_a_repair_and_a_result_at_once(scene):
    scene.play("anna", "bartek")
    Rating.objects.filter(player=scene.anna).update(wins=9)
    results = at_once(
        lambda: check_now(league=scene.league, mends=True), recorder(scene, scene.anna, scene.celina, 1),
        recorder(scene, scene.dawid, scene.anna, 2),
    )  # fmt: skip
    assert not only_refusals(results)
    scene.must_verify()


def test_the_database_is_one_that_threads_share():
    if connection.vendor == "sqlite":
        assert not connection.is_in_memory_db()
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_two_programs_that_bring_the_same_newcomer_at_once_make_one_player(scene):
    secret = make_token(club=scene.league.club, name="web site", scopes=list(Scope))[1]
    page = f"/api/v1/clubs/{scene.league.club.slug}/leagues/{scene.league.slug}/games"
    given = {"white": "Nina Nowa", "date": DAY.isoformat(), "result": "1-0", "create_players": True}

    def bring(opponent):
        sent = given | {"black": opponent.pk}
        headers = {"Authorization": f"Bearer {secret}"}
        return Client().post(page, sent, content_type="application/json", headers=headers).status_code

    assert at_once(lambda: bring(scene.anna), lambda: bring(scene.bartek)) == [201, 201]
    assert Player.objects.filter(name="Nina Nowa").count() == 1 and Game.objects.count() == 2


@pytest.mark.parametrize("kept", [False, True])
def test_a_league_that_begins_to_follow_misses_no_result_of_the_same_moment(scene, kept):
    """``kept``: another one follows already."""
    a, b, c, d, *_ = Player.objects.order_by("pk")
    for round_ in range(5):
        source = scene.add_league(f"source-{round_}")
        if kept:
            scene.add_league(f"kept-{round_}", games_from=source)

        def play(white, black, source=source):
            return lambda: record_game(league=source, white=white, black=black, outcome="1-0", played_on=DAY)

        def begin(slug=f"new-{round_}", source=source):
            scene.add_league(slug, games_from=source)

        assert not only_refusals(at_once(play(a, b), play(c, a), begin, play(d, c), play(b, d)))
        for league in League.objects.filter(Q(pk=source.pk) | Q(games_from=source)):
            assert RatingChange.objects.filter(league=league, cause="game").count() == 8
            scene.must_verify(league)
