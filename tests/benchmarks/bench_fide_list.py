"""A FIDE list of full size into a club: time, and peak memory beside that of a short list.

Run by ``bin/bench fide_list [ROWS] [KNOWN] [CREATED]`` on the database of DATABASE_URL (a fresh SQLite file by
default). ``KNOWN``: players of the club who are on the list; ``CREATED``: rows of a second run with ``--create``.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import django

DATED = date(2026, 11, 1)
FEDERATIONS = ("RUS", "IND", "GER", "POL", "FRA", "ESP", "ITA", "USA", "IRI", "TUR")


def lines(rows: int) -> Iterator[str]:
    """A list as FIDE publishes one, ids in runs as its federations have them."""
    from league.formats.fide_lists import ListRow, fixed_lines

    chance = random.Random(7)
    yield from fixed_lines(
        DATED,
        (
            ListRow(
                str(100_000 + number * 3 + number // 90_000 * 1_000_000), f"Surname{number}, Given{number % 977}",
                FEDERATIONS[number % 10], "mw"[number % 7 == 0], "", chance.randrange(1400, 2300), chance.randrange(12),
                20, 1940 + number % 75, number % 3 == 0,
            )
            for number in range(rows)
        ),
    )  # fmt: skip


def write(folder: Path, rows: int) -> Path:
    path = folder / f"standard_nov26frl_{rows}.txt"
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(lines(rows))
    return path


def club_of(slug: str, known: int, rows: int) -> None:
    from league.models import Club, Player

    club = Club.objects.create(slug=slug, name=slug)
    wanted = range(0, rows, max(1, rows // known)) if known else range(0)
    Player.objects.bulk_create(
        (
            Player(
                club=club, name=f"Surname{n}, Given{n % 977}", name_key=f"surname{n}",
                fide_id=str(100_000 + n * 3 + n // 90_000 * 1_000_000), federation=FEDERATIONS[n % 10],
                birth_year=1940 + n % 75, sex="mw"[n % 7 == 0],
            )
            for n in wanted
        ),
        batch_size=500,
    )  # fmt: skip


def imported(slug: str, path: Path, *options: str) -> tuple[float, float, str]:
    """Seconds, peak resident size in MB and what the command said, in a process of its own."""
    code = (
        "import resource, sys, time, django; django.setup()\n"
        "from django.core.management import call_command\n"
        "start = time.perf_counter(); call_command('import_players', *sys.argv[1:])\n"
        "print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", code, slug, str(path), *options], capture_output=True, text=True, check=True
    ).stdout.strip().splitlines()  # fmt: skip
    spent, peak = map(float, out[-1].split())
    return spent, peak, out[1]


def main(rows: int = 1_800_000, known: int = 5_000, created: int = 0) -> None:
    from django.db import connection

    run = os.getpid()
    with tempfile.TemporaryDirectory() as folder:
        for count in (10_000, rows):
            path = write(Path(folder), count)
            club_of(f"club{run}-{count}", known, count)
            spent, peak, said = imported(f"club{run}-{count}", path)
            size = path.stat().st_size / 1e6
            print(f"{connection.vendor}, {count:>9,} rows ({size:.0f} MB): {spent:6.1f} s, peak {peak:.0f} MB. {said}")
            path.unlink()
        for count in filter(None, (created and 10_000, created)):
            path = write(Path(folder), count)
            club_of(f"new{run}-{count}", 0, count)
            spent, peak, said = imported(f"new{run}-{count}", path, "--create")
            print(f"{connection.vendor}, {count:>9,} players added: {spent:6.1f} s, peak {peak:.0f} MB. {said}")
            path.unlink()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(*map(int, sys.argv[1:]))
