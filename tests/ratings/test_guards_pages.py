"""What keeps pages fast, without a clock: plans of their queries, and how much Python runs for one row."""

import json
import re
import sys
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext

from league.models import League
from ratings.boards.board import leaderboard
from ratings.tables import BoardTable, Paged

from .crowd import build_crowd

pytestmark = pytest.mark.django_db

PLAYERS, GAMES = 2_000, 4_000
PAGES = {
    "board": ["", "?page=2", "?page=20", "?show=all&page=40"],
    "search": ["?q=number12"],
    "history": [
        "players/{player}/",
        "players/{player}/?page=2",
        "players/{player}/?range=1y",
        "compare/?one={player}&other={other}",
    ],
    "list": ["lists/2026-11-01/", "lists/2026-11-01/?page=40"],
    "log of one": ["log/?cause=game&player={player}", "log/?player={player}"],
    "log": [
        "log/",
        "log/?cause=game",
        "log/?cause=runs",
        "log/?cause=period",
        "log/?cause=game&player={player}",
        "log/?player={player}",
    ],
}
LARGE = {
    "league_player", "league_playername", "league_leagueentry", "league_game", "ratings_rating",
    "ratings_ratingchange", "ratings_ratinglistentry",
}  # fmt: skip
ALIASES = {"c", "r", "p", "e"}  # under which hand-written queries know them
FEW = 600  # rows that may be sorted: those of one player, or of one day


@pytest.fixture(scope="module")
def built_crowd(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        names = build_crowd(players=PLAYERS, games=GAMES)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")  # as autovacuum would have done by now
        yield names
        transaction.set_rollback(True)


@pytest.fixture
def crowd(built_crowd, db):
    return built_crowd


def test_no_query_of_a_page_scans_a_league_or_sorts_it(client, crowd):
    for page in ("", "?show=all"):
        client.get(f"/big/all/{page}")  # counts of a whole league are kept from then on
    found = {}
    for kind, pages in PAGES.items():
        for page in pages:
            with CaptureQueriesContext(connection) as asked:
                assert client.get("/big/all/" + page.format(**crowd)).status_code == 200, page
            steps = [step for query in asked for step in costly(query["sql"])]
            if steps:
                found[kind, page] = steps
    assert not found


def test_the_measure_notices_a_scan_and_a_sort(crowd):
    assert costly("SELECT SUM(games) FROM ratings_rating")
    assert costly("SELECT id FROM ratings_rating ORDER BY games")


def costly(sql: str) -> list[str]:
    """The steps of a query's plan that go through a large table, or put more than a few rows in order."""
    if not sql.lstrip().upper().startswith(("SELECT", "WITH")):
        return []
    return _costly_on_sqlite(sql) if connection.vendor == "sqlite" else _costly_on_postgresql(sql)


def _costly_on_sqlite(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        plan = [row[3] for row in cursor.fetchall()]
    scans = [step for step in plan if step.startswith("SCAN") and step.split()[1] in LARGE | ALIASES]
    if " LIMIT " not in sql or re.search(r'"(white|black)_id" = [0-9]', sql):
        # who asks for the newest of all games goes along the league's index and stops
        scans += [step for step in plan if step.split()[1] in LARGE and step.endswith("(league_id=?)")]
    sorts = [step for step in plan if step == "USE TEMP B-TREE FOR ORDER BY"]  # of a part of the order: of one day
    return scans + (sorts if sorts and not _of_few(plan) else [])


def _of_few(plan: list[str]) -> bool:
    """Whether each table is entered by a key that leaves the rows of one player, one game, one page."""
    entries = [step for step in plan if step.startswith(("SEARCH", "SCAN")) and step.split()[1] in LARGE | ALIASES]
    keys = ("player_id=?", "white_id=?", "black_id=?", "rowid=?", "INTEGER PRIMARY KEY", "list_id=? AND", "word>")
    return all(any(key in step for key in keys) for step in entries)


def _costly_on_postgresql(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # what scans even so has no index to go by
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        told = cursor.fetchone()[0]
    plan = told if isinstance(told, list) else json.loads(told)
    return list(_costly_steps(plan[0]["Plan"]))


def _costly_steps(step: dict):
    kind, rows = step["Node Type"], step["Plan Rows"]
    if kind == "Seq Scan" and step["Relation Name"] in LARGE:
        yield f"{kind} on {step['Relation Name']}"
    if kind == "Sort" and rows > FEW:
        yield f"{kind} of {rows} rows by {step['Sort Key']}"
    for below in step.get("Plans", ()):
        yield from _costly_steps(below)


def test_a_row_of_a_board_takes_a_few_calls_for_each_cell(crowd):
    """Fifty rows by django-tables2's own loop take 90,000 calls; what a column is must not be asked for each cell."""
    league = League.objects.select_related("club").get(club__slug="big", slug="all")
    board = leaderboard(league)
    table = BoardTable(Paged(board.rows, board.lines, board.count), league=league).show(QueryDict("per_page=50"))
    table.body()
    with counted_calls() as calls:
        text = table.body()
    cells = text.count("<td") + text.count("<th")
    assert text.count("<tr") == 50 and cells >= 500
    assert len(calls) < 15 * cells


@contextmanager
def counted_calls():
    """A list that grows by one with every call of a function written in Python."""
    calls = []
    sys.setprofile(lambda frame, event, argument: calls.append(1) if event == "call" else None)
    try:
        yield calls
    finally:
        sys.setprofile(None)
