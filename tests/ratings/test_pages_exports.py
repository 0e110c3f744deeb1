"""Downloads: the same rows as the page, all of them, full precision, harmless in a spreadsheet."""

import csv
import io
import json
from datetime import date

import pytest
from openpyxl import load_workbook

from league.services import people, periods, recording
from ratings.models import Rating

from .build import make_league
from .reading import table

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


def body(response):
    return b"".join(response.streaming_content)


def as_csv(response):
    return list(csv.DictReader(io.StringIO(body(response).decode())))


def as_sheet(response):
    sheet = load_workbook(io.BytesIO(body(response))).active
    head, *rows = sheet.iter_rows()
    return [dict(zip([c.value for c in head], row, strict=True)) for row in rows]


def test_the_change_of_the_newest_list_is_in_the_files_too(client, scene):
    """All periods published and nothing newer: page and file compare that list with the one before."""
    for period in scene.fide.periods.exclude(status="published").order_by("starts_on"):
        if period.status == "open":
            periods.close_period(period=period)
            period.refresh_from_db()
        periods.publish_period(period=period)
    page = table(client.get("/riverside/standard/?show=all"))
    rows = as_csv(client.get("/riverside/standard/?show=all&_export=csv"))
    shown = [r["Change"].strip("▲▼ ").replace("−", "-").replace("+", "") for r in page]
    assert [r["change"] for r in rows] == shown and any(shown)


def test_the_three_formats_hold_the_rows_of_the_page(client, scene):
    page = table(client.get("/riverside/standard/?show=all"))
    rows = as_csv(client.get("/riverside/standard/?show=all&_export=csv"))
    sheet = as_sheet(client.get("/riverside/standard/?show=all&_export=xlsx"))
    objects = json.loads(body(client.get("/riverside/standard/?show=all&_export=json")))
    assert [(r["rank"], r["rating"]) for r in rows] == [(r["#"], r["Rating"]) for r in page]
    assert [o["player"] for o in objects] == [r["player"] for r in rows] == [r["player"].value for r in sheet]
    assert [str(r["rating"].value) for r in sheet] == [r["rating"] for r in rows]
    assert [o["live"] for o in objects] == [int(r["Live"]) for r in page]


def test_a_published_list_has_the_columns_of_the_list(client, scene):
    rows = as_csv(client.get("/riverside/standard/lists/2026-11-01/?_export=csv"))
    assert list(rows[0]) == ["rank", "player", "fide_id", "rating", "change", "games", "k", "corrected"]
    assert len(rows) == 13


def test_a_players_changes_are_exported_with_full_precision(client, scene):
    player = scene.players[0]
    rows = as_csv(client.get(f"/riverside/evenings/players/{player.pk}/?_export=csv"))
    rating = Rating.objects.get(league=scene.elo, player=player)
    assert float(rows[0]["closing"]) == rating.value
    assert {r["cause"] for r in rows} == {"entry", "game", "adjustment"}


NAMES = ("=1+1", "+44", "@x", "-5", '=HYPERLINK("http://x")', "plain, with comma", 'quote "x"')


def test_a_name_is_no_formula_and_a_number_stays_a_number(client):
    """BR-027."""
    league = make_league(slug="names", players=0)
    made = [people.add_player(club=league.club, name=name).player for name in NAMES]
    for other in made[1:]:
        recording.record_game(league=league, white=made[0], black=other, outcome="0-1", played_on=DAY)
    rows = as_csv(client.get("/club/names/?_export=csv"))
    names = {r["player"] for r in rows}
    assert {"'=1+1", "'+44", "'@x", "'-5", "plain, with comma", 'quote "x"'} <= names
    assert not any(n.lstrip().startswith(("=", "+", "-", "@")) for n in names)
    assert min(int(r["change"]) for r in rows) < 0
    sheet = as_sheet(client.get("/club/names/?_export=xlsx"))
    assert all(r["player"].data_type == "s" and r["change"].data_type == "n" for r in sheet)
    assert "=1+1" in {r["player"].value for r in sheet}
    assert "=1+1" in {o["player"] for o in json.loads(body(client.get("/club/names/?_export=json")))}


def test_an_empty_list_is_an_empty_file_with_headings(client):
    make_league(slug="empty")
    assert body(client.get("/club/empty/?_export=csv")).decode().startswith("rank,player,fide_id")
    assert json.loads(body(client.get("/club/empty/?_export=json"))) == []


def test_a_file_has_a_name_and_a_type(client, scene):
    response = client.get("/riverside/standard/?_export=csv")
    assert response["Content-Disposition"] == 'attachment; filename="riverside-standard.csv"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"
