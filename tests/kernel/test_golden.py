"""Worked cases with printed or published results, by id."""

import pytest

from tests.conftest import SHARED

from .golden_kinds import compute
from .golden_layout import NOT_BUILT, laid_out, shared_cases, shipped_cases, system_not_built

# a case states how far a printed number may be off for ratings, deviations and volatilities
MEASURES = {"rating": "rating", "winner": "rating", "loser": "rating", "draw": "rating", "white": "rating"}
MEASURES |= {"black": "rating", "rd": "rd", "white_rd": "rd", "black_rd": "rd", "volatility": "volatility"}
MEASURES |= {"volatility_win": "volatility", "volatility_draw": "volatility", "We": "We"}
EXACT = 1e-8
LARGER = SHARED / "golden" / "rating-cases.json"


def cases() -> list[dict]:
    """The shipped facts, and whatever the shared collection has beyond them."""
    found = {case["id"]: case for case in shipped_cases()}
    if LARGER.is_file():
        found |= {c["id"]: laid_out(c) for c in shared_cases(SHARED) if not system_not_built(c["id"])}
    return list(found.values())


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_worked_case(case):
    found = compute(case)
    assert case["gives"], "a case without an expected number proves nothing"
    for name, value in case["gives"].items():
        if isinstance(value, bool | str | None):
            assert found[name] == value, name
        elif name == "deltas":
            assert found[name] == value
        else:
            tolerance = case["within"].get(MEASURES.get(name.removesuffix("_paper")), EXACT)
            assert found[name] == pytest.approx(value, abs=tolerance, rel=0), name


def test_shipped_facts_are_those_of_the_shared_collection():
    """Every confirmed case of a system that is built is shipped, and says what the collection says."""
    if not LARGER.is_file():
        pytest.skip(f"{LARGER} is not there")
    shipped = {case["id"]: case for case in shipped_cases()}
    confirmed = [c for c in shared_cases(SHARED) if c["status"] == "CONFIRMED" and not system_not_built(c["id"])]
    assert [c["id"] for c in confirmed if shipped.get(c["id"]) != laid_out(c)] == []
    assert len(confirmed) > 100


def not_built() -> list:
    ids = [c["id"] for c in shared_cases(SHARED)] if LARGER.is_file() else [f"{prefix}-..." for prefix in NOT_BUILT]
    return [pytest.param(i, system_not_built(i), id=i) for i in ids if system_not_built(i)]


@pytest.mark.parametrize(("case_id", "system"), not_built())
def test_not_built(case_id, system):
    """Cases of systems that Arpad does not have, by id."""
    pytest.skip(f"{system} is not built")
