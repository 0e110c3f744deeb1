"""A round robin entered as its cross table."""

from __future__ import annotations

from datetime import date

import pytest

from league.models import EventEntry, Game
from league.services.events import create_event

from .desking import address, club_with, is_sound, superuser
from .test_desk_grid import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(client):
    """Four players, numbered, in an event of March."""
    client.force_login(superuser())
    league, players = club_with("Anna Berg", "Bo Dahl", "Cara Ek", "Dora Fox")
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 1), ends_on=date(2026, 3, 30))
    for number, player in enumerate(players, 1):
        EventEntry.objects.create(event=event, player=player, number=number)
    return client, league, address(league, f"desk/events/{event.pk}/table/")


def fields(client, page):
    form = client.get(page).context["form"]
    return {name: "" if (value := form[name].value()) is None else str(value) for name in form.fields}


def games():
    rows = Game.objects.exclude(status="void").order_by("round", "board")
    return [
        (g.round, g.board, g.white.name[0], g.black.name[0], g.outcome) for g in rows.select_related("white", "black")
    ]


def test_cells_become_games_with_the_rounds_and_colours_of_the_berger_tables(cup):
    """FIDE C.05 Annex 1, four players: round 1: 1-4, 2-3; round 2: 4-3, 1-2; round 3: 2-4, 3-1."""
    client, league, page = cup
    given = fields(client, page) | {"day": "2026-03-14", "cycles": "1"}
    cells = {"c_1_4_1": "1", "c_2_3_1": "=", "c_3_4_1": "0", "c_1_2_1": "0", "c_2_4_1": "+", "c_1_3_1": "1"}
    assert "Saved." in text_of(client.post(page, given | cells, follow=True))
    assert games() == [
        (1, 1, "A", "D", "1-0"), (1, 2, "B", "C", "="), (2, 1, "D", "C", "1-0"), (2, 2, "A", "B", "0-1"),
        (3, 1, "B", "D", "+-"), (3, 2, "C", "A", "0-1"),
    ]  # fmt: skip
    assert is_sound(league)


def test_what_is_stored_stands_in_its_cell_and_can_be_changed(cup):
    client, league, page = cup
    client.post(page, fields(client, page) | {"day": "2026-03-14", "c_3_4_1": "0", "cycles": "1"})
    given = fields(client, page)
    assert given["c_3_4_1"] == "0"  # Dora had White and won; the row is Cara's
    client.post(page, given | {"c_3_4_1": "1", "cycles": "1"})
    assert games() == [(2, 1, "D", "C", "0-1")]
    assert is_sound(league)


def test_sent_twice_each_game_is_there_once(cup):
    """BR-013"""
    client, _league, page = cup
    given = fields(client, page) | {"day": "2026-03-14", "c_1_2_1": "1", "cycles": "1"}
    for _press in range(2):
        client.post(page, given)
    assert len(games()) == 1


def test_two_cycles_stand_above_and_below_the_diagonal(cup):
    client, _league, page = cup
    given = fields(client, f"{page}?cycles=2") | {"day": "2026-03-14", "cycles": "2"}
    client.post(page, given | {"c_1_2_1": "1", "c_2_1_2": "1"})
    assert games() == [(2, 2, "A", "B", "1-0"), (5, 2, "B", "A", "1-0")]


def test_a_wrong_cell_is_named_and_nothing_is_saved(cup):
    client, _league, page = cup
    given = fields(client, page) | {"day": "2026-03-14", "c_1_2_1": "1", "c_1_3_1": "7?", "cycles": "1"}
    said = text_of(client.post(page, given))
    assert "Anna Berg against Cara Ek" in said and "“7?” is no result." in said and games() == []


def test_an_event_without_players_says_so(client):
    client.force_login(superuser())
    league, _players = club_with("Anna Berg")
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 1))
    said = text_of(client.get(address(league, f"desk/events/{event.pk}/table/")))
    assert "Nobody is entered in this event yet" in said
