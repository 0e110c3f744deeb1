"""Re-rating in the database: the laws of the log, on whichever database the suite runs."""

import random
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Adjustment, Game, Outcome, Season
from league.services.recording import record_game
from ratings import facts
from ratings.models import Rating, RatingChange, RatingRun
from ratings.services import defer, leave, preview, rerate, settle, verify, work_once
from tests.copies import built_once
from tests.ratings.build import START, entrants, make_event, make_league, open_months, play, play_random, snapshot

pytestmark = pytest.mark.django_db

SEQUENTIAL = [
    ("elo", {}),
    ("elo", {"k": [{"k": 40, "games_below": 5}, {"k": 20}], "provisional_games": 3, "rounding": "tenth"}),
    ("fide", {"list": "standard"}),
    ("glicko2", {"tau": 0.5}),
]
PERIOD = [("elo", {"k": 24}), ("fide", {"list": "standard"}), ("glicko2", {"tau": 0.5})]


def both_modes():
    return [(s, "sequential", p) for s, p in SEQUENTIAL] + [(s, "period", p) for s, p in PERIOD]


@built_once
def filled(system, mode, parameters, games=120, players=9):
    league = make_league(system, mode, players=players, **parameters)
    if system == "fide":
        for number, player in enumerate(entrants(league)):
            player.start_rating = None if number % 3 == 0 else 1500 + 100 * number
            player.save()
    if mode == "period":
        open_months(league, 2024, 5, closed=4)
    play_random(league, games, days=115)
    return league


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_rating_twice_writes_nothing_the_second_time(system, mode, parameters):
    league = filled(system, mode, parameters)
    assert rerate(league, since=None, reason="first") is not None
    before = snapshot(league)
    assert rerate(league, since=None, reason="again") is None
    assert rerate(league, since=START + timedelta(50), reason="from the middle") is None
    assert snapshot(league) == before
    assert verify(league) == []


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_rerating_from_any_point_equals_rating_from_the_start_bit_for_bit(system, mode, parameters):
    league = filled(system, mode, parameters)
    rerate(league, since=None, reason="first")
    rng = random.Random(7)
    games = list(Game.objects.filter(league=league))
    for game in rng.sample(games, 8):
        old = game.played_on
        change = rng.choice(["result", "void", "day", "swap"])
        if change == "result":
            game.outcome, game.white_halves, game.black_halves = Outcome.DRAW, 1, 1
        elif change == "void":
            game.status = "void"
        elif change == "day":
            game.played_on = START + timedelta(rng.randrange(115))
        else:
            game.white, game.black = game.black, game.white
        game.save()
        rerate(league, since=min(old, game.played_on), reason=change)
        assert verify(league) == []
        after = snapshot(league)
        rerate(league, since=None, reason="whole")
        assert snapshot(league) == after


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_correct_then_correct_back_restores_every_number(system, mode, parameters):
    league = filled(system, mode, parameters)
    rerate(league, since=None, reason="first")
    before = snapshot(league)
    game = Game.objects.filter(league=league, outcome=Outcome.WHITE_WINS).order_by("played_on")[3]
    for outcome, halves in ((Outcome.BLACK_WINS, (0, 2)), (Outcome.WHITE_WINS, (2, 0))):
        game.outcome, (game.white_halves, game.black_halves) = outcome, halves
        game.save()
        rerate(league, since=game.played_on, reason="flip")
    assert snapshot(league) == before


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_br_095_wins_draws_and_losses_add_up_to_games_and_changes_to_the_rating(system, mode, parameters):
    league = filled(system, mode, parameters)
    rerate(league, since=None, reason="first")
    for rating in Rating.objects.filter(league=league):
        assert rating.wins + rating.draws + rating.losses == rating.games
        rows = RatingChange.objects.filter(league=league, player=rating.player_id, closing__isnull=False)
        rows = sorted(rows, key=lambda r: (r.day, r.cause == "period", r.games, r.cause != "entry"))
        if not rows:
            continue
        assert rows[-1].closing == rating.value
        for earlier, later in pairwise(rows):
            assert later.opening == earlier.closing
        assert rating.peak == max(r.closing for r in rows)
        assert rating.low == min(r.closing for r in rows)


