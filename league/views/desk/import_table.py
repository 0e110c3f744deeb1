"""A plan of an import as its page shows it: what was found, each row with what becomes of it, who is asked about."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.formats.results import ResultRow
from league.models import FORFEITS, OUTCOME_HALVES, PLAYED, TOO_SHORT, Game, Outcome, Player
from league.services.importing import PlayersPlan, ResultsPlan
from league.services.importing.choosing import NEW, Question, key_of
from league.services.importing.leaving import shown_rows
from league.services.importing.plan import ReadFile
from league.services.importing.problems import ImportProblem
from ratings import figures

MOST_ROWS = 300
MOST_PROBLEMS = 200
MOST_NAMES = 300
DELIMITERS = {"\t": "tab", "": "–", "\x1f": "–"}


class Found(NamedTuple):
    """One thing that was found about a file, in words."""

    label: str
    value: str


class Row(NamedTuple):
    """A game of the file. ``state``: new, changed, there, twice, left, or nothing where that is not known yet."""

    key: str
    line: int
    day: str
    where: str
    white: str
    black: str
    result: str
    state: str
    words: str
    taken: bool


class Asked(NamedTuple):
    """A question with the names that its form fields have."""

    number: int
    question: Question
    field: str


class Preview(NamedTuple):
    """What the page of a draft shows of a plan."""

    found: list[Found]
    sentence: str
    unrated: list[str]
    rows: list[Row]
    more_rows: int
    asked: list[Asked]
    problems: list[ImportProblem]
    more_problems: int
    newcomers: list[str]
    more_newcomers: int
    newcomer_count: int
    newcomer_keys: list[tuple[str, str]]
    placed: list[tuple[str, str]]
    events: list[str]
    notes: list[str]
    changes: bool

    @property
    def reason_lacks(self) -> bool:
        """Whether nothing is wrong with the file itself: a closed period is changed only with a reason."""
        return bool(self.problems) and all(problem.column == "reason" for problem in self.problems)


def preview_of(plan: ResultsPlan, choices: dict[str, Any]) -> Preview:
    file = plan.files[0]
    questions = plan.directory.questions
    asked_about = {id(question.problem) for question in questions}
    problems = [problem for problem in plan.problems if id(problem) not in asked_about]
    rows = file.result.rows if file.result else []
    newcomers = plan.newcomers
    return Preview(
        found=_found(file),
        sentence="" if plan.problems else _sentence(plan),
        unrated=_unrated(plan),
        rows=_rows(plan, rows),
        more_rows=max(0, len(rows) + len(file.left) - MOST_ROWS),
        asked=[Asked(number, question, f"who_{number}") for number, question in enumerate(questions)],
        problems=problems[:MOST_PROBLEMS],
        more_problems=max(0, len(problems) - MOST_PROBLEMS),
        newcomers=newcomers[:MOST_NAMES],
        more_newcomers=max(0, len(newcomers) - MOST_NAMES),
        newcomer_count=len(newcomers),
        newcomer_keys=_newcomer_keys(plan),
        placed=_placed(choices),
        events=_events(plan),
        notes=plan.notes,
        changes=plan.changes and not plan.problems,
    )


def players_found(plan: PlayersPlan) -> list[Found]:
    text, layout = plan.text, plan.result.layout if plan.result else None
    found = [Found(_("Format"), plan.read_as.upper()), Found(_("Encoding"), text.encoding_name if text else "–")]
    if layout is not None and layout.delimiter:
        found.append(Found(_("Delimiter"), DELIMITERS.get(layout.delimiter, layout.delimiter)))
    if layout is not None and layout.header.row:
        found.append(Found(_("Header row"), str(layout.header.row)))
    if layout is not None and layout.header.ignored:
        found.append(Found(_("Columns ignored"), ", ".join(layout.header.ignored)))
    return found


def _found(file: ReadFile) -> list[Found]:
    result, text = file.result, file.text
    found = [Found(_("Format"), _format(file))]
    if text is not None and file.format != "xlsx":
        found.append(Found(_("Encoding"), text.encoding_name))
    if result is None:
        return found
    layout = result.layout
    if layout.delimiter and file.format != "xlsx":
        found.append(Found(_("Delimiter"), DELIMITERS.get(layout.delimiter, layout.delimiter)))
    if layout.header.row:
        found.append(Found(_("Header row"), str(layout.header.row)))
        named = file.columns().items()
        columns = (f"{heading} → {column}" if heading != column else column for column, heading in named)
        found.append(Found(_("Columns"), ", ".join(columns)))
    if layout.header.ignored:
        found.append(Found(_("Columns ignored"), ", ".join(layout.header.ignored)))
    if not result.day_order.certain:
        words = _("day first, by default (%(example)s)") % {"example": result.day_order.example}
        found.append(Found(_("Dates"), words))
    elif not result.day_order.day_first:
        found.append(Found(_("Dates"), _("month first")))
    for outcome, texts in result.spellings.items():
        found.append(Found(_("Read as %(result)s") % {"result": Outcome(outcome).label}, "  ".join(texts)))
    found.append(Found(_("Rows"), str(len(result.rows))))
    if result.without_result:
        found.append(Found(_("Without a result, left out"), str(len(result.without_result))))
    return found


def _format(file: ReadFile) -> str:
    layouts = {
        "results": _("a row a game"), "pasted": _("lines as people write them"), "matrix": _("cross table"),
        "swiss": _("cross table by rounds"), "pairings": _("pairing list"), "cards": _("player cards"),
        "icu foreign": _("ICU report"), "start list": _("starting list"),
    }  # fmt: skip
    name = {"pasted": _("text")}.get(file.format, file.format.upper())
    layout = layouts.get(file.layout, "")
    return f"{name}, {layout}" if layout else name


def _sentence(plan: ResultsPlan) -> str:
    """What committing does to games, in a sentence."""
    matches = plan.matches
    there = matches.there + matches.corrected_since
    if not plan.changes:
        return ngettext(
            "Nothing changes: the %(n)d game of this file is there already.",
            "Nothing changes: all %(n)d games of this file are there already.",
            there,
        ) % {"n": there}
    parts = [ngettext("%(n)d game is new", "%(n)d games are new", len(matches.new)) % {"n": len(matches.new)}]
    if matches.differing:
        n = len(matches.differing)
        parts.append(ngettext("%(n)d is corrected", "%(n)d are corrected", n) % {"n": n})
    if there:
        parts.append(ngettext("%(n)d is there already", "%(n)d are there already", there) % {"n": there})
    return ", ".join(parts) + "."


def _unrated(plan: ResultsPlan) -> list[str]:
    """Why new games will not be rated, as far as the file says it."""
    counts: Counter[str] = Counter()
    for game in plan.matches.new:
        if reason := _why_unrated(game.row):
            counts[reason] += 1
    if counts:
        rated = len(plan.matches.new) - sum(counts.values())
        return [f"{_('rated by the rules')}: {rated}", *(f"{reason}: {n}" for reason, n in counts.most_common())]
    return []


def _why_unrated(row: ResultRow) -> str:
    outcome = row.result.outcome
    if row.status == Game.Status.VOID:
        return _("void")
    if row.status == Game.Status.PENDING:
        return _("pending")
    if outcome in FORFEITS:
        return _("forfeit")
    if outcome in TOO_SHORT:
        return _("fewer than one move")
    return "" if row.event.rated and outcome in PLAYED else _("unrated event")


def _rows(plan: ResultsPlan, rows: list[ResultRow]) -> list[Row]:
    states: dict[ResultRow, str] = {}
    if not plan.problems:
        states = dict.fromkeys(rows, "there")
        states |= {game.row: "twice" for game in plan.matches.repeated}
        states |= {game.row: "new" for game in plan.matches.new}
        states |= {each.game.row: "changed" for each in plan.matches.differing}
    states |= dict.fromkeys(plan.files[0].left.values(), "left")
    words = {
        "left": _("left out"),
        "there": _("there already"),
        "new": pgettext("game", "new"),
        "changed": _("corrected"),
        "twice": _("repeats another row"),
    }
    return [
        Row(
            key, row.line, row.at.day, _where(row), row.white.name, row.black.name, _result(row),
            states.get(row, ""), words.get(states.get(row, ""), ""), taken,
        )
        for key, row, taken in islice(shown_rows(plan.files[0]), MOST_ROWS)
    ]  # fmt: skip


def _where(row: ResultRow) -> str:
    round = _("round %(n)d") % {"n": row.round} if row.round is not None else ""
    board = _("board %(board)s") % {"board": row.board} if row.board is not None else ""
    return ", ".join(filter(None, (row.event.name, round, board)))


def _result(row: ResultRow) -> str:
    if row.result.white_points is not None:
        return f"{row.result.white_points}:{row.result.black_points}"
    outcome = Outcome(row.result.outcome)
    if outcome in FORFEITS:
        return " – ".join(outcome.value.replace("-", figures.MINUS))
    return "–".join(map(figures.score, OUTCOME_HALVES[outcome]))


def _newcomer_keys(plan: ResultsPlan) -> list[tuple[str, str]]:
    """The names that are taken for new players, with the keys of answers about them."""
    named = {key_of(who): who.name for who, ref in plan.directory.refs.items() if ref < 0}
    return sorted(named.items(), key=lambda each: each[1])[:MOST_NAMES]


def taken_as_new(plan: ResultsPlan, choices: dict[str, Any]) -> bool:
    """Whether anybody is taken for a new player of whom nobody said so."""
    return any(ref < 0 and choices.get(key_of(who)) != NEW for who, ref in plan.directory.refs.items())


def _placed(choices: dict[str, Any]) -> list[tuple[str, str]]:
    """Names that somebody placed: the key of the answer, and what was said."""
    ids = [answer for answer in choices.values() if isinstance(answer, int)]
    names = dict(Player.objects.filter(pk__in=ids[:500]).values_list("pk", "name"))
    return [
        (key, _("%(name)s: a new player") % {"name": key.split("|")[0]} if answer == NEW
         else _("%(name)s is %(player)s") % {"name": key.split("|")[0], "player": names.get(answer, "–")})
        for key, answer in choices.items()
    ]  # fmt: skip


def _events(plan: ResultsPlan) -> list[str]:
    lines = [_("New event: %(name)s") % {"name": event.name} for event in plan.new_events]
    lines += [_("%(name)s gets other days") % {"name": event.name} for event in plan.moved_events]
    return lines + [_("Season: %(name)s") % {"name": season.name} for season in plan.occasions.seasons]
