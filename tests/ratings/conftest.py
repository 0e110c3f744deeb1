"""The club of ``pages.py``, built once, copied for each module, and left as it was by every test."""

import pytest
from django.core.cache import cache
from django.db import transaction

from ..copies import built_once
from .pages import build_scene

build = built_once(build_scene)


@pytest.fixture(scope="module")
def built_scene(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield build(rounds=5)
        transaction.set_rollback(True)


@pytest.fixture
def scene(built_scene, db):
    cache.clear()
    return built_scene
