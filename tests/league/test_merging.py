"""Two records of one person become one, and two again: every number and every row."""

from datetime import timedelta

import pytest

from league.models import Adjustment, Bye, EventEntry, ExternalRating, GameRevision, Merge, Player
from league.services.adjusting import adjust
from league.services.compensating import Formula, compensate
from league.services.correcting import restore_game, void_game
from league.services.errors import ChangedMeanwhile, Refused
from league.services.events import create_event
from league.services.people import (
    add_alias,
    edit_player,
    enter_league,
    merge_players,
    player_named,
    preview_merge,
    preview_split,
    split_players,
)
from league.services.periods import close_period, open_monthly
from ratings.models import Rating

from . import merged
from .importing import imported, plan
from .roles import member
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", merged.KINDS)
def test_merged_is_as_if_it_had_been_one_record_and_split_restores_every_bit(kind):
    """Also sequential and per period, closed periods restated and with lists that stand."""
    scene = merged.story(kind, twice=True)
    facts, numbers = merged.facts(), merged.consequences(scene.league)
    preview, before = preview_merge(kept=scene.anna, absorbed=scene.gosia), merged.newest_run()
    assert merged.consequences(scene.league) == numbers, "a preview writes nothing"
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    merged.must_equal(preview, before)
    scene.must_verify()
    together = merged.numbers(scene)

    preview, before = preview_split(merge=merge), merged.newest_run()
    split_players(merge=merge, reason="two people after all")
    merged.must_equal(preview, before)
    scene.must_verify()
    assert merged.facts() == facts
    assert merged.consequences(scene.league) == numbers

    if kind != "fide per period, next list":  # there published lists keep what they said
        alone = _elsewhere(kind)
        assert together == alone


def _elsewhere(kind):
    """The same story told of one record from the start, in a club of its own."""
    Merge.objects.all().delete()
    scene = merged.story(kind, twice=False, club="other")
    return merged.numbers(scene)


@pytest.mark.parametrize("system", ["elo", "fide", "glicko2"])
def test_who_has_nothing_but_an_adjustment_hands_it_over_and_gets_it_back(system):
    """Then nothing of the tail names that player any more, but for the stored row."""
    scene = Scene(system=system)
    for place, player in enumerate((scene.anna, scene.bartek, scene.celina)):
        enter_league(league=scene.league, player=player, start_rating=1600 + 40 * place)
    scene.play("anna", "dawid", day=90)
    adjust(league=scene.league, player=scene.bartek, on=DAY + timedelta(30), by=39, reason="federation")
    numbers, preview, before = (
        merged.consequences(scene.league), preview_merge(kept=scene.celina, absorbed=scene.bartek), merged.newest_run()
    )  # fmt: skip
    merge = _merge(kept=scene.celina, absorbed=scene.bartek)
    merged.must_equal(preview, before)
    scene.must_verify()
    split_players(merge=merge, reason="two")
    scene.must_verify()
    assert merged.consequences(scene.league) == numbers


def test_every_game_side_keeps_its_revision(scene):
    one, other = scene.play("anna", "bartek"), scene.play("celina", "gosia", day=1)
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    (revision,) = GameRevision.objects.filter(reason="one person")
    assert (revision.game, revision.old, revision.new) == (
        other, {"black_id": scene.gosia.pk}, {"black_id": scene.anna.pk},
    )  # fmt: skip
    assert (merge.moved["white"], merge.moved["black"]) == ([], [other.pk])
    assert not one.revisions.filter(reason="one person")


def test_the_absorbed_name_still_finds_the_player(scene):
    merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
    assert player_named(club=scene.club, text="gosia") == scene.anna
    split_players(merge=merge, reason="two")
    assert player_named(club=scene.club, text="gosia") == scene.gosia


class TestRefused:
    def test_games_between_the_two(self, scene):
        scene.play("anna", "gosia")
        for attempt in (preview_merge, _merge):
            with pytest.raises(Refused, match="They played each other on"):
                attempt(kept=scene.anna, absorbed=scene.gosia)

    def test_without_a_reason(self, scene):
        with pytest.raises(Refused) as caught:
            merge_players(kept=scene.anna, absorbed=scene.gosia, reason=" ")
        assert caught.value.field == "reason"

    def test_with_itself_twice_and_into_another_club(self, scene):
        for other in (scene.anna, Scene(club="other").gosia):
            with pytest.raises(Refused):
                _merge(kept=scene.anna, absorbed=other)
        _merge(kept=scene.anna, absorbed=scene.gosia)
        with pytest.raises(Refused, match="part of another record"):
            _merge(kept=scene.bartek, absorbed=scene.gosia)

    def test_what_changed_since_the_preview(self, scene):
        scene.play("gosia", "bartek")
        state = preview_merge(kept=scene.anna, absorbed=scene.gosia).state
        scene.play("gosia", "celina", day=2)
        with pytest.raises(ChangedMeanwhile):
            merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one", expected=state)
        assert not Player.objects.filter(merged_into__isnull=False)


