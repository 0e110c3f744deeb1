"""What each public page asks of the database: how many questions, and that none reads a league through.

The number of queries does not depend on how much there is: the same budget holds with ten games and
with twenty thousand. In a league of 100,000 players every query goes along an index, and SQLite counts
the steps: an index that is walked from end to end is no scan by name, but one by its steps.
"""

from contextlib import contextmanager
from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Club, Game, League
from league.services.events import create_event
from league.services.people import add_player
from league.services.periods import open_monthly

from .league.scene import Scene
from .ratings.crowd import build_crowd, write
from .ratings.test_api_queries import BUDGETS as API_BUDGETS

pytestmark = pytest.mark.django_db

BUDGETS = {
    "": 15,
    "?show=all": 14,
    "?q=number1": 16,
    "?page=2": 15,
    "?at=2026-10-01": 15,
    "?sort=-games": 15,
    "players/{player}/": 23,
    "players/{player}/?leagues=all": 23,
    "players/{player}/record/": 19,
    "statistics/": 26,
    "wall/": 16,
    "players/{player}/opponents/": 9,
    "players/{player}/2026-10/": 25,
    "changes/{change}/": 16,
    "changes/{period_change}/": 16,
    "log/": 14,
    "log/?cause=runs": 4,
    "log/?cause=game": 6,
    "log/?cause=period": 6,
    "log/?cause=entry": 6,
    "log/?cause=adjustment": 6,
    "log/?player={player}": 14,
    "log/?cause=runs&player={player}": 6,
    "log/?cause=game&player={player}": 9,
    "log/{run}/": 5,
    "periods/": 5,
    "lists/2026-11-01/": 16,
    "lists/2026-11-01/?show=active&sex=w&min=3&settled=1&q=number1": 16,
    "lists/2026-11-01/?sort=-games": 16,
    "lists/2026-11-01/?sort=player&page=2": 16,
    "seasons/": 5,
    "seasons/{season}/": 18,
    "seasons/{season}/?min=3&title=any": 18,
    "seasons/{season}/?sort=-change": 19,
    "seasons/{season}/?sort=player": 19,
    "compare/?one={player}&other={other}": 24,
    "rules/": 2,
    "events/": 4,
    "events/{event}/": 24,
    "events/{event}/table/": 10,
    "events/{event}/entries/": 6,
    "events/{event}/rounds/1/": 13,
    "events/{event}/rounds/1/sheet/?results=1": 13,
    "games/{game}/": 7,
}
# These pages read the league through, and say so in the code.
# A board of a league that somebody looked at since it last changed, with whatever filters.
WARM = {
    "": 4,
    "?page=2": 4,
    "?sex=w&title=any&min=5&settled=1": 4,
    "?age=u18&aff=Hetman": 4,
    "wall/": 4,
}
READ_THROUGH = {
    "statistics/": "counted in one pass over the log once for each version of the league, then kept in a table",
    "?at=2026-10-01": "the standing of a past day needs everybody's last row; kept until the league changes",
    "lists/2026-11-01/?show=active&sex=w&min=3&settled=1&q=number1": "who of a list fits filters is counted once",
    "lists/2026-11-01/?sort=-games": "an order that no index holds: the lines of the one list are read",
    "lists/2026-11-01/?sort=player&page=2": "as by games",
    "seasons/{season}/": "as a past day",
    "seasons/{season}/?sort=-change": "as a past day, and what the season brought everybody",
    "seasons/{season}/?sort=player": "as a past day",
    "seasons/{season}/?min=3&title=any": "as a past day",
    "?sort=-games": "an order that no index holds has to be made",
    "log/?cause=adjustment": "adjustments lie among the first ratings of all players",
}
# The club and the search over it.
AROUND = {"/big/": 4, "/big/?q=number1": 5, "/search/?q=number1": 8, "/big/search/?q=number1": 8}
STEPS = 200_000  # of SQLite's machine; the cheapest pass over 100,000 players takes 500,000


OPEN_BUDGETS = {
    "": 15,
    "players/{player}/": 28,
    "players/{player}/2026-03/": 21,
    "events/{event}/": 34,
    "games/{game}/": 7,
}


