"""What every test may use: the files beside the project, the browser, a database like the real one."""

import gc
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

# Playwright's sync API keeps an event loop running; Django must be told before it is used.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.test import TransactionTestCase
from django.utils import translation

from .copies import empty

BASE_DIR = Path(__file__).resolve().parent.parent
SHARED = BASE_DIR.parent / "shared"
CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")

# Chromium's own calls home, which a test never wants.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
]


def chromium() -> str | None:
    """Where the browser is: CHROMIUM, or the first of the usual names on the path."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def skip_or_fail(words: str) -> None:
    """Something outside the project is missing: skip here, fail where CI promised it."""
    if CI:
        pytest.fail(f"{words} (CI must have it)", pytrace=False)
    pytest.skip(words)


def tool(name: str) -> str:
    """The path of a program that a test needs."""
    found = shutil.which(name)
    if found is None:
        skip_or_fail(f"{name} is not installed")
    return found


def pytest_addoption(parser):
    parser.addoption("--database-only", action="store_true", help="only tests that use the database")


def pytest_collection_modifyitems(config, items):
    """On a second database nothing else can come out differently, and the time is needed elsewhere."""
    if config.getoption("--database-only"):
        with_database = {"db", "transactional_db", "live_server"}
        kept = [i for i in items if i.get_closest_marker("django_db") or with_database & set(i.fixturenames)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept


def pytest_collection_finish():
    """Five thousand tests are there to stay: the collector need not look through them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_runtest_setup(item):
    if item.get_closest_marker("e2e") and chromium() is None:
        skip_or_fail("Chromium is not installed: apt-get install chromium, or name it by CHROMIUM")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data and rules beside the project. Tests that read it skip where it is not."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not there: data that may not be shipped")
    return SHARED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, tmp_path_factory):
    """SQLite: a file, as in real life. In memory the threads of a test would share one connection and
    locks would behave otherwise."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        database.setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"  # nobody pulls the plug of a test


@pytest.fixture(autouse=True, scope="session")
def quick_emptying():
    """After a test that commits."""
    TransactionTestCase._fixture_teardown = lambda case: empty()


@pytest.fixture(autouse=True, scope="session")
def quick_passwords():
    """Passwords of test users need not withstand anybody."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(autouse=True)
def _language():
    """A view or a command that chose a language leaves it to its thread: the next test must not read it."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _empty_cache():
    """Ids and versions begin anew with every test: what an earlier one kept would answer for them."""
    cache.clear()


@pytest.fixture
def migrated_file(django_db_setup, tmp_path) -> Path:
    """A SQLite database with all tables and no rows, for programs that are started. Migrating takes seconds."""
    path = tmp_path / "migrated.sqlite3"
    if connection.vendor != "sqlite":
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{path}"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=BASE_DIR, env=environment, check=True)
        return path
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as there, closing(sqlite3.connect(path)) as copy:
        there.backup(copy)
    return path
