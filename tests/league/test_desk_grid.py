"""The entry grid as a plain form: a round, an evening, two people at once, verify, undo."""

from __future__ import annotations

import re
import threading
from datetime import date
from html import unescape

import pytest
from django.db import connections
from django.test import Client

from league.models import FactChange, Game, Player
from league.services import correcting
from league.services.events import create_event
from ratings.models import RatingRun

from .desking import MARCH, address, club_with, is_sound, play, superuser
from .roles import member

pytestmark = pytest.mark.django_db
EVENING = "desk/grid/2026-03-14/"


@pytest.fixture
def league(db):
    return club_with("Anna Berg", "Bo Dahl", "Cara Ek", "Dora Fox")[0]


def fields(html):
    """Every field of the grid's form, as a browser without scripts sends it."""
    form = html[html.rindex('<form method="post" class="desk-form grid"') :]
    given = {}
    for tag in re.findall(r"<input[^>]*>", form):
        found = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if "name" in found and (found.get("type") not in ("radio", "checkbox") or " checked" in tag):
            given[found["name"]] = unescape(found.get("value", ""))
    given.pop("csrfmiddlewaretoken", None)
    return given


def opened(client, league, path=EVENING):
    return fields(client.get(address(league, path)).content.decode())


def send(client, league, given, path=EVENING, step="save"):
    return client.post(address(league, path), given | {"step": step}, follow=True)


def board(number, white, black, result):
    return {f"white_{number}": white, f"black_{number}": black, f"result_{number}": result}


def text_of(answer):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def games():
    rows = Game.objects.exclude(status="void").order_by("pk").select_related("white", "black")
    return [(game.white.name, game.black.name, game.outcome) for game in rows]


TWO = board(0, "Anna Berg", "Bo Dahl", "1") | board(1, "Cara Ek", "Dora Fox", "=")


def test_all_boards_are_saved_with_one_re_rating(desk, league):
    runs = RatingRun.objects.count()
    said = text_of(send(desk, league, opened(desk, league) | TWO))
    assert "Saved: 2 new results" in said
    assert games() == [("Anna Berg", "Bo Dahl", "1-0"), ("Cara Ek", "Dora Fox", "=")]
    assert RatingRun.objects.count() == runs + 1
    assert is_sound(league)


@pytest.mark.parametrize(
    ("key", "outcome"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "="),
        ("5", "="),
        ("½", "="),
        ("+", "+-"),
        ("-", "-+"),
        ("x", "--"),
        ("1:0", "1-0"),
    ],
)
def test_each_key_is_a_result(desk, league, key, outcome):
    send(desk, league, opened(desk, league) | board(0, "Anna Berg", "Bo Dahl", key))
    assert games() == [("Anna Berg", "Bo Dahl", outcome)]


def test_errors_stand_on_their_rows_and_nothing_is_saved(desk, league):
    wrong = TWO | board(2, "Anna Berg", "", "1") | board(3, "Anna Berg", "Bo Dahl", "2:x")
    answer = send(desk, league, opened(desk, league) | wrong)
    said = text_of(answer)
    assert "Nothing was saved." in said and "Name a player." in said and "“2:x” is no result." in said
    assert games() == [] and 'value="Cara Ek"' in answer.content.decode()


def test_the_form_sent_again_is_one_saving(desk, league):
    """BR-013"""
    given = opened(desk, league) | TWO
    for _press in range(2):
        said = text_of(send(desk, league, given))
    assert "Saved: 2 new results" in said and len(games()) == 2


def test_back_and_save_with_another_result_is_told(desk, league):
    """BR-013"""
    given = opened(desk, league) | TWO
    send(desk, league, given)
    said = text_of(send(desk, league, given | {"result_0": "0"}))
    assert "saved another result here before" in said
    assert games()[0] == ("Anna Berg", "Bo Dahl", "1-0")


