"""create_league, change_rules, seasons: rules checked by the system itself, valid from a day on."""

from datetime import date, timedelta

import pytest

from league.models import League, RatingRules
from league.services.errors import Refused
from league.services.leagues import (
    BEGINNING,
    archive_league,
    change_rules,
    create_league,
    edit_league,
    find_league,
    preview_rules,
    rules_on,
)
from league.services.people import create_club, enter_league
from league.services.periods import close_period
from league.services.recording import record_game
from league.services.seasons import edit_season, start_season
from ratings.models import Rating, RatingChange

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    return create_club(slug="club", name="Club")


def refused(club, **more):
    given = {"slug": "ladder", "name": "Ladder", "system": "elo", "mode": "sequential", **more}
    with pytest.raises(Refused) as caught:
        create_league(club=club, **given)
    assert not League.objects.filter(slug=given["slug"]).exists() or given["slug"] == "there"
    return {problem.column for problem in caught.value.problems}


class TestCreating:
    def test_the_first_rules_are_valid_from_the_beginning_of_time(self, club):
        league = create_league(
            club=club, slug="ladder", name=" The  ladder ", system="elo", mode="sequential", parameters={"k": 24}
        )
        rules = league.rules.get()
        assert (rules.valid_from, rules.parameters["k"], league.name) == (date(1000, 1, 1), 24, "The ladder")
        assert league.path == "club/ladder"

    @pytest.mark.parametrize("system", ["elo", "fide", "glicko2"])
    def test_each_system_in_both_modes_without_parameters(self, club, system):
        for mode in ("sequential", "period"):
            create_league(club=club, slug=f"{system}-{mode}", name="x", system=system, mode=mode)

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"slug": "A B"}, "slug"), ({"slug": "new"}, "slug"), ({"name": " "}, "name"),
            ({"name": "x" * 121}, "name"),
            ({"system": "trueskill"}, "system"), ({"mode": "weekly"}, "mode"), ({"discipline": "go"}, "discipline"),
            ({"late_results": "never"}, "late_results"), ({"parameters": {"k": -5}}, "k"),
            ({"parameters": {"k": "many"}}, "k"), ({"parameters": {"kay": 5}}, "kay"),
            ({"parameters": {"scale": 0}}, "scale"), ({"parameters": {"margin": "cricket"}}, "margin"),
            ({"system": "glicko2", "parameters": {"tau": -1}}, "tau"),
            ({"system": "fide", "parameters": {"list": "bullet"}}, "list"),
        ],
    )  # fmt: skip
    def test_refused(self, club, given, field):
        assert refused(club, **given) == {field}

    def test_an_unknown_parameter_is_refused_with_the_known_ones(self, club):
        with pytest.raises(Refused, match=r"kay.*home_advantage"):
            create_league(club=club, slug="a", name="a", system="elo", mode="sequential", parameters={"kay": 5})

    def test_several_problems_at_once(self, club):
        assert refused(club, slug="A B", name="", parameters={"k": -1}) == {"slug", "name", "k"}

    def test_a_slug_is_there_once_a_club(self, club):
        create_league(club=club, slug="there", name="x", system="elo", mode="sequential")
        assert refused(club, slug="there") == {"slug"}
        other = create_club(slug="other", name="Other")
        create_league(club=other, slug="there", name="x", system="elo", mode="sequential")

    def test_other_leagues_must_be_of_the_club_and_make_no_chain(self, club):
        stranger = Scene(club="stranger").league
        own = create_league(club=club, slug="own", name="x", system="elo", mode="sequential")
        follower = create_league(club=club, slug="f", name="x", system="fide", mode="sequential", games_from=own)
        assert refused(club, slug="a", games_from=stranger) == {"games_from"}
        assert refused(club, slug="a", games_from=follower) == {"games_from"}
        assert refused(club, slug="a", standard_league=own) == {"standard_league"}
        assert refused(club, slug="a", system="fide", standard_league=own) == {"standard_league"}


