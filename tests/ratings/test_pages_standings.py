"""The pages of an event: standings, cross table, rounds, sheets, entries."""

from datetime import date, timedelta

import pytest

from league.models import Bye, Event, Game
from league.services import correcting, events, planning, recording
from league.services.planning import Pair
from tests.copies import built_once

from .build import entrants, make_league
from .reading import table, text

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
HERE = "/club/cup/events"


def make(kind, players, **more):
    league = make_league(players=players, slug="cup")
    event = events.create_event(
        league=league, name="Spring cup", starts_on=DAY, ends_on=DAY + timedelta(20), kind=kind, **more
    )
    people = entrants(league)
    planning.add_entries(event=event, players=people)
    return event, people


def play(event, pairing, outcome, **more):
    return recording.record_game(
        league=event.league, white=pairing.white, black=pairing.black, outcome=outcome, event=event,
        round=pairing.round, board=pairing.board, played_on=DAY + timedelta(pairing.round), **more,
    )  # fmt: skip


@pytest.fixture
@built_once
def robin():
    """Four players, everybody beats who is below: 3, 2, 1, 0; the last game of 0002 and 0003 is to come."""
    event, people = make(Event.Kind.ROBIN, 4)
    planning.draw(event=event, order="kept")
    for pairing in planning.open_pairings(event):
        if {pairing.white.name, pairing.black.name} != {"Player 0002", "Player 0003"}:
            play(event, pairing, "1-0" if pairing.white.name < pairing.black.name else "0-1")
    return event, people


def rows(response, *columns, having="Points"):
    return [tuple(row[name] for name in columns) for row in table(response, having=having)]


def test_standings_with_their_order_written_under_them(client, robin):
    event, _people = robin
    page = client.get(f"{HERE}/{event.pk}/")
    assert rows(page, "#", "Player", "Points", "Wins", "SB") == [
        ("1", "Player 0000", "3", "3", "2"), ("2", "Player 0001", "2", "2", "0"),
        ("3", "Player 0002", "0", "0", "0"), ("3", "Player 0003", "0", "0", "0"),
    ]  # fmt: skip
    assert "Order: points, then direct encounter, number of wins, Sonneborn-Berger, Koya." in text(page)
    assert "round robin" in text(page)


def test_the_table_says_after_which_round_it_stands_so(client, robin):
    """A round is over when its last board is; the last round is the end; without rounds games are counted."""
    event, people = robin
    here = f"{HERE}/{event.pk}/"
    assert "Round 3 is on, 1 board has no result yet." in text(client.get(here))
    (last,) = planning.open_pairings(event)
    play(event, last, "1-0")
    assert "Final standings, after round 3." in text(client.get(here))
    free = events.create_event(league=event.league, name="Evening", starts_on=DAY, kind="free")
    assert "After" not in text(client.get(f"{HERE}/{free.pk}/"))
    for n in (0, 1):
        recording.record_game(
            league=event.league, white=people[n], black=people[2], outcome="1-0", event=free, played_on=DAY
        )
    assert "After 2 games." in text(client.get(f"{HERE}/{free.pk}/"))


def test_the_order_of_tie_breaks_is_the_events_own(client, robin):
    event, _people = robin
    events.edit_event(event=event, tiebreaks="sb won")
    page = client.get(f"{HERE}/{event.pk}/")
    assert "Order: points, then Sonneborn-Berger, games won over the board." in text(page)
    assert "DE" not in table(page, having="Points")[0]


def test_the_cross_table_of_a_round_robin(client, robin):
    event, _people = robin
    page = client.get(f"{HERE}/{event.pk}/table/")
    assert rows(page, "No.", "Player", "1", "2", "3", "4", "Points", "Rank") == [
        ("1", "Player 0000", "", "1", "1", "1", "3", "1"), ("2", "Player 0001", "0", "", "1", "1", "2", "2"),
        ("3", "Player 0002", "0", "0", "", "·", "0", "3"), ("4", "Player 0003", "0", "0", "·", "", "0", "3"),
    ]  # fmt: skip


def test_a_swiss_with_byes_forfeits_a_late_entry_and_a_withdrawal(client):
    """BR-082, BR-130: a bye is points, never a game; a round before the entry is not a loss."""
    event, (a, b, c, d, e) = make(Event.Kind.SWISS, 5)
    planning.remove_entry(event=event, player=e)
    planning.set_pairings(event=event, round=1, pairs=[Pair(1, a, b)])
    play(event, planning.open_pairings(event)[0], "1-0")
    planning.give_bye(event=event, player=c, round=1, kind=Bye.Kind.HALF)
    planning.give_bye(event=event, player=d, round=1, kind=Bye.Kind.ALLOCATED)
    planning.add_entries(event=event, players=[e], joined_round=2)
    planning.set_withdrawal(event=event, player=b, from_round=2)
    planning.set_pairings(event=event, round=2, pairs=[Pair(1, a, d), Pair(2, c, e)])
    play(event, planning.open_pairings(event)[0], "+-")
    play(event, planning.open_pairings(event)[0], "=")
    page = client.get(f"{HERE}/{event.pk}/table/")
    assert rows(page, "Player", "1", "2", "Points") == [
        ("Player 0000", "5w1", "2w+", "2"), ("Player 0003", "–1", "1b−", "1"), ("Player 0002", "–½", "4w½", "1"),
        ("Player 0004", "", "3b½", "½"), ("Player 0001", "1b0", "", "0"),
    ]  # fmt: skip
    page = client.get(f"{HERE}/{event.pk}/")
    assert "withdrawn" in text(page) and "as FIDE has it since March 2026" in text(page)
    assert Game.objects.count() == 3
    seen = text(client.get(f"{HERE}/{event.pk}/rounds/1/"))
    assert "half-point bye" in seen and "pairing-allocated bye" in seen and "Player 0004" not in seen


