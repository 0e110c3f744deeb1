"""The ledger of facts: every change with who, when, why, old and new; it outlives accounts and names."""

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import ChangeReach, FactChange, Game, LeagueEntry, Membership
from league.services.access.accounts import close_account
from league.services.adjusting import adjust
from league.services.correcting import correct_game, void_game
from league.services.events import create_event
from league.services.leagues import change_rules
from league.services.people import add_player, edit_player, enter_league
from league.services.people.anonymising import anonymise_player
from league.services.periods import close_period, open_monthly, publish_period, reopen_period
from ratings.boards.history import Asked, Place
from ratings.boards.history_lines import history
from ratings.models import Rating, RatingRun
from ratings.services import rerate, settle
from tests.copies import built_once

from .roles import member
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def scene():
    made = Scene()
    made.play("anna", "bartek", "1-0", 0)
    made.play("celina", "dawid", "1-0", 1)
    return made


@pytest.fixture
def arbiter(scene):
    return member(scene.club, "arbiter", "very.private")


def newest():
    return FactChange.objects.order_by("-pk").first()


def lines(scene, **asked):
    return history(Asked(**({"league": scene.league} | asked))).lines


def test_a_correction_keeps_who_when_why_old_and_new_and_the_run_it_caused(scene, arbiter):
    game = scene.play("anna", "bartek", "1-0", 2)
    correct_game(game=game, outcome="0-1", reason="wrong way round", actor=arbiter)
    change = newest()
    assert (change.kind, change.subject_kind, change.subject_id) == ("game.correct", "game", game.pk)
    assert (change.before, change.after) == ({"outcome": "1-0"}, {"outcome": "0-1"})
    assert (change.actor, change.actor_name, change.actor_role) == (arbiter, "very.private", "arbiter")
    assert change.reason == "wrong way round"
    assert RatingRun.objects.get(pk=change.run).players_moved == 2
    assert {about.player_id for about in change.about.all()} == {scene.anna.pk, scene.bartek.pk}


def test_a_result_on_top_of_the_log_is_its_own_record(scene, arbiter):
    """No row is written for it, and the list of the history has it nevertheless."""
    before = FactChange.objects.count()
    game = scene.play("anna", "bartek", "=", 5, actor=arbiter)
    assert FactChange.objects.count() == before
    first = lines(scene)[0]
    assert (first.change, first.game, first.actor, first.role) == (None, game, "very.private", "arbiter")


def test_the_history_is_one_list_newest_first_and_pages_lose_nothing(scene):
    for day in range(3, 12):
        game = scene.play("anna", "bartek", "=", day)
        if day % 2:
            void_game(game=game, reason="twice")
    whole = [line.code for line in lines(scene)]
    assert [line.at for line in lines(scene)] == sorted((line.at for line in lines(scene)), reverse=True)
    found, place = [], Place()
    while place is not None:
        page = history(Asked(league=scene.league), place, 3)
        found += [line.code for line in page.lines]
        place = page.older
    assert found == whole
    assert len(found) == len(set(found)) > 15


def test_the_number_of_queries_does_not_depend_on_how_much_there_is(scene, arbiter):
    counts = []
    for days in (range(3, 8), range(8, 40)):
        for day in days:
            game = scene.play("anna", "bartek", "=", day, actor=arbiter)
            void_game(game=game, reason="twice", actor=arbiter)
        with CaptureQueriesContext(connection) as queries:
            lines(scene)
        counts.append(len(queries))
    assert counts[1] <= counts[0] <= 14


def test_what_is_asked_for_is_found(scene, arbiter):
    adjust(league=scene.league, player=scene.anna, on=DAY, by=10, reason="prize", actor=arbiter)
    change_rules(league=scene.league, valid_from=DAY, parameters={"k": 16}, reason="voted")
    assert {line.kind for line in lines(scene, kind="rules")} == {"rules.change"}
    assert [line.kind for line in lines(scene, actor=arbiter.pk)] == ["adjustment.make"]
    assert [line.kind for line in lines(scene, player=scene.anna)] == ["adjustment.make", "game.record"]
    assert [line.kind for line in lines(scene, player=scene.dawid)] == ["game.record"]