def _merge(**people):
    return merge_players(reason="one person", **people)


class TestEverythingGoesOver:
    def test_entries_byes_adjustments_federation_ratings_and_memberships(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9))
        both = {"event": event, "reason": "event"}
        scene.play("anna", "bartek", round=1, board=1, **both)
        scene.play("gosia", "celina", day=1, round=2, board=1, **both)
        Bye.objects.create(event=event, player=scene.gosia, round=3, kind="H", halves=1)
        adjust(league=scene.league, player=scene.gosia, on=DAY + timedelta(3), by=7, reason="norm")
        ExternalRating.objects.create(player=scene.gosia, list="standard", date=DAY, rating=1600)
        add_alias(player=scene.gosia, name="Małgorzata")
        user = member(scene.club, "player", player=scene.gosia)
        facts, numbers = merged.facts(), merged.consequences(scene.league)
        merge = merge_players(kept=scene.anna, absorbed=scene.gosia, reason="one person")
        assert EventEntry.objects.filter(event=event).count() == 3
        for model in (Bye, Adjustment, ExternalRating):
            assert model.objects.get().player == scene.anna
        assert user.memberships.get().player == scene.anna
        assert player_named(club=scene.club, text="malgorzata") == scene.anna
        assert scene.rating("anna") == pytest.approx(1500 + 16 + 15.26 + 7, abs=0.01)  # E(1516, 1500) is .523
        scene.must_verify()
        split_players(merge=merge, reason="two")
        assert (merged.facts(), merged.consequences(scene.league)) == (facts, numbers)
        assert user.memberships.get().player == scene.gosia

    def test_both_in_one_round_of_an_event_are_two_people(self, scene):
        event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9))
        scene.play("anna", "bartek", event=event, round=1, board=1)
        game = scene.play("celina", "gosia", event=event, round=1, board=2)
        with pytest.raises(Refused, match="Both are in round 1 of Open"):
            _merge(kept=scene.anna, absorbed=scene.gosia)
        void_game(game=game, reason="entered twice")
        _merge(kept=scene.anna, absorbed=scene.gosia)
        scene.must_verify()

    def test_a_void_game_between_the_two_stays_and_cannot_be_restored(self, scene):
        game = scene.play("anna", "gosia")
        void_game(game=game, reason="a double")
        merge = _merge(kept=scene.anna, absorbed=scene.gosia)
        with pytest.raises(Refused, match="part of another record"):
            restore_game(game=game, reason="it was")
        split_players(merge=merge, reason="two")
        restore_game(game=game, reason="it was")
        scene.must_verify()

    def test_gaps_are_filled_and_two_fide_ids_are_two_people(self, scene):
        edit_player(player=scene.gosia, birth_year=1999, fide_id="123", title="WFM")
        merge = _merge(kept=scene.anna, absorbed=scene.gosia)
        kept = Player.objects.get(pk=scene.anna.pk)
        assert (kept.birth_year, kept.fide_id, kept.title) == (1999, "123", "WFM")
        split_players(merge=merge, reason="two")
        one, two = Player.objects.get(pk=scene.anna.pk), Player.objects.get(pk=scene.gosia.pk)
        assert (one.birth_year, one.fide_id, two.fide_id) == (None, "", "123")
        edit_player(player=one, fide_id="999")
        with pytest.raises(Refused, match="different FIDE ids, 999 and 123"):
            _merge(kept=one, absorbed=two)

    def test_the_start_rating_is_that_of_the_record_that_played_first(self, scene):
        enter_league(league=scene.league, player=scene.gosia, start_rating=1900)
        scene.play("gosia", "bartek")
        scene.play("anna", "bartek", day=5)
        preview, before = preview_merge(kept=scene.anna, absorbed=scene.gosia), merged.newest_run()
        numbers = merged.consequences(scene.league)
        merge = _merge(kept=scene.anna, absorbed=scene.gosia)
        merged.must_equal(preview, before)
        assert scene.log("anna")[1].opening == 1900.0
        split_players(merge=merge, reason="two")
        assert merged.consequences(scene.league) == numbers

    def test_what_was_recorded_since_stays_with_the_kept_record(self, scene):
        scene.play("gosia", "bartek")
        merge = _merge(kept=scene.anna, absorbed=scene.gosia)
        scene.play("anna", "celina", day=3)
        split_players(merge=merge, reason="two")
        assert scene.board()["Anna"][1] == 1 and scene.board()["Gosia"][1] == 1
        scene.must_verify()

    def test_a_chain_is_taken_back_from_its_end(self, scene):
        first = _merge(kept=scene.gosia, absorbed=scene.henryk)
        second = _merge(kept=scene.anna, absorbed=scene.gosia)
        with pytest.raises(Refused, match="was merged into Anna since"):
            split_players(merge=first, reason="two")
        split_players(merge=second, reason="two")
        split_players(merge=first, reason="two")

    def test_a_file_imported_again_brings_nothing_new(self, scene):
        """BR-045's kind: the file goes on saying the absorbed name."""
        text = "date,white,black,result\n2026-01-05,Gosia,Bartek,1-0\n2026-01-06,Celina,Gosia,1/2"
        imported(scene.league, text)
        _merge(kept=scene.anna, absorbed=scene.gosia)
        again = plan(scene.league, text)
        assert (len(again.matches.new), again.matches.there + again.matches.corrected_since) == (0, 2)


