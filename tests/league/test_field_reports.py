"""What went wrong for people with other programs, tried here (the ids are those of the field reports).

What is about pages, the admin site or files is tested beside those; concurrency in test_concurrency,
deletion in test_protection, random histories in test_random_histories.
"""

from datetime import date, datetime, time, timedelta
from itertools import pairwise

import pytest
import time_machine

from league.models import OUTCOME_HALVES, Bye, Game, League, Outcome, Player
from league.services.correcting import correct_game, restore_game, void_game
from league.services.errors import Refused
from league.services.events import create_event, record_bye
from league.services.limits import today
from league.services.people import add_player, create_club, enter_league, find_players
from league.services.periods import close_period, open_monthly, publish_period, reopen_period
from league.services.recording import record_game
from ratings.facts import excluded_by_facts
from ratings.models import Rating, RatingChange, RatingListEntry

from .scene import DAY, NAMES, Scene

pytestmark = pytest.mark.django_db


def log_of(scene):
    return list(RatingChange.objects.filter(league=scene.league).order_by("pk").values_list())


class TestBR001:
    def test_saving_an_unchanged_game_does_nothing_and_voiding_gives_everything_back(self, scene):
        scene.play("anna", "bartek", day=0)
        game = scene.play("bartek", "celina", day=1)
        scene.play("celina", "anna", day=2)
        before = log_of(scene), scene.board(), scene.version()
        for _ in range(3):
            correct_game(
                game=game, reason="", white=game.white, black=game.black, outcome=game.outcome,
                played_on=game.played_on, weight=1.0, round=None, event=None,
            )  # fmt: skip
        assert (log_of(scene), scene.board(), scene.version()) == before
        void_game(game=game, reason="deleted")
        scene.must_verify()
        restore_game(game=game, reason="taken back")
        assert (log_of(scene), scene.board()) == before[:2]


class TestBR003:
    def test_typed_in_whatever_order_the_ratings_are_the_same(self, db):
        games = {"A": ("anna", "bartek", 0), "B": ("bartek", "celina", 1), "C": ("celina", "anna", 2)}
        boards = []
        for order in ("ABC", "CAB", "BCA"):
            scene = Scene(club=order.lower(), k=32)
            for letter in order:
                white, black, day = games[letter]
                scene.play(white, black, day=day)
            boards.append(scene.board())
            scene.must_verify()
        assert boards[0] == boards[1] == boards[2]

    def test_a_late_result_says_who_moved(self, scene):
        scene.play("anna", "bartek", day=5)
        scene.play("bartek", "celina", day=0)
        run = scene.league.runs.first()
        assert set(run.impacts.values_list("player__name", flat=True)) == {"Anna", "Bartek", "Celina"}
        assert run.games_read == 2


class TestBR004:
    def test_without_the_first_of_20_games_all_is_as_if_it_had_never_been(self, db):
        pairs = [(NAMES[i % 8], NAMES[(i * 3 + 1) % 8]) for i in range(40)]
        pairs = [(w.lower(), b.lower(), ("1-0", "=", "0-1")[i % 3], i) for i, (w, b) in enumerate(pairs) if w != b][:20]
        full, fresh = Scene(club="full", k=32), Scene(club="fresh", k=32)
        games = [full.play(w, b, outcome, day) for w, b, outcome, day in pairs]
        void_game(game=games[0], reason="never played")
        for white, black, outcome, day in pairs[1:]:
            fresh.play(white, black, outcome, day)
        played = {name.title() for pair in pairs[1:] for name in pair[:2]}
        assert {n: v for n, v in full.board().items() if n in played} == fresh.board()
        full.must_verify()


class TestBR005:
    def test_swapped_and_then_another_player_all_four_logs_are_right(self, scene):
        game = scene.play("anna", "bartek", "1-0", 0)
        scene.play("anna", "celina", "=", 1)
        scene.play("dawid", "bartek", "0-1", 1)
        correct_game(game=game, white=scene.bartek, black=scene.anna, reason="the wrong way round")
        assert scene.log("bartek")[1].change == 16.0
        correct_game(game=game, black=scene.dawid, reason="it was Dawid")
        scene.must_verify()
        for who in ("anna", "bartek", "celina", "dawid"):
            scene.chain(who)
        assert [r.ref for r in scene.log("anna") if r.cause == "game"] == [Game.objects.get(white=scene.anna).pk]


