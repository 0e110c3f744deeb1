"""The documentation says what is: its commands and options exist, and the README's first commands run."""

import csv
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from .conftest import BASE_DIR

COMMANDS = (BASE_DIR / "docs" / "commands.md").read_text(encoding="utf-8")
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")
OURS = {name: app for name, app in get_commands().items() if app in ("league", "ratings")}


def examples(text):
    """Every ``manage.py`` call in the code blocks of a page, as words after ``manage.py``."""
    blocks = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for line in "\n".join(blocks).replace("\\\n", " ").splitlines():
        if "manage.py " in line:
            call = line.partition("manage.py ")[2]
            yield shlex.split(call, comments=True)


def parser(name):
    return load_command_class(OURS[name], name).create_parser("manage.py", name)


def without_redirection(words):
    return words[: words.index(">")] if ">" in words else words


@pytest.mark.parametrize("words", [*examples(COMMANDS), *examples(README)], ids=" ".join)
def test_examples_are_accepted_by_their_commands(words):
    name, *arguments = without_redirection(words)
    if name in OURS:
        parser(name).parse_args(arguments)
    else:
        assert name in get_commands()


def test_every_command_is_documented():
    assert set(OURS) - {words[0] for words in examples(COMMANDS)} == set()


def test_options_named_in_the_text_exist():
    known = {option for name in OURS for action in parser(name)._actions for option in action.option_strings}
    named = set(re.findall(r"`(--[a-z][a-z-]+)", COMMANDS))
    assert named
    assert named - known == set()


def test_the_first_commands_of_the_readme_run(tmp_path):
    block = next(
        block for block in re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL) if "export DEBUG" in block
    )
    # the files it writes belong into the test's folder, the environment is the one that runs the tests
    script = re.sub(r"> (\w+\.csv)", rf"> {tmp_path}/\1", block).replace(
        "$PWD/.venv/bin", str(Path(sys.executable).parent)
    )
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/arpad.sqlite3"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with (tmp_path / "changes.csv").open(encoding="utf-8") as file:
        changes = list(csv.DictReader(file))
    assert sum(row["cause"] == "game" for row in changes) == 2 * 49_520
    with (tmp_path / "ratings.csv").open(encoding="utf-8") as file:
        ratings = {row["player"]: row["last_played"] for row in csv.DictReader(file)}
    assert ratings["Germany"] == "1974-07-07"


def test_the_kernel_modules_named_in_the_docs_exist():
    text = (BASE_DIR / "docs" / "rating-systems.md").read_text(encoding="utf-8")
    kernel = BASE_DIR / "ratings" / "kernel"
    named = set(re.findall(r"`((?:\.\./)?(?:[a-z0-9_]+/)?[a-z0-9_]+\.py)`", text))
    assert len(named) > 10
    places = (kernel, kernel / "fide", kernel / "glicko2")
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
