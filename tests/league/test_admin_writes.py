"""The admin site writes through the services: a refusal is a form error, an unchanged form is nothing."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry

from league.models import (
    Club,
    Event,
    Game,
    GameRevision,
    League,
    LeagueEntry,
    Player,
    PlayerAlias,
    RatingPeriod,
    Season,
)
from league.services import adjusting, people, periods, seasons
from league.services.events import create_event
from ratings.models import Rating, RatingChange
from tests.copies import built_once

from .desking import MARCH, admin_fields, club_with, hidden, is_sound, play, state, superuser

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client):
    client.force_login(superuser())
    return client


@built_once
def furnished():
    """A league with one of everything that the admin site can open."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    event = create_event(league=league, name="Spring Cup", starts_on=MARCH)
    game = play(league, a, b, event=event, round=1, board=1)
    people.add_alias(player=a, name="A. Berg")
    season = seasons.start_season(league=league, name="2026", starts_on=MARCH)
    made = adjusting.adjust(league=league, player=a, on=MARCH, to=1600, reason="transfer")
    periods.open_monthly(league=league, first="2026-03", last="2026-03")
    return league, {
        "club": league.club, "league": league, "player": a, "leagueentry": LeagueEntry.objects.get(player=a),
        "event": event, "game": game, "season": season, "adjustment": made, "ratingperiod": league.periods.get(),
        "ratingrules": league.rules.get(),
    }  # fmt: skip


def change_page(model, pk):
    return f"/admin/league/{model}/{pk}/change/"


EDITED = ["club", "league", "player", "leagueentry", "event", "game", "season", "ratingperiod"]


@pytest.mark.parametrize("model", EDITED)
@pytest.mark.parametrize("seen", [True, False])
def test_saving_an_unchanged_form_does_nothing_at_all(office, model, seen):
    """BR-001: no version, no run, no revision, no entry in the admin's own history"""
    league, things = furnished()
    before = state(league), GameRevision.objects.count()
    opened = change_page(model, things[model].pk)
    fields = admin_fields(office.get(opened))
    if not seen:
        fields = {name: value for name, value in fields.items() if not name.startswith("initial-")}
    answer = office.post(opened, fields)
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    assert (state(league), GameRevision.objects.count()) == before
    assert not LogEntry.objects.exists()
    said = office.get(answer["Location"]).content.decode()
    assert "nothing was done" in said and "changed successfully" not in said


def test_a_rated_game_saved_again_and_again_equals_a_full_recompute(office):
    """BR-001"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    numbers = state(league)[2]
    for _each in range(3):
        opened = change_page("game", game.pk)
        office.post(opened, admin_fields(office.get(opened)))
    assert state(league)[2] == numbers and is_sound(league)


def test_a_game_is_corrected_and_voided_on_the_desk_which_the_admin_links_to(office):
    _league, things = furnished()
    html = office.get(change_page("game", things["game"].pk)).content.decode()
    for step in ("correct", "void"):
        assert f"/lions/main/desk/games/{things['game'].pk}/{step}/" in html
    assert 'name="_save"' not in html and 'name="outcome"' not in html


def test_typed_values_for_fields_that_are_only_shown_are_ignored(office):
    league, things = furnished()
    before = state(league)
    office.post(change_page("game", things["game"].pk), {"outcome": "0-1", "white": "1", "played_on": "2020-01-01"})
    office.post(change_page("ratingperiod", things["ratingperiod"].pk), {"status": "closed"})
    office.post(change_page("league", league.pk), {"system": "glicko2", "name": "Main", "slug": "x"})
    assert state(league)[1:] == before[1:]
    things["ratingperiod"].refresh_from_db()
    league.refresh_from_db()
    assert (things["ratingperiod"].status, league.system, league.slug) == ("open", "elo", "main")


# -- recording -------------------------------------------------------------------------------------------


def new_game(office, league, white, black, **more):
    opened = "/admin/league/game/add/"
    fields = admin_fields(office.get(opened))
    given = {"league": league.pk, "white": white.pk, "black": black.pk, "outcome": "1-0", "played_on": "2026-03-14"}
    return opened, fields | given | more


def test_a_game_added_in_the_admin_is_rated_like_any_other(office):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    opened, fields = new_game(office, league, a, b)
    assert office.post(opened, fields).status_code == 302
    assert Rating.objects.get(league=league, player=a).value == 1510
    assert Game.objects.get().entered_by.username == "anna" and is_sound(league)


def test_a_game_added_twice_by_a_double_click_is_one(office):
    """BR-013"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    opened, fields = new_game(office, league, a, b)
    for _press in range(2):
        assert office.post(opened, fields).status_code == 302
    assert Game.objects.count() == 1


