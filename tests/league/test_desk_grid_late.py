"""An evening typed in after its players were rated on: seen before it is saved, as a single late result is."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest

from league.models import Game
from ratings.models import Rating
from tests.copies import built_once

from .desking import address, club_with, hidden, is_sound, play
from .test_desk_grid import EVENING, TWO, board, fields, games, opened, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def league(db):
    """Anna (1510) has beaten Bo (1490) in April, before anybody typed the evening of March."""
    league, (anna, bo, *_rest) = club_with("Anna Berg", "Bo Dahl", "Cara Ek", "Dora Fox")
    play(league, anna, bo, on=date(2026, 4, 1))
    return league


def ratings():
    return dict(Rating.objects.values_list("player__name", "shown"))


def shown(answer):
    """Player -> what the preview says the rating would be."""
    html = answer.content.decode()
    table = html[html.index('<table class="sheet impact">') :]
    rows = re.findall(r'<tr><th scope="row">([^<]+).*?<strong>(\d+)', table, re.S)
    return {unescape(name).strip(): int(number) for name, number in rows}


def agree(client, league, page, reason="found the sheet", path=EVENING):
    given = hidden(page.content.decode()) | {"reason": reason, "step": "confirm"}
    return client.post(address(league, path), given, follow=True)


def test_br_033_what_a_past_evening_moves_is_shown_first_and_comes_true(desk, league):
    page = send(desk, league, opened(desk, league) | TWO)
    assert "played before games that are rated already" in text_of(page) and Game.objects.count() == 1
    said = shown(page)
    assert said and set(said) <= {"Anna Berg", "Bo Dahl", "Cara Ek", "Dora Fox"}
    answer = agree(desk, league, page)
    assert len(games()) == 3 and "Saved: 2 new results" in text_of(answer)
    assert ratings() | said == ratings() and is_sound(league)


def test_without_a_reason_and_after_a_change_it_is_shown_again(desk, league):
    page = send(desk, league, opened(desk, league) | TWO)
    again = agree(desk, league, page, reason="")
    assert "id_reason_error" in again.content.decode() and Game.objects.count() == 1
    people = {player.name: player for player in league.club.players.all()}
    play(league, people["Cara Ek"], people["Dora Fox"], on=date(2026, 4, 2))
    moved = agree(desk, league, page)
    assert "changed while you were reading" in text_of(moved) and Game.objects.count() == 2
    agree(desk, league, moved)
    assert len(games()) == 4 and is_sound(league)


def test_the_second_press_of_confirm_saves_nothing_twice(desk, league):
    page = send(desk, league, opened(desk, league) | TWO)
    for _press in range(2):
        agree(desk, league, page)
    assert len(games()) == 3


def test_what_was_typed_is_there_to_be_changed(desk, league):
    page = send(desk, league, opened(desk, league) | TWO)
    back = desk.post(address(league, EVENING), hidden(page.content.decode()) | {"step": "form"})
    assert 'value="Cara Ek"' in back.content.decode() and Game.objects.count() == 1


def test_a_corrected_board_of_that_evening_and_a_new_player_are_seen_too(desk, league):
    agree(desk, league, send(desk, league, opened(desk, league) | board(0, "Anna Berg", "Bo Dahl", "1")))
    given = opened(desk, league) | {"result_0": "0"} | board(1, "Eve Gray", "Bo Dahl", "=")
    asked = send(desk, league, given | {"reason": "misread"})  # a name that nobody has is asked about first
    given = fields(asked.content.decode()) | {"white_1_pick": "new"}
    page = send(desk, league, given)
    said = shown(page)
    assert "Eve Gray – Bo Dahl" in text_of(page) and said
    agree(desk, league, page)
    assert ("Anna Berg", "Bo Dahl", "0-1") in games() and ratings() | said == ratings() and is_sound(league)


def test_boards_that_stay_as_they_are_ask_for_nothing(desk, league):
    """Anna and Bo played on since; the board of two others, who did not, is saved at once beside theirs."""
    agree(desk, league, send(desk, league, opened(desk, league) | board(0, "Anna Berg", "Bo Dahl", "1")))
    said = text_of(send(desk, league, opened(desk, league) | board(1, "Cara Ek", "Dora Fox", "=")))
    assert "Saved: 1 new result" in said and len(games()) == 3


def test_the_newest_evening_is_saved_at_once(desk, league):
    path = "desk/grid/2026-04-01/"
    given = opened(desk, league, path) | board(1, "Cara Ek", "Dora Fox", "1")
    assert "Saved" in text_of(send(desk, league, given, path)) and len(games()) == 2
