"""Each kind of stored row spoiled by hand in the database: the check names it, the repair mends it."""

from datetime import date

import pytest
from django.db import connection

from league.models import League
from league.services.adjusting import adjust
from league.services.correcting import correct_game
from league.services.periods import close_period, open_monthly, publish_period
from ratings.ledger import keys
from ratings.models import Rating, RatingChange, RatingList, RatingListEntry, RatingRun
from ratings.services import repair, verify
from tests.copies import built_once
from tests.league.scene import Scene

pytestmark = pytest.mark.django_db


def sql(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.rowcount


def numbers(league):
    """Everything that people read of a league."""
    log = list(RatingChange.objects.filter(league=league).order_by("pk").values_list())
    ratings = list(Rating.objects.filter(league=league).order_by("player").values_list())
    lists = list(RatingListEntry.objects.filter(list__league=league).order_by("list", "player").values_list()[0:])
    return log, [row[1:] for row in ratings], [row[1:] for row in lists]


@pytest.fixture
@built_once
def ladder(db):
    """Game by game: eight games, an adjustment, a list of January that a later correction moved."""
    scene = Scene(k=32)
    open_monthly(league=scene.league, first="2026-01", last="2026-02")
    games = [
        scene.play("anna", "bartek"), scene.play("celina", "anna", day=1), scene.play("bartek", "celina", "=", day=2),
        scene.play("dawid", "anna", day=3), scene.play("dawid", "ewa", "0-1", day=4),
    ]  # fmt: skip
    adjust(league=scene.league, player=scene.ewa, on=date(2026, 1, 10), by=10, reason="proof of strength")
    january = scene.league.periods.earliest("starts_on")
    close_period(period=january)
    publish_period(period=january)
    correct_game(game=games[0], outcome="0-1", reason="typo")
    scene.play("ewa", "bartek", day=40)
    scene.must_verify()
    scene.league.refresh_from_db()
    return scene


@pytest.fixture
@built_once
def federation(db):
    """Per period, lists that stand: January published, February closed, games in March."""
    scene = Scene(mode="period", late_results="next_list", k=32)
    january, february, _ = open_monthly(league=scene.league, first="2026-01", last="2026-03")
    scene.play("anna", "bartek")
    scene.play("celina", "dawid", "=", day=1)
    close_period(period=january)
    publish_period(period=january)
    scene.play("anna", "celina", day=30)
    close_period(period=february)
    scene.play("bartek", "celina", day=60)
    scene.play("anna", "dawid", day=2, reason="late report")  # carried
    scene.must_verify()
    scene.league.refresh_from_db()
    return scene


def game_key(scene, nth=0, side=0):
    return keys.game_row_id(scene.league.pk, scene.league.games.order_by("pk")[nth].pk, side)


LOG = "UPDATE ratings_ratingchange SET"
RATING = "UPDATE ratings_rating SET"
SPOILT = {
    "a closing": (f"{LOG} closing = closing + 1 WHERE id = %s", "closing of log row game"),
    "an opening": (f"{LOG} opening = opening - 3 WHERE id = %s", "opening of log row game"),
    "a change": (f"{LOG} change = 99 WHERE id = %s", "change of log row game"),
    "a score": (f"{LOG} halves = 1 WHERE id = %s", "halves of log row game"),
    "an expectation": (f"{LOG} expected = 0.9 WHERE id = %s", "expected of log row game"),
    "a K": (f"{LOG} k = 31 WHERE id = %s", "k of log row game"),
    "a day": (f"{LOG} day = '2026-01-20' WHERE id = %s", "day of log row game"),
    "a player": (f"{LOG} player_id = (SELECT MAX(id) FROM league_player) WHERE id = %s", "player of log row game"),
    "a player who never was": (f"{LOG} player_id = 777777 WHERE id = %s", "point to nothing"),
    "a league": (f"{LOG} league_id = 777777 WHERE id = %s", "name another league"),
    "a row lost": ("DELETE FROM ratings_ratingchange WHERE id = %s", "stored absent, computed present"),
    "a row too many": (f"{LOG} id = id + 200000, ref = ref + 100000 WHERE id = %s", "point to nothing"),
}
STANDING = {
    "value": ("value + 1", "value of the rating"),
    "shown": ("shown + 1", "shown of the rating"),
    "live": ("live + 1", "live rating"),
    "games": ("games + 1", "games of the rating"),
    "wins": ("wins + 1", "wins of the rating"),
    "draws": ("draws + 1", "draws of the rating"),
    "losses": ("losses + 1", "losses of the rating"),
    "peak": ("peak + 1", "peak of the rating"),
    "peak_on": ("'2020-01-01'", "peak_on of the rating"),
    "low": ("low - 1", "low of the rating"),
    "low_on": ("NULL", "low_on of the rating"),
    "last_played": ("NULL", "last_played of the rating"),
    "carried_games": ("0", "carried_games of the rating"),
    "last_change": ("77", "last_change of the rating"),
    "published": ("1234", "published number"),
}


def spoil_and_mend(scene, words, before):
    found = verify(scene.league)
    assert any(words in difference.text for difference in found), [difference.text for difference in found]
    mended = repair(scene.league, reason="the check found it")
    assert mended.found == found
    assert mended.left == []
    assert mended.run == RatingRun.objects.filter(league=scene.league).first()
    assert verify(scene.league) == []
    assert numbers(scene.league) == before
    again = repair(scene.league, reason="once more")
    assert (again.found, again.run) == ([], None)


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_row_of_the_log_is_named_and_mended(ladder, what):
    statement, words = SPOILT[what]
    before = numbers(ladder.league)
    assert sql(statement, game_key(ladder, 1)) == 1
    spoil_and_mend(ladder, words, before)


@pytest.mark.parametrize("column", STANDING)
def test_a_spoilt_rating_or_counter_is_named_and_mended(ladder, column):
    value, words = STANDING[column]
    before = numbers(ladder.league)
    statement = f"{RATING} {column} = {value} WHERE player_id = %s"
    assert sql(statement, ladder.anna.pk) == 1
    spoil_and_mend(ladder, words, before)


def test_a_lost_rating_row_comes_back(ladder):
    before = numbers(ladder.league)
    Rating.objects.get(player=ladder.bartek).delete()
    spoil_and_mend(ladder, "rating row of player", before)


def test_a_rating_of_somebody_who_never_entered_goes(ladder):
    before = numbers(ladder.league)
    Rating.objects.create(league=ladder.league, player=ladder.henryk, value=1, shown=1)
    assert not ladder.league.entries.filter(player=ladder.henryk).exists()
    spoil_and_mend(ladder, "one who never entered", before)


def test_the_chain_is_checked_by_itself(ladder):
    """A closing and the next opening moved alike are two rows that differ; one of them alone breaks the chain."""
    _, first, last = ladder.log("celina")  # before them her entry
    sql(f"{LOG} closing = closing + 5 WHERE id = %s", first.pk)
    assert ("chain", ladder.celina.pk) in {(d.kind, d.player) for d in verify(ladder.league)}
    sql(f"{LOG} change = change + 5 WHERE id = %s", first.pk)
    sql(f"{LOG} opening = opening + 5, closing = closing + 5 WHERE id = %s", last.pk)
    assert {d.kind for d in verify(ladder.league)} == {"log", "list"}


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE ratings_ratinglistentry SET rank = 7 WHERE id = %s", "rank on the list of 2026-02-01"),
        ("UPDATE ratings_ratinglistentry SET corrected = 4 WHERE id = %s", "corrected number on the list"),
        ("UPDATE ratings_ratinglistentry SET corrected = NULL WHERE id = %s", "corrected number on the list"),
        ("DELETE FROM ratings_ratinglistentry WHERE id = %s", "lines of the list of 2026-02-01"),
    ],
)
def test_a_spoilt_line_of_a_list_is_named_and_mended(ladder, statement, words):
    entry = RatingListEntry.objects.get(player=ladder.anna)
    assert entry.corrected is not None
    assert sql(statement, entry.pk) == 1
    found = verify(ladder.league)
    assert any(words in difference.text for difference in found), found
    assert not repair(ladder.league, reason="check").left
    assert verify(ladder.league) == []


