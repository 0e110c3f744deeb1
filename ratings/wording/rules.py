"""The parameters of a rating system as clauses that a player can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import League
from ratings.figures import trimmed
from ratings.kernel.kfactor import CONDITIONS, Tier, read_tiers
from ratings.kernel.systems import SYSTEMS


class Clause(NamedTuple):
    """One rule: what it is about, and what it says."""

    about: str
    says: str


def clauses(league: League, parameters: Mapping[str, Any]) -> list[Clause]:
    """What a set of parameters means, every default included."""
    read = SYSTEMS[league.system].parameters(parameters)
    worded = {"elo": _elo, "fide": _fide, "glicko2": _glicko2}[league.system]
    return [_batch(league), *worded(league, read, parameters), *_late(league)]


def _batch(league: League) -> Clause:
    if league.mode == League.Mode.PERIOD:
        says = _(
            "All games of a rating period are rated together, with the ratings from before the period; their order "
            "does not matter."
        )
    else:
        says = _("Each game is rated by itself, in the order in which the games were played.")
    return Clause(_("When"), says)


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


def _elo(league: League, read: Any, given: Mapping[str, Any]) -> Iterator[Clause]:
    yield Clause(_("Start"), _("Everybody starts at %(initial)s, unless an own start rating is entered.") % {
        "initial": trimmed(read.initial, 1)})  # fmt: skip
    yield from _elo_expectation(read)
    yield from _k_tiers(read.k)
    yield Clause(_("Change"), _("K × (score − expected score), where a win scores 1, a draw ½, a loss 0."))
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
    if read.provisional_games:
        n = read.provisional_games
        says = ngettext(
            "A rating is provisional, shown with a question mark, before %(n)d rated game.",
            "A rating is provisional, shown with a question mark, before %(n)d rated games.",
            n,
        )
        yield Clause(_("Provisional"), says % {"n": n})
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


def _k_tiers(tiers: tuple[Tier, ...]) -> Iterator[Clause]:
    if len(tiers) == 1:
        yield Clause("K", _("K is %(k)s for everybody.") % {"k": trimmed(tiers[0].k, 2)})
        return
    says = "; ".join(
        _("%(number)d. %(k)s %(who)s") % {"number": n, "k": trimmed(t.k, 2), "who": _who(t)}
        for n, t in enumerate(tiers, 1)
    )
    yield Clause("K", _("The first that fits: %(list)s.") % {"list": says})


_CONDITIONS = {
    "games_below": lambda v: _("with fewer than %(v)s rated games") % {"v": v},
    "games_from": lambda v: _("with at least %(v)s rated games") % {"v": v},
    "rating_below": lambda v: _("rated below %(v)s") % {"v": v},
    "rating_from": lambda v: _("rated %(v)s or more") % {"v": v},
    "peak_below": lambda v: _("never rated %(v)s or more") % {"v": v},
    "peak_from": lambda v: _("once rated %(v)s or more") % {"v": v},
    "age_to": lambda v: _("in the year of the %(v)s. birthday or younger") % {"v": v},
    "age_from": lambda v: _("in the year of the %(v)s. birthday or older") % {"v": v},
}


def tier_words(parameters: Mapping[str, Any] | None, number: int) -> str:
    """For whom the tier of K of this number is, in words."""
    tiers = read_tiers((parameters or {}).get("k", 32))
    return _who(tiers[number - 1]) if 0 < number <= len(tiers) else ""


def _who(tier: Tier) -> str:
    met = [(name, getattr(tier, name)) for name in CONDITIONS if getattr(tier, name) is not None]
    if not met:
        return _("for everybody else")
    return _(" and ").join(_CONDITIONS[name](trimmed(value, 1)) for name, value in met)


def _glicko2(league: League, read: Any, given: Mapping[str, Any]) -> Iterator[Clause]:
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


def _fide(league: League, read: Any, given: Mapping[str, Any]) -> Iterator[Clause]:
    names = {"standard": _("standard"), "rapid": _("rapid"), "blitz": _("blitz")}
    name = str(getattr(read, "list", given.get("list", "standard")))
    yield Clause(
        _("List"), _("The %(list)s list of the FIDE Rating Regulations (B.02).") % {"list": names.get(name, name)}
    )
    yield Clause(
        _("Expected score"),
        _(
            "The expected score is read from the FIDE table 8.1.2 by the difference of the ratings in force on the "
            "first day of the event. A difference of more than 400 counts as 400 (standard, events from October 2025 "
            "on: not for a player rated 2650 or more)."
        ),
    )
    yield Clause(
        "K",
        _(
            "10 once rated 2400 or more; else 40 up to the year of the 18th birthday while never rated 2300; else 40 "
            "with fewer than 30 rated games; else 20. With many games in a period K is lowered so that K × games stays "
            "within 700."
        ),
    )
    yield Clause(
        _("First rating"),
        _(
            "An unrated player needs five games against rated opponents within 26 months. Two imagined draws against "
            "1800 are added; the first rating lies between 1400 and 2200."
        ),
    )
    if league.mode == League.Mode.PERIOD:
        yield Clause(_("Rounding"), _("The changes of a period are added and rounded once, halves away from zero."))
    else:
        yield Clause(_("Rounding"), _("Game by game, hundredths are kept; whole numbers are only shown."))
    yield Clause(_("Floor"), _("Below 1400 a player becomes unrated."))
