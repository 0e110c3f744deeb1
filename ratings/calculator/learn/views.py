"""The explanation, with its exercises: a choice is a link, so that they work without JavaScript."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from ratings.kernel.norms import NORMS, RATING_TITLES

from ..modes import MODES
from ..showing import Answer, answer, sentence
from ..views import page_data
from .exercises import EXERCISES, ONE_MORE, Exercise, Verdict, judge

EXAMPLE = {"own": 1500.0, "opponent": 1600.0, "k": 20.0, "score": 2, "other_k": None}
WOMEN = ("WGM", "WIM", "WFM", "WCM")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """One page: what ratings are, and three exercises."""
    exercises = [_exercise(each, request) for each in EXERCISES.values()]
    words = {"right": f"✓ {pgettext('answer', 'Right.')}", "wrong": f"✗ {pgettext('answer', 'Wrong.')}"}
    data = {"page": page_data(MODES["game"]), "more": str(ONE_MORE), "words": words}
    context = {
        "exercises": exercises,
        "gaps": gaps(),
        "titles": titles(),
        "example": EXAMPLE | {"text": example()},
        "data": data | {"exercises": {each["exercise"].slug: _spoken(each["exercise"]) for each in exercises}},
    }
    return render(request, "learn/index.html", context)


def example() -> str:
    """The formula with numbers put in."""
    made = MODES["game"].compute(EXAMPLE)
    values = {name: EXAMPLE[name] for name in ("own", "opponent", "k")} | {"score": 1.0}
    return sentence("live_formula", values | {"row_expected": made["expected"], "change": made["change"]})


def gaps() -> dict[str, Any]:
    """The calculator's table of gaps."""
    made: Answer = answer(MODES["gap"].compute({"gap": 0.0}), MODES["gap"].view)
    return made.tables[0]


def titles() -> list[dict[str, Any]]:
    """Titles, the rating each needs, and whether norms are needed too."""
    found = [{"title": norm.title, "rating": norm.rating, "norms": True} for norm in NORMS.values()]
    found += [{"title": title, "rating": rating, "norms": False} for title, rating in RATING_TITLES.items()]
    return sorted(found, key=lambda each: (each["title"] in WOMEN, -each["rating"]))


def _exercise(exercise: Exercise, request: HttpRequest) -> dict[str, Any]:
    mine = request.GET.get("exercise") == exercise.slug
    chosen, before = (request.GET.get("square", ""), request.GET.getlist("found")) if mine else ("", [])
    verdict = judge(exercise, chosen, before)
    return {"exercise": exercise, "verdict": verdict, "more": _more(verdict), "chosen": chosen}


def _more(verdict: Verdict) -> Any:
    return ONE_MORE if verdict.found and not verdict.solved else ""


def _spoken(exercise: Exercise) -> dict[str, Any]:
    """What the browser says of each piece."""
    reasons = {square.name: str(exercise.reason(square)) for square in exercise.board if square.piece}
    return {"right": exercise.right, "reasons": reasons, "solved": str(exercise.solved)}
