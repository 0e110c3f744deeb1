"""The entry grid, pasted lines and files in a real browser: by keyboard alone, without scripts, on a phone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from league.models import EventEntry, Game, Player
from league.services.events import create_event
from ratings.services import verify
from tests.league.desking import MARCH, club_with, play, superuser

from .axe import STRICT
from .test_desk import signed_in

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("PICTURES")
SURNAMES = [
    *("Adler", "Berger", "Cerny", "Dahl", "Ek", "Fox", "Gruber", "Horvat", "Ivanov", "Jansen", "Kowalski", "Lund"),
    *("Meyer", "Novak", "Olsen", "Petrov", "Quist", "Rossi", "Svoboda", "Toth", "Urban", "Vogel", "Weber", "Xander"),
    *("Young", "Zajac", "Aalto", "Brandt", "Conti", "Duda"),
]
EVENING = "/lions/main/desk/grid/2026-03-14/"
KEYS = ("1", "0", "=", "5", "+", "-")
OUTCOMES = ("1-0", "0-1", "=", "=", "+-", "-+")


def sixty():
    league, players = club_with(*(f"{name}, {given}" for name in SURNAMES for given in ("Anna", "Bo")))
    superuser()
    return league, players


def pairs():
    """Thirty boards: (white, black, key, outcome)."""
    return [(f"{name}, Anna", f"{name}, Bo", KEYS[n % 6], OUTCOMES[n % 6]) for n, name in enumerate(SURNAMES)]


def stored():
    rows = Game.objects.order_by("pk").values_list("white__name", "black__name", "outcome")
    return sorted(rows)


def test_thirty_boards_by_keyboard_alone(page, live_server, heard):
    league, _players = sixty()
    signed_in(page, live_server, f"{EVENING}?rows=30")
    keyboard = page.keyboard
    for number, name in enumerate(SURNAMES):
        for given in ("anna", "bo"):
            field = "white" if given == "anna" else "black"
            expect(page.locator(f"#id_{field}_{number}")).to_be_focused()  # it came here by itself
            keyboard.type(f"{name.lower()[:4]} {given}")
            keyboard.press("Enter")
            expect(page.locator(f"#id_{field}_{number}")).to_have_value(f"{name}, {given.title()}")
        expect(page.locator(f"#id_result_{number}")).to_be_focused()
        keyboard.press(KEYS[number % 6])
    expect(page.locator("[data-brings]").first).to_contain_text("expected 0.50 · +10.0")
    keyboard.press("Control+Enter")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_contain_text("30 new results")
    assert stored() == sorted((white, black, outcome) for white, black, _key, outcome in pairs())
    assert list(verify(league)) == []


def test_thirty_boards_without_scripts(still, live_server):
    league, _players = sixty()
    signed_in(still, live_server, f"{EVENING}?rows=30")
    for number, (white, black, key, _outcome) in enumerate(pairs()):
        still.locator(f"#id_white_{number}").fill(white)
        still.locator(f"#id_black_{number}").fill(black)
        still.locator(f"#id_result_{number}").fill(key)
    still.get_by_role("button", name="Save the boards").click()
    expect(still.get_by_role("status").filter(has_text="Saved")).to_contain_text("30 new results")
    assert stored() == sorted((white, black, outcome) for white, black, _key, outcome in pairs())
    assert list(verify(league)) == []


def test_arrows_delete_and_verify(page, live_server, heard):
    _league, players = club_with("Anna Berg", "Bo Dahl", "Cara Ek", "Dora Fox")
    superuser()
    play(_league, *players[:2])
    play(_league, *players[2:], outcome="=")
    signed_in(page, live_server, EVENING)
    expect(page.locator("#id_white_2")).to_be_focused()  # a slow browser gives it the focus late, else after the arrow
    page.locator("#id_result_0").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#id_result_1")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator("#id_result_1")).to_have_value("")
    page.keyboard.press("0")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_contain_text("1 changed")
    undo = page.get_by_role("button", name="Undo this saving")
    below = page.locator(".undo-saving + *").bounding_box()
    assert below["y"] - (undo.bounding_box()["y"] + undo.bounding_box()["height"]) >= 12, "it touches the line below"
    undo.click()
    expect(page.get_by_role("main")).to_contain_text("1 board was taken back.")
    page.get_by_role("link", name="Type the results a second time").click()
    expect(page.get_by_role("main")).to_contain_text("differences from what is stored are marked. Nothing is changed.")
    expect(page.locator("#id_result_0")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status")).to_contain_text("1 board differs")
    assert sorted(Game.objects.values_list("outcome", flat=True)) == ["1-0", "="]


def test_enter_takes_a_suggestion_and_goes_from_white_to_black_to_the_result(page, live_server, heard):
    club_with("Anna Kowalska", "Anna Berg", "Bo Dahl")
    superuser()
    signed_in(page, live_server, "/lions/main/record/")
    white, black = page.locator("#id_white"), page.locator("#id_black")
    white.press_sequentially("kow")
    page.keyboard.press("Enter")
    expect(white).to_have_value("Anna Kowalska")
    expect(black).to_be_focused()
    page.keyboard.type("anna")
    page.keyboard.press("Enter")  # two are called so: Enter marks the first, Enter again takes it
    expect(page.locator("#id_black_list [aria-selected=true]")).to_have_count(1)
    chosen = page.locator("#id_black_list [aria-selected=true]").get_attribute("data-name")
    page.keyboard.press("Enter")
    expect(black).to_have_value(chosen)
    expect(page.get_by_role("radio", name="1–0 White won")).to_be_focused()
    expect(page.locator(".field-error")).to_have_count(0)
    white.focus()
    page.keyboard.press("Enter")  # chosen already: on to Black, and the form is not sent
    expect(black).to_be_focused()
    page.get_by_role("radio", name="1–0 White won").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status").filter(has_text="Saved:")).to_be_visible()
    assert Game.objects.count() == 1


def test_tab_takes_the_marked_suggestion_and_goes_one_field_on(page, live_server, heard):
    club_with("Anna Kowalska", "Anna Berg", "Bo Dahl")
    superuser()
    signed_in(page, live_server, "/lions/main/record/")
    page.locator("#id_white").press_sequentially("anna")
    page.locator("#id_white_list").get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page.locator("#id_black")).to_be_focused()


def test_a_misspelt_name_and_quick_enters_make_nobody_new(page, live_server, heard):
    club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    superuser()
    signed_in(page, live_server, EVENING)
    for side, text in (("white", "anna"), ("black", "xyzzy")):
        expect(page.locator(f"#id_{side}_0")).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("#id_result_0")).to_be_focused()
    page.keyboard.press("1")
    for _press in range(3):
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("alert")).to_contain_text("Nothing was saved.")
        expect(page.locator("#id_black_0")).to_be_focused()  # the first wrong cell, tied to what is wrong
        expect(page.locator("#id_black_0")).to_have_accessible_description("No player of this club is called “xyzzy”.")
        page.keyboard.press("Enter")
    assert Player.objects.count() == 3 and Game.objects.count() == 0
    page.get_by_label("Add “xyzzy” as a new player").check()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_contain_text("1 new result")
    assert Player.objects.filter(name="xyzzy").exists()


@pytest.mark.parametrize("scripts", [True, False])
def test_an_evening_of_newcomers_takes_one_tick(browser, live_server, scripts):
    club_with("Anna Berg", "Bo Dahl")
    superuser()
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    signed_in(page, live_server, EVENING)
    for number, (white, black) in enumerate((("Zoe Young", "Yan Xu"), ("Vic Wu", "Anna Berg"))):
        page.locator(f"#id_white_{number}").fill(white)
        page.locator(f"#id_black_{number}").fill(black)
        page.locator(f"#id_result_{number}").fill("1")
    page.get_by_role("button", name="Save the boards").click()
    expect(page.locator("#id_white_0")).to_be_focused()
    page.get_by_label("The 3 names that are like nobody’s here are new players").check()
    page.get_by_role("button", name="Save the boards").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_contain_text("2 new results")
    assert Player.objects.count() == 5
    context.close()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_entry_pages_fit_and_are_accessible(page, live_server, width, scheme):
    league, players = club_with("Anna Kowalska-Wiśniewska", "Bo Dahl", "Cara Ek", "Иван Петров")
    superuser()
    play(league, *players[:2])
    play(league, *players[2:], outcome="=")
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    signed_in(page, live_server, EVENING)
    seen = {"grid": None, "verify": f"{EVENING}?verify=1", "start": "/lions/main/desk/grid/"}
    for name, path in seen.items():
        if path:
            page.goto(f"{live_server.url}{path}")
        _look(page, f"{name}_{width}_{scheme}")
    event = create_event(league=league, name="Cup", starts_on=MARCH)
    for number, player in enumerate(players, 1):
        EventEntry.objects.create(event=event, player=player, number=number)
    page.goto(f"{live_server.url}/lions/main/desk/events/{event.pk}/table/")
    page.locator("[data-result]").first.press("1")
    expect(page.locator("[data-result]").nth(1)).to_be_focused()
    _look(page, f"table_{width}_{scheme}")
    page.goto(f"{live_server.url}/lions/main/desk/import/")
    _look(page, f"imports_{width}_{scheme}")
    page.goto(f"{live_server.url}/lions/main/desk/paste/")
    _look(page, f"paste_{width}_{scheme}")
    page.get_by_label("Results").fill(
        "25.11.2025\nAnna Kowalska-Wiśniewska - Bo Dahl 1:0\nAnna Kowalska - Zoe Young ½\nBo Dahl - Nobody"
    )
    page.get_by_role("button", name="Read the lines").click()
    expect(page.get_by_role("heading", name="1 problem")).to_be_visible()
    _look(page, f"draft_wrong_{width}_{scheme}")
    page.locator("#id_text").fill("Anna Kowalska-Wiśniewska - Bo Dahl 1:0\nCara Ek - Zoe Young ½")
    page.locator("#id_text ~ .actions").get_by_role("button").click()
    expect(page.get_by_role("main")).to_contain_text("2 games are new.")
    _look(page, f"draft_{width}_{scheme}")
    page.get_by_role("button", name="Import this").click()  # the browser asks for the tick first
    expect(page.get_by_label("The name that is nobody’s here is a new player")).to_be_focused()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Import this").click()
    expect(page.get_by_role("main")).to_contain_text("2 games came with it.")
    _look(page, f"import_{width}_{scheme}")
    assert Player.objects.filter(name="Zoe Young").exists() and Game.objects.filter(played_on=MARCH).count() == 2


def _look(page, name: str) -> None:
    if name.startswith(("grid", "draft", "imports")):
        found = Axe().run(page, options=STRICT).response["violations"]
        assert not found, [(each["id"], [node["html"] for node in each["nodes"]][:2]) for each in found]
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{name} is {overflow} pixels too wide"
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(PICTURES) / f"{re.sub(r'[^a-z0-9_]', '', name)}.png", full_page=True)