def test_another_club_sees_nothing_of_it(scene):
    other = Scene(club="other")
    assert [line.kind for line in lines(other)] == ["league.create"]
    assert not [line for line in lines(other, league=None, club=other.club) if line.change.club_id == scene.club.pk]


def test_a_change_of_a_player_stands_in_the_history_of_each_league_that_it_reached(scene):
    follower = scene.add_league("fide", system="fide", games_from=scene.league)
    edit_player(player=scene.anna, start_rating=1700.0, reason="federation")
    change = newest()
    assert (change.kind, change.league) == ("player.edit", None)
    reached = dict(ChangeReach.objects.filter(change=change).values_list("league", "run"))
    assert set(reached) == {scene.league.pk, follower.pk}
    for league in (scene.league, follower):
        top = lines(scene, league=league)[0]
        assert (top.kind, top.run.run.pk) == ("player.edit", reached[league.pk])


def test_a_run_that_a_worker_did_later_is_noted_as_well(scene, settings, monkeypatch):
    settings.ARPAD_LONG_REPLAY = 1
    monkeypatch.setattr("ratings.services.rerating.worker_alive", lambda: True)
    scene.play("anna", "celina", "0-1", 2)
    correct_game(game=scene.play("anna", "bartek", "=", -3, reason="found"), outcome="0-1", reason="typo")
    waiting = newest()
    assert waiting.run == FactChange.WAITING
    assert lines(scene)[0].waiting
    league = scene.league
    league.refresh_from_db()
    run = settle(league)
    waiting.refresh_from_db()
    assert waiting.run == run.pk
    rerate(league, since=None, reason="nothing left to do")


class TestSurvival:
    def test_it_outlives_the_account_of_its_author(self, scene, arbiter):
        game = scene.play("anna", "bartek", "1-0", 2)
        correct_game(game=game, outcome="0-1", reason="wrong way round", actor=arbiter)
        rows = FactChange.objects.count()
        get_user_model().objects.get(pk=arbiter.pk).delete()
        change = newest()
        assert FactChange.objects.count() == rows
        assert (change.actor, change.actor_name, change.actor_role) == (None, "very.private", "arbiter")
        assert change.after == {"outcome": "0-1"}
        assert not Membership.objects.filter(role="arbiter").exists()

    def test_a_closed_account_leaves_its_number(self, scene, arbiter):
        correct_game(game=scene.play("anna", "bartek", "1-0", 2), outcome="0-1", reason="typo", actor=arbiter)
        close_account(user=arbiter)
        assert set(FactChange.objects.filter(actor=arbiter).values_list("actor_name", flat=True)) == {
            f"deleted account {arbiter.pk}"
        }

    def test_anonymising_takes_the_name_and_leaves_rows_numbers_and_runs(self, scene):
        player = add_player(club=scene.club, name="Zenobia Kwiatkowska").player
        edit_player(player=player, name="Zenobia Nowak")
        game = scene.play(player, scene.anna, "1-0", 3)
        herself = member(scene.club, "admin", "zenobia.nowak")
        herself.first_name, herself.last_name = "Zenobia", "Nowak"
        correct_game(game=game, outcome="0-1", reason="Kwiatkowska lost it", actor=herself)
        before = [(c.pk, c.kind, c.run) for c in FactChange.objects.order_by("pk")]
        anonymise_player(player=player, typed="Zenobia Nowak", reason="asked for")
        after = [(c.pk, c.kind, c.run) for c in FactChange.objects.order_by("pk")]
        assert after[: len(before)] == before
        said = " ".join(f"{c.before} {c.after} {c.reason} {c.actor_name}" for c in FactChange.objects.all())
        assert "Zenobia" not in said
        assert "Kwiatkowska" not in said
        assert FactChange.objects.get(pk=before[-1][0]).after == {"outcome": "0-1"}