def test_a_published_number_that_was_altered_stays_with_the_right_one_beside_it(ladder):
    """Nobody can know what was published when the copy itself was changed: the log's number stands beside."""
    entry = RatingListEntry.objects.get(player=ladder.ewa)
    right = entry.rating
    assert entry.corrected is None
    sql("UPDATE ratings_ratinglistentry SET rating = rating + 40 WHERE id = %s", entry.pk)
    assert verify(ladder.league)
    assert not repair(ladder.league, reason="check").left
    entry.refresh_from_db()
    assert (entry.rating, entry.corrected) == (right + 40, right)


def test_a_list_that_stands_gets_its_number_back(federation):
    entry = RatingListEntry.objects.get(player=federation.anna)
    assert entry.rating == 1516
    sql("UPDATE ratings_ratinglistentry SET rating = 1600 WHERE id = %s", entry.pk)
    spoilt = [d.text for d in verify(federation.league)]
    assert any("list of 2026-02-01" in text and "stored 1600, computed 1516" in text for text in spoilt), spoilt
    assert not repair(federation.league, reason="check").left
    entry.refresh_from_db()
    assert (entry.rating, entry.rank, entry.corrected) == (1516, 1, None)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (f"{LOG} closing = closing + 2 WHERE cause = 'period' AND day = '2026-01-31'", "closing of log row period"),
        ("DELETE FROM ratings_ratingchange WHERE cause = 'period' AND day = '2026-02-28'", "computed present"),
        (f"{RATING} live = value", "live rating"),
        ("DELETE FROM ratings_carriedgame", "for the next list"),
        ("UPDATE league_league SET rated_until = '2025-12-31'", "last day of the rated periods"),
        (f"{LOG} period_id = 777777 WHERE cause = 'period' AND day = '2026-02-28'", "point to nothing"),
    ],
)
def test_what_a_league_of_periods_stores_is_named_and_mended(federation, statement, words):
    before = numbers(federation.league)
    assert sql(statement)
    spoil_and_mend(federation, words, before)


