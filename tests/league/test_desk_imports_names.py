"""Files and pasted lines at the desk make nobody a new player without a choice; one tick is enough for a whole file."""

from __future__ import annotations

import pytest

from league.models import Game, Player

from .desking import club_with
from .test_desk_imports import HEAD, keys, paste, players, step, text_of, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db):
    return club_with("Anna Berg", "Bo Dahl")[0]


def test_a_name_that_nobody_has_becomes_a_player_only_when_somebody_says_so(desk, league):
    """A misspelt name is not made a person by the button that imports; one tick says it for a whole file."""
    shown = paste(desk, league, "Anna Berg - Zoe Young 1:0\nBo Dahl - Yan Xu ½")
    assert "The 2 names that are nobody’s here are new players" in text_of(shown)
    unsaid = step(desk, shown, "commit")
    assert "Nothing was imported: say that these names are new players" in text_of(unsaid)
    assert 'aria-describedby="all_new_error"' in unsaid.content.decode()
    assert not Game.objects.exists() and Player.objects.count() == 2
    step(desk, shown, "commit", all_new="1")
    assert Game.objects.count() == 2 and Player.objects.count() == 4


def test_names_placed_one_by_one_and_a_first_file_ask_for_no_tick(desk, league, client):
    shown = paste(desk, league, "Anna Berg - Bo Dall 1:0")
    ((field, key),) = keys(shown).items()
    answered = step(desk, shown, "answer", **{field: "new", f"{field}_key": key})
    assert "all_new" not in answered.content.decode()
    step(desk, answered, "commit")
    assert Player.objects.filter(name="Bo Dall").exists()
    empty, _nobody = club_with(slug="tigers")
    first = upload(desk, empty, HEAD + "2026-03-01,Zoe Young,Yan Xu,1-0\n")
    assert "all_new" not in first.content.decode()
    step(desk, first, "commit")
    assert empty.games.count() == 1


def test_a_new_name_like_a_known_one_in_a_file_of_players_is_said_to_be_another_person(desk, league):
    shown = players(desk, "name\nBo Dall\nZoe Young\n")
    assert "The new name that is like one of the club’s is another person" in text_of(shown)
    unsaid = step(desk, shown, "commit")
    assert "Nothing was imported: say that they are other people" in text_of(unsaid) and Player.objects.count() == 2
    step(desk, shown, "commit", all_new="1")
    assert Player.objects.count() == 4
