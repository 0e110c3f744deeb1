"""correct_game, void_game, restore_game, undo: the past changes, everything after it follows."""

from datetime import date, time, timedelta

import pytest

from league.models import Game, GameRevision, LeagueEntry
from league.services.correcting import (
    correct_game,
    preview_correction,
    preview_restore,
    preview_void,
    restore_game,
    undo_revision,
    void_game,
)
from league.services.errors import ChangedMeanwhile, Refused
from league.services.events import create_event
from league.services.people import add_player, archive_player, create_club
from league.services.periods import close_period
from ratings.models import RatingChange, RatingRun
from tests.copies import built_once

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


def snapshot(scene):
    rows = RatingChange.objects.filter(league=scene.league).order_by("pk").values_list()
    return list(rows), scene.board()


@pytest.fixture
@built_once
def played(db):
    """Three games in a row of Anna's."""
    scene = Scene(k=32)
    scene.first = scene.play("anna", "bartek", "1-0", 0)
    scene.second = scene.play("anna", "celina", "=", 1)
    scene.third = scene.play("dawid", "anna", "0-1", 2)
    return scene


class TestNothingChanged:
    def test_saving_a_game_as_it_is_does_nothing_at_all(self, played):
        before, version = snapshot(played), played.version()
        game = correct_game(game=played.first, reason="", outcome="1-0", played_on=DAY, white=played.anna)
        assert game.pk == played.first.pk
        assert (snapshot(played), played.version()) == (before, version)
        assert not GameRevision.objects.exists()

    def test_swapped_twice_is_as_before(self, played):
        before = snapshot(played)
        correct_game(game=played.first, swap=True, reason="colours")
        correct_game(game=played.first, swap=True, reason="no, they were right")
        assert snapshot(played) == before


class TestEachField:
    def test_another_result(self, played):
        correct_game(game=played.first, outcome="0-1", reason="typo")
        assert played.log("bartek")[-1].change == 16.0
        played.must_verify()
        played.chain("anna")

    def test_the_colours_each_player_keeps_the_own_score(self, scene):
        game = scene.play("anna", "bartek", "1-0", white_points=3, black_points=1, white_k=10)
        game = correct_game(game=game, swap=True, reason="colours")
        assert (game.white.name, game.outcome, game.white_points, game.black_points) == ("Bartek", "0-1", 1, 3)
        assert (game.white_k, game.black_k) == (None, 10)
        assert scene.ratings() == {"Anna": 1505.0, "Bartek": 1484.0}
        scene.must_verify()

    def test_colours_and_result_at_once(self, scene):
        game = correct_game(game=scene.play("anna", "bartek", "1-0"), swap=True, outcome="1-0", reason="both")
        assert game.white.name == "Bartek"
        assert scene.ratings() == {"Anna": 1484.0, "Bartek": 1516.0}

    def test_another_player_takes_the_place_of_one(self, played):
        correct_game(game=played.first, black=played.dawid, reason="it was Dawid")
        assert [row.cause for row in played.log("bartek") if row.cause == "game"] == []
        assert played.rating("bartek") == 1500.0
        played.must_verify()
        for who in ("anna", "bartek", "celina", "dawid"):
            played.chain(who)

    def test_a_player_new_to_the_league_is_entered(self, played):
        correct_game(game=played.first, black=played.ewa, reason="it was Ewa")
        assert LeagueEntry.objects.filter(league=played.league, player=played.ewa).exists()
        assert played.rating("ewa") == 1484.0

    def test_another_day_moves_the_game(self, played):
        correct_game(game=played.first, played_on=DAY + timedelta(5), reason="it was on Saturday")
        assert [row.ref for row in played.log("anna") if row.cause == "game"] == [
            played.second.pk, played.third.pk, played.first.pk
        ]  # fmt: skip
        played.must_verify()

    def test_a_game_moved_to_the_past_is_rated_before_the_others(self, played):
        correct_game(game=played.third, played_on=DAY - timedelta(5), reason="it was before")
        assert played.log("dawid")[-1].opening == 1500.0
        played.must_verify()

    def test_a_time_orders_the_games_of_a_day(self, scene):
        first, second = scene.play("anna", "bartek"), scene.play("anna", "celina")
        correct_game(game=first, played_at=time(21, 0), reason="it was the second")
        assert [row.ref for row in scene.log("anna") if row.cause == "game"] == [second.pk, first.pk]
        scene.must_verify()

    def test_a_pending_result_is_confirmed(self, scene):
        game = scene.play("anna", "bartek", status="pending")
        later = scene.play("anna", "celina", day=3)
        assert scene.rating("bartek") == 1500.0
        correct_game(game=game, status=Game.Status.FINAL, reason="confirmed")
        assert scene.rating("bartek") == 1484.0
        assert [row.ref for row in scene.log("anna") if row.cause == "game"] == [game.pk, later.pk]
        scene.chain("anna")
        scene.must_verify()

    def test_weight_k_and_neutral_ground(self, scene):
        game = scene.play("anna", "bartek")
        correct_game(game=game, weight=2.0, black_k=8, neutral=True, reason="final")
        assert scene.ratings() == {"Anna": 1532.0, "Bartek": 1492.0}