class TestFieldReports:
    def test_br_008_rules_changed_in_mid_tournament_say_from_when(self, scene):
        """BR-008: a K changed in the middle: an older game corrected later is rated with the K of its day."""
        change_rules(league=scene.league, valid_from=DAY.replace(day=20), parameters={"k": 10}, reason="voted")
        change = newest()
        assert change.after["valid_from"] == "2026-01-20"
        assert (change.before["parameters"]["k"], change.after["parameters"]["k"]) == (32, 10)
        before = scene.rating("anna")
        correct_game(game=scene.league.games.get(white=scene.anna), outcome="0-1", reason="typo")
        assert scene.rating("anna") - before == -32

    def test_br_009_what_was_typed_by_hand_stays_when_the_admin_saves_again(self, scene, admin_client):
        """BR-009: a start value and an adjustment survive saving player, period and league in the admin."""
        enter_league(league=scene.league, player=scene.ewa, start_rating=1777)
        adjust(league=scene.league, player=scene.ewa, on=DAY, by=10, reason="prize")
        kept, rating = FactChange.objects.count(), scene.rating("ewa")
        edit_player(player=scene.ewa, name="Ewa")
        rerate(scene.league, since=None, reason="again")
        assert (FactChange.objects.count(), scene.rating("ewa")) == (kept, rating)
        assert rating == 1787

    def test_br_033_the_player_reads_what_was_corrected_without_names_of_accounts(self, scene, arbiter, client):
        """BR-033: edit as one, void as another: the page says so by roles."""
        boss = member(scene.club, "admin", "other.private")
        event = create_event(league=scene.league, name="Open", starts_on=DAY.replace(day=9))
        game = scene.play("anna", "bartek", "1-0", DAY.replace(day=9), event=event, round=3, board=1)
        correct_game(game=game, outcome="0-1", reason="very.private said so", actor=arbiter)
        void_game(game=game, reason="never played", actor=boss)
        words = client.get(f"/club/ladder/log/?player={scene.anna.pk}").content.decode()
        assert "Result of round 3 corrected by the arbiter, 2 players moved" in words
        assert "Game of round 3 voided by an admin of the club, 2 players moved" in words
        assert "private" not in words

    def test_br_090_the_floor_is_kept_through_a_correction(self):
        """BR-090: fifty losses end at the floor; a correction lifts the player off it again."""
        scene = Scene(k=40, floor=100)
        enter_league(league=scene.league, player=scene.anna, start_rating=130)
        enter_league(league=scene.league, player=scene.bartek, start_rating=130)
        games = [scene.play("anna", "bartek", "0-1", day) for day in range(50)]
        assert scene.rating("anna") == 100
        correct_game(game=games[-1], outcome="1-0", reason="she won the last")
        assert scene.rating("anna") > 100
        scene.must_verify()


def test_periods_say_what_they_were_before(scene):
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    close_period(period=january)
    publish_period(period=january)
    reopen_period(period=january, reason="too early")
    said = [(c.kind, c.before.get("status"), c.after.get("status")) for c in FactChange.objects.order_by("-pk")[:3]]
    assert said == [
        ("period.reopen", "published", "open"), ("period.publish", "closed", "published"),
        ("period.close", "open", "closed"),
    ]  # fmt: skip
    assert Rating.objects.filter(league=scene.league).exists()


LOST = (("dawid", "celina dawid"), ("bartek", "bartek celina"), ("anna", "anna dawid"))


@pytest.mark.parametrize(("lost", "pair"), LOST)
def test_br_046_a_game_that_lost_its_player_stops_nobody(client, lost, pair):
    """BR-046: a broken row is impossible by the database; an entry lost behind its back stops no period."""
    scene = Scene(mode="period")
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    others = [name for name in ("anna", "bartek", "celina", "dawid") if name not in pair.split()]
    scene.play(*others, "1-0", 0)
    broken = scene.play(*pair.split(), "1-0", 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=broken.pk).update(white=None)
    LeagueEntry.objects.filter(league=scene.league, player=getattr(scene, lost)).delete()
    close_period(period=january)
    assert [scene.rating(name) for name in others] == [1516, 1484]
    assert client.get(f"/club/ladder/games/{broken.pk}/").status_code == 200
