"""Adjustments, periods and rules decided on the desk: preview, reason, confirmation."""

from __future__ import annotations

import pytest

from league.models import Adjustment, RatingPeriod
from league.services import periods
from ratings.models import Rating, RatingList
from tests.copies import built_once

from .desking import address, admin_fields, club_with, correct, hidden, is_sound, play, state

pytestmark = pytest.mark.django_db


# -- adjustments ---------------------------------------------------------------------------------------


def adjust(client, league, who, /, **fields):
    page = address(league, "desk/adjustments/new/")
    given = {"player": who.name, "to": "1600", "by": "", "on": "2026-03-20"} | fields
    return page, client.post(page, given | {"step": "preview"})


def test_an_adjustment_is_previewed_and_then_made_once(desk):
    """BR-013"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    page, preview = adjust(desk, league, a)
    assert "1 player moves" in preview.content.decode()
    for _press in range(3):
        sent = hidden(preview.content.decode()) | {"reason": "transfer", "step": "confirm"}
        assert desk.post(page, sent).status_code == 302
    assert Adjustment.objects.count() == 1
    assert Rating.objects.get(league=league, player=a).value == 1600
    assert is_sound(league)


def test_an_adjustment_stays_whatever_is_saved_in_the_admin_site_afterwards(desk):
    """BR-009"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    page, preview = adjust(desk, league, a)
    desk.post(page, hidden(preview.content.decode()) | {"reason": "transfer", "step": "confirm"})
    before = state(league)
    for model, pk in (("player", a.pk), ("league", league.pk), ("game", game.pk)):
        opened = f"/admin/league/{model}/{pk}/change/"
        assert desk.post(opened, admin_fields(desk.get(opened))).status_code == 302
    assert state(league) == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"to": "", "by": ""}, "by how much"),
        ({"to": "1600", "by": "5"}, "not both"),
        ({"to": "nan"}, "Enter a number"),
        ({"to": "1e309"}, "Enter a number"),
        ({"to": "99999999"}, "less than or equal"),
        ({"player": "Nobody At All"}, "No player of this club"),
        ({"on": "31.02.2026"}, "valid date"),
        ({"on": "0001-01-01"}, "year lies between"),
    ],
)
def test_an_impossible_adjustment_is_said_at_its_field(desk, fields, words):
    league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    answer = adjust(desk, league, a, **fields)[1]
    assert answer.status_code == 200 and words in answer.content.decode()


def test_a_decimal_comma_is_a_decimal_point(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    page, preview = adjust(desk, league, a, to="1600,5")
    desk.post(page, hidden(preview.content.decode()) | {"reason": "transfer", "step": "confirm"})
    assert Adjustment.objects.get().to == 1600.5


def test_a_voided_adjustment_gives_the_old_numbers_back(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    numbers = state(league)[2]
    page, preview = adjust(desk, league, a)
    desk.post(page, hidden(preview.content.decode()) | {"reason": "transfer", "step": "confirm"})
    page = address(league, f"desk/adjustments/{Adjustment.objects.get().pk}/void/")
    html = desk.get(page).content.decode()
    assert desk.post(page, hidden(html) | {"reason": "no transfer", "step": "confirm"}).status_code == 302
    assert state(league)[2] == numbers


# -- periods ---------------------------------------------------------------------------------------------


@built_once
def monthly():
    league, players = club_with(
        "Anna Berg", "Bo Dahl", system="glicko2", mode="period", parameters={"tau": 0.5}
    )  # fmt: skip
    periods.open_monthly(league=league, first="2026-03", last="2026-04")
    return league, players, list(league.periods.order_by("starts_on"))


def decide(client, league, period, step, reason=""):
    page = address(league, f"desk/periods/{period.pk}/{step}/")
    opened = client.get(page)
    html = opened.content.decode()
    return html, client.post(page, hidden(html) | {"reason": reason, "step": "confirm"})


def test_a_period_is_closed_published_and_reopened_with_what_moves_shown_before(desk):
    league, (a, b), (march, _april) = monthly()
    play(league, a, b)
    html, answer = decide(desk, league, march, "close")
    assert "2 players move" in html and answer.status_code == 302
    assert 'name="reason"' not in html, "closing keeps no reason, so it asks for none"
    assert Rating.objects.get(league=league, player=a).value > 1500
    assert decide(desk, league, march, "publish")[1].status_code == 302
    assert RatingList.objects.get().players == 2
    html, answer = decide(desk, league, march, "reopen", "a game is missing")
    assert "2 players move" in html and answer.status_code == 302
    march.refresh_from_db()
    assert march.status == RatingPeriod.Status.OPEN and not RatingList.objects.exists()
    assert march.actions.filter(action="reopen", reason="a game is missing").exists()
    assert is_sound(league)


def test_a_period_behind_an_open_one_cannot_be_closed(desk):
    league, (a, b), (march, april) = monthly()
    play(league, a, b)
    listed = desk.get(address(league, "desk/periods/")).content.decode()
    assert "First close March 2026" in listed and f"/{march.pk}/close/" in listed
    assert f"/{april.pk}/close/" not in listed, "what would be refused is not offered"
    answer = desk.get(address(league, f"desk/periods/{april.pk}/close/"))
    assert answer.status_code == 200 and "March 2026 is open" in answer.content.decode()


def test_closing_twice_closes_once(desk):
    """BR-013"""
    league, (a, b), (march, _april) = monthly()
    play(league, a, b)
    page = address(league, f"desk/periods/{march.pk}/close/")
    sent = hidden(desk.get(page).content.decode()) | {"step": "confirm"}
    desk.post(page, sent)
    after = state(league)
    assert desk.post(page, sent).status_code == 302
    assert state(league) == after and march.actions.filter(action="close").count() == 1


def test_reopening_needs_a_reason(desk):
    league, (a, b), (march, _april) = monthly()
    play(league, a, b)
    periods.close_period(period=march)
    answer = decide(desk, league, march, "reopen", "")[1]
    assert answer.status_code == 200 and "This field is required" in answer.content.decode()


def test_a_correction_of_a_published_month_names_the_list_it_touches(desk):
    league, (a, b), (march, _april) = monthly()
    game = play(league, a, b)
    periods.close_period(period=march)
    periods.publish_period(period=march)
    html = correct(desk, league, game, outcome="0-1")[2].content.decode()
    assert "A published list is touched" in html and "April" in html


def test_the_first_months_offered_begin_with_the_first_game(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    form = desk.get(address(league, "desk/periods/")).context["months"]
    assert form.initial == {"first": "2026-03", "last": "2026-12"}


def test_months_are_opened_once(desk):
    league, _players, opened = monthly()
    page = address(league, "desk/periods/")
    assert desk.post(page, {"first": "2026-03", "last": "2026-06"}).status_code == 302
    assert league.periods.count() == len(opened) + 2
    assert desk.post(page, {"first": "2026-03", "last": "2026-06"}).status_code == 302
    assert league.periods.count() == len(opened) + 2


@pytest.mark.parametrize("first", ["", "2026", "2026-13", "March", "2026-1", "9999999-01", "٢٠٢٦-٠١"])
def test_an_impossible_month_is_said_at_its_field(desk, first):
    league, _players, _opened = monthly()
    answer = desk.post(address(league, "desk/periods/"), {"first": first, "last": "2026-06"})
    assert answer.status_code == 200 and 'aria-invalid="true"' in answer.content.decode()
