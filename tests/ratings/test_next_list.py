"""Late results that count in the next list: a published list stands, what differs joins the open period's sum."""

import csv
import io
from datetime import date

import pytest

from league.models import Game
from league.services.adjusting import adjust
from league.services.correcting import correct_game, preview_correction, preview_void, restore_game, void_game
from league.services.entries import enter_league
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules, edit_league
from league.services.people import edit_player
from league.services.periods import close_period, open_monthly, open_period, publish_period, reopen_period
from league.services.seasons import start_season
from ratings.models import CarriedGame, CountedPeriod, Rating, RatingChange, RatingListEntry
from ratings.services import explain
from tests.copies import built_once
from tests.league.desking import superuser
from tests.league.importing import plan, words
from tests.league.scene import Scene

from .reading import table

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY, MARCH = date(2025, 1, 10), date(2025, 2, 10), date(2025, 3, 10)


@pytest.fixture
@built_once
def scene(db):
    """Anna and Bartek 2000, Celina 1900, K 20, four months open; Anna beat Bartek in January, published."""
    made = Scene(system="fide", mode="period", players=("Anna", "Bartek", "Celina", "Dawid"))
    edit_league(league=made.league, late_results="next_list")
    made.league.refresh_from_db()
    for name, rating in (("anna", 2000), ("bartek", 2000), ("celina", 1900)):
        enter_league(league=made.league, player=made.player(name), start_rating=rating, start_games=100)
    made.months = open_monthly(league=made.league, first="2025-01", last="2025-05")
    made.game = made.play("anna", "bartek", "1-0", JANUARY)
    publish(made.months[0])
    return made


def publish(period):
    close_period(period=period)
    publish_period(period=period)


def frozen(scene, month):
    """Every log row of a period, and its list."""
    period = scene.months[month]
    rows = RatingChange.objects.filter(league=scene.league, period=period).order_by("pk")
    entries = RatingListEntry.objects.filter(list__period=period).order_by("pk")
    return list(rows.values_list()), list(entries.values_list())


def live(scene, who):
    return Rating.objects.get(league=scene.league, player=scene.player(who)).live


def corrections(scene):
    rows = RatingChange.objects.filter(league=scene.league, cause="correction").order_by("pk")
    return [(row.player.name, row.ref, row.halves, row.k, row.expected, row.change) for row in rows]


def test_br_111_a_correction_leaves_the_list_and_joins_the_next_sum_as_a_row_of_its_own(scene):
    before = frozen(scene, 0)
    assert scene.ratings()["Anna"] == 2010  # 20 x (1 - .50)
    correct_game(game=scene.game, outcome="=", reason="scoresheet read again")
    assert frozen(scene, 0) == before
    assert scene.ratings()["Anna"] == 2010
    assert (live(scene, "anna"), live(scene, "bartek")) == (2000, 2000)  # -20 x ½ and +20 x ½
    scene.must_verify()
    close_period(period=scene.months[1])
    assert frozen(scene, 0) == before
    assert corrections(scene) == [
        ("Anna", scene.game.pk, 1, 20, 0.5, -10), ("Bartek", scene.game.pk, 1, 20, 0.5, 10),
    ]  # fmt: skip
    assert scene.ratings()["Anna"] == 2000
    anna = Rating.objects.get(league=scene.league, player=scene.anna)
    assert (anna.games, anna.wins, anna.draws, anna.losses) == (1, 0, 1, 0)
    scene.must_verify()


def test_pages_and_files_say_which_side_a_correction_is_of(client, scene):
    """Also of what was corrected again since: the side in the log then says more than the colour."""
    correct_game(game=scene.game, outcome="0-1", reason="typo")
    publish(scene.months[1])
    correct_game(game=scene.game, outcome="=", reason="no, a draw")
    publish(scene.months[2])
    correct_game(game=scene.game, black=scene.celina, reason="the other one")
    publish(scene.months[3])
    sides = {scene.anna: "white", scene.bartek: "black", scene.celina: "black"}
    for player, side in sides.items():
        page = f"/club/ladder/players/{player.pk}/"
        file = b"".join(client.get(page + "?_export=csv").streaming_content).decode()
        of_games = [row for row in csv.DictReader(io.StringIO(file)) if row["cause"] in ("game", "correction")]
        assert {row["side"] for row in of_games} == {side}, file
        column = [row.get("Side") or row.get("Colour") for row in table(client.get(page))]
        assert set(filter(None, column)) <= {side.capitalize()}


