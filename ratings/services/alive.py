"""Signs of life of workers: who is at work on what, and whether anybody is."""

from __future__ import annotations

import os
import socket
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.models import League
from ratings.models import WorkerBeat

ALIVE = timedelta(seconds=15)


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"[:80]


def beat(*, league: League | None = None, done: int = 0, total: int = 0) -> None:
    """A sign of life, with how far the work on a league is."""
    values = {"seen_at": timezone.now(), "league": league, "done": done, "total": total}
    WorkerBeat.objects.update_or_create(name=worker_name(), defaults=values)
    WorkerBeat.objects.filter(seen_at__lt=timezone.now() - 20 * ALIVE).delete()


def worker_alive() -> bool:
    """Whether some worker gave a sign of life in the last 15 seconds, and was not killed since."""
    return any(map(_may_live, _fresh_beats().values_list("name", flat=True)))


def _fresh_beats() -> QuerySet[WorkerBeat]:
    return WorkerBeat.objects.filter(seen_at__gte=timezone.now() - ALIVE)


def _may_live(name: str) -> bool:
    """False for a worker of this machine whose process is gone: it was killed and could not say so."""
    host, _, process = name.rpartition(":")
    if host != worker_name().rpartition(":")[0] or os.name != "posix" or not process.isdigit():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's process
        return True
    return True


def leave() -> None:
    """The worker goes: the web process does the work itself again."""
    WorkerBeat.objects.filter(name=worker_name()).delete()


def claim(league: League) -> bool:
    """Whether no other worker is busy with this league (by its sign of life)."""
    with transaction.atomic():
        others = _fresh_beats().filter(league=league).exclude(name=worker_name())
        return not any(map(_may_live, others.values_list("name", flat=True)))
