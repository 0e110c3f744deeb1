"""Players report results: confirmed, disputed, thought over, left alone. Nothing counts before it is confirmed."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from league.models import Event, FactChange, Game, League, ResultClaim
from league.services import correcting, events, planning, reporting, undoing
from league.services.errors import ChangedMeanwhile, Refused
from league.services.periods import close_period
from league.services.reporting import State
from league.services.reporting.claims import Said, mark_of

from .roles import member
from .scene import DAY

WON, DRAWN, LOST = Said("1-0"), Said("="), Said("0-1")


def report(scene, who="anna", white="anna", black="bartek", result=WON, day=DAY, **more):
    return reporting.report_result(
        league=scene.league, player=scene.player(who), white=scene.player(white), black=scene.player(black),
        result=result, played_on=day, **more,
    )  # fmt: skip


def state(scene, game):
    game.refresh_from_db()
    league = League.objects.get(pk=scene.league.pk)
    return reporting.state_of(league, game, list(game.claims.order_by("claimed_at")), timezone.now())


def test_a_report_waits_and_moves_nothing(scene):
    game = report(scene)
    assert (game.status, state(scene, game)) == ("pending", State.WAITING)
    assert scene.rating("anna") == scene.rating("bartek") == 1500
    scene.must_verify()
    (waiting,) = reporting.reports_of(scene.league, scene.bartek, timezone.now())
    assert waiting.waits_for(scene.bartek) and not waiting.waits_for(scene.anna)


def test_the_opponent_confirms(scene):
    game = report(scene)
    claim = game.claims.get()
    reporting.answer_claim(game=game, player=scene.bartek, seen=mark_of(claim))
    assert state(scene, game) == State.CONFIRMED
    assert (scene.rating("anna"), scene.rating("bartek")) == (1516, 1484)
    reporting.answer_claim(game=game, player=scene.bartek)  # pressed twice
    assert game.claims.count() == 2 and Game.objects.count() == 1
    scene.must_verify()


@pytest.mark.parametrize("turned", [False, True])
def test_both_reporting_the_same_is_a_confirmation(scene, turned):
    """BR-129: two reports, one game; who had White does not matter where sides are neutral."""
    if turned:
        League.objects.update(discipline=League.Discipline.NEUTRAL)
    first = report(scene)
    sides = {"white": "bartek", "black": "anna", "result": LOST} if turned else {}
    second = report(scene, "bartek", **sides)
    assert first == second and Game.objects.count() == 1
    assert state(scene, first) == State.CONFIRMED and scene.rating("anna") == 1516


def test_both_reporting_different_results_is_a_dispute_for_the_desk(scene):
    """BR-129: A enters 1–0, B enters 0–1."""
    game = report(scene)
    assert report(scene, "bartek", result=LOST) == game
    assert state(scene, game) == State.DISPUTED and game.outcome == "1-0"
    assert scene.rating("anna") == 1500
    correcting.correct_game(game=game, outcome="=", status="final", reason="both signed a draw")
    assert state(scene, game) == State.SETTLED
    with pytest.raises(Refused, match="club decided"):
        reporting.change_claim(game=game, player=scene.anna, result=DRAWN)


def test_a_dispute_ends_when_one_of_them_thinks_again(scene):
    game = report(scene)
    report(scene, "bartek", result=DRAWN, note="we shook hands on move 30")
    reporting.change_claim(game=game, player=scene.anna, result=DRAWN)
    assert state(scene, game) == State.CONFIRMED
    game.refresh_from_db()
    assert game.outcome == "="


def test_colours_the_other_way_round_are_told_to_the_desk(scene):
    game = report(scene)
    report(scene, "bartek", white="bartek", black="anna", result=DRAWN)
    assert "colours" in game.claims.get(player=scene.bartek).note and state(scene, game) == State.DISPUTED


def test_editing_a_report_resets_what_the_opponent_sees(scene):
    game = report(scene)
    seen = mark_of(game.claims.get())
    reporting.change_claim(game=game, player=scene.anna, result=DRAWN)
    with pytest.raises(ChangedMeanwhile):
        reporting.answer_claim(game=game, player=scene.bartek, seen=seen)
    assert state(scene, game) == State.WAITING and game.outcome == "="


def test_editing_after_the_confirmation_resets_it(scene):
    """BR-129: A edits after B confirmed: pending again, out of the ratings, and B is asked."""
    game = report(scene)
    reporting.answer_claim(game=game, player=scene.bartek)
    reporting.change_claim(game=game, player=scene.anna, result=DRAWN)
    assert state(scene, game) == State.WAITING
    assert scene.rating("anna") == scene.rating("bartek") == 1500
    scene.must_verify()
    reporting.answer_claim(game=game, player=scene.bartek, result=WON)  # he stays with it
    assert state(scene, game) == State.DISPUTED


def test_old_confirmations_stand(scene):
    game = report(scene)
    reporting.answer_claim(game=game, player=scene.bartek)
    with time_machine.travel(timezone.now() + timedelta(days=8)), pytest.raises(Refused, match="more than 7 days"):
        reporting.change_claim(game=game, player=scene.anna, result=DRAWN)


def test_only_the_participants_say_anything(scene):
    """BR-117: neither a report on others' game nor an answer to it."""
    with pytest.raises(Refused, match="your own games only"):
        report(scene, "celina")
    game = report(scene)
    for deed in (reporting.answer_claim, reporting.withdraw_report):
        with pytest.raises(Refused, match="your own games only"):
            deed(game=game, player=scene.celina)


