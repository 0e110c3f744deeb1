"""The container's last steps, without Docker: what it runs starts, and its health check passes."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from .conftest import BASE_DIR

DOCKERFILE = (BASE_DIR / "Dockerfile").read_text(encoding="utf-8")
PATIENCE = 60  # seconds until the server must answer


def command(instruction: str) -> list[str]:
    """The words of the last ``CMD [...]`` after an instruction."""
    found = re.findall(rf"^{instruction}(?:.|\\\n)*?CMD (\[.*\])$|^{instruction} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(next(filter(None, found[-1])))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def environment(tmp_path):
    """What a container has: no DEBUG, a key, a database of its own, collected static files."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {
        **kept,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DEBUG": "0",
        "SECRET_KEY": "k" * 60,
        "ALLOWED_HOSTS": "ratings.example.org",
        "DATABASE_URL": f"sqlite:///{tmp_path}/arpad.sqlite3",
        "STATIC_ROOT": str(tmp_path / "static"),
    }


def manage(environment, *words):
    subprocess.run([sys.executable, "manage.py", *words], cwd=BASE_DIR, env=environment, check=True)


def wait_until_healthy(server, check, environment):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        if subprocess.run(check, env=environment, capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.2)
    raise AssertionError(f"not healthy: {server.poll()}")


def test_the_server_starts_and_is_healthy(environment, tmp_path, migrated_file):
    port = free_port()
    environment["DATABASE_URL"] = f"sqlite:///{migrated_file}"
    manage(environment, "collectstatic", "--noinput", "--verbosity", "0")
    manage(environment, "migrate", "--noinput", "--verbosity", "0")
    arguments = (
        re.search(r'GUNICORN_CMD_ARGS="(.*?)"', DOCKERFILE).group(1).replace("0.0.0.0:8000", f"127.0.0.1:{port}")
    )
    check = [word.replace(":8000", f":{port}") for word in command("HEALTHCHECK")]
    log = (tmp_path / "log").open("w")
    server = subprocess.Popen(
        command("CMD"), cwd=BASE_DIR, env={**environment, "GUNICORN_CMD_ARGS": arguments}, stdout=log, stderr=log
    )
    try:
        wait_until_healthy(server, check, environment)
        ready = urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5)
        assert ready.read() == b"ok\n"
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
        assert refused.value.code == 400  # a host name that is not allowed
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def test_what_the_image_copies_and_names_is_there():
    assert (BASE_DIR / "requirements.txt").exists()
    assert (BASE_DIR / "config" / "wsgi.py").exists()
    for folder in re.search(r"compileall -q (.*)", DOCKERFILE).group(1).split():
        assert (BASE_DIR / folder).is_dir()


def test_without_a_key_the_settings_refuse_in_words(environment):
    environment["SECRET_KEY"] = ""
    said = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode != 0
    assert "SECRET_KEY is not set" in said.stderr
