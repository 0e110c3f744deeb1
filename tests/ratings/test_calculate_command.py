"""``manage.py calculate``: the calculators for scripts."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

ASKED = {
    "game": "--own 1500 --opponent 1600 --k 20 --score 1",
    "game --system fide": "--own 1500 --opponent 2900 --k 40 --score 1 --start 2025-11-01",
    "game --system glicko2": "--own 1500 --deviation 200 --opponent 1400 --opponent-deviation 30 --score 1",
    "games": "--own 1500 --k 20 --games 1600:1 1550:=",
    "games --system fide": "--own 2212 --k 40 --start 2024-06-01 --games 1926:1 2011:1 2318:0",
    "field": "--own 1500 --k 20 --games 9 --opponent 1550 --points 5.5",
    "gap": "--gap 200",
    "initial": "--games 1902:½ 1877:½ 1884:1 2012:0 1832:1",
    "performance": "--games 1500:1 1700:0",
    "k": "--rating 1900 --before 12",
    "need": "--own 1500 --target 1600 --k 20 --games 5 --opponent 1500",
    "match": "--home 1665 --away 1668 --home-goals 1 --away-goals 0 --k 20 --advantage 100 --margin goals",
}


def calculate(*words):
    out = io.StringIO()
    call_command("calculate", *words, stdout=out)
    return out.getvalue()


def asked(what, *more):
    return json.loads(calculate(*what.split(), *ASKED[what].split(), "--json", *more))


@pytest.mark.parametrize("what", ASKED)
def test_every_question_has_an_answer_for_people_and_for_machines(what):
    assert asked(what)["done"] is True
    text = calculate(*what.split(), *ASKED[what].split())
    assert text.strip()
    assert "%(" not in text


@pytest.mark.parametrize(
    ("what", "name", "printed", "within"),
    [
        ("game", "change", 12.8, 0.005),
        ("game", "expected", 0.3599, 0.00005),
        ("game --system fide", "change", 37, 0),
        ("initial", "rating", 1922, 0),
        ("performance", "performance", 1600, 0),
        ("k", "k", 40, 0),
        ("match", "home_change", 7, 0.5),
    ],
)
def test_printed_numbers(what, name, printed, within):
    assert asked(what)[name] == pytest.approx(printed, abs=within or 1e-9)


def test_numbers_for_machines_are_not_rounded():
    assert asked("game")["new"] == pytest.approx(1512.8012999960577, abs=1e-12)


def test_a_list_may_come_from_the_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1600;1\n1550;=\n"))
    found = json.loads(calculate("games", "--own", "1500", "--k", "20", "--games", "-", "--json"))
    assert found["change"] == pytest.approx(asked("games")["change"])


def test_a_norm_names_what_is_missing():
    lines = ["2412 IM GER 1"] * 8
    found = json.loads(calculate("norm", "--title", "IM", "--federation", "POL", "--json", "--opponents", *lines))
    missed = {check["check"] for check in found["checks"] if check["verdict"] == "not_met"}
    assert found["reached"] is False
    assert missed == {"check_norm_games", "check_norm_foreign", "check_norm_one"}


def test_points_given_ask_for_the_opponents():
    words = "need --own 1950 --target 2000 --k 20 --games 9 --points 6 --json"
    assert json.loads(calculate(*words.split()))["opponent"] > 1950


@pytest.mark.parametrize(
    "words",
    [
        "game --own 1500 --k 20 --score 1",
        "need --own 1 --target 2 --k 20 --games 5",
        "game --system egf",
        "nothing",
        "",
    ],
)
def test_a_misuse_is_exit_2(words):
    with pytest.raises(CommandError) as refused:
        calculate(*words.split())
    assert getattr(refused.value, "returncode", 2) == 2 or "Error:" in str(refused.value)


@pytest.mark.parametrize("value", ["abc", "1e309", "-5", "9" * 40, "nan"])
def test_bad_data_is_exit_1_and_named(value):
    out = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(
            "calculate", "game", f"--own={value}", "--opponent=1500", "--k=20", "--score=1", "--json", stdout=out
        )
    assert refused.value.returncode == 1
    said = json.loads(out.getvalue())
    assert (said["done"], said["problems"][0]["column"]) == (False, "own")
