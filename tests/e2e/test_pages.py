"""The public pages in a real browser: light and dark, phone and desk, with and without scripts."""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import expect

from league.models import Season
from league.services import people, recording
from league.services.leagues import create_league
from league.services.seasons import start_season
from ratings.models import RatingChange, RatingRun
from tests.ratings.pages import build_scene

from .axe import STRICT

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("PICTURES")  # a folder: screenshots of every page go there

# Colours and width of the window. They are independent of each other, so that two looks find what four would; whoever
# wants pictures gets all four.
LOOKS = (("light", 1280), ("dark", 360)) if not PICTURES else tuple(
    (scheme, width) for scheme in ("light", "dark") for width in (1280, 360)
)  # fmt: skip


@pytest.fixture
def scene():
    cache.clear()
    return build_scene(rounds=3)


@pytest.fixture
def heard(heard, page):
    """Requests to other hosts are complaints, too."""
    page.on("request", lambda asked: heard.append(asked.url) if "//localhost" not in asked.url else None)
    return heard


def addresses(scene):
    newest = RatingChange.objects.order_by("-day", "-games")
    game = scene.fide.games.exclude(event=None).earliest("pk")
    player = scene.players[0].pk
    season = start_season(league=scene.elo, name="2026", starts_on=date(2026, 1, 1)) if not (
        known := Season.objects.filter(league=scene.elo).first()
    ) else known  # fmt: skip
    return {
        "home": "/",
        "club": "/riverside/?q=a",
        "board": "/riverside/standard/",
        "board-all": "/riverside/evenings/?show=all&sort=-games",
        "board-then": "/riverside/evenings/?at=2026-03-01",
        "board-nobody": "/riverside/ladder/?q=zzz",
        "player": f"/riverside/standard/players/{player}/",
        "player-elo": f"/riverside/evenings/players/{player}/",
        "player-glicko": f"/riverside/ladder/players/{scene.players[1].pk}/",
        "board-some": "/riverside/standard/?title=any&min=1",
        "wall": "/riverside/standard/wall/?rows=5&stay=1",
        "record": f"/riverside/standard/players/{player}/record/",
        "compare": f"/riverside/evenings/compare/?one={player}&other={scene.players[1].pk}",
        "statistics": "/riverside/evenings/statistics/",
        "search": "/search/?q=an",
        "api": "/api/v1/docs",
        "opponents": f"/riverside/standard/players/{player}/opponents/",
        "why-period": f"/riverside/standard/changes/{newest.filter(league=scene.fide, cause='period')[0].pk}/",
        "why-part": f"/riverside/standard/changes/{newest.filter(league=scene.fide, cause='game')[0].pk}/",
        "why-elo": f"/riverside/evenings/changes/{newest.filter(league=scene.elo, cause='game')[0].pk}/",
        "why-glicko": f"/riverside/ladder/changes/{newest.filter(league=scene.glicko, cause='game')[0].pk}/",
        "game": f"/riverside/standard/games/{game.pk}/",
        "events": "/riverside/standard/events/",
        "event": f"/riverside/standard/events/{game.event_id}/",
        "log": "/riverside/standard/log/",
        "log-games": "/riverside/standard/log/?cause=game",
        "run": f"/riverside/standard/log/{RatingRun.objects.filter(league=scene.fide).latest('pk').pk}/",
        "periods": "/riverside/standard/periods/",
        "list": "/riverside/standard/lists/2026-11-01/",
        "list-some": "/riverside/standard/lists/2026-11-01/?title=any&show=active",
        "seasons": "/riverside/evenings/seasons/",
        "season": f"/riverside/evenings/seasons/{season.pk}/?min=1",
        "compare-whom": "/riverside/evenings/compare/?one=a",
        "player-leagues": f"/riverside/standard/players/{player}/?leagues=all",
        "calculation": f"/riverside/standard/players/{player}/2026-10/",
        "table": f"/riverside/standard/events/{game.event_id}/table/",
        "entries": f"/riverside/standard/events/{game.event_id}/entries/",
        "round": f"/riverside/standard/events/{game.event_id}/rounds/1/",
        "sheet": f"/riverside/standard/events/{game.event_id}/rounds/1/sheet/?results",
        "norms": f"/riverside/standard/events/{game.event_id}/norms/",
        "norm": f"/riverside/standard/events/{game.event_id}/norms/{game.white_id}/",
        "rules": "/riverside/evenings/rules/",
    }


