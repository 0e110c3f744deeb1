"""The rows of a table as HTML.

django-tables2 declares the columns; its own loop asks anew for every cell which arguments the cell's method takes
and what attributes the column has, and a template looks each of them up by name. Here that is asked once a column.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.formats import localize
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

Draw = Callable[[Any], str]


class Cell(NamedTuple):
    """What is around the cells of a column, and what is in the one of a record."""

    start: str
    end: str
    draw: Draw


def body(table: Any, records: Iterable[Any]) -> SafeString:
    """The ``tr`` of every record, in the columns that are shown."""
    cells = [_cell(table, bound) for bound in table.columns]
    role = ' role="row"' if table.folding else ""
    rows: list[str] = []
    for record in records:
        kind = table.row_class(record)
        rows.append(f'<tr{role} class="{kind}">\n' if kind else f"<tr{role}>\n")
        rows.extend([f"{start}{draw(record)}{end}\n" for start, end, draw in cells])
        rows.append("</tr>\n")
    return mark_safe("".join(rows))  # every cell is escaped by ``shown``


def shown(value: Any) -> str:
    """What a template shows of a value."""
    if isinstance(value, SafeString):
        return value
    return escape(value if isinstance(value, str) else localize(value))


def _cell(table: Any, bound: Any) -> Cell:
    heads = bound.name == table.row_header
    name = "th" if heads else "td"
    scope = ' scope="row"' if heads else ""
    role = f' role="{"rowheader" if heads else "cell"}"' if table.folding else ""
    return Cell(f"<{name}{scope}{role} {bound.attrs['td'].as_html()}>", f"</{name}>", _draw(bound))


def _draw(bound: Any) -> Draw:
    """The cell of a record: by the table's ``render_`` method where there is one, else the value itself."""
    render, empty, default = bound.render, bound.column.empty_values, shown(bound.default)
    wanted = _wanted(getattr(render, "__func__", render))
    path = tuple(bound.accessor.bits)
    if empty == () and wanted == ("record",):
        return lambda record: shown(render(record))
    if wanted == ("record",):
        return lambda record: default if _found(record, path) in empty else shown(render(record))
    if wanted == ("value",):
        return lambda record: default if (value := _found(record, path)) in empty else shown(render(value))

    def both(record: Any) -> str:
        value = _found(record, path)
        return default if value in empty else shown(render(record=record, value=value))

    return both


@lru_cache(maxsize=512)
def _wanted(function: Any) -> tuple[str, ...]:
    """Whether a method asks for the record, the value or both, in its order."""
    wanted = tuple(name for name in inspect.signature(function).parameters if name != "self")
    if not wanted or not {"record", "value"}.issuperset(wanted):
        raise TypeError(f"{function.__qualname__} of a table may take record and value, nothing else")
    return wanted


def _found(record: Any, path: tuple[str, ...]) -> Any:
    """The value at the end of a path of attributes; None where one of them is None or not there."""
    for name in path:
        record = getattr(record, name, None)
        if record is None:
            return None
    return record