def test_the_same_player_on_both_sides_is_an_error_at_the_field(office):
    """BR-012"""
    league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    opened, fields = new_game(office, league, a, a)
    answer = office.post(opened, fields)
    assert answer.status_code == 200 and "black" in answer.context["adminform"].form.errors
    assert not Game.objects.exists()


def test_a_player_of_another_club_is_an_error_at_the_field(office):
    """BR-035"""
    league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    _other, (stranger,) = club_with("Stranger", slug="tigers")
    opened, fields = new_game(office, league, a, stranger)
    answer = office.post(opened, fields)
    assert answer.status_code == 200 and "black" in answer.context["adminform"].form.errors
    assert "Stranger" not in answer.content.decode().split("errorlist")[1][:300]


def test_a_taken_board_is_said_at_the_board(office):
    league, things = furnished()
    opened, fields = new_game(office, league, things["player"], Player.objects.get(name="Bo Dahl"), outcome="0-1",
                              event=things["event"].pk, round=1, board=1)  # fmt: skip
    answer = office.post(opened, fields)
    assert answer.status_code == 200 and "board" in answer.context["adminform"].form.errors


# -- people ------------------------------------------------------------------------------------------------


def edit(office, model, pk, **changes):
    opened = change_page(model, pk)
    answer = office.post(opened, admin_fields(office.get(opened)) | changes)
    return agree(office, opened, answer)


def agree(office, opened, answer):
    """Where a preview comes first, it is confirmed with a reason."""
    if answer.status_code != 200 or "impact-sentence" not in answer.content.decode():
        return answer
    return office.post(opened, hidden(answer.content.decode()) | {"reason": "as on paper", "step": "confirm"})


@pytest.mark.parametrize("typed", ["anna  berg ", "Anna\u00a0Berg", "ANNA BERG", "Anna Bérg", "Berg\u200b"])
def test_a_nearly_equal_name_is_one_warning_at_the_name(office, typed):
    """BR-029"""
    league, _players = club_with("Anna Berg", "Berg")
    opened = "/admin/league/player/add/"
    given = admin_fields(office.get(opened)) | {"club": league.club_id, "name": typed}
    answer = office.post(opened, given)
    assert answer.status_code == 200 and len(answer.context["adminform"].form.errors["name"]) == 1
    assert Player.objects.count() == 2
    assert office.post(opened, given | {"namesake": "on"}).status_code == 302
    assert Player.objects.count() == 3


def test_a_start_rating_moves_what_follows_from_it_and_says_so(office):
    """BR-119"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    answer = edit(office, "player", a.pk, start_rating="1700")
    said = office.get(answer["Location"]).content.decode()
    assert "2 players moved" in said
    assert Rating.objects.get(league=league, player=a).value > 1700 and is_sound(league)


def test_a_hand_made_start_rating_survives_every_save(office):
    """BR-009"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    edit(office, "player", a.pk, start_rating="1700")
    before = state(league)
    for model, pk in (("player", a.pk), ("league", league.pk), ("club", league.club_id)):
        assert edit(office, model, pk).status_code == 302
    a.refresh_from_db()
    assert a.start_rating == 1700 and state(league) == before


def test_an_impossible_value_is_said_at_its_field(office):
    _league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    for field, value in (("birth_year", "1492"), ("federation", "Poland"), ("fide_id", "abc"), ("start_rating", "1e9")):
        answer = edit(office, "player", a.pk, **{field: value})
        assert answer.status_code == 200 and field in answer.context["adminform"].form.errors, field


def test_other_names_are_added_and_removed_and_found_at_once(office):
    league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    given = {"aliases-TOTAL_FORMS": "1", "aliases-INITIAL_FORMS": "0", "aliases-0-name": "Anna Zając"}
    assert edit(office, "player", a.pk, **given).status_code == 302
    alias = PlayerAlias.objects.get()
    assert list(people.find_players(club=league.club, text="zajac")) == [a]
    opened = change_page("player", a.pk)
    given = admin_fields(office.get(opened)) | {"aliases-0-id": alias.pk, "aliases-0-DELETE": "on"}
    assert office.post(opened, given).status_code == 302
    assert not PlayerAlias.objects.exists() and not people.find_players(club=league.club, text="zajac")


