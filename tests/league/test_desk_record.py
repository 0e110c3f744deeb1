"""Recording one result: choosers without scripts, what it brings, once however often it is sent."""

from __future__ import annotations

import json
import re
import threading
from datetime import date, timedelta

import pytest
from django.db import connection, connections
from django.test import Client

from league.models import Event, Game, Player
from league.services import correcting, people, periods
from ratings.models import Rating
from tests.test_queries import counted_steps

from .desking import MARCH, address, club_with, hidden, is_sound, play, state, superuser

pytestmark = pytest.mark.django_db


def form_of(client, league, **fields):
    """An opened form filled in for Anna Berg against Bo Dahl."""
    page = address(league, "record/")
    given = {"white": "Anna Berg", "black": "Bo Dahl", "outcome": "1-0", "played_on": MARCH.isoformat()}
    return page, hidden(client.get(page).content.decode()) | given | fields


def pick(answer, side, value):
    """What a browser sends after one of the offered players was chosen."""
    html = answer.content.decode()
    text = re.search(rf'name="{side}_for" value="([^"]*)"', html)[1]
    return hidden(html) | {side: text, f"{side}_pick": str(value)}


def test_a_result_is_recorded_and_the_page_says_what_moved(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league)
    answer = desk.post(page, given, follow=True)
    html = answer.content.decode()
    game = Game.objects.get()
    assert (game.white, game.black, game.outcome, game.played_on) == (a, b, "1-0", MARCH)
    # K 20, equal ratings: the winner takes 10 (Elo's formula)
    assert "Anna Berg <strong>1510</strong>" in html and "+10" in html and "−10" in html
    for name in ("correct", "void"):
        assert address(league, f"desk/games/{game.pk}/{name}/") in html
    assert is_sound(league)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite counts its steps")