def test_b02_8_3_4_corrections_are_inside_the_one_rounded_sum(scene):
    """February: against 1900 .64 expected at 110 points; 20 x .36 = 7.2, with -10 for January: -2.8, once rounded."""
    scene.play("anna", "celina", "1-0", FEBRUARY)
    correct_game(game=scene.game, outcome="=", reason="scoresheet")
    close_period(period=scene.months[1])
    row = RatingChange.objects.get(league=scene.league, cause="period", period=scene.months[1], player=scene.anna)
    assert (row.opening, row.change, row.closing) == (2010, -3, 2007)
    parts = RatingChange.objects.filter(
        league=scene.league, player=scene.anna, period=scene.months[1], closing__isnull=True
    )
    assert sorted(part.change for part in parts) == [-10, pytest.approx(7.0, abs=0.3)]
    lines = [line.code for line in explain(row).lines]
    assert "correction" in lines
    assert explain(row).lines[-1].values["rating"] == 2007
    scene.must_verify()


def test_corrected_back_before_the_next_list_nothing_is_left(scene):
    before = frozen(scene, 0), scene.board()
    correct_game(game=scene.game, outcome="0-1", reason="wrong")
    correct_game(game=scene.game, outcome="1-0", reason="it was right")
    assert live(scene, "anna") == 2010
    close_period(period=scene.months[1])
    assert (frozen(scene, 0), scene.board()) == before
    assert corrections(scene) == []
    scene.must_verify()


def test_corrected_back_after_the_next_list_is_a_correction_of_the_one_after(scene):
    correct_game(game=scene.game, outcome="0-1", reason="wrong")
    publish(scene.months[1])
    assert scene.ratings()["Anna"] == 1990
    standing = frozen(scene, 0), frozen(scene, 1)
    correct_game(game=scene.game, outcome="1-0", reason="it was right")
    publish(scene.months[2])
    assert (frozen(scene, 0), frozen(scene, 1)) == standing
    assert [row[5] for row in corrections(scene)] == [-20, 20, 20, -20]
    assert scene.ratings()["Anna"] == 2010
    scene.must_verify()


def test_a_voided_game_takes_back_what_it_brought_and_restored_brings_it_again(scene):
    void_game(game=scene.game, reason="never played")
    publish(scene.months[1])
    anna = Rating.objects.get(league=scene.league, player=scene.anna)
    assert (anna.value, anna.games, anna.wins) == (2000, 0, 0)
    restore_game(game=Game.objects.get(pk=scene.game.pk), reason="it was")
    publish(scene.months[2])
    anna.refresh_from_db()
    assert (anna.value, anna.games, anna.wins) == (2010, 1, 1)
    scene.must_verify()


def test_b02_9_1_a_late_game_is_rated_in_the_open_period_with_the_ratings_of_its_start(scene):
    """Celina plays Anna in January, reported in February: Anna's January rating was 2000, not 2010."""
    before = frozen(scene, 0)
    scene.play("celina", "anna", "1-0", JANUARY, reason="report came late")
    assert live(scene, "celina") == 1900 + round(20 * (1 - 0.36))
    close_period(period=scene.months[1])
    assert frozen(scene, 0) == before
    row = RatingChange.objects.get(league=scene.league, cause="game", player=scene.celina)
    assert (row.period, row.day, row.opponent_rating) == (scene.months[1], JANUARY, 2000)
    assert scene.ratings()["Celina"] == 1913  # .36 expected at 100 points below
    scene.must_verify()


def test_b02_9_1_a_late_game_voided_before_the_list_leaves_no_row(scene):
    game = scene.play("celina", "anna", "1-0", JANUARY, reason="late")
    close_period(period=scene.months[1])
    void_game(game=game, reason="never played")
    assert not RatingChange.objects.filter(league=scene.league, ref=game.pk, cause="game").exists()
    assert scene.ratings()["Celina"] == 1900
    scene.must_verify()


def test_a_changed_player_is_taken_out_and_the_right_one_rated(scene):
    before = frozen(scene, 0)
    correct_game(game=scene.game, black=scene.celina, reason="wrong name")
    publish(scene.months[1])
    assert frozen(scene, 0) == before
    ratings = scene.ratings()
    assert ratings["Bartek"] == 2000  # -10 back
    assert ratings["Celina"] == 1893  # 20 x (0 - .36) = -7.2
    assert ratings["Anna"] == 2007  # -10 + 20 x (1 - .64)
    bartek = Rating.objects.get(league=scene.league, player=scene.bartek)
    celina = Rating.objects.get(league=scene.league, player=scene.celina)
    assert (bartek.games, celina.games, celina.losses) == (0, 1, 1)
    scene.must_verify()
    correct_game(game=Game.objects.get(pk=scene.game.pk), black=scene.bartek, reason="it was right")
    publish(scene.months[2])
    assert scene.ratings()["Celina"] == 1900
    scene.must_verify()


