"""A player's page: the standing in words, the line, every change, opponents, games that moved nothing."""

import re
from datetime import date, timedelta

import pytest

from league.models import Outcome
from league.services import adjusting, compensating, correcting, recording
from league.services.compensating import Formula
from ratings import charts
from ratings.boards.player import Point
from ratings.models import Rating, RatingChange
from tests.copies import built_once

from .build import entrants, make_league
from .reading import table, text

pytestmark = pytest.mark.django_db
START = date(2026, 3, 1)


@built_once
def played(results, **parameters):
    """Two players; results from the first one's side, a day each."""
    league = make_league(players=2, slug="two", **parameters)
    a, b = entrants(league)
    outcomes = {1: Outcome.WHITE_WINS, 0.5: Outcome.DRAW, 0: Outcome.BLACK_WINS}
    for n, score in enumerate(results):
        recording.record_game(league=league, white=a, black=b, outcome=outcomes[score], played_on=START + timedelta(n))
    return league, a, b


def page_of(client, league, player, more=""):
    return client.get(f"/{league.club.slug}/{league.slug}/players/{player.pk}/{more}")


def test_peak_and_low_carry_their_dates(client):
    league, a, _b = played([1, 1, 0, 0, 0], k=20)
    rating = Rating.objects.get(league=league, player=a)
    words = text(page_of(client, league, a))
    assert f"Peak {rating.peak:.0f} 2 March 2026" in words and f"Low {rating.low:.0f} 5 March 2026" in words


def test_every_row_of_the_log_is_there_and_chains_before_plus_change_is_after(client):
    league, a, _b = played([1, 0.5, 0, 1, 1])
    rows = table(page_of(client, league, a), having="After")
    afters = [float(r["After"]) for r in reversed(rows)]
    changes = [r["Change"].strip("▲▼ ").replace("−", "-") for r in reversed(rows)]
    assert len(rows) == RatingChange.objects.filter(player=a, league=league).count() == 6
    assert changes[0] == "first" and afters[0] == 1500.0
    for before, change, after in zip(afters, changes[1:], afters[1:], strict=False):
        assert abs(before + float(change) - after) <= 0.11  # each shown with one decimal


def test_a_row_names_opponent_rating_side_result_expectation_and_k(client):
    league, a, _b = played([1], k=32)
    row = table(page_of(client, league, a), having="After")[0]
    expected = ("Player 0001 1500", "White", "1", "0.50", "32", "+16.0▲", "1516.0", "why")
    columns = ("Opponent or reason", "Side", "Result", "Expected", "K", "Change", "After", "Why")
    assert tuple(row[column] for column in columns) == expected


def test_a_newcomer_reads_why_the_rating_moves_in_large_steps(client):
    league, a, _b = played([1], provisional_games=10)
    words = text(page_of(client, league, a))
    assert "this rating is provisional. It rests on 1 game, so it still moves in large steps" in words


def test_the_deviation_is_said_in_words(client, scene):
    player = scene.players[1]
    rating = Rating.objects.get(league=scene.glicko, player=player)
    words = text(page_of(client, scene.glicko, player))
    low, high = rating.value - 2 * rating.deviation, rating.value + 2 * rating.deviation
    assert f"±{rating.deviation:.0f} says how certain the rating is" in words
    assert f"between {low:.0f} and {high:.0f} in about 95 cases of 100" in words


def test_games_of_a_period_stand_under_its_sum(client, scene):
    rows = table(page_of(client, scene.fide, scene.players[0]), having="After")
    periods = [r["Opponent or reason"] for r in rows if not r["Date"]]
    assert periods == ["October 2026", "September 2026", "August 2026"]
    inside = rows[1 : rows.index(next(r for r in rows if r["Opponent or reason"] == "September 2026"))]
    assert inside and all(r["After"] == "" and " Oct 2026" in r["Date"] for r in inside)
    total = sum(float(r["Change"].replace("−", "-").replace("+", "")) for r in inside)
    whole = round(abs(total) + 1e-9) * (1 if total > 0 else -1)
    assert rows[0]["Change"].strip("▲▼ ").replace("−", "-").replace("+", "") == str(whole)


def test_games_of_the_open_period_are_shown_as_not_yet_rated(client, scene):
    words = text(page_of(client, scene.fide, scene.players[0]))
    assert "Games of November 2026, not yet rated" in words and "Live, with November 2026 so far" in words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outcome": "+-"}, "Decided without play: a forfeit is never rated."),
        ({"outcome": "W"}, "Fewer than one move by each player was made."),
        ({"outcome": "1-0", "status": "pending"}, "The result is not confirmed yet."),
    ],
)
def test_a_game_that_moved_no_rating_says_why(client, fields, words):
    league, a, b = played([1])
    recording.record_game(league=league, white=a, black=b, played_on=START + timedelta(9), **fields)
    page = text(page_of(client, league, a))
    assert "Games that moved no rating" in page and words in page


def test_a_void_game_is_listed_as_void_and_gone_from_the_changes(client):
    league, a, _b = played([1, 1])
    correcting.void_game(game=league.games.latest("pk"), reason="entered twice")
    response = page_of(client, league, a)
    assert "The game was declared void." in text(response)
    assert [r["Change"] for r in table(response, having="After")] == ["+16.0▲", "first"]