def test_the_same_result_entered_by_somebody_else_is_asked_about(desk, league):
    given = opened(desk, league)
    send(desk, league, opened(desk, league) | TWO)
    answer = send(desk, league, given | board(0, "Anna Berg", "Bo Dahl", "1"))
    assert "is there already" in text_of(answer) and len(games()) == 2
    send(desk, league, fields(answer.content.decode()) | {"repeat_0": "on"})
    assert len(games()) == 3


def test_a_stored_board_is_changed_and_taken_out(desk, league):
    send(desk, league, opened(desk, league) | TWO)
    given = opened(desk, league)
    assert (given["result_0"], given["result_1"]) == ("1", "=")
    said = text_of(send(desk, league, given | {"result_0": "0", "result_1": ""}))
    assert "2 changed" in said
    assert games() == [("Anna Berg", "Bo Dahl", "0-1")]
    assert is_sound(league)


def test_a_board_that_somebody_changed_meanwhile_is_told(desk, league):
    play(league, *Player.objects.order_by("pk")[:2])
    given = opened(desk, league)
    correcting.correct_game(game=Game.objects.get(), outcome="=", reason="typo")
    said = text_of(send(desk, league, given | {"result_0": "0"}))
    assert "Somebody changed this board meanwhile" in said and games()[0][2] == "="


def test_what_was_saved_is_undone_from_the_page(desk, league):
    play(league, *Player.objects.order_by("pk")[:2], outcome="=")
    given = opened(desk, league) | {"result_0": "1"} | board(1, "Cara Ek", "Dora Fox", "1")
    html = send(desk, league, given).content.decode()
    token = re.search(r'name="token" value="([^"]+)"><input type="hidden" name="revisions" value="([^"]+)"', html)
    undone = {"token": token[1], "revisions": token[2]}
    assert "2 boards were taken back." in text_of(send(desk, league, undone, step="undo"))
    assert games() == [("Anna Berg", "Bo Dahl", "=")]
    assert is_sound(league)


def test_verify_marks_what_differs_and_changes_nothing(desk, league):
    send(desk, league, opened(desk, league) | TWO)
    page = EVENING + "?verify=1"
    given = opened(desk, league, page)
    assert given["result_0"] == "" and "white_0" not in given
    said = text_of(send(desk, league, given | {"result_0": "1", "result_1": "1"}, page, step="verify"))
    assert "1 board differs" in said and "(stored: ½–½)" in said
    assert [outcome for *_who, outcome in games()] == ["1-0", "="]


def test_what_each_result_would_bring_is_shown_before_it_is_saved(desk, league):
    given = opened(desk, league) | board(0, "Anna Berg", "Bo Dahl", "")
    said = text_of(send(desk, league, given, step="show"))
    # K 20, equal ratings: +10, 0, -10
    assert "1500 – 1500 · expected 0.50 · +10.0 / 0.0 / −10.0" in said and games() == []
    ids = Player.objects.order_by("pk").values_list("pk", flat=True)
    asked = {"white": ids[0], "black": ids[1], "day": "2026-03-14"}
    assert "+10.0" in desk.get(address(league, "desk/grid/stakes/"), asked).json()["text"]


def test_a_pairing_without_a_result_waits_on_the_page(desk, league):
    given = opened(desk, league) | TWO | board(2, "Anna Berg", "Cara Ek", "")
    answer = send(desk, league, given)
    assert "1 board open" in text_of(answer)
    waiting = fields(answer.content.decode())
    assert (waiting["white_2"], waiting["black_2"], waiting["result_2"]) == ("Anna Berg", "Cara Ek", "")


def test_a_round_keeps_its_boards(desk, league):
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 1), ends_on=date(2026, 3, 30))
    path = f"desk/events/{event.pk}/rounds/5/"
    given = opened(desk, league, path) | TWO | {"board_0": "1", "board_1": "2"}
    send(desk, league, given, path)
    assert list(Game.objects.order_by("board").values_list("event", "round", "board")) == [
        (event.pk, 5, 1),
        (event.pk, 5, 2),
    ]
    taken = opened(desk, league, path) | board(2, "Anna Berg", "Cara Ek", "1") | {"board_2": "1"}
    assert "board 1 has another result" in text_of(send(desk, league, taken, path))
    assert "Round 6 Cup, 14 March 2026" in text_of(
        desk.get(address(league, path.replace("/5/", "/6/")) + "?day=2026-03-14")
    )


