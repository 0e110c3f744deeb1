"""Numbers longer than Python reads (4,300 digits), in every field of the desk that takes one: an answer in words."""

import pytest

from league.models import EventEntry, Game
from league.services.events import create_event
from league.services.planning import add_entries

from .desking import MARCH, address, club_with, play, superuser
from .importing import plan, players_plan

pytestmark = pytest.mark.django_db
LONG = ["9" * 5000, "000001" + "9" * 5000, "0" * 5000 + "1", "1" + "0" * 400]


@pytest.fixture
def desk(client):
    league, people = club_with("Anna Berg", "Bo Dahl")
    client.force_login(superuser())
    return client, league, people


@pytest.mark.parametrize("number", LONG, ids=["long", "beginning small", "zeros", "beyond floats"])
def test_a_number_that_is_too_long_finds_nothing(desk, number):
    client, league, (anna, bo) = desk
    event = create_event(league=league, name="Cup", starts_on=MARCH)
    add_entries(event=event, players=[anna, bo])
    game = play(league, anna, bo)
    sent = {"event": number, "white": f"#{number}", "black": f"#{number}", "round": number, "step": "preview"}
    for page in ("record/", "record/stakes/", "desk/grid/", "desk/grid/stakes/"):
        assert client.get(address(league, page), sent).status_code == 200, page
    assert client.get(address(league, "desk/grid/"), {"event": event.pk, "round": number}).status_code == 200
    for page in ("record/", f"desk/games/{game.pk}/correct/"):
        assert client.post(address(league, page), sent).status_code == 200, page
    plan_page = address(league, f"desk/events/{event.pk}/")
    answer = client.post(plan_page, {"step": "withdraw", "player": anna.pk, "from_round": number}, follow=True)
    assert "From which round on? Give a number." in answer.content.decode()
    assert not EventEntry.objects.exclude(withdrawn_from=None).exists() and Game.objects.count() == 1
    merging = client.get(f"/{league.club.slug}/desk/people/merge/", {"kept": number, "absorbed": anna.pk})
    assert merging.status_code == 404


@pytest.mark.parametrize("column", ["round", "board", "white", "event"])
@pytest.mark.parametrize("number", LONG[:1] + LONG[3:], ids=["long", "beyond floats"])
def test_a_number_that_is_too_long_is_a_fault_of_its_cell(column, number):
    league, _people = club_with("Anna Berg", "Bo Dahl")
    cells = {"date": "2026-03-14", "white": "Anna Berg", "black": "Bo Dahl", "result": "1-0", column: f"#{number}"}
    if column in ("round", "board"):
        cells[column] = number
    made = plan(league, f"{','.join(cells)}\n{','.join(cells.values())}\n")
    assert made.problems


@pytest.mark.parametrize("column", ["birth_year", "start_rating", "start_games", "fide_id"])
def test_a_player_s_number_that_is_too_long_is_a_fault_of_its_cell(column):
    league, _people = club_with()
    for number in LONG[:1] + LONG[3:]:
        assert players_plan(league.club, f"name,{column}\nCai Eng,{number}\n").problems, number[:6]
