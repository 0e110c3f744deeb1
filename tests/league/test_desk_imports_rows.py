"""The games of a file as the page of a draft lists them: taken, left out."""

from __future__ import annotations

import re

import pytest

from league.models import Game
from league.services.periods import close_period, open_monthly
from tests.formats.reports import player, report

from .desking import club_with, superuser
from .scene import Scene
from .test_desk_imports import HEAD, step, text_of, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db):
    return club_with("Anna Berg", "Bo Dahl")[0]


def test_one_game_of_a_line_that_has_several_is_left_out(desk, league):
    """A line of a report is a player with a game of each round."""
    lines = ["012 Cup", "042 2026/03/01", "052 2026/03/02", player(1, "Anna Berg", "2 w 1", "2 b =", points="1.5"),
             player(2, "Bo Dahl", "1 b 0", "1 w =", points="0.5")]  # fmt: skip
    shown = upload(desk, league, report(*lines), name="cup.trf")
    assert re.findall(r'name="take" value="([^"]*)"', shown.content.decode()) == ["4", "4.2"]
    ticked = step(desk, shown, "rows", line=["4", "4.2"], take=["4.2"])
    assert "1 game is new." in text_of(ticked)
    assert re.findall(r'class="state-(\w+)"', ticked.content.decode()) == ["left", "new"]
    step(desk, shown, "rows", line=["4", "4.2"], take=["4"])
    step(desk, shown, "commit", all_new="1")
    assert [*Game.objects.values_list("round", "outcome")] == [(1, "1-0")]


def test_a_forfeit_of_a_file_is_shown_as_everywhere(desk, league):
    shown = upload(desk, league, HEAD + "2026-03-01,Anna Berg,Bo Dahl,+:-\n")
    assert "+ – − new" in text_of(shown)


def test_rounds_and_boards_are_named_so(desk, league):
    """“Cup 2.1” would be read as the name of an event."""
    text = "date,event,round,board,white,black,result\n2026-03-01,Cup,2,1,Anna Berg,Bo Dahl,1-0\n"
    shown = upload(desk, league, text)
    assert "new Cup, round 2, board 1" in text_of(shown)
    step(desk, shown, "commit")
    assert "Cup · round 2, board 1" in text_of(desk.get("/lions/main/desk/"))


def test_where_only_the_reason_is_missing_it_is_asked_for_instead_of_another_file(client):
    scene = Scene(mode="period", k=20)
    month = open_monthly(league=scene.league, first="2026-01", last="2026-01")[0]
    scene.play("anna", "bartek", "1-0", 2)
    close_period(period=month)
    client.force_login(superuser())
    shown = upload(client, scene.league, HEAD + "2026-01-20,Bartek,Anna,1-0\n")
    said = text_of(shown)
    assert "Only the reason is missing." in said and "Upload the mended file" not in said
    assert 'href="#id_reason"' in shown.content.decode() and 'id="id_reason"' in shown.content.decode()
    assert "1 game is new." in text_of(step(client, shown, "read", reason="found in a drawer"))
