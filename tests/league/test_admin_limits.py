"""What the admin site does not do: delete, let others in, break. And what it does with many rows at once."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core import checks

from league.models import Adjustment, Club, Event, Game, GameRevision, League, Player, RatingPeriod, Season
from league.services import leagues, periods
from tests.conftest import BASE_DIR

from .desking import admin_fields, club_with, hidden, is_sound, play, state, superuser
from .test_admin_writes import change_page, furnished

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client):
    client.force_login(superuser())
    return client


# -- deleting ------------------------------------------------------------------------------------------------

MODELS = [
    "club", "league", "player", "leagueentry", "event", "game", "season", "adjustment", "ratingperiod", "ratingrules",
    "gamerevision", "bye", "evententry", "importbatch", "externalrating", "merge", "membership",
]  # fmt: skip
RATINGS = ["rating", "ratingchange", "ratingrun", "ratinglist", "ratinglistentry"]


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_deleted_neither_one_by_one_nor_by_the_list(office, model):
    """BR-010, BR-011"""
    _league, things = furnished()
    counts = [kind.objects.count() for kind in (Club, League, Player, Game, Season, Adjustment, RatingPeriod, Event)]
    thing = things.get(model)
    pk = thing.pk if thing else 1
    assert office.get(f"/admin/league/{model}/{pk}/delete/").status_code in (302, 403)
    assert office.post(f"/admin/league/{model}/{pk}/delete/", {"post": "yes"}).status_code in (302, 403)
    listed = f"/admin/league/{model}/"
    assert "delete_selected" not in office.get(listed).content.decode()
    office.post(listed, {"action": "delete_selected", "_selected_action": [str(pk)], "post": "yes"})
    assert [k.objects.count() for k in (Club, League, Player, Game, Season, Adjustment, RatingPeriod, Event)] == counts


def test_a_player_without_games_and_one_with_them_are_archived_from_the_list(office):
    """BR-011"""
    league, (a, b, idle) = club_with("Anna Berg", "Bo Dahl", "Idle Ida")
    play(league, a, b)
    numbers = state(league)[2]
    chosen = [str(a.pk), str(idle.pk)]
    office.post("/admin/league/player/", {"action": "archive", "_selected_action": chosen})
    assert set(Player.objects.filter(archived_at=None)) == {b}
    assert state(league)[2] == numbers and is_sound(league)
    office.post("/admin/league/player/", {"action": "reactivate", "_selected_action": chosen})
    assert Player.objects.filter(archived_at=None).count() == 3


def test_a_league_that_others_follow_is_not_archived_and_the_list_says_why(office):
    league, _players = club_with("Anna Berg")
    leagues.create_league(
        club=league.club, slug="shadow", name="Shadow", system="glicko2", mode="sequential", games_from=league
    )
    given = {"action": "archive", "_selected_action": [str(league.pk)]}
    html = office.post("/admin/league/league/", given, follow=True).content.decode()
    assert "follows this league" in html
    league.refresh_from_db()
    assert league.archived_at is None


def test_several_games_are_voided_together_after_a_look_at_what_moves(office):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    games = [play(league, a, b), play(league, a, b, "="), play(league, b, a)]
    chosen = {"action": "void", "_selected_action": [str(game.pk) for game in games[:2]]}
    preview = office.post("/admin/league/game/", chosen, follow=True)
    html = preview.content.decode()
    assert "Void several games" in html and "2 players move" in html
    assert not Game.objects.filter(status="void").exists()
    path = preview.redirect_chain[-1][0]
    assert (
        office.post(path, hidden(html) | {"reason": "another league's evening", "step": "confirm"}).status_code == 302
    )
    assert set(Game.objects.filter(status="void")) == set(games[:2])
    assert is_sound(league)
    assert office.post(path, hidden(html) | {"reason": "again", "step": "confirm"}).status_code == 302
    assert GameRevision.objects.count() == 2


def test_games_of_two_leagues_are_not_voided_together(office):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    other, (c, d) = club_with("Cara Ek", "Dora Frost", slug="tigers")
    games = [play(league, a, b), play(other, c, d)]
    chosen = {"action": "void", "_selected_action": [str(game.pk) for game in games]}
    assert "of one league" in office.post("/admin/league/game/", chosen, follow=True).content.decode()
    theirs = office.get(f"/lions/main/desk/games/void/?games={games[1].pk}")
    assert theirs.status_code == 302 and not GameRevision.objects.exists()


# -- rights ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_only_superusers_see_and_write_facts(client, model):
    _league, _things = furnished()
    staff = get_user_model().objects.create_user("staff", password="x", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    client.force_login(staff)
    assert client.get(f"/admin/league/{model}/").status_code == 403
    assert client.get(f"/admin/league/{model}/add/").status_code == 403
    assert client.post(f"/admin/league/{model}/1/change/", {}).status_code in (302, 403)


@pytest.mark.parametrize("model", RATINGS)
def test_ratings_and_the_log_are_there_to_look_at(office, model):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl", system="glicko2", mode="period", parameters={})
    periods.open_monthly(league=league, first="2026-03", last="2026-03")
    play(league, a, b)
    period = league.periods.get()
    periods.close_period(period=period)
    periods.publish_period(period=period)
    row = apps.get_model("ratings", model).objects.first()
    listed = f"/admin/ratings/{model}/"
    assert office.get(listed).status_code == 200
    opened = office.get(f"{listed}{row.pk}/change/")
    assert opened.status_code == 200 and 'name="_save"' not in opened.content.decode()
    assert office.post(f"{listed}{row.pk}/change/", {}).status_code == 403
    assert office.get(f"{listed}add/").status_code == 403
    assert office.post(f"{listed}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in office.get(listed).content.decode()


def test_unknown_things_lead_back_and_garbage_never_breaks(office):
    _league, things = furnished()
    for model in MODELS:
        for pk in ("0", "x", "9" * 30, "%00", "1_2f"):
            assert office.get(f"/admin/league/{model}/{pk}/change/").status_code in (302, 404)
    for field in ("name", "birth_year", "start_rating", "club", "reason", "fide_id"):
        for value in ("\x00", "9" * 40, "nan", "1e999", "<b>", "x" * 10_000):
            opened = change_page("player", things["player"].pk)
            given = admin_fields(office.get(opened)) | {field: value}
            assert office.post(opened, given).status_code in (200, 302), (field, value)


@pytest.mark.parametrize("value", ["x", "9" * 30, "\x00", "-1"])
def test_what_is_no_key_chooses_nothing(office, value):
    """In a form that comes back, and among the rows of a list, Django's own lists included."""
    given = admin_fields(office.get("/admin/league/player/add/")) | {"club": value, "name": "New"}
    assert office.post("/admin/league/player/add/", given).status_code == 200
    for page in ("league/player", "auth/user", "auth/group"):
        chosen = {"action": "delete_selected", "_selected_action": [value], "index": "0"}
        assert office.post(f"/admin/{page}/", chosen).status_code in (200, 302)


def test_the_forms_of_the_admin_site_fit_their_models():
    """Django's own checks of it: they look at what is registered, which comes with the addresses."""
    import_module("config.urls")
    assert admin.site.is_registered(Game)
    assert not checks.run_checks(tags=[checks.Tags.admin])


def test_a_command_does_not_load_the_pages():
    """Half of the start of a worker was the admin site's modules and what these need."""
    code = (
        "import django, sys; django.setup(); import ratings.management.commands.work; "
        "print('league.views' in sys.modules)"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    said = subprocess.run([sys.executable, "-c", code], cwd=BASE_DIR, env=environment, capture_output=True, text=True)
    assert said.stdout == "False\n", said.stderr
