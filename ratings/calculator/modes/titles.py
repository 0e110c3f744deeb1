"""FIDE's rules for newcomers, performances and titles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.kernel.fide import counted_results, first_rating, floor_on, publishable
from ratings.kernel.fide.first_rating import LARGEST, LEAST_GAMES
from ratings.kernel.forecasts import Played
from ratings.kernel.norm_check import NormCheck
from ratings.kernel.norm_choice import best_norm
from ratings.kernel.norm_games import Championship, NormEvent
from ratings.kernel.norms import NORMS, UNRATED
from ratings.kernel.performance import perfect_performance, performance
from ratings.kernel.types import PooledResult

from .. import reading
from ..fields import FIDE_RATING, Federation, Lines, Pick, games
from ..showing import Table, View
from .fide import day_field
from .mode import Mode, Result, Rule, Values

# A first rating


def first_fields() -> dict[str, Any]:
    return {
        "games": games(
            _("Games against rated opponents, one per line"),
            "1902:½\n1877:½\n1884:1\n2012:0\n1832:1",
            FIDE_RATING,
            help_text=_("Opponent’s rating and the result: 1902:½. Results of up to 26 months count together."),
        ),
        "day": day_field(_("Day of the calculation")),
    }


def first(values: Values) -> Result:
    day = values["day"].toordinal()
    pool = [PooledResult(day, 1, n, each.opponent, each.halves, day) for n, each in enumerate(values["games"], 1)]
    score, count = sum(each.halves for each in values["games"]) / 2, len(pool)
    if not counted_results(pool, day):
        return {"score": score, "games": count, "published": False, "notes": [["zero_start", {}]]}
    made, floor = first_rating(pool, day), floor_on(day)
    published = publishable(made, floor)
    return {
        "rating": made.rating if published else None,
        "computed": made.computed,
        "average": made.average / 100,
        "percent_whole": made.percent,
        "dp": made.dp,
        "score": score,
        "games": count,
        "published": published,
        "notes": list(_first_notes(made, floor, day)),
    }


def _first_notes(made: Any, floor: int, day: int) -> Iterator[Any]:
    yield ["first_rule" if floor == 1400 else "first_rule_before_2024", {}]
    if made.games < LEAST_GAMES:
        yield ["first_few", {"count": made.games, "needed": LEAST_GAMES}]
    elif made.rating < floor:
        yield ["first_low", {"computed": made.computed, "limit": floor}]
    if made.computed > LARGEST:
        yield ["first_high", {"computed": made.computed, "limit": LARGEST}]


# Performance


def performance_fields() -> dict[str, Any]:
    return {
        "games": games(
            _("Games, one per line"),
            "1800:1\n1600:1\n2150:0\n1500:1\n2050:½",
            FIDE_RATING,
            help_text=_("Opponent’s rating and your result: 1800:1."),
        )
    }


def performance_of(values: Values) -> Result:
    opponents, halves = _split(values["games"])
    made = performance(opponents, halves)
    notes: list[Any] = [["performance_rule", {"average": made.average, "dp": made.dp}], ["perfect_rule", {}]]
    if halves in (0, 2 * made.games):
        notes.append(["performance_end", {}])
    return {
        "performance": made.rating,
        "perfect": perfect_performance(opponents, halves),
        "average": made.average,
        "percent_whole": made.percent,
        "dp": made.dp,
        "score": halves / 2,
        "games": made.games,
        "notes": notes,
    }


def _split(played: list[Played]) -> tuple[list[int], int]:
    return [int(each.opponent) for each in played], sum(each.halves for each in played)


# Title norms


def norm_fields() -> dict[str, Any]:
    return {
        "title": Pick(pgettext_lazy("norm", "Norm"), [(title, title) for title in NORMS], "IM"),
        "federation": Federation(_("Your federation"), "POL", help_text=_("Three letters, as on the rating list.")),
        "championship": Pick(
            _("Event"),
            [
                (Championship.ORDINARY.value, _("any tournament: 9 games")),
                (Championship.TEAM.value, _("world or continental championship of teams or clubs: 7 games")),
                (Championship.CUP.value, _("World Cup: 8 games, which count as 9")),
            ],
            Championship.ORDINARY.value,
        ),
        "pairings": Pick(
            _("Pairings"),
            [
                ("fixed", _("fixed beforehand, as in a round robin")),
                ("swiss", _("round by round (Swiss system): the opponents in the order of the rounds")),
            ],
            "fixed",
            help_text=_("Round by round, games after a norm was reached may be left out."),
        ),
        "unplayed": Pick(
            _("Rounds won without play"),
            [
                ("no", pgettext_lazy("rounds won without play", "none")),
                ("yes", _("one: by forfeit, or a bye given by the pairing")),
            ],
            "no",
            help_text=_("In nine rounds, eight games and one such round are enough."),
        ),
        "opponents": Lines(
            "norm",
            _("Opponents, one per line"),
            "2412 IM GER 1\n2365 FM POL ½\n2488 GM UKR ½\n2290 - CZE 1\n2431 IM HUN ½\n"
            "2376 FM POL 1\n2502 GM ARM 0\n2345 IM LTU 1\n2450 GM ESP ½",
            reading.line_of_opponent(FIDE_RATING),
            FIDE_RATING,
            help_text=_("Rating (- for none), title (- for none), federation, your result: 2412 IM GER 1."),
        ),
    }


def norm(values: Values) -> Result:
    event = NormEvent(championship=values["championship"], swiss=values["pairings"] == "swiss")
    unplayed = int(values["unplayed"] == "yes")
    made = best_norm(values["title"], values["federation"], values["opponents"], event, unplayed)
    play = made.performance.performance
    notes: list[Any] = []
    kept = [each for place, each in enumerate(values["opponents"]) if place not in made.ignored]
    lowest = min(UNRATED if each.rating is None else each.rating for each in kept)
    if (raised := made.performance.norm.raised_to) > lowest:
        notes.append(["norm_raised", {"low": lowest, "high": raised}])
    if made.reached and made.ignored:
        notes.append(["norm_without", {"lines": ", ".join(str(place + 1) for place in made.ignored)}])
    if made.reached:
        notes += counting(made)
    return {
        "reached": made.reached,
        "verdict": "is_norm" if made.reached else "no_norm",
        "performance": play.rating,
        "average": play.average,
        "percent_whole": play.percent,
        "dp": play.dp,
        "score": play.halves / 2,
        "games": play.games,
        "counts": made.counted.games if made.reached else None,
        "checks": [_check(check) for check in made.checks],
        "notes": [*notes, ["norm_title", {"title": values["title"], "rating": made.performance.norm.rating}]],
    }


def counting(made: NormCheck) -> Iterator[Any]:
    """Notes: as how many games a norm counts for a title, and by which rules."""
    yield ["norm_counts", {"games": made.counted.games}]
    if made.counted.ninth_unplayed:
        yield ["norm_ninth", {}]
    if made.counted.surplus:
        yield ["norm_surplus", {"count": made.counted.surplus}]
    if made.counted.cut:
        yield ["norm_cut", {}]


def _check(check: Any) -> Result:
    return {
        "check": f"check_{check.code}",
        "bound": "≤" if check.most else "≥",
        "needed": check.needed,
        "has": check.has,
        "verdict": "met" if check.met else "not_met",
    }


MODES = (
    Mode(
        "initial",
        _("First rating"),
        _("What an unrated player’s first published rating will be."),
        first_fields,
        first,
        View(("rating", "computed", "average", "percent_whole", "dp", "score", "games")),
        Rule(
            _("Two draws against 1800 are added; Ru = average of the opponents + dp(score in per cent), at most 2200."),
            _("FIDE Handbook B.02, 7.1.4 and 8.2; table 8.1.1."),
            _("Valid since 1 March 2024; for earlier days the rule of then is applied."),
        ),
    ),
    Mode(
        "performance",
        _("Performance rating"),
        _("The rating that a tournament’s result is worth."),
        performance_fields,
        performance_of,
        View(("performance", "perfect", "average", "percent_whole", "dp", "score", "games")),
        Rule(
            _("Rp = average of the opponents + dp(score in per cent); all won or all lost: 800 points away."),
            _("FIDE Handbook B.01, 1.4.8 and 1.4.9; C.07, 10.2 to 10.5."),
            _("B.01 of 1 January 2024; perfect tournament performance: C.07 of 1 March 2026."),
        ),
    ),
    Mode(
        "norm",
        _("Title norm"),
        _("Whether a result is a norm for GM, IM, WGM or WIM, requirement by requirement."),
        norm_fields,
        norm,
        View(
            ("verdict", "performance", "average", "score", "games", "counts"),
            (Table("checks", ("check", "bound", "needed", "has", "verdict")),),
        ),
        Rule(
            _("Nine games, performance, average, titles and federations of the opponents, at least 35 per cent."),
            _("FIDE Handbook B.01, 1.4.1 to 1.4.9, 1.5 and 1.7. Exemptions (1.4.3a–d) are for the arbiter to judge."),
            _("Valid since 1 January 2024."),
        ),
    ),
)
