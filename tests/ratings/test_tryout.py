"""From a player's page to the calculator: the real rating, K, games so far and next opponents are filled in."""

from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Pairing, Player
from league.services import people, periods, recording
from league.services.events import create_event
from league.services.leagues import create_league
from ratings.models import Rating
from ratings.services.living import rows_if_closed

from .calculating import by_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return people.create_club(slug="club", name="Club")


def a_player(club, name, rating, **more) -> Player:
    return people.add_player(club=club, name=name, start_rating=rating, start_games=50, **more).player


def a_league(club, **more):
    return create_league(club=club, slug="main", name="Main", **more)


def opened(client, league, player) -> tuple[str, dict[str, str]]:
    """Where the link leads: the calculator, and what is filled in."""
    answer = client.get(f"/{league.club.slug}/{league.slug}/players/{player.pk}/try/")
    assert answer.status_code == 302
    place = urlsplit(answer["Location"])
    assert client.get(answer["Location"]).status_code == 200
    return place.path, {name: values[0] for name, values in parse_qs(place.query).items()}


def paired(event, round_, white, black):
    Pairing.objects.create(event=event, round=round_, board=1, white=white, black=black)


def test_elo_the_next_opponent_and_the_k_of_the_rules(client, club):
    """K 40 until the fifty-fifth game by the league's tiers: the next game of this player is the fifty-second."""
    tiers = [{"k": 40, "games_below": 55}, {"k": 20}]
    league = a_league(club, system="elo", mode="sequential", parameters={"k": tiers})
    anna, ben, cleo = (a_player(club, name, rating) for name, rating in (("Anna", 1500), ("Ben", 1600), ("Cleo", 1700)))
    recording.record_game(league=league, white=anna, black=ben, outcome="1-0", played_on=date(2026, 3, 1))
    recording.record_game(league=league, white=cleo, black=ben, outcome="=", played_on=date(2026, 3, 2))
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 3), ends_on=date(2026, 3, 9))
    paired(event, 1, cleo, anna)
    place, given = opened(client, league, anna)
    own, other = (Rating.objects.get(league=league, player=each).value for each in (anna, cleo))
    assert place == "/calculator/game/"
    assert (float(given["own"]), float(given["opponent"]), given["k"]) == (
        pytest.approx(own),
        pytest.approx(other),
        "40",
    )


def test_elo_several_opponents_are_a_list_and_who_was_played_is_left_out(client, club):
    league = a_league(club, system="elo", mode="sequential", parameters={"k": 32})
    anna, *others = (a_player(club, f"P{n}", 1500 + n) for n in range(4))
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 3), ends_on=date(2026, 3, 9))
    for round_, other in enumerate(others, start=1):
        paired(event, round_, anna, other)
    recording.record_game(
        league=league, white=others[0], black=anna, outcome="=", played_on=date(2026, 3, 3), event=event, round=1
    )
    for other in others[1:]:
        recording.record_game(league=league, white=other, black=others[0], outcome="=", played_on=date(2026, 3, 2))
    place, given = opened(client, league, anna)
    assert place == "/calculator/games/" and given["way"] == "turn"
    assert [line.endswith(":?") for line in given["games"].split("\n")] == [True, True]


