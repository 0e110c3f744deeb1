"""Correct, void, restore, adjust, close, publish, reopen: preview, reason, confirmation."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from league.models import Game, GameRevision
from league.services import correcting
from ratings.models import Rating, RatingChange

from .desking import MARCH, address, club_with, confirm, correct, hidden, is_sound, play, state

pytestmark = pytest.mark.django_db


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
