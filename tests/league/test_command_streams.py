"""Commands as processes in a pipe: whatever reads them, they end without a traceback."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from league.management.base import READER_GONE, day_of
from league.services.errors import Refused


def run(command: str, tmp_path, **extra: str) -> subprocess.CompletedProcess[bytes]:
    url = {"DATABASE_URL": f"sqlite:///{tmp_path / 'pipes.sqlite3'}"}
    environment = os.environ | {"DEBUG": "1", "MANAGE": f"{sys.executable} manage.py"} | url | extra
    return subprocess.run(
        ["bash", "-c", command], cwd=settings.BASE_DIR, env=environment, capture_output=True, timeout=120, check=False
    )


def test_a_reader_who_leaves_ends_the_command_quietly(tmp_path):
    done = run("$MANAGE create_league --preset list | head -c 0; exit ${PIPESTATUS[0]}", tmp_path)
    assert (done.returncode, done.stderr) == (READER_GONE, b"")


def test_a_full_disk_is_told_in_words(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    done = run("$MANAGE create_league --preset list > /dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode() == "The output could not be written: No space left on device.\n"


def test_a_file_that_the_system_does_not_open_is_named(tmp_path):
    done = run(f"$MANAGE restore {'x' * 300} --verify", tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode() == f"{'x' * 300}: File name too long.\n"


def test_a_closed_output_is_as_good_as_the_null_device(tmp_path):
    done = run("$MANAGE create_league --preset list >&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_export_is_utf8_whatever_the_terminal_writes(tmp_path, migrated_file):
    done = run(
        "$MANAGE create_league club/ladder --system elo > /dev/null"
        " && printf 'name\\nŁucja Иванова\\n' | $MANAGE import_players club - --league club/ladder > /dev/null"
        " && $MANAGE export club/ladder players",
        tmp_path,
        DATABASE_URL=f"sqlite:///{migrated_file}",
        PYTHONIOENCODING="latin-1",
    )
    assert done.returncode == 0, done.stderr.decode()
    assert "Łucja Иванова" in done.stdout.decode()


@pytest.mark.parametrize("text", ["2026-W01-1", "20260103", "2026-02-30", "٢٠٢٦-01-03x", ""])
def test_a_day_is_written_as_the_message_says(text):
    with pytest.raises(Refused):
        day_of(text)
