"""What each address of the API asks of the database: as many questions for many games as for few.

``tests/test_queries.py`` asks the same with ten and with twenty thousand games, beside the pages.
"""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from .crowd import build_crowd

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/clubs/big"
BUDGETS = {
    "/api/v1/clubs": 1,
    f"{ROOT}/leagues": 2,
    f"{ROOT}/players?limit=200": 2,
    f"{ROOT}/players?q=number1": 3,
    f"{ROOT}/leagues/all": 1,
    f"{ROOT}/leagues/all/leaderboard?limit=100": 15,
    f"{ROOT}/leagues/all/leaderboard?show=all&limit=100": 14,
    f"{ROOT}/leagues/all/leaderboard?at=2026-10-01&limit=100": 6,
    f"{ROOT}/leagues/all/lists": 2,
    f"{ROOT}/leagues/all/lists/2026-11-01?limit=100": 3,
    f"{ROOT}/leagues/all/rules": 2,
    f"{ROOT}/leagues/all/games?limit=100": 4,
    f"{ROOT}/leagues/all/games?player={{player}}&limit=100": 5,
    f"{ROOT}/leagues/all/games/{{game}}": 5,
    f"{ROOT}/leagues/all/events": 3,
    f"{ROOT}/leagues/all/statistics": 26,
    f"{ROOT}/leagues/all/seasons": 2,
    f"{ROOT}/leagues/all/leaderboard?min_games=3&settled=true&limit=100": 16,
    f"{ROOT}/leagues/all/periods": 2,
    f"{ROOT}/leagues/all/players/{{player}}": 7,
    f"{ROOT}/leagues/all/players/{{player}}/changes?limit=100": 6,
    f"{ROOT}/leagues/all/players/{{player}}/opponents?limit=100": 5,
    f"{ROOT}/leagues/all/players/{{player}}/record": 11,
    f"{ROOT}/leagues/all/changes/{{change}}": 16,
    f"{ROOT}/leagues/all/changes/{{period_change}}": 21,
    "/api/v1/calculators": 0,
}


def test_each_address_stays_within_its_budget(client, settings):
    settings.ARPAD_API_READS = 0
    names = build_crowd(players=300, games=500)
    over = {}
    for address, budget in BUDGETS.items():
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address.format(**names))
        assert answer.status_code == 200, (address, answer.content[:200])
        if len(asked) > budget:
            over[address] = (len(asked), budget, [q["sql"][:140] for q in asked])
    assert not over


def test_the_last_page_costs_what_the_first_does(client, settings):
    """Pages go on by keys: whatever is before them is not read again."""
    settings.ARPAD_API_READS = 0
    build_crowd(players=300, games=500)
    counts, after = set(), ""
    for _page in range(3):
        with CaptureQueriesContext(connection) as asked:
            body = client.get(f"{ROOT}/leagues/all/games?limit=150&after={after}").json()
        counts.add(len(asked))
        assert not any("OFFSET" in q["sql"] for q in asked)
        after = body["next"]
    assert counts == {4}
