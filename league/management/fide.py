"""FIDE lists named on a command line: read as a stream, however long they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from tqdm import tqdm

from league.formats.faults import Unreadable
from league.formats.fide_lists import HEAD, LISTS, FideList, is_list, open_list
from league.management.base import Usage
from league.services.importing.fide_report import of_list
from league.services.importing.problems import refused


def add_fide(parser: CommandParser) -> None:
    """Options of a FIDE list."""
    group = parser.add_argument_group("of a FIDE list")
    group.add_argument("--list-date", metavar="YYYY-MM-DD", help="Day of the list (default: as the file says).")
    group.add_argument(
        "--list", choices=LISTS, action="append", dest="lists", help="Which list of the file; may be repeated (all)."
    )
    who = group.add_mutually_exclusive_group()
    who.add_argument(
        "--only-known", action="store_false", dest="create", default=False, help="Only players of the club (default)."
    )
    who.add_argument("--create", action="store_true", help="Add the players the club does not have, too.")
    group.add_argument("--federation", default="", metavar="POL", help="With --create: only those of this federation.")


def is_fide_list(path: str) -> bool:
    """Whether the file (``-``: standard input, which is only looked into) is a list."""
    if path == "-":
        peek = getattr(sys.stdin.buffer, "peek", None)
        return peek is not None and is_list(peek(HEAD))
    with _stream(path) as (_name, stream, _size):
        return is_list(stream.read(HEAD))


def said_of_lists(options: Mapping[str, object]) -> list[str]:
    """The options given that only a list has."""
    given = {"--list-date": "list_date", "--list": "lists", "--create": "create", "--federation": "federation"}
    return [option for option, name in given.items() if options[name]]


@contextmanager
def fide_list(path: str, *, quiet: bool) -> Iterator[FideList]:
    """The list of a path (``-``: standard input), with a bar that shows how far it is read."""
    with _stream(path) as (name, stream, size), tqdm(
        total=size, unit="B", unit_scale=True, disable=True if quiet else None, leave=False
    ) as bar:  # fmt: skip
        try:
            source = open_list(name, stream, size, bar.update)
        except Unreadable as unreadable:
            raise refused([of_list(name, unreadable)]) from None
        bar.total = source.size
        yield source


@contextmanager
def _stream(path: str) -> Iterator[tuple[str, IO[bytes], int | None]]:
    if path == "-":
        yield "stdin", sys.stdin.buffer, None
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (closed below; only opening is a matter of usage)
    except OSError as error:
        raise Usage(_("%(path)s cannot be read: %(error)s.") % {"path": path, "error": error.strerror}) from None
    with stream:
        yield Path(path).name, stream, Path(path).stat().st_size
