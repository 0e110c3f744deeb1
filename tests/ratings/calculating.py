"""Both calculators side by side: the server's over the kernel, and the browser's modules."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from django.utils import translation

from ratings.calculator.modes import MODES
from ratings.calculator.modes.mode import initial
from ratings.calculator.reading import Wrong
from ratings.calculator.showing import answer, sentence
from ratings.calculator.views import page_data
from tests.conftest import BASE_DIR

RUNNER = BASE_DIR / "tests" / "ratings" / "calculate.mjs"
SCRIPTS = BASE_DIR / "static" / "js"

Given = tuple[str, Mapping[str, str]]


def by_server(mode: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Errors by field, or the result and the answer in words."""
    found = MODES[mode]
    form = found.form(given)
    if not form.is_valid():
        return {"errors": {name: [str(text) for text in errors] for name, errors in form.errors.items()}}
    try:
        result = found.compute(form.cleaned_data)
    except Wrong as error:
        return {"errors": {error.field: [sentence(code, values) for code, values in error.problems]}}
    made = answer(result, found.view)
    return json.loads(json.dumps({"result": result, "answer": made._asdict()}))


def case(mode: str, given: Mapping[str, str]) -> dict[str, Any]:
    """A case as the browser's runner takes it: how each field is read, and its text."""
    fields = {}
    for name, field in MODES[mode].form.base_fields.items():
        data = getattr(field, "data", {"kind": "choice"})
        fields[name] = {"data": data, "text": given.get(name, initial(field))}
    return {"mode": mode, "fields": fields, "page": page_data(MODES[mode])}


def node() -> str:
    """Node, where it happens to be: the same cases run in Chromium, which CI has."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed; tests/e2e asks the same of Chromium")
    return found


def by_node(cases: Iterable[Given], language: str = "en") -> list[dict[str, Any]]:
    """The browser's modules, run by node."""
    with translation.override(language):
        data = json.dumps([case(mode, given) for mode, given in cases], default=dict)
    script = f"""
      import {{ run }} from "{RUNNER.as_uri()}";
      let text = "";
      for await (const part of process.stdin) text += part;
      console.log(JSON.stringify(await run(JSON.parse(text), "{SCRIPTS.as_uri()}")));
    """
    command = [node(), "--no-warnings", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=data, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two results differ: texts exactly, numbers by more than 1e-9 (of their size above 1)."""
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str) or isinstance(other, str):
        return [] if one == other else [f"{path}: {one!r} / {other!r}"]
    if isinstance(one, int | float) and isinstance(other, int | float):
        close = math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
        return [] if close else [f"{path}: {one!r} / {other!r}"]
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted(one.keys() | other.keys())
        return [text for key in keys for text in differences(one.get(key), other.get(key), f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [text for at, (a, b) in pairs for text in differences(a, b, f"{path}[{at}]")]
    return [] if one == other else [f"{path}: {one!r} / {other!r}"]
