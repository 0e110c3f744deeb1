"""The preview of a result answers what recording it answers, also where it is there already."""

from datetime import timedelta

import pytest

from league.services.errors import Refused
from league.services.events import create_event
from league.services.late_games import preview_record
from league.services.recording import record_game

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    made = Scene()
    made.event = create_event(league=made.league, name="Match", starts_on=DAY, ends_on=DAY + timedelta(9), kind="free")
    return made


def game_of(scene, outcome="=", **fields):
    return {
        "league": scene.league, "white": scene.anna, "black": scene.bartek, "outcome": outcome, "played_on": DAY,
        "event": scene.event, "round": 6, **fields,
    }  # fmt: skip


def test_the_same_result_once_more_moves_nobody_and_is_not_refused(scene):
    game = record_game(**game_of(scene))
    assert preview_record(**game_of(scene)).players == 0
    assert record_game(**game_of(scene)) == game
    for deed in (preview_record, record_game):
        with pytest.raises(Refused):
            deed(**game_of(scene, "1-0"))


def test_a_reported_result_entered_once_more_counts_as_the_preview_tells(scene):
    record_game(**game_of(scene, "1-0", status="pending"))
    told = preview_record(**game_of(scene, "1-0"))
    record_game(**game_of(scene, "1-0"))
    assert {move.player_id: move.after for move in told.moves} == {
        player.pk: scene.rating(name) for name, player in (("anna", scene.anna), ("bartek", scene.bartek))
    }
    scene.must_verify()