def test_every_page_is_sound_in_light_and_dark_on_a_phone_and_on_a_desk(page, live_server, scene, heard):
    """axe has nothing to say, the console is silent, nothing is cut off, and a phone scrolls one way only (BR-135)."""
    found = {}
    for index, (scheme, width) in enumerate(LOOKS):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        for number, (name, address) in enumerate(addresses(scene).items()):
            if not PICTURES and number % len(LOOKS) != index:
                continue  # each page once: ``test_every_page`` takes most of them in the other look
            page.goto(live_server.url + address)
            key = f"{name}-{width}-{scheme}"
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{key}.png", full_page=True)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            violations = Axe().run(page, options=STRICT).response["violations"]
            if wide > 0 or violations:
                found[key] = (wide, [(v["id"], v["nodes"][0]["html"][:90]) for v in violations])
    assert not found


def test_a_girl_finds_out_why_she_lost_30_points(page, live_server, heard):
    """Journey 2: her page on a phone, the last change, why, and what a draw would have brought."""
    club = people.create_club(slug="juniors", name="Juniors")
    girl = people.add_player(club=club, name="Ida Novak", birth_year=2013, start_rating=1600).player
    boy = people.add_player(club=club, name="Tom Li", start_rating=1400).player
    league = create_league(
        club=club, slug="main", name="Main", system="elo", mode="sequential",
        parameters={"k": [{"k": 40, "age_to": 18}, {"k": 20}]},
    )  # fmt: skip
    recording.record_game(league=league, white=girl, black=boy, outcome="0-1", played_on=date(2026, 3, 1))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url)
    page.get_by_role("link", name="Main").click()
    page.get_by_role("link", name="Novak I.").click()  # a minor: short by default
    expect(page.locator(".big-number")).to_have_text("1570")
    row = page.get_by_role("row").filter(has_text="Tom Li").first
    row.get_by_role("link", name="−30.4").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why −30.4")
    expect(page.locator(".equation")).to_contain_text("40 × (0 − 0.7597) = −30.39")
    expect(page.get_by_text("K is 40: rule 1 of the list is the first that fits")).to_contain_text("18. birthday")
    expect(page.locator(".what-if div").filter(has_text="a draw")).to_contain_text("−10.4")
    page.get_by_role("link", name="Try it in the calculator").click()
    expect(page.get_by_label("Your rating")).to_have_value("1600")
    page.get_by_role("link", name="Draw").click()
    expect(page.get_by_role("main")).to_contain_text("−10.39")


def test_a_row_opens_on_a_phone_without_scripts(browser, live_server, scene):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{live_server.url}/riverside/standard/")
    row = page.get_by_role("row").filter(has_text="Anna Kowalska")
    games = row.locator("td[data-label='Games']")
    expect(games).to_be_hidden()
    row.locator("summary").click()
    expect(games).to_be_visible()
    box = row.locator("summary").bounding_box()
    assert box["width"] >= 24 and box["height"] >= 24
    context.close()


def test_everything_works_without_scripts(browser, live_server, scene):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/riverside/standard/")
    page.get_by_role("columnheader").get_by_role("link", name="Rating").click()
    page.wait_for_url(re.compile("sort="))
    page.get_by_label("Find a player").fill("żak")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("rowheader")).to_have_count(1)
    page.get_by_label("Published list").select_option(label="1 October 2026")
    page.get_by_role("button", name="Open the list").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("List of 1 October 2026")
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    context.close()


def test_the_search_filters_while_typing_and_can_be_shared_and_gone_back_from(page, live_server, scene, heard):
    page.goto(f"{live_server.url}/riverside/standard/")
    page.get_by_label("Find a player").press_sequentially("kow")
    expect(page.get_by_role("rowheader")).to_have_count(1)
    assert page.url.endswith("/riverside/standard/?q=kow&show=active")
    expect(page.locator("#announce")).to_contain_text("List of 1 November 2026")
    expect(page.get_by_label("Find a player")).to_be_focused()
    page.get_by_role("link", name="Games").click()
    page.wait_for_url(re.compile("sort=-games"))
    page.go_back()
    expect(page.get_by_role("rowheader")).to_have_count(1)


def test_the_theme_follows_the_system_until_somebody_chooses(page, live_server, scene, heard):
    page.emulate_media(color_scheme="dark")
    page.goto(f"{live_server.url}/riverside/standard/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-bs-theme", "dark")
    button = page.get_by_role("button", name="Dark theme")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(root).to_have_attribute("data-bs-theme", "light")
    page.reload()
    expect(root).to_have_attribute("data-bs-theme", "light")
    page.get_by_role("button", name="Dark theme").click()
    assert page.evaluate("localStorage.getItem('theme')") is None  # what the system says need not be remembered
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-bs-theme", "light")