class TestFinding:
    def test_by_path_else_the_known_ones_are_named(self, scene):
        assert find_league("club/ladder") == scene.league
        with pytest.raises(Refused, match=r"no league club/leder\. Known: club/ladder"):
            find_league("club/leder")
        with pytest.raises(Refused, match="no league x/y"):
            find_league("x/y")


class TestRules:
    """BR-008: parameters carry a start date; an old game is rated by those valid for it."""

    def test_they_count_from_their_day_on(self, scene):
        scene.play("anna", "bartek", day=0)
        scene.play("celina", "dawid", day=10)
        change_rules(league=scene.league, valid_from=DAY + timedelta(5), parameters={"k": 10}, reason="too jumpy")
        assert scene.ratings() == {"Anna": 1516.0, "Bartek": 1484.0, "Celina": 1505.0, "Dawid": 1495.0}
        scene.play("ewa", "filip", day=1)
        assert scene.rating("ewa") == 1516.0
        scene.must_verify()

    def test_what_is_not_given_stays_as_it_was_on_that_day(self, db):
        scene = Scene(k=32, initial=1200)
        change_rules(league=scene.league, valid_from=DAY, parameters={"k": 10}, reason="x")
        ours = [rules_on(scene.league, day).parameters for day in (DAY, DAY - timedelta(1))]
        assert [(each["k"], each["initial"]) for each in ours] == [(10, 1200), (32, 1200)]

    def test_the_same_again_is_nothing(self, scene):
        scene.play("anna", "bartek")
        version = scene.version()
        change_rules(league=scene.league, valid_from=DAY, parameters={"k": 32.0}, reason="")
        assert scene.version() == version
        assert RatingRules.objects.count() == 1

    def test_a_reason_is_needed_and_the_parameters_are_checked(self, scene):
        with pytest.raises(Refused) as caught:
            change_rules(league=scene.league, valid_from=DAY, parameters={"k": 10}, reason="")
        assert caught.value.field == "reason"
        with pytest.raises(Refused) as caught:
            change_rules(league=scene.league, valid_from=DAY, parameters={"k": -1}, reason="x")
        assert caught.value.field == "k"

    def test_br_119_another_start_rating_after_games(self, scene):
        scene.play("anna", "bartek")
        enter_league(league=scene.league, player=scene.ewa)
        change_rules(league=scene.league, valid_from=BEGINNING, parameters={"initial": 1000}, reason="as before")
        assert scene.ratings() == {"Anna": 1016.0, "Bartek": 984.0, "Ewa": 1000.0}
        scene.must_verify()

    def test_provisional_marks_follow_the_rules_of_now(self, scene):
        scene.play("anna", "bartek")
        change_rules(
            league=scene.league, valid_from=DAY + timedelta(9), parameters={"provisional_games": 5}, reason="x"
        )
        assert Rating.objects.filter(provisional=True).count() == 2
        scene.must_verify()

    def test_rules_that_look_at_peaks_know_those_of_before(self, scene):
        scene.play("anna", "bartek")
        tiers = [{"k": 16, "peak_from": 1510}, {"k": 32}]
        change_rules(league=scene.league, valid_from=DAY + timedelta(5), parameters={"k": tiers}, reason="x")
        scene.play("anna", "celina", day=6)
        assert scene.log("anna")[-1].k == 16
        scene.must_verify()

    def test_the_preview_comes_true(self, scene):
        scene.play("anna", "bartek", day=0)
        scene.play("anna", "celina", day=10)
        change = {"league": scene.league, "valid_from": DAY + timedelta(5), "parameters": {"k": 10}}
        preview = preview_rules(**change)
        was = scene.ratings()
        change_rules(**change, reason="x")
        now = scene.ratings()
        assert {m.name: m.after for m in preview.moves} == {n: now[n] for n in now if now[n] != was[n]}


