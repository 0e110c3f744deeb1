"""The main pages in every language, on a phone and on a desk: nothing is cut off, the console is silent."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.cache import cache

from ratings.models import RatingChange
from tests.league.roles import member
from tests.ratings.pages import build_scene

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scene():
    cache.clear()
    return build_scene(rounds=1)


def public(scene) -> list[str]:
    change = RatingChange.objects.filter(league=scene.fide, cause="period").latest("day")
    return [
        "/", "/riverside/", "/riverside/standard/", f"/riverside/standard/players/{scene.players[1].pk}/",
        f"/riverside/standard/changes/{change.pk}/", "/riverside/standard/rules/", "/calculator/", "/calculator/fide/",
        "/calculator/norm/", "/learn/", "/embed/", "/accounts/login/",
    ]  # fmt: skip


DESK = ["desk/", "record/", "desk/import/", "desk/periods/", "desk/rules/", "desk/history/"]


def wide(page, width: int) -> int:
    """Pixels by which a page is wider than its window."""
    page.set_viewport_size({"width": width, "height": 800})
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def walk(page, base: str, addresses: list[str], language: str) -> list[object]:
    said: list[object] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    for address in addresses:
        answer = page.goto(base + address)
        if answer.status != 200 or page.locator("html").get_attribute("lang") != language:
            said.append((address, answer.status))
        said += [(address, width, over) for width in (360, 1280) if (over := wide(page, width)) > 0]
    return said


def test_the_main_pages_stand_in_every_language(browser, live_server, scene, client):
    client.force_login(member(scene.club, "owner"))
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies["sessionid"].value, "url": live_server.url}
    for language in ("ru", "pl"):
        for scripts in (True, False):
            context = browser.new_context(locale=language, java_script_enabled=scripts)
            seen = public(scene) if scripts else public(scene)[2:4]
            assert walk(context.new_page(), live_server.url, seen, language) == []
            if scripts:
                context.add_cookies([cookie])
                desk = [f"/riverside/standard/{address}" for address in DESK]
                assert walk(context.new_page(), live_server.url, desk, language) == []
            context.close()
