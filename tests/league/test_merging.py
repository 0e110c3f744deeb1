"""Two records of one person become one, and two again: every number and every row."""

import pytest

from league.models import GameRevision, Merge, Player
from league.services.errors import ChangedMeanwhile, Refused
from league.services.people import merge_players, player_named, preview_merge, preview_split, split_players

from . import merged
from .scene import Scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", merged.KINDS)
def test_merged_is_as_if_it_had_been_one_record_and_split_restores_every_bit(kind):
    """Also sequential and per period, closed periods restated and with lists that stand."""
    scene = merged.story(kind, twice=True)
    facts, numbers = merged.facts(), merged.consequences(scene.league)
    preview, before = preview_merge(kept=scene.anna, absorbed=scene.gosia), merged.newest_run()
    assert merged.consequences(scene.league) == numbers, "a preview writes nothing"
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    merged.must_equal(preview, before)
    scene.must_verify()
    together = merged.numbers(scene)

    preview, before = preview_split(merge=merge), merged.newest_run()
    split_players(merge=merge, reason="two people after all")
    merged.must_equal(preview, before)
    scene.must_verify()
    assert merged.facts() == facts
    assert merged.consequences(scene.league) == numbers

    if kind != "fide per period, next list":  # there published lists keep what they said
        alone = _elsewhere(kind)
        assert together == alone


def _elsewhere(kind):
    """The same story told of one record from the start, in a club of its own."""
    Merge.objects.all().delete()
    scene = merged.story(kind, twice=False, club="other")
    return merged.numbers(scene)


def test_every_game_side_keeps_its_revision(scene):
    one, other = scene.play("anna", "bartek"), scene.play("celina", "gosia", day=1)
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    (revision,) = GameRevision.objects.filter(reason="one person")
    assert (revision.game, revision.old, revision.new) == (
        other, {"black_id": scene.gosia.pk}, {"black_id": scene.anna.pk},
    )  # fmt: skip
    assert (merge.moved["white"], merge.moved["black"]) == ([], [other.pk])
    assert not one.revisions.filter(reason="one person")


def test_the_absorbed_name_still_finds_the_player(scene):
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    assert player_named(club=scene.club, text="gosia") == scene.anna
    split_players(merge=merge, reason="two")
    assert player_named(club=scene.club, text="gosia") == scene.gosia


class TestRefused:
    def test_games_between_the_two(self, scene):
        scene.play("anna", "gosia")
        for attempt in (preview_merge, _merge):
            with pytest.raises(Refused, match="They played each other on"):
                attempt(kept=scene.anna, absorbed=scene.gosia)

    def test_without_a_reason(self, scene):
        with pytest.raises(Refused) as caught:
            merge_players(kept=scene.anna, absorbed=scene.gosia, reason=" ")
        assert caught.value.field == "reason"

    def test_with_itself_twice_and_into_another_club(self, scene):
        for other in (scene.anna, Scene(club="other").gosia):
            with pytest.raises(Refused):
                _merge(kept=scene.anna, absorbed=other)
        _merge(kept=scene.anna, absorbed=scene.gosia)
        with pytest.raises(Refused, match="part of another record"):
            _merge(kept=scene.bartek, absorbed=scene.gosia)

    def test_what_changed_since_the_preview(self, scene):
        scene.play("gosia", "bartek")
        state = preview_merge(kept=scene.anna, absorbed=scene.gosia).state
        scene.play("gosia", "celina", day=2)
        with pytest.raises(ChangedMeanwhile):
            merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one", expected=state)
        assert not Player.objects.filter(merged_into__isnull=False)


def _merge(**people):
    return merge_players(reason="one person", **people)