def test_an_event_that_moves_into_the_open_period_is_not_counted_twice(scene):
    event = create_event(league=scene.league, name="Open", starts_on=FEBRUARY, ends_on=date(2025, 2, 12))
    scene.play("anna", "celina", "1-0", FEBRUARY, event=event)
    publish(scene.months[1])
    value = scene.ratings()["Anna"]
    edit_event(event=event, ends_on=date(2025, 3, 2), reason="it went on")
    assert live(scene, "anna") == value
    publish(scene.months[2])
    assert scene.ratings()["Anna"] == value
    scene.must_verify()


def test_an_unrated_event_takes_its_games_out_of_the_next_list(scene):
    event = create_event(league=scene.league, name="Open", starts_on=FEBRUARY, ends_on=date(2025, 2, 12))
    scene.play("anna", "celina", "1-0", FEBRUARY, event=event)
    publish(scene.months[1])
    edit_event(event=event, rated=False, reason="not registered")
    publish(scene.months[2])
    assert scene.ratings()["Anna"] == 2010
    scene.must_verify()


def test_reopening_the_last_list_gives_back_what_it_carried(scene):
    correct_game(game=scene.game, outcome="=", reason="scoresheet")
    publish(scene.months[1])
    after = scene.board()
    reopen_period(period=scene.months[1], reason="a report came")
    assert scene.ratings()["Anna"] == 2010
    assert live(scene, "anna") == 2000
    scene.must_verify()
    publish(scene.months[1])
    assert scene.board() == after
    scene.must_verify()


def test_previews_of_corrections_say_whom_the_next_list_moves(scene):
    before = frozen(scene, 0), scene.board()
    shown = preview_correction(game=scene.game, outcome="=")
    assert shown.live
    assert shown.lists_touched == []
    assert {(m.name, m.before, m.after) for m in shown.moves} == {("Anna", 2010, 2000), ("Bartek", 1990, 2000)}
    assert {(m.name, m.after) for m in preview_void(game=scene.game).moves} == {("Anna", 2000), ("Bartek", 2000)}
    assert (frozen(scene, 0), scene.board()) == before
    assert not CarriedGame.objects.exists()


def test_b02_8_2_results_of_the_still_unrated_are_corrected_in_their_pool(scene):
    """Dawid is unrated: five games against rated opponents, one of January corrected in February."""
    reopen_period(period=scene.months[0], reason="for the test")
    games = [scene.play("dawid", who, result, JANUARY) for who, result in (("anna", "0-1"), ("bartek", "="))]
    publish(scene.months[0])
    correct_game(game=games[0], outcome="1-0", reason="scoresheet")
    for who in ("anna", "bartek", "celina"):
        scene.play("dawid", who, "1-0", FEBRUARY)
    close_period(period=scene.months[1])
    # 2000 2000 2010 1990 1900 and 2 x 1800: Ra 1928.57; 5.5 of 7 = .79, dp 230 -> 2158.57
    assert scene.ratings()["Dawid"] == 2159
    scene.must_verify()


def test_the_setting_changed_restates_and_stands_again(scene):
    correct_game(game=scene.game, outcome="=", reason="scoresheet")
    publish(scene.months[1])
    edit_league(league=scene.league, late_results="restate", reason="as a club")
    assert not CountedPeriod.objects.exists()
    assert corrections(scene) == []
    assert scene.ratings()["Anna"] == 2000
    assert RatingListEntry.objects.get(list__period=scene.months[0], player=scene.anna).corrected == 2000
    scene.must_verify()
    edit_league(league=scene.league, late_results="next_list", reason="as FIDE")
    assert CountedPeriod.objects.count() == 2
    scene.must_verify()


def test_elo_per_period_counts_corrections_with_the_k_as_used(db):
    made = Scene(mode="period", k=32)
    edit_league(league=made.league, late_results="next_list")
    made.months = open_monthly(league=made.league, first="2025-01", last="2025-03")
    game = made.play("anna", "bartek", "1-0", JANUARY)
    publish(made.months[0])
    correct_game(game=game, outcome="0-1", reason="colours mixed up")
    publish(made.months[1])
    assert made.ratings() == {"Anna": 1484.0, "Bartek": 1516.0}
    made.must_verify()


def test_b02_9_1_in_lists_of_quarters_the_third_looks_back_as_far_as_the_event_began(db):
    """Anna has 2010 from 1 January; an event of 28 December to 3 January counts 2000, also in the list of October."""
    made = Scene(system="fide", mode="period", late_results="next_list")
    for name, rating in (("anna", 2000), ("bartek", 2000), ("celina", 1900)):
        enter_league(league=made.league, player=made.player(name), start_rating=rating, start_games=100)
    quarters = (("IV", 2024, 10), ("I", 2025, 1), ("II", 2025, 4), ("III", 2025, 7))
    periods = [
        open_period(league=made.league, name=name, starts_on=date(year, month, 1), ends_on=date(year, month + 2, 30))
        for name, year, month in quarters
    ]
    made.play("anna", "bartek", "1-0", date(2024, 11, 5))
    for period in periods[:3]:
        publish(period)
    event = create_event(league=made.league, name="Open", starts_on=date(2024, 12, 28), ends_on=date(2025, 1, 3))
    made.play("celina", "anna", "1-0", date(2024, 12, 29), event=event, reason="report came late")
    assert live(made, "celina") == 1913  # .36 expected at 100 points below
    publish(periods[3])
    row = RatingChange.objects.get(league=made.league, cause="game", player=made.celina)
    assert (row.period, row.opponent_rating) == (periods[3], 2000)
    made.must_verify()


