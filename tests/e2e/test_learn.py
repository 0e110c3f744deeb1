"""The explanation in a real browser: the formula follows; exercises by mouse, by keyboard, without scripts."""

from __future__ import annotations

import gzip

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from ratings.calculator.learn.exercises import EXERCISES

from .axe import STRICT

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def board(page, slug: str):
    return page.locator(f"#exercise-{slug}")


def test_the_formula_follows_what_is_typed(page, live_server, heard):
    page.goto(f"{live_server.url}/learn/")
    worked = page.locator("#live-said")
    before = worked.inner_text()
    page.get_by_label("Your result").fill("½")
    expect(worked).to_contain_text("= +2.8.")
    page.get_by_label("Your result").fill("x")
    expect(worked).to_have_text("Your result: “x” is no result: 1, 0, ½.")
    page.get_by_label("Your result").fill("1")
    expect(worked).to_have_text(before)


def test_an_exercise_is_solved_by_clicking(page, live_server, heard):
    page.goto(f"{live_server.url}/learn/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "square" in request.url else None)
    exercise = board(page, "hanging")
    exercise.get_by_role("button", name="black knight c6").click()
    expect(exercise.get_by_role("status")).to_contain_text("Wrong. The bishop on g2 attacks it")
    exercise.get_by_role("button", name="black rook a4").click()
    expect(exercise.get_by_role("status")).to_contain_text("One more is to be found.")
    exercise.get_by_role("button", name="black bishop d7").click()
    expect(exercise.get_by_role("status")).to_contain_text("Solved. When two pieces hang")
    exercise.get_by_role("link", name="Start again").click()
    expect(exercise.get_by_role("status")).to_be_empty()
    expect(exercise.locator(".found, .missed")).to_have_count(0)
    assert sent == []


def test_an_exercise_is_solved_by_keyboard(page, live_server, heard):
    page.goto(f"{live_server.url}/learn/")
    exercise = board(page, "undefended")
    exercise.get_by_role("button").first.focus()
    for _ in range(20):
        if page.evaluate("document.activeElement.value") == "b4":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(exercise.get_by_role("status")).to_contain_text("Right. The bishop is attacked by the queen")
    expect(exercise.get_by_role("button", name="black bishop b4")).to_be_focused()


@pytest.mark.parametrize("slug", EXERCISES)
def test_with_and_without_scripts_every_piece_gets_the_same_answer(browser, live_server, slug):
    context = browser.new_context(java_script_enabled=False)
    still = context.new_page()
    still.goto(f"{live_server.url}/learn/")
    moving = browser.new_page()
    moving.goto(f"{live_server.url}/learn/")
    for square in [each.name for each in EXERCISES[slug].board if each.piece]:
        said = []
        for page in (still, moving):
            page.goto(f"{live_server.url}/learn/")
            board(page, slug).locator(f"button[value={square}]").click()
            said.append(board(page, slug).get_by_role("status").inner_text().split())
        assert said[0] == said[1]
        assert said[0]
    moving.close()
    context.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nothing_is_in_the_way_of_anybody(browser, live_server, scheme, width):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    for address in ("", "?exercise=hanging&square=c6&found=a4", "?exercise=queen&square=d1"):
        page.goto(f"{live_server.url}/learn/{address}")
        found = Axe().run(page, options=STRICT)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_a_page_is_light(page, live_server):
    weights: dict[str, int] = {}
    page.on("response", lambda answer: weights.update({answer.url: len(gzip.compress(answer.body()))}))
    page.goto(f"{live_server.url}/learn/", wait_until="networkidle")
    assert sum(weights.values()) < 100 * 1024, weights
