"""What is kept ready for one reader is never another's: not the language, not the club, not what a user may see."""

from __future__ import annotations

import re
from datetime import date

import pytest
import time_machine
from django.core.cache import cache

from league.services.access.members import give_role
from league.services.events import create_event
from league.services.people import add_player
from league.services.periods import close_period, find_period, open_monthly, publish_period
from league.services.seasons import start_season

from ..league.scene import Scene

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
PAGES = (
    "", "?q=n", "?min=1&sex=w", "?at=2026-01-20", "?_export=json", "lists/2026-02-01/?sex=w", "seasons/{season}/?min=1",
    "wall/?stay=1", "statistics/", "events/{event}/", "players/{girl}/", "players/{girl}/record/",
    "compare/?one={girl}&other={boy}",
)  # fmt: skip
AROUND = ("/{club}/", "/{club}/search/?q=n", "/embed/{club}/ladder/board/", "/{club}/ladder/feed/")


def world(club: str, girl: str, boy: str):
    """A league with a list, a season and an event; the girl is a minor, whom strangers see short."""
    scene = Scene(club=club, system="elo", mode="period", players=())
    ida = add_player(club=scene.club, name=girl, birth_year=2014, sex="w", start_rating=1600).player
    tom = add_player(club=scene.club, name=boy, sex="m", start_rating=1500).player
    season = start_season(league=scene.league, name="2026", starts_on=date(2026, 1, 1))
    open_monthly(league=scene.league, first="2026-01", last="2026-02")
    event = create_event(
        league=scene.league, name=f"{club} open", starts_on=date(2026, 1, 3), ends_on=date(2026, 1, 25)
    )
    scene.play(ida, tom, "1-0", date(2026, 1, 10), event=event, round=1)
    scene.play(tom, ida, "=", date(2026, 1, 11), event=event, round=2)
    period = close_period(period=find_period(league=scene.league, name="2026-01"))
    publish_period(period=period or find_period(league=scene.league, name="2026-01"))
    scene.play(ida, tom, "0-1", date(2026, 2, 2))
    names = {"club": club, "girl": ida.pk, "boy": tom.pk, "season": season.pk, "event": event.pk}
    pages = [*(f"/{club}/ladder/{page}" for page in PAGES), *AROUND]
    return scene, [page.format(**names) for page in pages]


def read(client, page: str, language: str) -> str:
    answer = client.get(page, headers={"accept-language": language})
    assert answer.status_code in (200, 302, 404), page
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{answer.status_code} " + TOKEN.sub("", body.decode())


@time_machine.travel("2026-11-30 12:00", tick=False)  # the wall says what time it is
def test_no_page_shows_what_was_made_ready_for_somebody_else(client, django_user_model):
    """Every page as each reader sees it with nothing kept; then all of them one after another, with everything kept."""
    here, pages = world("alpha", "Ida Novak", "Ned Li")
    _there, others = world("beta", "Nina Short", "Nils Long")
    others = others[:6] + others[-3:]
    arbiter = django_user_model.objects.create_user("arbiter")
    give_role(club=here.club, user=arbiter, role="arbiter")

    def everything(language: str, user=None) -> dict[str, str]:
        client.logout()
        if user is not None:
            client.force_login(user)
        return {page: read(client, page, language) for page in (*pages, *others)}

    readers = [("en", None), ("ru", None), ("pl", arbiter)]
    alone = []
    for reader in readers:
        cache.clear()
        alone.append(everything(*reader))
    cache.clear()
    for number in (2, 0, 1):
        found = everything(*readers[number])
        assert [page for page, html in found.items() if html != alone[number][page]] == [], readers[number]
    stranger, russian, polish = alone
    assert all("Ida Novak" not in stranger[page] and "Ida Novak" not in russian[page] for page in stranger)
    assert all("Nina Short" not in seen[page] for seen in alone for page in others)  # a minor of another club
    board = pages[0]
    assert "Novak I." in stranger[board] and "Ida Novak" in polish[board]
    for seen, code in ((stranger, "en"), (russian, "ru"), (polish, "pl")):
        shown = [html for page, html in seen.items() if "<html" in html and not page.startswith("/embed")]
        assert shown and all(f'lang="{code}"' in html for html in shown)
    assert [page for page, html in stranger.items() if not html.startswith("200")] == []