def test_more_boards_keep_what_is_typed(desk, league):
    answer = send(desk, league, opened(desk, league) | TWO, step="more")
    given = fields(answer.content.decode())
    assert (given["white_0"], given["result_1"]) == ("Anna Berg", "=") and "result_19" in given
    assert "Nothing was saved." not in text_of(answer) and games() == []


def test_a_long_evening_can_be_sent(desk, league):
    """Two hundred boards have more fields than a form usually may."""
    a, b = Player.objects.order_by("pk")[:2]
    for _game in range(3):
        play(league, a, b)
    given = opened(desk, league)
    for number in range(3, 200):
        given |= {f"{side}_{number}{part}": "" for side in ("white", "black") for part in ("", "_pick", "_for")}
        given |= {f"{name}_{number}": "" for name in ("result", "board", "game", "version")}
    assert "1 changed" in text_of(send(desk, league, given | {"result_0": "0"}))


def test_new_players_are_added_by_the_way(desk, league):
    given = opened(desk, league) | board(0, "Anna Berg", "Zoe Young", "1")
    answer = send(desk, league, given)
    assert "Add “Zoe Young” as a new player" in text_of(answer)
    again = send(desk, league, fields(answer.content.decode()))  # nobody chose anything yet
    assert "Add “Zoe Young” as a new player" in text_of(again) and Player.objects.count() == 4 and games() == []
    saved = send(desk, league, fields(again.content.decode()) | {"black_0_pick": "new"})
    assert games() == [("Anna Berg", "Zoe Young", "1-0")] and "1 new player: Zoe Young" in text_of(saved)


def test_a_near_name_is_not_chosen_by_itself(desk, league):
    given = opened(desk, league) | board(0, "Anna Berg", "Bo Dall", "1")
    again = send(desk, league, fields(send(desk, league, given).content.decode()))
    assert "Did you mean one of these?" in text_of(again) and games() == []


def test_one_tick_makes_new_players_of_all_names_that_are_like_nobody_s(desk, league):
    """An evening of newcomers stays quick, and what is nearly somebody's name is still asked about."""
    boards = (
        board(0, "Zoe Young", "Yan Xu", "1") | board(1, "Vic Wu", "Bo Dall", "=") | board(2, "Yan Xu", "Vic Wu", "0")
    )
    answer = send(desk, league, opened(desk, league) | boards)
    assert "The 3 names that are like nobody’s here are new players: Zoe Young · Yan Xu · Vic Wu" in text_of(answer)
    left = send(desk, league, fields(answer.content.decode()) | {"all_new": "on"})
    assert games() == [] and "Add “Bo Dall” as a new player" in text_of(left)
    assert "Add “Zoe Young”" not in text_of(left)
    given = fields(left.content.decode())
    assert "all_new" not in given  # what is typed from now on is another question
    other = send(desk, league, given | {"black_1": "Bo Dahl", "white_0": "Zoe Yuong", "white_0_for": "Zoe Young"})
    assert "Add “Zoe Yuong” as a new player" in text_of(other) and games() == []
    send(desk, league, given | {"black_1": "Bo Dahl"})
    assert [game[:2] for game in games()] == [("Zoe Young", "Yan Xu"), ("Vic Wu", "Bo Dahl"), ("Yan Xu", "Vic Wu")]


def cell(html, name):
    return re.search(rf'<input[^>]*name="{name}"[^>]*>', html)[0]


def test_the_page_opens_in_the_first_wrong_cell_and_the_cell_is_tied_to_its_words(desk, league):
    given = opened(desk, league) | TWO | board(2, "Anna Berg", "Cara Ek", "what?") | board(3, "Bo Dahl", "Nobody", "1")
    html = send(desk, league, given).content.decode()
    assert html.count(" autofocus") == 1
    wrong, name = cell(html, "result_2"), cell(html, "black_3")
    assert " autofocus" in wrong and 'aria-describedby="errors_2"' in wrong and 'aria-invalid="true"' in wrong
    assert 'id="errors_2"' in html and 'aria-describedby="id_black_3_error"' in name and 'id="id_black_3_error"' in html