class TestLeaguesConcerned:
    def test_every_league_follower_and_seeded_list(self, db):
        """The kept record is new in one of them; previews, numbers and the way back, everywhere."""
        scene = Scene(k=32)
        follower = scene.add_league("estimate", system="fide", games_from=scene.league)
        standard = scene.add_league("standard", system="fide", mode="period")
        blitz = scene.add_league("blitz", system="fide", mode="period", list="blitz", standard_league=standard)
        for name, rating in (("anna", 1850), ("bartek", 1800), ("celina", 1750), ("gosia", 1900)):
            for league in (standard, follower):
                if (league, name) != (standard, "anna"):
                    enter_league(league=league, player=scene.player(name), start_rating=rating)
        for league in (standard, blitz):
            open_monthly(league=league, first="2026-01", last="2026-03")
        for day, (white, black) in enumerate([("anna", "bartek"), ("gosia", "celina"), ("bartek", "gosia")]):
            scene.play(white, black, day=day)
        for day, (white, black) in enumerate([("gosia", "bartek"), ("celina", "gosia"), ("bartek", "celina")]):
            scene.play(white, black, day=day, league=standard)
        for day, (white, black) in enumerate([("anna", "celina"), ("bartek", "anna")], 40):
            scene.play(white, black, day=day, league=blitz)
        for league in (standard, blitz):
            for period in league.periods.order_by("starts_on")[:2]:
                close_period(period=period)
        leagues = (scene.league, follower, standard, blitz)
        before_all = [merged.consequences(league) for league in leagues]
        facts = merged.facts()

        preview, before = preview_merge(kept=scene.anna, absorbed=scene.gosia), merged.newest_run()
        assert {each.league.slug for each in preview.leagues} == {"ladder", "estimate", "standard", "blitz"}
        merge = _merge(kept=scene.anna, absorbed=scene.gosia)
        merged.must_equal(preview, before)
        assert {each.league.slug for each in preview.moving} == {"ladder", "estimate", "standard", "blitz"}
        for league in leagues:
            scene.must_verify(league)

        preview, before = preview_split(merge=merge), merged.newest_run()
        split_players(merge=merge, reason="two")
        merged.must_equal(preview, before)
        for league in leagues:
            scene.must_verify(league)
        assert [merged.consequences(league) for league in leagues] == before_all
        assert merged.facts() == facts

    def test_a_formula_for_everybody_gives_nothing_to_a_record_that_is_part_of_another(self, monthly):
        enter_league(league=monthly.league, player=monthly.gosia, start_rating=1700)
        enter_league(league=monthly.league, player=monthly.anna, start_rating=1800)
        merge = _merge(kept=monthly.anna, absorbed=monthly.gosia)
        compensate(league=monthly.league, formula=Formula(0.1, 2000.0), on=DAY, reason="deflation")
        assert list(Adjustment.objects.values_list("player", "by")) == [(monthly.anna.pk, 20.0)]
        split_players(merge=merge, reason="two")
        assert Rating.objects.get(player=monthly.gosia).shown == 1700
        monthly.must_verify()

    def test_only_live_ratings_where_nothing_is_closed(self, monthly):
        monthly.play("gosia", "bartek")
        preview = preview_merge(kept=monthly.anna, absorbed=monthly.gosia)
        assert preview.leagues[0].live
        _merge(kept=monthly.anna, absorbed=monthly.gosia)
        live = dict(Rating.objects.values_list("player", "live"))
        assert {m.player_id: m.after for m in preview.leagues[0].moves if m.after is not None} == {
            m.player_id: live[m.player_id] for m in preview.leagues[0].moves if m.after is not None
        }
        assert live[monthly.anna.pk] == 1516.0
        monthly.must_verify()