def test_saving_a_result_takes_no_longer_in_a_league_of_many_games(desk):
    """Games with and without a form's token, in an event and outside: none of the questions goes through them."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b, on=MARCH - timedelta(days=30))
    event = Event.objects.create(league=league, name="Cup", starts_on=MARCH, ends_on=MARCH)
    one = {"league": league, "white": a, "black": b, "outcome": "=", "white_halves": 1, "black_halves": 1}
    games = [Game(**one, played_on=MARCH - timedelta(days=40 + n % 99), reference=f"desk:{n}") for n in range(6_000)]
    Game.objects.bulk_create(games, batch_size=500)
    Game.objects.filter(pk__gt=3_000).update(reference="")
    page, given = form_of(desk, league, event=str(event.pk), round="1", board="1")
    with counted_steps() as steps:
        assert desk.post(page, given).status_code == 302
    assert sum(steps) < 12_000  # going through 6,000 games takes 18,000 at least


def test_the_next_form_keeps_the_day_the_event_and_the_round(desk):
    league, (_a, _b) = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league, new_event="Spring Cup", round="2")
    html = desk.post(page, given, follow=True).content.decode()
    event = Event.objects.get()
    assert f'<option value="{event.pk}" selected>' in html
    assert 'name="played_on" value="2026-03-14"' in html and re.search(r'name="round"[^>]* value="2"', html)


def test_a_second_game_of_a_new_event_joins_it(desk):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    for outcome in ("1-0", "="):
        page, given = form_of(desk, league, new_event="Spring Cup", outcome=outcome)
        desk.post(page, given)
    assert Event.objects.count() == 1 and Game.objects.count() == 2


def test_what_each_result_would_bring_is_shown_and_nothing_is_saved(desk):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    before = state(league)
    page, given = form_of(desk, league, outcome="")
    html = desk.post(page, given | {"step": "show"}).content.decode()
    assert "Choose the result" not in html
    assert "<strong>0.50</strong>" in html and "+10.0" in html and "−10.0" in html
    assert state(league) == before and not Game.objects.exists()


def test_the_fragment_tells_the_same_and_reads_only(desk, django_assert_max_num_queries):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    for day in range(30):
        play(league, a, b, "1-0", MARCH + timedelta(days=day))
    before = state(league)
    rating = Rating.objects.get(league=league, player=a).value
    asked = {"white": a.name, "black": b.name, "played_on": "2026-06-01"}
    with django_assert_max_num_queries(20):
        html = desk.get(address(league, "record/stakes/"), asked).content.decode()
    assert f"{rating:.0f}" in html and "Expected score of Anna Berg" in html
    assert state(league) == before


def test_the_expected_score_of_a_back_dated_game_uses_the_ratings_of_its_day(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    for day in range(10):
        play(league, a, b, "1-0", MARCH + timedelta(days=day))
    asked = {"white": a.name, "black": b.name, "played_on": (MARCH - timedelta(days=1)).isoformat()}
    html = desk.get(address(league, "record/stakes/"), asked).content.decode()
    assert "<strong>0.50</strong>" in html


def test_a_newcomer_of_a_list_that_rates_against_rated_players_only_is_said_to_move_nothing(desk):
    league, _players = club_with("Anna Berg", "Bo Dahl", system="fide", mode="period", parameters={"list": "standard"})
    asked = {"white": "Anna Berg", "black": "Bo Dahl", "played_on": "2026-03-14"}
    html = desk.get(address(league, "record/stakes/"), asked).content.decode()
    assert "neither rating" in html


# -- once ------------------------------------------------------------------------------------------------


def test_a_double_click_lands_on_the_same_game_with_a_friendly_note(desk):
    """BR-013"""
    league, _players = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league)
    desk.post(page, given)
    after = state(league)
    html = desk.post(page, given, follow=True).content.decode()
    assert "nothing was entered twice" in html
    assert state(league) == after and Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_are_one_game(client):
    """BR-013"""
    user = superuser()
    client.force_login(user)
    league, _players = club_with("Anna Berg")
    page, given = form_of(client, league, black="Somebody New", black_for="Somebody New", black_pick="new")
    answers = []

    def press():
        browser = Client()
        browser.cookies = client.cookies
        answers.append(browser.post(page, given).status_code)
        connections.close_all()

    presses = [threading.Thread(target=press) for _each in range(4)]
    for each in presses:
        each.start()
    for each in presses:
        each.join()
    assert answers == [302] * 4
    assert Game.objects.count() == 1 and Player.objects.filter(name="Somebody New").count() == 1


def test_back_and_save_with_another_result_points_to_the_correction(desk):
    """BR-013"""
    league, _players = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league)
    desk.post(page, given)
    after = state(league)
    html = desk.post(page, given | {"outcome": "0-1"}).content.decode()
    game = Game.objects.get()
    assert f"desk/games/{game.pk}/correct/?outcome=0-1" in html
    assert state(league) == after and game.outcome == "1-0"
    opened = desk.get(address(league, f"desk/games/{game.pk}/correct/?outcome=0-1")).content.decode()
    assert re.search(r'value="0-1"[^>]* checked', opened)


def test_a_form_sent_again_after_its_game_was_voided_brings_nothing_back(desk):
    """BR-097"""
    league, _players = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league)
    desk.post(page, given)
    correcting.void_game(game=Game.objects.get(), reason="wrong evening")
    desk.post(page, given)
    assert Game.objects.get().status == Game.Status.VOID


def test_the_same_result_from_another_form_is_asked_about_and_real_repeats_are_two_games(desk):
    """BR-013, BR-058: two people enter the same board; two friendlies on one day end alike"""
    league, _players = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league)
    desk.post(page, given)
    after = state(league)
    page, again = form_of(desk, league)
    html = desk.post(page, again).content.decode()
    assert "recorded already" in html and state(league) == after and Game.objects.count() == 1
    assert desk.post(page, again | {"repeat": "on"}).status_code == 302
    assert Game.objects.count() == 2


def test_another_result_of_the_same_evening_is_not_asked_about(desk):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    for outcome in ("1-0", "=", "0-1"):
        page, given = form_of(desk, league, outcome=outcome)
        assert desk.post(page, given).status_code == 302
    assert Game.objects.count() == 3


# -- players -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["anna berg", "Berg, Anna", "  ANNA   BERG ", "Anna\u00a0Berg", "Ánna Bérg"])
def test_every_spelling_of_a_name_is_the_same_player(desk, typed):
    """BR-029"""
    league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league, white=typed)
    assert desk.post(page, given).status_code == 302
    assert Game.objects.get().white == a and Player.objects.count() == 2


def test_the_beginning_of_a_name_asks_which_player_is_meant(desk):
    league, (_a, _b, c) = club_with("Anna Berg", "Bo Dahl", "Annika Lund")
    page, given = form_of(desk, league, white="ann")
    answer = desk.post(page, given)
    html = answer.content.decode()
    assert "Did you mean one of these?" in html and "Annika Lund" in html and not Game.objects.exists()
    assert desk.post(page, given | pick(answer, "white", c.pk)).status_code == 302
    assert Game.objects.get().white == c


def test_namesakes_are_told_apart_by_asking_never_by_guessing(desk):
    """BR-030"""
    league, (_a, _b) = club_with("Anna Berg", "Bo Dahl")
    other = people.add_player(club=league.club, name="Anna Berg", namesake=True, birth_year=2011).player
    page, given = form_of(desk, league)
    answer = desk.post(page, given)
    assert "Several players are called" in answer.content.decode() and "2011" in answer.content.decode()
    desk.post(page, given | pick(answer, "white", other.pk))
    assert Game.objects.get().white == other


def test_a_new_player_is_added_on_the_spot_after_near_names_were_shown(desk):
    """BR-029"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b, on=MARCH - timedelta(days=1))
    page, given = form_of(desk, league, black="Bo Dall")
    answer = desk.post(page, given)
    html = answer.content.decode()
    assert f'href="/lions/main/players/{b.pk}/"' in html and "1490" in html
    assert "Bo Dahl" in html and "Add “Bo Dall” as a new player" in html and Player.objects.count() == 2
    assert desk.post(page, given | pick(answer, "black", "new")).status_code == 302
    assert Game.objects.latest("pk").black.name == "Bo Dall" and Player.objects.count() == 3