def test_a_name_of_somebody_else_is_refused_as_an_alias(office):
    _league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    given = {"aliases-TOTAL_FORMS": "1", "aliases-INITIAL_FORMS": "0", "aliases-0-name": "bo dahl"}
    answer = edit(office, "player", a.pk, **given)
    assert answer.status_code == 200 and "has this name already" in answer.content.decode()
    assert not PlayerAlias.objects.exists()


def test_two_people_editing_different_fields_both_succeed(office):
    """BR-097"""
    _league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    opened = change_page("player", a.pk)
    first = admin_fields(office.get(opened))
    people.edit_player(player=a, title="WFM")
    assert office.post(opened, first | {"birth_year": "2001"}).status_code == 302
    a.refresh_from_db()
    assert (a.title, a.birth_year) == ("WFM", 2001)


def test_two_people_editing_one_field_are_told(office):
    """BR-097"""
    _league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    opened = change_page("player", a.pk)
    first = admin_fields(office.get(opened))
    people.edit_player(player=a, birth_year=1999)
    answer = office.post(opened, first | {"birth_year": "2001"})
    assert answer.status_code == 200 and "birth_year" in answer.context["adminform"].form.errors
    again = admin_fields(answer)
    assert office.post(opened, again).status_code == 302
    a.refresh_from_db()
    assert a.birth_year == 2001


# -- leagues, events, periods, seasons -----------------------------------------------------------------------


def test_a_club_and_a_league_are_made_and_refusals_stand_at_their_fields(office):
    opened = "/admin/league/club/add/"
    given = admin_fields(office.get(opened)) | {"name": "Lions", "slug": "admin", "time_zone": "Mars/Base"}
    errors = office.post(opened, given).context["adminform"].form.errors
    assert set(errors) == {"slug", "time_zone"}
    assert office.post(opened, given | {"slug": "lions", "time_zone": "Europe/Warsaw"}).status_code == 302
    opened = "/admin/league/league/add/"
    assert '<a href="/lions/desk/leagues/new/">Lions</a>' in office.get(opened).content.decode()  # no JSON there
    given = admin_fields(office.get(opened)) | {
        "club": Club.objects.get().pk, "name": "Main", "slug": "main", "system": "elo", "mode": "sequential",
        "parameters": '{"k": 20}', "discipline": "chess", "late_results": "restate",
    }  # fmt: skip
    answer = office.post(opened, given | {"parameters": '{"k": -20}'})
    assert answer.status_code == 200 and not League.objects.exists()
    assert office.post(opened, given).status_code == 302
    assert League.objects.get().rules.get().parameters["k"] == 20


def test_an_event_sent_twice_is_one(office):
    """BR-013"""
    league, _players = club_with("Anna Berg")
    opened = "/admin/league/event/add/"
    given = admin_fields(office.get(opened)) | {
        "league": league.pk, "name": "Spring Cup", "starts_on": "2026-03-14", "ends_on": "2026-03-15"
    }  # fmt: skip
    assert office.post(opened, given).status_code == 302
    answer = office.post(opened, given)
    assert answer.status_code == 200 and "name" in answer.context["adminform"].form.errors
    assert Event.objects.count() == 1


def test_an_event_that_becomes_unrated_unrates_its_games(office):
    league, things = furnished()
    assert edit(office, "event", things["event"].pk).status_code == 302
    opened = change_page("event", things["event"].pk)
    given = admin_fields(office.get(opened))
    given.pop("rated")
    assert agree(office, opened, office.post(opened, given)).status_code == 302
    rated = RatingChange.objects.filter(league=league, cause="game", reason="")
    assert not rated.exists() and is_sound(league)


def test_periods_and_seasons_are_opened_once(office):
    league, _things = furnished()
    for model, given in (
        ("ratingperiod", {"name": "2026-04", "starts_on": "2026-04-01", "ends_on": "2026-04-30"}),
        ("season", {"name": "2027", "starts_on": "2027-01-01", "ends_on": ""}),
    ):
        opened = f"/admin/league/{model}/add/"
        sent = admin_fields(office.get(opened)) | {"league": league.pk} | given
        for _press in range(2):
            assert office.post(opened, sent).status_code in (200, 302)
    assert RatingPeriod.objects.count() == 2 and Season.objects.count() == 2


def test_an_overlapping_period_is_refused_at_its_first_day(office):
    league, _things = furnished()
    opened = "/admin/league/ratingperiod/add/"
    sent = admin_fields(office.get(opened)) | {
        "league": league.pk, "name": "Spring", "starts_on": "2026-03-15", "ends_on": "2026-04-15"
    }  # fmt: skip
    answer = office.post(opened, sent)
    assert answer.status_code == 200 and "starts_on" in answer.context["adminform"].form.errors
