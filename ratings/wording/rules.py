"""The parameters of a rating system as clauses that a player can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.models import League
from ratings.figures import trimmed
from ratings.kernel.systems import SYSTEMS

from .clause import Clause, k_tiers, provisional
from .regulations import fide_clauses


def clauses(league: League, parameters: Mapping[str, Any]) -> list[Clause]:
    """What a set of parameters means, every default included."""
    read = SYSTEMS[league.system].parameters(parameters)
    worded = {"elo": _elo, "fide": fide_clauses, "glicko2": _glicko2}[league.system]
    return [_batch(league), *_events(league), *worded(league, read), *_late(league)]


def _batch(league: League) -> Clause:
    if league.mode == League.Mode.PERIOD:
        says = _(
            "All games of a rating period are rated together, with the ratings from before the period; their order "
            "does not matter."
        )
    else:
        says = _("Each game is rated by itself, in the order in which the games were played.")
    return Clause(_("When"), says)


def _events(league: League) -> Iterator[Clause]:
    """FIDE B.02, 4 and 7.1; kept by every system that rates by periods."""
    if league.mode == League.Mode.PERIOD:
        yield Clause(
            _("Events"),
            _(
                "An event counts in the period in which it ends, by the rules of its first day. One of more than 30 "
                "days is rated month by month: each game in the period of its own day, by the rules of the first day "
                "of that month."
            ),
        )
    if league.mode == League.Mode.PERIOD and league.closing_days:
        says = ngettext(
            "A list closes %(days)d day before its date: an event that ends later counts in the next period. Official "
            "FIDE events may end up to the last day.",
            "A list closes %(days)d days before its date: an event that ends later counts in the next period. Official "
            "FIDE events may end up to the last day.",
            league.closing_days,
        )
        yield Clause(_("Closing date"), says % {"days": league.closing_days})


def _late(league: League) -> Iterator[Clause]:
    if league.mode != League.Mode.PERIOD:
        yield Clause(_("Corrections"), _("A corrected game and everything after it is calculated again."))
    elif league.late_results == League.LateResults.RESTATE:
        yield Clause(
            _("Corrections"),
            _(
                "A corrected game and everything after it is calculated again. A published list stays as it was "
                "published, with the corrected number beside it."
            ),
        )
    else:
        yield Clause(
            _("Corrections"),
            _("A published list is final. A late or corrected result counts in the next list, as a row of its own."),
        )


def _elo(league: League, read: Any) -> Iterator[Clause]:
    yield Clause(_("Start"), _("Everybody starts at %(initial)s, unless an own start rating is entered.") % {
        "initial": trimmed(read.initial, 1)})  # fmt: skip
    yield from _elo_expectation(read)
    yield from k_tiers(read.k)
    yield Clause(
        pgettext("of a rating", "Change"), _("K × (score − expected score), where a win scores 1, a draw ½, a loss 0.")
    )
    if read.home_advantage:
        yield Clause(
            _("Home advantage"),
            _("%(points)s points are added to the home side, except on neutral ground.")
            % {"points": trimmed(read.home_advantage, 1)},
        )
    if read.margin != "none":
        yield Clause(_("Margin"), _MARGINS[read.margin]())
    yield from _elo_limits(read)


def _elo_expectation(read: Any) -> Iterator[Clause]:
    if read.expectation == "fide_table":
        says = _("The expected score is read from the FIDE table by the difference of the ratings.")
    else:
        says = _("The expected score is 1 / (1 + 10^((opponent − own) / %(scale)s)).") % {
            "scale": trimmed(read.scale, 1)
        }
    if read.difference_cap is not None:
        says += " " + _("A difference of more than %(cap)s counts as %(cap)s.") % {
            "cap": trimmed(read.difference_cap, 0)
        }
    yield Clause(_("Expected score"), says)


def _elo_limits(read: Any) -> Iterator[Clause]:
    if read.grid == 1:
        yield Clause(_("Rounding"), _("Changes are rounded to whole numbers, halves away from zero."))
    elif read.grid:
        yield Clause(_("Rounding"), _("Changes are rounded to tenths, halves away from zero."))
    else:
        yield Clause(_("Rounding"), _("Nothing is rounded inside; whole numbers are only shown."))
    if read.floor is not None:
        yield Clause(_("Floor"), _("No rating falls below %(floor)s.") % {"floor": trimmed(read.floor, 1)})
    yield from provisional(read.provisional_games)
    if read.carryover is not None:
        yield Clause(
            _("New season"),
            _("At the start of a season a rating keeps %(keep)s %% of itself; the rest comes from %(mean)s.")
            % {"keep": trimmed(read.carryover.keep * 100, 1), "mean": trimmed(read.carryover.mean, 1)},
        )


_MARGINS = {
    "goals": lambda: _("A win by two goals multiplies K by 1.5, one by N ≥ 3 goals by (11 + N) / 8."),
    "nba": lambda: _(
        "K is multiplied by (margin + 3)^0.8 / (7.5 + 0.006 × the winner's rating difference)."
    ),
    "nfl": lambda: _(
        "K is multiplied by ln(margin + 1) × 2.2 / (2.2 + 0.001 × the winner's rating difference)."
    ),
}  # fmt: skip


def _glicko2(league: League, read: Any) -> Iterator[Clause]:
    yield Clause(
        _("Start"),
        _("Everybody starts at %(rating)s with deviation %(deviation)s and volatility %(volatility)s.")
        % {
            "rating": trimmed(read.initial, 1),
            "deviation": trimmed(read.initial_deviation, 1),
            "volatility": trimmed(read.initial_volatility, 5),
        },
    )
    yield Clause(
        _("Method"),
        _(
            "Glicko-2 keeps three numbers for everybody: the rating, the deviation (how uncertain it is) and the "
            "volatility (how erratic the results are). An uncertain rating moves further; a result against an "
            "uncertain opponent counts less."
        ),
    )
    yield Clause("Tau", _("Tau is %(tau)s: the smaller, the steadier the volatility.") % {"tau": trimmed(read.tau, 3)})
    yield from _glicko_time(league, read)
    yield from _glicko_limits(read)


def _glicko_time(league: League, read: Any) -> Iterator[Clause]:
    if read.skip_deviation_increase:
        yield Clause(_("Idle time"), _("The deviation does not grow between games."))
    elif league.mode == League.Mode.PERIOD:
        yield Clause(_("Idle time"), _("Each period without games lets the deviation grow."))
    elif read.period_days is not None:
        yield Clause(
            _("Idle time"),
            _("The deviation grows with the time between games: %(days)s days make a period.")
            % {"days": trimmed(read.period_days, 4)},
        )
    else:
        yield Clause(
            _("Idle time"), _("Each game is a period of its own for its two players; idle time does not count.")
        )


def _glicko_limits(read: Any) -> Iterator[Clause]:
    low, high = trimmed(read.min_deviation, 1), trimmed(read.max_deviation, 1)
    yield Clause(_("Limits"), _("The deviation stays between %(low)s and %(high)s.") % {"low": low, "high": high})
    if read.max_volatility is not None:
        most = trimmed(read.max_volatility, 5)
        yield Clause(_("Limits"), _("The volatility never exceeds %(most)s.") % {"most": most})
    if read.max_change is not None:
        yield Clause(
            _("Limits"), _("No rating moves by more than %(most)s at once.") % {"most": trimmed(read.max_change, 1)}
        )
    if read.floor is not None:
        yield Clause(_("Floor"), _("No rating falls below %(floor)s.") % {"floor": trimmed(read.floor, 1)})
    if read.ceiling is not None:
        yield Clause(_("Ceiling"), _("No rating rises above %(most)s.") % {"most": trimmed(read.ceiling, 1)})
    yield Clause(
        _("Provisional"),
        _("A rating is provisional, shown with a question mark, while its deviation is %(deviation)s or more.")
        % {"deviation": trimmed(read.provisional_deviation, 1)},
    )
