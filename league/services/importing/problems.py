"""What is wrong with a file, in words: each with the file, the lines and the text it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.formats.faults import Fault, Unreadable
from league.formats.outcomes import SPELLINGS

from ..errors import Problem, Refused
from . import event_words

DATE_FORMS = "2026-11-25, 25.11.2026, 25/11/2026, 25 Nov 2026"
NAMED = 50  # problems that a message spells out; all of them are in the report

# Words for the codes of the format readers; %(text)s is the cell.
_CELLS = {
    "empty_cell": gettext_lazy("This cell is empty."),
    "line_break": gettext_lazy("“%(text)s” has a line break in it: is a quotation mark missing?"),
    "too_long": gettext_lazy("“%(text)s” is too long: at most %(most)d characters."),
    "too_many_cells": gettext_lazy(
        "This row has %(found)d cells, the header row %(expected)d: “%(text)s” is one too many."
    ),
    "heading_twice": gettext_lazy(
        "Two columns are called “%(text)s”: which one counts? Rename one of them, or delete it."
    ),
    "one_name": gettext_lazy(
        "“%(text)s” has one name or rating and a score: a game needs two names. If the lines are one player's games,"
        " say whose."
    ),
    "line_unclear": gettext_lazy(
        "“%(text)s” is not understood. Accepted: Kowalski - Nowak 1:0; Kowalski 1:0 Nowak; cells between tabs or ;."
    ),
    "number": gettext_lazy("“%(text)s” is no number. Accepted: 1834, 1834.5, 1834,5."),
    "whole": gettext_lazy("“%(text)s” is no whole number."),
    "out_of_range": gettext_lazy("%(text)s is out of range: it must be between %(low)s and %(high)s."),
    "yes_no": gettext_lazy("“%(text)s” is neither yes nor no. Accepted: TRUE, FALSE, 1, 0, yes, no."),
    "day_unknown": gettext_lazy("“%(text)s” is no date. Accepted: %(dates)s."),
    "day_partial": gettext_lazy("“%(text)s” is no whole date: day, month and year are needed."),
    "day_impossible": gettext_lazy("“%(text)s” is impossible: there is no such day."),
    "day_early": gettext_lazy("%(text)s is impossible: the first possible day is %(first)s."),
    "day_late": gettext_lazy("%(text)s is impossible: it is more than a year from now."),
    "day_order": gettext_lazy("Some dates here have the day first, others the month: write them as 2026-11-25."),
    "time": gettext_lazy("“%(text)s” is no time. Accepted: 19:30, 7:30 PM."),
    "round": gettext_lazy("“%(text)s” is no round number. Accepted: 5, Round 5; QF, SF, F of a knock-out."),
    "result_unknown": gettext_lazy("“%(text)s” is no result. Accepted: %(results)s."),
    "result_date": gettext_lazy(
        "“%(text)s” looks like a date that a spreadsheet made of a result. Give the column the format “text”, or use"
        " the columns white_score and black_score."
    ),
    "result_total": gettext_lazy("“%(text)s” is not the result of one game: write a row for each game."),
    "result_zero": gettext_lazy("“%(text)s”: nobody scored. Write -:- where neither side appeared, nothing where the"
                                " game is still to come."),
    "result_two": gettext_lazy("“%(text)s” can be Black's win (1, X, 2) or two points here: write 1-0, ½-½ and 0-1."),
    "result_loser": gettext_lazy("“%(text)s” says that the loser won."),
    "score_unknown": gettext_lazy(
        "“%(text)s” is no score of a game. Accepted: 0, ½, 0.5, 1; for goals or points use white_points, black_points."
    ),
    "score_zero": gettext_lazy("0 and 0: nobody scored. Where neither side appeared, write -:- in a column result."),
    "score_sum": gettext_lazy("The scores %(other)s and %(text)s do not make one point together."),
    "points_one": gettext_lazy("The points of one side are missing."),
    "contradiction": gettext_lazy("“%(text)s” contradicts “%(other)s” in another column."),
    "winner_unknown": gettext_lazy("“%(text)s” is neither %(white)s nor %(black)s. Accepted: one of the two, draw."),
    "status_unknown": gettext_lazy("“%(text)s” is no status. Accepted: final, pending, void."),
    "same_player": gettext_lazy("%(text)s is on both sides."),
    "sex": gettext_lazy("“%(text)s” is unknown here. Accepted: m, w, f."),
    "birth_year": gettext_lazy("“%(text)s” has no year of birth. Accepted: 1984, 1984-05-03, 03.05.1984."),
    "fide_id": gettext_lazy("“%(text)s” is no FIDE id: it is a number."),
    "federation": gettext_lazy("“%(text)s”: a federation is three letters, like POL."),
}  # fmt: skip
_FILES = {
    "empty": gettext_lazy("The file is empty."),
    "too_large": gettext_lazy("The file is larger than %(limit)s MB, the most that is taken."),
    "encoding": gettext_lazy("There is no encoding “%(encoding)s”. Known are utf-8, cp1250, cp1251, cp1252 …"),
    "bad_byte": gettext_lazy(
        "Line %(line)d has a byte (%(byte)s) that fits no encoding of the rest: save the file as UTF-8, or name its"
        " encoding."
    ),
    "open_quote": gettext_lazy("A quotation mark opened in line %(line)d is never closed."),
    "no_header": gettext_lazy("No header row was found. Its columns must be called %(needs)s."),
    "no_columns": gettext_lazy(
        "The header row (line %(row)d: %(found)s) lacks %(missing)s."
    ),
}  # fmt: skip


class ImportProblem(NamedTuple):
    """One problem of an import. ``rows``: lines of the file, from 1 (at most 20 of ``times``)."""

    file: str
    rows: tuple[int, ...]
    times: int
    column: str
    text: str
    message: str

    @property
    def where(self) -> str:
        """File, lines and column, as far as there are any."""
        parts = [self.file] if self.file else []
        if self.rows:
            lines = ", ".join(map(str, self.rows[:5]))
            more = self.times - len(self.rows[:5])
            lines += " " + _("and %(count)d more") % {"count": more} if more > 0 else ""
            parts.append(_("line %(lines)s") % {"lines": lines})
        if self.column:
            parts.append(self.column)
        return ", ".join(parts)

    def line(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


def of_fault(file: str, fault: Fault) -> ImportProblem:
    values = {"text": fault.text, "dates": DATE_FORMS, "results": SPELLINGS, **fault.values}
    message = (_CELLS | event_words.CELLS)[fault.code] % {key: _plain(value) for key, value in values.items()}
    return ImportProblem(file, fault.rows, fault.times, fault.column, fault.text, message)


def of_file(file: str, unreadable: Unreadable) -> ImportProblem:
    """Words for a file that cannot be read at all."""
    values = dict(unreadable.values)
    if unreadable.code == "not_text":
        return ImportProblem(file, (), 1, "", "", _not_text(values))
    code = unreadable.code
    if code == "not_individual":
        code = "teams" if values["teams"] else "sums"
    for key in ("needs", "missing"):
        if key in values:
            values[key] = _columns(values[key])
    if "found" in values:
        values["found"] = ", ".join(filter(None, values["found"]))
    rows = tuple(values[key] for key in ("line", "row") if key in values)
    return ImportProblem(file, rows, 1, "", "", (_FILES | event_words.FILES)[code] % values)


def about(message: str, *, column: str = "", file: str = "", rows: Iterable[int] = ()) -> ImportProblem:
    """A problem that the plan found, in translated words."""
    lines = tuple(rows)
    return ImportProblem(file, lines[:20], max(len(lines), 1), column, "", message)


def refused(problems: Iterable[ImportProblem]) -> Refused:
    """All problems as one refusal."""
    found = list(problems)
    return Refused(
        "\n".join([_("Nothing was imported:"), *told(found)]),
        problems=[Problem(p.rows[0] if p.rows else None, p.column or None, p.message) for p in found],
    )


def told(problems: list[ImportProblem]) -> list[str]:
    """A line for each problem, up to a screenful."""
    lines = [problem.line() for problem in problems[:NAMED]]
    if len(problems) > NAMED:
        lines.append(_("… and %(count)d more problems") % {"count": len(problems) - NAMED})
    return lines


def _not_text(values: Mapping[str, Any]) -> str:
    if values.get("kind"):
        message = _("This is a %(kind)s file, not text. Supported: csv (also with ; | or tab), xlsx, trf, pgn.")
        return message % {"kind": values["kind"]}
    return _("This file is not text. Supported: csv (also with ; | or tab), xlsx, trf, pgn.")


def _columns(groups: Iterable[Iterable[str]]) -> str:
    """``(white and black, or winner and loser), date``"""
    return ", ".join(_group(list(group)) for group in groups)


def _group(alternatives: list[str]) -> str:
    spelled = [_(" and ").join(alternative.split("+")) for alternative in alternatives]
    return spelled[0] if len(spelled) == 1 else f"({_(' or ').join(spelled)})"


def _plain(value: Any) -> Any:
    return f"{value:g}" if isinstance(value, float) else value
