"""Undo: the newest action of a league, one after another, itself kept; refused with a word where it cannot be."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache

from league.models import Adjustment, Event, FactChange, Game, LeagueEntry, PlayerAlias, RatingPeriod, RatingRules
from league.services import planning
from league.services.adjusting import adjust, void_adjustment
from league.services.compensating import Formula, compensate, void_compensation
from league.services.correcting import correct_game, restore_game, void_game
from league.services.errors import ChangedMeanwhile, Refused
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules, edit_league
from league.services.people import add_player, anonymise_player, edit_player, enter_league
from league.services.people.merging import merge_players
from league.services.people.privacy import set_club_privacy, set_player_privacy
from league.services.periods import close_period, open_monthly, publish_period
from league.services.seasons import start_season
from league.services.undoing import Target, newest_of, newest_of_club, preview_undo, right_to, target_of, undo, why_not
from ratings.models import Rating
from tests.copies import built_once

from .roles import member
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def scene():
    made = Scene()
    for player in (made.anna, made.bartek, made.celina, made.dawid):
        enter_league(league=made.league, player=player, start_rating=1600)
    made.play("anna", "bartek", "1-0", 0)
    made.play("celina", "dawid", "1-0", 1)
    return made


def take_back(scene, **more):
    return undo(target=newest_of(scene.league), reason="not so", league=scene.league, **more)


def state(scene):
    board = {who: numbers[:5] for who, numbers in scene.board().items()}
    return board, Game.objects.exclude(status="void").count()


DEEDS = {
    "record": lambda s: s.play("anna", "celina", "0-1", 2),
    "late": lambda s: s.play("anna", "celina", "0-1", -2, reason="found"),
    "newcomer": lambda s: s.play("ewa", "celina", "0-1", 2),
    "correct": lambda s: correct_game(game=s.league.games.earliest("pk"), outcome="0-1", reason="typo"),
    "swap": lambda s: correct_game(game=s.league.games.earliest("pk"), swap=True, reason="colours"),
    "other player": lambda s: correct_game(game=s.league.games.earliest("pk"), white=s.filip, reason="it was he"),
    "void": lambda s: void_game(game=s.league.games.earliest("pk"), reason="twice"),
    "adjust": lambda s: adjust(league=s.league, player=s.anna, on=DAY, by=30, reason="prize"),
    "adjust a newcomer": lambda s: adjust(league=s.league, player=s.gosia, on=DAY, to=1900, reason="federation"),
    "formula": lambda s: compensate(
        league=s.league, formula=Formula(0.1, 2000.0), on=DAY + timedelta(9), reason="deflation"
    ),
    "rules": lambda s: change_rules(league=s.league, valid_from=DAY, parameters={"k": 10}, reason="voted"),
    "season": lambda s: start_season(league=s.league, name="2026", starts_on=DAY + timedelta(1)),
    "birth year": lambda s: edit_player(player=s.anna, birth_year=1980, start_rating=1500.0, reason="known now"),
    "start value": lambda s: enter_league(league=s.league, player=s.anna, start_rating=1750),
    "entry": lambda s: enter_league(league=s.league, player=s.henryk, start_rating=1999),
    "name of the league": lambda s: edit_league(league=s.league, name="Other", description="Words"),
    "merge": lambda s: merge_players(kept=s.anna, absorbed=s.dawid, reason="one person"),
}  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
def test_everything_is_as_before_and_both_stand_in_the_history(scene, deed):
    before, rows = state(scene), FactChange.objects.count()
    deed(scene)
    target = newest_of(scene.league)
    row = take_back(scene)
    assert state(scene) == before
    assert row.reason == "not so"
    assert row.undoes == target.change
    assert FactChange.objects.count() > rows
    assert newest_of(scene.league).code != target.code
    scene.must_verify()


@pytest.mark.parametrize("deed", ["late", "correct", "void", "adjust", "formula", "rules", "merge"])
def test_the_preview_is_what_happens(scene, deed):
    DEEDS[deed](scene)
    seen = preview_undo(target=newest_of(scene.league), league=scene.league)
    assert seen.moves
    take_back(scene)
    now = dict(Rating.objects.filter(league=scene.league).values_list("player", "value"))
    assert {move.player_id: move.after for move in seen.moves} == {m.player_id: now[m.player_id] for m in seen.moves}


def test_one_after_another_back_to_the_founding(scene):
    game = scene.play("anna", "dawid", "1-0", 2)
    void_game(game=game, reason="twice")
    restore_game(game=game, reason="not twice")
    adjustment = adjust(league=scene.league, player=scene.anna, on=DAY, by=30, reason="prize")
    void_adjustment(adjustment=adjustment, reason="no prize")
    made = compensate(league=scene.league, formula=Formula(0.1, 2000.0), on=DAY + timedelta(9), reason="deflation")
    void_compensation(compensation=made, reason="no")
    while not why_not(newest_of(scene.league), scene.league):
        take_back(scene)
    assert newest_of(scene.league).change.kind == "league.create"
    assert "beginning of the league" in why_not(newest_of(scene.league))
    assert not LeagueEntry.objects.exists()
    assert not Rating.objects.exists()
    assert set(Game.objects.values_list("status", flat=True)) == {"void"}


def test_an_undone_correction_after_a_later_action_waits_for_its_turn(scene):
    correct_game(game=scene.league.games.earliest("pk"), outcome="0-1", reason="typo")
    older = newest_of(scene.league)
    scene.play("anna", "celina", "=", 5)
    with pytest.raises(ChangedMeanwhile, match="undo that first"):
        undo(target=older, reason="not so")
    take_back(scene)
    undo(target=older, reason="not so")
    assert newest_of(scene.league).code != older.code


def test_twice_is_once(scene):
    scene.play("anna", "celina", "=", 5)
    target = newest_of(scene.league)
    undo(target=target, reason="not so")
    with pytest.raises(ChangedMeanwhile):
        undo(target=target, reason="not so")


def test_a_published_list_is_not_undone_and_reopened_by_hand_it_is_no_obstacle(scene):
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    close_period(period=january)
    publish_period(period=january)
    with pytest.raises(Refused, match="published, and that cannot be undone"):
        take_back(scene)


def test_a_period_is_closed_again_and_opened_again(scene):
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    close_period(period=january)
    take_back(scene)
    january.refresh_from_db()
    assert january.status == "open"
    take_back(scene)
    assert not RatingPeriod.objects.exists()


def test_a_withdrawn_event_comes_back_with_its_game(scene):
    event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(3))
    edit_event(event=event, name="Closed")
    game = scene.play("anna", "ewa", "1-0", 2, event=event, round=1)
    for _ in range(3):
        take_back(scene)
    event.refresh_from_db()
    assert (event.name, event.withdrawn_at is None, event.entries.count()) == ("Open", False, 0)
    restore_game(game=game, reason="it was")
    event.refresh_from_db()
    assert (event.withdrawn_at, event.entries.count()) == (None, 2)
    assert LeagueEntry.objects.filter(league=scene.league, player=scene.ewa).exists()
    scene.must_verify()


def test_the_rules_of_a_day_become_what_they_were(scene):
    change_rules(league=scene.league, valid_from=DAY, parameters={"k": 10}, reason="voted")
    change_rules(league=scene.league, valid_from=DAY, parameters={"k": 12}, reason="voted again")
    take_back(scene)
    rules = RatingRules.objects.get(league=scene.league, valid_from=DAY)
    assert (rules.parameters["k"], rules.reason) == (10, "voted")


def test_a_former_name_goes_with_the_undone_renaming(scene):
    """BR-045: renamed, the former name finds the player; undone, the new name is gone."""
    player = add_player(club=scene.club, name="Zofia Lis").player
    edit_player(player=player, name="Zofia Wilk")
    assert [alias.name for alias in PlayerAlias.objects.filter(player=player)] == ["Zofia Lis"]
    undo(target=Target(FactChange.objects.order_by("-pk").first()), reason="not so")
    player.refresh_from_db()
    assert player.name == "Zofia Lis"
    assert not PlayerAlias.objects.filter(player=player).exists()
    undo(target=Target(FactChange.objects.get(kind="player.create", subject_id=player.pk)), reason="not so")
    assert not type(player).objects.filter(pk=player.pk).exists()


def test_what_somebody_else_may_not_do_is_not_undone_by_them(scene):
    adjust(league=scene.league, player=scene.anna, on=DAY, by=30, reason="prize")
    assert right_to(newest_of(scene.league)) == "adjust"
    scene.play("anna", "celina", "=", 5)
    assert right_to(newest_of(scene.league)) == "correct"


def test_another_league_has_no_such_action(scene):
    other = Scene(club="other")
    code = newest_of(scene.league).code
    assert target_of(other.league, code) is None
    for nonsense in ("", "c", "x1", "g²", "c99999999999999999999"):
        assert target_of(scene.league, nonsense) is None


class TestPages:
    def address(self, scene, page):
        return f"/{scene.club.slug}/{scene.league.slug}/desk/{page}"

    def confirm(self, scene, client, **more):
        scene.league.refresh_from_db()
        data = {"step": "confirm", "version": scene.league.version, **more}
        return client.post(self.address(scene, "history/newest/undo/"), data, follow=True).content.decode()

    def test_the_message_of_what_was_done_offers_its_undoing(self, scene, client):
        client.force_login(member(scene.club, "arbiter"))
        game, before = scene.league.games.earliest("pk"), state(scene)
        data = {"step": "confirm", "version": scene.version(), "reason": "twice"}
        page = client.post(self.address(scene, f"games/{game.pk}/void/"), data, follow=True).content.decode()
        code = newest_of(scene.league).code
        assert f'/desk/history/{code}/undo/">Undo</a>' in page
        seen = client.get(self.address(scene, f"history/{code}/undo/")).content.decode()
        assert "Game voided · Anna – Bartek 1–0" in seen
        assert "2 players move" in seen
        assert "2 players moved." in self.confirm(scene, client)
        assert state(scene) == before

    def test_the_history_shows_all_and_undoes_only_what_the_role_may(self, scene, client):
        adjust(league=scene.league, player=scene.anna, on=DAY, by=30, reason="prize of the day")
        client.force_login(member(scene.club, "arbiter"))
        page = client.get(self.address(scene, "history/")).content.decode()
        assert "prize of the day" in page
        assert "Undo this" not in page
        assert client.get(self.address(scene, "history/newest/undo/")).status_code == 403
        client.force_login(member(scene.club, "admin"))
        page = client.get(self.address(scene, "history/")).content.decode()
        assert "Undo this" in page

    def test_what_was_done_meanwhile_is_shown_before_anything_is_undone(self, scene, client):
        client.force_login(member(scene.club, "admin"))
        scene.play("anna", "celina", "=", 4)
        version = scene.version()
        code = newest_of(scene.league).code
        adjust(league=scene.league, player=scene.anna, on=DAY, by=30, reason="prize")
        data = {"step": "confirm", "version": version}
        page = client.post(self.address(scene, f"history/{code}/undo/"), data, follow=True).content.decode()
        assert "Something was done since: undo that first." in page
        assert not Adjustment.objects.exclude(voided_at=None).exists()

    def test_the_club_has_a_history_of_its_own(self, scene, client):
        client.force_login(member(scene.club, "admin"))
        page = client.get(f"/{scene.club.slug}/desk/history/?kind=player").content.decode()
        assert page.count("Player added") == 8
        assert Event.objects.count() == 0

    def test_a_renaming_is_taken_back_on_the_page_of_the_club(self, scene, client):
        edit_player(player=scene.gosia, name="Gosia Lis")
        edit_player(player=scene.anna, start_rating=1700, reason="federation")
        before, (renaming, edit) = state(scene), FactChange.objects.filter(kind="player.edit").order_by("pk")
        client.force_login(member(scene.club, "admin"))
        history = f"/{scene.club.slug}/desk/history/"
        page = client.get(history).content.decode()
        assert f'href="{history}c{edit.pk}/undo/">Undo this</a>' in page
        assert f'href="/{scene.club.slug}/{scene.league.slug}/desk/history/"' in page
        assert client.get(f"{history}c{renaming.pk}/undo/", follow=True).redirect_chain  # not its turn
        self.undo_in_club(client, history)
        assert state(scene) == before
        assert "Gosia Lis" in client.get(f"{history}newest/undo/").content.decode()
        assert "Undone." in self.undo_in_club(client, history)
        scene.gosia.refresh_from_db()
        assert (scene.gosia.name, PlayerAlias.objects.filter(player=scene.gosia).count()) == ("Gosia", 0)
        assert client.get(f"{history}c999999999/undo/").status_code == 404
        client.force_login(member(scene.club, "arbiter"))
        assert client.get(f"{history}newest/undo/").status_code == 403

    def undo_in_club(self, client, history):
        seen = client.get(f"{history}newest/undo/")
        data = {"state": seen.context["state"], "reason": ""}
        return client.post(f"{history}newest/undo/", data, follow=True).content.decode()

    def test_what_strangers_see_is_undone_and_what_has_no_name_any_more_is_passed_over(self, scene):
        set_club_privacy(club=scene.club, names="short")
        set_player_privacy(player=scene.anna, names="number")
        for _ in range(2):
            undo(target=newest_of_club(scene.club), reason="not so")
        scene.anna.refresh_from_db()
        scene.club.refresh_from_db()
        assert (scene.club.names, scene.anna.names) == ("full", "")
        edit_player(player=scene.filip, title="FM")
        newest = newest_of_club(scene.club)
        edit_player(player=scene.gosia, name="Gosia Lis")
        scene.gosia.refresh_from_db()
        anonymise_player(player=scene.gosia, typed="Gosia Lis", reason="asked for")
        assert newest_of_club(scene.club) == newest


def test_a_withdrawn_event_is_offered_nowhere_and_takes_no_result(scene, client):
    event = create_event(league=scene.league, name="Evening of errors", starts_on=DAY, ends_on=DAY + timedelta(3))
    take_back(scene)
    with pytest.raises(Refused, match="was taken back"):
        scene.play("anna", "bartek", "1-0", 2, event=event)
    client.force_login(member(scene.club, "admin"))
    for page in ("events/", "record/", "desk/", "desk/events/"):
        assert "Evening of errors" not in client.get(f"/club/ladder/{page}").content.decode(), page


PUBLIC = (
    "/", "/club/", "/club/ladder/", "/club/ladder/events/", "/club/ladder/seasons/", "/club/ladder/statistics/",
    "/club/search/?q=errors", "/club/ladder/feed/", "/sitemap-events.xml", "/sitemap-leagues.xml",
    "/api/v1/clubs/club/leagues/ladder", "/api/v1/clubs/club/leagues/ladder/events",
    "/api/v1/clubs/club/leagues/ladder/leaderboard", "/api/v1/clubs/club/players",
)  # fmt: skip


CHANGING = (
    r'"(version|calculated_at)": ?[^,}]*|<(updated|lastmod)>[^<]*|name="csrfmiddlewaretoken" value="\w*"'
    r'|(Calculated|Counted) \d[^<]*|<section aria-labelledby="not-counted">.*?</section>\s*'
)


def test_an_event_taken_back_with_all_that_was_in_it_leaves_every_public_answer_as_it_was(scene, client):
    """Entries, a drawn event, results, a correction: undone newest first. What stays are void games, told as such."""
    cache.clear()
    scene.play("celina", "dawid", "=", 1)
    pages = [*PUBLIC, *(f"/club/ladder/players/{scene.player(who).pk}/" for who in ("anna", "ewa"))]
    before = {page: said(client, page) for page in pages}
    first = newest_of(scene.league).code
    last = DAY + timedelta(9)
    event = create_event(league=scene.league, name="Evening of errors", starts_on=DAY, ends_on=last, kind="robin")
    planning.add_entries(event=event, players=[scene.anna, scene.bartek, scene.ewa])
    planning.draw(event=event)
    for pairing in planning.open_pairings(event):
        scene.play(pairing.white, pairing.black, "1-0", 5, event=event, round=pairing.round, board=pairing.board)
    correct_game(game=Game.objects.filter(event=event).first(), outcome="=", reason="typo")
    assert "Evening of errors" in said(client, "/club/ladder/events/")
    while newest_of(scene.league).code != first:
        undo(target=newest_of(scene.league), reason="entered by mistake")
    for page in pages:
        assert said(client, page) == before[page], page
    scene.must_verify()


def said(client, page):
    """What an address answers, without what differs each time: versions, moments, and the list of void games."""
    answer = client.get(page)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return re.sub(r"\s+", " ", re.sub(CHANGING, "", body.decode(), flags=re.S))