class TestBR006:
    def test_a_voided_game_of_last_month_changes_no_other_game_s_own_row_into_its_opposite(self, scene):
        old = scene.play("anna", "bartek", "1-0", 0)
        later = scene.play("anna", "celina", "1-0", 30)
        void_game(game=old, reason="cheating")
        rows = [row for row in scene.log("anna") if row.cause == "game"]
        assert [(row.ref, row.opening, row.change) for row in rows] == [(later.pk, 1500.0, 16.0)]
        scene.chain("anna")
        assert scene.league.runs.first().reason == "cheating"
        assert old.revisions.get().reason == "cheating"


class TestBR012:
    @pytest.mark.parametrize("outcome", [outcome.value for outcome in Outcome])
    def test_nobody_plays_himself_however_it_ended(self, scene, outcome):
        with pytest.raises(Refused, match="both sides"):
            scene.play("anna", "anna", outcome)


class TestBR013:
    def test_sent_again_it_is_the_same_game(self, scene):
        first = scene.play("anna", "bartek", reference="3f1c")
        version = scene.version()
        for _ in range(3):
            assert scene.play("anna", "bartek", reference="3f1c").pk == first.pk
        assert scene.version() == version
        assert scene.board()["Anna"][1] == 1


class TestBR026:
    UNPLAYED = [o for o, _ in OUTCOME_HALVES.items() if o not in ("1-0", "=", "0-1")]

    @pytest.mark.parametrize("outcome", UNPLAYED)
    def test_what_was_not_played_moves_nobody_and_says_why(self, scene, outcome):
        """R1, B.02 5.1: only played games count."""
        game = scene.play("anna", "bartek", outcome.value)
        game = Game.objects.select_related("event", "white", "black").get(pk=game.pk)
        assert excluded_by_facts(game) in ("forfeit", "too_short")
        assert not RatingChange.objects.exists()
        assert (game.white_halves, game.black_halves) == OUTCOME_HALVES[outcome]
        assert scene.board()["Anna"][:5] == (1500.0, 0, 0, 0, 0)
        scene.must_verify()

    def test_byes_are_points_and_no_games(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        for round_, kind in enumerate(Bye.Kind, 1):
            record_bye(event=event, player=scene.anna, round=round_, kind=kind)
        assert list(Bye.objects.order_by("round").values_list("halves", flat=True)) == [1, 2, 2, 0]
        assert not RatingChange.objects.exists()
        again = record_bye(event=event, player=scene.anna, round=1, kind="H")
        assert (again.round, Bye.objects.count()) == (1, 4)
        with pytest.raises(Refused):
            record_bye(event=event, player=scene.anna, round=1, kind="F")
        with pytest.raises(Refused):
            record_bye(event=event, player=scene.anna, round=9, kind="X")

    def test_a_pending_result_moves_nobody_until_it_is_confirmed(self, scene):
        game = scene.play("anna", "bartek", status="pending")
        assert excluded_by_facts(Game.objects.select_related("event", "white", "black").get(pk=game.pk)) == "pending"
        assert not RatingChange.objects.exists()


class TestBR031:
    def test_the_same_name_in_two_clubs_works_twice_in_one_is_caught(self, scene):
        other = create_club(slug="other", name="Other")
        assert add_player(club=other, name="Anna").player.pk != scene.anna.pk
        with pytest.raises(Refused, match="Anna already"):
            add_player(club=scene.club, name="ANNA")

    def test_a_player_is_in_a_league_once(self, scene):
        for _ in range(2):
            enter_league(league=scene.league, player=scene.anna)
        assert scene.league.entries.count() == 1


class TestBR041:
    def test_ten_games_of_one_date_without_times_give_the_same_ratings_twice(self, db):
        logs = []
        for number in range(2):
            scene = Scene(club=f"club-{number}", k=32)
            players = [getattr(scene, name.lower()) for name in NAMES]
            for i in range(10):
                scene.play(players[i % 8], players[(i * 5 + 2) % 8 if i % 8 != (i * 5 + 2) % 8 else (i + 1) % 8])
            rows = RatingChange.objects.filter(league=scene.league).select_related("player").order_by("pk")
            logs.append([(row.player.name, row.opening, row.change, row.closing) for row in rows])
            scene.must_verify()
        assert logs[0] == logs[1]
        assert len(logs[0]) >= 20

    def test_the_order_within_a_day_is_time_event_round_board_then_entry(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY)
        late = scene.play("anna", "bartek", played_at=time(21, 0))
        early = scene.play("anna", "celina", played_at=time(18, 0))
        second = scene.play("anna", "dawid", event=event, round=2, board=1)
        first = scene.play("anna", "ewa", event=event, round=1, board=2)
        plain = scene.play("anna", "filip")
        order = [row.ref for row in scene.log("anna") if row.cause == "game"]
        by_games = sorted((r for r in scene.log("anna") if r.cause == "game"), key=lambda r: r.games)
        assert [row.ref for row in by_games] == order
        assert order == [game.pk for game in (plain, first, second, early, late)]


class TestBR086:
    """Whatever brings a result in, it is rated or says why not."""

    def test_by_the_service_and_by_a_confirmation(self, scene):
        scene.play("anna", "bartek")
        pending = scene.play("celina", "dawid", status="pending")
        correct_game(game=pending, status="final", reason="confirmed")
        assert RatingChange.objects.filter(cause="game").count() == 4

    def test_by_the_command(self, scene):
        from django.core.management import call_command

        call_command("record", "club/ladder", white="Anna", black="Bartek", result="1-0", date="2026-01-05", json=True)
        assert RatingChange.objects.filter(cause="game").count() == 2

    def test_an_unrated_event_a_guest_and_a_missing_period_are_reasons(self, monthly):
        fun = create_event(league=monthly.league, name="Fun", starts_on=DAY, rated=False)
        guest = add_player(club=monthly.club, name="Guest", guest=True).player
        for game, reason in (
            (monthly.play("anna", "bartek", event=fun), "unrated_event"),
            (monthly.play("anna", guest), "guest"),
            (monthly.play("anna", "bartek", day=date(2026, 7, 1)), ""),
        ):
            assert excluded_by_facts(Game.objects.select_related("event", "white", "black").get(pk=game.pk)) == reason
        close_period(period=monthly.january)
        assert not RatingChange.objects.exclude(change=None).exclude(change=0).exists()
        monthly.must_verify()


class TestBR087:
    """Dates are what the club's wall says; clocks that change do not move a game."""

    @pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25)])
    def test_half_past_two_in_the_night_of_the_clock_change_is_a_time_of_that_day(self, db, day):
        scene = Scene(mode="period", k=32)
        scene.club.time_zone = "Europe/Warsaw"
        scene.club.save()
        month = f"{day:%Y-%m}"
        (period,) = open_monthly(league=scene.league, first=month, last=month)
        game = scene.play("anna", "bartek", day=day, played_at=time(2, 30))
        game.refresh_from_db()
        assert (game.played_on, game.played_at) == (day, time(2, 30))
        close_period(period=period)
        assert RatingChange.objects.filter(cause="game", day=day, period=period).count() == 2

    def test_a_minute_before_midnight_on_the_last_day_is_in_the_period(self, monthly):
        monthly.play("anna", "bartek", day=date(2026, 1, 31), played_at=time(23, 59))
        monthly.play("celina", "dawid", day=date(2026, 2, 1), played_at=time(0, 0))
        close_period(period=monthly.january)
        assert (monthly.rating("anna"), monthly.rating("celina")) == (1516.0, 1500.0)

    @pytest.mark.parametrize(
        ("zone", "day"), [("Pacific/Kiritimati", 1), ("Europe/Warsaw", 1), ("UTC", 31), ("America/Los_Angeles", 31)]
    )
    def test_today_is_the_club_s(self, db, zone, day):
        club = create_club(slug="club", name="Club", time_zone=zone)
        with time_machine.travel(datetime.fromisoformat("2026-03-31T23:30:00+00:00"), tick=False):
            assert today(club).day == day


