"""bin/serve from outside: migrated, answering, an admin account, a worker that ends with it."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from .conftest import BASE_DIR
from .test_container import free_port

PATIENCE = 180  # seconds until the page must answer: a busy machine is no fault


def answers(port):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).status == 200
    except (urllib.error.URLError, OSError):
        return False


def processes_on(database):
    """Process ids whose environment names this database: everything that a bin/serve started."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                if str(database).encode() in file.read():
                    found.append(int(entry))
        except (OSError, ValueError):
            continue
    return found


def serve(tmp_path, sign):
    """Start, wait until it answers, end it by a signal: what it said."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "DATABASE_URL": f"sqlite:///{tmp_path}/arpad.sqlite3"}
    said = tmp_path / "said"
    with said.open("w") as out:
        server = subprocess.Popen(
            [BASE_DIR / "bin" / "serve", "--no-demo"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            # whoever runs the tests in the background has it ignored, and a shell cannot undo that
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        try:
            end = time.monotonic() + PATIENCE
            while not answers(port):
                assert server.poll() is None and time.monotonic() < end, said.read_text()
                time.sleep(0.2)
        finally:
            server.send_signal(sign)
            server.wait(60)
    return said.read_text()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="counts processes in /proc, as on Linux")
def test_serve_can_be_repeated_and_ends_its_worker(tmp_path):
    first = serve(tmp_path, signal.SIGTERM)
    assert "as admin with the password" in first
    assert "Unknown command" not in first
    second = serve(tmp_path, signal.SIGINT)
    assert "DEBUG=1 .venv/bin/python manage.py changepassword admin\n" in second
    assert "with the password" not in second
    end = time.monotonic() + 30
    while left := processes_on(tmp_path):
        assert time.monotonic() < end, f"still running: {left}"
        time.sleep(0.2)


def test_a_taken_port_is_said_with_what_to_type():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = subprocess.run(
            [BASE_DIR / "bin" / "serve"], env={**os.environ, "PORT": port}, capture_output=True, text=True, check=False
        )
    assert said.returncode == 1 and said.stdout == ""
    assert f"Port {port} cannot be had" in said.stderr and "PORT=9000 bin/serve" in said.stderr


def test_serve_explains_itself_when_asked_something_else():
    said = subprocess.run([BASE_DIR / "bin" / "serve", "--help"], capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "--no-demo" in said.stderr


@pytest.mark.django_db
def test_the_first_admin_is_made_once():
    out = StringIO()
    call_command("first_admin", "--page", "http://127.0.0.1:8000/admin/", stdout=out)
    password = out.getvalue().split("password ")[1].split()[0]
    user = get_user_model().objects.get(is_superuser=True)
    assert user.check_password(password)
    out = StringIO()
    call_command("first_admin", stdout=out)
    assert "as admin" in out.getvalue()
    assert password not in out.getvalue()
    assert get_user_model().objects.count() == 1


@pytest.mark.django_db
def test_a_known_name_is_not_taken_over():
    get_user_model().objects.create_user("admin", password="somebody else")
    call_command("first_admin", stdout=StringIO())
    assert get_user_model().objects.get(is_superuser=True).username == "admin2"
