"""The individual calculation of a player and a period: FIDE's printed numbers through services and page."""

import csv
from datetime import date

import pytest
from django.urls import reverse

from league.formats.text import decode
from league.formats.trf import read_trf
from league.models import EventEntry, Outcome
from league.services import events, leagues, people, periods, recording
from ratings.boards.calculation import calculation
from ratings.kernel.types import Cause
from ratings.models import RatingChange
from tests.copies import built_once

from .reading import tables, text

OUTCOMES = {2: Outcome.WHITE_WINS, 1: Outcome.DRAW, 0: Outcome.BLACK_WINS}
# EVENT-RR12: FIDE's own report of the event, rated on the list of November 2025: points, hundredths of W - We, new
# rating. Players 1 and 4 played elsewhere too, for -2.6 and +2.4.
ELSEWHERE = {1: -2.6, 4: 2.4}
RR12 = {
    1: (8.0, 83, 2795), 2: (7.5, 84, 2764), 3: (5.5, -88, 2729), 4: (6.5, 39, 2728), 5: (5.0, -92, 2701),
    6: (6.0, 28, 2701), 7: (4.5, -66, 2657), 8: (5.0, -13, 2660), 9: (4.5, -51, 2649), 10: (4.0, -98, 2642),
    11: (5.5, 153, 2605), 12: (4.0, 21, 2579),
}  # fmt: skip


def standard_list(club, **parameters):
    return leagues.create_league(
        club=club, slug="standard", name="Standard", system="fide", mode="period", parameters=parameters
    )


def page(client, league, player, period):
    return client.get(reverse("ratings:calculation", args=[league.club.slug, league.slug, player.pk, period]))


def closed(league, month):
    period = periods.find_period(league=league, name=month)
    periods.close_period(period=period)
    period.refresh_from_db()
    return period


@pytest.fixture
def round_robin(db, shared):
    """The real twelve-player event of its report, recorded game by game."""
    report = read_trf(decode((shared / "data" / "trf" / "sample_rr12_trf16.trf").read_bytes()))
    club = people.create_club(slug="rr", name="Round robin")
    league = standard_list(club)
    periods.open_monthly(league=league, first="2025-10", last="2025-10")
    players = {
        each.number: people.add_player(
            club=club, name=each.name, title=each.title, federation=each.federation, start_rating=each.rating,
            start_games=200, start_peak=max(each.rating, 2500),
        ).player
        for each in report.players
    }  # fmt: skip
    event = events.create_event(
        league=league, name=report.facts.name, starts_on=date(2025, 10, 12), ends_on=date(2025, 10, 24)
    )
    for game in report.games:
        recording.record_game(
            league=league, white=players[game.white], black=players[game.black], outcome=game.outcome, event=event,
            round=game.round, played_on=date(2025, 10, 11 + game.round),
        )  # fmt: skip
    return league, players, closed(league, "2025-10")


def test_the_round_robin_of_twelve_as_fide_printed_it(round_robin, client):
    league, players, period = round_robin
    for number, (points, hundredths, rating) in RR12.items():
        made = calculation(league, players[number], period)
        assert (made.games, made.halves / 2, round(100 * made.delta)) == (11, points, hundredths), number
        assert made.unrounded == pytest.approx(hundredths / 10, abs=1e-9)
        assert made.k == [10]
        if number not in ELSEWHERE:
            assert made.row.closing == rating
        assert rating - made.row.opening == round(made.unrounded + ELSEWHERE.get(number, 0))
    first = calculation(league, players[1], period)
    assert (first.average, first.own) == (2675, [2789])
    assert (first.row.closing, first.row.change) == (2797, 8)  # 2795 on the list: 2.6 fewer from another event
    seen = text(page(client, league, players[1], "2025-10"))
    assert "Sum +8.30, rounded once: +8." in seen
    assert "once published at 2400 or more, for good" in seen