class TestBR103:
    def test_an_unrated_player_stands_in_no_comparison_s_way(self, db):
        """FIDE newcomers have no rating: they are in the league, on no list, and nothing breaks."""
        scene = Scene(system="fide", mode="period")
        january, _february = open_monthly(league=scene.league, first="2026-01", last="2026-02")
        enter_league(league=scene.league, player=scene.anna, start_rating=1800)
        scene.play("anna", "bartek")
        scene.play("bartek", "celina", day=1)
        close_period(period=january)
        publish_period(period=january)
        assert scene.ratings() == {"Anna": 1800.0, "Bartek": None, "Celina": None}
        assert list(RatingListEntry.objects.values_list("rank", "name")) == [(1, "Anna")]
        scene.must_verify()


class TestBR105:
    def test_a_player_of_two_clubs_leagues_and_seasons_is_found_once(self, scene):
        from league.services.people import add_alias
        from league.services.seasons import start_season

        blitz = scene.add_league("blitz")
        for league in (scene.league, blitz):
            start_season(league=league, name="1", starts_on=DAY)
            start_season(league=league, name="2", starts_on=DAY + timedelta(50))
            for day in (1, 60):
                record_game(
                    league=league, white=scene.anna, black=scene.bartek, outcome="=", played_on=DAY + timedelta(day)
                )
        add_alias(player=scene.anna, name="Anna Annasdaughter")
        add_player(club=create_club(slug="other", name="Other"), name="Anna")
        assert list(find_players(club=scene.club, text="anna")) == [scene.anna]
        assert Rating.objects.filter(league=scene.league, player=scene.anna).count() == 1
        assert Player.objects.filter(entries__league__club=scene.club).distinct().count() == 2


