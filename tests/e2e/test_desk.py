"""The desk in a real browser: with and without scripts, light and dark, on a phone and on a desk."""

from __future__ import annotations

import os
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from league.models import Game, Player
from league.services import periods
from league.services.events import create_event
from ratings.models import Rating, RatingListEntry
from ratings.services import verify
from tests.league.desking import club_with, play, superuser

from .axe import STRICT

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("PICTURES")  # a folder: screenshots of every page go there


def signed_in(page, live_server, path: str):
    """Open a page as somebody who must sign in first."""
    page.goto(f"{live_server.url}{path}")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("pass word 1")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{live_server.url}{path}")


def test_a_result_is_recorded_by_keyboard_with_players_found_while_typing(page, live_server, heard):
    league, (anna, _bo, ivan) = club_with("Anna Kowalska", "Bo Dahl", "Иван Петров")
    superuser()
    signed_in(page, live_server, "/lions/main/record/")
    page.locator("#id_white").press_sequentially("kow")
    expect(page.locator("#id_white_list").get_by_role("option")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#id_white")).to_have_value("Anna Kowalska")
    page.locator("#id_black").press_sequentially("petr")
    page.locator("#id_black_list").get_by_role("option", name=re.compile("Иван Петров")).click()
    expect(page.locator("#stakes")).to_contain_text("0.50")
    expect(page.locator("#stakes")).to_contain_text("+10.0")
    page.get_by_role("radio", name="1–0 White won").check()
    page.get_by_role("button", name="Save the result").dblclick()
    saved = page.get_by_role("status").filter(has_text="Saved:")
    expect(saved).to_contain_text("Anna Kowalska")
    expect(saved).to_contain_text("1510")
    game = Game.objects.get()
    assert (game.white, game.black, game.outcome) == (anna, ivan, "1-0")
    assert list(verify(league)) == []
    saved.get_by_role("link", name="Why these numbers").click()
    expect(page.get_by_role("main")).to_contain_text("Anna Kowalska")


def test_a_name_typed_after_a_choice_is_a_new_question(page, live_server, heard):
    club_with("Anna Kowalska", "Anna Berg", "Bo Dahl")
    superuser()
    signed_in(page, live_server, "/lions/main/record/")
    white = page.locator("#id_white")
    white.press_sequentially("kow")
    page.locator("#id_white_list").get_by_role("option").click()
    white.fill("Anna Berg")
    page.locator("#id_black").fill("Bo Dahl")
    page.get_by_role("radio", name="½–½ draw").check()
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_role("status").filter(has_text="Saved:")).to_be_visible()
    assert Game.objects.get().white.name == "Anna Berg"


def test_back_and_save_again_is_still_one_game(page, live_server, heard):
    """BR-013"""
    club_with("Anna Kowalska", "Bo Dahl")
    superuser()
    signed_in(page, live_server, "/lions/main/record/")
    page.locator("#id_white").fill("Anna Kowalska")
    page.locator("#id_black").fill("Bo Dahl")
    page.get_by_role("radio", name="1–0 White won").check()
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_role("status").filter(has_text="Saved:")).to_be_visible()
    page.go_back()
    page.locator("#id_white").fill("Anna Kowalska")
    page.locator("#id_black").fill("Bo Dahl")
    page.get_by_role("radio", name="1–0 White won").check()
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_role("main")).to_contain_text(re.compile("Saved already|recorded already"))
    assert Game.objects.count() == 1


def test_the_same_without_scripts_asks_who_is_meant_and_shows_what_it_brings(still, live_server):
    league, (_a, _b) = club_with("Anna Kowalska", "Bo Dahl")
    superuser()
    page = still
    signed_in(page, live_server, "/lions/main/record/")
    page.locator("#id_white").fill("kow")
    page.locator("#id_black").fill("Zoe Young")
    page.get_by_role("radio", name="0–1 Black won").check()
    page.get_by_role("button", name="What would it bring?").click()
    expect(page.locator(".offered :checked")).to_have_count(0)  # nobody is chosen before somebody chooses
    page.get_by_label("Anna Kowalska").check()
    page.get_by_label("Add “Zoe Young” as a new player").check()
    page.get_by_role("button", name="What would it bring?").click()
    expect(page.locator("#stakes")).to_contain_text("+10.0")
    assert not Game.objects.exists() and not Player.objects.filter(name="Zoe Young").exists()
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_role("main")).to_contain_text("Saved:")
    assert Game.objects.get().black.name == "Zoe Young"
    assert list(verify(league)) == []


def march():
    """A league per month: a game of March, others after it, the list of March published."""
    league, players = club_with(
        "Anna Kowalska", "Bo Dahl", "Cara Ek", "Иван Петров", system="elo", mode="period", parameters={"k": 20}
    )
    periods.open_monthly(league=league, first="2026-03", last="2026-05")
    event = create_event(league=league, name="Spring Cup", starts_on=date(2026, 3, 7), ends_on=date(2026, 3, 28))
    game = play(league, players[3], players[0], "0-1", date(2026, 3, 14), event=event, round=2, board=1)
    play(league, players[1], players[2], "1-0", date(2026, 3, 14), event=event, round=2, board=2)
    for day in range(4):
        play(league, players[day], players[(day + 1) % 4], "=", date(2026, 4, 4) + timedelta(days=day))
    first, second, _third = league.periods.order_by("starts_on")
    periods.close_period(period=first)
    periods.publish_period(period=first)
    periods.close_period(period=second)
    return league, players, game


