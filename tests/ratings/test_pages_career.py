"""A player's record, the comparison of two, and what the player page says beside single changes."""

import re
from datetime import date

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Game, Player
from league.services.access.members import give_role
from league.services.correcting import void_game
from league.services.events import create_event
from league.services.people import add_player, set_club_privacy
from ratings.boards.career import Played, career, milestones, streaks
from ratings.boards.comparing import meetings, outlook
from ratings.boards.ladder import Ladder
from ratings.boards.player import Point, trail
from ratings.boards.spread import spread
from tests.copies import built_once

from ..league.scene import Scene
from .reading import tables, text

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def scene(db):
    """Ann 1500 against Bob 1600 and Cid 1400, K 20."""
    made = Scene(players=(), k=20)
    for name, rating in (("Ann", 1500), ("Bob", 1600), ("Cid", 1400)):
        setattr(made, name.lower(), add_player(club=made.club, name=name, start_rating=rating).player)
    made.open = create_event(
        league=made.league, name="Spring open", starts_on=date(2026, 1, 5), ends_on=date(2026, 1, 9)
    )
    made.play("ann", "bob", "1-0", 0, event=made.open, round=1)
    made.play("cid", "ann", "=", 1, event=made.open, round=2)
    made.play("ann", "cid", "1-0", 10)
    made.play("bob", "ann", "1-0", 11)
    return made


def made_of(scene):
    return career(scene.league, scene.ann, trail(scene.league, scene.ann))


def test_results_by_side_and_strength(scene):
    """W–D–L: 2–1–1; White 2–0–0, Black 0–1–1; Bob was stronger both times, Cid weaker both times."""
    made = made_of(scene)
    counts = {name: (t.wins, t.draws, t.losses) for name in ("all", "white", "black", "stronger", "weaker", "equal")
              if (t := getattr(made, name))}  # fmt: skip
    assert counts == {
        "all": (2, 1, 1), "white": (2, 0, 0), "black": (0, 1, 1), "stronger": (1, 0, 1), "weaker": (1, 1, 0),
        "equal": (0, 0, 0),
    }  # fmt: skip
    assert made.stronger.expected == pytest.approx(0.36 + 0.385, abs=0.02)


def test_performance_of_an_event(scene):
    """Opponents 1600 and 1400: average 1500; 1.5 of 2 is 75 %, dp 193 (B.02 8.1.1): 1693."""
    (line,) = made_of(scene).events
    assert (line.event.name, line.average, line.performance) == ("Spring open", 1500, 1693)
    assert line.change == pytest.approx(20 * (1 - 0.3599) + 20 * (0.5 - 0.6569), abs=0.01)


def test_best_wins_name_the_strongest_first(scene):
    assert [(win.opponent.name, win.played.day) for win in made_of(scene).best_wins] == [
        ("Bob", date(2026, 1, 5)), ("Cid", date(2026, 1, 15)),
    ]  # fmt: skip


def played(results):
    halves = {"w": 2, "d": 1, "l": 0}
    return [
        Played(date(2026, 1, n + 1), n, True, halves[r], 1, None, None, None, None, None, n)
        for n, r in enumerate(results)
    ]


def test_streaks_with_their_days():
    """BR-118: absolute days. The longest of each kind, and what runs now."""
    found = {(s.kind, s.running): (s.length, s.first.day, s.last.day) for s in streaks(played("wwwldwwdlll"))}
    assert found == {
        ("wins", False): (3, 1, 3), ("unbeaten", False): (4, 5, 8), ("losses", True): (3, 9, 11),
    }  # fmt: skip
    assert streaks([]) == [] and streaks(played("w")) == []
    assert [(s.kind, s.length, s.running) for s in streaks(played("wwlww"))] == [
        ("wins", 2, False), ("wins", 2, True), ("unbeaten", 2, False), ("unbeaten", 2, True),
    ]  # fmt: skip


def test_milestones_are_round_numbers_reached_for_the_first_time():
    line = [Point(date(2026, 1, n + 1), r) for n, r in enumerate([1480, 1499.4, 1500.2, 1490, 1501, 1702, 1810, 1805])]
    found = [(m.kind, m.number, m.day.day) for m in milestones(played("w" * 12), line)]
    assert sorted(found) == [
        ("game", 1, 1), ("game", 10, 10), ("rating", 1500, 3), ("rating", 1700, 6), ("rating", 1800, 7),
    ]  # fmt: skip


def test_the_spread_counts_everybody_once():
    made = spread(Ladder([1800, 1500, 1499, 900], [1, 2, 4, 5], 5), own=1499)
    assert sum(step.players for step in made.steps) == 5 == made.total
    assert [step.players for step in made.steps if step.here] == [1] or any(step.here for step in made.steps)
    assert made.below == 1 / 5 and made.median == 1500
    assert spread(Ladder([], [], 0)).steps == []


def test_the_record_page(scene, client):
    page = client.get(f"/club/ladder/players/{scene.ann.pk}/record/")
    said = text(page)
    for words in ("Against stronger", "Best wins", "Spring open", "1693", "First rated game", "higher than 33 %"):
        assert words in said, words
    assert client.get("/club/ladder/players/999999/record/").status_code == 404
    empty = add_player(club=scene.club, name="Nobody yet").player
    assert client.get(f"/club/ladder/players/{empty.pk}/record/").status_code == 404


# -- comparing -------------------------------------------------------------------------------------------


