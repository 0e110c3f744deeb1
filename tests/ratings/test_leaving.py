"""Players whose entry is taken back while a worker has yet to rate: nothing of theirs stays in the log."""

import pytest

from league.services.undoing import newest_of, undo
from ratings.models import RatingChange
from ratings.services import beat, work_once

from ..league.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rated_between", [True, False])
@pytest.mark.parametrize("system", ["elo", "fide", "glicko2"])
def test_who_entered_with_a_game_that_is_undone_leaves_no_row_to_a_worker(settings, system, rated_between):
    """The row of the entry is found by the rating, which is gone at once; it was left behind."""
    scene = Scene(system=system)
    scene.play("anna", "bartek", day=0)
    settings.ARPAD_LONG_REPLAY = 0
    beat()
    scene.play("celina", "dawid", day=10)
    if rated_between:
        work_once()
        assert RatingChange.objects.filter(player=scene.dawid).exists()
    undo(target=newest_of(scene.league), reason="another club's game")
    work_once()
    assert not RatingChange.objects.filter(player__in=[scene.celina, scene.dawid]).exists()
    scene.must_verify()
