"""Ready-made rules: each makes a league that rates as its source says."""

import io
import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from league.models import League, RatingRules
from league.services.errors import Refused
from league.services.leagues import create_league
from league.services.people import add_player, create_club
from league.services.presets import PRESETS, preset_named
from league.services.recording import record_game
from ratings.models import Rating


@pytest.fixture
def club(db):
    return create_club(slug="club", name="Club")


def made(club, name, **parameters):
    return create_league(club=club, slug=name, name=name, **preset_named(name).values(parameters))


def command(*words):
    out = io.StringIO()
    call_command("create_league", *words, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_makes_a_league_and_says_what_it_is(club, name):
    league = made(club, name)
    preset = PRESETS[name]
    assert (league.system, league.mode, league.discipline) == (preset.system, preset.mode, preset.discipline)
    assert all(map(str, (preset.label, preset.words, preset.source)))
    assert dict(preset.parameters).items() <= RatingRules.objects.get(league=league).parameters.items()


@pytest.mark.parametrize("name", ["fide-standard", "fide-rapid", "fide-blitz"])
def test_fides_lists_count_late_results_in_the_next_list(club, name):
    league = made(club, name)
    assert (league.late_results, league.mode) == ("next_list", "period")
    assert league.rules.get().parameters["list"] == name.removeprefix("fide-")


@pytest.mark.parametrize("name", ["club-elo", "school-ladder", "world-football", "lichess"])
def test_the_others_recompute_what_comes_after(club, name):
    assert made(club, name).late_results == "restate"


def played(league, outcome="1-0", **more):
    first, second = (add_player(club=league.club, name=name).player for name in ("First", "Second"))
    record_game(league=league, white=first, black=second, outcome=outcome, played_on=date(2026, 1, 5), **more)
    return [Rating.objects.get(league=league, player=player).value for player in (first, second)]


def test_club_elo_moves_equals_by_half_of_k(club):
    """K 32: an equal opponent beaten is worth 16."""
    assert played(made(club, "club-elo")) == [1516, 1484]


def test_a_parameter_is_laid_over_a_preset(club):
    assert played(made(club, "club-elo", k=10)) == [1505, 1495]


def test_world_football_counts_home_ground_and_goals(club):
    """eloratings.net: K 60, three goals of difference 1.75, home side +100: We = 0.640."""
    home, away = played(made(club, "world-football"), white_points=3, black_points=0, white_k=60, black_k=60)
    assert home == pytest.approx(1500 + 60 * 1.75 * (1 - 0.640065), abs=1e-3)
    assert home + away == pytest.approx(3000)


def test_lichess_deviation_of_60_grows_to_110_in_a_year():
    """Lichess: 0.21436 periods a day, at the usual volatility of 0.06."""
    from ratings.kernel.glicko2.update import grown

    days = PRESETS["lichess"].parameters["period_days"]
    assert grown(60, 0.06, 365 / days) == pytest.approx(110, abs=0.1)


def test_the_command_takes_a_preset(db):
    said = json.loads(command("club/ladder", "--preset", "club-elo", "--set", "k=24", "--json"))
    assert (said["system"], said["parameters"]["k"], said["parameters"]["initial"]) == ("elo", 24, 1500)
    fide = json.loads(command("club/rapid", "--preset", "fide-rapid", "--late-results", "restate", "--json"))
    assert (fide["mode"], League.objects.get(slug="rapid").late_results) == ("period", "restate")


def test_the_command_lists_presets_with_their_sources(db):
    said = json.loads(command("--preset", "list", "--json"))
    assert [each["preset"] for each in said] == list(PRESETS)
    assert all(each["source"] for each in said)
    assert "world-football: World Football Elo." in command("--preset", "list")
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("club/l", "--preset", "nonsense"), 1),
        (("club/l", "--preset", "lichess", "--system", "elo"), 2),
        (("club/l",), 2),
        (("--system", "elo"), 2),
    ],
)
def test_what_cannot_be_meant_is_said(db, words, code):
    with pytest.raises(CommandError) as caught:
        command(*words)
    assert caught.value.returncode == code


def test_an_unknown_preset_is_refused_with_those_there_are():
    with pytest.raises(Refused, match="club-elo, school-ladder"):
        preset_named("nonsense")


def test_the_admin_offers_presets_where_a_league_is_made(club, admin_client):
    address = reverse("admin:league_league_add")
    page = admin_client.get(address).content.decode()
    assert "World Football Elo" in page
    assert "eloratings.net" in page
    form = {
        "club": club.pk, "slug": "football", "name": "Football", "preset": "world-football", "system": "", "mode": "",
        "discipline": "chess", "late_results": "restate", "parameters": '{"initial": 1600}', "description": "",
    }  # fmt: skip
    response = admin_client.post(address, form)
    assert response.status_code == 302, response.content.decode()[:3000]
    league = League.objects.get(slug="football")
    assert (league.system, league.mode, league.discipline) == ("elo", "sequential", "home_away")
    assert league.rules.get().parameters["initial"] == 1600
    assert league.rules.get().parameters["margin"] == "goals"


def test_without_a_preset_the_admin_needs_a_system(club, admin_client):
    form = {"club": club.pk, "slug": "x", "name": "X", "preset": "", "system": "", "mode": "sequential",
            "discipline": "chess", "late_results": "restate", "parameters": "{}"}  # fmt: skip
    assert admin_client.post(reverse("admin:league_league_add"), form).status_code == 200
    assert not League.objects.exists()


def test_a_browser_lets_the_system_be_empty_where_a_preset_says_it(club, admin_client):
    page = admin_client.get(reverse("admin:league_league_add")).content.decode()
    for name in ("system", "mode"):
        select = page[page.index(f'<select name="{name}"') :]
        assert "required" not in select[: select.index(">")]
