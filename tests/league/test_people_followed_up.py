"""What the pages of a club's people lead to, and what they leave in the history."""

from __future__ import annotations

import pytest

from league.models import ChangedPlayer, DifferentPeople, FactChange, ImportBatch, Player
from league.services.importing import undo_import
from league.services.people import add_player, merge_players
from league.services.people.duplicates import duplicates, set_apart
from league.services.undoing.stack import newest_of_club, undo

from .desking import hidden
from .scene import Scene

pytestmark = pytest.mark.django_db


def test_a_person_leads_to_edit_and_to_start_values_in_every_league(desk):
    scene = Scene()
    scene.add_league("blitz")
    html = desk.get(f"/club/desk/people/{scene.anna.pk}/").content.decode()
    assert (
        f"/ladder/desk/players/{scene.anna.pk}/start/" in html and f"/blitz/desk/players/{scene.anna.pk}/start/" in html
    )
    assert f"/desk/players/{scene.anna.pk}/edit/" in html
    for league in ("ladder", "blitz"):
        page = f"/club/{league}/desk/players/{scene.anna.pk}/start/"
        assert f'href="{page}"' in html and desk.get(page).status_code == 200


def test_not_the_same_person_is_kept_in_the_history_once_and_undone(desk):
    scene = Scene(players=("Anna Berg", "Ana Berg"))
    one, other = Player.objects.order_by("pk")
    assert len(duplicates(club=scene.club)) == 1
    for _again in range(2):
        set_apart(one=other, other=one)
    change = FactChange.objects.get(kind="player.apart")
    about = ChangedPlayer.objects.filter(change=change).values_list("player", flat=True)
    assert sorted(about) == [one.pk, other.pk]
    assert not list(duplicates(club=scene.club))
    assert "told apart" in desk.get("/club/desk/history/").content.decode()
    undo(target=newest_of_club(scene.club), reason="one person after all")
    assert not DifferentPeople.objects.exists()
    assert newest_of_club(scene.club).change.kind == "player.create"


def test_a_split_says_that_somebody_leaves_the_league(desk):
    """Gosia alone played in the blitz league: taken apart, Anna leaves it and gets no start rating there."""
    scene = Scene()
    blitz = scene.add_league("blitz")
    scene.play("anna", "bartek")
    scene.play("gosia", "bartek", league=blitz)
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    html = desk.get(f"/club/desk/people/merges/{merge.pk}/split/").content.decode()
    assert "Anna leaves the league Blitz" in html and "leaves the league Ladder" not in html
    row = next(part for part in html[html.index("Blitz</h2>") :].split("<tr>") if ">Anna" in part)
    assert "<strong>–</strong>" in row and "1500" not in row
    page = f"/club/desk/people/merges/{merge.pk}/split/"
    desk.post(page, hidden(html) | {"reason": "two people"})
    assert not blitz.entries.filter(player=scene.anna).exists()


def imported(desk, text):
    from django.core.files.uploadedfile import SimpleUploadedFile

    sent = desk.post("/club/desk/import/", {"file": SimpleUploadedFile("people.csv", text.encode())})
    assert sent.status_code == 302, sent.content.decode()
    desk.post(sent.url, {"step": "commit"})
    return ImportBatch.objects.get()


def test_the_report_of_players_links_each_and_undoing_tells_namesakes_apart_anew(desk):
    scene = Scene(players=("Anna Berg",))
    anna = Player.objects.get()
    batch = imported(desk, "name,birth_year,affiliation\nAnna Berg,1990,Lions\nJan Nowak,1980,\n")
    html = desk.get(f"/club/desk/imports/{batch.pk}/").content.decode()
    new = Player.objects.get(name="Jan Nowak")
    assert f'href="/club/desk/people/{new.pk}/"' in html and f'href="/club/desk/people/{anna.pk}/"' in html
    other = add_player(club=scene.club, name="Anna Berg", birth_year=1985, namesake=True).player
    assert Player.objects.get(pk=anna.pk).label == "Anna Berg (1990)"
    undo_import(batch=batch, reason="wrong file")
    kept, other = Player.objects.get(pk=anna.pk), Player.objects.get(pk=other.pk)
    assert kept.birth_year is None and "1990" not in kept.label and other.label == "Anna Berg (1985)"