@pytest.mark.parametrize("outcome", ["+-", "-+", "--"])
def test_players_report_forfeits_too(scene, outcome):
    """BR-117: all kinds of result are there for players."""
    game = report(scene, result=Said(outcome))
    reporting.answer_claim(game=game, player=scene.bartek)
    game.refresh_from_db()
    assert (game.status, game.outcome) == ("final", outcome) and scene.rating("anna") == 1500


def test_a_report_is_taken_back_before_its_answer(scene):
    game = report(scene)
    reporting.withdraw_report(game=game, player=scene.anna)
    game.refresh_from_db()
    assert game.status == "void" and not ResultClaim.objects.exists()
    again = report(scene)
    report(scene, "bartek")
    with pytest.raises(Refused, match="nobody answered"):
        reporting.withdraw_report(game=again, player=scene.anna)


def test_the_same_form_sent_twice_and_a_second_game_that_day(scene):
    """BR-013"""
    game = report(scene, token="abcdefghijklmnop")
    assert report(scene, token="abcdefghijklmnop") == game == report(scene)
    reporting.answer_claim(game=game, player=scene.bartek)
    with pytest.raises(Refused, match="entered already"):
        report(scene, result=LOST)
    assert report(scene, result=LOST, again=True) != game
    assert Game.objects.count() == 2


def test_a_pairing_is_reported_on_its_board(scene):
    event = events.create_event(league=scene.league, name="Cup", starts_on=DAY, kind=Event.Kind.MATCH)
    planning.add_entries(event=event, players=[scene.anna, scene.bartek])
    planning.draw(event=event, order="kept", rounds=2)
    game = report(scene, event=event, round=1)
    assert (game.board, [each.round for each in planning.open_pairings(event)]) == (1, [2])
    assert report(scene, "bartek", event=event, round=1) == game
    assert report(scene, white="bartek", black="anna", event=event, round=2) != game


# -- time --------------------------------------------------------------------------------------------------


def after(days):
    return time_machine.travel(timezone.now() + timedelta(days=days))


def test_after_the_set_time_it_waits_for_the_desk(scene):
    """The league's setting as it is at first: three days, then the desk."""
    game = report(scene)
    with after(4):
        assert state(scene, game) == State.OVERDUE
        assert reporting.settle_overdue(now=timezone.now()) == 0
        reporting.answer_claim(game=game, player=scene.bartek)  # late, and yet
    assert state(scene, game) == State.CONFIRMED


def test_after_the_set_time_it_counts_as_reported(scene, capsys):
    from django.core.management import call_command

    reporting.set_reporting(league=scene.league, player_reports=True, report_days=2, report_overdue="count")
    game, disputed = report(scene), report(scene, black="celina")
    report(scene, "celina", black="celina", result=LOST)
    assert reporting.settle_overdue(now=timezone.now()) == 0
    with after(3):
        call_command("work", "--once")
    assert state(scene, game) == State.SETTLED and scene.rating("anna") == 1516
    assert state(scene, disputed) == State.DISPUTED
    assert game.revisions.get().reason == "not answered in time"
    scene.must_verify()


def test_zero_days_is_for_ever(scene):
    reporting.set_reporting(league=scene.league, player_reports=True, report_days=0, report_overdue="count")
    game = report(scene)
    with after(300):
        assert reporting.settle_overdue(now=timezone.now()) == 0 and state(scene, game) == State.WAITING


def test_a_period_is_not_closed_while_a_report_waits(monthly):
    game = report(monthly)
    with time_machine.travel("2026-02-10"), pytest.raises(Refused, match="wait for their confirmation"):
        close_period(period=monthly.january)
    reporting.answer_claim(game=game, player=monthly.bartek)
    with time_machine.travel("2026-02-10"):
        close_period(period=monthly.january)
        with pytest.raises(Refused):
            reporting.change_claim(game=game, player=monthly.anna, result=DRAWN)
    game.refresh_from_db()
    assert game.status == "final" and game.claims.count() == 2  # nothing half written


def test_a_league_can_do_without_reports(scene):
    reporting.set_reporting(league=scene.league, player_reports=False, report_days=3, report_overdue="desk")
    with pytest.raises(Refused, match="not by players"):
        report(scene)
    undoing.undo(target=undoing.newest_of(scene.league), reason="")
    report(scene)


def test_everything_said_is_kept_with_its_author(scene):
    user = member(scene.club, "player", player=scene.anna)
    game = report(scene, actor=user)
    reporting.change_claim(game=game, player=scene.anna, result=DRAWN, actor=user)
    kept = FactChange.objects.filter(kind="report.claim").order_by("pk")
    assert [(row.actor, row.before, row.after) for row in kept] == [
        (user, {}, {"outcome": "1-0"}), (user, {"outcome": "1-0"}, {"outcome": "="}),
    ]  # fmt: skip
    assert game.entered_by == user


def test_undoing_goes_over_what_players_said(scene):
    """The newest action of the ratings is the game; reports stand beside it."""
    game = report(scene)
    reporting.answer_claim(game=game, player=scene.bartek)
    undoing.undo(target=undoing.newest_of(scene.league), reason="")
    assert state(scene, game) == State.DESK and scene.rating("anna") == 1500
