"""Equal names are told apart wherever one is printed."""

import re

import pytest

from league.models import Player
from league.services import people
from league.services.people import add_player, archive_player, edit_player, merge_players, preview_merge, split_players

from ..conftest import BASE_DIR
from .importing import players_imported
from .scene import Scene

pytestmark = pytest.mark.django_db

BARE = re.compile(r"\b(player|white|black|opponent|person)\.name\b")
# Where the bare name is meant: typed into a field, searched for, said in a file, compared.
MEANT = {
    "league/views/desk/history.py", "league/views/desk/import_table.py", "league/views/desk/late.py",
    "league/views/desk/people/merging.py", "league/views/desk/record.py", "league/views/desk/stakes.py",
    "ratings/views/log.py",
}  # fmt: skip


def test_no_page_and_no_table_prints_a_bare_name():
    """Print ``player.label`` instead, or say in MEANT why not."""
    places = [
        f"{path.relative_to(BASE_DIR)}:{number}"
        for root, suffix in (("templates", "html"), ("ratings/tables", "py"), ("ratings/views", "py"),
                             ("ratings/boards", "py"), ("league/views", "py"))
        for path in sorted((BASE_DIR / root).rglob(f"*.{suffix}"))
        if str(path.relative_to(BASE_DIR)) not in MEANT
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if BARE.search(line)
    ]  # fmt: skip
    assert places == []


def labels(scene):
    return sorted(each.label for each in Player.objects.filter(club=scene.club, name_key="jan kos"))


@pytest.fixture
def scene(db):
    return Scene(players=("Bartek",))


def kos(scene, **fields):
    return add_player(club=scene.club, name="Jan Kos", namesake=True, **fields).player


def test_by_year_by_club_else_by_id(scene):
    first = kos(scene, birth_year=1980, affiliation="Hetman")
    assert labels(scene) == ["Jan Kos"]
    kos(scene, birth_year=2010)
    assert labels(scene) == ["Jan Kos (1980)", "Jan Kos (2010)"]
    third = kos(scene, birth_year=1980, affiliation="Polonia")
    assert labels(scene) == ["Jan Kos (2010)", "Jan Kos (Hetman)", "Jan Kos (Polonia)"]
    edit_player(player=third, affiliation="Hetman")
    assert labels(scene) == [f"Jan Kos (#{first.pk})", f"Jan Kos (#{third.pk})", "Jan Kos (2010)"]


def test_the_last_one_of_a_name_needs_nothing_more(scene):
    first, second, third = kos(scene, birth_year=1980), kos(scene, birth_year=1981), kos(scene, birth_year=1982)
    edit_player(player=second, name="Janusz Kos")
    merge = merge_players(kept=first, absorbed=third, reason="one person")
    assert Player.objects.get(pk=first.pk).label == "Jan Kos"
    split_players(merge=merge, reason="two")
    assert labels(scene) == ["Jan Kos (1980)", "Jan Kos (1982)"]
    archive_player(player=third)
    assert Player.objects.get(pk=first.pk).label == "Jan Kos (1980)"


def test_in_files_exports_previews_and_refusals(scene, client):
    players_imported(scene.club, "name,birth_year\nJan Kos,1980\nEwa Lis,1990")
    one, two = Player.objects.get(name="Jan Kos"), kos(scene, birth_year=2010)
    double = add_player(club=scene.club, name="Kos Jan", namesake=True).player
    scene.play(one, two), scene.play(double, two, day=1)
    moves = {move.name for each in preview_merge(kept=one, absorbed=double).leagues for move in each.moves}
    assert {"Jan Kos (1980)", "Jan Kos (2010)"} <= moves
    people.set_club_privacy(club=scene.club, minors="full", show_birth_years=True)
    page = client.get(f"/club/ladder/games/{scene.league.games.order_by('pk')[0].pk}/").content.decode()
    assert "Jan Kos (1980)" in page and "Jan Kos (2010)" in page
    board = b"".join(client.get("/club/ladder/?format=csv")).decode()
    assert "Jan Kos (1980)" in board and "Jan Kos (2010)" in board
