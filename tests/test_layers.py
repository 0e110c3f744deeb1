"""The order of the layers, read from the imports: a module imports from its own layer or from below."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from .conftest import BASE_DIR

# Longest prefix wins. docs/architecture.md draws the same picture.
LAYERS = {
    "config": 7,
    "league.views": 6,
    "league.admin": 6,
    "league.forms": 6,
    "league.tables": 6,
    "league.api": 6,
    "league.urls": 6,
    "league.apps": 6,
    "league.templatetags": 6,
    "league.sign_in": 6,
    "league.audience": 6,
    "league.language": 6,
    "league.management": 6,
    "ratings.views": 6,
    "ratings.admin": 6,
    "ratings.forms": 6,
    "ratings.tables": 6,
    "ratings.charts": 6,
    "ratings.pictures": 6,
    "ratings.figures": 6,
    "ratings.wording": 6,
    "ratings.calculator": 6,
    "ratings.embed": 6,
    "ratings.api": 6,
    "ratings.exports": 6,
    "ratings.feeds": 6,
    "ratings.urls": 6,
    "ratings.apps": 6,
    "ratings.templatetags": 6,
    "ratings.management": 6,
    "league.services": 5,
    "league.permissions": 5,
    "ratings.boards": 5,
    "ratings.extracts": 5,
    "ratings.services": 4,
    "ratings.facts": 3,
    "ratings.ledger": 3,
    "ratings.models": 2,
    "league.models": 1,
    "ratings.kernel": 0,
    "league.formats": 0,
}
PURE = {"ratings.kernel": set(), "league.formats": {"openpyxl", "defusedxml"}}
FORBIDDEN_NAMES = {"utils.py", "helpers.py", "signals.py", "common.py", "constants.py", "misc.py"}
FORBIDDEN_FOLDERS = {"utils", "helpers", "common"}
PACKAGES = ("config", "league", "ratings")
LINES = {"product": 300, "tests": 450}  # a table of cases may be longer than code


def sources(*roots: str) -> list[Path]:
    """Python files of these folders, migrations left out: Django writes those."""
    return sorted(path for root in roots for path in (BASE_DIR / root).rglob("*.py") if "migrations" not in path.parts)


def module_name(path: Path) -> str:
    parts = path.relative_to(BASE_DIR).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(module: str) -> int | None:
    """The layer of a module; None: it belongs to none, like the empty package ``league`` itself."""
    for length in range(module.count(".") + 1, 0, -1):
        found = LAYERS.get(".".join(module.split(".")[:length]))
        if found is not None:
            return found
    return None


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it, by its full name.

    ``from a import b`` gives ``a.b``: it may be a module, and if it is not, its layer is that of ``a``.
    """
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{base}.{name.name}" for name in node.names)


def ours(module: str) -> bool:
    return module.split(".")[0] in PACKAGES


def test_every_module_has_a_layer():
    homeless = [name for name in map(module_name, sources(*PACKAGES)) if "." in name and layer(name) is None]
    assert not homeless, f"put these into a layer of DESIGN, or into another module: {homeless}"


def test_imports_go_down_only():
    wrong = [
        f"{module_name(path)} (layer {own}) imports {target} (layer {layer(target)})"
        for path in sources(*PACKAGES)
        if (own := layer(module_name(path))) is not None
        for target in imports(path)
        if ours(target) and (other := layer(target)) is not None and other > own
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_know_only_the_standard_library_and_themselves(package):
    allowed = sys.stdlib_module_names | PURE[package]
    wrong = [
        f"{module_name(path)} imports {target}"
        for path in sources(package.replace(".", "/"))
        for target in imports(path)
        if target.split(".")[0] not in allowed and not f"{target}.".startswith(f"{package}.")
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_of_the_product_imports_the_tests():
    wrong = [module_name(path) for path in sources(*PACKAGES) if any(t.split(".")[0] == "tests" for t in imports(path))]
    assert not wrong


def test_no_catch_all_modules():
    wrong = [
        str(path.relative_to(BASE_DIR))
        for path in sources(*PACKAGES, "tests")
        if path.name in FORBIDDEN_NAMES or FORBIDDEN_FOLDERS & set(path.relative_to(BASE_DIR).parts[:-1])
    ]
    assert not wrong, f"name these after the noun they are about: {wrong}"


def test_models_have_no_logic_in_save_and_nobody_listens_to_signals():
    wrong = []
    for path in sources(*PACKAGES):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        wrong += [
            f"{module_name(path)}.{node.name}.{item.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and layer(module_name(path)) in (1, 2)
            for item in node.body
            if isinstance(item, ast.FunctionDef) and item.name in ("save", "delete", "clean")
        ]
        wrong += [f"{module_name(path)} imports {t}" for t in imports(path) if t.startswith("django.db.models.signals")]
    assert not wrong, wrong


@pytest.mark.parametrize(("part", "roots"), [("product", PACKAGES), ("tests", ("tests",))])
def test_files_are_short_enough_to_be_read_at_once(part, roots):
    long = {
        str(path.relative_to(BASE_DIR)): length
        for path in sources(*roots)
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LINES[part]
    }
    assert not long, f"split by noun what has more than {LINES[part]} lines: {long}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import league.models", ["league.models"]),
        ("from ratings.kernel import elo", ["ratings.kernel.elo"]),
        ("from . import types", ["ratings.kernel.types"]),
        ("from .types import Day", ["ratings.kernel.types.Day"]),
        ("from ..models import Rating", ["ratings.models.Rating"]),
        ("def f():\n    from league.services import recording", ["league.services.recording"]),
    ],
)
def test_imports_are_read_in_every_form(tmp_path, monkeypatch, text, expected):
    file = tmp_path / "ratings" / "kernel" / "probe.py"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.BASE_DIR", tmp_path)
    assert list(imports(file)) == expected
