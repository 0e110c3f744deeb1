"""Rating periods: opened without overlaps, closed in order, published once, reopened from the end."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from league.models import PeriodAction, RatingPeriod
from league.services.adjusting import adjust
from league.services.correcting import correct_game, void_game
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.periods import (
    close_period,
    find_period,
    open_monthly,
    open_period,
    preview_close,
    publish_period,
    reopen_period,
)
from ratings.models import Rating, RatingChange, RatingList, RatingListEntry

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


def actions(period):
    return list(PeriodAction.objects.filter(period=period).order_by("pk").values_list("action", flat=True))


class TestOpening:
    def test_months_have_their_first_and_last_days(self, db):
        scene = Scene(mode="period")
        made = open_monthly(league=scene.league, first="2023-12", last="2024-03")
        assert [(p.name, p.starts_on.day, p.ends_on) for p in made] == [
            ("2023-12", 1, date(2023, 12, 31)), ("2024-01", 1, date(2024, 1, 31)),
            ("2024-02", 1, date(2024, 2, 29)), ("2024-03", 1, date(2024, 3, 31)),
        ]  # fmt: skip
        assert all(actions(p) == ["open"] for p in made)

    def test_again_they_are_there(self, monthly):
        version = monthly.version()
        made = open_monthly(league=monthly.league, first="2026-01", last="2026-02")
        assert [p.pk for p in made] == [monthly.january.pk, monthly.february.pk]
        assert monthly.version() == version

    @pytest.mark.parametrize(
        ("first", "last", "field"),
        [
            ("2026-13", "2026-14", "first"), ("2026", "2027", "first"), ("2026-01", "x", "last"),
            ("2026-03", "2026-01", "last"), ("1799-12", "1800-01", "first"), ("0000-01", "0001-01", "first"), 
            ("2026-01", "2150-01", "first"),
        ],
    )  # fmt: skip
    def test_months_that_cannot_be(self, monthly, first, last, field):
        with pytest.raises(Refused) as caught:
            open_monthly(league=monthly.league, first=first, last=last)
        assert caught.value.field == field

    def test_all_or_nothing(self, monthly):
        open_period(league=monthly.league, name="Easter", starts_on=date(2026, 4, 3), ends_on=date(2026, 4, 6))
        with pytest.raises(Refused, match="April 2026 would overlap with Easter"):
            open_monthly(league=monthly.league, first="2026-03", last="2026-05")
        assert not RatingPeriod.objects.filter(name="2026-03").exists()

    @pytest.mark.parametrize(("first", "last"), [(15, 20), (31, 31), (1, 1)])
    def test_an_overlap_by_a_day_is_an_overlap(self, monthly, first, last):
        with pytest.raises(Refused, match="overlap"):
            open_period(league=monthly.league, name="x", starts_on=date(2026, 1, first), ends_on=date(2026, 1, last))

    def test_one_that_holds_others_overlaps(self, monthly):
        with pytest.raises(Refused, match="overlap"):
            open_period(league=monthly.league, name="year", starts_on=date(2025, 1, 1), ends_on=date(2026, 12, 31))

    def test_a_name_is_there_once_and_not_empty(self, monthly):
        for name, match in (("2026-01", "already"), ("  ", "needs a name"), ("x" * 61, "too long")):
            with pytest.raises(Refused, match=match):
                open_period(league=monthly.league, name=name, starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 2))

    def test_the_last_day_is_not_before_the_first(self, monthly):
        with pytest.raises(Refused, match="before the first"):
            open_period(league=monthly.league, name="x", starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 1))

    def test_none_is_opened_before_a_closed_one(self, monthly):
        close_period(period=monthly.january)
        with pytest.raises(Refused, match="December 2025 would be before January 2026, which is closed"):
            open_monthly(league=monthly.league, first="2025-12", last="2025-12")

    def test_games_that_had_no_period_are_rated_when_theirs_is_closed(self, db):
        scene = Scene(mode="period", k=32)
        scene.play("anna", "bartek")
        (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
        close_period(period=january)
        assert scene.ratings() == {"Anna": 1516.0, "Bartek": 1484.0}
        scene.must_verify()


class TestClosing:
    def test_a_period_is_rated_as_a_whole(self, monthly):
        """Anna wins twice against equals: 2 x 32 x 0.5 from the openings, not game by game."""
        monthly.play("anna", "bartek", "1-0", 0)
        monthly.play("celina", "anna", "0-1", 1)
        assert not RatingChange.objects.exists()
        close_period(period=monthly.january)
        assert monthly.ratings() == {"Anna": 1532.0, "Bartek": 1484.0, "Celina": 1484.0}
        assert actions(monthly.january) == ["open", "close"]
        monthly.must_verify()

    def test_before_that_ratings_are_live_only(self, monthly):
        monthly.play("anna", "bartek")
        anna = Rating.objects.get(league=monthly.league, player=monthly.anna)
        assert (anna.value, anna.live) == (1500.0, 1516.0)

    def test_not_while_an_earlier_one_is_open(self, monthly):
        with pytest.raises(Refused, match="earlier period January 2026 is open"):
            close_period(period=monthly.february)

    def test_not_while_games_wait_for_confirmation(self, monthly):
        game = monthly.play("anna", "bartek", status="pending")
        with pytest.raises(Refused, match=f"game {game.pk}"):
            close_period(period=monthly.january)
        correct_game(game=game, status="final", reason="confirmed")
        close_period(period=monthly.january)
        assert monthly.rating("anna") == 1516.0

    def test_a_pending_game_of_another_period_does_not_hold_it_up(self, monthly):
        monthly.play("anna", "bartek", day=date(2026, 2, 1), status="pending")
        spanning = create_event(
            league=monthly.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 2)
        )
        monthly.play("anna", "celina", day=date(2026, 1, 30), event=spanning, status="pending")
        close_period(period=monthly.january)
        with pytest.raises(Refused, match="confirmation"):
            close_period(period=monthly.february)

    def test_both_problems_are_told_at_once(self, monthly):
        monthly.play("anna", "bartek", day=date(2026, 2, 1), status="pending")
        with pytest.raises(Refused) as caught:
            close_period(period=monthly.february)
        assert len(caught.value.problems) == 2

    def test_closed_again_it_stays_closed(self, monthly):
        close_period(period=monthly.january)
        version = monthly.version()
        assert close_period(period=monthly.january).status == "closed"
        assert (monthly.version(), actions(monthly.january)) == (version, ["open", "close"])

    def test_an_empty_period_changes_nothing(self, monthly):
        """BR-039: the games of the first period are not applied again by an empty second one."""
        monthly.play("anna", "bartek")
        close_period(period=monthly.january)
        before = monthly.ratings()
        close_period(period=monthly.february)
        assert monthly.ratings() == before
        monthly.must_verify()

    def test_the_preview_comes_true_and_writes_nothing(self, monthly):
        monthly.play("anna", "bartek")
        monthly.play("celina", "anna", "=", day=3)
        preview = preview_close(period=monthly.january)
        assert not RatingChange.objects.exists()
        close_period(period=monthly.january)
        assert {m.name: m.after for m in preview.moves} == {
            name: value for name, value in monthly.ratings().items() if value != 1500.0
        }


class TestPublishing:
    def test_the_list_is_frozen(self, monthly):
        game = monthly.play("anna", "bartek")
        close_period(period=monthly.january)
        publish_period(period=monthly.january)
        correct_game(game=game, outcome="=", reason="typo")
        entries = RatingListEntry.objects.filter(list__period=monthly.january)
        assert dict(entries.values_list("name", "rating")) == {"Anna": 1516, "Bartek": 1484}
        assert dict(entries.values_list("name", "corrected")) == {"Anna": 1500, "Bartek": 1500}
        assert monthly.rating("anna") == 1500.0

    def test_it_is_dated_the_day_after(self, monthly):
        """R8, B.02 7.1: the list of a month is that of the first of the next."""
        close_period(period=monthly.january)
        publish_period(period=monthly.january)
        assert RatingList.objects.get().dated == date(2026, 2, 1)

    def test_an_open_period_is_not_published(self, monthly):
        with pytest.raises(Refused, match="close it first"):
            publish_period(period=monthly.january)

    def test_published_again_it_stays_published(self, monthly):
        close_period(period=monthly.january)
        publish_period(period=monthly.january)
        publish_period(period=monthly.january)
        assert RatingList.objects.count() == 1
        assert actions(monthly.january) == ["open", "close", "publish"]
        assert close_period(period=monthly.january).status == "published"

    def test_not_while_ratings_are_being_recalculated(self, monthly):
        close_period(period=monthly.january)
        monthly.league.refresh_from_db()
        monthly.league.stale_since = DAY
        monthly.league.save()
        with pytest.raises(Refused, match="recalculated"):
            publish_period(period=monthly.january)
        assert not RatingList.objects.exists()


class TestReopening:
    def test_the_list_is_withdrawn_and_the_ratings_are_as_before(self, monthly):
        monthly.play("anna", "bartek")
        before = monthly.board()
        close_period(period=monthly.january)
        publish_period(period=monthly.january)
        reopened = reopen_period(period=monthly.january, reason="a game is missing")
        assert (reopened.status, reopened.closed_at, reopened.published_at) == ("open", None, None)
        assert not RatingList.objects.exists()
        assert monthly.board() == before
        assert not RatingChange.objects.exists()
        assert PeriodAction.objects.first().reason == "a game is missing"
        monthly.must_verify()

    def test_closed_again_every_number_is_back(self, monthly):
        monthly.play("anna", "bartek")
        close_period(period=monthly.january)
        before = (monthly.board(), list(RatingChange.objects.order_by("pk").values_list()))
        reopen_period(period=monthly.january, reason="a look")
        close_period(period=monthly.january)
        assert (monthly.board(), list(RatingChange.objects.order_by("pk").values_list())) == before

    def test_not_while_a_later_one_is_closed_or_published(self, monthly):
        close_period(period=monthly.january)
        close_period(period=monthly.february)
        with pytest.raises(Refused, match="February 2026 is closed"):
            reopen_period(period=monthly.january, reason="x")
        publish_period(period=monthly.february)
        with pytest.raises(Refused, match="February 2026 is published"):
            reopen_period(period=monthly.january, reason="x")
        reopen_period(period=monthly.february, reason="x")
        reopen_period(period=monthly.january, reason="x")

    def test_a_reason_is_needed_and_an_open_one_stays_open(self, monthly):
        assert reopen_period(period=monthly.january, reason="").status == "open"
        close_period(period=monthly.january)
        with pytest.raises(Refused) as caught:
            reopen_period(period=monthly.january, reason=" ")
        assert caught.value.field == "reason"


class TestEvents:
    def test_an_event_of_more_than_30_days_is_rated_month_by_month(self, monthly):
        """FIDE B.02, 4: 30 days are one report, 31 are not."""
        short = create_event(league=monthly.league, name="a", starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 30))
        long = create_event(league=monthly.league, name="b", starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31))
        assert (short.rated_by_game, long.rated_by_game) == (False, True)

    def test_its_games_count_in_the_month_of_play(self, monthly):
        event = create_event(league=monthly.league, name="L", starts_on=date(2026, 1, 10), ends_on=date(2026, 2, 20))
        monthly.play("anna", "bartek", day=date(2026, 1, 10), event=event)
        monthly.play("bartek", "anna", day=date(2026, 2, 20), event=event)
        close_period(period=monthly.january)
        assert monthly.rating("anna") == 1516.0

    def test_the_arbiter_may_decide_otherwise(self, monthly):
        event = create_event(
            league=monthly.league, name="L", starts_on=date(2026, 1, 10), ends_on=date(2026, 2, 20), rated_by_game=False
        )
        monthly.play("anna", "bartek", day=date(2026, 1, 10), event=event)
        close_period(period=monthly.january)
        assert monthly.rating("anna") == 1500.0

    def test_played_before_its_period_and_taken_away_again(self, monthly):
        """The last game of a player was played in a month before the one that rates it."""
        event = create_event(league=monthly.league, name="Xmas", starts_on=date(2025, 12, 27), ends_on=date(2026, 1, 5))
        game = monthly.play("anna", "bartek", day=date(2025, 12, 28), event=event)
        close_period(period=monthly.january)
        assert monthly.board()["Anna"][1:3] == (1, 1)
        void_game(game=game, reason="never played")
        monthly.must_verify()
        assert monthly.board()["Anna"][-1] is None

    def test_moving_its_end_moves_its_games_to_another_period(self, monthly):
        event = create_event(league=monthly.league, name="E", starts_on=date(2026, 1, 20), ends_on=date(2026, 2, 1))
        monthly.play("anna", "bartek", day=date(2026, 1, 20), event=event)
        close_period(period=monthly.january)
        assert monthly.rating("anna") == 1500.0
        with pytest.raises(Refused) as caught:
            edit_event(event=event, ends_on=date(2026, 1, 31))
        assert caught.value.field == "reason"
        edit_event(event=event, ends_on=date(2026, 1, 31), reason="it ended on Saturday")
        assert monthly.rating("anna") == 1516.0
        monthly.must_verify()

    def test_games_never_lie_outside_of_it(self, monthly):
        event = create_event(league=monthly.league, name="E", starts_on=date(2026, 1, 20), ends_on=date(2026, 1, 25))
        monthly.play("anna", "bartek", day=date(2026, 1, 20), event=event)
        with pytest.raises(Refused, match="outside"):
            edit_event(event=event, starts_on=date(2026, 1, 21))

    def test_an_unrated_event_rates_nothing(self, scene):
        event = create_event(league=scene.league, name="Fun", starts_on=DAY)
        scene.play("anna", "bartek", event=event)
        edit_event(event=event, rated=False)
        assert scene.rating("anna") == 1500.0
        edit_event(event=event, rated=True)
        assert scene.rating("anna") == 1516.0
        scene.must_verify()

    def test_a_new_name_rates_nothing_again(self, scene):
        event = create_event(league=scene.league, name="Opne", starts_on=DAY)
        scene.play("anna", "bartek", event=event)
        rows = list(RatingChange.objects.values_list())
        version = scene.version()
        assert edit_event(event=event, name="Open").name == "Open"
        assert list(RatingChange.objects.values_list()) == rows
        assert scene.version() == version + 1
        edit_event(event=event, name="Open")
        assert scene.version() == version + 1

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"name": " "}, "name"), ({"ends_on": DAY - timedelta(1)}, "ends_on"),
            ({"base_minutes": -5}, "base_minutes"),
            ({"base_minutes": float("nan")}, "base_minutes"), ({"increment_seconds": -1}, "increment_seconds"),
        ],
    )  # fmt: skip
    def test_refused(self, scene, fields, field):
        with pytest.raises(Refused) as caught:
            create_event(league=scene.league, **{"name": "Open", "starts_on": DAY, **fields})
        assert caught.value.field == field


def test_find_period_names_those_there_are(monthly):
    assert find_period(league=monthly.league, name="2026-01") == monthly.january
    with pytest.raises(Refused, match="2026-02, 2026-01"):
        find_period(league=monthly.league, name="2027-01")


def test_the_database_keeps_the_days_in_order_and_the_names_single(monthly):
    for fields in (
        {"name": "x", "starts_on": date(2026, 5, 2), "ends_on": date(2026, 5, 1)},
        {"name": "2026-01", "starts_on": date(2026, 5, 2), "ends_on": date(2026, 5, 3)},
        {"name": "y", "starts_on": date(2026, 1, 1), "ends_on": date(2026, 5, 3)},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            RatingPeriod.objects.create(league=monthly.league, **fields)


class TestAdjusting:
    """Per period an adjustment acts before the first period that starts on or after its day."""

    def test_it_counts_from_the_next_period_on(self, monthly):
        monthly.play("anna", "bartek")
        adjust(league=monthly.league, player=monthly.anna, on=date(2026, 2, 1), by=10, reason="from the federation")
        close_period(period=monthly.january)
        assert monthly.rating("anna") == 1516.0
        close_period(period=monthly.february)
        assert monthly.rating("anna") == 1526.0
        monthly.must_verify()

    def test_with_voids_and_corrections_of_closed_periods_it_verifies(self, monthly):
        game = monthly.play("anna", "bartek")
        adjust(league=monthly.league, player=monthly.anna, on=date(2026, 1, 20), to=1600, reason="start")
        close_period(period=monthly.january)
        close_period(period=monthly.february)
        void_game(game=game, reason="never played")
        assert monthly.rating("anna") == 1600.0
        monthly.must_verify()
