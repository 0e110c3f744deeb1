"""Promises that the project makes about itself: pins, settings, static files, texts, scripts."""

import ast
import gettext
import os
import re
import subprocess
from pathlib import Path

import pytest

from .conftest import BASE_DIR, tool

PIN = re.compile(r"^[A-Za-z0-9._-]+(\[[a-z,-]+\])?==[0-9][0-9A-Za-z.]*$")
ADDRESS = re.compile(r"""(?:https?:)?//(?P<host>[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)""")
# Names of XML languages look like addresses and are never asked for.
NAMESPACES = {"www.w3.org"}
VENDOR = BASE_DIR / "static" / "vendor"
CATALOGUES = sorted((BASE_DIR / "locale").glob("*/LC_MESSAGES/django.po"))


def requirements(name: str) -> list[str]:
    """The pins of one file, without comments and included files."""
    lines = (BASE_DIR / name).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith(("#", "-r"))]


def text_files(folder: str, *endings: str) -> list[Path]:
    return sorted(path for path in (BASE_DIR / folder).rglob("*") if path.is_file() and path.suffix in endings)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned_exactly(name):
    assert requirements(name)
    assert [line for line in requirements(name) if not PIN.match(line)] == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_has_its_reason_in_the_docs(name):
    table = (BASE_DIR / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Dependencies")[2]
    reasons = dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", table, re.MULTILINE))
    named = [re.split(r"==|\[", line)[0] for line in requirements(name)]
    assert [package for package in named if len(reasons.get(package, "").split()) < 3] == []


def test_every_setting_read_from_the_environment_is_documented():
    example = (BASE_DIR / ".env.example").read_text(encoding="utf-8")
    documented = set(re.findall(r"^(?:# )?([A-Z][A-Z0-9_]+)=", example, re.MULTILINE))
    tree = ast.parse((BASE_DIR / "config" / "settings.py").read_text(encoding="utf-8"))
    read = {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and isinstance(call.args[0], ast.Constant)
    } | {"DATABASE_URL"}
    assert len(read) > 15
    assert read - documented == set()


def test_pages_and_static_files_ask_no_other_host():
    wrong = [
        f"{path.relative_to(BASE_DIR)}: {found.group(0)}"
        for path in text_files("templates", ".html", ".xml", ".txt")
        + text_files("static", ".css", ".js", ".svg", ".json")
        if VENDOR not in path.parents
        for found in ADDRESS.finditer(path.read_text(encoding="utf-8"))
        if found.group("host") not in NAMESPACES
    ]
    assert not wrong, "\n".join(wrong)


def test_vendored_files_load_nothing_from_elsewhere():
    # Addresses in licence comments are fine; what a browser would fetch is not, nor what makes
    # collectstatic look for a file that is not shipped.
    fetch = re.compile(r"""(url\(\s*["']?|@import\s+["'(]?)(https?:)?//|sourceMappingURL=""")
    wrong = [
        f"{path.relative_to(BASE_DIR)}: {found.group(0)}"
        for path in text_files("static/vendor", ".css", ".js")
        if (found := fetch.search(path.read_text(encoding="utf-8")))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("script", ["bin/serve", "bin/test", ".ci/run"])
def test_scripts_can_be_run_and_parse(script):
    path = BASE_DIR / script
    assert os.access(path, os.X_OK)
    subprocess.run(["bash", "-n", path], check=True)


def test_the_readme_names_the_two_commands_and_its_files_exist():
    readme = (BASE_DIR / "README.md").read_text(encoding="utf-8")
    assert "bin/serve" in readme
    assert "bin/test" in readme
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", readme)
    assert linked
    assert [name for name in linked if not (BASE_DIR / name).exists()] == []


def test_links_between_the_docs_lead_somewhere():
    wrong = [
        f"{path.name}: {target}"
        for path in [*(BASE_DIR / "docs").glob("*.md"), BASE_DIR / "CONTRIBUTING.md"]
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert not wrong, wrong


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parts[-3])
def test_compiled_texts_are_those_of_their_source(catalogue, tmp_path):
    fresh = tmp_path / "django.mo"
    subprocess.run([tool("msgfmt"), "--check-format", "--output-file", fresh, catalogue], check=True)
    committed = catalogue.with_suffix(".mo")
    assert committed.exists(), f"{committed} is missing: run manage.py compilemessages and commit it"
    assert messages(committed) == messages(fresh), f"{committed} is not of its .po: run manage.py compilemessages"


def messages(path: Path) -> dict:
    with path.open("rb") as file:
        return {key: text for key, text in gettext.GNUTranslations(file)._catalog.items() if key}
