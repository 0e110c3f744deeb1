"""A small club for the tests of the desk and the admin site, and the shortest ways through its pages."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

from django.contrib.auth import get_user_model

from league.models import Game, League
from league.services import leagues, people, recording
from ratings.models import RatingChange, RatingRun
from ratings.services import verify
from tests.copies import built_once

MARCH = date(2026, 3, 14)


def superuser(name: str = "anna"):
    return get_user_model().objects.create_superuser(name, f"{name}@example.org", "pass word 1")


@built_once
def club_with(*names: str, slug: str = "lions", **more):
    """A club with a sequential Elo league (K 20, start 1500) and players of these names."""
    club = people.create_club(slug=slug, name=slug.title())
    given = {"system": "elo", "mode": "sequential", "parameters": {"k": 20, "initial": 1500}} | more
    league = leagues.create_league(club=club, slug="main", name="Main", **given)
    return league, [people.add_player(club=club, name=name).player for name in names]


def play(league: League, white, black, outcome: str = "1-0", on: date = MARCH, **more) -> Game:
    return recording.record_game(league=league, white=white, black=black, outcome=outcome, played_on=on, **more)


def address(league: League, rest: str) -> str:
    return f"/{league.club.slug}/{league.slug}/{rest}"


def hidden(html: str) -> dict[str, str]:
    """The hidden fields of the last form of a page, as a browser sends them back."""
    form = html[html.rindex('<form method="post"') :]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if given.get("type") == "hidden" and "name" in given:
            fields[given["name"]] = unescape(given.get("value", ""))
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def admin_fields(response) -> dict[str, str]:
    """Everything that a browser sends back when an admin form is saved as it was opened."""
    html = response.content.decode()
    form = html[html.index("<form") :]
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        name, kind = given.get("name"), given.get("type", "text")
        if not name or name.startswith("_") or kind in ("submit", "file"):
            continue
        if kind in ("checkbox", "radio") and " checked" not in tag:
            continue
        fields[name] = unescape(given.get("value", "on" if kind == "checkbox" else ""))
    for name, body in re.findall(r'<select[^>]*name="([^"]+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)"[^>]* selected', body)
        fields[name] = unescape(chosen[1]) if chosen else ""
    for name, body in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S):
        fields[name] = unescape(body.removeprefix("\n"))
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def state(league: League):
    """All that a change would leave behind: version, runs, every number of the log."""
    league.refresh_from_db()
    rows = RatingChange.objects.filter(league=league).order_by("pk")
    numbers = list(rows.values_list("pk", "player", "opening", "change", "closing"))
    return league.version, RatingRun.objects.filter(league=league).count(), numbers


def is_sound(league: League) -> bool:
    """The stored log equals a full recomputation."""
    league.refresh_from_db()
    return list(verify(league)) == []


def correct(client, league, game, **fields):
    """The filled-in form of a correction, sent for its preview."""
    page = address(league, f"desk/games/{game.pk}/correct/")
    opened = client.get(page).content.decode()
    given = hidden(opened) | {
        "white": game.white.name, "white_for": game.white.name, "black": game.black.name,
        "black_for": game.black.name, "outcome": game.outcome, "played_on": game.played_on.isoformat(), "weight": "1.0",
    } | fields  # fmt: skip
    return page, given, client.post(page, given | {"step": "preview"})


def confirm(client, page, given, preview, reason="typo in the score sheet"):
    html = preview.content.decode()
    return client.post(page, hidden(html) | {"reason": reason, "step": "confirm"})
