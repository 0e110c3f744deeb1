"""Catalogues of translations, read by hand: what a message says, and what ``fuzzy`` and the compiled file hide."""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from .conftest import BASE_DIR, tool

SOURCES = ("config", "league", "ratings", "templates")
_LINE = re.compile(r'^(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+)?(".*")$')


class Key(NamedTuple):
    context: str
    text: str


@dataclass
class Message:
    """One message; ``forms``: its translations, one for each plural form."""

    context: str = ""
    text: str = ""
    plural: str = ""
    forms: dict[int, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    places: list[str] = field(default_factory=list)

    @property
    def key(self) -> Key:
        return Key(self.context, self.text)


def read_po(path: Path) -> dict[Key, Message]:
    """The messages of a catalogue, its header under the empty text. Obsolete ones are left out."""
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip())
    return {made.key: made for made in map(_message, blocks) if made is not None}


def _message(block: str) -> Message | None:
    made, part, form = Message(), "", 0
    seen = False
    for line in block.splitlines():
        if line.startswith("#,"):
            made.flags |= {flag.strip() for flag in line[2:].split(",")}
        elif line.startswith("#:"):
            made.places += line[2:].split()
        if not (found := _LINE.match(line)):
            continue
        seen = True
        if found[1]:
            part, form = found[1].split("[")[0], int(found[2] or 0)
        _append(made, part, form, ast.literal_eval(found[3]))
    return made if seen else None


def _append(made: Message, part: str, form: int, text: str) -> None:
    if part == "msgstr":
        made.forms[form] = made.forms.get(form, "") + text
        return
    name = {"msgctxt": "context", "msgid": "text", "msgid_plural": "plural"}[part]
    setattr(made, name, getattr(made, name) + text)


def read_mo(path: Path) -> dict[Key | tuple[Key, int], str]:
    """A compiled catalogue: texts, those with plural forms under (key, form)."""
    with path.open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {_compiled_key(key): text for key, text in compiled.items()}


def _compiled_key(key: str | tuple[str, int]) -> Key | tuple[Key, int]:
    text = key if isinstance(key, str) else key[0]
    context, _, rest = text.rpartition("\x04")
    made = Key(context, rest)
    return made if isinstance(key, str) else (made, key[1])


def messages_of_the_sources(folder: Path) -> dict[Key, Message]:
    """Every message that the sources ask for, found the way ``makemessages`` finds them."""
    tool("xgettext")
    for name in SOURCES:
        shutil.copytree(BASE_DIR / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "migrations"))
    shutil.copy(BASE_DIR / "manage.py", folder)
    (folder / "locale").mkdir()
    command = [sys.executable, "manage.py", "makemessages", "--locale", "ru", "--verbosity", "0"]
    environment = os.environ | {"DEBUG": "1", "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = read_po(folder / "locale" / "ru" / "LC_MESSAGES" / "django.po")
    found.pop(Key("", ""))
    return found


def texts(message: Message) -> Iterator[str]:
    yield message.text
    if message.plural:
        yield message.plural
