"""Boards of some of the players: two ranks, both right, on the page, in the file, on a past day, on a wall."""

import json
import re
from datetime import date

import pytest

from league.services.people import add_player, set_club_privacy
from league.services.recording import record_game
from tests.copies import built_once

from ..league.scene import Scene
from .reading import table

pytestmark = pytest.mark.django_db
# name, birth year, sex, title, affiliation, start rating; the first game moves nobody by more than 16
PEOPLE = (
    ("Ann", 2010, "w", "WFM", "Hetman", 1900), ("Bob", 1970, "m", "", "Hetman", 1800),
    ("Cid", 2009, "m", "FM", "", 1700), ("Dot", 2007, "w", "", "Polonia", 1600), ("Eve", 1960, "w", "", "", 1500),
)  # fmt: skip


@pytest.fixture
@built_once
def scene(db):
    made = Scene(players=(), k=0.001, provisional_games=2)
    for name, year, sex, title, affiliation, rating in PEOPLE:
        player = add_player(
            club=made.club, name=name, birth_year=year, sex=sex, title=title, affiliation=affiliation,
            start_rating=rating,
        ).player  # fmt: skip
        setattr(made, name.lower(), player)
    set_club_privacy(club=made.club, minors="full", show_birth_years=True)
    day = date(2026, 3, 1)
    for white, black in (("ann", "bob"), ("cid", "dot"), ("eve", "ann"), ("ann", "cid"), ("bob", "ann")):
        record_game(
            league=made.league, white=getattr(made, white), black=getattr(made, black), outcome="=", played_on=day
        )  # fmt: skip
    return made


def rows(client, query):
    """Rank here, overall rank, name, from the file of the same board."""
    response = client.get(f"/club/ladder/?_export=json&{query}")
    data = json.loads(b"".join(response.streaming_content))
    return [(row["rank"], row.get("overall_rank"), row["player"]) for row in data]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [(1, None, "Ann"), (2, None, "Bob"), (3, None, "Cid"), (4, None, "Dot"), (5, None, "Eve")]),
        ("sex=w", [(1, 1, "Ann"), (2, 4, "Dot"), (3, 5, "Eve")]),
        ("title=any", [(1, 1, "Ann"), (2, 3, "Cid")]),
        ("title=FM", [(1, 3, "Cid")]),
        ("aff=Hetman", [(1, 1, "Ann"), (2, 2, "Bob")]),
        ("min=2", [(1, 1, "Ann"), (2, 2, "Bob"), (3, 3, "Cid")]),
        ("settled=1", [(1, 1, "Ann"), (2, 2, "Bob"), (3, 3, "Cid")]),
        ("age=u16&at=2026-12-31", [(1, 1, "Ann")]),
        ("age=u18&at=2026-12-31", [(1, 1, "Ann"), (2, 3, "Cid")]),
        ("age=s65&at=2026-12-31", [(1, 5, "Eve")]),
        ("age=u18&at=2027-12-31", [(1, 1, "Ann"), (2, 3, "Cid")]),
        ("sex=w&at=2026-12-31", [(1, 1, "Ann"), (2, 4, "Dot"), (3, 5, "Eve")]),
        ("min=4&at=2026-12-31", [(1, 1, "Ann")]),
        ("sex=w&age=s50&aff=Hetman", []),
        ("sex=dog&title=king&min=-3&age=u19&settled=yes", [(n + 1, None, p[0]) for n, p in enumerate(PEOPLE)]),
    ],
)
def test_who_is_left_with_both_ranks(scene, client, query, expected):
    """FIDE's age groups: U16 is who reaches 16 in the year or later; 2010 is U16 in 2026, 2009 U18 in 2027."""
    assert rows(client, query) == expected


def test_the_page_labels_both_ranks_and_says_what_it_shows(scene, client):
    html = client.get("/club/ladder/?sex=w&min=1").content.decode()
    assert re.search(r"<th[^>]*>Here</th>", html) and re.search(r"<th[^>]*>Overall</th>", html)
    caption = re.search(r"<caption>(.*?)</caption>", html, re.S)[1]
    assert "Only: women and girls, at least 1 game." in caption and "Calculated" in caption
    plain = client.get("/club/ladder/").content.decode()
    assert "Overall" not in plain and ">Here<" not in plain
    assert "Players with the same rating share a rank" in plain


def test_a_search_within_a_filter_keeps_the_ranks(scene, client):
    assert rows(client, "sex=w&q=dot") == [(2, 4, "Dot")]
    assert rows(client, "sex=m&q=dot") == []
    assert rows(client, "sex=w&q=eve&at=2026-12-31") == [(3, 5, "Eve")]


def test_age_groups_only_where_years_may_be_seen(scene, client):
    assert 'name="age"' in client.get("/club/ladder/").content.decode()
    set_club_privacy(club=scene.club, show_birth_years=False)
    assert 'name="age"' not in client.get("/club/ladder/").content.decode()
    assert len(rows(client, "age=u16")) == 5


def test_the_form_offers_what_there_is(scene, client):
    html = client.get("/club/ladder/").content.decode()
    for offered in ('value="WFM"', "<option>Polonia</option>", 'name="settled"', 'value="s65"'):
        assert offered in html


def test_ranks_go_on_from_page_to_page_of_a_filtered_board(scene, client):
    """BR-015, BR-014: 60 players, two and two of them level; the second page begins with rank 25."""
    for n in range(60):
        player = add_player(club=scene.club, name=f"Zed {n:02d}", sex="w", start_rating=1400 - n // 2, namesake=True)
        record_game(
            league=scene.league, white=player.player, black=scene.bob, outcome="=", played_on=date(2026, 3, 2)
        )  # fmt: skip
    lines = table(client.get("/club/ladder/?sex=w&min=1&per_page=25&page=2"))
    assert [(line["Here"], line["Overall"]) for line in lines[:3]] == [("26", "28"), ("26", "28"), ("28", "30")]
    assert len(lines) == 25


def test_a_wall_turns_its_pages_without_a_script(scene, client):
    first = client.get("/club/ladder/wall/?rows=5&seconds=7&sex=w&min=1")
    assert first["Refresh"] == "7; url=/club/ladder/wall/?rows=5&seconds=7&sex=w&min=1&page=1"
    for n in range(9):
        add_player(club=scene.club, name=f"Yak {n}", start_rating=1000 + n)
    page = client.get("/club/ladder/wall/?rows=5&page=1&show=all")
    assert "Ann" in page.content.decode() and "<script>" not in page.content.decode()
    stopped = client.get("/club/ladder/wall/?rows=5&stay=1")
    assert "Refresh" not in stopped and "Turn by itself" in stopped.content.decode()
    for odd in ("?rows=x&seconds=-1&page=99999999", "?at=2026-12-31&age=u18", "?page=0", "?seconds=999999"):
        assert client.get(f"/club/ladder/wall/{odd}").status_code == 200
    assert client.get("/club/ladder/wall/?seconds=1")["Refresh"].startswith("5;")