def test_fide_the_period_so_far_gives_the_live_rating_and_next_opponents_wait(client, club):
    """The calculator, opened so, says what the league says: the live rating, to the point."""
    league = a_league(club, system="fide", mode="period", parameters={"list": "standard"})
    anna, *others = (a_player(club, f"P{n}", 2000 + 37 * n) for n in range(5))
    periods.open_monthly(league=league, first="2026-01", last="2026-02")
    event = create_event(league=league, name="Open", starts_on=date(2026, 1, 5), ends_on=date(2026, 1, 9))
    for n, (other, outcome) in enumerate(zip(others[:3], ("1-0", "=", "0-1"), strict=True), start=1):
        recording.record_game(
            league=league,
            white=anna,
            black=other,
            outcome=outcome,
            played_on=date(2026, 1, 4 + n),
            event=event,
            round=n,
        )
    alone = {"league": league, "white": anna, "black": others[3], "outcome": "1-0"}
    recording.record_game(**alone, played_on=date(2026, 1, 20))
    paired(event, 4, others[3], anna)
    place, given = opened(client, league, anna)
    assert place == "/calculator/fide/"
    assert (given["own"], given["k"], given["list"], given["start"]) == ("2000", "20", "standard", "2026-01-05")
    assert given["games"].split("\n") == [
        "2037:1",
        "2074:0.5",
        "2111:0",
        "2026-01-20 2000",
        "2148:1",
        "2026-01-05 2000",
        "2148:?",
    ]
    made = by_server("fide", given)["result"]
    assert made["new"] == Rating.objects.get(league=league, player=anna).live
    parts = sum(row.change for row in rows_if_closed(league, {anna.pk}))
    assert made["unrounded"] == pytest.approx(parts)


def test_glicko_opponents_have_their_deviation(client, club):
    league = a_league(club, system="glicko2", mode="sequential", parameters={})
    anna, ben = a_player(club, "Anna", 1500), a_player(club, "Ben", 1600)
    recording.record_game(league=league, white=anna, black=ben, outcome="1-0", played_on=date(2026, 3, 1))
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 3), ends_on=date(2026, 3, 9))
    paired(event, 1, ben, anna)
    place, given = opened(client, league, anna)
    ben_now = Rating.objects.get(league=league, player=ben)
    assert place == "/calculator/glicko2/"
    assert given["games"] == f"{ben_now.value:.6g} {ben_now.deviation:.6g} ?"


def test_football_has_its_home_advantage_and_margin(client, club):
    league = a_league(
        club, system="elo", mode="sequential", discipline="home_away",
        parameters={"k": 20, "home_advantage": 100, "margin": "goals"},
    )  # fmt: skip
    home, away = a_player(club, "Home", 1500), a_player(club, "Away", 1600)
    recording.record_game(
        league=league, white=home, black=away, outcome="1-0", white_points=2, black_points=1, played_on=date(2026, 3, 1)
    )
    place, given = opened(client, league, home)
    assert place == "/calculator/match/"
    assert (given["advantage"], given["margin"], given["scale"], given["k"]) == ("100", "goals", "400", "20")


def test_the_page_leads_there_and_whoever_has_no_rating_is_led_nowhere(client, club):
    league = a_league(club, system="fide", mode="period", parameters={"list": "standard"})
    anna, newcomer = a_player(club, "Anna", 2000), people.add_player(club=club, name="New").player
    periods.open_monthly(league=league, first="2026-01", last="2026-01")
    recording.record_game(league=league, white=anna, black=newcomer, outcome="1-0", played_on=date(2026, 1, 5))
    page = f"/club/main/players/{anna.pk}/"
    assert f'href="{page}try/"' in client.get(page).content.decode()
    bare = f"/club/main/players/{newcomer.pk}/"
    assert "try/" not in client.get(bare).content.decode()
    assert client.get(f"{bare}try/").status_code == 404
    assert client.get("/club/main/players/999/try/").status_code == 404


def test_the_way_there_asks_a_constant_number_of_questions(client, club):
    league = a_league(club, system="elo", mode="sequential", parameters={"k": 32})
    anna, *others = (a_player(club, f"P{n}", 1500 + n) for n in range(12))
    event = create_event(league=league, name="Cup", starts_on=date(2026, 3, 3), ends_on=date(2026, 3, 9))
    counts = []
    for n, other in enumerate(others, start=1):
        recording.record_game(league=league, white=anna, black=other, outcome="=", played_on=date(2026, 3, 1))
        paired(event, n, anna, other)
        if n in (2, 11):
            with CaptureQueriesContext(connection) as asked:
                client.get(f"/club/main/players/{anna.pk}/try/")
            counts.append(len(asked))
    assert counts[0] == counts[1] <= 16