def test_br_003_games_entered_in_any_order_give_the_same_ratings():
    days = [date(2024, 3, 1), date(2024, 3, 8), date(2024, 3, 15)]
    results = []
    for order in ([0, 1, 2], [2, 0, 1], [2, 1, 0]):
        league = make_league(slug=f"l{order[0]}{order[1]}", club=f"c{order[0]}{order[1]}", players=3)
        a, b, c = entrants(league)
        pairs = [(a, b), (b, c), (c, a)]
        for place in order:
            play(league, *pairs[place], 1.0, days[place])
            rerate(league, since=days[place], reason="recorded")
        results.append([r.value for r in Rating.objects.filter(league=league).order_by("player")])
    assert results[0] == results[1] == results[2]


def test_br_006_voiding_an_old_game_is_its_own_run_and_no_later_row_hides_it():
    league = make_league(players=4)
    games = play_random(league, 30)
    rerate(league, since=None, reason="first")
    game = min(games, key=lambda g: (g.played_on, g.pk))
    game.status = "void"
    game.save()
    run = rerate(league, since=game.played_on, reason="annulled by the arbiter")
    assert run.reason == "annulled by the arbiter"
    assert run.players_moved >= 2
    assert {i.player_id for i in run.impacts.all()} >= {game.white_id, game.black_id}
    assert not RatingChange.objects.filter(league=league, cause="game", ref=game.pk).exists()
    assert verify(league) == []


def test_br_041_games_of_one_day_without_time_are_rated_in_a_stated_total_order():
    ratings = []
    for club in ("one", "two"):
        league = make_league(club=club, players=5)
        play_random(league, 10, days=1)
        rerate(league, since=None, reason="first")
        ratings.append(list(Rating.objects.filter(league=league).order_by("player").values_list("value", flat=True)))
    assert ratings[0] == ratings[1]


def test_a_game_with_a_time_comes_after_those_without_and_events_follow_their_first_day():
    league = make_league(players=2)
    a, b = entrants(league)
    late = make_event(league, "late", date(2024, 1, 5), date(2024, 1, 9))
    early = make_event(league, "early", date(2024, 1, 2), date(2024, 1, 9))
    day = date(2024, 1, 6)
    timed = play(league, a, b, 1.0, day, played_at="09:00")
    in_late = play(league, a, b, 0.0, day, event=late, round=1)
    in_early = play(league, a, b, 0.0, day, event=early, round=2)
    earlier_round = play(league, a, b, 0.5, day, event=early, round=1)
    alone = play(league, a, b, 0.5, day)
    order = [row.game.game for row in facts.read_games(league)]
    assert order == [alone.pk, earlier_round.pk, in_early.pk, in_late.pk, timed.pk]


def test_forfeits_pending_void_and_guest_games_move_nobody():
    league = make_league(players=3)
    a, b, guest = entrants(league)
    guest.guest = True
    guest.save()
    play(league, a, b, None, START, outcome=Outcome.WHITE_FORFEITS_TO)
    play(league, a, b, 1.0, START, status="pending")
    play(league, a, b, 1.0, START, status="void")
    play(league, a, guest, 1.0, START)
    play(league, a, b, 1.0, START, event=make_event(league, "friendly", START, START, rated=False))
    rerate(league, since=None, reason="first")
    assert not RatingChange.objects.filter(league=league, cause="game").exists()
    assert set(Rating.objects.filter(league=league).values_list("value", "games")) == {(1500.0, 0)}


def test_adjustments_and_season_turns_stay_through_every_recalculation():
    league = make_league(players=4, carryover={"keep": 0.5, "mean": 1500})
    a, *_ = entrants(league)
    play_random(league, 40, days=60)
    Season.objects.create(league=league, name="2", starts_on=START + timedelta(30))
    Adjustment.objects.create(league=league, player=a, on=START + timedelta(20), to=1800, reason="bonus")
    rerate(league, since=None, reason="first")
    assert RatingChange.objects.get(league=league, cause="adjustment").closing == 1800
    turned = RatingChange.objects.filter(league=league, cause="season")
    assert turned.count() == 4
    for row in turned:
        assert row.closing == pytest.approx(1500 + (row.opening - 1500) / 2, abs=1e-9)
    before = snapshot(league)
    for back in (10, 20, 25, 30, 45):
        assert rerate(league, since=START + timedelta(back), reason="again") is None
    assert snapshot(league) == before
    Adjustment.objects.update(voided_at="2024-06-01T00:00Z")
    rerate(league, since=START + timedelta(20), reason="adjustment voided")
    assert verify(league) == []
    assert not RatingChange.objects.filter(league=league, cause="adjustment").exists()


