"""The probes answer by address, without https, and say what is wrong."""

import pytest
from django.db import DatabaseError
from django.db.migrations.recorder import MigrationRecorder

from config import health


@pytest.mark.django_db
def test_both_probes_answer_ok(client):
    for page in ("/healthz", "/readyz"):
        answer = client.get(page)
        assert (answer.status_code, answer.content) == (200, b"ok\n")
        assert answer["Cache-Control"] == "no-store"


def test_alive_needs_no_database(client):
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_an_unknown_host_and_plain_http_are_answered_all_the_same(client, settings):
    settings.ALLOWED_HOSTS = ["ratings.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/readyz", headers={"host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.django_db
def test_a_missing_migration_is_not_ready(client):
    MigrationRecorder.Migration.objects.filter(app="league").delete()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "manage.py migrate" in answer.content.decode()


def test_a_silent_database_is_not_ready(client, monkeypatch):
    def silent(*args):
        raise DatabaseError("connection refused")

    monkeypatch.setattr(health, "MigrationExecutor", silent)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")
    assert client.get("/healthz").status_code == 200


def test_only_reading_is_answered(client):
    assert client.post("/healthz").status_code == 405
    assert client.head("/healthz").status_code == 200
