"""Correct, void, restore, adjust, close, publish, reopen: preview, reason, confirmation."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from league.models import Adjustment, Game, GameRevision, RatingPeriod
from league.services import correcting, periods
from ratings.models import Rating, RatingChange, RatingList

from .desking import MARCH, address, club_with, hidden, is_sound, play, state, superuser

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(superuser())
    return client


def correct(client, league, game, **fields):
    """The filled-in form of a correction, sent for its preview."""
    page = address(league, f"desk/games/{game.pk}/correct/")
    opened = client.get(page).content.decode()
    given = hidden(opened) | {
        "white": game.white.name, "white_for": game.white.name, "black": game.black.name,
        "black_for": game.black.name, "outcome": game.outcome, "played_on": game.played_on.isoformat(), "weight": "1.0",
    } | fields  # fmt: skip
    return page, given, client.post(page, given | {"step": "preview"})


def confirm(client, page, given, preview, reason="typo in the score sheet"):
    html = preview.content.decode()
    return client.post(page, hidden(html) | {"reason": reason, "step": "confirm"})


def test_a_correction_shows_who_moves_and_writes_only_when_it_is_confirmed(desk):
    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    game = play(league, a, b, "1-0")
    play(league, b, c, "1-0", MARCH + timedelta(days=1))
    before = state(league)
    page, given, preview = correct(desk, league, game, outcome="0-1")
    html = preview.content.decode()
    assert state(league) == before
    assert "3 players move · 2 games are rated again" in html
    assert "1–0 White won" in html and "0–1 Black won" in html
    answer = confirm(desk, page, given, preview)
    assert answer.status_code == 302
    game.refresh_from_db()
    assert (game.outcome, game.revisions.get().reason) == ("0-1", "typo in the score sheet")
    assert is_sound(league)


def test_the_preview_tells_the_numbers_that_the_correction_then_gives(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b, "1-0")
    _page, _given, preview = correct(desk, league, game, outcome="0-1")
    # K 20, both 1500, expected one half: the winner has 1510, the loser 1490 (the published Elo formula)
    html = preview.content.decode()
    row = html[html.index('<th scope="row">Anna Berg') :]
    assert row.index("1510") < row.index("1490")
    confirm(desk, _page, _given, preview)
    assert Rating.objects.get(league=league, player=a).shown == 1490


def test_players_are_listed_largest_move_first(desk):
    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    game = play(league, a, b, "1-0")
    play(league, b, c, "1-0", MARCH + timedelta(days=1))
    html = correct(desk, league, game, outcome="0-1")[2].content.decode()
    table = html[html.index('<table class="sheet impact') :]
    assert table.index("Anna Berg") < table.index("Cara Ek")


def test_a_correction_without_a_reason_is_asked_for_one(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    page, given, preview = correct(desk, league, game, outcome="0-1")
    before = state(league)
    answer = confirm(desk, page, given, preview, reason="  ")
    assert answer.status_code == 200 and "This field is required" in answer.content.decode()
    assert state(league) == before


def test_saving_an_unchanged_correction_does_nothing_at_all(desk):
    """BR-001"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    before = state(league)
    answer = correct(desk, league, game)[2]
    assert answer.status_code == 302
    assert state(league) == before and not GameRevision.objects.exists()


def test_confirming_twice_corrects_once(desk):
    """BR-013"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    page, given, preview = correct(desk, league, game, outcome="0-1")
    confirm(desk, page, given, preview)
    after = state(league)
    again = confirm(desk, page, given, preview)
    assert again.status_code == 302
    assert state(league) == after and game.revisions.count() == 1


def test_facts_changed_between_preview_and_confirmation_show_a_new_preview(desk):
    """BR-097"""
    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    game = play(league, a, b)
    page, given, preview = correct(desk, league, game, outcome="0-1")
    play(league, b, c, "1-0", MARCH + timedelta(days=1))
    before = state(league)
    answer = confirm(desk, page, given, preview)
    html = answer.content.decode()
    assert answer.status_code == 200 and "changed while you were reading" in html and "3 players move" in html
    assert state(league) == before
    assert "typo in the score sheet" in html, "the reason need not be typed again"
    assert confirm(desk, page, given, answer).status_code == 302
    game.refresh_from_db()
    assert game.outcome == "0-1"


def test_two_tabs_that_change_different_fields_both_win(desk):
    """BR-097"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    page, old_tab, _preview = correct(desk, league, game, board="")
    opened = hidden(desk.get(page).content.decode())
    correcting.correct_game(game=game, outcome="=", reason="the other tab")
    given = old_tab | opened | {"played_on": "2026-03-15"}
    preview = desk.post(page, given | {"step": "preview"})
    confirm(desk, page, given, preview)
    game.refresh_from_db()
    assert (game.outcome, game.played_on) == ("=", date(2026, 3, 15))


def test_two_tabs_that_change_the_same_field_show_what_it_says_now(desk):
    """BR-097"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    page = address(league, f"desk/games/{game.pk}/correct/")
    opened = hidden(desk.get(page).content.decode())
    correcting.correct_game(game=game, outcome="=", reason="the other tab")
    given = opened | {
        "white": a.name, "white_for": a.name, "black": b.name, "black_for": b.name, "outcome": "0-1",
        "played_on": "2026-03-14", "weight": "1.0",
    }  # fmt: skip
    answer = desk.post(page, given | {"step": "preview"})
    assert "changed this meanwhile" in answer.content.decode()
    game.refresh_from_db()
    assert game.outcome == "="


def test_swapping_the_players_rates_both_anew(desk):
    """BR-005"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b, "1-0")
    page, given, preview = correct(desk, league, game, swap="on")
    confirm(desk, page, given, preview)
    game.refresh_from_db()
    assert (game.white, game.black, game.outcome) == (b, a, "0-1")
    assert is_sound(league)


