"""Why this number: the lines of a player's batch in FIDE's own terms."""

from __future__ import annotations

from ..corrections import correction_line, corrections_of, ten_thousandths
from ..fide_tables import table_row
from ..types import Batch, Line, PlayerId, Reason, World
from .first_rating import LEAST_GAMES
from .game import UNITS, Part, in_hundredths, rounded
from .outcome import Outcome, first_day, parameters_of


def explained(made: Outcome, batch: Batch, world: World, player: PlayerId) -> list[Line]:
    """Opening, K and the rule that chose it, each game, the sum and its one rounding, closing."""
    state, facts = world.states[player], world.players[player]
    opening = {"rating": state.rating, "games": state.games, "peak": state.peak, "birth_year": facts.birth_year}
    lines = [Line("opening", opening)]
    factor = made.factor
    if made.rated:
        lines.append(Line("k", {"k": factor.k, "rule": factor.rule, "tier": factor.tier, "games": made.rated}))
    lines += [_game(part) for part in made.parts]
    lines += [correction_line(each, ten_thousandths(each) / UNITS) for each in corrections_of(batch, player)]
    if made.base is None:
        return lines + _first(made, batch, world)
    lines.append(_sum(made, batch))
    if made.closing is None:
        lines.append(Line("floor", {"floor": parameters_of(batch, world).floor_on(first_day(batch))}))
    closing = {"opening": made.base, "change": (made.computed or 0) - made.base}
    return [*lines, Line("closing", closing | {"computed": made.computed, "rating": made.closing})]


def _game(part: Part) -> Line:
    scored = part.scored
    numbers: dict[str, object] = {"game": scored.own.game.game, "score": scored.own.halves / 2}
    numbers |= {"own": scored.own_rating, "opponent": scored.opponent_rating}
    if part.difference is None or part.factor is None or scored.expected is None:
        return Line("not_rated", numbers | {"reason": str(Reason(scored.reason))})
    gap = part.difference
    numbers |= {"difference": gap.rating, "used": gap.used, "rule": gap.rule, "row": table_row(gap.used)}
    numbers |= {"expected": scored.expected, "delta": round(scored.own.halves / 2 - scored.expected, 2)}
    numbers |= {"k": scored.k, "k_rule": part.factor.rule, "weight": scored.own.game.weight}
    return Line("game", numbers | {"change": scored.change})


def _sum(made: Outcome, batch: Batch) -> Line:
    rated = [part.scored for part in made.parts if not part.scored.reason]
    score = sum(scored.own.halves for scored in rated) / 2
    expected = round(sum(scored.expected or 0.0 for scored in rated), 2)
    change = rounded(made.units) if batch.period is not None else in_hundredths(made.units) / 100
    numbers = {"games": len(rated), "score": score, "expected": expected, "delta": round(score - expected, 2)}
    return Line("sum", numbers | {"unrounded": made.units / UNITS, "rounded": change})


def _first(made: Outcome, batch: Batch, world: World) -> list[Line]:
    if made.first is None:
        return [Line("unrated", {"games": len(made.pool), "needed": LEAST_GAMES})]
    first = made.first
    numbers = {"games": first.games, "score": first.halves / 2, "average": first.average / 100}
    numbers |= {"percent": first.percent, "dp": first.dp, "computed": first.computed, "rating": first.rating}
    lines = [Line("first_rating", numbers)]
    if made.closing is None:
        floor = parameters_of(batch, world).floor_on(first_day(batch))
        return [*lines, Line("not_published", {"games": first.games, "needed": LEAST_GAMES, "floor": floor})]
    return [*lines, Line("closing", {"opening": None, "change": None, "rating": made.closing})]
