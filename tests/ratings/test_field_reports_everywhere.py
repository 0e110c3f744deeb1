"""Field reports about every place at once: markup in a name on every address, flags of FIDE's lists on the board."""

import re
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command

from league.services.people import add_player, edit_player, enter_league
from tests.conftest import SHARED

from ..formats.test_fide_lists import STANDARD, line
from ..league.desking import superuser
from ..league.scene import Scene
from .reading import table
from .test_privacy_channels import addresses

EVIL = "<svg/onload=alert(1)> </script>"
RAW = ("<svg/onload", "alert(1)> </script>")
TESTS = Path(__file__).resolve().parent.parent


@pytest.mark.django_db
def test_br_099_markup_in_a_name_is_text_on_every_address(client, scene, settings):
    """Board, player, chart, comparison, search, widget, feed, statistics, files: wherever a browser reads markup."""
    settings.ARPAD_API_READS = 0
    anna = scene.players[0]
    edit_player(player=anna, name=EVIL)
    cache.clear()
    client.force_login(superuser())
    pages = addresses(scene, anna) | {f"/admin/league/player/{anna.pk}/change/", "/admin/league/player/"}
    read, told = 0, 0
    for page in sorted(pages):
        answer = client.get(page)
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code != 200 or not re.match(r"text/html|image/svg|application/(atom|xml)", kind):
            continue
        body = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
        assert not [raw for raw in RAW if raw in body], page
        read, told = read + 1, told + ("onload=alert(1)" in body)
    assert read > 60 and told > 30  # it stands there, as text


@pytest.mark.django_db
def test_br_077_women_with_the_flags_of_fides_lists_stay_on_the_board(client, tmp_path):
    """w is a woman, not an inactive player; wi is an inactive woman: the board goes by the league's own games."""
    scene = Scene(k=20, players=("Adam",))
    people = [("Berg, Anna", "w", "F"), ("Cole, Bea", "wi", "F"), ("Dahl, Carl", "", "M"), ("Ek, Dan", "i", "M")]
    for number, (name, _flag, _sex) in enumerate(people):
        player = add_player(club=scene.club, name=name, fide_id=str(4711 + number)).player
        enter_league(league=scene.league, player=player, start_rating=1600 + number)
        scene.play(player, "adam", "=", number)
    lines = [line(str(4711 + number), name, sex=sex, flag=flag) for number, (name, flag, sex) in enumerate(people)]
    path = tmp_path / "standard_aug25frl.txt"
    path.write_text(STANDARD + "".join(lines), encoding="utf-8")
    call_command("import_players", "club", str(path), "--format", "fide")
    women = [row["Player"] for row in table(client.get("/club/ladder/?sex=w"))]
    assert sorted(women) == ["Berg, Anna", "Cole, Bea"]
    assert len(table(client.get("/club/ladder/"))) == 5


def test_every_field_report_is_named_by_a_test():
    """A row of the reports without a test that bears its number is one that nobody has tried."""
    reports = SHARED / "field-reports.md"
    if not reports.is_file():
        pytest.skip(f"{reports} is not there")
    asked = set(re.findall(r"^\| BR-(\d+) \|", reports.read_text(encoding="utf-8"), re.M))
    named: set[str] = set()
    for path in TESTS.rglob("*.py"):
        named |= set(re.findall(r"BR[-_]?(\d{3})", path.read_text(encoding="utf-8"), re.I))
    assert len(asked) > 100
    assert sorted(asked - named) == []
