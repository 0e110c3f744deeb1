"""backup and restore, on whichever database the suite runs; journey 9: nothing is lost, the right thing is said."""

import io
import json
import os
import shutil
import sqlite3
import stat
import threading
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from league.management import backups
from league.models import Club, Game, Player
from ratings.ledger.apart import own_part
from ratings.models import Rating, RatingChange
from ratings.services import rerate
from tests.copies import built_once
from tests.ratings.build import snapshot

from .scene import Scene

pytestmark = pytest.mark.django_db(transaction=True)
PROGRAMS = connection.vendor != "postgresql" or all(map(shutil.which, ("pg_dump", "pg_restore", "psql")))


@pytest.fixture(autouse=True)
def programs():
    if not PROGRAMS:
        from tests.conftest import skip_or_fail

        skip_or_fail("PostgreSQL's client programs are not installed")


@pytest.fixture
@built_once
def scene(transactional_db):
    scene = Scene(k=32)
    scene.play("anna", "bartek")
    scene.play("celina", "anna", "=", day=1)
    return scene


def run(*words, **options):
    out = io.StringIO()
    call_command(*map(str, words), stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def refused(*words, code=1, **options):
    with pytest.raises(CommandError) as error:
        run(*words, **options)
    assert error.value.returncode == code
    return str(error.value)


def rated_as_a_whole(scene, settings):
    """By other rules, so that a big league gets its own part of the log where there are parts."""
    settings.ARPAD_LONG_REPLAY = settings.ARPAD_OWN_TABLE_GAMES = 1
    for rules in scene.league.rules.all():
        rules.parameters["k"] = 20
        rules.save()
    rerate(scene.league, since=None, reason="other rules")
    if connection.vendor == "postgresql":
        assert own_part(RatingChange._meta.db_table, scene.league.pk)


def test_everything_comes_back_as_it_was(scene, tmp_path, settings):
    rated_as_a_whole(scene, settings)
    file = tmp_path / "arpad.backup"
    before = snapshot(scene.league), list(Player.objects.order_by("pk").values_list())
    assert file.name in run("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == [file.name]  # nothing unfinished is left
    scene.play("dawid", "ewa", day=5)
    scene.league.club.name = "Other"
    Player.objects.filter(pk=scene.anna.pk).update(name="Somebody Else")
    said = json.loads(run("restore", file, yes=True, verify=True, json=True))
    assert (snapshot(scene.league), list(Player.objects.order_by("pk").values_list())) == before
    assert {"games": 2, "players": 8, "log": 7}.items() <= said["counts"].items()
    assert RatingChange.objects.count() == said["counts"]["log"]
    scene.league.refresh_from_db()
    scene.play("dawid", "ewa", day=5)  # and life goes on: numbers of new rows are free
    scene.must_verify()


def test_a_database_with_something_in_it_is_not_replaced_without_a_yes(scene, tmp_path):
    run("backup", tmp_path / "b")
    game = scene.play("dawid", "ewa", day=5)
    assert "not empty" in refused("restore", tmp_path / "b")
    assert Game.objects.filter(pk=game.pk).exists()


def test_an_empty_database_takes_a_backup_without_a_yes(scene, tmp_path):
    run("backup", tmp_path / "b")
    call_command("flush", interactive=False, verbosity=0)
    assert backups.is_empty()
    assert "Leagues as computed: 1." in run("restore", tmp_path / "b", verify=True)
    assert Club.objects.get().slug == "club"


def test_a_backup_that_is_there_is_not_replaced_unless_asked(scene, tmp_path):
    run("backup", tmp_path / "b")
    first = (tmp_path / "b").read_bytes()
    assert "--replace" in refused("backup", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == first
    run("backup", tmp_path / "b", replace=True)
    assert "no folder" in refused("backup", tmp_path / "nowhere" / "b")


def test_what_is_no_backup_is_refused_with_a_word_and_nothing_is_touched(scene, tmp_path):
    before = snapshot(scene.league)
    (tmp_path / "text").write_text("date,white,black\n")
    (tmp_path / "empty").touch()
    own, other = (b"SQLite format 3\0", b"PGDMP")[:: 1 if connection.vendor == "sqlite" else -1]
    (tmp_path / "other").write_bytes(other + bytes(100))
    (tmp_path / "stump").write_bytes(own + bytes(100))
    assert "no file" in refused("restore", tmp_path / "none", yes=True)
    assert "no backup" in refused("restore", tmp_path / "text", yes=True)
    assert "no backup" in refused("restore", tmp_path / "empty", yes=True)
    assert "and this installation uses" in refused("restore", tmp_path / "other", yes=True)
    assert refused("restore", tmp_path / "stump", yes=True)
    assert snapshot(scene.league) == before


def test_a_backup_cut_off_or_damaged_changes_nothing(scene, tmp_path):
    run("backup", tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    before = snapshot(scene.league)
    for part in (0.3, 0.6, 0.95):
        (tmp_path / "part").write_bytes(whole[: int(len(whole) * part)])
        assert refused("restore", tmp_path / "part", yes=True)
        assert snapshot(scene.league) == before


def test_a_backup_of_a_newer_version_is_refused(scene, tmp_path):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999_later', %s)", ["2030-01-01"]
        )
    try:
        run("backup", tmp_path / "newer")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")
    assert "newer version of Arpad (league.9999_later" in refused("restore", tmp_path / "newer", yes=True)


def test_a_restored_league_that_is_not_as_computed_is_told(scene, tmp_path):
    Rating.objects.filter(player=scene.anna).update(wins=50)
    run("backup", tmp_path / "b")
    assert "club/ladder" in refused("restore", tmp_path / "b", yes=True, verify=True)


def test_a_backup_while_results_come_in_is_one_state(scene, tmp_path):
    """Journey 9: each copy verifies, and holds at least what was there when it began."""
    stop, errors = threading.Event(), []

    def record():
        try:
            for day in range(2, 400):
                if stop.is_set():
                    return
                scene.play("dawid", "ewa", day=day)
        except Exception as error:
            errors.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=record)
    thread.start()
    try:
        games = Game.objects.count()
        run("backup", tmp_path / "b")
    finally:
        stop.set()
        thread.join(timeout=30)
    assert not errors
    run("restore", tmp_path / "b", yes=True, verify=True)
    assert games <= Game.objects.count()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file that somebody else holds")
def test_a_database_that_somebody_holds_is_told(scene, tmp_path, monkeypatch):
    run("backup", tmp_path / "b")
    monkeypatch.setattr(backups.sqlite, "BUSY", 0.2)
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "busy" in refused("restore", tmp_path / "b", yes=True)
    assert Game.objects.count() == 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite needs no other program")
def test_without_pg_dump_it_is_said_what_is_missing(scene, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "postgresql-client" in refused("backup", tmp_path / "b")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite's file")
def test_a_database_of_another_program_is_refused(scene, tmp_path):
    with closing(sqlite3.connect(tmp_path / "music")) as other:
        other.execute("CREATE TABLE songs (title)")
    assert "not one of Arpad" in refused("restore", tmp_path / "music", yes=True)
