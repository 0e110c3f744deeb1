"""The calculators, for scripts."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, Usage
from ratings.calculator.computing import computed
from ratings.calculator.fields import Lines
from ratings.calculator.missing import DEFAULTS, is_needed
from ratings.calculator.modes import MODES, Mode
from ratings.calculator.modes.mode import initial
from ratings.calculator.showing import Answer, answer

# What is asked, by which system, is which calculator.
ASKED: Final[Mapping[str, Mapping[str, str]]] = {
    "game": {"elo": "game", "fide": "fide", "glicko2": "glicko2"},
    "games": {"elo": "games", "fide": "fide", "glicko2": "glicko2"},
    "field": {"elo": "field"},
    "gap": {"elo": "gap"},
    "initial": {"fide": "initial"},
    "performance": {"fide": "performance"},
    "k": {"fide": "k"},
    "norm": {"fide": "norm"},
    "need": {"elo": "need", "fide": "need"},
    "match": {"elo": "match"},
}
# Options of ``game`` that stand for the one line of a list.
ONE_LINE: Final[Mapping[str, tuple[str, ...]]] = {
    "fide": ("opponent", "score"),
    "glicko2": ("opponent", "opponent_deviation", "score"),
}
HELP: Final = {
    "game": "One game.",
    "games": "A list of games, as one rating period or one after another.",
    "field": "A series against a field of a known average.",
    "gap": "Expected scores at a rating gap.",
    "initial": "FIDE's first rating of an unrated player.",
    "performance": "FIDE's performance rating.",
    "k": "FIDE's K-factor and the rule that decides it.",
    "norm": "A title norm, requirement by requirement.",
    "need": "Points, or opponents, needed for a rating.",
    "match": "A match with goals or points, home advantage, importance.",
}


class Command(ServiceCommand):
    help = "Calculate without a league. Numbers, results and lists are read as the pages read them."
    writes_json = False

    def arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
        for name, systems in ASKED.items():
            asked = what.add_parser(name, help=HELP[name], description=HELP[name])
            asked.add_argument("--system", choices=list(systems), default=next(iter(systems)))
            asked.add_argument("--json", action="store_true", help="Write one JSON value, for machines.")
            for option, several in _options(name).items():
                names = [f"--{option.replace('_', '-')}", *(["--rating"] if option == "own" else [])]
                asked.add_argument(*names, dest=option, nargs="+" if several else None)

    def act(self, **options: Any) -> None:
        what, system = options["what"], options["system"]
        mode = MODES[ASKED[what][system]]
        result = computed(mode, mode.form(given(what, mode, options)))
        made = answer(result, mode.view)
        data = {"calculator": mode.slug, "system": system, **_named(result), "notes": made.notes}
        self.say("\n".join(_lines(made)), data)


def _named(result: Mapping[str, Any]) -> dict[str, Any]:
    """The change and the expectation of a FIDE period under the names that they have everywhere."""
    if "change_whole" not in result:
        return dict(result)
    return {"change": result["change_whole"], "expected": result["expected_sum"], **result}


def _options(what: str) -> dict[str, bool]:
    """All options of what is asked, over its systems; True: takes several values, the lines of a list."""
    found: dict[str, bool] = {}
    for slug in ASKED[what].values():
        for name, field in MODES[slug].form.base_fields.items():
            if name == "system":
                continue
            if what == "game" and slug in ONE_LINE and isinstance(field, Lines):
                found |= dict.fromkeys(ONE_LINE[slug], False)
            else:
                found[_renamed(slug, name)] = isinstance(field, Lines)
    return found


def _renamed(slug: str, name: str) -> str:
    """One's own rating is ``own`` everywhere but where a rating is all there is."""
    return "own" if name == "rating" and slug == "glicko2" else name


def given(what: str, mode: Mode, options: Mapping[str, Any]) -> dict[str, str]:
    """The form's texts. Raises ``Usage`` naming what is missing."""
    texts = {}
    for name, field in mode.form.base_fields.items():
        text = _text(what, mode, name, field, options)
        if text is None and is_needed(mode, name):
            raise Usage(_("%(option)s is needed.") % {"option": f"--{_renamed(mode.slug, name).replace('_', '-')}"})
        texts[name] = DEFAULTS.get(mode.slug, {}).get(name, initial(field)) if text is None else text
    return _need(texts, options) if mode.slug == "need" else texts


def _text(what: str, mode: Mode, name: str, field: Any, options: Mapping[str, Any]) -> str | None:
    if name == "system":
        return str(options["system"])
    if what == "game" and mode.slug in ONE_LINE and isinstance(field, Lines):
        parts = [options[part] for part in ONE_LINE[mode.slug]]
        return None if None in parts else " ".join(parts)
    value = options.get(_renamed(mode.slug, name))
    if not isinstance(value, list):
        return value
    return sys.stdin.read() if value == ["-"] else "\n".join(value)


def _need(texts: dict[str, str], options: Mapping[str, Any]) -> dict[str, str]:
    """Points given: the opponents are asked for; opponents given: the points."""
    if (options["points"] is None) == (options["opponent"] is None):
        raise Usage(_("Give either --opponent (and hear the points) or --points (and hear the opponents)."))
    asked = "opponents" if options["opponent"] is None else "points"
    return texts | {"ask": asked, "opponent": texts["opponent"] or "0", "points": texts["points"] or "0"}


def _lines(made: Answer) -> Iterator[str]:
    yield from (f"{label}: {text}" for label, text in made.figures)
    yield from made.notes
    for table in made.tables:
        rows = [table["heads"], *table["rows"], *([table["foot"]] if table["foot"] else [])]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        yield ""
        yield from ("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