def test_results_by_opponent_leave_forfeits_out(client):
    league, a, b = played([1, 0.5, 0, 1])
    recording.record_game(league=league, white=a, black=b, outcome="+-", played_on=START + timedelta(9))
    row = table(client.get(f"/club/two/players/{a.pk}/opponents/"))[0]
    assert (row["Opponent"], row["Games"], row["W–D–L"], row["Points"]) == ("Player 0001", "4", "2–1–1", "2½")


def test_an_adjustment_and_a_correction_are_marked_in_the_line_and_in_the_rows(client):
    league, a, _b = played([1, 0, 1, 0])
    adjusting.adjust(league=league, player=a, on=START + timedelta(10), to=1700, reason="national list")
    correcting.correct_game(game=league.games.earliest("pk"), outcome="0-1", reason="wrong way round")
    response = page_of(client, league, a)
    body = response.content.decode()
    assert body.count('<path class="mark"') == 4  # two marks in each of the two pictures
    assert "2026: a result was corrected" in body and "2026: adjusted by hand" in body
    whats = [r["Opponent or reason"] for r in table(response, having="After")]
    assert "Adjustment by hand · national list" in whats and "Player 0001 1500 corrected" in whats


def test_a_merged_players_address_leads_to_whom_he_was_merged_into(client):
    _league, a, b = played([1])
    other = make_league(slug="other", players=0)
    a.merged_into = b
    a.save()
    response = client.get(f"/club/{other.slug}/players/{a.pk}/")
    assert (response.status_code, response["Location"]) == (301, f"/club/other/players/{b.pk}/")


def test_a_player_who_never_played_in_this_league_is_not_here(client, scene):
    assert page_of(client, scene.glicko, scene.players[-1]).status_code == 404


# -- the line ---------------------------------------------------------------------------------------


def points(numbers, days=1):
    return [Point(START + timedelta(n * days), r) for n, r in enumerate(numbers)]


def test_the_picture_says_in_words_what_it_shows():
    words = charts.in_words(points([1500, 1600, 1450, 1550]))
    assert words == (
        "From 1500 on 1 March 2026 to 1550 on 4 March 2026; highest 1600 on 2 March 2026, lowest 1450 on 3 March 2026."
    )


def test_at_most_500_points_are_drawn_and_peak_low_and_ends_are_among_them():
    numbers = [1500 + (n * 7919 % 400) for n in range(5000)]
    numbers[1234], numbers[3210] = 2500, 900
    line = points(numbers)
    drawn = charts.thinned(line, 500)
    assert len(drawn) <= 500
    assert {line[0], line[-1], line[1234], line[3210]} <= set(drawn)
    assert drawn == sorted(drawn, key=lambda p: p.day)


def test_the_line_stays_inside_its_frame_and_has_no_style_of_its_own():
    svg = charts.rating_chart(points([1500, 1800, 900, 2400]), name="<A>", width=400, height=200, most=100, key="k")
    line = re.search(r'class="line" points="([^"]+)"', svg)[1]
    pairs = [tuple(map(float, p.split(","))) for p in line.split()]
    assert all(0 <= x <= 400 and 0 <= y <= 200 for x, y in pairs)
    assert pairs[2][1] == max(y for _, y in pairs) and pairs[3][1] == min(y for _, y in pairs)
    assert "style" not in svg and "#" not in svg and "<A>" not in svg and "&lt;A&gt;" in svg


def test_every_adjustment_has_a_mark_of_its_own_those_of_a_formula_and_of_one_day_too(client):
    league, a, _b = played([1, 0, 1], k=20)
    for words in ("prize", "second prize"):
        adjusting.adjust(league=league, player=a, on=START, by=5, reason=words)
    compensating.compensate(league=league, formula=Formula(0.1, 1600.0), on=START + timedelta(1), reason="deflation")
    page = page_of(client, league, a)
    shapes = re.findall(r'<path class="mark" d="(M[^"]*)"', page.content.decode())
    assert len(shapes) == len(set(shapes)) == 6  # three in each of the two pictures, none behind another
    assert all(words in text(page) for words in ("prize", "second prize", "deflation"))


@pytest.mark.parametrize("numbers", [[1500], [1500, 1500], [-3, 12], [1500.5] * 300])
def test_lines_of_any_shape_can_be_drawn(numbers):
    assert "<svg" in charts.rating_chart(points(numbers), name="A", width=360, height=240, most=150, key="k")


def test_the_same_numbers_stand_in_a_table(client):
    league, a, _b = played([1, 0, 1, 0.5, 1])
    line = table(page_of(client, league, a), having="Highest")
    assert line[0]["When"] == "5 March 2026" and line[-1]["When"] == "1 March 2026"
    assert line[0]["At the end"] == f"{Rating.objects.get(league=league, player=a).value:.0f}"


@pytest.mark.parametrize(
    ("low", "high", "about", "expected"),
    [(1490, 1610, 5, [1500, 1550, 1600]), (0, 10, 5, [0, 2, 4, 6, 8, 10]), (-30, 30, 3, [-20, 0, 20])],
)
def test_the_scale_has_round_numbers(low, high, about, expected):
    assert charts.ticks(low, high, about) == expected
