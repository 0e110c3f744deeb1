"""At the desk: late results, players, start values, events, seasons, formulas: seen first, then saved with a reason."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.paginator import Paginator
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Adjustment, Compensation, Game, League, LeagueEntry, Season
from league.services import events, people, seasons
from league.views.desk.impact import Impact
from ratings.models import Rating, RatingChange
from tests.copies import built_once

from .desking import MARCH, address, admin_fields, club_with, hidden, is_sound, play, state

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen on paper", "step": "confirm"}


@built_once
def furnished():
    parameters = {"k": 20, "initial": 1500, "carryover": {"keep": 0.5, "mean": 1500}}
    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek", parameters=parameters)
    event = events.create_event(league=league, name="Cup", starts_on=MARCH, ends_on=MARCH + timedelta(3))
    play(league, a, b, event=event, round=1, board=1)
    play(league, b, c, on=MARCH + timedelta(1), event=event, round=2, board=1)
    season = seasons.start_season(league=league, name="Summer", starts_on=MARCH + timedelta(30))
    return league, {"player": a.pk, "event": event.pk, "season": season.pk}


EDITS = {
    "a start rating": ("desk/players/{player}/edit/", {"start_rating": "1700"}),
    "a birth year and a start rating": ("desk/players/{player}/edit/", {"birth_year": "2001", "start_rating": "1450"}),
    "a start rating of the league": ("desk/players/{player}/start/", {"start_rating": "1650,5"}),
    "a K of the player's own": ("desk/players/{player}/start/", {"k": "5"}),
    "an event that is not rated": ("desk/events/{event}/edit/", {"rated": None}),
    "a season's first day": ("desk/seasons/{season}/edit/", {"starts_on": "2026-03-15"}),
    "a season started": ("desk/seasons/new/", {"name": "Spring", "starts_on": "2026-03-20", "ends_on": ""}),
    "a formula for everybody": (
        "desk/adjustments/everybody/",
        {"factor": "0,4", "target": "2000", "side": "below", "rounding": "integer", "on": "2026-03-20"},
    ),
}  # fmt: skip


def seen(desk, league, things, name):
    path, fields = EDITS[name]
    page = address(league, path.format(**things))
    given = admin_fields(desk.get(page)) | fields
    given = {key: value for key, value in given.items() if value is not None}
    return page, desk.post(page, given | {"step": "preview"})


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_seen_first_and_saved_with_its_reason(desk, name):
    """Issue 5, 1: what the page shows is what then stands."""
    league, things = furnished()
    before = state(league)
    page, answer = seen(desk, league, things, name)
    html = answer.content.decode()
    assert "impact-sentence" in html and state(league) == before
    without = desk.post(page, hidden(html) | WHY | {"reason": ""})
    assert without.status_code == 200 and state(league) == before
    impact = answer.context["impacts"][0]
    assert desk.post(page, hidden(html) | WHY).status_code == 302
    shown = dict(Rating.objects.filter(league=league).values_list("player__name", "shown"))
    assert impact.rows and all(row.after in (str(shown[row.name]), "–") for row in impact.rows)
    assert is_sound(league)


@pytest.mark.parametrize("name", ["a start rating", "an event that is not rated", "a formula for everybody"])
def test_facts_that_changed_between_are_said_with_the_new_preview(desk, name):
    """BR-097"""
    league, things = furnished()
    page, answer = seen(desk, league, things, name)
    html = answer.content.decode()
    people.edit_player(player=people.find_players(club=league.club, text="Cara").get(), start_rating=1800)
    before = state(league)
    again = desk.post(page, hidden(html) | WHY).content.decode()
    assert "changed while you were reading" in again and state(league) == before
    assert desk.post(page, hidden(again) | WHY).status_code == 302 and is_sound(league)


def test_what_moves_no_rating_is_saved_at_once(desk):
    league, things = furnished()
    page = address(league, f"desk/players/{things['player']}/edit/")
    assert desk.post(page, admin_fields(desk.get(page)) | {"title": "wfm", "step": "preview"}).status_code == 302
    assert people.find_players(club=league.club, text="Anna").get().title == "WFM"


@pytest.mark.parametrize(
    ("path", "field", "value"),
    [
        ("desk/players/{player}/edit/", "birth_year", "1492"), ("desk/players/{player}/edit/", "start_rating", "1e9"),
        ("desk/players/{player}/start/", "k", "-3"), ("desk/players/{player}/start/", "start_rating", "abc"),
        ("desk/events/{event}/edit/", "ends_on", "2026-03-13"), ("desk/events/{event}/edit/", "base_minutes", "nan"),
        ("desk/seasons/{season}/edit/", "starts_on", "1492-01-01"), ("desk/adjustments/everybody/", "factor", "11"),
        ("desk/adjustments/everybody/", "side", "left"), ("desk/adjustments/everybody/", "on", "never"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_at_its_field(desk, path, field, value):
    league, things = furnished()
    page = address(league, path.format(**things))
    answer = desk.post(page, admin_fields(desk.get(page)) | {field: value, "step": "preview"})
    assert answer.status_code == 200 and 'aria-invalid="true"' in answer.content.decode()


def test_another_clubs_things_are_not_here(desk):
    league, _things = furnished()
    _other, (stranger,) = club_with("Stranger", slug="tigers")
    for path in (f"desk/players/{stranger.pk}/edit/", f"desk/players/{stranger.pk}/start/", "desk/events/99/edit/"):
        assert desk.get(address(league, path)).status_code == 404


def late(desk, league, **fields):
    page = address(league, "record/")
    given = admin_fields(desk.get(page)) | {
        "white": "Anna Berg", "black": "Cara Ek", "outcome": "1-0", "played_on": "2026-03-01", "step": "save",
    } | fields  # fmt: skip
    return page, given, desk.post(page, given)


def test_a_result_of_the_past_is_seen_before_it_is_saved(desk):
    """Anna's and Cara's later games are rated again: all three move."""
    league, _things = furnished()
    page, given, answer = late(desk, league)
    html = answer.content.decode()
    assert "3 players move" in html and Game.objects.count() == 2
    assert desk.post(page, hidden(html) | WHY).status_code == 302
    assert Game.objects.count() == 3 and is_sound(league)
    assert desk.post(page, given).status_code == 302 and Game.objects.count() == 3


def test_a_newcomers_late_result_is_seen_with_the_name(desk):
    league, _things = furnished()
    page, _given, answer = late(desk, league, black="Dora Fil", black_pick="new", black_for="Dora Fil")
    html = answer.content.decode()
    assert "Dora Fil" in html[html.index("sheet impact") :] and not LeagueEntry.objects.filter(player__name="Dora Fil")
    assert desk.post(page, hidden(html) | WHY).status_code == 302 and is_sound(league)


def test_a_result_of_players_who_have_not_played_since_is_saved_at_once(desk):
    league, _things = furnished()
    late(desk, league, played_on="2026-05-01")
    assert Game.objects.count() == 3


def test_everybody_is_moved_by_one_action_that_is_undone_as_one(desk):
    """40 per cent nearer to 2000, to whole points, below 2000: FIDE's formula of March 2024 as any club may use it."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    for player, rating in ((a, 1700), (b, 2010)):
        people.edit_player(player=player, start_rating=rating)
    play(league, a, b, "=")  # K 20, 310 points apart: Anna expects 0.1437, wins 7.1 points
    page = address(league, "desk/adjustments/everybody/")
    given = {"factor": "0.4", "target": "2000", "side": "below", "rounding": "integer", "on": "2026-03-20"}
    html = desk.post(page, given | {"step": "preview"}).content.decode()
    for _press in range(2):
        assert desk.post(page, hidden(html) | WHY).status_code == 302
    made = Compensation.objects.get()
    (row,) = made.rows.all()
    assert (row.player, row.by, row.reason) == (a, 117, "seen on paper")  # 0.4 x (2000 - 1707.13) = 117.1
    logged = RatingChange.objects.get(league=league, cause="adjustment")
    assert (logged.player, logged.change) == (a, 117)
    # kept through a recalculation: the points stay, also when the game before is another
    play(league, b, a, "1-0", on=date(2026, 3, 1))
    assert RatingChange.objects.get(league=league, cause="adjustment").change == 117 and is_sound(league)
    listed = desk.get(address(league, "desk/adjustments/")).content.decode()
    void = address(league, f"desk/adjustments/everybody/{made.pk}/void/")
    assert void in listed and "+117" in listed
    html = desk.get(void).content.decode()
    assert "1 player moves" in html
    assert desk.post(void, hidden(html) | WHY).status_code == 302
    assert not Adjustment.objects.filter(voided_at=None) and is_sound(league)
    assert not RatingChange.objects.filter(league=league, cause="adjustment")


