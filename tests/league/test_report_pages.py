"""The pages on which players report and the desk settles."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Event, Game, League, ResultClaim
from league.services import events, planning, reporting
from league.services.limits import today

from .desking import address, club_with, hidden, is_sound
from .roles import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    """Anna, Bo and Cai with accounts of their own; ``sign(name)`` is the browser of that player."""
    league, people = club_with("Anna Berg", "Bo Dahl", "Cai Eng")
    users = {p.name.split()[0]: member(league.club, "player", p.name.split()[0].lower(), p) for p in people}

    def sign(name):
        client.force_login(users[name])
        return client

    return league, people, sign


def send(browser, league, **fields):
    given = {"side": "white", "result": "won", "played_on": today(league.club).isoformat()} | fields
    page = hidden(browser.get(address(league, "report/")).content.decode())
    return browser.post(address(league, "report/"), page | given)


def test_reported_confirmed_and_on_the_board(club):
    league, (anna, _bo, _cai), sign = club
    assert send(sign("Anna"), league, opponent="Bo Dahl").status_code == 302
    game = Game.objects.get()
    page = sign("Bo").get(address(league, "report/")).content.decode()
    assert "Your opponent says" in page and "Anna Berg – Bo Dahl 1–0" in page
    seen = page.split('name="seen" value="')[1].split('"')[0]
    answered = sign("Bo").post(address(league, f"report/{game.pk}/"), {"step": "confirm", "seen": seen}, follow=True)
    assert "both of you say so" in answered.content.decode()
    game.refresh_from_db()
    assert game.status == "final" and is_sound(league)
    assert anna.ratings.get(league=league).value == 1510


def test_told_otherwise_it_is_for_the_desk(club, client):
    """BR-129, and the desk's decision with what it moves shown first."""
    league, _people, sign = club
    send(sign("Anna"), league, opponent="Bo Dahl", note="on time")
    game = Game.objects.get()
    page = address(league, f"report/{game.pk}/")
    assert "on time" in sign("Bo").get(page).content.decode()
    sign("Bo").post(page, {"step": "say", "result": "won"})
    assert "disputed: the club decides" in sign("Bo").get(address(league, "report/")).content.decode()
    client.force_login(member(league.club, "arbiter"))
    home = client.get(address(league, "desk/")).content.decode()
    settle = address(league, f"desk/reports/{game.pk}/")
    assert "disputed" in home and settle in home
    assert "Bo Dahl: 0–1" in client.get(settle).content.decode()
    shown = client.post(settle, {"outcome": "0-1", "step": "preview"})
    assert Game.objects.get().status == "pending" and "Anna Berg" in shown.content.decode()
    client.post(settle, hidden(shown.content.decode()) | {"reason": "seen by the arbiter", "step": "confirm"})
    game.refresh_from_db()
    assert (game.status, game.outcome) == ("final", "0-1") and is_sound(league)
    assert "waits for nobody" in client.get(settle, follow=True).content.decode()


def test_nobody_reaches_the_games_of_others(club):
    """BR-117"""
    league, _people, sign = club
    send(sign("Anna"), league, opponent="Bo Dahl")
    game = Game.objects.get()
    for browser in (sign("Cai"),):
        assert browser.get(address(league, f"report/{game.pk}/")).status_code == 404
        assert browser.post(address(league, f"report/{game.pk}/"), {"step": "confirm"}).status_code == 404
    assert game.claims.count() == 1
    other, _nobody = club_with(slug="tigers")
    assert sign("Bo").get(address(other, f"report/{game.pk}/")).status_code == 404
    assert sign("Bo").post(address(other, "report/")).status_code == 404


def test_the_same_form_twice_is_one_report(club):
    """BR-013"""
    league, _people, sign = club
    browser = sign("Anna")
    page = hidden(browser.get(address(league, "report/")).content.decode())
    given = page | {"opponent": "Bo Dahl", "side": "black", "result": "drew", "played_on": "2026-03-14"}
    for _press in range(2):
        assert browser.post(address(league, "report/"), given).status_code == 302
    assert Game.objects.count() == ResultClaim.objects.count() == 1
    assert Game.objects.get().black.name == "Anna Berg"
    again = browser.post(address(league, "report/"), given | {"token": "b" * 22, "result": "won"})
    assert "change that report" in again.content.decode() and 'name="again"' in again.content.decode()
    browser.post(address(league, "report/"), given | {"token": "b" * 22, "result": "won", "again": "on"})
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"opponent": ""}, "Name a player"),
        ({"opponent": "Anna Berg"}, "against themselves"),
        ({"opponent": "Zed"}, "No player of this club"),
        ({"result": ""}, "required"),
        ({"played_on": "yesterday"}, "valid date"),
        ({"played_on": "2199-01-01"}, "between"),
        ({"event": "x", "round": "99999999"}, ""),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(club, fields, words):
    league, _people, sign = club
    page = send(sign("Anna"), league, **{"opponent": "Bo Dahl"} | fields)
    assert page.status_code == 200 and words in page.content.decode()
    assert not Game.objects.exists()


