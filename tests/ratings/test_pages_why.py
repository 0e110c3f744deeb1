"""Why this number: the numbers of the log, put into words; and that every code has words."""

import ast
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest
from django.db.models import Q

from league.models import League
from league.services import adjusting, correcting, leagues, people, recording
from ratings import wording
from ratings.kernel.types import Cause, Line, Reason
from ratings.models import RatingChange
from ratings.wording.expectation import CAPS
from ratings.wording.facts import _SHORT, CAUSES, NOT_RATED
from ratings.wording.lines import K_RULES, SENTENCES

from .build import entrants, make_league
from .reading import table, text

KERNEL = Path(__file__).resolve().parent.parent.parent / "ratings" / "kernel"
DAY = date(2026, 3, 1)


def why(client, row):
    return client.get(f"/{row.league.club.slug}/{row.league.slug}/changes/{row.pk}/")


def row_of(league, player, cause=Cause.GAME):
    return RatingChange.objects.select_related("league__club").filter(
        league=league, player=player, cause=cause
    ).order_by("-day", "-games")[0]  # fmt: skip


# -- the page ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_thirteen_year_old_reads_k_times_score_minus_expectation(client):
    """K 40 for a newcomer, expected 0.76 against a player 200 points weaker, and a loss: -30.4."""
    league = make_league(players=0, slug="kids", k=[{"k": 40, "games_below": 30}, {"k": 20}])
    girl = people.add_player(club=league.club, name="Girl", start_rating=1600).player
    boy = people.add_player(club=league.club, name="Boy", start_rating=1400).player
    recording.record_game(league=league, white=girl, black=boy, outcome="0-1", played_on=DAY)
    response = why(client, row_of(league, girl))
    words = text(response)
    assert "Why −30.4" in words
    assert "40 × (0 − 0.7597) = −30.39" in words
    assert "Rating 1600 →to 1569.61" in words
    assert "Expected score 1 / (1 + 10^(−200 / 400)) = 0.7597." in words
    assert "K is 40: rule 1 of the list is the first that fits (with fewer than 30 rated games)." in words
    sides = {r[""]: r for r in table(response)}
    assert sides["Rating used"] == {"": "Rating used", "White Girl": "1600", "Black Boy": "1400"}
    assert sides["Score"] == {"": "Score", "White Girl": "0", "Black Boy": "1"}


@pytest.mark.django_db
def test_it_says_what_a_draw_would_have_brought(client):
    league = make_league(players=2, slug="two", k=20)
    a, b = entrants(league)
    recording.record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY)
    words = text(why(client, row_of(league, a)))
    assert "a win (this happened) +10.0▲" in words and "a draw 0.0" in words and "a loss −10.0▼" in words


@pytest.mark.django_db
def test_where_the_margin_counts_nothing_is_invented(client):
    league = make_league(players=2, slug="goals", margin="goals", k=20)
    a, b = entrants(league)
    recording.record_game(league=league, white=a, black=b, outcome="1-0", white_points=4, black_points=1, played_on=DAY)
    words = text(why(client, row_of(league, a)))
    assert "The margin of the win multiplies it by 1.75. Used: 35." in words
    assert "would have brought" not in words


@pytest.mark.django_db
def test_a_period_shows_its_games_the_sum_and_its_one_rounding(client, scene):
    player = scene.players[0]
    response = why(client, row_of(scene.fide, player, Cause.PERIOD))
    parts = [float(r["Part"].replace("−", "-").replace("+", "")) for r in table(response)]
    row = row_of(scene.fide, player, Cause.PERIOD)
    assert len(parts) == scene.fide.games.filter(played_on__month=10).filter(_of(player)).count()
    assert f"times K makes {_signed(sum(parts))}, rounded once: {_signed(row.change, 0)}." in text(response)


@pytest.mark.django_db
def test_a_game_of_a_fide_period_names_the_row_of_the_table(client, scene):
    row = RatingChange.objects.select_related("league__club").filter(
        league=scene.fide, cause=Cause.GAME, expected__gt=0.5, reason=""
    ).earliest("pk")  # fmt: skip
    assert f"of the table, for the higher rated: {row.expected:.2f}." in text(why(client, row))


@pytest.mark.django_db
def test_a_first_rating_of_the_regulations_is_told_step_by_step(client, scene):
    newcomer = scene.players[-1]
    rows = RatingChange.objects.select_related("league__club").filter(league=scene.fide, player=newcomer)
    first = rows.filter(opening=None, closing__isnull=False).earliest("day")
    words = text(why(client, first))
    assert "against rated opponents" in words and "which is worth" in words
    assert f"first rating {first.closing:.0f}" in words