def test_another_player_takes_the_place_and_four_logs_follow(desk):
    """BR-005"""
    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    game = play(league, a, b, "1-0")
    page, given, preview = correct(
        desk, league, game, black="Cara Ek", black_for="Cara Ek", black_pick=str(c.pk)
    )  # fmt: skip
    confirm(desk, page, given, preview)
    rows = RatingChange.objects.filter(league=league, cause="game").values_list("player", "ref")
    assert sorted(rows) == sorted([(a.pk, game.pk), (c.pk, game.pk)])
    assert is_sound(league)


def test_the_same_player_on_both_sides_is_refused_at_the_field(desk):
    """BR-012"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    answer = correct(desk, league, game, black="Anna Berg", black_for="Anna Berg", black_pick=str(a.pk))[2]
    assert answer.status_code == 200 and "Nobody plays against themselves" in answer.content.decode()


def test_a_time_with_seconds_is_not_changed_by_looking_at_it(desk):
    from datetime import time

    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b, played_at=time(19, 30, 15))
    before = state(league)
    opened = desk.get(address(league, f"desk/games/{game.pk}/correct/")).content.decode()
    assert 'value="19:30:15"' in opened
    assert correct(desk, league, game, played_at="19:30:15")[2].status_code == 302 and state(league) == before


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_weights_and_dates_are_read_in_every_language(desk, language):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    desk.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    before = state(league)
    assert correct(desk, league, game)[2].status_code == 302 and state(league) == before
    page, given, preview = correct(desk, league, game, weight="0,5")
    assert confirm(desk, page, given, preview).status_code == 302
    game.refresh_from_db()
    assert (game.weight, game.outcome, game.played_on) == (0.5, "1-0", MARCH)
    assert Rating.objects.get(league=league, player=a).value == 1505


def test_a_void_game_keeps_its_place_in_the_records_and_its_reason(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    page = address(league, f"desk/games/{game.pk}/void/")
    preview = desk.get(page)
    assert "2 players move" in preview.content.decode()
    assert desk.post(page, hidden(preview.content.decode()) | {"reason": "r", "step": "confirm"}).status_code == 302
    game.refresh_from_db()
    assert game.status == Game.Status.VOID
    assert is_sound(league)
    shown = desk.get(address(league, f"desk/games/{game.pk}/")).content.decode()
    assert "Voided" in shown and "“r”" in shown


def test_voiding_and_restoring_brings_every_number_back(desk):
    """BR-004"""
    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    game = play(league, a, b)
    for day in range(1, 10):
        play(league, *((b, c) if day % 2 else (c, a)), "1-0", MARCH + timedelta(days=day))
    numbers = state(league)[2]
    for step in ("void", "restore"):
        page = address(league, f"desk/games/{game.pk}/{step}/")
        html = desk.get(page).content.decode()
        assert desk.post(page, hidden(html) | {"reason": step, "step": "confirm"}).status_code == 302
        assert is_sound(league)
    assert state(league)[2] == numbers


@pytest.mark.parametrize("step", ["void", "restore", "correct"])
def test_a_second_press_or_a_late_one_says_so_and_changes_nothing(desk, step):
    """BR-013"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    if step != "restore":
        correcting.void_game(game=game, reason="already")
    before = state(league)
    page = address(league, f"desk/games/{game.pk}/{step}/")
    answer = desk.post(page, {"reason": "again", "version": before[0], "step": "confirm"})
    assert answer.status_code == 302 and state(league) == before


def test_a_correction_is_taken_back_from_the_page_of_the_game(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    numbers = state(league)[2]
    page, given, preview = correct(desk, league, game, outcome="0-1")
    confirm(desk, page, given, preview)
    shown = desk.get(address(league, f"desk/games/{game.pk}/")).content.decode()
    undo = address(league, f"desk/games/{game.pk}/undo/{game.revisions.get().pk}/")
    assert undo in shown
    html = desk.get(undo).content.decode()
    desk.post(undo, hidden(html) | {"reason": "it was right", "step": "confirm"})
    assert state(league)[2] == numbers and game.revisions.count() == 2


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
    from .desking import admin_fields

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
    league, (a, b), (_march, april) = monthly()
    play(league, a, b)
    answer = desk.get(address(league, f"desk/periods/{april.pk}/close/"))
    assert answer.status_code == 200 and "2026-03 is open" in answer.content.decode()


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


# -- rules -------------------------------------------------------------------------------------------------


def test_other_rules_are_previewed_with_what_they_move(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    page = address(league, "desk/rules/")
    preview = desk.post(page, {"valid_from": "2026-01-01", "parameters": '{"k": 40}', "step": "preview"})
    html = preview.content.decode()
    assert "2 players move" in html
    assert desk.post(page, hidden(html) | {"reason": "congress", "step": "confirm"}).status_code == 302
    assert Rating.objects.get(league=league, player=a).value == 1520
    assert is_sound(league)


@pytest.mark.parametrize("parameters", ["", "{", "[]", "3", '{"kay": 3}', '{"k": -1}', '{"k": NaN}', '{"k": "x"}'])
def test_impossible_rules_are_said_on_the_form(desk, parameters):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    given = {"valid_from": "2026-01-01", "parameters": parameters, "step": "preview"}
    answer = desk.post(address(league, "desk/rules/"), given)
    assert answer.status_code == 200 and ("notice warn" in answer.content.decode())
