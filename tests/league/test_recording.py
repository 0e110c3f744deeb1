"""record_game: what comes in, what is refused, what is there once."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Event, EventEntry, Game, GameRevision, LeagueEntry, Outcome
from league.services.correcting import correct_game
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.people import add_player, archive_player, create_club, edit_player
from league.services.periods import close_period, publish_period
from league.services.recording import record_game
from ratings.models import RatingChange

from .importing import imported
from .scene import DAY

pytestmark = pytest.mark.django_db


def refused_fields(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return {problem.column for problem in caught.value.problems}


def test_a_win_between_equals_at_k_32_moves_16_points(scene):
    game = scene.play("anna", "bartek")
    assert (game.white_halves, game.black_halves) == (2, 0)
    assert scene.ratings() == {"Anna": 1516.0, "Bartek": 1484.0}
    scene.must_verify()


def test_players_new_to_the_league_are_entered_once(scene):
    scene.play("anna", "bartek")
    scene.play("anna", "celina", day=1)
    assert LeagueEntry.objects.filter(league=scene.league).count() == 3


def test_every_recording_raises_the_version_once(scene):
    before = scene.version()
    scene.play("anna", "bartek")
    assert scene.version() == before + 1


def test_the_same_player_on_both_sides_is_refused(scene):
    assert refused_fields(scene.play, "anna", "anna") == {"black"}
    assert not Game.objects.exists()


def test_a_player_of_another_club_is_refused(scene):
    other = add_player(club=create_club(slug="other", name="Other"), name="Zofia").player
    assert refused_fields(scene.play, "anna", other) == {"black"}


def test_an_archived_player_is_refused(scene):
    archive_player(player=scene.anna)
    assert refused_fields(scene.play, "anna", "bartek") == {"white"}


def test_a_merged_player_is_refused_and_the_kept_one_named(scene):
    scene.anna.merged_into = scene.celina
    scene.anna.save()
    with pytest.raises(Refused, match="merged into Celina"):
        scene.play("anna", "bartek")


def test_an_unknown_outcome_is_refused_with_the_known_ones(scene):
    with pytest.raises(Refused, match=r"2-0.*1-0") as caught:
        scene.play("anna", "bartek", "2-0")
    assert caught.value.field == "outcome"


@pytest.mark.parametrize("day", [date(1799, 12, 31), date(1, 1, 1), date(9999, 12, 31)])
def test_an_impossible_date_is_refused(scene, day):
    assert refused_fields(scene.play, "anna", "bartek", day=day) == {"played_on"}


@time_machine.travel("2026-03-01 12:00:00+00:00", tick=False)
def test_a_date_a_year_ahead_is_a_slip_a_fixture_of_next_season_is_not(scene):
    assert refused_fields(scene.play, "anna", "bartek", day=date(2027, 3, 3)) == {"played_on"}
    scene.play("anna", "bartek", day=date(2027, 3, 1), status="pending")


def test_the_first_possible_day_is_accepted(scene):
    scene.play("anna", "bartek", day=date(1800, 1, 1))
    scene.must_verify()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("weight", -0.1), ("weight", 100.5), ("weight", float("nan")), ("weight", float("inf")),
        ("white_k", -1), ("white_k", 1001), ("black_k", float("nan")),
        ("round", 0), ("round", 40_000), ("board", 0),
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused_by_field(scene, field, value):
    assert refused_fields(scene.play, "anna", "bartek", **{field: value}) == {field}
    assert not Game.objects.exists()


def test_weight_multiplies_and_k_replaces(scene):
    scene.play("anna", "bartek", weight=0.5)
    scene.play("celina", "dawid", white_k=10, black_k=20)
    assert scene.ratings() == {"Anna": 1508.0, "Bartek": 1492.0, "Celina": 1505.0, "Dawid": 1490.0}


def test_points_must_agree_with_the_result(scene):
    assert refused_fields(scene.play, "anna", "bartek", "1-0", white_points=1, black_points=3) == {"white_points"}
    assert refused_fields(scene.play, "anna", "bartek", "=", white_points=2, black_points=3) == {"white_points"}
    assert refused_fields(scene.play, "anna", "bartek", "1-0", white_points=3) == {"black_points"}
    scene.play("anna", "bartek", "1-0", white_points=3, black_points=1)
    scene.play("anna", "bartek", "+-", day=1, white_points=0, black_points=0)


def test_several_problems_are_told_at_once(scene):
    fields = refused_fields(scene.play, "anna", "anna", "?", day=date(1700, 1, 1), weight=-1)
    assert fields == {"black", "outcome", "played_on", "weight"}


def test_a_date_with_a_time_or_a_zone_is_a_mistake_of_the_caller(scene):
    with pytest.raises(TypeError):
        scene.play("anna", "bartek", played_at=time(20, 0, tzinfo=UTC))
    with pytest.raises(TypeError):
        scene.play("anna", "bartek", day=datetime(2026, 1, 1, 20, 0))


def test_an_event_that_was_moved_meanwhile_is_looked_at_again(monthly):
    """The page that sent the result had read the event before another admin moved its end."""
    event = create_event(league=monthly.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(40))
    stale = Event.objects.get(pk=event.pk)
    edit_event(event=event, ends_on=DAY + timedelta(5))
    assert refused_fields(monthly.play, "anna", "bartek", day=9, event=stale) == {"played_on"}
    close_period(period=monthly.january)
    assert refused_fields(monthly.play, "anna", "bartek", day=1, event=stale) == {"reason"}


@pytest.mark.parametrize("games", [10, 200])
def test_the_service_asks_the_same_few_questions_however_much_there_is(scene, monkeypatch, games):
    """Lock, one look, insert; the re-rating counts its own. (The first game in an event keeps the titles, too.)"""
    event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9))
    scene.play("anna", "bartek", event=event, round=3)
    Game.objects.bulk_create(
        Game(
            league=scene.league, white=scene.anna, black=scene.bartek, outcome="=", white_halves=1, black_halves=1,
            played_on=DAY, event=event, round=1, board=board,
        )
        for board in range(1, games)
    )  # fmt: skip
    monkeypatch.setattr("league.services.recording.rate_newest", lambda *args, **kwargs: None)
    with CaptureQueriesContext(connection) as queries:
        scene.play("anna", "bartek", day=1, event=event, round=2, board=1, reference="form-1")
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    assert len([query for query in queries if not query["sql"].startswith(control)]) == 3


def test_one_newest_game_takes_at_most_ten_queries_with_its_rating(scene):
    scene.play("anna", "bartek", day=0)
    scene.play("anna", "celina", day=1)
    with CaptureQueriesContext(connection) as queries:
        scene.play("anna", "bartek", day=2)
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    spoken = [query["sql"] for query in queries if not query["sql"].startswith(control)]
    assert len(spoken) <= 10, "\n".join(spoken)


def test_a_game_outside_of_its_event_is_refused(scene):
    event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(2))
    assert refused_fields(scene.play, "anna", "bartek", day=3, event=event) == {"played_on"}
    scene.play("anna", "bartek", day=2, event=event)


def test_an_event_of_another_league_is_refused(scene):
    event = create_event(league=scene.add_league("other"), name="Open", starts_on=DAY)
    assert refused_fields(scene.play, "anna", "bartek", event=event) == {"event"}


class TestAgain:
    def test_the_same_board_with_the_same_result_is_the_same_game(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        first = scene.play("anna", "bartek", event=event, round=1, board=1)
        version = scene.version()
        assert scene.play("anna", "bartek", event=event, round=1, board=1).pk == first.pk
        assert (Game.objects.count(), scene.version()) == (1, version)

    def test_the_same_board_with_another_result_is_refused_and_the_game_named(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        first = scene.play("anna", "bartek", event=event, round=1, board=1)
        with pytest.raises(Refused, match=f"game {first.pk}, Anna – Bartek 1–0") as caught:
            scene.play("anna", "bartek", "0-1", event=event, round=1, board=1)
        assert caught.value.field == "board"
        assert refused_fields(scene.play, "celina", "dawid", event=event, round=1, board=1) == {"board"}

    def test_a_voided_game_leaves_its_board(self, scene):
        from league.services.correcting import void_game

        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        first = scene.play("anna", "bartek", event=event, round=1, board=1)
        void_game(game=first, reason="wrong board")
        assert scene.play("anna", "bartek", "=", event=event, round=1, board=1).pk != first.pk

    def test_a_round_without_boards_knows_its_pairs(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        first = scene.play("anna", "bartek", event=event, round=1)
        assert scene.play("anna", "bartek", event=event, round=1).pk == first.pk
        assert refused_fields(scene.play, "anna", "bartek", "=", event=event, round=1) == {"round"}
        assert scene.play("bartek", "anna", event=event, round=1).pk != first.pk

    def test_the_same_reference_is_the_same_game(self, scene):
        first = scene.play("anna", "bartek", reference="form-1")
        assert scene.play("anna", "bartek", reference="form-1").pk == first.pk
        assert scene.ratings()["Anna"] == 1516.0

    def test_a_reference_sent_again_after_a_correction_changes_nothing(self, scene):
        from league.services.correcting import correct_game

        game = correct_game(game=scene.play("anna", "bartek", reference="form-1"), outcome="=", reason="typo")
        again = scene.play("anna", "bartek", reference="form-1")
        assert (again.pk, again.outcome) == (game.pk, "=")
        assert scene.ratings() == {"Anna": 1500.0, "Bartek": 1500.0}

    def test_a_reference_with_another_result_is_refused(self, scene):
        scene.play("anna", "bartek", reference="form-1")
        assert refused_fields(scene.play, "anna", "bartek", "0-1", reference="form-1") == {"reference"}

    def test_two_games_of_one_evening_are_two_games(self, scene):
        assert scene.play("anna", "bartek").pk != scene.play("anna", "bartek").pk


class TestPeriods:
    def test_a_game_without_a_period_is_kept_and_not_rated(self, monthly):
        monthly.play("anna", "bartek", day=date(2026, 3, 1))
        assert Game.objects.count() == 1
        assert not RatingChange.objects.exists()
        monthly.must_verify()

    @pytest.mark.parametrize("published", [False, True])
    def test_a_closed_period_needs_a_reason(self, monthly, published):
        close_period(period=monthly.january)
        if published:
            publish_period(period=monthly.january)
        assert refused_fields(monthly.play, "anna", "bartek", day=date(2026, 1, 31)) == {"reason"}
        assert refused_fields(monthly.play, "anna", "bartek", day=date(2026, 1, 31), reason="  ") == {"reason"}
        game = monthly.play("anna", "bartek", day=date(2026, 1, 31), reason="the sheet was lost")
        assert game.revisions.get().reason == "the sheet was lost"
        assert monthly.ratings() == {"Anna": 1516.0, "Bartek": 1484.0}
        monthly.must_verify()

    def test_an_open_period_after_a_closed_one_needs_none(self, monthly):
        close_period(period=monthly.january)
        monthly.play("anna", "bartek", day=date(2026, 2, 1))

    def test_an_event_counts_where_it_ends(self, monthly):
        close_period(period=monthly.january)
        ends = create_event(league=monthly.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 1))
        monthly.play("anna", "bartek", day=date(2026, 1, 30), event=ends)
        close_period(period=monthly.february)
        assert RatingChange.objects.filter(cause="game", period=monthly.february).count() == 2
        monthly.must_verify()

    def test_a_pending_result_cannot_enter_a_closed_period(self, monthly):
        close_period(period=monthly.january)
        fields = refused_fields(monthly.play, "anna", "bartek", day=DAY, status="pending", reason="late")
        assert fields == {"status"}

    def test_game_by_game_a_closed_period_behind_the_day_needs_a_reason_too(self, scene):
        from league.services.periods import open_monthly

        (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
        close_period(period=january)
        assert refused_fields(scene.play, "anna", "bartek", day=date(2025, 12, 31)) == {"reason"}
        scene.play("anna", "bartek", day=date(2026, 2, 1))


def test_a_game_for_a_league_that_follows_another_is_refused(scene):
    follower = scene.add_league("estimate", games_from=scene.league, k=10)
    assert refused_fields(scene.play, "anna", "bartek", league=follower) == {"league"}


def test_a_follower_rates_the_same_games_by_its_own_rules(scene):
    follower = scene.add_league("estimate", games_from=scene.league, k=10)
    scene.play("anna", "bartek")
    assert scene.rating("anna") == 1516.0
    assert scene.rating("anna", follower) == 1505.0
    scene.must_verify(follower)


def test_a_follower_made_later_rates_what_was_played_before(scene):
    scene.play("anna", "bartek")
    follower = scene.add_league("estimate", games_from=scene.league, k=10)
    assert scene.rating("bartek", follower) == 1495.0
    scene.must_verify(follower)


def test_a_recorded_game_keeps_no_revision_unless_a_reason_was_given(scene):
    assert not scene.play("anna", "bartek").revisions.exists()
    assert scene.play("anna", "bartek", reason="late").revisions.get().action == GameRevision.Action.RECORD


class TestTheDatabaseItself:
    """What a service would never send, the database refuses as well."""

    def insert(self, scene, **fields):
        given = {
            "league": scene.league, "white": scene.anna, "black": scene.bartek, "outcome": Outcome.WHITE_WINS,
            "white_halves": 2, "black_halves": 0, "played_on": DAY, **fields,
        }  # fmt: skip
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.create(**given)

    def test_white_is_not_black(self, scene):
        self.insert(scene, black=scene.anna)

    def test_halves_go_with_the_outcome(self, scene):
        self.insert(scene, white_halves=1, black_halves=1)
        self.insert(scene, outcome="?")

    def test_a_board_has_one_game(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        scene.play("anna", "bartek", event=event, round=1, board=1)
        self.insert(scene, white=scene.celina, event=event, round=1, board=1)

    def test_a_weight_is_not_negative(self, scene):
        self.insert(scene, weight=-1)


def test_archived_leagues_and_clubs_take_no_results(scene):
    from league.services.leagues import archive_league, reactivate_league
    from league.services.people import archive_club

    archive_league(league=scene.league)
    assert refused_fields(scene.play, "anna", "bartek") == {"league"}
    reactivate_league(league=scene.league)
    archive_club(club=scene.club)
    assert refused_fields(scene.play, "anna", "bartek") == {"league"}


def test_a_failure_in_the_re_rating_leaves_nothing_behind(scene, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("power failure")

    monkeypatch.setattr("league.services.writing.rerate", broken)
    with pytest.raises(RuntimeError):
        record_game(league=scene.league, white=scene.anna, black=scene.bartek, outcome="1-0", played_on=DAY)
    assert not Game.objects.exists()
    assert not LeagueEntry.objects.exists()


def test_title_and_federation_are_kept_as_they_were_at_the_event(scene):
    event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9))
    edit_player(player=scene.anna, title="IM", federation="POL")
    scene.play("anna", "bartek", event=event, round=1)
    edit_player(player=scene.anna, title="GM", federation="GER")
    scene.play("anna", "celina", event=event, round=2)
    kept = EventEntry.objects.filter(event=event).order_by("pk").values_list("player__name", "title", "federation")
    assert list(kept) == [("Anna", "IM", "POL"), ("Bartek", "", ""), ("Celina", "", "")]


def test_a_corrected_game_keeps_them_too_and_an_import_does(scene):
    event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9))
    edit_player(player=scene.celina, title="WFM", federation="POL")
    edit_player(player=scene.anna, title="IM", federation="GER")
    game = scene.play("anna", "bartek", event=event, round=1)
    correct_game(game=game, black=scene.celina, reason="it was Celina")
    imported(scene.league, f"date,event,round,white,black,result\n{DAY},Blitz,1,Celina,Dawid,1-0")
    edit_player(player=scene.celina, title="WIM", federation="ENG")
    entries = EventEntry.objects.order_by("event_id", "pk")
    kept = entries.values_list("event__name", "player__name", "title", "federation")
    assert list(kept) == [
        ("Open", "Anna", "IM", "GER"), ("Open", "Bartek", "", ""), ("Open", "Celina", "WFM", "POL"),
        ("Blitz", "Celina", "WFM", "POL"), ("Blitz", "Dawid", "", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(("field", "text"), [("reference", "x" * 61), ("reason", "x" * 301)])
def test_texts_longer_than_their_columns_are_refused_on_both_databases(scene, field, text):
    assert refused_fields(scene.play, "anna", "bartek", **{field: text}) == {field}
