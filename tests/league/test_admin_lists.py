"""Lists of the admin site: found by folded names, empty values last, no row twice, few queries, no 500."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import F

from league.models import Event, Game, League, LeagueEntry, Player, PlayerName, RatingPeriod
from league.services import people
from league.services.people import search_words
from ratings.models import Rating, RatingChange
from tests.copies import built_once

from .desking import MARCH, club_with, play, superuser

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client):
    client.force_login(superuser())
    return client


def names(html: str) -> list[str]:
    """The links in the first column of a list."""
    return re.findall(r'<th class="field-[a-z_ ]+"><a href="[^"]*">([^<]*)</a>', html)


def listed(client, path: str, **query) -> str:
    answer = client.get(f"/admin/{path}/", query)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("иванов", ["Пётр Иванов"]), ("ИВАНОВ", ["Пётр Иванов"]), ("ivanov petr", ["Пётр Иванов"]),
        ("zak", ["Łukasz Żak"]), ("ŻAK", ["Łukasz Żak"]), ("lukasz", ["Łukasz Żak"]), ("nobody", []),
    ],
)  # fmt: skip
def test_players_are_found_by_the_beginning_of_any_word_case_and_accents_folded(office, typed, found):
    """BR-109"""
    club_with("Пётр Иванов", "Łukasz Żak", "Bo Dahl")
    assert names(listed(office, "league/player", q=typed)) == found


def test_a_player_with_many_matching_words_is_listed_once(office):
    """BR-105"""
    league, (a, _b) = club_with("Anna Annika Annabel", "Bo Dahl")
    people.add_alias(player=a, name="Anni Annas")
    _other, _players = club_with("Anna Annika Annabel", slug="tigers")
    assert len(names(listed(office, "league/player", q="ann"))) == 2
    for rival in range(3):
        play(league, a, Player.objects.get(name="Bo Dahl"), on=MARCH + timedelta(days=rival))
    assert listed(office, "league/game", q="ann").count('class="action-select"') <= 3


@pytest.mark.parametrize(
    ("typed", "games"),
    [("dahl berg", 1), ("berg", 2), ("spring", 1), ("ZYWIEC", 1), ("2026-03-15", 1), ("14.03.2026", 1), ("ek dahl", 0)],
)
def test_games_are_found_by_both_names_the_event_and_the_day(office, typed, games):
    from league.services.events import create_event

    league, (a, b, c) = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    play(league, a, b, event=create_event(league=league, name="Spring Cup", starts_on=MARCH))
    day = MARCH + timedelta(days=1)
    play(league, c, a, on=day, event=create_event(league=league, name="Żywiec Open", starts_on=day))
    html = listed(office, "league/game", q=typed)
    assert len(re.findall(r'<td class="field-outcome">', html)) == games


def test_a_game_is_found_by_its_number(office):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b)
    play(league, a, b)
    assert listed(office, "league/game", q=str(game.pk)).count('class="field-outcome"') == 1


@pytest.mark.parametrize(
    "path", ["league/event", "league/league", "league/club", "league/season", "league/ratingperiod"]
)
def test_other_names_are_found_with_accents_folded(office, path):
    from league.services import periods, seasons
    from league.services.events import create_event

    league, _players = club_with("Anna Berg")
    League.objects.update(name="Żywiec")
    league.club.name = "Żywiec"
    league.club.save(update_fields=["name"])
    create_event(league=league, name="Żywiec", starts_on=MARCH)
    seasons.start_season(league=league, name="Żywiec", starts_on=MARCH)
    periods.open_period(league=league, name="Żywiec", starts_on=MARCH, ends_on=MARCH)
    assert names(listed(office, path, q="zyw")) == ["Żywiec"]
    assert names(listed(office, path, q="nothing like it")) == []


def test_the_choosers_of_forms_search_the_same_way(office):
    club_with("Łukasz Żak", "Bo Dahl")
    given = {"app_label": "league", "model_name": "game", "field_name": "white", "term": "zak"}
    found = office.get("/admin/autocomplete/", given).json()["results"]
    assert [each["text"] for each in found] == ["Łukasz Żak"]


@pytest.mark.parametrize("order", ["3", "-3", "7", "-7"])  # birth year, start rating
def test_empty_values_stand_last_whatever_the_direction(office, order):
    """BR-103"""
    league, _players = club_with("Anna Berg", "Bo Dahl", "Cara Ek")
    known = people.add_player(club=league.club, name="Dora Frost", birth_year=1990, start_rating=1700).player
    other = people.add_player(club=league.club, name="Ebba Gran", birth_year=1980, start_rating=1600).player
    first = names(listed(office, "league/player", o=order))[:2]
    assert set(first) == {known.name, other.name}


@pytest.mark.parametrize("path", ["league/player", "league/game", "league/leagueentry", "league/adjustment",
                                  "ratings/rating", "ratings/ratingchange", "ratings/ratingrun"])  # fmt: skip
def test_an_unrated_player_breaks_no_sorting(office, path):
    """BR-103"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    newcomer = people.add_player(club=league.club, name="New Comer").player
    LeagueEntry.objects.create(league=league, player=newcomer)
    Rating.objects.get_or_create(league=league, player=newcomer)
    columns = office.get(f"/admin/{path}/").context["cl"].list_display
    for number in range(1, len(columns)):
        listed(office, path, o=f"{number}.-{number % (len(columns) - 1) + 1}")  # up, and the next one down


def test_an_unrated_player_is_last_in_the_list_of_ratings(office):
    """BR-103"""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    newcomer = people.add_player(club=league.club, name="New Comer").player
    Rating.objects.get_or_create(league=league, player=newcomer)
    assert names(listed(office, "ratings/rating"))[-1] == "New Comer"


# -- queries -------------------------------------------------------------------------------------------------

