"""PostgreSQL: its own programs, pg_dump, pg_restore and psql, must be installed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.db import connection
from django.utils.translation import gettext as _

from league.services.errors import Refused

from .kinds import COUNTED

WITHOUT = ("--no-owner", "--no-privileges")  # whoever puts it back owns it


def copy_to(target: Path) -> None:
    _run("pg_dump", "--format=custom", *WITHOUT, f"--file={target}")


def check(file: Path) -> None:
    """The table of contents; that the rest is whole shows when it is read."""
    _run("pg_restore", "--list", str(file))


def migrations_in(file: Path) -> set[tuple[str, str]]:
    with _script(file, "--data-only", "--table=django_migrations") as script:
        rows = [line.rstrip("\n").split("\t") for _table, line in _rows(script)]
    return {(row[1], row[2]) for row in rows if len(row) > 2}


def counts_in(file: Path) -> dict[str, int]:
    names = _counted_tables(file)
    found: dict[str, int] = {}
    with _script(file, "--data-only", *(f"--table={table}" for table in names)) as script:
        for table, _line in _rows(script):
            found[names[table]] = found.get(names[table], 0) + 1
    return dict.fromkeys(COUNTED, 0) | found


def _counted_tables(file: Path) -> dict[str, str]:
    """The tables whose rows are counted, by what they are of. The log lies in parts (``ratings.ledger.apart``)."""
    names = {table: name for name, table in COUNTED.items()}
    parts = re.compile(rf"{COUNTED['log']}_(rest|l\d+_\w+)")
    with _script(file, "--list") as script:
        listed = (raw.decode(errors="replace").split() for raw in script)
        data = {words[words.index("DATA") + 2] for words in listed if "DATA" in words[:5]}
    return names | {table: "log" for table in data if parts.fullmatch(table)}


def put_back(file: Path) -> None:
    """What is there goes and the copy comes in one transaction: killed halfway, all is as it was."""
    tables = ", ".join(connection.ops.quote_name(name) for name in _own_tables())
    connection.close()
    psql = [_program("psql"), "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file=-"]
    with _script(file, *WITHOUT) as script:
        process = subprocess.Popen(
            psql, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment()
        )
        assert process.stdin is not None and process.stderr is not None
        try:
            if tables:
                process.stdin.write(f"DROP TABLE {tables} CASCADE;\n".encode())
            shutil.copyfileobj(script, process.stdin)
        except BrokenPipeError:
            pass  # psql stopped at an error, and says below at which
        words = _finish(process)
    if process.returncode:
        raise Refused(_("Nothing was changed: %(error)s") % {"error": _first_error(words)})


def _own_tables() -> list[str]:
    """Those of Arpad and of Django: nothing else in the database is touched."""
    there = set(connection.introspection.table_names())
    own = {*connection.introspection.django_table_names(), "django_migrations"}
    return sorted(own & there)


def _finish(process: subprocess.Popen[bytes]) -> str:
    try:
        return process.communicate()[1].decode(errors="replace")
    except BrokenPipeError:
        process.wait()
        return process.stderr.read().decode(errors="replace") if process.stderr else ""


def _rows(script: IO[bytes]) -> Iterator[tuple[str, str]]:
    """The rows of a script of pg_restore, each with its table: what stands between COPY and \\."""
    table = ""
    for raw in script:
        line = raw.decode("utf-8", errors="replace")
        if not table and line.startswith("COPY "):
            table = line.split()[1].rpartition(".")[2].strip('"')
        elif line == "\\.\n":
            table = ""
        elif table:
            yield table, line


@contextmanager
def _script(file: Path, *options: str) -> Iterator[IO[bytes]]:
    """The SQL that a copy consists of, as pg_restore writes it."""
    command = [_program("pg_restore"), "--file=-", *options, str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment())
    assert process.stdout is not None and process.stderr is not None
    with process:
        yield process.stdout
        words = process.stderr.read().decode(errors="replace")
    if process.returncode:
        raise Refused(_("%(file)s is damaged: %(error)s") % {"file": file, "error": _first_error(words)}, field="file")


def _run(name: str, *arguments: str) -> None:
    done = subprocess.run([_program(name), *arguments], capture_output=True, env=_environment(), check=False)
    if done.returncode:
        raise Refused(
            _("%(program)s failed: %(error)s")
            % {"program": name, "error": _first_error(done.stderr.decode(errors="replace"))}
        )


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        words = _("%(program)s is not installed here: it comes with PostgreSQL's client programs (postgresql-client).")
        raise Refused(words % {"program": name})
    return found


def _environment() -> dict[str, str]:
    """Where the database is: by the environment, so that no password stands in a list of processes."""
    given = connection.settings_dict
    named = {
        "PGDATABASE": given["NAME"], "PGUSER": given["USER"], "PGPASSWORD": given["PASSWORD"],
        "PGHOST": given["HOST"], "PGPORT": given["PORT"], "PGSSLMODE": given["OPTIONS"].get("sslmode"),
    }  # fmt: skip
    return {**os.environ, **{name: str(value) for name, value in named.items() if value}}


def _first_error(words: str) -> str:
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), lines[0] if lines else "?")
