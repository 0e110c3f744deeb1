"""Two web processes and a worker for twenty seconds: readers of boards, players and the API, and results that come in.

Run by ``bin/bench load [SECONDS [RESULTS [READERS [PLAYERS]]]]`` on the database of DATABASE_URL: so many results a
second come through the API, as many readers as given ask one page after another. Prints the latencies of each kind and
what went wrong; ends with 1 where something did.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import count
from statistics import quantiles

CLUB, LEAGUE = "bench", "load"
GAMES_EACH = 10  # games of a player before the load begins
START, DAYS = date(2020, 1, 1), count()  # of the results that come in; the generated games end before


class Tally:
    """Latencies in seconds and failures, by kind of request."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.failed: dict[str, list[str]] = defaultdict(list)
        self.start = self.end = time.perf_counter()

    def add(self, kind: str, seconds: float, fault: str) -> None:
        with self.lock:
            self.spent[kind].append(seconds)
            self.end = time.perf_counter()
            if fault:
                self.failed[kind].append(fault)

    def show(self) -> None:
        seconds = self.end - self.start  # until the last answer: results that queue are answered late, not left out
        print(
            f"{'':18}{'requests':>9}{'a second':>10}{'median':>10}{'95 %':>10}{'99 %':>10}{'slowest':>10}{'failed':>8}"
        )
        for kind, spent in sorted(self.spent.items()):
            steps = quantiles(spent, n=100) if len(spent) > 1 else spent * 99
            times = "".join(f"{value * 1000:7.0f} ms" for value in (steps[49], steps[94], steps[98], max(spent)))
            print(f"{kind:18}{len(spent):9}{len(spent) / seconds:10.1f}{times}{len(self.failed[kind]):8}")
        for kind, faults in self.failed.items():
            for fault in sorted(set(faults))[:3]:
                print(f"    {kind}: {fault}")


class Asker:
    """One connection that stays open, as a browser's or a program's."""

    def __init__(self, port: int, tally: Tally, token: str = "") -> None:
        self.port, self.tally = port, tally
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} if token else {}
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, kind: str, address: str, body: dict | None = None, since: float | None = None) -> None:
        """``since``: when the request should have been sent, so that waiting for one's turn counts as well."""
        start, fault = since or time.perf_counter(), ""
        try:
            method = "GET" if body is None else "POST"
            self.connection.request(method, address, json.dumps(body) if body else None, self.headers)
            answer = self.connection.getresponse()
            text = answer.read()
            fault = "" if answer.status in (200, 201) else f"{answer.status} {address} {text[:120]!r}"
        except (OSError, http.client.HTTPException) as error:
            fault = f"{type(error).__name__} {address}"
            self.connection.close()
        self.tally.add(kind, time.perf_counter() - start, fault)


def reads(players: list[int], seed: int) -> Iterator[tuple[str, str]]:
    rng, board, api = random.Random(seed), f"/{CLUB}/{LEAGUE}/", f"/api/v1/clubs/{CLUB}/leagues/{LEAGUE}"
    while True:
        yield "board", board
        yield "player", f"{board}players/{rng.choice(players)}/"
        yield "board, far down", f"{board}?page={rng.randrange(1, len(players) // 60 + 2)}"
        yield "API leaderboard", f"{api}/leaderboard?limit=100"
        yield "player", f"{board}players/{rng.choice(players)}/"
        yield "API player", f"{api}/players/{rng.choice(players)}"
        yield "search", f"{board}?q=p{rng.randrange(1, 99)}"


def read_on(asker: Asker, players: list[int], seed: int, end: float) -> None:
    for kind, address in reads(players, seed):
        if time.perf_counter() >= end:
            return
        asker.ask(kind, address)


def record_on(asker: Asker, players: list[int], number: int, every: float, end: float) -> None:
    """A result at each of its moments; late ones follow at once."""
    rng, at = random.Random(number), time.perf_counter()
    while at < end:
        time.sleep(max(0.0, at - time.perf_counter()))
        white, black = rng.sample(players, 2)
        result = {"white": white, "black": black, "result": rng.choice(["1-0", "1/2", "0-1"])}
        address = f"/api/v1/clubs/{CLUB}/leagues/{LEAGUE}/games"
        day = START + timedelta(next(DAYS))  # on top of the log, as the newest result of a league is
        asker.ask("result recorded", address, result | {"date": day.isoformat()}, since=at)
        at += every


def main(seconds: int = 20, results: int = 20, readers: int = 6, players: int = 2_000) -> int:
    from django.db import connection

    people, token = prepared(players)
    tally = Tally()
    connection.close()
    with serving() as port:
        for address in (f"/{CLUB}/{LEAGUE}/", f"/api/v1/clubs/{CLUB}/leagues/{LEAGUE}"):
            Asker(port, Tally()).ask("", address)
        tally.start, writers = time.perf_counter(), 4
        end = tally.start + seconds
        work = [
            *(
                (record_on, Asker(port, tally, token), people, n, writers / results, end)
                for n in range(writers)
                if results
            ),
            *((read_on, Asker(port, tally), people, n, end) for n in range(readers)),
        ]
        threads = [threading.Thread(target=function, args=arguments) for function, *arguments in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    took = tally.end - tally.start
    print(f"{connection.vendor}, {players:,} players, two processes, a worker; load {os.getloadavg()[0]:.1f}")
    print(f"{readers} readers, {results} results a second for {seconds} s, the last answer after {took:.1f} s")
    tally.show()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    asked = sum(map(len, tally.spent.values()))
    seconds = used.ru_utime + used.ru_stime
    print(f"processor: {seconds:.1f} s of these processes, their start included, for {asked} requests")
    wrong = checked()
    print("the log afterwards:", wrong or "no difference")
    return 1 if wrong or any(tally.failed.values()) else 0


def prepared(players: int) -> tuple[list[int], str]:
    """A rated league, and a token that may record in it."""
    from league.services.access.programs import make_token
    from ratings.services import rerate

    from .generated import league_of

    league = league_of(GAMES_EACH * players, players, slug=LEAGUE)
    rerate(league, since=None, reason="bench")
    _token, secret = make_token(club=league.club, name="load", scopes=["record"])
    return list(league.ratings.values_list("player", flat=True)), secret


def checked() -> list:
    from league.models import League
    from ratings.services import verify

    return verify(League.objects.get(slug=LEAGUE))


IN_PRODUCTION = {
    "DEBUG": "0", "SECRET_KEY": "x" * 60, "SECURE_SSL_REDIRECT": "0", "LOG_LEVEL": "ERROR",
    "ARPAD_API_READS": "0", "ARPAD_API_WRITES": "0",
}  # fmt: skip


@contextmanager
def serving() -> Iterator[int]:
    """gunicorn with two processes of two threads, and a worker; the port on which it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as static:
        environment = os.environ | IN_PRODUCTION | {"STATIC_ROOT": static}
        run = [sys.executable, "manage.py"]
        subprocess.run([*run, "collectstatic", "--noinput", "--verbosity", "0"], env=environment, check=True)
        web = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2"]
        commands = ([*web, "--threads", "2", "--timeout", "60", "--log-level", "warning"], [*run, "work"])
        yield from _running(commands, environment, port)


def _running(commands, environment: dict[str, str], port: int) -> Iterator[int]:
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for command in commands]
    try:
        _wait_for(port)
        yield port
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(30)


def _wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("gunicorn does not answer")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