def test_meetings_are_games_against_each_other_and_draws_are_halves(scene):
    """BR-094: no forfeit, no void game; a draw counts half for both."""
    scene.play("ann", "cid", "+-", 12)
    wrong = scene.play("ann", "cid", "0-1", 13)
    void_game(game=wrong, reason="never played")
    made = meetings(scene.league, scene.ann, scene.cid)
    assert (made.wins, made.draws, made.losses, len(made.games)) == (1, 1, 0, 2)
    back = meetings(scene.league, scene.cid, scene.ann)
    assert (back.wins, back.draws, back.losses) == (0, 1, 1)


def test_what_a_game_now_would_bring_is_what_it_brings(scene):
    before = outlook(scene.league, scene.ann, scene.bob, date(2026, 2, 1))
    (won, _theirs), _drawn, _lost = before.changes
    standing = scene.rating("ann")
    game = scene.play("ann", "bob", "1-0", date(2026, 2, 1))
    assert scene.rating("ann") - standing == pytest.approx(won)
    row = game.changes.get(side=0)
    assert row.expected == pytest.approx(before.expected)


def test_the_page_compares(scene, client):
    page = client.get(f"/club/ladder/compare/?one={scene.ann.pk}&other={scene.bob.pk}")
    said = text(page)
    assert "Ann – Bob" in said and "From the side of Ann: 1–0–1" in said and "If they played now" in said
    assert "Expected score: Ann 0." in said
    assert page.content.decode().count('class="line look-') >= 4
    two_sums = [row for each in tables(page) for row in each if row.get("Result") == "Ann wins"]
    assert len(two_sums) == 1 and all(any(sign in cell for sign in "+−") for cell in list(two_sums[0].values())[1:])


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "Compare two players"), ("?one=ann&other=bob", "From the side of Ann"), ("?one=zzz&other=bob", "Nobody"),
        ("?one=ann&other=ann", "one and the same player"), ("?one=&other=%00", "Compare two players"),
        ("?one=99999999999&other=-1", "Compare two players"), ("?one=ann&other=bob&range=5y", "5 years"),
    ],
)  # fmt: skip
def test_any_address_is_answered(scene, client, query, words):
    assert words in text(client.get(f"/club/ladder/compare/{query}"))


def test_several_of_a_name_are_asked_about(scene, client):
    for n in (1, 2):
        other = add_player(club=scene.club, name=f"Bobby {n}", start_rating=1400).player
        scene.play("ann", other, "=", 20 + n)
    html = client.get(f"/club/ladder/compare/?one={scene.ann.pk}&other=bob").content.decode()
    assert "Who is meant by" in html and html.count(f'rel="nofollow" href="?one={scene.ann.pk}&amp;other=') == 3


def test_a_club_may_hide_chances(scene, client):
    set_club_privacy(club=scene.club, show_odds=False)
    address = f"/club/ladder/compare/?one={scene.ann.pk}&other={scene.bob.pk}"
    assert "Expected score" not in text(client.get(address))
    user = get_user_model().objects.create_user("arbiter")
    give_role(club=scene.club, user=user, role="arbiter")
    client.force_login(user)
    assert "Expected score" in text(client.get(address))


# -- the player's page -----------------------------------------------------------------------------------


def test_the_page_shows_other_leagues_and_all_lines(scene, client):
    blitz = scene.add_league("blitz", k=20)
    scene.play("ann", "bob", "1-0", 3, league=blitz), scene.play("cid", "ann", "1-0", 30, league=blitz)
    address = f"/club/ladder/players/{scene.ann.pk}/"
    html = client.get(address).content.decode()
    assert f'href="/club/blitz/players/{scene.ann.pk}/"' in html and "chart-points" in html
    both = client.get(f"{address}?leagues=all").content.decode()
    assert both.count("<polyline") == 4 and "Blitz" in both


def test_a_range_of_days(scene, client):
    html = client.get(f"/club/ladder/players/{scene.ann.pk}/?from=2026-01-14&to=2026-01-15").content.decode()
    data = re.search(r'id="chart-points"[^>]*>(.*?)</script>', html)[1]
    assert data.count("2026-01") == 2
    for odd in ("?from=x&to=y", "?from=2027-01-01", "?from=2026-02-01&to=2026-01-01", "?leagues=all&range=3m"):
        assert client.get(f"/club/ladder/players/{scene.ann.pk}/{odd}").status_code == 200


def test_names_are_data_in_the_script_block(scene, client):
    """BR-099"""
    Player.objects.filter(pk=scene.ann.pk).update(name="</script><svg/onload=alert(1)>")
    own = f"players/{scene.ann.pk}/"
    for page in (own, f"{own}record/", f"compare/?one={scene.ann.pk}&other={scene.bob.pk}", "wall/"):
        assert "<svg/onload" not in client.get(f"/club/ladder/{page}").content.decode(), page
    assert Game.objects.count() == 4


def test_the_pages_ask_as_many_questions_with_more_games(scene, client):
    """Warm or cold, with five games or with thirty."""
    pages = (
        f"compare/?one={scene.ann.pk}&other={scene.bob.pk}", f"players/{scene.ann.pk}/record/", "statistics/",
        f"players/{scene.ann.pk}/?leagues=all",
    )  # fmt: skip

    def asked():
        counts = []
        for page in pages:
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/club/ladder/{page}").status_code == 200
            counts.append(len(queries))
        return counts

    few = asked()
    for n in range(25):
        scene.play(*(("ann", "bob") if n % 2 else ("bob", "ann")), "1-0" if n % 3 else "=", 20 + n, event=None)
    assert all(more <= before for more, before in zip(asked(), few, strict=True))
    assert max(few) <= 25
