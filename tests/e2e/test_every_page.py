"""Every page that there is, found from the patterns: light and dark, on a desk and on a phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache

from .axe import STRICT
from .everything import furnished, pages

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("PICTURES")  # a folder: screenshots of every page go there
LOOKS = (("light", 1280, "pl"), ("dark", 360, "ru"))  # other tests look at the pages in English

# Addresses that are no pages: parts of one, files, feeds, what only takes a form, Django's own redirects.
NO_PAGES = {
    "admin:", "admin:autocomplete", "admin:jsi18n", "admin:logout", "admin:view_on_site", "set_language", "embed:fit",
    "league:event_file", "league:grid_stakes", "league:logout", "league:own_data", "league:players_found",
    "league:publish", "league:revoke_invitation", "league:revoke_scorer", "league:revoke_token", "league:stakes",
    "league:stop_scoring", "ratings:", "ratings:try",
}  # fmt: skip
OF_PROGRAMS = ("api:", "feeds:")
CLOSED = {403, 404}  # what the admin site does not do: most is written at the desk, nothing is deleted


def visited(scene, made):
    """The pages, with one model's of the admin site's pages of what happened: Django's, and alike."""
    for each in pages(scene, made):
        last = each.name.rpartition("_")[2]
        if each.name in NO_PAGES or (each.name.startswith(OF_PROGRAMS) and each.name != "api:docs"):
            continue
        if each.name.startswith("admin:") and last in ("history", "delete") and "_player_" not in each.name:
            continue
        yield each


@pytest.fixture
def reader(browser, live_server, client):
    """Opens a browser's page for the owner or for a stranger, who does not carry the owner's cookies."""
    contexts = []

    def opened(owner: int | None, scheme: str, width: int, language: str):
        context = browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 800}, locale=language
        )  # fmt: skip
        contexts.append(context)
        if owner is not None:
            client.force_login(get_user_model().objects.get(pk=owner))
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def listen(page, base: str) -> list[str]:
    """Complaints of the console, and every request to another host."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith((base, "data:")) else said.append(asked.url))
    return said


WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FACTS = """() => ({
  lang: document.documentElement.lang, title: document.title, headings: document.querySelectorAll("h1").length,
  tables: [...document.querySelectorAll("main table")].filter((each) => !each.caption).length,
})"""


def faults(page, language: str, *, own: bool) -> list[object]:
    """What is wrong with an opened page. ``own``: it is none of Django's, whose tables have no captions."""
    facts = page.evaluate(FACTS)
    found: list[object] = []
    if facts["lang"] != language or not facts["title"] or (own and (facts["headings"] > 1 or facts["tables"])):
        found.append(facts)
    violations = Axe().run(page, options=STRICT).response["violations"]
    found += [(each["id"], each["nodes"][0]["html"][:120]) for each in violations]
    window = page.viewport_size
    for width in {window["width"], 360} if own else ():
        page.set_viewport_size({"width": width, "height": window["height"]})
        if (over := page.evaluate(WIDE)) > 0:
            found.append(f"{over} pixels beside a screen of {width}")
    page.set_viewport_size(window)
    return found


def test_every_page_is_sound(reader, live_server):
    """axe has nothing to say, the console is silent, nothing is beside a phone, no other host is asked. Each look takes
    every other page: colours are those of a few style sheets, and every kind of page comes in both."""
    cache.clear()
    scene, made = furnished()
    found: dict[str, object] = {}
    seen = 0
    for index, (scheme, width, language) in enumerate(LOOKS):
        owner, stranger = (reader(who, scheme, width, language) for who in (made["owner"], None))
        said = {id(page): listen(page, live_server.url) for page in (owner, stranger)}
        for number, each in enumerate(visited(scene, made)):
            if number % len(LOOKS) != index:
                continue
            page = stranger if each.stranger else owner
            said[id(page)].clear()
            answer = page.goto(live_server.url + each.address)
            if each.name.startswith("admin:") and answer.status in CLOSED:
                continue
            seen += 1
            key = f"{each.name.replace(':', '-')}-{width}-{scheme}"
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{key}.png", full_page=True)
            complaints = list(said[id(page)])  # axe has its own
            wrong = complaints + faults(page, language, own=not each.name.startswith("admin:"))
            if answer.status != 200 or wrong:
                found[key] = (each.address, answer.status, wrong)
    assert not found, "\n".join(f"{key}: {what}" for key, what in found.items())
    assert seen > 140