class TestBR115:
    @pytest.mark.parametrize("system", ["elo", "fide", "glicko2"])
    def test_a_draw_of_two_equals_changes_no_rating_whoever_is_named_first(self, db, system):
        scene = Scene(system=system)
        for who in (scene.anna, scene.bartek):
            enter_league(league=scene.league, player=who, start_rating=1800)
        scene.play("anna", "bartek", "=", 0)
        scene.play("bartek", "anna", "=", 1)
        assert scene.ratings() == {"Anna": pytest.approx(1800, abs=1e-9), "Bartek": pytest.approx(1800, abs=1e-9)}

    def test_the_colours_do_not_matter_without_home_advantage(self, db):
        boards = []
        for number, (white, black, outcome) in enumerate([("anna", "bartek", "1-0"), ("bartek", "anna", "0-1")]):
            scene = Scene(club=f"club-{number}", k=32)
            scene.play(white, black, outcome)
            boards.append(scene.ratings())
        assert boards[0] == boards[1]


class TestBR125:
    def test_ranks_start_at_1_each_time_the_list_is_made(self, monthly):
        monthly.play("anna", "bartek")
        close_period(period=monthly.january)
        for _ in range(3):
            publish_period(period=monthly.january)
            ranks = list(RatingListEntry.objects.order_by("rank", "pk").values_list("rank", "name"))
            assert ranks == [(1, "Anna"), (2, "Bartek")]
            reopen_period(period=monthly.january, reason="again")
            close_period(period=monthly.january)

    def test_br_014_equal_numbers_share_a_rank(self, monthly):
        for name, rating in (("anna", 1500), ("bartek", 1500), ("celina", 1500), ("dawid", 1499.6), ("ewa", 1499.4)):
            enter_league(league=monthly.league, player=monthly.player(name), start_rating=rating)
        for white, black in (("anna", "bartek"), ("celina", "anna"), ("bartek", "celina"), ("dawid", "ewa")):
            monthly.play(white, black, "=")
        close_period(period=monthly.january)
        publish_period(period=monthly.january)
        entries = RatingListEntry.objects.order_by("rank", "name")
        assert list(entries.values_list("rank", "name", "rating")) == [
            (1, "Anna", 1500), (1, "Bartek", 1500), (1, "Celina", 1500), (1, "Dawid", 1500), (5, "Ewa", 1499)
        ]  # fmt: skip


class TestBR034:
    def test_confirmed_after_later_games_the_chain_holds(self, scene):
        games = [
            scene.play("anna", "bartek", "1-0", day, status="pending" if day == 2 else "final") for day in range(5)
        ]
        correct_game(game=games[2], status="final", reason="confirmed")
        rows = [row for row in scene.log("anna") if row.cause == "game"]
        assert [row.ref for row in rows] == [game.pk for game in games]
        assert all(before.closing == after.opening for before, after in pairwise(rows))
        assert all(row.opening + row.change == row.closing for row in rows)


def test_br_095_wins_draws_and_losses_are_the_games(scene):
    for day, outcome in enumerate(["1-0", "=", "0-1", "+-", "W", "=", "--", "0-1"]):
        scene.play("anna", "bartek", outcome, day)
    assert scene.board()["Anna"][1:5] == (5, 1, 2, 2)
    assert scene.board()["Bartek"][1:5] == (5, 2, 2, 1)


def test_br_019_a_thousand_games_of_two_equals_keep_the_sum(db):
    from ratings.services import rerate

    scene = Scene(k=32)
    for who in ("anna", "bartek"):
        enter_league(league=scene.league, player=scene.player(who))
    Game.objects.bulk_create(
        Game(
            league=scene.league, white=scene.anna, black=scene.bartek, outcome=outcome,
            played_on=DAY + timedelta(i // 4), white_halves=OUTCOME_HALVES[outcome][0],
            black_halves=OUTCOME_HALVES[outcome][1],
        )
        for i, outcome in enumerate([Outcome.WHITE_WINS, Outcome.DRAW, Outcome.BLACK_WINS, Outcome.DRAW] * 250)
    )  # fmt: skip
    rerate(League.objects.get(), since=None, reason="loaded")
    assert sum(scene.ratings().values()) == pytest.approx(3000, abs=1e-9)
    scene.must_verify()