def test_a_pairing_is_one_press_away(club):
    league, (anna, bo, _cai), sign = club
    day = today(league.club)
    event = events.create_event(
        league=league, name="Match", starts_on=day, ends_on=day + timedelta(9), kind=Event.Kind.MATCH
    )
    planning.add_entries(event=event, players=[bo, anna])
    planning.draw(event=event, order="kept", rounds=2)
    planning.set_round_days(event=event, days={1: day})
    first = planning.open_pairings(event)[0]
    browser = sign("Anna")
    assert f"?pairing={first.pk}" in browser.get(address(league, "report/")).content.decode()
    page = hidden(browser.get(address(league, f"report/?pairing={first.pk}")).content.decode())
    given = page | {"opponent": first.black.name, "side": "white", "result": "won", "played_on": day.isoformat()}
    browser.post(address(league, "report/"), given)
    game = Game.objects.get()
    assert (game.event, game.round, game.board, game.outcome) == (event, 1, 1, "1-0")
    assert f"?pairing={first.pk}" not in browser.get(address(league, "report/")).content.decode()


def test_goals_go_with_the_result(club):
    league, _people, sign = club
    League.objects.update(discipline=League.Discipline.NEUTRAL)
    league.refresh_from_db()
    bad = send(sign("Anna"), league, opponent="Bo Dahl", own_points="1", other_points="3")
    assert "The points say something else" in bad.content.decode()
    send(sign("Anna"), league, opponent="Bo Dahl", own_points="3", other_points="1")
    assert str(Game.objects.get().white_points) == "3"


def test_who_is_no_player_is_told_how_to_become_one(client):
    league, _people = club_with("Anna Berg")
    client.force_login(member(league.club, "recorder"))
    assert "belongs to no player" in client.get(address(league, "report/")).content.decode()
    assert client.post(address(league, "report/")).status_code == 404
    assert "Report a result" not in client.get(address(league, "")).content.decode()


def test_the_settings_of_the_league(client):
    league, _people = club_with("Anna Berg")
    client.force_login(member(league.club, "admin"))
    page = address(league, "desk/reports/settings/")
    assert client.get(page).status_code == 200
    assert "Ensure this value" in client.post(page, {"report_days": "900", "report_overdue": "desk"}).content.decode()
    client.post(page, {"player_reports": "on", "report_days": "0", "report_overdue": "count"})
    league.refresh_from_db()
    assert (league.player_reports, league.report_days, league.report_overdue) == (True, 0, "count")


@pytest.mark.parametrize("many", [1, 12])
def test_the_number_of_queries_does_not_grow(club, django_assert_max_num_queries, many):
    league, (anna, bo, _cai), sign = club
    for number in range(many):
        reporting.report_result(
            league=league, player=anna, white=anna, black=bo, result=reporting.claims.Said("1-0"),
            played_on=today(league.club) - timedelta(number), actor=None,
        )  # fmt: skip
    assert len(reporting.reports_of(league, bo, timezone.now())) == many
    browser = sign("Bo")
    with django_assert_max_num_queries(20):
        assert browser.get(address(league, "report/")).status_code == 200


def test_a_report_that_the_desk_enters_too_is_confirmed(club, client):
    """A recorder's page, the boards of the evening and the cross table: one game, final; another result is told."""
    league, _people, sign = club
    day = today(league.club).isoformat()
    for name, opponent in (("Anna", "Bo Dahl"), ("Bo", "Cai Eng"), ("Cai", "Anna Berg")):
        send(sign(name), league, opponent=opponent)
    first, second, third = Game.objects.order_by("pk")
    client.force_login(member(league.club, "recorder"))
    typed = {"white": "Anna Berg", "black": "Bo Dahl", "played_on": day, "token": "t" * 16}
    other = client.post(address(league, "record/"), typed | {"outcome": "0-1"}).content.decode()
    assert "was reported as 1–0 and waits for confirmation" in other
    client.post(address(league, "record/"), typed | {"outcome": "1-0"})
    first.refresh_from_db()
    assert first.status == "final" and Game.objects.count() == 3
    grid = address(league, f"desk/grid/{day}/")
    page = client.get(grid).content.decode()
    assert page.count("reported: 1–0") == 2
    row = next(n for n in range(3) if f'name="game_{n}" value="{second.pk}"' in page)
    later = next(n for n in range(3) if f'name="game_{n}" value="{third.pk}"' in page)
    fields = hidden(page) | {f"result_{n}": "1" if n == 0 else "" for n in range(10)} | {
        "white_0": "Anna Berg", "black_0": "Bo Dahl",
        f"white_{row}": "Bo Dahl", f"black_{row}": "Cai Eng", f"result_{row}": "1",
        f"white_{later}": "Cai Eng", f"black_{later}": "Anna Berg", f"result_{later}": "",
        "white_4": "Cai Eng", "black_4": "Anna Berg", "result_4": "0",
    }  # fmt: skip
    told = client.post(grid, fields | {"step": "save"}).content.decode()
    assert "was reported and waits for confirmation" in told
    assert "2 changed" in client.post(grid, fields | {"step": "save", "result_4": "1"}, follow=True).content.decode()
    assert {g.status for g in Game.objects.all()} == {"final"} and Game.objects.count() == 3 and is_sound(league)
