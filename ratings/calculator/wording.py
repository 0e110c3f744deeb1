"""The words of the calculators, by code. Placeholders are names that ``showing.FORMATS`` knows.

The browser gets the same words, so nothing is said in two places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

_LABELS: Final = {
    "average": _("Average of the opponents"),
    "away_change": _("Away side’s change"),
    "away_expected": _("Away side’s expected score"),
    "away_new": _("Away side’s new rating"),
    "bound": pgettext_lazy("heading over ≥ and ≤", "Limit"),
    "change": pgettext_lazy("of a rating", "Change"),
    "change_whole": pgettext_lazy("of a rating", "Change"),
    "check": _("Requirement"),
    "computed": _("Computed"),
    "counts": _("Counts as games"),
    "delta": _("Score − expected"),
    "difference": _("Difference"),
    "dp": pgettext_lazy("rating difference of table 8.1.1", "dp"),
    "expected": _("Expected score"),
    "expected_sum": _("Expected points"),
    "forecast": _("Forecast"),
    "g": pgettext_lazy("weight of a Glicko game", "Weight g"),
    "games": _("Games"),
    "gap": _("Gap"),
    "has": _("You have"),
    "higher": _("Expected, higher rated"),
    "home_change": _("Home side’s change"),
    "home_expected": _("Home side’s expected score"),
    "home_new": _("Home side’s new rating"),
    "k": pgettext_lazy("factor", "K"),
    "k_used": _("K used"),
    "lower": _("Expected, lower rated"),
    "multiplier": _("Margin factor"),
    "needed": _("Needed"),
    "new": _("New rating"),
    "new_deviation": _("New deviation"),
    "new_volatility": _("New volatility"),
    "number": pgettext_lazy("number of a game", "No."),
    "odds": _("Odds (to 1)"),
    "opponent": _("Opponent"),
    "other_change": _("Opponent’s change"),
    "other_expected": _("Opponent’s expected score"),
    "other_new": _("Opponent’s new rating"),
    "own_then": _("Your rating then"),
    "percent_whole": _("Score in per cent"),
    "perfect": _("Perfect tournament performance"),
    "performance": _("Performance rating"),
    "points": _("Points needed"),
    "rating": _("First rating"),
    "reason": _("Remark"),
    "result": _("Result"),
    "row_change": pgettext_lazy("of a rating", "Change"),
    "row_deviation": _("Deviation"),
    "row_expected": _("Expected"),
    "row_new": _("New rating"),
    "row_other_change": _("Opponent’s change"),
    "row_other_new": _("Opponent’s new rating"),
    "rule": _("Rule"),
    "score": _("Score"),
    "sum": _("Sum of both changes"),
    "surplus": _("Points above expectation"),
    "table": _("Expected by FIDE’s table"),
    "tournament": _("Tournament"),
    "unrounded": _("Before rounding"),
    "used": _("Counts as"),
    "verdict": _("Verdict"),
}

_TABLES: Final = {
    "outcomes": _("What each result would bring"),
    "gaps": _("Standard gaps"),
    "rows": _("The numbers in detail"),
    "rules": _("FIDE’s rules in their order"),
    "checks": _("Requirement by requirement"),
}

_WORDS: Final = {
    "win": _("Win"),
    "draw": _("Draw"),
    "loss": _("Loss"),
    "decides": _("decides"),
    "does_not_apply": _("does not apply"),
    "not_asked": _("not asked any more"),
    "is_norm": _("A norm"),
    "no_norm": _("No norm"),
    "met": _("met"),
    "not_met": _("not met"),
    "rule_reached_2400": _("2400 or more was published once: 10 for good"),
    "rule_junior": _("Until the end of the year of the 18th birthday, never 2300 or more"),
    "rule_newcomer": _("Fewer than 30 rated games"),
    "rule_established": _("Everybody else"),
    "reason_gap_600": _("not rated: 600 points apart"),
    "gap_cap_400": _("counts as 400"),
    "gap_one_game": _("counts as 400 (largest gap)"),
    "gap_other_game": _("real gap counts"),
    "gap_own_2650": _("real gap counts (2650)"),
    "check_norm_games": _("Games"),
    "check_norm_performance": _("Performance rating"),
    "check_norm_average": _("Average of the opponents"),
    "check_norm_points": _("Points (35 per cent)"),
    "check_norm_holders": _("Opponents with a title"),
    "check_norm_level": _("Opponents with a title of this level"),
    "check_norm_foreign": _("Other federations"),
    "check_norm_own": _("Opponents of your federation"),
    "check_norm_one": _("Opponents of any one federation"),
}

_NOTES: Final = {
    "sum_zero": _("What one side wins the other loses: with the same K the sum is zero."),
    "sum_not_zero": _("The K-factors differ (%(k)s and %(other_k)s), so points come or go: the sum is %(sum)s."),
    "not_a_chance": _("A draw counts half, so this is an expected score, not a chance of winning."),
    "fide_table_differs": _("FIDE’s table is close to the curve, not equal to it; up to 735 points it stays below 1."),
    "field_formula": _("Change = %(k)s × (%(points)s − %(expected_sum)s)."),
    "field_average": _(
        "The average stands for everybody. Where opponents differ by hundreds of points, list the games."
    ),
    "period_way": _("One rating period: every game is computed with your rating at the start."),
    "turn_way": _("One after another: every game is computed with the rating that the game before it left."),
    "capped": _("Games whose gap was counted as 400: %(count)s."),
    "kept_2650": _("Games with the real gap, as you had 2650 or more: %(count)s."),
    "fide_rounding": _("The sum of the period is %(unrounded)s, rounded once: %(change_whole)s."),
    "note_gap_cap_400": _("Gaps of more than 400 points count as 400."),
    "note_gap_one_game": _("2022 and 2023: in one game of a tournament, that with the largest gap, it counts as 400."),
    "note_gap_other_game": _("2022 and 2023: in all other games the real gap counts."),
    "note_gap_own_2650": _("You have 2650 or more: on the standard list the real gap counts for you."),
    "note_reason_gap_600": _("Rapid and blitz: a gap of 600 or more with a player above 2600 is not rated."),
    "below_floor": _("Below %(limit)s nothing is published: you would be unrated on the next list."),
    "k_reached_2400": _("K is %(k)s: 2400 or more was published once, so it stays so."),
    "k_junior": _("K is %(k)s: a junior who never had 2300 or more."),
    "k_newcomer": _("K is %(k)s: fewer than 30 rated games on this list."),
    "k_established": _("K is %(k)s: none of the special rules applies."),
    "k_limit_700": _("K × games may be at most 700: with %(games)s games K falls to %(k_used)s."),
    "k_order": _("The K of the list in force is used for the whole period. Each list has its own K and its own games."),
    "zero_start": _("A first tournament without a point is ignored: nothing counts yet."),
    "first_rule": _("Two draws against 1800 were added to your games."),
    "first_rule_before_2024": _("The rule of before 1 March 2024: each half point above 50 per cent adds 20 points."),
    "first_few": _("Not published yet: %(count)s of %(needed)s games against rated opponents."),
    "first_low": _("Not published: %(computed)s is below %(limit)s. The results stay and count with later ones."),
    "first_high": _("Computed %(computed)s; a first rating is at most %(limit)s."),
    "performance_rule": _("Average %(average)s and dp %(dp)s from table 8.1.1."),
    "perfect_rule": _("The perfect tournament performance is the lowest rating expected to score as much."),
    "performance_end": _("All won or all lost tells only the direction: 800 points are a convention."),
    "norm_raised": _("The lowest opponent counts as %(high)s instead of %(low)s."),
    "norm_without": _("Left out, as 1.4.1e and f allow, are the games of the lines: %(lines)s."),
    "norm_counts": _("Counts towards the 27 games that a title needs: %(games)s."),
    "norm_ninth": _("Eight games and a round won without play: among a title’s norms only one may be such (1.4.1c)."),
    "norm_surplus": _("Full points more than the norm asks count as games: %(count)s (1.4.1d)."),
    "norm_cut": _("A norm of more than 13 rounds counts as 13 games (1.7)."),
    "norm_title": _("The title %(title)s needs norms over 27 games or more, and once a rating of %(rating)s."),
    "match_result": _("Result for the home side: %(result)s."),
    "match_home": _("The home side counts as %(rating)s points stronger."),
    "match_k": _("%(k)s × %(multiplier)s = %(k_used)s for this match."),
    "glicko_range": _("With 95 per cent confidence the strength is between %(low)s and %(high)s."),
    "glicko_inflated": _("Before the games are counted in, the deviation grows to %(inflated)s."),
    "glicko_prediction": _("“Expected” is what the update uses; a forecast also counts your own uncertainty."),
    "live_formula": _(
        "E = 1 / (1 + 10^((%(opponent)s − %(own)s) / 400)) = %(row_expected)s. "
        "Change = %(k)s × (%(score)s − %(row_expected)s) = %(change)s."
    ),
    "need_points": _(
        "%(points)s points in %(games)s games against an average of %(opponent)s bring you to %(target)s."
    ),
    "need_impossible": _("Not even all won is enough: it would bring %(new)s, not %(target)s."),
    "need_more": _("You need %(count)s games, all of them won."),
    "need_never": _("No number of games shown here is enough."),
    "need_opponents": _(
        "With %(points)s points in %(games)s games the opponents must average %(opponent)s to bring you to %(target)s."
    ),
    "need_any_opponents": _("%(points)s points in %(games)s games bring you to %(target)s against anybody."),
    "need_no_opponents": _("%(points)s points in %(games)s games do not bring you to %(target)s against anybody."),
}

_MESSAGES: Final = {
    "empty": _("Fill this in."),
    "not_a_number": _("“%(text)s” is no number."),
    "out_of_range": _("From %(low)s to %(high)s, please."),
    "not_whole": _("“%(text)s” is no whole number."),
    "not_points": _("“%(text)s” is no number of points: 5, 5.5, 5½."),
    "not_a_score": _("“%(text)s” is no result: 1, 0, ½."),
    "not_a_day": _("“%(text)s” is no date: year-month-day."),
    "day_out_of_range": _("From %(first)s to %(last)s, please."),
    "not_a_federation": _("“%(text)s” is no federation: three letters."),
    "not_a_choice": _("“%(text)s” is none of the choices."),
    "no_lines": _("One game per line, please."),
    "none_played": _("Put 1, ½ or 0 where there is a ?: then it is computed."),
    "too_many_lines": _("At most %(most)s lines; there are %(count)s."),
    "more_lines": _("Further lines that cannot be read: %(count)s."),
    "line_no_game": _("Line %(line)s: “%(text)s” is no rating and result, like 1800:1."),
    "line_no_result": _("Line %(line)s: “%(text)s” is no rating, deviation and result, like 1400 30 1."),
    "line_no_opponent": _("Line %(line)s: “%(text)s” is no rating, title, federation and result, like 2412 IM GER 1."),
    "line_not_a_day": _("Line %(line)s: “%(text)s” is no date: year-month-day."),
    "line_day_out_of_range": _("Line %(line)s: from %(first)s to %(last)s, please."),
    "line_out_of_range": _("Line %(line)s: from %(low)s to %(high)s, please."),
    "line_not_whole": _("Line %(line)s: “%(text)s” is no whole number."),
    "line_not_a_number": _("Line %(line)s: “%(text)s” is no number."),
    "too_many_points": _("%(points)s points cannot be scored in %(games)s games."),
    "copied": _("The address is copied."),
    "not_copied": _("The address could not be copied: use the link beside the button."),
    "too_long_to_share": _("Too many lines for an address: share the list itself."),
    "cleared": _("Forgotten. The example is back."),
    "wrong": _("No result: a field needs another look."),
}

WORDS: Final[Mapping[str, Any]] = {
    **{f"label_{name}": text for name, text in _LABELS.items()},
    **{f"table_{name}": text for name, text in _TABLES.items()},
    **_WORDS,
    **_NOTES,
    **_MESSAGES,
}


def say(code: str, values: Mapping[str, Any] | None = None) -> str:
    """The words of a code, its placeholders filled with texts."""
    return str(WORDS[code]) % (values or {})
