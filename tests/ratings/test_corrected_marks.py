"""A result is marked as corrected while it says something else than what was entered, and everywhere alike."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from league.models import GameRevision
from league.services import correcting, periods
from league.services.correcting import undo_revision
from league.services.undoing import newest_of, undo
from ratings.boards.player import trail
from ratings.models import RatingListEntry
from tests.league.desking import MARCH, club_with, play

pytestmark = pytest.mark.django_db
TAG = '<span class="tag">corrected</span>'


@pytest.fixture
def league(db):
    league, (anna, bo, cara) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    for place, pair in enumerate(((anna, bo), (bo, cara), (anna, cara))):
        play(league, *pair, on=MARCH + timedelta(days=place))
    return league


def marked(client, league, game) -> dict[str, bool]:
    """What each place says of the game: is it marked?"""
    there, api = f"/{league.club.slug}/{league.slug}", f"/api/v1/clubs/{league.club.slug}/leagues/{league.slug}"
    white = game.white_id
    page = client.get(f"{there}/players/{white}/").content.decode()
    log = client.get(f"{there}/log/?cause=game").content.decode()
    games = client.get(f"{api}/games").json()["items"]
    changes = client.get(f"{api}/players/{white}/changes").json()["items"]
    return {
        "player's changes": TAG in page,
        "legend of the chart": "a result was corrected" in page,
        "points of the chart": any("correction" in point.marks for point in trail(league, game.white)),
        "log": TAG in log,
        "games of the API": next(each for each in games if each["id"] == game.pk)["corrected"],
        "game of the API": client.get(f"{api}/games/{game.pk}").json()["corrected"],
        "changes of the API": any(each["corrected"] for each in changes),
    }


def everywhere(client, league, game) -> bool:
    """The one answer of all places."""
    said = marked(client, league, game)
    assert len(set(said.values())) == 1, said
    return said["log"]


def test_a_correction_is_marked_and_one_that_was_undone_is_not(client, league):
    game = league.games.earliest("pk")
    assert not everywhere(client, league, game)
    correcting.correct_game(game=game, outcome="0-1", reason="misread")
    assert everywhere(client, league, game)
    undo_revision(revision=GameRevision.objects.latest("pk"), reason="it was right")
    assert not everywhere(client, league, game)
    told = client.get(f"/lions/main/games/{game.pk}/").content.decode()
    assert "misread" in told and "it was right" in told  # the history shows both
    story = client.get(f"/api/v1/clubs/lions/leagues/main/games/{game.pk}").json()
    assert [each["reason"] for each in story["revisions"]] == ["it was right", "misread"]


def test_of_two_corrections_one_undone_leaves_a_mark(client, league):
    game = league.games.earliest("pk")
    correcting.correct_game(game=game, outcome="=", reason="misread")
    correcting.correct_game(game=game, round=3, reason="of that round")
    undo_revision(revision=GameRevision.objects.latest("pk"), reason="no")
    assert everywhere(client, league, game)
    correcting.correct_game(game=game, outcome="1-0", reason="typed back by hand")
    assert not everywhere(client, league, game)


def test_void_and_restored_is_as_it_was(client, league):
    game = league.games.earliest("pk")
    correcting.void_game(game=game, reason="never played")
    correcting.restore_game(game=game, reason="it was")
    assert not everywhere(client, league, game)


def test_a_game_entered_late_with_a_reason_is_not_corrected(client, league):
    anna, bo, _cara = league.club.players.order_by("pk")
    game = play(league, anna, bo, on=MARCH - timedelta(days=3), reason="the sheet was lost")
    assert not everywhere(client, league, game)
    correcting.correct_game(game=game, outcome="0-1", reason="misread")
    assert everywhere(client, league, game)


def test_the_number_beside_a_published_one_goes_with_the_correction(client):
    """A frozen list says the corrected number as long as it differs, and so does the board's note."""
    league, (anna, bo) = club_with("Anna Berg", "Bo Dahl", mode="period", parameters={"k": 20})
    periods.open_monthly(league=league, first="2026-03", last="2026-04")
    game = play(league, anna, bo, on=date(2026, 3, 14))
    march = league.periods.earliest("starts_on")
    periods.close_period(period=march)
    periods.publish_period(period=march)
    correcting.correct_game(game=game, outcome="0-1", reason="misread")
    assert RatingListEntry.objects.exclude(corrected=None).count() == 2 and everywhere(client, league, game)
    undo(target=newest_of(league), reason="it was right")
    assert not RatingListEntry.objects.exclude(corrected=None).exists() and not everywhere(client, league, game)