class TestRefused:
    def test_without_a_reason(self, played):
        before = snapshot(played)
        with pytest.raises(Refused) as caught:
            correct_game(game=played.first, outcome="=", reason=" ")
        assert caught.value.field == "reason"
        assert snapshot(played) == before

    def test_the_same_player_on_both_sides(self, played):
        with pytest.raises(Refused, match="both sides"):
            correct_game(game=played.first, black=played.anna, reason="x")

    def test_a_player_of_another_club_or_archived(self, played):
        stranger = add_player(club=create_club(slug="other", name="Other"), name="Zofia").player
        archive_player(player=played.ewa)
        for player in (stranger, played.ewa):
            with pytest.raises(Refused) as caught:
                correct_game(game=played.first, white=player, reason="x")
            assert caught.value.field == "white"

    def test_but_a_game_of_an_archived_player_can_be_corrected(self, played):
        archive_player(player=played.anna)
        correct_game(game=played.first, outcome="=", reason="typo")
        played.must_verify()

    def test_an_impossible_day_or_result_or_number(self, played):
        with pytest.raises(Refused) as caught:
            correct_game(game=played.first, played_on=date(1, 1, 1), outcome="x", weight=-1, reason="x")
        assert {problem.column for problem in caught.value.problems} == {"played_on", "outcome", "weight"}

    def test_a_void_game(self, played):
        void_game(game=played.first, reason="never played")
        with pytest.raises(Refused, match="restore"):
            correct_game(game=played.first, outcome="=", reason="x")

    def test_a_place_that_another_game_has(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        scene.play("anna", "bartek", event=event, round=1, board=1)
        other = scene.play("celina", "dawid", event=event, round=1, board=2)
        with pytest.raises(Refused) as caught:
            correct_game(game=other, board=1, reason="x")
        assert caught.value.field == "board"

    def test_a_new_result_that_contradicts_the_points(self, scene):
        game = scene.play("anna", "bartek", "1-0", white_points=3, black_points=1)
        with pytest.raises(Refused) as caught:
            correct_game(game=game, outcome="0-1", reason="x")
        assert caught.value.field == "white_points"
        correct_game(game=game, outcome="0-1", white_points=1, black_points=3, reason="x")

    def test_what_somebody_else_changed_meanwhile(self, played):
        shown = played.first.revisions.count()
        correct_game(game=played.first, outcome="=", reason="first tab", expected_version=shown)
        with pytest.raises(ChangedMeanwhile):
            correct_game(game=played.first, outcome="0-1", reason="second tab", expected_version=shown)
        with pytest.raises(ChangedMeanwhile):
            void_game(game=played.first, reason="third tab", expected_version=shown)

    def test_a_field_that_no_game_has(self, played):
        with pytest.raises(TypeError):
            correct_game(game=played.first, winner="anna", reason="x")


class TestVoid:
    def test_a_voided_game_counts_for_nothing(self, played):
        void_game(game=played.second, reason="never played")
        assert played.rating("celina") == 1500.0
        assert played.board()["Celina"][1:5] == (0, 0, 0, 0)
        played.must_verify()
        played.chain("anna")

    def test_restored_every_number_is_back(self, played):
        before = snapshot(played)
        void_game(game=played.second, reason="never played")
        restore_game(game=played.second, reason="it was")
        assert snapshot(played) == before

    def test_void_twice_is_void_once(self, played):
        void_game(game=played.second, reason="never played")
        version = played.version()
        void_game(game=played.second, reason="again")
        restore_game(game=played.first, reason="not void")
        assert (played.version(), GameRevision.objects.count()) == (version, 1)

    def test_a_pending_game_comes_back_pending(self, scene):
        game = scene.play("anna", "bartek", status="pending")
        void_game(game=game, reason="x")
        assert restore_game(game=game, reason="y").status == Game.Status.PENDING
        assert not RatingChange.objects.exists()

    def test_not_where_another_game_has_its_board(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        game = scene.play("anna", "bartek", event=event, round=1, board=1)
        void_game(game=game, reason="replayed")
        scene.play("anna", "bartek", "=", event=event, round=1, board=1)
        with pytest.raises(Refused, match="another result"):
            restore_game(game=game, reason="x")

    @pytest.mark.parametrize("call", [void_game, restore_game])
    def test_a_reason_is_needed(self, played, call):
        if call is restore_game:
            void_game(game=played.first, reason="x")
        with pytest.raises(Refused) as caught:
            call(game=played.first, reason="")
        assert caught.value.field == "reason"


class TestRevisions:
    def test_only_what_differs_is_kept_with_who_and_why(self, played, django_user_model):
        admin = django_user_model.objects.create_user("admin")
        correct_game(game=played.first, outcome="=", weight=2.0, reason="typo", actor=admin)
        revision = played.first.revisions.get()
        assert revision.old == {"outcome": "1-0", "weight": 1.0}
        assert revision.new == {"outcome": "=", "weight": 2.0}
        assert (revision.action, revision.reason, revision.actor) == ("correct", "typo", admin)

    def test_the_run_says_why_and_by_whom(self, played, django_user_model):
        admin = django_user_model.objects.create_user("admin")
        correct_game(game=played.first, outcome="0-1", reason="typo", actor=admin)
        run = RatingRun.objects.first()
        assert (run.reason, run.actor) == ("typo", admin)
        assert set(run.impacts.values_list("player__name", flat=True)) == {"Anna", "Bartek", "Celina", "Dawid"}

    @pytest.mark.parametrize(
        "change",
        [
            {"outcome": "0-1"},
            {"played_on": DAY + timedelta(9)},
            {"played_at": time(20, 30)},
            {"swap": True},
            {"weight": 0.5, "white_k": 7},
        ],
    )
    def test_undone_every_number_is_back(self, played, change):
        before = snapshot(played)
        correct_game(game=played.first, reason="typo", **change)
        undo_revision(revision=played.first.revisions.get(), reason="it was right")
        assert snapshot(played) == before

    def test_undoing_brings_players_and_events_back(self, played):
        event = create_event(league=played.league, name="Open", starts_on=DAY)
        before = snapshot(played)
        correct_game(game=played.first, black=played.ewa, event=event, reason="typo")
        game = undo_revision(revision=played.first.revisions.get(), reason="it was right")
        assert (game.black, game.event) == (played.bartek, None)
        assert snapshot(played)[0] == before[0]

    def test_a_void_is_undone_by_restoring(self, played):
        before = snapshot(played)
        void_game(game=played.first, reason="x")
        undo_revision(revision=played.first.revisions.get(), reason="y")
        assert snapshot(played) == before

    def test_what_was_corrected_again_is_not_undone_over(self, played):
        correct_game(game=played.first, outcome="=", reason="one")
        correct_game(game=played.first, outcome="0-1", reason="two")
        oldest = played.first.revisions.order_by("pk").first()
        with pytest.raises(ChangedMeanwhile):
            undo_revision(revision=oldest, reason="x")


class TestPreview:
    def test_it_shows_who_moves_and_writes_nothing(self, played):
        before, version = snapshot(played), played.version()
        preview = preview_correction(game=played.first, outcome="0-1")
        assert (snapshot(played), played.version()) == (before, version)
        assert {move.name for move in preview.moves} == {"Anna", "Bartek", "Celina", "Dawid"}
        assert preview.version == version

    @pytest.mark.parametrize(
        "change",
        [{"outcome": "="}, {"swap": True, "outcome": "1-0"}, {"played_on": DAY + timedelta(9)}, {"status": "pending"}],
    )
    def test_it_says_what_the_correction_then_does(self, played, change):
        was = played.ratings()
        preview = preview_correction(game=played.first, **change)
        correct_game(game=played.first, reason="as previewed", **change)
        now = played.ratings()
        assert {m.name: (m.before, m.after) for m in preview.moves} == {
            name: (was[name], now[name]) for name in was if was[name] != now[name]
        }

    def test_of_a_player_who_is_not_in_the_league_yet(self, played):
        preview = preview_correction(game=played.first, black=played.ewa)
        correct_game(game=played.first, black=played.ewa, reason="x")
        assert {m.name: m.after for m in preview.moves}["Ewa"] == played.rating("ewa")

    def test_of_voiding_and_restoring(self, played):
        preview = preview_void(game=played.first)
        void_game(game=played.first, reason="x")
        assert {m.name: m.after for m in preview.moves}["Bartek"] == played.rating("bartek") == 1500.0
        preview = preview_restore(game=played.first)
        restore_game(game=played.first, reason="y")
        assert {m.name: m.after for m in preview.moves}["Bartek"] == played.rating("bartek") == 1484.0

    def test_it_refuses_what_the_correction_would(self, played):
        with pytest.raises(Refused, match="both sides"):
            preview_correction(game=played.first, black=played.anna)

    def test_of_no_change_nobody_moves(self, played):
        assert preview_correction(game=played.first, outcome="1-0").players == 0


class TestClosedPeriods:
    def test_a_game_of_a_closed_period_is_corrected_with_a_reason(self, monthly):
        game = monthly.play("anna", "bartek", day=DAY)
        close_period(period=monthly.january)
        assert monthly.rating("anna") == 1516.0
        correct_game(game=game, outcome="=", reason="typo")
        assert monthly.rating("anna") == 1500.0
        monthly.must_verify()

    def test_moved_to_another_period_both_are_rated_again(self, monthly):
        game = monthly.play("anna", "bartek", day=DAY)
        monthly.play("anna", "celina", day=date(2026, 2, 3))
        close_period(period=monthly.january)
        close_period(period=monthly.february)
        correct_game(game=game, played_on=date(2026, 2, 2), reason="the sheet said February")
        assert monthly.rating("anna") == 1532.0
        assert RatingChange.objects.filter(cause="game", period=monthly.january).count() == 0
        monthly.must_verify()

    def test_a_never_confirmed_game_does_not_come_back_into_one(self, monthly):
        game = monthly.play("anna", "bartek", day=DAY, status="pending")
        void_game(game=game, reason="nobody confirmed")
        close_period(period=monthly.january)
        with pytest.raises(Refused):
            restore_game(game=game, reason="x")
