"""Goals as ratios, measured pair by pair in one run: what every benchmark yields and how it measures.

A benchmark is a module ``bench_NAME`` with

    def goals(scale: Scale) -> Iterator[Goal]: ...

which builds what it needs in the database of DATABASE_URL (fresh, migrated, empty, its own; ``DATABASES = False`` in
the module: it needs none and runs once) and yields each goal as soon as it is measured. ``bin/bench`` runs them all.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

AT_MOST, AT_LEAST, TOLD = "<=", ">=", "told"  # told: for comparison, no goal


class Scale(NamedTuple):
    """How big: the games of a league, its players, those of the league with many, how often a pair is measured."""

    games: int = 50_000
    players: int = 2_000
    many_players: int = 10_000
    repeats: int = 5
    full: bool = False


QUICK = Scale()
FULL = Scale(1_000_000, 10_000, 100_000, 5, full=True)


@dataclass(frozen=True)
class Goal:
    """One line of the table: both sides as words, their ratio, and what it should be.

    ``note``: what a reader must know of this measurement (size, what is on the other side).
    """

    name: str
    ratio: float
    limit: float
    ours: str
    other: str
    way: str = AT_MOST
    note: str = ""

    @property
    def reached(self) -> bool:
        return self.way == TOLD or (self.ratio <= self.limit if self.way == AT_MOST else self.ratio >= self.limit)

    @property
    def wanted(self) -> str:
        return "" if self.way == TOLD else f"{self.way} {self.limit:.4g}"

    @property
    def verdict(self) -> str:
        return "" if self.way == TOLD else "reached" if self.reached else "NOT REACHED"


class Pair(NamedTuple):
    """Both sides of a ratio: medians in seconds, and the median of the ratios ours : other taken pair by pair."""

    ours: float
    other: float
    ratio: float


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds, of the wall's clock unless another is given."""
    start = clock()
    work()
    return clock() - start


def paired(ours: Callable[[], float], other: Callable[[], float], repeats: int = 5) -> Pair:
    """Measure both sides in turn; each says its own seconds, so that it may prepare something first."""
    spent = [(ours(), other()) if number % 2 else (other(), ours())[::-1] for number in range(repeats)]
    return Pair(
        median(a for a, _ in spent), median(b for _, b in spent), median(a / b for a, b in spent)
    )  # fmt: skip


def slower(name: str, pair: Pair, limit: float, note: str = "") -> Goal:
    """Ours takes at most ``limit`` times what the other takes."""
    return Goal(name, pair.ratio, limit, seconds(pair.ours), seconds(pair.other), AT_MOST, note)


def faster(name: str, pair: Pair, limit: float, note: str = "") -> Goal:
    """Ours is at least ``limit`` times as fast as the other."""
    return Goal(name, 1 / pair.ratio, limit, seconds(pair.ours), seconds(pair.other), AT_LEAST, note)


def told(name: str, pair: Pair, note: str = "") -> Goal:
    """How many times as fast as the other ours is, or a part of it; nobody set a limit."""
    return Goal(name, 1 / pair.ratio, 0, seconds(pair.ours), seconds(pair.other), TOLD, note)


def seconds(value: float) -> str:
    """A time as people read it."""
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1e3:.2f} ms" if value >= 1e-3 else f"{value * 1e6:.1f} us"


def megabytes(value: float) -> str:
    return f"{value:.0f} MB"


def line(goal: Goal) -> str:
    """One goal for the screen."""
    numbers = f"{goal.ours:>11} {goal.other:>11} {goal.ratio:>9.3g}  {goal.wanted:<11} {goal.verdict:<11}"
    return f"{goal.name:<66} {numbers}  {goal.note}".rstrip()


HEADING = f"{'goal':<66} {'ours':>11} {'beside':>11} {'ratio':>9}  {'limit':<11} "


def machine() -> str:
    """What the numbers were measured on."""
    import sqlite3

    import django

    model = next((row.partition(":")[2].strip() for row in _lines("/proc/cpuinfo") if row.startswith("model name")), "")
    memory = next((int(row.split()[1]) >> 20 for row in _lines("/proc/meminfo") if row.startswith("MemTotal")), 0)
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores {model or platform.machine()}, {memory + 1} GiB, {platform.system()}"
        f" {platform.release()}, Python {platform.python_version()}, Django {django.__version__}, SQLite"
        f" {sqlite3.sqlite_version}, load {load:.1f} before the first measurement"
    )


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []


def in_a_process(module: str, *arguments: object) -> str:
    """What a benchmark says in a process of its own: for peaks of memory, and for second writers."""
    out = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, arguments)],
        capture_output=True, text=True, env=os.environ | {"DEBUG": "1"}, check=False,
    )  # fmt: skip
    if out.returncode:
        raise RuntimeError(out.stderr[-2000:])
    return out.stdout


def peak_memory() -> float:
    """Peak resident size of this process in MB (getrusage would tell the parent's, if that was higher)."""
    return next(int(row.split()[1]) for row in _lines("/proc/self/status") if row.startswith("VmHWM:")) / 1024


def run_alone(goals: Callable[[Scale], Iterator[Goal]], words: list[str]) -> None:
    """``bin/bench NAME [--full] [GAMES [PLAYERS [MANY_PLAYERS]]]``: one benchmark, its goals as they come."""
    scale = scale_of(words)
    print(machine(), scale, HEADING, sep="\n", flush=True)
    for goal in goals(scale):
        print(line(goal), flush=True)


def scale_of(words: list[str]) -> Scale:
    scale = FULL if "--full" in words else QUICK
    numbers = [int(word.replace("_", "")) for word in words if not word.startswith("--")]
    usual = [scale.games, scale.players, scale.many_players, scale.repeats]
    games, players, many_players, repeats = [*numbers, *usual[len(numbers) :]][: len(usual)]
    return Scale(games, players, many_players, repeats, scale.full)