class TestTooLate:
    """B.02 9.1: a report too late for the third list after the end is not rated at all."""

    def test_a_january_game_can_still_come_for_the_march_list_and_no_later(self, scene):
        for month in (1, 2):
            close_period(period=scene.months[month])
            if month == 1:
                publish_period(period=scene.months[month])
        scene.play("celina", "anna", "1-0", JANUARY, reason="for the third list")
        publish_period(period=scene.months[2])
        with pytest.raises(Refused, match="list 4 after January 2025"):
            scene.play("celina", "bartek", "1-0", JANUARY, reason="too late")
        scene.must_verify()

    def test_corrections_are_never_too_late(self, scene):
        for month in (1, 2, 3):
            publish(scene.months[month])
        correct_game(game=scene.game, outcome="=", reason="found in the archive")
        publish(scene.months[4])
        assert scene.ratings()["Anna"] == 2000
        scene.must_verify()

    def test_an_import_says_so_too(self, scene):
        for month in (1, 2, 3):
            publish(scene.months[month])
        made = plan(scene.league, "date,white,black,result\n2025-01-10,Celina,Bartek,1-0\n", reason="late")
        assert ["Too late to be rated" in problem for problem in words(made)] == [True]


class TestWhatDoesNotReachBack:
    """Nothing but results reaches back into a list that stands."""

    def test_adjustments_seasons_and_rules_are_refused_with_the_first_day_possible(self, scene):
        with pytest.raises(Refused, match="January 2025 is published and stands"):
            adjust(league=scene.league, player=scene.anna, on=date(2024, 12, 1), to=2100, reason="federation")
        with pytest.raises(Refused, match="stands"):
            start_season(league=scene.league, name="2025", starts_on=date(2025, 1, 1), reason="new")
        with pytest.raises(Refused, match="stands"):
            change_rules(
                league=scene.league, valid_from=date(2025, 1, 31), parameters={"floor": "none"}, reason="other rules"
            )
        adjust(league=scene.league, player=scene.anna, on=date(2025, 1, 31), to=2100, reason="federation")
        close_period(period=scene.months[1])
        assert scene.ratings()["Anna"] == 2100
        scene.must_verify()

    def test_a_birth_year_corrected_counts_from_the_next_list(self, scene):
        """Anna is a junior after all: January stays with K 20, February has K 40."""
        edit_player(player=scene.anna, birth_year=2010, reason="passport")
        scene.must_verify()
        scene.play("anna", "bartek", "1-0", FEBRUARY)
        publish(scene.months[1])
        ks = RatingChange.objects.filter(league=scene.league, player=scene.anna, cause="period").order_by("day")
        assert list(ks.values_list("k", flat=True)) == [20, 40]
        scene.must_verify()

    @pytest.mark.parametrize(
        ("system", "mode", "match"), [("glicko2", "period", "no K"), ("elo", "sequential", "no next")]
    )
    def test_leagues_without_lists_or_k_restate(self, db, system, mode, match):
        with pytest.raises(Refused, match=match):
            Scene(system=system, mode=mode, late_results="next_list")


def test_pages_show_the_result_that_a_published_list_counted_beside_what_it_brought(client, scene):
    """A draw beside +10 of a win cannot be checked by anybody."""
    correct_game(game=scene.game, outcome="0-1", reason="typo")
    close_period(period=scene.months[1])
    rows = table(client.get(f"/club/ladder/players/{scene.anna.pk}/"), having="Result")
    assert [row["Result"] for row in rows if "Bartek" in " ".join(row.values())] == ["0", "1"]
    game = client.get(f"/club/ladder/games/{scene.game.pk}/")
    assert "0–1" in game.content.decode()
    assert ["Score", "1", "0"] in [list(row.values())[:3] for row in table(game)]


def test_the_preview_of_a_correction_says_that_the_list_stands_and_where_the_difference_counts(client, scene):
    client.force_login(superuser())
    page = f"/club/ladder/desk/games/{scene.game.pk}/void/"
    said = "The list of January 2025 is published and stands: the difference counts in the next list, that of February"
    assert said in client.get(page).content.decode()
    later = scene.play("anna", "celina", "1-0", FEBRUARY)
    assert "is published and stands" not in client.get(page.replace(str(scene.game.pk), str(later.pk))).content.decode()
