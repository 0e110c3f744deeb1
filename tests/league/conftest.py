"""Fixtures of the services' tests."""

import pytest

from tests.copies import built_once

from .desking import superuser
from .scene import Scene


@pytest.fixture
def scene(db):
    """Eight players, a game-by-game Elo league with K = 32 from 1500."""
    return Scene(k=32)


@pytest.fixture
@built_once
def monthly(db):
    """The same per period, with January and February 2026 open."""
    from league.services.periods import open_monthly

    made = Scene(mode="period", k=32)
    made.january, made.february = open_monthly(league=made.league, first="2026-01", last="2026-02")
    return made


@pytest.fixture
def desk(client):
    """A browser in which somebody is signed in who may do everything."""
    client.force_login(superuser())
    return client