@pytest.mark.parametrize("column", ["league_version", "players_moved"])
def test_the_newest_run_is_checked(ladder, column):
    run = RatingRun.objects.filter(league=ladder.league).first()
    sql(f"UPDATE ratings_ratingrun SET {column} = {column} + 1000 WHERE id = %s", run.pk)
    found = verify(ladder.league)
    assert [(d.kind, d.ref) for d in found] == [("run", run.pk)]
    assert not repair(ladder.league, reason="check").left


def test_a_stale_league_is_one_difference_and_the_repair_does_the_work_first(ladder):
    before = numbers(ladder.league)
    sql("UPDATE league_league SET stale_since = '2026-01-01', stale_reason = 'left over'")
    ladder.league.refresh_from_db()
    assert [d.kind for d in verify(ladder.league)] == ["stale"]
    sql(f"{LOG} k = 5 WHERE id = %s", game_key(ladder, 2))
    mended = repair(ladder.league, reason="check")
    assert not mended.left
    assert mended.run is not None
    assert League.objects.get().stale_since is None
    assert numbers(ladder.league) == before


def test_a_sound_league_is_left_alone(ladder):
    runs, version = RatingRun.objects.count(), ladder.version()
    mended = repair(ladder.league, reason="for luck")
    assert (mended.found, mended.left, mended.run) == ([], [], None)
    assert (RatingRun.objects.count(), ladder.version()) == (runs, version)
    assert RatingList.objects.count() == 1
