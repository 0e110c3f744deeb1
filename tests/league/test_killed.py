"""A worker killed (-9) anywhere in a re-rating: the old state or the new one, and the next worker finishes it."""

import os
import random
import signal
import time

import pytest
from django.db import connections, transaction

from league.models import League, RatingRules
from ratings.models import RatingRun, WorkerBeat
from ratings.services import defer, rerate, settle, verify, work_once
from tests.benchmarks.generated import league_of
from tests.ratings.build import snapshot

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes as Unix has them"),
]


@pytest.fixture
def stale(transactional_db):
    """2,000 games rated with K 32, whose rules say 16 now: every row of the log is to be written anew."""
    league = league_of(2_000, 40, slug="killed", k=32)
    rerate(league, since=None, reason="first")
    RatingRules.objects.filter(league=league).update(parameters={"k": 16})
    with transaction.atomic():
        defer(League.objects.lock(league.pk)[0], since=None, reason="other rules")
    return league


def killed(work, after=None):
    """Run the work in a process of its own and kill it so many seconds later (None: it does so itself)."""
    connections.close_all()  # each process its own connection
    process = os.fork()
    if process == 0:
        try:
            work()
        finally:
            os._exit(0)
    if after is not None:
        time.sleep(after)
        os.kill(process, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])


def state(league):
    marked = League.objects.get(pk=league.pk).stale_since is not None
    return marked, RatingRun.objects.filter(league=league).count(), snapshot(league)


def die(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)


POINTS = {
    "before a row is computed": "ratings.services.rerating.Replay",
    "computed, nothing written": "ratings.services.rerating.finish",
    "before the log is written": "ratings.ledger.rows.LogWriter.apply",
    "the log written, the ratings not": "ratings.ledger.standings.write_ratings",
    "all but the run": "ratings.services.rerating.insert",
    "all but the league's own row": "ratings.services.rerating.save_state",
}


def test_killed_at_any_step_before_the_last_all_is_as_it_was(stale, monkeypatch):
    old = state(stale)
    for words, target in POINTS.items():
        with monkeypatch.context() as patched:
            patched.setattr(target, die)
            assert killed(work_once), words
        assert state(stale) == old, words


def test_killed_right_after_the_last_step_all_is_new(stale, monkeypatch):
    old = state(stale)
    monkeypatch.setattr("ratings.services.working.settle", lambda *args, **more: (settle(*args, **more), die()))
    assert killed(work_once)
    marked, runs, numbers = state(stale)
    assert (marked, runs) == (False, old[1] + 1)
    assert numbers != old[2]
    assert verify(stale) == []


def test_killed_at_random_moments_the_old_state_or_the_new_and_the_next_worker_finishes(stale):
    old, dice, states = state(stale), random.Random(11), []
    for _ in range(6):
        killed(work_once, after=dice.uniform(0.02, 0.35))
        states.append(state(stale))
    assert WorkerBeat.objects.exists()  # those killed could not sign off
    began = time.monotonic()
    work_once()
    assert time.monotonic() - began < 5
    done = state(stale)
    assert (done[0], done[1]) == (False, 2)
    assert all(each in (old, done) for each in states)
    assert verify(stale) == []