@pytest.mark.django_db
def test_corrections_since_are_listed_with_their_reason(client):
    league = make_league(players=2, slug="two")
    a, b = entrants(league)
    recording.record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY)
    assert "This result was never corrected." in text(why(client, row_of(league, a)))
    correcting.correct_game(game=league.games.latest("pk"), outcome="0-1", reason="Score sheet found")
    words = text(why(client, row_of(league, a)))
    assert "Score sheet found" in words and "never corrected" not in words


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["elo", "glicko2"])
def test_every_row_of_the_log_has_a_page(client, system):
    league = make_league(players=3, slug="all", system=system)
    players = entrants(league)
    for n, (white, black) in enumerate([(0, 1), (1, 2), (2, 0)]):
        recording.record_game(
            league=league, white=players[white], black=players[black], outcome="=", played_on=date(2026, 3, 1 + n)
        )
    adjusting.adjust(league=league, player=players[0], on=date(2026, 4, 1), by=5, reason="test")
    rows = RatingChange.objects.filter(league=league).select_related("league__club")
    assert {r.cause for r in rows} == {"entry", "game", "adjustment"}
    for row in rows:
        assert why(client, row).status_code == 200


@pytest.mark.django_db
def test_every_row_of_a_fide_log_has_a_page(client, scene):
    rows = RatingChange.objects.filter(league=scene.fide, player__in=[scene.players[0], scene.players[-1]])
    for row in rows.select_related("league__club"):
        assert why(client, row).status_code == 200


@pytest.mark.django_db
def test_the_rules_page_follows_the_rules(client):
    club = people.create_club(slug="c", name="C")
    league = leagues.create_league(club=club, slug="l", name="L", system="elo", mode="sequential", parameters={"k": 27})
    assert "K is 27 for everybody." in text(client.get("/c/l/rules/"))
    leagues.change_rules(league=league, valid_from=date(2026, 6, 1), parameters={"k": 13}, reason="Voted in June")
    words = text(client.get("/c/l/rules/"))
    leagues.create_league(club=club, slug="f", name="F", system="fide", mode="period", parameters={"list": "rapid"})
    fide = text(client.get("/c/f/rules/"))
    assert "more than 10 and less than 60 minutes for 60 moves" in fide  # R4
    assert "A match in which one of the two has no rating is not rated." in fide.split("Left to the arbiter")[0]  # R6
    for left in ("three days before", "hours of play or rounds"):  # R8, R4 and R7
        assert left in fide.split("Left to the arbiter")[1]
    assert "K is 13 for everybody." in words and "K is 27 for everybody." in words and "Voted in June" in words


TOLD = {
    "elo": {
        "k": 17, "initial": 1234, "scale": 777, "expectation": "fide_table", "difference_cap": 321,
        "home_advantage": 65, "margin": "goals", "floor": 100, "rounding": "integer", "provisional_games": 12,
        "carryover": {"keep": 0.75, "mean": 1505},
    },
    "fide": {
        "list": "rapid", "k": 17, "floor": 1000, "initial": 1234, "provisional_games": 12, "openings": "external",
    },
    "glicko2": {
        "tau": 0.9, "initial": 1234, "initial_deviation": 321, "initial_volatility": 0.07, "period_days": 7,
        "skip_deviation_increase": True, "min_deviation": 45, "max_deviation": 500, "max_volatility": 0.1, "floor": 100,
        "ceiling": 4000, "max_change": 700, "provisional_deviation": 99,
    },
}  # fmt: skip


@pytest.mark.parametrize("system", TOLD)
def test_every_parameter_of_every_system_is_told(system):
    """A help page that says K 32 while the code uses 40 makes players compute other numbers."""
    definitions = import_module(f"ratings.kernel.{system}.parameters").DEFINITIONS
    assert set(TOLD[system]) == {definition.key for definition in definitions}
    league = League(system=system, mode="sequential")
    usual = wording.clauses(league, {})
    untold = [key for key, value in TOLD[system].items() if wording.clauses(league, {key: value}) == usual]
    assert untold == []


# -- every code has words -----------------------------------------------------------------------------


def _calls(name):
    """The first literal argument of every call of a name in the kernel."""
    found = set()
    for path in KERNEL.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def test_every_line_of_the_kernel_has_a_sentence():
    codes = _calls("Line")
    assert len(codes) >= 12  # the search itself finds them
    assert codes == set(SENTENCES)


def test_every_rule_of_k_has_words():
    assert _calls("KFactor") == set(K_RULES)


def test_every_way_to_cut_a_difference_has_words():
    assert _calls("Difference") - {""} <= set(CAPS)
    assert set(CAPS) == {"cap_400", "one_game", "other_game", "own_2650"}


def test_every_reason_not_to_rate_has_words_long_and_short():
    assert set(NOT_RATED) == set(_SHORT) == set(Reason)


def test_every_cause_has_words():
    assert set(CAUSES) == set(Cause)


def test_a_line_of_a_future_kernel_still_gives_its_numbers():
    assert wording.sentence(Line("unheard_of", {"x": 3})) == "x 3"


def _of(player):
    return Q(white=player) | Q(black=player)


def _signed(value, places=2):
    text = f"{abs(value):.{places}f}"
    return f"+{text}" if value > 0 else f"−{text}" if value < 0 else text