class TestSeasons:
    def test_the_first_day_carries_over_in_part(self, db):
        """FiveThirtyEight's NBA rule: 3/4 of the rating and 1/4 of 1505; 1516 -> 1513.25."""
        scene = Scene(k=32, carryover={"keep": 0.75, "mean": 1505})
        scene.play("anna", "bartek")
        start_season(league=scene.league, name="2026/27", starts_on=DAY + timedelta(30))
        assert scene.rating("anna") == 1513.25
        assert [row.cause for row in scene.log("anna")] == ["entry", "game", "season"]
        scene.must_verify()
        scene.chain("anna")

    def test_again_it_is_there_and_moved_it_moves_the_ratings(self, db):
        scene = Scene(k=32, carryover={"keep": 0.75, "mean": 1505})
        scene.play("anna", "bartek", day=10)
        season = start_season(league=scene.league, name="1", starts_on=DAY)
        assert start_season(league=scene.league, name="1", starts_on=DAY).pk == season.pk
        assert scene.rating("anna") == 1516.0
        edit_season(season=season, starts_on=DAY + timedelta(30))
        assert scene.rating("anna") == 1513.25
        edit_season(season=season, name="One", ends_on=DAY + timedelta(300))
        scene.must_verify()

    def test_refused(self, scene):
        season = start_season(league=scene.league, name="1", starts_on=DAY, ends_on=DAY + timedelta(100))
        for fields, field in (
            ({"name": "1", "starts_on": DAY + timedelta(200)}, "name"),
            ({"name": "2", "starts_on": DAY}, "starts_on"),
            ({"name": "2", "starts_on": DAY + timedelta(100)}, "starts_on"),
            ({"name": "", "starts_on": DAY + timedelta(200)}, "name"),
            ({"name": "2", "starts_on": date(1700, 1, 1)}, "starts_on"),
            ({"name": "2", "starts_on": DAY + timedelta(200), "ends_on": DAY + timedelta(199)}, "ends_on"),
        ):
            with pytest.raises(Refused) as caught:
                start_season(league=scene.league, **fields)
            assert caught.value.field == field
        with pytest.raises(Refused):
            edit_season(season=season, ends_on=DAY - timedelta(1))


class TestEditing:
    def test_a_name_is_changed_and_nothing_rated(self, scene):
        scene.play("anna", "bartek")
        rows, version = list(RatingChange.objects.values_list()), scene.version()
        assert edit_league(league=scene.league, name="Board").name == "Board"
        assert list(RatingChange.objects.values_list()) == rows
        assert scene.version() == version + 1
        edit_league(league=scene.league, name="Board")
        assert scene.version() == version + 1

    def test_archived_nothing_can_be_changed(self, scene):
        archive_league(league=scene.league)
        with pytest.raises(Refused, match="archived"):
            edit_league(league=scene.league, name="x")

    def test_not_archived_while_others_follow(self, scene):
        scene.add_league("estimate", games_from=scene.league)
        with pytest.raises(Refused, match="Estimate follows"):
            archive_league(league=scene.league)


def test_a_rapid_list_follows_its_standard_list(db):
    """R25: a player without a rapid rating counts as rated with the standard one."""
    scene = Scene(system="fide", slug="standard")
    rapid = create_league(
        club=scene.club, slug="rapid", name="Rapid", system="fide", mode="sequential",
        parameters={"list": "rapid"}, standard_league=scene.league,
    )  # fmt: skip
    enter_league(league=scene.league, player=scene.anna, start_rating=1800)
    enter_league(league=rapid, player=scene.bartek, start_rating=1800)
    record_game(league=rapid, white=scene.anna, black=scene.bartek, outcome="1-0", played_on=DAY)
    version = League.objects.get(pk=rapid.pk).version
    scene.play("celina", "dawid")
    assert League.objects.get(pk=rapid.pk).version == version + 1
    scene.must_verify(rapid)


def test_a_per_period_league_takes_rules_of_the_start_of_each_event(monthly):
    from league.services.events import create_event

    event = create_event(league=monthly.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 1))
    monthly.play("anna", "bartek", day=date(2026, 2, 1), event=event)
    monthly.play("celina", "dawid", day=date(2026, 2, 1))
    change_rules(league=monthly.league, valid_from=date(2026, 2, 1), parameters={"k": 10}, reason="x")
    close_period(period=monthly.january)
    close_period(period=monthly.february)
    assert monthly.ratings() == {"Anna": 1516.0, "Bartek": 1484.0, "Celina": 1505.0, "Dawid": 1495.0}
    monthly.must_verify()
