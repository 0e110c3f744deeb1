"""More of what went wrong for people with other programs: help texts, pools, long absence, deletion."""

import re
from datetime import date, timedelta

import pytest
from django.core.cache import cache

from league.models import Event
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules
from league.services.people import enter_league
from ratings.models import Rating, RatingChange

from .desking import superuser
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db
GAME = DAY + timedelta(10)


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