LISTS = [
    "league/club", "league/league", "league/player", "league/leagueentry", "league/event", "league/game",
    "league/season", "league/ratingperiod", "league/adjustment", "league/gamerevision", "league/bye",
    "league/evententry", "league/importbatch", "league/externalrating", "league/merge", "league/membership",
    "league/ratingrules", "ratings/rating", "ratings/ratingchange", "ratings/ratingrun", "ratings/ratinglist",
    "ratings/ratinglistentry",
]  # fmt: skip
BUDGET = 10


@built_once
def filled(rows: int) -> League:
    """A league with so many players, games, events, entries, ratings and log rows."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    Player.objects.bulk_create(
        Player(club=league.club, name=f"Player {n:05}", name_key=f"player {n:05}") for n in range(rows)
    )
    players = list(Player.objects.exclude(pk__in=[a.pk, b.pk]))
    PlayerName.objects.bulk_create(
        PlayerName(club=league.club, player=p, word=word) for p in players for word in search_words([p.name])
    )
    LeagueEntry.objects.bulk_create(LeagueEntry(league=league, player=p) for p in players)
    Rating.objects.bulk_create(Rating(league=league, player=p, value=1500, shown=1500) for p in players)
    Event.objects.bulk_create(
        Event(league=league, name=f"Event {n}", starts_on=MARCH, ends_on=MARCH) for n in range(rows)
    )
    events = list(Event.objects.all())
    Game.objects.bulk_create(
        Game(
            league=league, white=p, black=a, outcome="=", white_halves=1, black_halves=1,
            played_on=MARCH + timedelta(days=n % 300), event=events[n],
        )
        for n, p in enumerate(players)
    )  # fmt: skip
    RatingPeriod.objects.bulk_create(
        RatingPeriod(
            league=league, name=f"{n}", starts_on=date(1900, 1, 1) + timedelta(days=n),
            ends_on=date(1900, 1, 1) + timedelta(days=n),
        )
        for n in range(rows)
    )  # fmt: skip
    top = RatingChange.objects.order_by("-pk").values_list("pk", flat=True)[0]
    RatingChange.objects.bulk_create(
        RatingChange(id=top + 1 + n, league=league, player=p, cause="game", day=MARCH) for n, p in enumerate(players)
    )
    return league


@pytest.mark.parametrize("rows", [10, 2000])
def test_every_list_stays_in_its_budget_of_queries(office, rows, django_assert_max_num_queries):
    filled(rows)
    for path in LISTS:
        with django_assert_max_num_queries(BUDGET, info=path):
            listed(office, path)
        with django_assert_max_num_queries(BUDGET + 6, info=f"{path} searched"):
            listed(office, path, q="player 0000")


@pytest.mark.parametrize("rows", [10, 2000])
def test_forms_do_not_list_every_player(office, rows, django_assert_max_num_queries):
    filled(rows)
    game = Game.objects.order_by("-pk").first()
    pages = ["league/game/add/", f"league/game/{game.pk}/change/", "league/leagueentry/add/", "league/bye/add/",
             f"league/player/{game.white_id}/change/", f"league/event/{game.event_id}/change/"]  # fmt: skip
    for page in pages:
        with django_assert_max_num_queries(BUDGET + 6, info=page):
            answer = office.get(f"/admin/{page}")
        assert answer.status_code == 200 and len(answer.content) < 60_000, page


def test_a_search_for_a_player_walks_the_index_of_words(office):
    """No page scans a league's players: the range of words is read from the index."""
    league = filled(2000)
    from league.admin.search import words_found

    found = words_found(Player.objects.all(), "player 00017", people=("pk",), texts=())
    assert [player.name for player in found] == ["Player 00017"]
    plan = found.explain()
    assert "player_by_word" in plan or connection.vendor == "postgresql", plan
    assert league


# -- any parameter ---------------------------------------------------------------------------------------------

QUERIES = [
    "o=-99", "o=x.y", "p=-1", "p=x", "p=99999999", "all=", "q=%00", "q=" + "a" * 10_000, "q=%F0%9F%98%80%20%22%27%25_",
    "q=99999999999999999999999", "q=2026-99-99", "nope=1", "pk__in=x", "pk=" + "9" * 30, "birth_year=" + "9" * 30,
    "played_on__year=x", "played_on__year=99999999", "starts_on__year=99999999", "league__id__exact=x",
    "status__exact=nope", "of=x", "of=9999999999999999999999", "e=1", "_popup=1", "_to_field=x",
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize(
    "path", ["league/game", "league/player", "league/event", "ratings/ratingchange", "ratings/rating"]
)
def test_any_parameter_of_a_list_is_answered(office, path, query):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    assert office.get(f"/admin/{path}/?{query}").status_code in (200, 302, 400)


def test_the_log_of_one_league_is_a_range_of_keys(office):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    other, (c, d) = club_with("Cara Ek", "Dora Frost", slug="tigers")
    play(other, c, d)
    html = listed(office, "ratings/ratingchange", of=league.pk)
    assert "Anna Berg" in html and "Cara Ek" not in html
    assert RatingChange.objects.filter(league=F("league")).count() >= 4


@pytest.mark.parametrize("address", ["game/add/?black=-", "player/add/?club=x", "leagueentry/add/?player=9e9"])
def test_an_address_that_names_no_key_opens_an_empty_form(office, address):
    assert office.get(f"/admin/league/{address}").status_code == 200


def test_every_list_and_every_page_to_add_has_one_heading(office):
    for model in admin.site._registry:
        for what in ("", "add/", "add/?_popup=1"):
            page = office.get(f"/admin/{model._meta.app_label}/{model._meta.model_name}/{what}")
            if page.status_code == 200:
                assert page.content.decode().count("<h1") == 1, (model, what)
