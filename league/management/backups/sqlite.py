"""SQLite: its own online copy, which waits for writers and sees one state of the database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _

from league.services.errors import Refused

from .kinds import COUNTED

BUSY = 20.0  # seconds to wait for whoever writes


def copy_to(target: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Read only: a copy is never altered, not even by looking at it (unless its log still lies beside it)."""
    log = file.with_name(f"{file.name}-wal")
    options = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{options}", uri=True)) as opened:
            yield opened
    except sqlite3.DatabaseError as error:
        raise Refused(_("%(file)s is damaged: %(error)s.") % {"file": file, "error": error}, field="file") from error


def check(file: Path) -> None:
    """The whole file, page by page; then every reference between tables."""
    with _opened(file) as opened:
        found = [row[0] for row in opened.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            raise Refused(_("%(file)s is damaged: %(error)s.") % {"file": file, "error": found[0]}, field="file")
        broken = opened.execute("PRAGMA foreign_key_check").fetchone()
        if broken:
            words = _("%(file)s is damaged: a row of %(table)s refers to one that is not there.")
            raise Refused(words % {"file": file, "table": broken[0]}, field="file")


def migrations_in(file: Path) -> set[tuple[str, str]]:
    with _opened(file) as opened:
        if not opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone():
            return set()
        return set(opened.execute("SELECT app, name FROM django_migrations"))


def counts_in(file: Path) -> dict[str, int]:
    with _opened(file) as opened:
        there = {row[0] for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        counted = {name: table for name, table in COUNTED.items() if table in there}
        return {name: opened.execute(f"SELECT COUNT(*) FROM {t}").fetchone()[0] for name, t in counted.items()}


def put_back(file: Path) -> None:
    """All pages in one transaction of the database: killed halfway, it is as it was.

    Processes that have the database open see the new content from their next query on.
    """
    name = str(connection.settings_dict["NAME"])
    connection.close()
    with _opened(file) as source, closing(sqlite3.connect(name, timeout=BUSY)) as target:
        source.backup(target, progress=_until(time.monotonic() + BUSY), sleep=0.1)


def _until(end: float) -> Callable[[int, int, int], None]:
    """Called after each try; the database is somebody else's until then."""

    def look(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise Refused(_("The database is busy: stop what writes to it, or try again. Nothing was changed."))

    return look
