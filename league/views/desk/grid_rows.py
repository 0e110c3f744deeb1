"""The rows of the entry grid as its page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.forms.grid import GridForm
from league.models import Event, Game, League, Outcome, Player
from league.services.entering import RowsRefused
from ratings import figures
from ratings.services.stakes import DRAWN, LOST, WON, stakes

CELLS = ("white", "black", "result", "board", "repeat")
MOST_SHOWN = 60  # rows for which a page without scripts computes what results would bring


class Mark(StrEnum):
    """What typing a result a second time showed."""

    SAME = "same"
    DIFFERS = "differs"
    OPEN = "open"


class Row(NamedTuple):
    number: int
    label: str
    board: Any
    white: Any
    black: Any
    result: Any
    hidden: list[Any]
    repeat: Any
    game: Game | None
    errors: list[str]
    mark: str
    words: str
    brings: str
    open: bool


def rows_of(
    form: GridForm, refused: RowsRefused | None, marks: Mapping[int, Mark], brought: Mapping[int, str]
) -> list[Row]:
    """Every row with its errors, wherever they came from."""
    by_row: dict[int, list[str]] = {}
    asked_again: set[int] = set()
    for problem in refused.problems if refused else ():
        by_row.setdefault(problem.row or 0, []).append(problem.message)
        if problem.column == "repeat":
            asked_again.add(problem.row or 0)
        _point_at(form, problem.row or 0, problem.column or "")
    words = {Mark.SAME: _("the same"), Mark.DIFFERS: _("differs"), Mark.OPEN: _("not typed"), None: ""}
    rows = []
    for number, board in enumerate(form.boards):
        fields = [form[f"{name}_{number}"] for name in ("board", "white", "black", "result", "repeat")]
        number_field, white, black, result, repeat = fields
        errors = [*by_row.get(number, []), *(str(e) for f in (number_field, result) for e in f.errors)]
        for field in (number_field, result):
            if field.errors:
                field.field.widget.attrs["aria-describedby"] = _errors_id(number)
        again = number in asked_again or bool(repeat.value())
        game = board.game
        rows.append(
            Row(
                number, _label(number, board.number), number_field, white, black, result,
                [form[f"game_{number}"], form[f"version_{number}"]], repeat if again else None, game, errors,
                marks[number].value if number in marks else "", words[marks.get(number)], brought.get(number, ""),
                game is None and _waits(white, result),
            )
        )  # fmt: skip
    return rows


def _errors_id(number: int) -> str:
    return f"errors_{number}"


def _point_at(form: GridForm, number: int, column: str) -> None:
    """The cell that a refusal is about, or the result where it is about the whole board, is marked and tells why."""
    name = f"{column}_{number}" if column in CELLS else f"result_{number}"
    if name in form.fields:
        form.fields[name].widget.attrs |= {"aria-invalid": "true", "aria-describedby": _errors_id(number)}


def focus_first_wrong(rows: Sequence[Row]) -> None:
    """The page opens in the first cell that needs another look, with scripts or without."""
    for row in rows:
        for cell in filter(None, (row.white, row.result, row.black, row.board, row.repeat)):
            if cell.errors or "aria-invalid" in cell.field.widget.attrs:
                cell.field.widget.attrs["autofocus"] = True
                return


def _waits(white: Any, result: Any) -> bool:
    """Somebody plays here, and there is no result yet."""
    typed = white.value()
    return bool(typed and getattr(typed, "text", typed) and not result.value())


def _label(number: int, board: int | None) -> str:
    return _("Board %(number)d") % {"number": board if board is not None else number + 1}


def compared(form: GridForm) -> dict[int, Mark]:
    """Results typed a second time beside those that are stored. Nothing is saved."""
    marks = {}
    for number, board in enumerate(form.boards):
        if board.game is None:
            continue
        typed = form.cleaned_data.get(f"result_{number}") if hasattr(form, "cleaned_data") else None
        if typed is None and f"result_{number}" not in form.errors:
            marks[number] = Mark.OPEN
            continue
        game = board.game
        stored = (game.outcome, game.white_points, game.black_points)
        said = (typed.outcome, typed.white_points, typed.black_points) if typed else None
        marks[number] = Mark.SAME if said == stored else Mark.DIFFERS
    return marks


def brings(form: GridForm, day: date, event: Event | None) -> dict[int, str]:
    """What results would bring on the rows that have two players and no stored game."""
    found = {}
    for number, board in enumerate(form.boards[:MOST_SHOWN]):
        white, black = (form.cleaned_data.get(f"{side}_{number}") for side in ("white", "black"))
        if board.game is None and isinstance(white, Player) and isinstance(black, Player) and white != black:
            found[number] = bring(form.league, white, black, day, event)
    return found


def bring(league: League, white: Player, black: Player, day: date, event: Event | None) -> str:
    """``1834 – 1790 · expected 0.56 · +9 / −1 / −11``: of the first player."""
    game = Game(
        league=league, white=white, black=black, played_on=day, event=event, outcome=Outcome.DRAW,
        white_halves=1, black_halves=1,
    )  # fmt: skip
    found = stakes(league, game=game)
    ratings = f"{figures.shown(found.white_rating)} – {figures.shown(found.black_rating)}"
    if found.expected is None:
        return f"{ratings} · {_('moves neither rating yet')}"
    changes = " / ".join(figures.signed(found.by_halves[halves].white, 1) for halves in (WON, DRAWN, LOST))
    expected = _("expected %(score)s") % {"score": figures.plain(found.expected, 2)}
    return f"{ratings} · {expected} · {changes}"
