"""Numbers in print, asked of both calculators: the server's and the browser's."""

import pytest
from django.utils import translation

from .calculating import by_node, by_server
from .printed_cases import Printed, golden, well_known


def misses(printed: Printed, found) -> list[str]:
    """Where a result is not what was printed."""
    assert "result" in found, f"{printed.case}: {found}"
    result = found["result"]
    result |= {
        f"{name}:{check['check']}": check[name] for check in result.get("checks", ()) for name in ("needed", "has")
    }
    return [
        f"{printed.case}: {name} is {result.get(name)}, printed {value}"
        for name, value in printed.expected.items()
        if (result.get(name) is None) != (value is None)
        or (value is not None and abs(result[name] - value) > printed.within)
    ]


def check(cases):
    assert all(case.expected for case in cases)
    browser = by_node([(case.mode, case.given) for case in cases])
    wrong = [text for case in cases for text in misses(case, by_server(case.mode, case.given))]
    wrong += [f"browser: {t}" for case, found in zip(cases, browser, strict=True) for t in misses(case, found)]
    assert not wrong, "\n".join(wrong)


def test_well_known_calculators():
    check(list(well_known()))


def test_worked_cases(shared):
    cases = list(golden(shared))
    assert len(cases) > 110
    check(cases)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"own": "1500", "opponent": "1600", "k": "20", "score": "1"}, ["+12.8", "1512.8", "35.99\u00a0%"]),
        ({"own": "1700", "opponent": "1500", "k": "32", "score": "1"}, ["+7.69", "1707.69", "75.97\u00a0%"]),
        ({"own": "1700", "opponent": "1500", "k": "32", "score": "="}, ["−8.31", "1691.69", "75.97\u00a0%"]),
    ],
)
def test_shown_digits_of_well_known_calculators(given, shown):
    with translation.override("en"):
        figures = by_server("game", given)["answer"]["figures"]
    assert [text for _, text in figures[:3]] == shown