def test_a_player_added_meanwhile_by_somebody_else_is_taken_and_not_doubled(desk):
    """BR-029"""
    league, _players = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league, black="Zoe Young")
    answer = desk.post(page, given)
    added = people.add_player(club=league.club, name="Zoe Young").player
    assert desk.post(page, given | pick(answer, "black", "new")).status_code == 302
    assert Game.objects.get().black == added


def test_what_was_picked_for_another_text_is_not_a_choice(desk):
    league, (a, _b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    page, given = form_of(desk, league, white="Cara Ek", white_for="Anna Berg", white_pick=str(a.pk))
    desk.post(page, given)
    assert Game.objects.get().white == c


def test_an_archived_player_is_neither_offered_nor_taken(desk):
    league, (a, _b) = club_with("Anna Berg", "Bo Dahl")
    people.archive_player(player=a)
    page, given = form_of(desk, league, white_pick=str(a.pk), white_for="Anna Berg")
    assert desk.post(page, given).status_code == 200
    found = desk.get(address(league, "record/players/"), {"q": "anna"}).json()
    assert found == {"players": []} and not Game.objects.exists()


@pytest.mark.parametrize(("typed", "name"), [("zak", "Jan Żak"), ("петр", "Иван Петров"), ("petr", "Иван Петров")])
def test_the_search_folds_case_accents_and_alphabets(desk, typed, name):
    league, _players = club_with("Jan Żak", "Иван Петров", "Bo Dahl")
    found = desk.get(address(league, "record/players/"), {"q": typed}).json()["players"]
    assert [player["name"] for player in found] == [name]


def test_names_with_markup_are_text_everywhere(desk):
    """BR-099"""
    evil = "<svg/onload=alert(1)>"
    league, (_a, _b) = club_with(evil, "Bo Dahl")
    page, given = form_of(desk, league, white=evil)
    pages = [
        desk.post(page, given | {"step": "show"}),
        desk.post(page, given, follow=True),
        desk.get(address(league, "record/stakes/"), {"white": evil, "black": "Bo Dahl"}),
        desk.get(address(league, f"desk/games/{Game.objects.get().pk}/void/")),
        desk.get(address(league, "desk/")),
    ]
    for answer in pages:
        assert evil not in answer.content.decode()
    assert json.loads(desk.get(address(league, "record/players/"), {"q": "<svg"}).content)["players"][0]["name"] == evil


# -- facts -------------------------------------------------------------------------------------------------


def test_the_same_person_on_both_sides_is_refused(desk):
    """BR-012"""
    league, (_a, _b) = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league, black="Anna Berg")
    html = desk.post(page, given).content.decode()
    assert "Nobody plays against themselves" in html and not Game.objects.exists()


def test_one_new_name_on_both_sides_is_one_person(desk):
    """BR-012"""
    league, _players = club_with("Bo Dahl")
    new = {"white": "Zoe Young", "white_for": "Zoe Young", "white_pick": "new"}
    new |= {"black": "zoe  young", "black_for": "zoe  young", "black_pick": "new"}
    page, given = form_of(desk, league, **new)
    assert "Nobody plays against themselves" in desk.post(page, given).content.decode()
    assert Player.objects.count() == 1


