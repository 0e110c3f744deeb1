"""The calculators in a real browser: as one types, offline, by keyboard, light and dark, without scripts."""

from __future__ import annotations

import gzip
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import translation
from playwright.sync_api import expect

from ratings.calculator.modes import MODES
from tests.conftest import BASE_DIR
from tests.ratings.calculating import by_server, case, differences
from tests.ratings.calculator_cases import bad, extremes, sensible
from tests.ratings.printed_cases import golden, well_known
from tests.ratings.test_calculator_printed import misses

from .axe import STRICT

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

RUNNER = (BASE_DIR / "tests" / "ratings" / "calculate.mjs").read_text(encoding="utf-8").replace("export ", "")
WEIGHT = 100 * 1024  # bytes of a page, compressed, with everything it loads

ADDRESSES = (
    "game/?own=1700&opponent=1500&k=32&score=½&other_k=40",
    "games/?own=1500&way=turn&games=1600:1%0A1550:=",
    "fide/?own=2650&list=standard&start=2025-11-01&games=2150:1%0A2900:0&k=10",
    "field/?own=abc&points=99",
    "games/?games=1800:1%0Ax%0A",
    "need/?ask=opponents&points=9&games=9&target=2500",
)


def answer_of(page) -> str:
    """All that stands in answer and errors, as a reader sees it."""
    parts = [page.locator(f"#answer-{part}").inner_text() for part in ("main", "rest")]
    errors = page.locator(".field-error").all_inner_texts()
    return re.sub(r"\s+", " ", " ".join([*parts, *errors])).strip()


def in_browser(page, cases):
    data = [case(mode, given) for mode, given in cases]
    return page.evaluate(f"(cases) => {{ {RUNNER}; return run(cases, '/static/js'); }}", data)


def test_printed_numbers_in_the_browser(page, live_server, heard, shared):
    page.goto(f"{live_server.url}/calculator/game/")
    cases = [*well_known(), *golden(shared)]
    found = in_browser(page, [(printed.mode, printed.given) for printed in cases])
    assert [text for printed, result in zip(cases, found, strict=True) for text in misses(printed, result)] == []