def test_who_leaves_a_round_robin_before_half_counts_for_nobody(client, robin):
    """And later the games not played any more are won by the others."""
    event, (_a, _b, _c, d) = robin
    planning.set_withdrawal(event=event, player=d, from_round=4)  # two of three are played
    page = client.get(f"{HERE}/{event.pk}/")
    assert rows(page, "#", "Player", "Points")[2:] == [
        ("3", "Player 0002", "1"), ("4", "Player 0003 withdrawn", "0"),
    ]  # fmt: skip
    for game in Game.objects.filter(event=event, black=d) | Game.objects.filter(event=event, white=d):
        correcting.void_game(game=game, reason="not played after all")
    page = client.get(f"{HERE}/{event.pk}/")
    assert rows(page, "#", "Player", "Points") == [
        ("1", "Player 0000", "2"), ("2", "Player 0001", "1"), ("3", "Player 0002", "0"),
        ("–", "Player 0003 withdrawn", ""),
    ]  # fmt: skip
    assert "count for nobody" in text(page)


def test_a_reported_result_counts_only_when_it_is_confirmed(client, robin):
    event, _people = robin
    open_one = planning.open_pairings(event)[0]
    game = play(event, open_one, "1-0", status="pending")
    assert not planning.open_pairings(event)
    page = client.get(f"{HERE}/{event.pk}/")
    assert "1 reported result waits" in text(page) and rows(page, "Points")[2:] == [("0",), ("0",)]
    assert "not confirmed" in text(client.get(f"{HERE}/{event.pk}/rounds/{open_one.round}/"))
    correcting.correct_game(game=game, status="final", reason="confirmed")
    page = client.get(f"{HERE}/{event.pk}/")
    assert rows(page, "Points")[2:] == [("1",), ("0",)]


def test_a_round_with_the_points_before_it_and_its_sheets(client, robin):
    event, _people = robin
    page = client.get(f"{HERE}/{event.pk}/rounds/2/")
    found = table(page, having="Board")
    assert [row["Board"] for row in found] == ["1", "2"] and "4 March 2026" in text(page)
    assert all(row["Result"] in ("1–0", "0–1", "to come") for row in found)
    assert "Player" in found[0]["White"] and "<form" not in page.content.decode().split("<main")[1].split("</main")[0]
    for query, heads in (("", 4), ("?results=1", 5)):
        sheet = table(client.get(f"{HERE}/{event.pk}/rounds/2/sheet/{query}"), having="Board")
        assert len(sheet) == 2 and len(sheet[0]) == heads
    for gone in ("rounds/9/", "rounds/40000/", "rounds/9/sheet/"):
        assert client.get(f"{HERE}/{event.pk}/{gone}").status_code == 404


def test_entries_by_starting_number(client, robin):
    event, _people = robin
    page = client.get(f"{HERE}/{event.pk}/entries/")
    assert rows(page, "No.", "Player", having="Federation") == [
        (str(number), f"Player {number - 1:04}") for number in range(1, 5)
    ]
    assert client.get(f"/club/cup/events/{event.pk + 1}/entries/").status_code == 404


def test_another_leagues_event_is_not_there(client, robin):
    """BR-035"""
    event, _people = robin
    other = make_league(players=2, slug="other")
    for page in ("", "table/", "entries/", "rounds/1/", "rounds/1/sheet/"):
        assert client.get(f"/{other.club.slug}/other/events/{event.pk}/{page}").status_code == 404


@pytest.mark.parametrize("players", [4, 14])
def test_the_number_of_queries_does_not_grow_with_the_field(client, django_assert_max_num_queries, players):
    event, _people = make(Event.Kind.ROBIN, players)
    planning.draw(event=event)
    for pairing in planning.open_pairings(event, 1) + planning.open_pairings(event, 2):
        play(event, pairing, "=")
    for page, budget in (("", 22), ("table/", 14), ("entries/", 10), ("rounds/2/", 17), ("rounds/2/sheet/", 17)):
        with django_assert_max_num_queries(budget, info=page):
            assert client.get(f"{HERE}/{event.pk}/{page}").status_code == 200
