"""Frames on another web site, in a real browser: as high as their content, readable from 200 pixels, links lead out."""

from __future__ import annotations

import re
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import expect

from league.services import people, recording
from league.services.leagues import create_league

from .axe import STRICT

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

WIDTHS = (200, 280, 360, 640)


@pytest.fixture
def players():
    """A small club with names of every length, and a year of evenings."""
    cache.clear()
    club = people.create_club(slug="riverside", name="Riverside Chess Club")
    names = ("Anna Kowalska", "Иван Петров", "Bartholomew Featherstonehaugh-Cholmondeley", "Tom Li")
    made = [people.add_player(club=club, name=name, start_rating=1900 - 70 * n).player for n, name in enumerate(names)]
    league = create_league(club=club, slug="standard", name="Standard", system="glicko2", mode="sequential")
    for week in range(12):
        white, black = made[week % 4], made[(week + 1 + week // 4) % 4]
        recording.record_game(
            league=league, white=white, black=black, outcome=("1-0", "=", "0-1")[week % 3],
            played_on=date(2025, 9, 2) + timedelta(days=30 * week),
        )  # fmt: skip
    return made


def addresses(players) -> list[str]:
    player = players[2].pk
    return [
        "/embed/riverside/standard/board/",
        f"/embed/riverside/standard/players/{player}/card/",
        f"/embed/riverside/standard/players/{player}/chart/",
        "/embed/calculator/game/",
    ]


@pytest.fixture
def elsewhere():
    """A web site of another origin: what is put in ``pages`` is served under that path."""
    pages: dict[str, str] = {}

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path in pages else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages.get(self.path, "").encode())

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    Thread(target=server.serve_forever, daemon=True).start()
    yield pages, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def open_there(page, elsewhere, live_server, frames: list[str]) -> None:
    """A page of the other site with the frames and the script, as the text to copy has them."""
    pages, site = elsewhere
    shown = "".join(
        f'<iframe src="{live_server.url}{src}" title="t{n}" width="100%" height="90" data-arpad></iframe>'
        for n, src in enumerate(frames)
    )
    script = f'<script src="{live_server.url}/embed/fit.js" async></script>'
    pages["/club"] = f'<!doctype html><link rel="icon" href="data:,"><body>{shown}{script}'
    page.goto(f"{site}/club")


def test_frames_on_another_site_are_as_high_as_their_content_at_every_width(
    page, elsewhere, live_server, players, heard
):
    page.set_viewport_size({"width": 360, "height": 4000})
    open_there(page, elsewhere, live_server, addresses(players))
    for width in WIDTHS:
        page.set_viewport_size({"width": width + 16, "height": 4000})
        for n in range(4):
            element = page.locator(f"iframe[title=t{n}]")
            inner = element.content_frame.locator("body")
            expect(inner).to_be_visible()
            page.wait_for_function(
                "([frame, height]) => Math.abs(frame.clientHeight - height) <= 1",
                arg=[
                    element.element_handle(),
                    inner.evaluate("body => Math.ceil(body.getBoundingClientRect().height)"),
                ],
                timeout=5000,
            )
            assert inner.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (width, n)


def test_a_link_in_a_frame_opens_in_the_whole_window(page, elsewhere, live_server, players, heard):
    page.set_viewport_size({"width": 400, "height": 4000})
    open_there(page, elsewhere, live_server, addresses(players)[:1])
    page.frame_locator("iframe").get_by_role("link", name="Anna Kowalska").click()
    page.wait_for_url(re.compile("/riverside/standard/players/"))


def test_without_scripts_a_frame_keeps_the_height_of_its_text_and_scrolls(browser, elsewhere, live_server, players):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    open_there(page, elsewhere, live_server, addresses(players)[:1])
    expect(page.frame_locator("iframe").get_by_role("link", name="Anna Kowalska")).to_be_attached()
    assert page.locator("iframe").bounding_box()["height"] < 100
    context.close()


def test_a_calculator_in_a_frame_computes_and_leads_to_its_own_page(page, live_server, heard):
    page.goto(f"{live_server.url}/embed/calculator/game/?lang=pl&own=1700&opponent=1500&k=32")
    main = page.locator("#answer-main")
    expect(main).to_contain_text("+7,69")
    page.locator("#c_own").fill("1500")
    expect(main).to_contain_text("+16")
    link = page.locator("[data-link]")
    expect(link).to_have_attribute("href", re.compile(r"^/calculator/game/\?own=1500"))
    expect(link).to_have_attribute("target", "_top")
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_in_the_way_of_anybody(page, live_server, players, heard, theme):
    """The address chooses the colours, against what the device has."""
    page.emulate_media(color_scheme="dark" if theme == "light" else "light")
    page.set_viewport_size({"width": 360, "height": 800})
    found = {}
    texts = ["/embed/", "/embed/?what=board&league=riverside/standard"]
    for address in [*(f"{each}?theme={theme}" for each in addresses(players)), *texts]:
        page.goto(live_server.url + address)
        violations = Axe().run(page, options=STRICT).response["violations"]
        if violations or page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[address] = [(v["id"], v["nodes"][0]["html"][:90]) for v in violations]
    assert not found


def test_the_text_is_copied_by_one_click(page, live_server, players, heard):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/embed/?what=board&league=riverside/standard")
    page.get_by_label("Colours").select_option("dark")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("textbox", name="Copy this into your page").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f'<iframe src="{live_server.url}/embed/riverside/standard/board/?theme=dark"')
    preview = page.frame_locator(".preview iframe")
    expect(preview.locator("html")).to_have_attribute("data-bs-theme", "dark")