@pytest.mark.parametrize(("system", "parameters"), PERIOD)
def test_an_open_period_moves_live_ratings_only_and_reopening_takes_its_rows_back(system, parameters):
    league = filled(system, "period", parameters)
    rerate(league, since=None, reason="first")
    april, may = league.periods.all()[3:5]
    values = dict(Rating.objects.filter(league=league).values_list("player", "value"))
    a, b = [r.player for r in Rating.objects.filter(league=league, value__isnull=False).order_by("player")[:2]]
    play(league, a, b, 1.0, date(2024, 5, 6))
    assert rerate(league, since=date(2024, 5, 6), reason="recorded", players=[a.pk, b.pk]) is None
    assert dict(Rating.objects.filter(league=league).values_list("player", "value")) == values
    rating = Rating.objects.get(league=league, player=a)
    assert rating.live > rating.value
    april.status = "open"
    april.save()
    rerate(league, since=april.starts_on, reason="reopened")
    assert not RatingChange.objects.filter(league=league, period=april).exists()
    assert verify(league) == []
    april.status = "closed"
    april.save()
    rerate(league, since=april.starts_on, reason="closed")
    assert dict(Rating.objects.filter(league=league).values_list("player", "value")) == values
    may.status = "closed"
    may.save()
    live = dict(Rating.objects.filter(league=league).values_list("player", "live"))
    rerate(league, since=may.starts_on, reason="closed")
    assert dict(Rating.objects.filter(league=league).values_list("player", "value")) == live
    assert verify(league) == []


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_a_preview_writes_nothing_and_every_number_of_it_comes_true(system, mode, parameters):
    league = filled(system, mode, parameters)
    rerate(league, since=None, reason="first")
    before = snapshot(league)
    game = Game.objects.filter(league=league, outcome=Outcome.WHITE_WINS).order_by("played_on")[2]
    game.outcome, game.white_halves, game.black_halves = Outcome.BLACK_WINS, 0, 2
    shown = preview(league, since=game.played_on, overlay=facts.Overlay(games={game.pk: game}))
    assert snapshot(league) == before
    game.save()
    run = rerate(league, since=game.played_on, reason="corrected")
    after = {r.player_id: r.value for r in Rating.objects.filter(league=league)}
    assert len(shown.moves) == run.players_moved
    assert {(m.player_id, m.after) for m in shown.moves} == {(p, after[p]) for p in (m.player_id for m in shown.moves)}


def test_a_long_replay_is_left_to_a_living_worker_and_done_here_without_one(settings):
    from ratings.services import beat

    settings.ARPAD_LONG_REPLAY = 10
    league = make_league(players=5)
    play_random(league, 30)
    beat()
    assert rerate(league, since=None, reason="imported") is None
    assert league.stale_since == date.min
    assert verify(league)[0].what == "recalculation pending since"
    assert work_once()
    league.refresh_from_db()
    assert league.stale_since is None
    assert RatingRun.objects.get(league=league).reason == "imported"
    assert verify(league) == []
    leave()
    play(league, *entrants(league)[:2], 1.0, START)
    assert rerate(league, since=START, reason="recorded late") is not None
    assert verify(league) == []


def test_a_worker_rates_a_league_without_a_log_whole_from_whichever_day_it_is_stale():
    league = make_league(players=5)
    play_random(league, 30)
    defer(league, since=START, reason="imported")
    assert work_once()
    leave()
    assert Rating.objects.filter(league=league, games__gt=0).count() == 5
    assert verify(league) == []


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_a_preview_of_a_void_game_names_both_players_even_if_it_was_their_last(system, mode, parameters):
    league = filled(system, mode, parameters)
    rerate(league, since=None, reason="first")
    last = Game.objects.filter(league=league, played_on__lt=date(2024, 5, 1)).order_by("-played_on", "-pk")
    for game in last[:6]:
        shown = preview(league, since=game.played_on, overlay=facts.Overlay(games={game.pk: None}))
        was = {r.player_id: r.value for r in Rating.objects.filter(league=league)}
        Game.objects.filter(pk=game.pk).update(status="void")
        run = rerate(league, since=game.played_on, reason="void")
        now = {r.player_id: r.value for r in Rating.objects.filter(league=league)}
        moved = {i.player_id for i in run.impacts.all()} if run else set()
        assert {m.player_id for m in shown.moves} == moved
        assert all((m.before, m.after) == (was[m.player_id], now[m.player_id]) for m in shown.moves)
        assert shown.games == (run.games_read if run else shown.games)


