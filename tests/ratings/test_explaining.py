"""Every row of the log is explained by lines that end in the very number that is stored."""

import pytest

from ratings.models import RatingChange
from ratings.services import explain, rerate
from tests.ratings.test_rerating import both_modes, filled

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("system", "mode", "parameters"), both_modes())
def test_the_lines_of_every_row_end_in_its_stored_closing(system, mode, parameters):
    league = filled(system, mode, parameters, games=60)
    rerate(league, since=None, reason="first")
    rows = RatingChange.objects.filter(league=league, cause="period" if mode == "period" else "game")
    seen = 0
    for row in rows.filter(closing__isnull=False):
        made = explain(row)
        if row.reason == "unrated_opponent":
            assert any(line.code == "not_rated" for line in made.lines)
            continue
        closing = next(line for line in made.lines if line.code == "closing")
        assert closing.values["rating"] == row.closing
        assert closing.values["opening"] == row.opening
        assert made.games
        seen += 1
    assert seen > 20


def test_the_explanation_of_a_game_shows_both_sides_and_the_rules_in_force():
    league = filled("elo", "sequential", {"k": 24}, games=10)
    rerate(league, since=None, reason="first")
    row = RatingChange.objects.filter(league=league, cause="game").last()
    made = explain(row)
    assert made.game.pk == row.ref
    assert made.other.ref == row.ref
    assert made.other.side != row.side
    assert made.parameters == {"k": 24}
    expected = next(line for line in made.lines if line.code == "expected")
    change = next(line for line in made.lines if line.code == "change")
    assert expected.values["expected"] == row.expected
    assert change.values["change"] == row.change
