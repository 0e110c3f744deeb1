"""What would our table look like: other rules tried on a league's own games, in memory."""

from datetime import timedelta

import pytest

from ratings.boards.whatif import what_if
from ratings.services import simulating
from ratings.services.simulating import simulate
from tests.copies import built_once
from tests.ratings.build import snapshot

from .desking import MARCH, address, club_with, play, superuser

pytestmark = pytest.mark.django_db


@built_once
def three_games():
    """K 20, start 1500: Anna beats Bo twice, Cy beats Anna once."""
    league, players = club_with("Anna", "Bo", "Cy")
    anna, bo, cy = players
    play(league, anna, bo)
    play(league, anna, bo, on=MARCH + timedelta(1))
    play(league, cy, anna, on=MARCH + timedelta(2))
    league.refresh_from_db()
    return league, players


@pytest.fixture
def main(client):
    client.force_login(superuser())
    return three_games()


def shown(client, league, **asked):
    return client.get(address(league, "desk/what-if/"), asked).content.decode()


def test_double_k_gives_the_numbers_of_double_k_and_writes_nothing(main):
    league, (anna, bo, cy) = main
    before = snapshot(league)
    found = simulate(league, system="elo", parameters={"k": 40})
    # 1500 each: +20/−20; expected 1/(1 + 10^(−40/400)) = 0.557312: +17.7075; then 1537.7075 loses to 1500
    assert found.ratings[bo.pk] == pytest.approx(1500 - 20 - 17.7075, abs=1e-4)
    assert found.ratings[anna.pk] + found.ratings[bo.pk] + found.ratings[cy.pk] == pytest.approx(4500, abs=1e-9)
    assert snapshot(league) == before


def test_the_page_puts_the_other_table_beside_todays(client, main):
    league, _ = main
    page = shown(client, league, system="elo", k="40")
    assert "Which rules foretell better" in page
    assert page.count("Anna</a></th>") == 1
    assert "Measured on the 3 rated games" in page
    assert "I. J. Good, 1952" in page
    assert "G. W. Brier, 1950" in page


def test_another_start_moves_numbers_and_no_place(main):
    league, players = main
    found = what_if(league, system="elo", parameters={"initial": 1000})
    assert [line.moved for line in found.lines] == [0, 0, 0]
    assert {line.player: line.rating - line.other_rating for line in found.lines} == {p.pk: 500 for p in players}
    assert found.now == pytest.approx(found.other, abs=1e-12)


def test_another_system_rates_the_same_games(main):
    """Glicko-2's paper starts at 1500 with 350: two wins over the same opponent, one loss."""
    league, (anna, bo, _) = main
    found = simulate(league, system="glicko2", parameters={})
    assert found.accuracy.games == 3
    assert found.ratings[bo.pk] < 1400 < 1500 < found.ratings[anna.pk]


def test_what_cannot_be_is_said_at_its_field_and_never_an_error(client, main):
    league, _ = main
    assert "k: 0 is not above 0" in shown(client, league, system="elo", k="0")
    assert "has no such parameter" in shown(client, league, system="glicko2", k="20")
    assert "has no such parameter" in shown(client, league, system="elo", parameters='{"kk": 3}')
    assert "Write pairs of a name and a value" in shown(client, league, system="elo", parameters="[1]")
    assert client.get(address(league, "desk/what-if/"), {"system": "trueskill"}).status_code == 200
    assert client.get(address(league, "desk/what-if/"), {"system": "elo", "page": "zzz"}).status_code == 200


def test_a_league_too_long_for_a_page_is_told_of_the_command(client, main, monkeypatch):
    league, _ = main
    monkeypatch.setattr(simulating, "MOST_GAMES", 2)
    assert "backtest" in shown(client, league, system="elo", k="40")


def test_only_those_who_may_set_rules_see_it(client, main):
    league, _ = main
    client.logout()
    assert client.get(address(league, "desk/what-if/")).status_code in (302, 404)


def test_the_second_page_is_not_simulated_again(client, main, monkeypatch):
    league, _ = main
    shown(client, league, system="elo", k="40")
    monkeypatch.setattr("ratings.boards.whatif.simulate", None)
    assert "Which rules foretell better" in shown(client, league, system="elo", k="40", page="2")