def test_each_game_stands_there_with_its_parts(round_robin, client):
    league, players, _period = round_robin
    (games,) = tables(page(client, league, players[11], "2025-10"))
    assert len(games) == 12
    assert games[-1]["Opponent"] == "11 rated games"
    total = games[-1]
    assert (total["Rc"], total["Ro"], total["W"], total["W−We"], total["K"], total["K×(W−We)"]) == (
        "2693", "2590", "5½", "+1.53", "10", "+15.30",
    )  # fmt: skip
    assert {game["Ro"] for game in games} == {"2590"}


def test_fides_calculation_of_june_2017(db, client, shared):
    """1922, K 40: +13.20, -26.40, +18.80, in all +5.60, so +6."""
    with (shared / "data" / "ratings" / "fide_individual_calculation_2017-06.csv").open() as file:
        printed = list(csv.DictReader(file))
    club = people.create_club(slug="june", name="June")
    league = standard_list(club)
    periods.open_monthly(league=league, first="2017-05", last="2017-05")
    junior = people.add_player(club=club, name="Player A", birth_year=2004, start_rating=1922, start_games=50).player
    event = events.create_event(
        league=league, name="Open", starts_on=date(2017, 5, 6), ends_on=date(2017, 5, 7), rated=True
    )
    for number, line in enumerate(printed, 1):
        rival = people.add_player(
            club=club, name=line["opponent"], start_rating=int(line["opponent_rating"]), start_games=50
        ).player
        recording.record_game(
            league=league, white=junior, black=rival, outcome=OUTCOMES[round(2 * float(line["score"]))],
            event=event, round=number, played_on=date(2017, 5, 6),
        )  # fmt: skip
    made = calculation(league, junior, closed(league, "2017-05"))
    shown = [(round(line.delta, 2), line.row.k, round(line.row.change, 2)) for line in made.lines]
    assert shown == [(float(line["chg"]), float(line["k"]), float(line["k_chg"])) for line in printed]
    assert (round(made.unrounded, 2), made.row.change, made.row.closing) == (5.60, 6, 1928)
    seen = text(page(client, league, junior, "2017-05"))
    assert "Sum +5.60, rounded once: +6." in seen


@pytest.fixture
@built_once
def club_list(db):
    club = people.create_club(slug="c", name="C")
    league = standard_list(club)
    periods.open_monthly(league=league, first="2026-01", last="2026-03")
    names = (("Anna", 2000), ("Berg", 1900), ("Cole", 1850), ("Newcomer", None))
    players = [
        people.add_player(club=club, name=name, title="FM" if name == "Berg" else "", start_rating=rating,
                          start_games=40).player
        for name, rating in names
    ]  # fmt: skip
    return league, players


def play(league, white, black, outcome, day, **more):
    return recording.record_game(league=league, white=white, black=black, outcome=outcome, played_on=day, **more)


def test_several_events_are_summed_and_rounded_once(club_list, client):
    """B.02 8.3.4: three times +7.2 is +22, not three times +7."""
    league, (anna, berg, *_) = club_list
    for name in ("First", "Second", "Third"):
        event = events.create_event(league=league, name=name, starts_on=date(2026, 1, 5), ends_on=date(2026, 1, 9))
        play(league, anna, berg, "1-0", date(2026, 1, 5), event=event, round=1)
    made = calculation(league, anna, closed(league, "2026-01"))
    parts = [(part.event.name, round(part.change, 2)) for part in made.parts]
    assert parts == [("First", 7.2), ("Second", 7.2), ("Third", 7.2)]
    assert (round(made.unrounded, 2), made.row.change) == (21.6, 22)
    seen = text(page(client, league, anna, "2026-01"))
    assert "Sum +21.60, rounded once: +22." in seen
    assert seen.count("Rp ") == 4


