"""Copies of the whole database, and the way back: one module a database."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from django.db import connection
from django.utils.translation import gettext as _

from league.services.errors import Refused

from . import postgresql, sqlite
from .kinds import COUNTED, Kind, kind_of, refuse_other_version

__all__ = ["COUNTED", "counts", "database", "is_empty", "is_set_up", "make", "put_back", "refuse_other_version"]

KINDS: dict[str, ModuleType] = {Kind.SQLITE: sqlite, Kind.POSTGRESQL: postgresql}


def database() -> ModuleType:
    """The module of the database that this installation uses."""
    found = KINDS.get(connection.vendor)
    if found is None:
        raise Refused(_("Backups are made of SQLite and PostgreSQL, not of %(name)s.") % {"name": connection.vendor})
    return found


def make(target: Path, *, replace: bool = False) -> int:
    """Copy the database into a file that only its owner can read; gives its size in bytes.

    The copy gets its name when it is complete: what has the name is whole. Other processes may go on.
    """
    if target.exists() and not replace:
        raise Refused(_("%(file)s exists: name another file, or give --replace.") % {"file": target}, field="file")
    if not target.parent.is_dir():
        raise Refused(_("There is no folder %(folder)s.") % {"folder": target.parent}, field="file")
    with _unfinished(target) as unfinished:
        database().copy_to(unfinished)
        _flush(unfinished)
        size = unfinished.stat().st_size
        os.replace(unfinished, target)
    return size


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A file beside the target, readable by its owner alone, that is gone again if the work fails."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # 0600 by itself
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _flush(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def put_back(source: Path) -> dict[str, int]:
    """Replace everything in the database by the copy, in one transaction; gives what was put back.

    Refuses a file that is no copy, a copy of another kind of database, and one of a newer version.
    """
    check(source)
    used = database()
    expected: dict[str, int] = used.counts_in(source)
    used.put_back(source)
    return expected


def check(source: Path) -> None:
    """Refuse what cannot be put back, before anything is touched."""
    if not source.is_file():
        raise Refused(_("There is no file %(file)s.") % {"file": source}, field="file")
    kind = kind_of(source)
    if kind is None:
        raise Refused(_("%(file)s is no backup of SQLite or PostgreSQL.") % {"file": source}, field="file")
    if kind != connection.vendor:
        words = _("%(file)s is a backup of %(theirs)s, and this installation uses %(ours)s.")
        raise Refused(
            words % {"file": source, "theirs": kind.title, "ours": Kind(connection.vendor).title}, field="file"
        )
    used = database()
    used.check(source)
    refuse_other_version(source, used.migrations_in(source))


def is_set_up() -> bool:
    return "league_league" in connection.introspection.table_names()


def is_empty() -> bool:
    """Whether nothing would be lost: no tables, or nobody and nothing in them."""
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in ("auth_user", *COUNTED.values()):
            if table in tables:
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")
                if cursor.fetchone():
                    return False
    return True


def counts() -> dict[str, int]:
    """Rows of the main tables as they are now."""
    found = {}
    with connection.cursor() as cursor:
        for name, table in COUNTED.items():
            cursor.execute(f"SELECT COUNT(*) FROM {table}")
            found[name] = cursor.fetchone()[0]
    return found
