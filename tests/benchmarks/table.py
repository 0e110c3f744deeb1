"""The table of goals: every benchmark on every database, each in a fresh database and a process of its own.

Run by ``bin/bench [--full] [--markdown] [--only=NAME,NAME] [GAMES [PLAYERS [MANY_PLAYERS]]]``. On SQLite, and on
PostgreSQL where it answers (PGHOST, PGPORT, PGUSER, PGPASSWORD; 127.0.0.1:5432 as postgres); DATABASE_URL names one
of them. Nothing is written to the database it names: fresh ones are made beside it, and removed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from .goals import HEADING, Goal, Scale, line, machine, scale_of

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
PARTS = ("host", "port", "user", "password")


def main(words: list[str]) -> int:
    known, scale = with_goals(), scale_of(words)
    only = next((word.partition("=")[2].split(",") for word in words if word.startswith("--only=")), list(known))
    if unknown := set(only) - set(known):
        print(f"There is no goal of {', '.join(sorted(unknown))}. There are: {' '.join(known)}.", file=sys.stderr)
        return 2
    print(machine(), said(scale), sep="\n", flush=True)
    found: dict[str, list[Goal]] = {}
    for place in places():
        with place as (vendor, fresh):
            print(f"\n{vendor}\n{HEADING}", flush=True)
            for name in only:
                alone = not getattr(known[name], "DATABASES", True)
                if alone and found:
                    continue
                with fresh() as url:
                    found.setdefault("either" if alone else vendor, []).extend(measured(name, scale, url))
    show(found, markdown="--markdown" in words)
    return 0


def with_goals() -> dict[str, ModuleType]:
    """The benchmarks that yield goals, by name."""
    names = [path.stem for path in sorted(Path(__file__).parent.glob("bench_*.py"))]
    modules = {name.removeprefix("bench_"): import_module(f"{__package__}.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "goals")}


def said(scale: Scale) -> str:
    sizes = (
        f"{scale.games:,} games, {scale.players:,} players (many: {scale.many_players:,}), {scale.repeats} pairs each"
    )
    return sizes if scale.full else f"{sizes}; bin/bench --full measures 1,000,000 games"


def measured(name: str, scale: Scale, url: str) -> Iterator[Goal]:
    """The goals of one benchmark, from a process of its own, printed as they come."""
    command = [sys.executable, "-m", f"{__package__}.table", "measure", name, json.dumps(scale)]
    environment = os.environ | {"DATABASE_URL": url, "DEBUG": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for text in process.stdout:
            if text.startswith("{"):
                goal = Goal(**json.loads(text))
                print(line(goal), flush=True)
                yield goal
            else:
                print(text, end="", flush=True)
    if process.returncode:
        print(f"{name}: stopped with {process.returncode}, see above", flush=True)


def measure(name: str, scale: Scale) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for goal in import_module(f"{__package__}.bench_{name}").goals(scale):
        print(json.dumps(asdict(goal)), flush=True)


def show(found: dict[str, list[Goal]], *, markdown: bool) -> None:
    """Each goal with its ratio on each database."""
    columns = [name for name in (SQLITE, POSTGRESQL) if name in found] or list(found)
    rows: dict[str, dict[str, Goal]] = {}
    for vendor, goals in found.items():
        for goal in goals:
            rows.setdefault(goal.name, {}).update(dict.fromkeys(columns if vendor == "either" else [vendor], goal))
    if markdown:
        print("\n| goal | limit | " + " | ".join(columns) + " |\n|" + "---|" * (2 + len(columns)))
        pattern = "| {} | {} | " + " | ".join(["{}"] * len(columns)) + " |"
    else:
        print(f"\n{'goal':<66} {'limit':<12}" + "".join(f"{name:>24}" for name in columns))
        pattern = "{:<66} {:<12}" + "{:>24}" * len(columns)
    for name, goals_of in rows.items():
        any_goal = next(iter(goals_of.values()))
        cells = [_cell(goals_of.get(column)) for column in columns]
        print(pattern.format(name, any_goal.wanted, *cells))
    every = [goal for goals in found.values() for goal in goals if goal.wanted]
    print(f"\n{sum(goal.reached for goal in every)} of {len(every)} reached")


def _cell(goal: Goal | None) -> str:
    return "not measured" if goal is None else f"{goal.ratio:.3g} {goal.verdict}".strip()


def places():
    """Where to measure: what DATABASE_URL says, else SQLite and the PostgreSQL that answers."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield sqlite()
    if given.startswith("postgres"):
        parts = urlsplit(given)
        yield postgresql(dict(zip(PARTS, (parts.hostname, parts.port, parts.username, parts.password), strict=True)))
    elif not given and (here := answering()):
        yield postgresql(here)


def answering() -> dict[str, str | int | None] | None:
    import psycopg

    wanted = {
        "host": os.environ.get("PGHOST", "127.0.0.1"), "port": int(os.environ.get("PGPORT", "5432")),
        "user": os.environ.get("PGUSER", "postgres"), "password": os.environ.get("PGPASSWORD"),
    }  # fmt: skip
    try:
        psycopg.connect(dbname="postgres", connect_timeout=3, **wanted).close()
    except psycopg.OperationalError as error:
        print(f"PostgreSQL is left out: {error}".strip(), flush=True)
        return None
    return wanted


@contextmanager
def sqlite():
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as folder:
        template = Path(folder, "template.sqlite3")
        migrate(f"sqlite:///{template}")

        @contextmanager
        def fresh():
            path = Path(folder, "bench.sqlite3")
            shutil.copy(template, path)
            yield f"sqlite:///{path}"
            for left in Path(folder).glob("bench.sqlite3*"):
                left.unlink()

        yield SQLITE, fresh


@contextmanager
def postgresql(server: dict[str, str | int | None]):
    import psycopg

    template = f"arpad_bench_{os.getpid()}"

    def execute(*statements: str) -> None:
        with psycopg.connect(dbname="postgres", autocommit=True, **server) as connection:
            for statement in statements:
                connection.execute(statement)

    @contextmanager
    def fresh():
        execute(f"CREATE DATABASE {template}_run TEMPLATE {template}")
        try:
            yield _url(server, f"{template}_run")
        finally:
            execute(f"DROP DATABASE IF EXISTS {template}_run WITH (FORCE)")

    execute(f"CREATE DATABASE {template}")
    try:
        migrate(_url(server, template))
        yield POSTGRESQL, fresh
    finally:
        execute(f"DROP DATABASE IF EXISTS {template} WITH (FORCE)")


def _url(server: dict[str, str | int | None], name: str) -> str:
    secret = f":{server['password']}" if server["password"] else ""
    return f"postgres://{server['user']}{secret}@{server['host']}:{server['port'] or 5432}/{name}"


def migrate(url: str) -> None:
    environment = os.environ | {"DATABASE_URL": url, "DEBUG": "1"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True, env=environment)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        measure(sys.argv[2], Scale(*json.loads(sys.argv[3])))
    else:
        sys.exit(main(sys.argv[1:]))