def test_games_that_do_not_count_say_why(club_list, client):
    league, (anna, berg, _cole, new) = club_list
    play(league, anna, new, "1-0", date(2026, 1, 5))
    play(league, anna, berg, "1-0", date(2026, 1, 6))
    closed(league, "2026-01")
    (games,) = tables(page(client, league, anna, "2026-01"))
    assert [(game["Opponent"].split()[0], game["K×(W−We)"]) for game in games] == [
        ("Newcomer", "opponent unrated"), ("Berg", "+7.20"), ("1", "+7.20"),
    ]  # fmt: skip


def test_an_unrated_players_results_are_pooled(club_list, client):
    league, (anna, berg, cole, new) = club_list
    for rival in (anna, berg, cole):
        play(league, new, rival, "=", date(2026, 1, 5))
    closed(league, "2026-01")
    seen = text(page(client, league, new, "2026-01"))
    assert "unrated" in seen
    assert "3 of 5" in seen or "Not published yet: it takes 5 games" in seen


def test_title_and_federation_are_those_of_the_event(club_list, client):
    league, (anna, berg, *_) = club_list
    event = events.create_event(league=league, name="Open", starts_on=date(2026, 1, 5), ends_on=date(2026, 1, 9))
    EventEntry.objects.update_or_create(event=event, player=berg, defaults={"title": "CM", "federation": "GER"})
    play(league, anna, berg, "1-0", date(2026, 1, 5), event=event)
    closed(league, "2026-01")
    (games,) = tables(page(client, league, anna, "2026-01"))
    assert games[0]["Opponent"] == "Berg CM GER"


def test_an_open_period_is_said_to_be_open(club_list, client):
    league, (anna, berg, *_) = club_list
    play(league, anna, berg, "1-0", date(2026, 1, 5))
    assert "still open" in text(page(client, league, anna, "2026-01"))


def test_what_is_not_there_is_not_found(club_list, client):
    league, (anna, *_) = club_list
    closed(league, "2026-01")
    assert page(client, league, anna, "2026-01").status_code == 404  # no game, no row
    for nonsense in ("2026-13", "1999-01", "x", "2026-01-32"):
        assert page(client, league, anna, nonsense).status_code == 404
    other = leagues.create_league(club=league.club, slug="g", name="G", system="glicko2", mode="period", parameters={})
    assert page(client, other, anna, "2026-01").status_code == 404


def test_a_period_with_a_free_name_is_addressed_by_its_first_day(club_list, client):
    league, (anna, berg, *_) = club_list
    periods.open_period(league=league, name="Summer 26/27", starts_on=date(2026, 4, 1), ends_on=date(2026, 6, 30))
    play(league, anna, berg, "1-0", date(2026, 5, 5))
    for month in ("2026-01", "2026-02", "2026-03", "Summer 26/27"):
        closed(league, month)
    response = page(client, league, anna, "2026-04-01")
    assert "calculation of Summer 26/27" in text(response)
    assert "/2026-04-01/" in client.get(f"/c/standard/players/{anna.pk}/").content.decode()


def test_the_players_page_and_why_lead_to_it(club_list, client):
    league, (anna, berg, *_) = club_list
    play(league, anna, berg, "1-0", date(2026, 1, 5))
    closed(league, "2026-01")
    address = reverse("ratings:calculation", args=["c", "standard", anna.pk, "2026-01"])
    assert f'href="{address}"' in client.get(f"/c/standard/players/{anna.pk}/").content.decode()
    for row in RatingChange.objects.filter(league=league, player=anna, cause__in=[Cause.PERIOD, Cause.GAME]):
        assert f'href="{address}"' in client.get(f"/c/standard/changes/{row.pk}/").content.decode()


def test_its_budget_of_queries(club_list, client, django_assert_max_num_queries):
    league, (anna, berg, cole, _new) = club_list
    for number in range(1, 12):
        play(league, anna, (berg, cole)[number % 2], "=", date(2026, 1, 5), round=number)
    closed(league, "2026-01")
    with django_assert_max_num_queries(24):
        page(client, league, anna, "2026-01")
