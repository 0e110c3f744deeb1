"""The browser's modules give what the kernel gives: numbers within 1e-9, every shown digit, every message."""

import pytest
from django.utils import translation

from ratings.calculator.modes import MODES
from ratings.calculator.tables import FILE, script

from .calculating import by_node, by_server, differences
from .calculator_cases import bad, extremes, sensible


def check(cases, language="en"):
    cases = list(cases)
    answers = by_node(cases, language)
    with translation.override(language):
        expected = [by_server(mode, given) for mode, given in cases]
    wrong = [
        f"{mode} {dict(given)!r:.300}: {found[:3]}"
        for (mode, given), mine, theirs in zip(cases, expected, answers, strict=True)
        if (found := differences(mine, theirs))
    ]
    assert not wrong, f"{len(wrong)} of {len(cases)} differ:\n" + "\n".join(wrong[:8])
    return expected


def test_the_browser_has_the_kernels_tables():
    assert FILE.read_text(encoding="utf-8") == script(), "run manage.py rating_tables"


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_examples_agree_in_every_language(language):
    found = check([(mode, {}) for mode in MODES], language)
    assert all("answer" in each for each in found)
    comma = "," if language != "en" else "."
    assert found[0]["answer"]["figures"][0][1] == f"+12{comma}8"


def test_sensible_inputs_agree():
    found = check(sensible())
    assert sum("answer" in each for each in found) > 0.95 * len(found)


def test_extreme_inputs_agree():
    assert all("answer" in each for each in check(extremes()))


def test_bad_inputs_get_the_same_message_beside_the_same_field():
    found = check(bad())
    assert sum("errors" in each for each in found) > 300