def open_months(games: int) -> dict[str, int]:
    """A FIDE league with two open periods full of games, and an event in the second."""
    scene = Scene(system="fide", mode="period", slug="fide", players=())
    people = [add_player(club=scene.club, name=f"P{n}", start_rating=1800.0 + n).player for n in range(40)]
    open_monthly(league=scene.league, first="2026-02", last="2026-03")
    event = create_event(league=scene.league, name="Open", starts_on=date(2026, 3, 1), ends_on=date(2026, 3, 9))
    first = scene.play(people[0], people[1], "1-0", date(2026, 3, 1), event=event, round=1, board=1)
    result = {"league_id": scene.league.pk, "outcome": "1-0", "white_halves": 2, "black_halves": 0}
    pairs = [(people[n % 40].pk, people[(n + 1 + n // 40 % 39) % 40].pk) for n in range(games)]
    days = ["2026-02-11", "2026-03-11"]
    write(Game, (result | {"white_id": w, "black_id": b, "played_on": days[n % 2]} for n, (w, b) in enumerate(pairs)))
    return {"player": people[0].pk, "event": event.pk, "game": first.pk}


@pytest.mark.parametrize("games", [10, 4_000])
def test_what_open_periods_will_bring_takes_a_constant_number_of_queries_and_is_kept(client, games):
    names = open_months(games)
    over = {}
    for page, budget in OPEN_BUDGETS.items():
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert client.get("/club/fide/" + page.format(**names)).status_code == 200, page
        if len(asked) > budget:
            over[page] = (len(asked), budget)
    assert not over, {page: each[:2] for page, each in over.items()}
    page = "/club/fide/players/{player}/2026-03/".format(**names)
    client.get(page)
    with CaptureQueriesContext(connection) as asked:
        client.get(page)
    assert len(asked) <= 12 and not any("BETWEEN '2026-02-01'" in query["sql"] for query in asked)


@pytest.mark.parametrize("games", [10, 500, 20_000])
def test_each_page_stays_within_its_budget_of_queries(client, games):
    """Cold, then boards that were looked at before: they ask for the league, the rows of the page, their places on
    the list before, form and line of all of them."""
    names = build_crowd(players=300, games=games)
    over = {}
    pages = [*((f"/big/all/{page}", budget) for page, budget in BUDGETS.items()), *AROUND.items(), *API_BUDGETS.items()]
    for page, budget in pages:
        cache.clear()
        over |= asked_too_much(client, page.format(**names), budget)
    for page, budget in WARM.items():
        client.get("/big/all/" + page)
        over |= asked_too_much(client, "/big/all/" + page, budget)
    assert not over, {page: each[:2] for page, each in over.items()}


def asked_too_much(client, page: str, budget: int) -> dict:
    """How many queries a page asked, and which, where they are more than its budget."""
    with CaptureQueriesContext(connection) as asked:
        response = client.get(page)
    assert response.status_code == 200, page
    return {page: (len(asked), budget, [q["sql"][:160] for q in asked])} if len(asked) > budget else {}


def test_the_way_in_asks_a_constant_number_of_queries(client, django_assert_max_num_queries):
    for n in range(30):
        club = Club.objects.create(slug=f"club-{n}", name=f"Club {n}")
        for k in range(3):
            League.objects.create(club=club, slug=f"l{k}", name=f"L{k}", system="elo", mode="sequential")
    with django_assert_max_num_queries(2):
        client.get("/")
    with django_assert_max_num_queries(4):
        client.get("/club-1/?q=anna")


def test_no_page_reads_a_league_of_100_000_players_through(client):
    """Ranks and totals are counted once for each state of the league; here the state has been seen."""
    names = build_crowd(players=100_000, games=2_000)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as autovacuum would have done by now
    client.get("/big/all/?show=all")
    client.get("/big/all/")
    found = {}
    for page in [*BUDGETS, "?page=900", "?sort=rating", "?show=all&page=1900"]:
        with CaptureQueriesContext(connection) as asked, counted_steps() as steps:
            assert client.get("/big/all/" + page.format(**names)).status_code == 200, page
        scans = [step for query in asked for step in scanned(query["sql"])]
        if page not in READ_THROUGH and (scans or sum(steps) > STEPS):
            found[page] = (sum(steps), scans)
    assert not found


def test_a_walk_through_the_league_is_noticed(client):
    """The measure itself: a query that reads everybody shows in the steps and in the plan."""
    build_crowd(players=20_000, games=10)
    with counted_steps() as steps, connection.cursor() as cursor:
        cursor.execute("SELECT AVG(games + wins) FROM ratings_rating")
    if connection.vendor == "sqlite":
        assert sum(steps) > 20_000
    assert scanned("SELECT AVG(games + wins) FROM ratings_rating")


@contextmanager
def counted_steps():
    """Steps of SQLite's virtual machine, in thousands as they come; empty on another database."""
    steps = []
    if connection.vendor != "sqlite":
        yield steps
        return
    connection.ensure_connection()
    connection.connection.set_progress_handler(lambda: steps.append(1000), 1000)
    try:
        yield steps
    finally:
        connection.connection.set_progress_handler(None, 0)


LARGE = {
    "league_player", "league_playername", "league_leagueentry", "ratings_rating", "ratings_ratingchange",
    "ratings_ratinglistentry",
}  # fmt: skip
ALIASES = {"c", "r", "p", "e"}  # under which hand-written queries know them


def scanned(sql: str) -> list[str]:
    """The steps of a query's plan that go through a large table from end to end."""
    if not sql.lstrip().upper().startswith(("SELECT", "WITH")):
        return []
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = [row[3].split() for row in cursor.fetchall()]
            return [" ".join(p) for p in plan if p[0] == "SCAN" and (p[1] in LARGE or p[1] in ALIASES)]
        cursor.execute(f"EXPLAIN {sql}")
        plan = [row[0] for row in cursor.fetchall()]
    return [p for p in plan if "Seq Scan on" in p and p.split("Seq Scan on ")[1].split()[0] in LARGE]
