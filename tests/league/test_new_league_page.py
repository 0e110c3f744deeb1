"""A league is made at the desk of its club, from ready-made rules or from a form of every parameter."""

from __future__ import annotations

import pytest

from league.models import League
from league.services.leagues import create_league
from league.services.people import create_club
from league.services.presets import PRESETS

from .desking import superuser

pytestmark = pytest.mark.django_db
PAGE = "/lions/desk/leagues/new/"


@pytest.fixture
def desk(client):
    client.force_login(superuser())
    create_club(slug="lions", name="Lions")
    return client


def filled(client, start):
    """The form as a browser would send it back untouched."""
    form = client.get(f"{PAGE}?from={start}").context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def test_every_preset_is_offered_with_its_source(desk):
    html = desk.get(PAGE).content.decode()
    for preset in PRESETS.values():
        assert f"?from={preset.name}" in html and str(preset.source)[:30] in html
    assert "?from=fide.period" in html and "?from=elo.sequential" in html


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_untouched_makes_the_league_of_the_command(desk, name):
    preset = PRESETS[name]
    club = create_club(slug="tigers", name="Tigers")
    made = create_league(club=club, slug="same", name="Same", **preset.values())
    sent = desk.post(f"{PAGE}?from={name}", filled(desk, name) | {"name": "Лига A 2026"})
    assert sent.status_code == 302 and sent.url == "/lions/liga-a-2026/desk/", sent.content.decode()
    league = League.objects.get(club__slug="lions")
    for field in ("system", "mode", "discipline", "late_results"):
        assert getattr(league, field) == getattr(made, field)
    assert league.rules.get().parameters == made.rules.get().parameters


@pytest.mark.parametrize(
    ("start", "system", "mode"),
    [
        ("elo.sequential", "elo", "sequential"),
        ("fide.period", "fide", "period"),
        ("glicko2.period", "glicko2", "period"),
    ],
)
def test_any_system_with_its_usual_parameters(desk, start, system, mode):
    sent = desk.post(f"{PAGE}?from={start}", filled(desk, start) | {"name": "Own", "slug": "own"})
    assert sent.status_code == 302, sent.content.decode()
    league = League.objects.get()
    assert (league.system, league.mode, league.slug) == (system, mode, "own")


def test_a_follower_is_made_without_a_second_entry(desk):
    desk.post(f"{PAGE}?from=club-elo", filled(desk, "club-elo") | {"name": "Ladder"})
    source = League.objects.get()
    desk.post(
        f"{PAGE}?from=fide.sequential", filled(desk, "fide.sequential") | {"name": "FIDE", "games_from": source.pk}
    )
    assert League.objects.get(slug="fide").games_from == source


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": ""}, "This field is required"), ({"name": "Ωmega"}, "cannot be part of an address"),
        ({"name": "A", "slug": "desk"}, "address of a page"), ({"name": "A", "k": "many"}, "is not understood"),
        ({"name": "Taken", "slug": "taken"}, "has a league “taken” already"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_at_its_field(desk, given, words):
    desk.post(f"{PAGE}?from=club-elo", filled(desk, "club-elo") | {"name": "Taken"})
    answer = desk.post(f"{PAGE}?from=club-elo", filled(desk, "club-elo") | given)
    assert answer.status_code == 200 and words in answer.content.decode()
    assert League.objects.count() == 1


def test_the_club_page_leads_there(desk):
    assert f'href="{PAGE}"' in desk.get("/lions/").content.decode()
