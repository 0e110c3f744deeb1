"""The examples of docs/api.md are sent as they stand and answered as the page says."""

import json
import re
import shlex
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.api.errors import CODES
from league.models import Game
from league.services import demo

from .conftest import BASE_DIR
from .league.desking import club_with, play
from .league.programs import Program

pytestmark = pytest.mark.django_db
PAGE = (BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")


def calls(section: str) -> list[list[str]]:
    """The curl commands of a section, as words."""
    part = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    blocks = "\n".join(re.findall(r"^```\n(.*?)^```", part, re.MULTILINE | re.DOTALL))
    return [shlex.split(line)[1:] for line in blocks.replace("\\\n", " ").splitlines() if line.startswith("curl ")]


def send(client, words: list[str], names: dict[str, str]):
    """Send what curl would send."""
    words = [re.sub(r"\$([A-Z]+)", lambda found: names[found[1]], word) for word in words]
    headers, fields, body, method, address = {}, {}, None, "", ""
    while words:
        word = words.pop(0)
        if word == "-H":
            name, _colon, value = words.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = words.pop(0)
        elif word == "-F":
            name, _equals, value = words.pop(0).partition("=")
            fields[name] = SimpleUploadedFile("r.csv", names["FILE"].encode()) if value.startswith("@") else value
        elif word == "-X":
            method = words.pop(0)
        else:
            address = word
    place = urlsplit(address)
    target = place.path + (f"?{place.query}" if place.query else "")
    if body is None and not fields:
        return client.get(target, headers=headers)
    if fields:
        return client.post(target, fields, headers=headers)
    kind = headers.pop("Content-Type")
    return client.generic(method or "POST", target, json.dumps(json.loads(body)), content_type=kind, headers=headers)


def test_examples_of_reading_are_answered(client, settings, london):
    settings.ARPAD_API_READS = 0
    answers = [(words[-1], send(client, words, {})) for words in calls("Reading")]
    assert len(answers) >= 7
    for address, answer in answers:
        assert answer.status_code == 200, (address, answer.content[:300])
        body = answer.json()
        assert body.get("items") or body.get("result"), address
    assert answers[-1][1].json()["result"]["change"] == pytest.approx(12.8, abs=0.005)


@pytest.fixture
def london(db, monkeypatch):
    """The shortest league of the demonstration."""
    monkeypatch.setattr(demo, "LEAGUES", {demo.LONDON: demo.LEAGUES[demo.LONDON]})
    list(demo.load())


def test_examples_of_writing_are_done(client, settings):
    settings.ARPAD_API_WRITES = 0
    league, (anna, bo) = club_with("Anna Berg", "Bo Dahl", slug="lions")
    game = play(league, anna, bo)
    rows = "date,white,black,result\n2026-11-26,Carl Enn,Anna Berg,1-0\n"
    names = {"TOKEN": Program(client, league.club).secret, "GAME": str(game.pk), "FILE": rows}
    answers = [send(client, words, names) for words in calls("Writing")]
    assert [answer.status_code for answer in answers] == [201, 200, 200, 200], [a.content for a in answers]
    game.refresh_from_db()
    assert game.status == Game.Status.VOID and Game.objects.count() == 3


def test_every_code_of_a_refusal_is_told():
    table = PAGE.split("\n## No\n")[1]
    assert {code for code in CODES.values() if f"`{code}`" not in table} <= {"no_such_method", "too_large", "error"}
