"""A league that follows another rates the same games by rules of its own: nothing is entered twice."""

from datetime import date

import pytest

from league.models import League, LeagueEntry
from league.services.correcting import correct_game, preview_correction, void_game
from league.services.entries import enter_league, preview_enter_league
from league.services.errors import Refused
from league.services.leagues import create_league
from league.services.periods import close_period, open_monthly, publish_period
from league.services.recording import record_game
from league.services.undoing import newest_of, preview_undo, undo
from ratings.models import Rating, RatingChange, RatingRun
from ratings.services import beat, work_once
from tests.copies import built_once

from .importing import imported
from .scene import Scene

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 10)


@pytest.fixture
@built_once
def scene(db):
    """The club's Elo ladder, and a FIDE estimate of the same games with months of its own."""
    made = Scene(k=32)
    made.fide = made.add_league("fide", system="fide", mode="period", games_from=made.league)
    for who, rating in (("anna", 2000), ("bartek", 1900)):
        enter_league(league=made.fide, player=made.player(who), start_rating=rating, start_games=100)
    made.january, made.february = open_monthly(league=made.fide, first="2026-01", last="2026-02")
    return made


def test_a_game_of_the_ladder_is_rated_by_both(scene):
    scene.play("anna", "bartek", "1-0", DAY)
    close_period(period=scene.january)
    assert scene.rating("anna") == 1516.0
    assert scene.rating("anna", scene.fide) == 2007  # .64 expected, K 20
    scene.must_verify()
    scene.must_verify(scene.fide)


def test_who_enters_the_ladder_enters_the_follower_and_games_are_recorded_at_the_source(scene):
    scene.play("celina", "dawid", "1-0", DAY)
    assert LeagueEntry.objects.filter(league=scene.fide, player=scene.celina).exists()
    with pytest.raises(Refused, match="record them there"):
        record_game(league=scene.fide, white=scene.anna, black=scene.bartek, outcome="1-0", played_on=DAY)


def test_an_import_into_the_ladder_reaches_the_follower(scene):
    imported(scene.league, "date,white,black,result\n2026-01-10,Anna,Bartek,1-0\n2026-01-11,Ewa,Anna,0-1\n")
    close_period(period=scene.january)
    assert scene.rating("anna", scene.fide) == 2007
    assert LeagueEntry.objects.filter(league=scene.fide, player=scene.ewa).exists()
    scene.must_verify(scene.fide)


def test_a_correction_at_the_source_rates_the_follower_again_and_the_run_says_so(scene):
    game = scene.play("anna", "bartek", "1-0", DAY)
    close_period(period=scene.january)
    correct_game(game=game, outcome="0-1", reason="colours mixed up")
    assert scene.rating("anna", scene.fide) == 1987
    run = RatingRun.objects.filter(league=scene.fide).first()
    assert run.reason == "colours mixed up"
    assert {impact.player for impact in run.impacts.all()} == {scene.anna, scene.bartek}
    scene.must_verify(scene.fide)


def test_a_preview_names_the_leagues_that_follow(scene):
    game = scene.play("anna", "bartek", "1-0", DAY)
    close_period(period=scene.january)
    shown = preview_correction(game=game, outcome="0-1")
    assert shown.leagues == ["Fide"]
    untouched = scene.play("celina", "dawid", "1-0", date(2026, 2, 10))
    assert preview_correction(game=untouched, outcome="=").leagues == []


def test_a_preview_names_the_lists_that_are_seeded(db):
    made = Scene(system="fide", mode="period", slug="standard")
    rapid = made.add_league("rapid", system="fide", mode="period", standard_league=made.league, list="rapid")
    for who in ("anna", "bartek"):
        enter_league(league=made.league, player=made.player(who), start_rating=2000, start_games=100)
    january, _february = open_monthly(league=made.league, first="2026-01", last="2026-02")
    _first, second = open_monthly(league=rapid, first="2026-01", last="2026-02")
    game = made.play("anna", "bartek", "1-0", DAY)
    made.play("anna", "bartek", "1-0", date(2026, 2, 10), league=rapid)
    close_period(period=january)
    close_period(period=_first)
    close_period(period=second)
    shown = preview_correction(game=game, outcome="0-1")
    assert shown.leagues == ["Rapid"]
    before = made.rating("anna", rapid)
    correct_game(game=game, outcome="0-1", reason="colours")
    assert made.rating("anna", rapid) != before
    made.must_verify(rapid)


def test_its_periods_are_its_own_and_a_closed_one_asks_for_a_reason_at_the_source(scene):
    game = scene.play("anna", "bartek", "1-0", DAY)
    close_period(period=scene.january)
    with pytest.raises(Refused, match="reason"):
        scene.play("celina", "dawid", "1-0", DAY)
    with pytest.raises(Refused, match="reason"):
        void_game(game=game, reason=" ")
    assert RatingChange.objects.filter(league=scene.fide, cause="period").count() == 2


