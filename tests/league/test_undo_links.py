"""Whatever is done at the desk offers its undoing beside the word that it was done, and pressed, it is as before."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Adjustment, Club, Compensation, Event, Game, Player, RatingPeriod, RatingRules, Season
from league.services.correcting import correct_game
from league.services.events import create_event
from league.services.people import enter_league
from league.services.periods import open_monthly
from league.services.seasons import start_season
from league.services.undoing import newest_of, undo
from ratings.models import Rating, RatingRun
from tests.copies import built_once

from .desking import admin_fields, superuser
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db
FACTS = {
    Game: ("pk", "white", "black", "outcome", "played_on"), Adjustment: ("player", "to", "by", "on"),
    Player: ("name", "guest", "birth_year", "merged_into", "listed"), RatingPeriod: ("name", "status"),
    RatingRules: ("valid_from", "parameters"), Season: ("name", "starts_on"), Event: ("name", "starts_on", "ends_on"),
    Rating: ("player", "value", "live", "games"), Club: ("name", "time_zone", "slug"),
}  # fmt: skip
IN_FORCE = {Game: {"status": "final"}, Adjustment: {"voided_at": None}, Event: {"withdrawn_at": None}}
DAY9 = "2026-01-09"
LEAGUE, CLUB = "/club/ladder/desk/", "/club/desk/"
FILE = "date,white,black,result\n2026-01-12,Anna,Celina,1-0\n"


@pytest.fixture
@built_once
def scene():
    made = Scene()
    for who in ("anna", "bartek", "celina", "dawid"):
        enter_league(league=made.league, player=made.player(who), start_rating=1600)
    made.play("anna", "bartek", "1-0", 0)
    made.play("celina", "dawid", "1-0", 1)
    create_event(league=made.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9), kind="robin")
    start_season(league=made.league, name="Spring", starts_on=DAY)
    return made


def facts(scene):
    """Everything that counts; players put away or added and then taken back are told by ``archived_at``."""
    there = {Player: {"archived_at": None}, **IN_FORCE}
    found = {
        m.__name__: sorted(map(repr, m.objects.filter(**there.get(m, {})).values_list(*f))) for m, f in FACTS.items()
    }
    return found | {"league": (scene.league.name, scene.league.late_results)}


def form_of(html):
    """The fields of the page's own form, as a browser sends them back."""
    start = html.find('class="desk-form')
    part = html[html.rindex("<form", 0, start) : html.index("</form>", start)]
    return admin_fields(SimpleNamespace(content=part.encode()))


def done(client, url, **said):
    """Fill in, look, confirm: the page on which one lands."""
    html = client.get(url).content.decode()
    answer = client.post(url, form_of(html) | said, follow=True)
    if not answer.redirect_chain:
        again = form_of(answer.content.decode())
        answer = client.post(url, again | {"step": "confirm", "reason": "tried"}, follow=True)
    assert answer.redirect_chain, re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
    return answer.content.decode()


def uploaded(client, url, text):
    shown = client.post(url, {"file": SimpleUploadedFile("file.csv", text.encode())}, follow=True)
    draft = shown.redirect_chain[-1][0]
    return client.post(draft, {"step": "commit"}, follow=True).content.decode()


def game(scene):
    return scene.league.games.earliest("pk").pk