def test_the_browser_agrees_with_the_kernel_in_numbers_digits_and_messages(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/game/")
    cases = [*sensible(40, seed=11), *extremes(), *bad()]
    with translation.override("en"):
        found = in_browser(page, cases)
        wrong = [
            f"{mode} {dict(given)!r:.200}: {different[:3]}"
            for (mode, given), result in zip(cases, found, strict=True)
            if (different := differences(by_server(mode, given), result))
        ]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_with_and_without_scripts_every_page_says_the_same(browser, live_server, language):
    pages = []
    for scripts in (True, False):
        context = browser.new_context(java_script_enabled=scripts, locale=language)
        pages.append(context.new_page())
    for address in (*(f"{slug}/" for slug in MODES), *ADDRESSES):
        said = []
        for page in pages:
            page.goto(f"{live_server.url}/calculator/{address}")
            said.append(answer_of(page))
        assert said[0] == said[1], address
        assert said[0]
    for page in pages:
        page.context.close()


def test_it_computes_as_one_types_and_sends_nothing(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/game/", wait_until="networkidle")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_label("Your rating").fill("1700")
    page.get_by_label("Opponent’s rating").fill("1500")
    page.get_by_label("K-factor", exact=True).fill("32")
    main = page.locator("#answer-main")
    expect(main).to_contain_text("+7.69")
    page.get_by_role("link", name="Draw").click()
    expect(main).to_contain_text("−8.31")
    expect(page.get_by_role("link", name="Draw")).to_have_attribute("aria-current", "true")
    expect(main).to_have_attribute("aria-live", "polite")
    assert sent == []


def test_a_calculation_can_be_shared(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/game/")
    page.get_by_label("Your rating").fill("1707,5")
    link = page.get_by_role("link", name="Link to this calculation")
    expect(link).to_have_attribute("href", re.compile(r"own=1707%2C5&opponent=1600&score=1&k=20"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("status").filter(has_text="copied")).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(page.get_by_label("Your rating")).to_have_value("1707,5")


def test_it_works_offline_after_loading(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/fide/", wait_until="networkidle")
    page.context.set_offline(True)
    page.get_by_label("Your rating").fill("1500")
    page.get_by_label("Games, one per line").fill("2900:1")
    page.get_by_label("K-factor").fill("40")
    expect(page.locator("#answer-main")).to_contain_text("+37")
    page.context.set_offline(False)


def test_messages_come_and_go_beside_the_field(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/games/")
    games = page.get_by_label("Games, one per line")
    games.fill("1800:1\n<script>alert(1)</script>")
    expect(page.locator("#c_games_error")).to_have_text(
        "Line 2: “<script>alert(1)</script>” is no rating and result, like 1800:1."
    )
    expect(games).to_have_attribute("aria-invalid", "true")
    expect(games).to_have_accessible_description(re.compile("Line 2"))
    expect(page.locator("#answer-main")).to_have_text("No result: a field needs another look.")
    games.fill("1800 1\n1750 ½\n1,900:0,5")
    expect(page.locator("#c_games_error")).to_be_empty()
    expect(page.locator("#answer-rest tbody tr")).to_have_count(4)


def test_values_are_remembered_here_until_cleared(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/gap/")
    page.get_by_label("Rating gap").fill("400")
    page.goto(f"{live_server.url}/calculator/gap/")
    expect(page.get_by_label("Rating gap")).to_have_value("400")
    expect(page.locator("#answer-main")).to_contain_text("90.91 %")
    page.goto(f"{live_server.url}/calculator/gap/?gap=100")
    expect(page.get_by_label("Rating gap")).to_have_value("100")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("status").filter(has_text="Forgotten")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    assert page.url == f"{live_server.url}/calculator/gap/"
    page.reload()
    expect(page.get_by_label("Rating gap")).to_have_value("200")


def test_the_whole_page_works_by_keyboard(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/game/")
    page.get_by_label("Your rating").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("1500")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("1700")
    for _ in range(4):  # result, win, draw, loss
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Loss")).to_be_focused()
    expect(page.locator("#answer-main")).to_contain_text("−4.81")


def test_the_plain_form_gives_the_answer(still, live_server):
    still.goto(f"{live_server.url}/calculator/game/")
    still.get_by_label("Your rating").fill("1500")
    still.get_by_label("Opponent’s rating").fill("1700")
    still.get_by_label("Your result").fill("1/2")
    still.get_by_role("button", name="Calculate").click()
    assert "+5.19" in answer_of(still)
    still.get_by_role("link", name="Win").click()
    assert "+15.19" in answer_of(still)


def test_the_switch_of_languages_keeps_what_was_typed(page, live_server, heard):
    page.goto(f"{live_server.url}/calculator/game/")
    page.get_by_label("Your rating").fill("1707")
    fields = page.locator("input[name=next]")
    assert all("own=1707" in value for value in fields.evaluate_all("all => all.map((one) => one.value)"))


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nothing_is_in_the_way_of_anybody(browser, live_server, scheme, width):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    for address in ("", *(f"{slug}/" for slug in MODES), *ADDRESSES):
        page.goto(f"{live_server.url}/calculator/{address}")
        found = Axe().run(page, options=STRICT)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{address} is wider than {width} px"
        )
    context.close()


def test_a_page_is_light(page, live_server):
    weights: dict[str, int] = {}
    page.on("response", lambda answer: weights.update({answer.url: len(gzip.compress(answer.body()))}))
    page.goto(f"{live_server.url}/calculator/fide/", wait_until="networkidle")
    total = sum(weights.values())
    assert any("rating.js" in url for url in weights)
    assert any("bootstrap" in url for url in weights)
    assert total < WEIGHT, weights
