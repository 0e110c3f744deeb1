"""A name is taken out: no table of the database says it any more in any spelling, and no number moves."""

import json
import re

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import translation

from league.formats.names import name_key
from league.models import FactChange, ImportBatch, ImportDraft, Player, PlayerAlias
from league.services.adjusting import adjust
from league.services.correcting import correct_game, void_game
from league.services.errors import Refused
from league.services.people import (
    add_alias,
    add_player,
    anonymise_player,
    edit_player,
    find_players,
    merge_players,
    split_players,
)
from league.services.people.traces import club_models, text_columns
from league.services.periods import close_period, open_monthly, publish_period
from ratings.models import RatingListEntry

from . import merged
from .desking import superuser
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db
TRACES = ("odegard", "wisniewska", "wisnia", "4512345")  # surname, maiden name, alias, FIDE id; folded


def told() -> list[str]:
    """Every cell of the whole database in which the name stands, in any spelling."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = value if isinstance(value, str) else json.dumps(value, default=_bytes, ensure_ascii=False)
                    if text.startswith(("{", "[")):
                        text += json.dumps(json.loads(text), ensure_ascii=False) if _is_json(text) else ""
                    if any(trace in name_key(part) for part in re.split(r"[\"{}\[\]]", text) for trace in TRACES):
                        found.append(f"{table}.{column}: {text[:80]}")
    return found


def _bytes(value):
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


def _is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@pytest.fixture
def everywhere(db):
    """Her name in every place that a name can come to."""
    scene = Scene(mode="period", k=20, players=("Bartek Nowak", "Celina Maj"))
    bartek, celina = Player.objects.order_by("pk")
    admin = superuser()
    anna = add_player(club=scene.club, name="Anna Ødegård", fide_id="4512345", birth_year=2012).player
    edit_player(player=anna, name="Anna Wiśniewska", reason="Anna Ødegård married", actor=admin)
    add_alias(player=anna, name="Wiśnia")
    double = add_player(club=scene.club, name="A. Ødegård", namesake=True).player
    scene.play(anna, bartek), scene.play(celina, double, day=1)
    (january, _) = open_monthly(league=scene.league, first="2026-01", last="2026-02")
    close_period(period=january)
    publish_period(period=january)
    merge_players(kept=anna, absorbed=double, reason="A. Ødegård is Anna Wisniewska", actor=admin)
    game = scene.play(anna, celina, "0-1", day=40)
    correct_game(game=game, outcome="=", reason="Odegard showed the sheet", actor=admin)
    void_game(game=game, reason="ÖDEGÅRD did not come", actor=admin)
    adjust(league=scene.league, player=anna, on=DAY.replace(month=2), by=5, reason="Wiśniewska's norm", actor=admin)
    ImportBatch.objects.create(
        club=scene.club, league=scene.league, file_name="anna_odegard.csv", format="csv",
        report={"new": ["Ødegård, Anna"], "near": {"Anna Odegard": ["Anna Ødegård"]}, "changed": [["4512345"]]},
    )  # fmt: skip
    for data in (b"date;white;black\n2026-01-05;Wi\xc5\x9bniewska, Anna;Bartek Nowak", b"PK\x03\x04"):
        ImportDraft.objects.create(
            club=scene.club, kind="results", file_name="round1", data=data, expires_at="2030-01-01T00:00Z"
        )
    for said in (anna, game):
        LogEntry.objects.create(
            user=admin, content_type=ContentType.objects.get_for_model(said), object_id=str(said.pk),
            object_repr=str(said), action_flag=CHANGE,
            change_message=json.dumps([{"changed": {"object": "Anna Wiśniewska", "fields": ["name"]}}]),
        )  # fmt: skip
    scene.anna = Player.objects.get(pk=anna.pk)
    return scene


def test_no_cell_of_the_database_says_the_name_and_no_number_moves(everywhere):
    """BR-119's kind: what is deleted goes everywhere, and nobody's rating pays for it."""
    scene = everywhere
    tables = {where.split(".")[0] for where in told()}
    assert {
        "league_player", "league_playeralias", "league_playername", "league_merge", "league_gamerevision",
        "league_adjustment", "league_factchange", "league_importbatch", "league_importdraft", "ratings_ratingrun",
        "ratings_ratinglistentry", "django_admin_log",
    } <= tables, "the test would not notice"  # fmt: skip
    numbers = merged.consequences(scene.league)
    kept = list(Player.objects.order_by("pk").values_list("birth_year", "guest", "start_rating"))
    anonymise_player(player=scene.anna, typed="anna wisniewska", reason="Anna Wiśniewska's parents asked")
    assert told() == []
    assert merged.consequences(scene.league) == numbers
    assert list(Player.objects.order_by("pk").values_list("birth_year", "guest", "start_rating")) == kept
    scene.must_verify()
    change = FactChange.objects.get(kind="player.anonymise")
    assert change.reason.startswith(f"Player {scene.anna.pk}")
    assert RatingListEntry.objects.filter(name__in=["Bartek Nowak", "Celina Maj"]).count() == 2


def test_a_number_stands_instead_in_the_readers_language(everywhere):
    player = anonymise_player(player=everywhere.anna, typed="Anna Wiśniewska")
    assert str(player) == f"Player {player.pk}"
    assert list(find_players(club=everywhere.club, text=f"player {player.pk}")) == [player]
    with translation.override("ru"):
        assert str(Player.objects.get(pk=player.pk)).endswith(str(player.pk))


def test_somebody_else_keeps_the_name(scene):
    """A namesake, and a player of another club."""
    other = Scene(club="other", players=("Anna Ødegård",))
    one = add_player(club=scene.club, name="Anna Ødegård", birth_year=1990).player
    two = add_player(club=scene.club, name="Anna Ødegård", birth_year=2010, namesake=True).player
    assert Player.objects.get(pk=two.pk).label == "Anna Ødegård (2010)"
    anonymise_player(player=one, typed="Anna Ødegård")
    assert Player.objects.get(pk=two.pk).label == "Anna Ødegård"
    assert list(find_players(club=scene.club, text="odegard")) == [two]
    assert other.club.players.get().name == "Anna Ødegård"
    assert FactChange.objects.filter(club=other.club, after__name="Anna Ødegård").exists()


def test_it_is_confirmed_by_the_name_and_happens_once(scene):
    with pytest.raises(Refused, match="Type the name"):
        anonymise_player(player=scene.anna, typed="yes")
    first = anonymise_player(player=scene.anna, typed="ANNA")
    assert anonymise_player(player=scene.anna, typed="").anonymised_at == first.anonymised_at


def test_nothing_is_merged_or_split_afterwards(scene):
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    with pytest.raises(Refused, match="part of another record"):
        anonymise_player(player=scene.gosia, typed="Gosia")
    anonymise_player(player=scene.anna, typed="Anna")
    for attempt in (
        lambda: split_players(merge=merge, reason="two"),
        lambda: merge_players(kept=scene.anna, absorbed=scene.bartek, reason="one"),
    ):
        with pytest.raises(Refused, match="anonymised"):
            attempt()
    assert not PlayerAlias.objects.exists()


def test_every_table_with_texts_belongs_to_a_club_or_is_named_here():
    """A table made later is looked through by itself; one outside of clubs needs a word here."""
    from django.apps import apps

    of_clubs = {model for model, _ in club_models()}
    outside = {
        model._meta.label for model in apps.get_models()
        if model not in of_clubs and model._meta.app_label in ("league", "ratings") and text_columns(model)
    }  # fmt: skip
    assert outside <= {"ratings.WorkerBeat", "league.Preferences"}  # a sign of life; the language of an account