def test_a_preview_of_another_player_names_the_one_who_goes():
    league = make_league(players=3)
    a, b, c = entrants(league)
    game = play(league, a, b, 1.0, START)
    rerate(league, since=None, reason="first")
    game.black = c
    shown = preview(league, since=START, overlay=facts.Overlay(games={game.pk: game}))
    assert {m.player_id for m in shown.moves} == {b.pk, c.pk}


def test_only_rows_whose_values_differ_are_written():
    league = make_league(players=30)
    play_random(league, 300, days=300)
    rerate(league, since=None, reason="first")
    game = Game.objects.filter(league=league, outcome="1-0").order_by("-played_on")[20]
    before = {row[0]: row for row in RatingChange.objects.filter(league=league).values_list()}
    game.outcome, game.white_halves, game.black_halves = "0-1", 0, 2
    game.save()
    run = rerate(league, since=game.played_on, reason="corrected")
    after = {row[0]: row for row in RatingChange.objects.filter(league=league).values_list()}
    assert run.rows_updated == sum(before[key] != after[key] for key in before)
    assert (run.rows_inserted, run.rows_deleted) == (0, 0)


@pytest.mark.parametrize("history", [10, 400])
def test_the_newest_game_costs_a_constant_number_of_queries(history):
    league = make_league(players=6)
    play_random(league, history, days=200)
    rerate(league, since=None, reason="first")
    a, b = entrants(league)[:2]
    day = START + timedelta(300)
    play(league, a, b, 1.0, day)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        rerate(league, since=day, reason="recorded", players=[a.pk, b.pk])
    spoken = [q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))]
    assert len(spoken) <= 10, "\n".join(spoken)


@pytest.mark.parametrize("history", [100, 1_000])
def test_the_newest_game_is_recorded_with_at_most_ten_queries(history):
    league = make_league(players=6)
    play_random(league, history, days=200)
    rerate(league, since=None, reason="first")
    a, b = entrants(league)[:2]
    for later in (300, 301):
        with CaptureQueriesContext(connection) as queries:
            record_game(league=league, white=a, black=b, outcome="1-0", played_on=START + timedelta(later))
        spoken = [q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))]
        assert len(spoken) <= 10, "\n".join(spoken)
    assert verify(league) == []


def test_verify_names_what_was_changed_behind_its_back():
    league = make_league(players=3)
    play_random(league, 12)
    rerate(league, since=None, reason="first")
    row = RatingChange.objects.filter(league=league, cause="game").first()
    RatingChange.objects.filter(pk=row.pk).update(closing=row.closing + 1)
    Rating.objects.filter(league=league, player=row.player_id).update(wins=77)
    found = {d.what for d in verify(league)}
    assert f"closing of log row game {row.ref}" in found
    assert "wins of the rating" in found
    settle(league)
    rerate(league, since=None, reason="mended")
    assert verify(league) == []


def test_br_121_a_rapid_list_is_seeded_from_the_standard_league_and_follows_its_changes():
    """B.02 rapid and blitz 7.2.1: who has a standard rating counts as rated with it."""
    standard = make_league("fide", "period", players=3, slug="standard", list="standard")
    rapid = make_league("fide", "period", players=3, slug="rapid", list="rapid")
    rapid.standard_league = standard
    rapid.save()
    a, b, c = entrants(standard)
    for player, rating in ((a, 2000), (b, 1900)):
        standard.entries.filter(player=player).update(start_rating=rating, start_games=100)
    open_months(standard, 2024, 3, closed=2)
    open_months(rapid, 2024, 3, closed=2)
    play(standard, a, b, 0.0, date(2024, 1, 10))
    play(rapid, a, b, 1.0, date(2024, 2, 10))
    play(rapid, a, c, 1.0, date(2024, 2, 11))
    rerate(standard, since=None, reason="first")
    rerate(rapid, since=None, reason="first")
    listed = dict(Rating.objects.filter(league=standard).values_list("player", "shown"))
    assert (listed[a.pk], listed[b.pk]) == (1987, 1913)
    row = RatingChange.objects.get(league=rapid, cause="game", player=a, reason="")
    assert (row.own_rating, row.opponent_rating) == (1987, 1913)
    # .60 expected at 74 points: K 40 for a newcomer of the list, 40 x (1 - .60) = 16
    assert Rating.objects.get(league=rapid, player=a).value == 1987 + 16
    assert RatingChange.objects.get(league=rapid, cause="game", player=a, reason="unrated_opponent")
    assert verify(rapid) == []
