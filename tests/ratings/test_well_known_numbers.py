"""The numbers on the pages of well-known calculators, asked of all that computes here: kernel, command, page, API.

The browser's module is asked the same in ``test_calculator_printed.py``, and in Chromium by the end-to-end tests.
"""

import io
import json

import pytest
from django.core.management import call_command

from ratings.kernel.types import PlayerFacts
from tests.kernel.build import game, play, single

from .calculating import by_node
from .printed_cases import well_known
from .test_calculator_pages import text_of

# own, opponent, K, score -> what is printed: expected score in per cent, change, new rating
GAMES = [
    ((1500, 1600, 20, 1), ("35.99", "+12.8", "1512.8")),
    ((1700, 1500, 32, 1), ("75.97", "+7.69", "1707.69")),
    ((1700, 1500, 32, 0.5), ("75.97", "−8.31", "1691.69")),
    ((1500, 1700, 32, 1), ("24.03", "+24.31", "1524.31")),
    ((1500, 1500, 32, 1), ("50.00", "+16", "1516")),
    ((1500, 1700, 20, 1), ("24.03", "+15.19", "1515.19")),  # printed as +15
    ((1500, 1700, 20, 0.5), ("24.03", "+5.19", "1505.19")),  # printed as +5
]
WHOLE = {(1500, 1700, 20, 1): 15, (1500, 1700, 20, 0.5): 5, (1700, 1500, 32, 1): 8, (1700, 1500, 32, 0.5): -8}
GAPS = {100: "64", 200: "76", 400: "90.9", 800: "99"}


def places(text):
    return len(text.partition(".")[2])


def said(change):
    return float(change.replace("−", "-"))


@pytest.mark.parametrize(("given", "printed"), GAMES)
def test_the_kernel_rates_a_game_so(given, printed):
    own, opponent, k, score = given
    facts = [PlayerFacts(1, rating=own), PlayerFacts(2, rating=opponent)]
    row = next(
        row for row in play("elo", [single(game(1, 1, 2, round(2 * score)))], facts, k=k).rows if row.change is not None
    )
    expected, change, new = printed
    assert round(100 * row.expected, places(expected)) == float(expected)
    assert round(row.change, places(change)) == said(change)
    assert round(row.closing, places(new)) == float(new)
    assert round(row.change) == WHOLE.get(given, round(row.change))


@pytest.mark.parametrize(("given", "printed"), GAMES)
def test_the_command_says_so(given, printed):
    words = [f"--{name}={value:g}" for name, value in zip(("own", "opponent", "k", "score"), given, strict=True)]
    expected, change, new = printed
    out = io.StringIO()
    call_command("calculate", "game", *words, "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert round(100 * found["expected"], places(expected)) == float(expected)
    assert round(found["change"], places(change)) == said(change)
    assert round(found["new"], places(new)) == float(new)
    out = io.StringIO()
    call_command("calculate", "game", *words, stdout=out)
    assert all(text in out.getvalue() for text in printed)


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "printed"), GAMES)
def test_the_page_of_the_server_and_the_api_say_so(client, given, printed):
    own, opponent, k, score = given
    shown = text_of(client.get(f"/calculator/game/?own={own}&opponent={opponent}&k={k}&score={score:g}"))
    expected, change, new = printed
    assert f"Change {change} " in shown
    assert f"New rating {new} " in shown
    assert f"Expected score {expected} %" in shown
    asked = {"own": str(own), "opponent": str(opponent), "k": str(k), "score": f"{score:g}"}
    found = client.get("/api/v1/calculators/game", asked).json()["result"]
    assert round(found["change"], places(change)) == said(change)


@pytest.mark.parametrize(("given", "printed"), GAMES)
def test_the_browser_shows_so(given, printed):
    own, opponent, k, score = given
    asked = {"own": str(own), "opponent": str(opponent), "k": str(k), "score": f"{score:g}"}
    (found,) = by_node([("game", asked)])
    expected, change, new = printed
    assert [text for _, text in found["answer"]["figures"][:3]] == [change, new, f"{expected}\u00a0%"]


@pytest.mark.django_db
@pytest.mark.parametrize(("gap", "percent"), GAPS.items())
def test_gaps(client, gap, percent):
    """100, 200, 400 and 800 points: 64, 76, 90.9 and 99 per cent for the higher rated."""
    facts = [PlayerFacts(1, rating=1500 + gap), PlayerFacts(2, rating=1500)]
    row = next(row for row in play("elo", [single(game(1, 1, 2, 2))], facts, k=20).rows if row.expected is not None)
    out = io.StringIO()
    call_command("calculate", "gap", f"--gap={gap}", "--json", stdout=out)
    (browser,) = by_node([("gap", {"gap": str(gap)})])
    higher = json.loads(out.getvalue())["higher"]
    assert {round(100 * each, places(percent)) for each in (row.expected, higher, browser["result"]["higher"])} == {
        float(percent)
    }
    shown = text_of(client.get(f"/calculator/gap/?gap={gap}"))
    assert f"{100 * higher:.2f}".rstrip("0").rstrip(".") in shown


def test_every_number_of_the_list_is_asked_of_both_calculators():
    """Those here are those there: a number added to one list is missed in the other."""
    there = {
        (case.given["own"], case.given["opponent"], case.given["k"]) for case in well_known() if case.mode == "game"
    }
    here = {tuple(map(str, given[:3])) for given, _printed in GAMES}
    assert there <= here
    assert {case.given["gap"] for case in well_known() if case.mode == "gap"} == set(map(str, GAPS))