@pytest.mark.parametrize("scripts", [True, False])
def test_a_typo_of_march_is_found_looked_at_and_corrected(browser, live_server, scripts):
    """Journey 3, without the undo"""
    league, (anna, *_others), game = march()
    superuser()
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    signed_in(page, live_server, "/lions/main/desk/")
    page.get_by_label("Players, event, day or game number").fill("petrov kowalska spring")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Correct").click()
    page.get_by_role("radio", name="1–0 White won").check()
    page.get_by_role("button", name="See what moves").click()
    main = page.get_by_role("main")
    expect(main).to_contain_text("players move")
    expect(main).to_contain_text("A published list is touched")
    expect(main).to_contain_text("April")
    expect(main).to_contain_text("0–1 Black won")
    told = page.get_by_role("row", name=re.compile("Anna Kowalska")).get_by_role("cell").nth(1).inner_text()
    published = RatingListEntry.objects.get(player=anna).rating
    assert Game.objects.get(pk=game.pk).outcome == "0-1"
    page.get_by_role("button", name="Correct the game").click()
    expect(main).to_contain_text("This field is required")
    page.get_by_label("Reason").fill("the player showed the score sheet")
    page.get_by_role("button", name="Correct the game").click()
    expect(main).to_contain_text("The game is corrected.")
    expect(main).to_contain_text("the player showed the score sheet")
    assert Game.objects.get(pk=game.pk).outcome == "1-0"
    assert Rating.objects.get(league=league, player=anna).shown == int(told)
    entry = RatingListEntry.objects.get(player=anna)
    assert entry.rating == published
    assert list(verify(league)) == []
    context.close()


def visited(league, game):
    """Every page of the desk, and how to get to it."""
    first = league.periods.order_by("starts_on").last()
    return {
        "desk": "desk/",
        "nothing found": "desk/?q=nobody",
        "record": "record/",
        "saved": f"record/?saved={game.pk}",
        "game": f"desk/games/{game.pk}/",
        "correct": f"desk/games/{game.pk}/correct/",
        "void": f"desk/games/{game.pk}/void/",
        "adjustments": "desk/adjustments/",
        "adjust": "desk/adjustments/new/",
        "periods": "desk/periods/",
        "close": f"desk/periods/{first.pk}/close/",
        "rules": "desk/rules/",
    }


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_every_page_is_free_of_findings_and_complaints(browser, live_server, scheme, width):
    league, _players, game = march()
    superuser()
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{live_server.url}/accounts/login/")
    looked_at(page, f"login-{scheme}-{width}", said)
    signed_in(page, live_server, "/lions/main/desk/")
    for name, path in visited(league, game).items():
        page.goto(f"{live_server.url}/lions/main/{path}")
        looked_at(page, f"{name}-{scheme}-{width}", said)
    page.goto(f"{live_server.url}/lions/main/record/")
    page.locator("#id_white").fill("Nobody Yet")
    page.locator("#id_black").fill("Anna Kowalska")
    page.get_by_role("button", name="Save the result").click()
    looked_at(page, f"record-errors-{scheme}-{width}", said)
    page.goto(f"{live_server.url}/lions/main/record/")
    page.locator("#id_black").fill("Bo Dahl")
    page.locator("#id_white").press_sequentially("a")
    page.locator("#id_white_list").get_by_role("option").first.wait_for()
    looked_at(page, f"record-choosing-{scheme}-{width}", said)
    page.goto(f"{live_server.url}/lions/main/desk/games/{game.pk}/correct/")
    page.get_by_role("radio", name="1–0 White won").check()
    page.get_by_role("button", name="See what moves").click()
    looked_at(page, f"preview-{scheme}-{width}", said)
    context.close()


def looked_at(page, name: str, said: list[str]) -> None:
    page.wait_for_load_state("networkidle")
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)
    found = Axe().run(page, options=STRICT)
    problems = [f"{v['id']}: {[n['html'][:200] for n in v['nodes']]}" for v in found.response["violations"]]
    assert problems == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"{name} scrolls sideways"
    assert said == [], name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_admin_site_runs_under_the_strict_policy(browser, live_server, scheme):
    league, players, game = march()
    superuser()
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("pass word 1")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="What is stored")).to_be_visible()
    facts = ["game/", "game/add/", f"game/{game.pk}/change/", "player/", f"player/{players[0].pk}/change/"]
    for path in ("", *(f"league/{fact}" for fact in facts), f"league/league/{league.pk}/change/", "ratings/rating/"):
        page.goto(f"{live_server.url}/admin/{path}")
        page.wait_for_load_state("networkidle")
        if PICTURES:
            page.screenshot(path=str(Path(PICTURES) / f"admin-{path.replace('/', '-')}{scheme}.png"), full_page=True)
        assert said == [], path
    page.goto(f"{live_server.url}/admin/league/game/{game.pk}/change/")
    page.get_by_role("link", name="Correct", exact=True).click()
    expect(page.get_by_role("heading", name="Correct a game")).to_be_visible()
    context.close()
