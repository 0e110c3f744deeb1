"""More of what went wrong for people with other programs: help texts, pools, long absence, deletion."""

import re
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command

from league.models import Event
from league.services import planning
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules
from league.services.people import enter_league
from league.services.seasons import start_season
from ratings.models import Rating, RatingChange

from .desking import superuser
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db
GAME = DAY + timedelta(10)


def downloaded(client, url):
    answer = client.get(url)
    return b"".join(answer.streaming_content if answer.streaming else [answer.content]).decode()


def text(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


class TestBR107:
    """The help page said K 32 and the program used 40: here all texts are made from the rules in force."""

    def test_rules_page_and_why_page_follow_a_changed_k(self, client):
        cache.clear()
        scene = Scene(k=32)
        scene.play("anna", "bartek", day=GAME)
        assert re.search(r"\bK\b[^.]*\b32\b", text(client.get("/club/ladder/rules/")))
        change_rules(league=scene.league, valid_from=DAY, parameters={"k": 40}, reason="livelier")
        rules = text(client.get("/club/ladder/rules/"))
        assert re.search(r"\bK\b[^.]*\b40\b", rules)
        row = RatingChange.objects.get(cause="game", side=0)
        assert row.k == 40
        assert row.change == 20.0  # 40 x (1 - 0.5)
        assert re.search(r"\b40\b", text(client.get(f"/club/ladder/changes/{row.pk}/")))


class TestBR123:
    def test_an_event_moved_from_blitz_to_rapid_leaves_one_pool_and_enters_the_other(self):
        scene = Scene(system="fide", list="rapid", slug="rapid")
        blitz = scene.add_league("blitz", system="fide", list="blitz", games_from=scene.league)
        for league in (scene.league, blitz):
            for who in ("anna", "bartek"):
                enter_league(league=league, player=scene.player(who), start_rating=1800, start_games=50)
        event = create_event(
            league=scene.league, name="Night", starts_on=DAY, base_minutes=5, increment_seconds=0, approved_fast=False
        )
        scene.play("anna", "bartek", event=event)
        assert (scene.rating("anna"), scene.rating("anna", blitz)) == (1800, 1810)
        edit_event(event=event, base_minutes=15, increment_seconds=10, reason="the clocks said 15 + 10")
        assert (scene.rating("anna"), scene.rating("anna", blitz)) == (1810, 1800)
        for league in (scene.league, blitz):
            scene.must_verify(league)


class TestBR126:
    """A long absence hides a player or makes the rating uncertain; it takes no points away."""

    def test_elo_the_player_is_hidden_and_comes_back_with_the_same_rating(self, client):
        cache.clear()
        scene = Scene(k=32)
        scene.play("anna", "bartek")
        scene.play("celina", "dawid", day=DAY + timedelta(300))
        away = scene.rating("anna")
        late = Scene(club="late", k=32)
        late.play("anna", "bartek", day=date(2023, 1, 5))
        late.play("celina", "dawid", day=date(2025, 1, 6))
        assert "Anna" not in client.get("/late/ladder/").content.decode()
        assert "Anna" in client.get("/late/ladder/?show=all").content.decode()
        late.play("anna", "celina", "=", day=date(2025, 1, 7))
        opening = next(row.opening for row in late.log("anna") if row.day == date(2025, 1, 7))
        assert opening == away == 1516.0
        assert "Anna" in client.get("/late/ladder/").content.decode()

    def test_glicko_2_the_rating_stays_and_is_less_certain_after_two_years_than_after_a_day(self):
        after = {}
        for club, back in (("soon", date(2023, 1, 6)), ("late", date(2025, 1, 6))):
            scene = Scene(club=club, system="glicko2", period_days=30)
            for day in range(5):
                scene.play("anna", "bartek", "=", day=date(2023, 1, 1) + timedelta(day))
            before = Rating.objects.get(player=scene.anna).value
            scene.play("anna", "celina", "=", day=back)
            row = next(row for row in scene.log("anna") if row.day == back)
            assert row.opening == before == 1500.0
            after[club] = row.deviation_after
        assert after["late"] > after["soon"] + 5


class TestBR127:
    def test_an_event_cannot_be_deleted_by_hand_and_one_without_games_leaves_nothing_behind(self, client):
        scene = Scene(k=32)
        event = create_event(league=scene.league, name="Cancelled", starts_on=DAY)
        client.force_login(superuser())
        assert client.get(f"/admin/league/event/{event.pk}/delete/").status_code == 403
        assert client.post(f"/admin/league/event/{event.pk}/delete/", {"post": "yes"}).status_code == 403
        assert Event.objects.filter(pk=event.pk).exists()
        event.delete()
        scene.must_verify()
        assert "Cancelled" not in client.get("/club/ladder/events/").content.decode()


class TestBR101:
    """A season reset, the next round generated: elsewhere older games were gone, a league stood without its matches."""

    def test_a_reset_keeps_every_game_and_the_old_season_with_its_chart_and_export(self, client):
        cache.clear()
        scene = Scene(k=32, carryover={"keep": 0, "mean": 1500})
        first = start_season(league=scene.league, name="2025/26", starts_on=DAY)
        games = [scene.play("anna", "bartek", day=GAME), scene.play("celina", "anna", "=", day=GAME + timedelta(1))]
        page = f"/club/ladder/seasons/{first.pk}/?_export=csv"
        before = downloaded(client, page)
        start_season(league=scene.league, name="2026/27", starts_on=DAY + timedelta(200))
        assert scene.rating("bartek") == 1500  # pulled back, and nothing else
        assert list(scene.league.games.order_by("pk")) == games
        assert downloaded(client, page) == before
        player = client.get(f"/club/ladder/players/{scene.bartek.pk}/")
        assert "<svg" in player.content.decode() and "1484" in text(player)
        call_command("export", "club/ladder", "games", stdout=(export := StringIO()))
        assert len(export.getvalue().splitlines()) == 1 + len(games)
        scene.must_verify()

    def test_the_next_round_generated_twice_adds_nothing_and_loses_nothing(self):
        scene = Scene(k=32)
        event = create_event(league=scene.league, name="Ladder", starts_on=DAY, kind=Event.Kind.LADDER)
        planning.add_entries(event=event, players=[scene.anna, scene.bartek, scene.celina, scene.dawid])
        drawn = []
        for _time in range(2):
            there = [planning.Pair(p.board, p.white, p.black) for p in planning.open_pairings(event, 1)]
            more, _left = planning.suggest(event, 1)  # the page offers both: what is there, and who is free
            planning.set_pairings(event=event, round=1, pairs=[*there, *more])
            drawn.append(sorted(event.pairings.values_list("round", "board", "white", "black")))
        assert drawn[0] == drawn[1] and len(drawn[0]) == 2
        one = planning.open_pairings(event)[0]
        game = scene.play(one.white, one.black, event=event, round=1, board=one.board)
        pairs, _left = planning.suggest(event, 2)
        planning.set_pairings(event=event, round=2, pairs=pairs)
        assert scene.league.games.get() == game
        assert event.pairings.filter(round=1).count() == 2
