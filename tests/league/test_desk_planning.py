"""The desk's pages of an event: created, entered, drawn, paired by hand, entered in the grid."""

from datetime import timedelta

import pytest

from league.models import Bye, Event, Game, Pairing, Player
from league.services import planning
from league.services.limits import today

from .desking import address, club_with, hidden, is_sound
from .roles import member

pytestmark = pytest.mark.django_db
NAMES = ("Anna Berg", "Bo Dahl", "Cai Eng", "Dora Falk", "Eli Gran")


@pytest.fixture
def desk(client):
    """An arbiter's browser: it may plan events and add newcomers."""
    league, people = club_with(*NAMES)
    client.force_login(member(league.club, "arbiter"))
    return client, league, people


def create(client, league, kind="robin", **more):
    day = today(league.club)
    given = {
        "name": "Spring cup", "kind": kind, "starts_on": day.isoformat(), "rated": "on", "increment_seconds": "0",
        "ends_on": (day + timedelta(10)).isoformat(), "first_control_moves": "0",
    } | more  # fmt: skip
    return client.post(address(league, "desk/events/new/"), given)


def step(client, league, event, name, **fields):
    return client.post(address(league, f"desk/events/{event.pk}/"), {"step": name, **fields}, follow=True)


def text(response):
    return response.content.decode()


def test_from_nothing_to_a_round_robin_with_its_first_results(desk):
    client, league, _people = desk
    made = create(client, league, tiebreaks="sb, won")
    event = Event.objects.get()
    assert made.url == address(league, f"desk/events/{event.pk}/") and event.tiebreaks == "SB WON"
    page = step(client, league, event, "enter", names="Berg Anna\nBo Dahl\n\nCai Eng\nDora Falk\nNew One", add="on")
    assert "Entered: 5." in text(page) and Player.objects.filter(name="New One").exists()
    page = step(client, league, event, "draw", order="kept")
    assert "The pairings are drawn." in text(page) and "2 boards open" in text(page)
    assert "Pair round" not in text(page)  # an all-play-all ends with its draw
    assert Pairing.objects.count() == 10 and not Game.objects.exists()
    grid = address(league, f"desk/events/{event.pk}/rounds/1/")
    opened = text(client.get(grid))
    assert opened.count("Del clears") == 1 and "2 boards open" in opened
    first, second = planning.open_pairings(event, 1)
    fields = hidden(opened)
    for row, pairing in enumerate((first, second)):
        fields |= {
            f"white_{row}": pairing.white.name, f"black_{row}": pairing.black.name, f"result_{row}": "1",
            f"board_{row}": str(pairing.board),
        }  # fmt: skip
    saved = client.post(grid, fields | {"step": "save"}, follow=True)
    assert "2 new results" in text(saved)
    assert not planning.open_pairings(event, 1) and Game.objects.count() == 2 and is_sound(league)
    assert "only while there is no result" in text(step(client, league, event, "draw", order="lot"))
    assert "only while there is no result" in text(step(client, league, event, "clear"))


def test_an_event_again_is_refused_and_bad_fields_are_named(desk):
    client, league, _people = desk
    create(client, league)
    assert "on these days already" in text(create(client, league))
    for fields, words in (
        ({"name": ""}, "required"),
        ({"name": "Other", "tiebreaks": "BH XX"}, "XX"),
        ({"name": "Other", "ends_on": "2020-01-01"}, "before the first"),
        ({"name": "Other", "kind": "chaos"}, "Select a valid choice"),
        ({"name": "Other", "rounds": "9000"}, "9000"),
    ):
        page = create(client, league, **fields)
        assert page.status_code == 200 and words in text(page), fields
    assert Event.objects.count() == 1


def test_names_that_are_not_clear_are_asked_about_and_nobody_is_entered(desk):
    client, league, _people = desk
    create(client, league)
    event = Event.objects.get()
    page = step(client, league, event, "enter", names="Anna Berg\nNobody Known\n")
    assert "No player of this club is called “Nobody Known”." in text(page) and "Anna Berg\nNobody" in text(page)
    page = step(client, league, event, "enter", names="Anna Bergg\n")
    assert "called “Anna Bergg”. Did you mean Anna Berg?" in text(page)
    assert not event.entries.exists()
    assert "This field is required." in text(step(client, league, event, "enter", names=" \n"))