DEEDS = {
    "a result corrected": lambda c, s: done(c, f"{LEAGUE}games/{game(s)}/correct/", outcome="0-1"),
    "a game voided": lambda c, s: done(c, f"{LEAGUE}games/{game(s)}/void/"),
    "an adjustment": lambda c, s: done(c, f"{LEAGUE}adjustments/new/", player=f"#{s.anna.pk}", by="30", on=DAY9),
    "a formula for all": lambda c, s: done(
        c, f"{LEAGUE}adjustments/everybody/", factor="0.1", target="2000", on=DAY9
    ),
    "a birth year": lambda c, s: done(c, f"{LEAGUE}players/{s.anna.pk}/edit/", birth_year="1980"),
    "a name": lambda c, s: done(c, f"{LEAGUE}players/{s.anna.pk}/edit/", name="Anna Nowak"),
    "a start value": lambda c, s: done(c, f"{LEAGUE}players/{s.anna.pk}/start/", start_rating="1750"),
    "an event's days": lambda c, s: done(c, f"{LEAGUE}events/{Event.objects.get().pk}/edit/", ends_on="2026-02-20"),
    "an event withdrawn": lambda c, s: done(c, f"{LEAGUE}events/{Event.objects.get().pk}/withdraw/"),
    "a season": lambda c, s: done(c, f"{LEAGUE}seasons/new/", name="Autumn", starts_on="2026-09-01"),
    "a season's first day": lambda c, s: done(
        c, f"{LEAGUE}seasons/{Season.objects.get().pk}/edit/", starts_on="2026-01-07"
    ),
    "rules": lambda c, s: done(c, f"{LEAGUE}rules/", valid_from="2026-01-06", k="10"),
    "a file": lambda c, s: uploaded(c, f"{LEAGUE}import/", FILE),
    "an event": lambda c, s: done(c, f"{LEAGUE}events/new/", name="Blitz", starts_on=DAY9, ends_on=DAY9),
    "periods": lambda c, s: done(c, f"{LEAGUE}periods/", first="2026-03", last="2026-04"),
    "a file of players": lambda c, s: uploaded(c, f"{CLUB}import/", "name,rating\nAnna,1800\nZoe,1500\n"),
    "a player": lambda c, s: done(c, f"{CLUB}people/add/", name="Zofia Lis"),
    "a guest": lambda c, s: done(c, f"{CLUB}people/{s.anna.pk}/guest/"),
    "a player put away": lambda c, s: done(c, f"{CLUB}people/{s.henryk.pk}/deactivate/"),
    "privacy of a player": lambda c, s: done(c, f"{CLUB}people/{s.anna.pk}/privacy/", listed=""),
    "a club's name and clock": lambda c, s: done(c, f"{CLUB}club/", name="Lions", time_zone="Asia/Tokyo"),
    "two records": lambda c, s: done(c, f"{CLUB}people/merge/?kept={s.anna.pk}&absorbed={s.dawid.pk}"),
}  # fmt: skip


def test_every_deed_of_the_desk_is_undone_by_the_link_beside_its_message(scene, client):
    """A new league per period is not needed: each is undone before the next."""
    client.force_login(superuser())
    for name, deed in DEEDS.items():
        before = facts(scene)
        page = deed(client, scene)
        assert facts(scene) != before, name
        link = re.search(r'<a href="([^"]*/undo/)">Undo</a>', page)
        assert link, f"{name}: no way back in the message"
        shown = client.get(unescape(link[1]))
        assert shown.status_code == 200, name
        undone = client.post(
            link[1], form_of(shown.content.decode()) | {"step": "confirm", "reason": "not so"}, follow=True
        )
        assert "Undone." in undone.content.decode(), name
        assert ">Undo</a>" not in undone.content.decode(), name
        assert facts(scene) == before, name
    assert not Compensation.objects.filter(voided_at=None).exists()
    scene.must_verify()


def test_in_an_open_period_the_message_says_that_live_ratings_moved(client):
    """As many as the page said before: nothing closed moved, and that is not nothing."""
    scene = Scene(mode="period", k=20)
    open_monthly(league=scene.league, first="2026-01", last="2026-01")
    scene.play("anna", "bartek", "1-0", 2)
    client.force_login(superuser())
    url = f"{LEAGUE}games/{game(scene)}/void/"
    assert "2 players move" in client.get(url).content.decode()
    assert "2 live ratings moved." in done(client, url)


def test_the_page_of_an_undo_after_which_somebody_left_the_league(scene, client):
    scene.play("ewa", "celina", "1-0", 4, reason="found")
    undo(target=newest_of(scene.league), reason="not hers")
    assert not Rating.objects.filter(league=scene.league, player=scene.ewa).exists()
    run = RatingRun.objects.filter(league=scene.league).latest("pk")
    page = client.get(f"/club/ladder/log/{run.pk}/")
    assert page.status_code == 200 and "Celina" in page.content.decode()
    assert client.get("/club/ladder/log/").status_code == 200
    assert client.get(f"/club/ladder/players/{scene.ewa.pk}/").status_code == 404
    scene.must_verify()


def test_the_page_of_an_undo_names_what_is_undone(scene, client):
    """“Result: 1–0 → 0–1” alone would be read as what pressing the button does."""
    client.force_login(superuser())
    first = Game.objects.filter(league=scene.league).earliest("pk")
    correct_game(game=first, outcome="0-1", reason="score sheet")
    said = unescape(client.get(f"{LEAGUE}history/{newest_of(scene.league).code}/undo/").content.decode())
    assert "What is undone: Result: 1–0 → 0–1" in said