def test_a_closed_period_asks_for_a_reason(desk):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl", system="glicko2", mode="period", parameters={})
    periods.open_monthly(league=league, first="2026-03", last="2026-04")
    play(league, a, b)
    periods.close_period(period=league.periods.get(name="2026-03"))
    page, given = form_of(desk, league, outcome="=")
    html = desk.post(page, given).content.decode()
    assert "2 players move" in html and Game.objects.count() == 1
    without = desk.post(page, hidden(html) | {"step": "confirm"}).content.decode()
    assert 'aria-invalid="true"' in without and Game.objects.count() == 1
    assert desk.post(page, hidden(html) | {"reason": "found in a drawer", "step": "confirm"}).status_code == 302
    assert Game.objects.count() == 2
    assert is_sound(league)


def test_goals_say_who_won(desk):
    league, (_a, _b) = club_with("Anna Berg", "Bo Dahl", discipline="home_away")
    page, given = form_of(desk, league, outcome="", white_points="1", black_points="3")
    assert desk.post(page, given).status_code == 302
    game = Game.objects.get()
    assert (game.outcome, game.white_points, game.black_points) == ("0-1", 1, 3)


def test_goals_and_a_result_that_contradict_are_refused(desk):
    league, (_a, _b) = club_with("Anna Berg", "Bo Dahl", discipline="home_away")
    page, given = form_of(desk, league, outcome="1-0", white_points="1", black_points="3")
    assert "say different things" in desk.post(page, given).content.decode()


@pytest.mark.parametrize(
    ("discipline", "words"),
    [("chess", "White won"), ("home_away", "home side won"), ("neutral", "first player won")],
)
def test_results_are_called_as_the_discipline_calls_them(desk, discipline, words):
    league, _players = club_with("Anna Berg", discipline=discipline)
    html = desk.get(address(league, "record/")).content.decode()
    assert words in html and html.count('type="radio"') >= 6


def test_a_league_that_follows_another_sends_to_where_its_games_are(desk):
    from league.services import leagues

    league, _players = club_with("Anna Berg")
    leagues.create_league(
        club=league.club, slug="shadow", name="Shadow", system="glicko2", mode="sequential", games_from=league
    )
    answer = desk.get("/lions/shadow/record/", follow=True)
    assert answer.redirect_chain == [("/lions/main/record/", 302)]
    assert "follows the games of Main" in answer.content.decode()


def test_the_day_is_the_clubs_own(desk, monkeypatch):
    """BR-087: late in the evening in Honolulu it is tomorrow in Greenwich."""
    import time_machine

    league, _players = club_with("Anna Berg")
    league.club.time_zone = "Pacific/Honolulu"
    league.club.save(update_fields=["time_zone"])
    with time_machine.travel("2026-03-30T05:00:00Z", tick=False):
        html = desk.get(address(league, "record/")).content.decode()
    assert 'name="played_on" value="2026-03-29"' in html


GARBAGE = ["", "\x00", "nan", "-1", "1e999", "9" * 40, "<b>", "٣", "½", "\ud83d\ude00", "a" * 10_000, "0x10", "null"]
GARBAGE = [value.encode("utf-8", "replace").decode() for value in GARBAGE]
FIELDS = [
    "white", "white_pick", "black", "outcome", "played_on", "played_at", "event", "round", "board", "weight", "white_k",
    "reason", "token", "new_event", "white_for", "step", "neutral",
]  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_garbage_in_a_field_never_breaks_the_page(desk, field):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    page, given = form_of(desk, league)
    for value in GARBAGE:
        assert desk.post(page, given | {field: value}).status_code in (200, 302), (field, value)
        assert desk.get(address(league, "record/stakes/"), given | {field: value}).status_code == 200
    assert is_sound(league)


def test_garbage_in_the_address_is_shown_in_its_fields(desk):
    """Here no field is looked at before another: one page for all of them."""
    league, _players = club_with("Anna Berg", "Bo Dahl")
    for value in GARBAGE:
        given = dict.fromkeys([*FIELDS, "saved"], value)
        assert desk.get(address(league, "record/"), given).status_code == 200, value


def test_an_empty_body_and_one_of_noise_are_answered_with_the_form(desk):
    league, _players = club_with("Anna Berg")
    page = address(league, "record/")
    assert desk.post(page, {}).status_code == 200
    assert desk.post(page, b"\xff\xfe=\x00&&&===", content_type="application/x-www-form-urlencoded").status_code == 200
    assert desk.post(page, b"{", content_type="application/json").status_code == 200


def test_a_future_year_and_the_year_one_are_said_at_the_date(desk):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    for day in (date.today() + timedelta(days=800), date(1, 1, 1), date(9999, 12, 31)):
        page, given = form_of(desk, league, played_on=day.isoformat())
        answer = desk.post(page, given)
        assert answer.status_code == 200 and 'id="id_played_on_error"' in answer.content.decode(), day