def test_a_swiss_round_by_hand_with_a_proposal_byes_and_errors_at_their_fields(desk):
    client, league, (anna, bo, cai, dora, eli) = desk
    create(client, league, "swiss")
    event = Event.objects.get()
    step(client, league, event, "enter", names="\n".join(NAMES))
    page = address(league, f"desk/events/{event.pk}/rounds/1/pairings/")
    proposed = text(client.get(page + "?suggest=1"))
    assert "A proposal" in proposed and "Left over: Eli Gran" in " ".join(proposed.split())
    assert not Pairing.objects.exists()
    fields = {"step": "save"}
    for row, (white, black) in enumerate(((anna, bo), (cai, dora))):
        fields |= {f"board_{row}": str(row + 1), f"white_{row}": white.pk, f"black_{row}": black.pk}
    wrong = client.post(page, fields | {"white_1": anna.pk})
    assert "is paired twice" in text(wrong) and not Pairing.objects.exists()
    assert "Name a player." in text(client.post(page, fields | {"black_1": ""}))
    assert "are saved" in text(client.post(page, fields, follow=True))
    client.post(page, {"step": "bye", "player": eli.pk, "kind": "U"})
    assert Bye.objects.get().player == eli
    assert "paired in round 1" in text(client.post(page, {"step": "bye", "player": anna.pk, "kind": "H"}, follow=True))
    client.post(page, {"step": "unbye", "bye": Bye.objects.get().pk})
    client.post(page, {"step": "clear_round"})
    assert not Bye.objects.exists() and not Pairing.objects.exists()


def test_who_leaves_comes_late_or_was_never_there(desk):
    client, league, (anna, bo, cai, *_rest) = desk
    create(client, league, "swiss")
    event = Event.objects.get()
    step(client, league, event, "enter", names="Anna Berg\nBo Dahl")
    step(client, league, event, "enter", names="Cai Eng", joined_round="2")
    assert "withdrawn from round 3" in text(step(client, league, event, "withdraw", player=anna.pk, from_round="3"))
    assert "withdrawn from" not in text(step(client, league, event, "return", player=anna.pk))
    step(client, league, event, "remove", player=bo.pk)
    assert set(event.entries.values_list("player", "joined_round")) == {(anna.pk, None), (cai.pk, 2)}
    assert "From which round on?" in text(step(client, league, event, "withdraw", player=anna.pk, from_round="x"))


def test_days_of_rounds_are_given_and_used(desk):
    client, league, _people = desk
    create(client, league, "match", rounds="2")
    event = Event.objects.get()
    step(client, league, event, "enter", names="Anna Berg\nBo Dahl")
    step(client, league, event, "draw", order="kept", rounds="2")
    day = event.starts_on + timedelta(4)
    step(client, league, event, "days", day_1=event.starts_on.isoformat(), day_2=day.isoformat())
    grid = text(client.get(address(league, f"desk/events/{event.pk}/rounds/2/")))
    assert f'data-day="{day.isoformat()}"' in grid
    late = (event.ends_on + timedelta(5)).isoformat()
    assert "is outside of" in text(step(client, league, event, "days", day_1=late))
    assert "valid date" in text(step(client, league, event, "days", day_1="soon"))


def test_nothing_of_another_league_or_that_is_no_step(desk):
    """BR-035"""
    client, league, (anna, *_rest) = desk
    create(client, league)
    event = Event.objects.get()
    other, (zoe,) = club_with("Zoe Hill", slug="tigers")
    assert step(client, league, event, "explode").status_code == 404
    assert step(client, league, event, "remove", player=zoe.pk).status_code == 404
    assert step(client, league, event, "withdraw", player="x", from_round="1").status_code == 404
    for rest in ("", "rounds/1/pairings/"):
        assert client.get(address(other, f"desk/events/{event.pk}/{rest}")).status_code == 404
        assert client.post(address(league, f"desk/events/{event.pk + 1}/{rest}")).status_code == 404
    page = address(league, f"desk/events/{event.pk}/rounds/1/pairings/")
    assert client.post(page, {"step": "unbye", "bye": "7"}).status_code == 404
    assert client.get(address(league, f"desk/events/{event.pk}/rounds/99999/pairings/")).status_code == 404
    assert anna.event_entries.count() == 0


@pytest.mark.parametrize("many", [4, 12])
def test_the_number_of_queries_does_not_grow(client, django_assert_max_num_queries, many):
    league, people = club_with(*(f"Player {letter}" for letter in "abcdefghijkl"[:many]))
    client.force_login(member(league.club, "arbiter"))
    create(client, league)
    event = Event.objects.get()
    planning.add_entries(event=event, players=people)
    planning.draw(event=event)
    for rest, budget in (("", 22), ("rounds/1/pairings/", 22), ("rounds/1/pairings/?suggest=1", 30)):
        with django_assert_max_num_queries(budget, info=rest):
            assert client.get(address(league, f"desk/events/{event.pk}/{rest}")).status_code == 200