def test_what_saving_refuses_is_tied_to_its_cell_too(desk, league):
    send(desk, league, opened(desk, league) | TWO)
    html = send(desk, league, opened(desk, league) | board(2, "Anna Berg", "Bo Dahl", "1")).content.decode()
    again = cell(html, "repeat_2")
    assert 'aria-describedby="errors_2"' in again and 'id="errors_2"' in html and html.count(" autofocus") == 1


def test_a_recorder_enters_but_changes_nothing_that_is_there(client, league):
    client.force_login(member(league.club, "recorder"))
    send(client, league, opened(client, league) | TWO)
    assert len(games()) == 2
    said = text_of(send(client, league, opened(client, league) | {"result_0": "0"}))
    assert "does not include changing a result" in said and games()[0][2] == "1-0"
    answer = send(client, league, opened(client, league) | board(2, "Anna Berg", "Dora Fox", "1"))
    html = answer.content.decode()
    token = re.search(r'name="token" value="([^"]+)"><input type="hidden" name="revisions"', html)[1]
    assert "1 board was taken back." in text_of(send(client, league, {"token": token}, step="undo"))


def test_another_league_s_round_is_not_there(desk, league):
    """BR-035"""
    other, _players = club_with("Zoe", slug="tigers")
    event = create_event(league=other, name="Cup", starts_on=MARCH)
    for path in (f"desk/events/{event.pk}/rounds/1/", "desk/grid/nonsense/", "desk/grid/2026-99-99/"):
        assert desk.get(address(league, path)).status_code == 404
    play(other, *[Player.objects.get(name="Zoe"), _added(other, "Yan")])
    foreign = Game.objects.get()
    send(desk, league, opened(desk, league) | board(0, "Anna Berg", "Bo Dahl", "") | {"game_0": str(foreign.pk)})
    foreign.refresh_from_db()
    assert foreign.status == "final"


def _added(league, name):
    from league.services import people

    return people.add_player(club=league.club, name=name).player


def test_each_game_is_in_the_history_with_the_run(desk, league):
    send(desk, league, opened(desk, league) | TWO)
    rows = FactChange.objects.filter(kind="game.record")
    assert rows.count() == 2 and len(set(rows.values_list("run", flat=True))) == 1


def test_many_stored_boards_ask_no_more_questions(desk, league, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    players = list(Player.objects.order_by("pk"))
    counts = []
    for _round in range(2):
        for white, black in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2)):
            play(league, players[white], players[black])
        with CaptureQueriesContext(
            connection,
        ) as seen:
            desk.get(address(league, EVENING))
        counts.append(len(seen))
    assert counts[0] == counts[1]


@pytest.mark.django_db(transaction=True)
def test_ten_people_press_twice_at_once_and_each_game_is_there_once(client):
    """Ten browsers, each with three boards of its own, each press of Save doubled."""
    league, _players = club_with(*(f"Player {letter}" for letter in "ABCDEF"))
    client.force_login(superuser())
    forms = []
    for place in range(10):
        given = opened(client, league)
        for row in range(3):
            white, black = "ABCDEF"[(place + row) % 6], "ABCDEF"[(place + row + 1 + row) % 6]
            given |= board(row, f"Player {white}", f"Player {black}", "1") | {f"repeat_{row}": "on"}
        forms.append(given)
    answers = []

    def press(given):
        browser = Client()
        browser.cookies = client.cookies
        answers.append(browser.post(address(league, EVENING), given | {"step": "save"}).status_code)
        connections.close_all()

    presses = [threading.Thread(target=press, args=(given,)) for given in forms for _twice in range(2)]
    for each in presses:
        each.start()
    for each in presses:
        each.join()
    assert answers == [302] * 20
    assert Game.objects.count() == 30 and len(set(Game.objects.values_list("reference", flat=True))) == 30
    assert is_sound(league)