def test_without_scripts_the_dark_system_gets_dark_pages(browser, live_server):
    colours = {}
    for scheme in ("light", "dark"):
        context = browser.new_context(java_script_enabled=False, color_scheme=scheme)
        page = context.new_page()
        page.goto(live_server.url)
        colours[scheme] = page.screenshot(clip={"x": 2, "y": 400, "width": 4, "height": 4})
        context.close()
    assert colours["light"] != colours["dark"]


def test_the_first_tab_leads_to_the_content_and_focus_can_be_seen(page, live_server, scene, heard):
    page.goto(f"{live_server.url}/riverside/standard/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    style = page.evaluate(
        "(({outlineStyle, boxShadow}) => outlineStyle + boxShadow)(getComputedStyle(document.activeElement))"
    )
    assert "solid" in style or "rgb" in style


def test_br_135_names_stay_in_sight_while_a_wide_table_is_scrolled(page, live_server, scene, heard):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_server.url}/riverside/standard/events/{scene.fide.events.latest('pk').pk - 1}/table/")
    region = page.locator(".sheet-scroll")
    page.locator(".crosses").evaluate("table => { table.style.width = '60rem'; }")
    name = region.get_by_role("rowheader").first
    assert name.bounding_box()["x"] > 20
    region.evaluate("region => { region.scrollLeft = 400; }")
    assert -1 <= name.bounding_box()["x"] <= 20


def test_everything_is_reached_and_seen_by_keyboard_alone(page, live_server, scene, heard):
    """WCAG 2.4.7, 2.4.11: from the board to a player, to a comparison, to a change; focus is seen and never covered."""
    page.emulate_media(reduced_motion="reduce")  # a ring that fades in is not there at once
    page.goto(f"{live_server.url}/riverside/evenings/")
    walk(page, "Anna Kowalska")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna Kowalska")
    walk(page, "Compare")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Compare two players")
    walk(page, "other", enter=False)
    page.keyboard.type("petr")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna Kowalska –")
    page.go_back()
    page.go_back()
    walk(page, "why", most=120)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Why")


SEEN = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect(), style = getComputedStyle(at);
  const over = document.elementFromPoint(box.x + Math.min(box.width, 8) / 2, box.y + box.height / 2);
  const name = (at.getAttribute("name") || "") + " " + (at.textContent || "").trim();
  const seen = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  return [name, seen, Boolean(over) && (at.contains(over) || over.contains(at)), at.outerHTML.slice(0, 90)];
}"""


def walk(page, wanted: str, *, most: int = 60, enter: bool = True) -> None:
    """Tab up to the element whose name or text begins with ``wanted``, every stop visible; then Enter."""
    for _step in range(most):
        page.keyboard.press("Tab")
        name, seen, uncovered, html = page.evaluate(SEEN)
        assert uncovered and (seen or 'type="date"' in html), html  # the calendar button in it has a ring of its own
        if any(part.startswith(wanted) for part in (name, name.strip())):
            if enter:
                with page.expect_navigation():
                    page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {wanted} by keyboard")


def test_on_paper_there_is_no_navigation_and_the_address_is_named(page, live_server, scene, heard):
    page.goto(f"{live_server.url}/riverside/standard/")
    page.emulate_media(media="print")
    expect(page.locator(".site-head")).to_be_hidden()
    expect(page.locator(".filters")).to_be_hidden()
    expect(page.locator("footer .print-only")).to_have_text(f"{live_server.url}/riverside/standard/")
    assert page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("path", ["", "players/{player}/"])
def test_on_a4_a_table_has_all_its_columns_under_their_headings(page, live_server, scene, heard, path):
    page.set_viewport_size({"width": 718, "height": 1000})  # A4 less the margins that browsers leave
    page.emulate_media(media="print")
    page.goto(f"{live_server.url}/riverside/standard/{path.format(player=scene.players[0].pk)}")
    table = page.locator(".folds:visible").last
    heads, cells = (table.locator(f"{part}:visible") for part in ("thead th", "tbody tr:first-child > :is(th, td)"))
    assert heads.count() >= 6
    assert heads.last.bounding_box()["x"] == pytest.approx(cells.last.bounding_box()["x"], abs=1)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