def test_a_long_preview_is_leafed_through(desk):
    """Every affected player is listed: 100 on a page."""
    league, _players = club_with(*[f"Player {number:03}" for number in range(120)])
    for player in people.find_players(club=league.club, text="Player"):
        LeagueEntry.objects.create(league=league, player=player)
    from ratings.services import welcome

    welcome(league, list(league.entries.values_list("player", flat=True)))
    page = address(league, "desk/adjustments/everybody/")
    given = {"factor": "0.1", "target": "2000", "side": "both", "rounding": "none", "on": "2026-03-20"}
    first = desk.post(page, given | {"step": "preview"}).content.decode()
    assert "120 players move" in first and "1 / 2" in first and "Player 119" not in first
    second = desk.post(page, hidden(first) | {"page": "2", "reason": "half typed"}).content.decode()
    assert "2 / 2" in second and "Player 119" in second and "half typed" in second
    assert Season.objects.count() == 0


@pytest.mark.parametrize("listing", ["players", "events", "seasons"])
def test_a_list_at_the_desk_asks_as_often_for_many_lines_as_for_few(desk, listing, django_assert_max_num_queries):
    league, _things = furnished()
    page = address(league, f"desk/{listing}/")
    with CaptureQueriesContext(connection) as few:
        assert desk.get(page).status_code == 200
    for number in range(20):
        people.add_player(club=league.club, name=f"Player {number}")
        events.create_event(league=league, name=f"Event {number}", starts_on=MARCH + timedelta(number))
        seasons.start_season(league=league, name=f"S {number}", starts_on=MARCH + timedelta(40 + number))
    with django_assert_max_num_queries(len(few)):
        assert "19" in desk.get(page).content.decode()


def test_those_who_hardly_move_are_named_beside_the_players_not_the_games():
    impact = Impact(
        players=6, slightly=2, games=15, lists=[], rows=[], page=Paginator([], 1).get_page(1), recalculating=False,
        league=League(),
    )  # fmt: skip
    assert impact.sentence == "6 players move (2 of them by less than 0.05) · 15 games are rated again"
