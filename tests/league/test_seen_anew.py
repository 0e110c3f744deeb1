"""A preview stands on more than one league: what changes in any of them shows it anew before anything is saved."""

from __future__ import annotations

from datetime import date

import pytest

from league.models import Adjustment
from league.services.people import add_player
from ratings.services import verify

from .desking import address, hidden
from .scene import Scene

pytestmark = pytest.mark.django_db


def previewed(client, league, scene):
    page = address(league, "desk/adjustments/new/")
    given = {"player": scene.anna.name, "on": "2026-02-01", "kind": "by", "points": "10", "by": "10"}
    return page, client.post(page, given | {"step": "preview"}).content.decode()


def test_a_list_that_seeds_this_one_changed_meanwhile(desk):
    scene = Scene(system="fide", mode="sequential", list="standard", slug="standard", players=("Anna", "Bartek"))
    rapid = scene.add_league("rapid", system="fide", standard_league=scene.league, list="rapid")
    for each in ("Celina", "Dawid"):
        setattr(scene, each.lower(), add_player(club=scene.club, name=each, start_rating=1800).player)
    scene.play("celina", "dawid", league=rapid)
    page, html = previewed(desk, rapid, scene)
    assert 'name="version"' in html, html
    scene.play("celina", "dawid", "1-0", date(2026, 1, 2))  # in the standard list, not in this one
    again = desk.post(page, hidden(html) | {"reason": "a prize", "step": "confirm"}).content.decode()
    assert "changed while you were reading" in again and not Adjustment.objects.exists()
    desk.post(page, hidden(again) | {"reason": "a prize", "step": "confirm"})
    assert Adjustment.objects.get().league == rapid
    assert not list(verify(rapid))


def test_the_games_that_this_league_rates_changed_meanwhile(desk):
    scene = Scene(players=("Anna", "Bartek"))
    estimate = scene.add_league("estimate", games_from=scene.league)
    scene.play("anna", "bartek")
    page, html = previewed(desk, estimate, scene)
    scene.play("bartek", "anna", day=1)
    again = desk.post(page, hidden(html) | {"reason": "a prize", "step": "confirm"}).content.decode()
    assert "changed while you were reading" in again and not Adjustment.objects.exists()
