"""All calculators, in the order of the pages."""

from . import elo, fide, general, titles
from .mode import CalculatorForm, Chip, Chips, Mode, Result, Rule, Values

_FOUND = {mode.slug: mode for mode in (*elo.MODES, *fide.MODES, *titles.MODES, *general.MODES)}
_ORDER = ("game", "games", "fide", "k", "initial", "performance", "need", "norm", "gap", "field", "match", "glicko2")

MODES: dict[str, Mode] = {slug: _FOUND[slug] for slug in _ORDER}

__all__ = ["MODES", "CalculatorForm", "Chip", "Chips", "Mode", "Result", "Rule", "Values"]
