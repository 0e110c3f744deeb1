"""Pages measured through Django's handler and all middlewares: one request after another, on both sides of a ratio.

What is measured is the time of the processor, that of the database's server included: the machine may have other work
to do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

IN_A_ROW = 5  # requests of one measurement


def clock() -> Callable[[], float]:
    """Seconds that the processor gave to this process, and to the server that works for its connection: on SQLite
    there is none; where the server runs elsewhere, the clock of the wall."""
    if connection.vendor == "sqlite":
        return time.process_time
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        server = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    if "postgres" not in _command(server.parent):
        return time.perf_counter
    return lambda: time.process_time() + int(server.read_text().split()[0]) / 1e9


def _command(process: Path) -> str:
    file = process / "comm"
    return file.read_text() if file.exists() else ""


def with_bare_pages():
    """Settings under which the pages of ``bare`` answer beside those of the site, as in production (no DEBUG)."""
    from django.conf import settings

    templates = [dict(each) for each in settings.TEMPLATES]
    templates[0]["DIRS"] = [*templates[0]["DIRS"], Path(__file__).parent / "templates"]
    return override_settings(
        ROOT_URLCONF="tests.benchmarks.bare", TEMPLATES=templates, DEBUG=False, ALLOWED_HOSTS=["*"],
        MIDDLEWARE=[each for each in settings.MIDDLEWARE if "whitenoise" not in each],  # it looks for collected files
    )  # fmt: skip


def asking(address: str) -> Callable[[], float]:
    """Seconds of one request to a page, as the mean of a few; the first ones, before it is kept ready, do not count."""
    client, now = Client(), clock()
    for _ in range(2):
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    def ask() -> float:
        start = now()
        for _ in range(IN_A_ROW):
            client.get(address)
        return (now() - start) / IN_A_ROW

    return ask


def rated(league) -> None:
    """Rate a league for the first time, and let the database look at what it holds, as PostgreSQL does by itself
    within a minute."""
    from ratings.services import rerate

    rerate(league, since=None, reason="bench")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def queries(address: str) -> int:
    """How many questions a page asks the database once it was looked at."""
    client = Client()
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)