def test_a_follower_whose_list_stands_carries_what_the_source_corrects(db):
    made = Scene(k=32)
    fide = create_league(
        club=made.club, slug="fide", name="Fide", system="fide", mode="period", games_from=made.league,
        late_results="next_list",
    )  # fmt: skip
    for who in ("anna", "bartek"):
        enter_league(league=fide, player=made.player(who), start_rating=2000, start_games=100)
    january, february = open_monthly(league=fide, first="2026-01", last="2026-02")
    game = made.play("anna", "bartek", "1-0", DAY)
    close_period(period=january)
    publish_period(period=january)
    correct_game(game=game, outcome="=", reason="scoresheet")
    assert made.rating("anna") == 1500.0  # the ladder restates
    anna = Rating.objects.get(league=fide, player=made.anna)
    assert (anna.value, anna.live) == (2010, 2000)
    close_period(period=february)
    assert made.rating("anna", fide) == 2000
    made.must_verify(fide)


@pytest.fixture
def seeded(db):
    """A standard list of game by game, and a blitz league that takes Anna's first rating from it."""
    scene = Scene(system="fide")
    scene.blitz = scene.add_league("blitz", system="fide", standard_league=scene.league, list="blitz")
    for place, player in enumerate((scene.anna, scene.bartek, scene.celina)):
        enter_league(league=scene.league, player=player, start_rating=1600 + 100 * place)
    scene.first, *_others = [scene.play("anna", "bartek", "1-0", day) for day in range(5)]
    scene.play("anna", "celina", "1-0", 10, league=scene.blitz)
    return scene


def test_what_a_worker_rates_later_moves_the_leagues_that_are_seeded_from_it(seeded, settings):
    settings.ARPAD_LONG_REPLAY = 3
    beat()
    before = seeded.rating("anna", seeded.blitz)
    correct_game(game=seeded.first, outcome="0-1", reason="typo")
    assert seeded.rating("anna", seeded.blitz) == before
    while work_once():
        pass
    assert seeded.rating("anna", seeded.blitz) < before
    for league in (seeded.league, seeded.blitz):
        seeded.must_verify(league)


def test_what_waited_is_rated_with_the_next_change_in_the_seeded_leagues_too(seeded, settings):
    settings.ARPAD_LONG_REPLAY = 3
    beat()
    correct_game(game=seeded.first, outcome="0-1", reason="typo")
    settings.ARPAD_LONG_REPLAY = 1000
    seeded.play("bartek", "celina", "1-0", 40)
    assert League.objects.filter(stale_since=None).count() == 2
    for league in (seeded.league, seeded.blitz):
        seeded.must_verify(league)


def blitz_in_january(scene, player="dawid"):
    """A game of the blitz league before the player has anything in the standard list."""
    scene.play(player, "celina", "1-0", 1, league=scene.blitz)
    scene.must_verify(scene.blitz)


def moved_as_told(scene, told, deed):
    """What a preview says of the blitz league is what happens; both leagues are sound."""
    ratings = Rating.objects.filter(league=scene.blitz)
    before = dict(ratings.values_list("player", "value"))
    deed()
    for league in (scene.league, scene.blitz):
        scene.must_verify(league)
    moved = {pk: (before[pk], value) for pk, value in ratings.values_list("player", "value") if before[pk] != value}
    (there,) = [each for each in told.others if each.league == scene.blitz]
    assert {move.player_id: (move.before, move.after) for move in there.moves} == moved
    assert {scene.dawid.pk, scene.celina.pk} <= set(moved)


def test_a_start_rating_in_the_standard_list_seeds_games_of_earlier_days(seeded):
    """Who has not played there yet, and who has, later; and back again."""
    scene, start = seeded, {"league": seeded.league, "player": seeded.dawid}
    blitz_in_january(scene)
    told = preview_enter_league(**start, start_rating=2300)
    moved_as_told(scene, told, lambda: enter_league(**start, start_rating=2300, reason="federation"))
    told = preview_enter_league(**start, start_rating=1500)
    moved_as_told(scene, told, lambda: enter_league(**start, start_rating=1500, reason="federation"))
    scene.play("dawid", "anna", "1-0", 60)
    told = preview_enter_league(**start, start_rating=1900)
    moved_as_told(scene, told, lambda: enter_league(**start, start_rating=1900, reason="federation"))
    target = newest_of(scene.league)
    moved_as_told(scene, preview_undo(target=target), lambda: undo(target=target, reason="no"))


def test_an_entry_with_a_start_rating_that_is_taken_back_seeds_no_more(seeded):
    blitz_in_january(seeded)
    enter_league(league=seeded.league, player=seeded.dawid, start_rating=2300)
    target = newest_of(seeded.league)
    moved_as_told(seeded, preview_undo(target=target), lambda: undo(target=target, reason="no"))


def test_ratings_of_a_file_seed_games_of_earlier_days(seeded):
    blitz_in_january(seeded)
    before = seeded.rating("dawid", seeded.blitz)
    made = imported(seeded.league, "date,white,black,result,white_rating\n2026-05-01,Dawid,Anna,1-0,2300\n")
    seeded.must_verify(seeded.blitz)
    assert seeded.rating("dawid", seeded.blitz) != before and made
