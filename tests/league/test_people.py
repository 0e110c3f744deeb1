"""Players and clubs: names as people type them, warned about, found, kept."""

from datetime import date, timedelta

import pytest

from league.models import FactChange, LeagueEntry, Player, PlayerAlias, PlayerName
from league.services.errors import Refused
from league.services.people import (
    add_alias,
    add_player,
    archive_club,
    archive_player,
    create_club,
    delete_player,
    edit_club,
    edit_player,
    enter_league,
    find_players,
    near_matches,
    player_named,
    players_named,
    reactivate_player,
    remove_alias,
)
from league.services.periods import close_period
from ratings.models import Rating, RatingChange

from .roles import member
from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    return create_club(slug="club", name="Club", time_zone="Europe/Warsaw")


def names(players):
    return [player.name for player in players]


class TestClubs:
    @pytest.mark.parametrize("slug", ["", "Club", "a b", "a/b", "żak", "-a", "a-", "a--b", "x" * 61, "admin", "api"])
    def test_a_slug_is_a_word_of_an_address(self, db, slug):
        with pytest.raises(Refused) as caught:
            create_club(slug=slug, name="x")
        assert caught.value.field == "slug"

    def test_a_slug_is_there_once(self, club):
        with pytest.raises(Refused, match="already"):
            create_club(slug="club", name="Another")

    def test_it_has_a_name_and_a_zone_that_exist(self, db):
        with pytest.raises(Refused) as caught:
            create_club(slug="a", name=" ", time_zone="Mars/Olympus")
        assert {problem.column for problem in caught.value.problems} == {"name", "time_zone"}

    def test_its_name_and_clock_change_and_the_change_is_kept(self, club):
        assert edit_club(club=club, name="  The   Lions ", time_zone="Europe/Warsaw").name == "The Lions"
        edit_club(club=club, name="The Lions")
        (row,) = FactChange.objects.filter(kind="club.edit")
        assert (row.before, row.after) == ({"name": "Club"}, {"name": "The Lions"})
        for wrong, field in (
            ({"name": " "}, "name"), ({"name": "x" * 121}, "name"), ({"time_zone": "Mars/Olympus"}, "time_zone"),
            ({"time_zone": "../etc/passwd"}, "time_zone"), ({"time_zone": ""}, "time_zone"),
        ):  # fmt: skip
            with pytest.raises(Refused) as caught:
                edit_club(club=club, **wrong)
            assert caught.value.field == field
        club.refresh_from_db()
        assert (club.name, club.time_zone, club.slug) == ("The Lions", "Europe/Warsaw", "club")
        archive_club(club=club)
        with pytest.raises(Refused, match="archived"):
            edit_club(club=club, name="Again")

    def test_owners_change_both_at_the_desk_and_admins_do_not(self, club, client):
        page = "/club/desk/club/"
        client.force_login(member(club, "admin"))
        assert client.get(page).status_code == client.post(page, {"name": "Mine"}).status_code == 403
        assert page not in client.get("/club/").content.decode()
        client.force_login(member(club, "owner"))
        assert page in client.get("/club/").content.decode()
        shown = client.get(page).content.decode()
        assert "The address stays http://testserver/club/, whatever the name" in shown
        assert '<option value="Europe/Warsaw" selected>' in shown
        refused = client.post(page, {"name": "Lions", "time_zone": "Mars/Olympus"})
        assert refused.status_code == 200 and 'aria-invalid="true"' in refused.content.decode()
        saved = client.post(page, {"name": "Lions", "time_zone": "Asia/Tokyo"}, follow=True).content.decode()
        assert "Saved." in saved and ">Undo</a>" in saved
        club.refresh_from_db()
        assert (club.name, club.time_zone) == ("Lions", "Asia/Tokyo")
        assert "Asia/Tokyo" in client.get("/club/desk/history/").content.decode()


class TestNames:
    @pytest.mark.parametrize("typed", ["  Anna   Berg ", "Anna\u00a0Berg", "Anna\u200b Berg", "\tAnna Berg\n"])
    def test_a_name_is_stored_clean(self, club, typed):
        assert add_player(club=club, name=typed).player.name == "Anna Berg"

    @pytest.mark.parametrize(
        "again", ["Anna Berg", "Anna  Berg", "anna berg ", "Anna\u00a0Berg", "A\u0301nna Berg", "ANNA BERG"]
    )
    def test_br_029_the_same_name_again_is_caught(self, club, again):
        add_player(club=club, name="Anna Berg")
        with pytest.raises(Refused, match="There is Anna Berg already") as caught:
            add_player(club=club, name=again)
        assert caught.value.field == "name"
        assert Player.objects.count() == 1

    def test_another_person_of_the_same_name_can_be_added_on_purpose(self, club):
        add_player(club=club, name="John Smith", birth_year=1970)
        add_player(club=club, name="John Smith", birth_year=2001, namesake=True)
        assert len(players_named(club=club, text="john smith")) == 2

    def test_a_near_name_is_a_warning(self, club):
        first = add_player(club=club, name="Иванов Пётр").player
        assert add_player(club=club, name="Ivanov Petr Jr").near == [first]
        assert add_player(club=club, name="Zofia Nowak").near == []

    @pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 121])
    def test_a_name_is_needed_and_not_endless(self, club, name):
        with pytest.raises(Refused) as caught:
            add_player(club=club, name=name)
        assert caught.value.field == "name"

    @pytest.mark.parametrize("name", ["X", "محمد", "🎱", "O'Brien", "Щ" * 120, "張三"])
    def test_unusual_names_are_names(self, club, name):
        player = add_player(club=club, name=name).player
        assert names(find_players(club=club, text=name)) == [player.name]


class TestFields:
    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"birth_year": 1799}, "birth_year"), ({"birth_year": 2999}, "birth_year"), ({"sex": "x"}, "sex"),
            ({"federation": "PL"}, "federation"), ({"federation": "P1L"}, "federation"),
            ({"fide_id": "12a"}, "fide_id"), ({"title": "GMGMG"}, "title"),
            ({"start_rating": float("nan")}, "start_rating"),
            ({"start_rating": 1e6}, "start_rating"), ({"start_peak": 1e6}, "start_peak"),
            ({"start_games": -1}, "start_games"),
            ({"affiliation": "x" * 121}, "affiliation"),
        ],
    )  # fmt: skip
    def test_out_of_range(self, club, fields, field):
        with pytest.raises(Refused) as caught:
            add_player(club=club, name="Anna", **fields)
        assert caught.value.field == field

    def test_a_fide_id_is_there_once_a_club(self, club):
        add_player(club=club, name="Anna", fide_id="1234567")
        with pytest.raises(Refused, match="Anna has this FIDE id"):
            add_player(club=club, name="Zofia", fide_id="1234567")
        add_player(club=create_club(slug="other", name="Other"), name="Anna", fide_id="1234567")

    def test_federation_and_title_are_written_large(self, club):
        player = add_player(club=club, name="Anna", federation="pol", title="wfm").player
        assert (player.federation, player.title) == ("POL", "WFM")

    def test_a_field_that_no_player_has(self, club):
        with pytest.raises(TypeError):
            add_player(club=club, name="Anna", shoe_size=42)


class TestFinding:
    @pytest.fixture
    def people(self, club):
        for name in ("Żak, Józef", "Иванов Пётр", "Müller, Łukasz", "Zakrzewska Anna", "O'Brien Pat", "Lars Ødegård"):
            add_player(club=club, name=name)
        add_player(club=create_club(slug="other", name="Other"), name="Zak Other")
        return club

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("zak", ["Zakrzewska Anna", "Żak, Józef"]), ("ZAK", ["Zakrzewska Anna", "Żak, Józef"]),
            ("żak", ["Zakrzewska Anna", "Żak, Józef"]), ("иванов", ["Иванов Пётр"]), ("ИВАН", ["Иванов Пётр"]),
            ("ivan", ["Иванов Пётр"]), ("петр", ["Иванов Пётр"]), ("müller", ["Müller, Łukasz"]),
            ("MULLER", ["Müller, Łukasz"]), ("luk mul", ["Müller, Łukasz"]), ("obrien", ["O'Brien Pat"]),
            ("ode", ["Lars Ødegård"]), ("zak anna", ["Zakrzewska Anna"]), ("anna zak", ["Zakrzewska Anna"]),
            ("rzewska", []), ("%", []), ("_", []), ("zak zofia", []),
        ],
    )  # fmt: skip
    def test_by_the_beginning_of_any_word(self, people, text, found):
        assert sorted(names(find_players(club=people, text=text))) == sorted(found)

    def test_nothing_typed_is_everybody_in_order_of_name(self, people):
        assert find_players(club=people, text=" ").count() == 6

    def test_it_walks_the_index(self, people):
        from django.db import connection

        if connection.vendor == "sqlite":
            plan = find_players(club=people, text="zak").explain()
            assert "player_by_word" in plan

    def test_whole_names_aliases_and_ids(self, people):
        pat = player_named(club=people, text="o’brien pat")
        add_alias(player=pat, name="Patrick O'Brien")
        edit_player(player=pat, fide_id="2500000")
        for text in ("PATRICK OBRIEN", "2500000", f"#{pat.pk}"):
            assert player_named(club=people, text=text) == pat

    def test_an_unknown_name_is_refused_with_near_matches(self, people):
        with pytest.raises(Refused, match=r"no player “Zakrewska Ana” in Club\. Did you mean Zakrzewska Anna\?"):
            player_named(club=people, text="Zakrewska Ana")
        with pytest.raises(Refused) as caught:
            player_named(club=people, text="Qqq", field="white")
        assert "mean" not in caught.value.message
        assert caught.value.field == "white"

    def test_words_in_another_order_and_a_slip_in_the_first_letter_are_near(self, people):
        assert names(near_matches(club=people, name="Anna Zakrzewska"))[:1] == ["Zakrzewska Anna"]
        assert names(near_matches(club=people, name="Sakrzewska"))[:1] == ["Zakrzewska Anna"]

    def test_names_that_share_a_few_letters_are_not_near(self, club):
        add_player(club=club, name="Anna Berg")
        assert near_matches(club=club, name="Franz Huber") == []
        assert names(near_matches(club=club, name="Anna Bergh")) == ["Anna Berg"]

    def test_an_ambiguous_name_is_not_guessed(self, club):
        one = add_player(club=club, name="John Smith", birth_year=1970).player
        two = add_player(club=club, name="John Smith", namesake=True).player
        ids = rf"#{one.pk} \(John Smith, 1970\) / #{two.pk}"
        with pytest.raises(Refused, match=f"“john smith” is more than one.*{ids}"):
            player_named(club=club, text="john smith")

    def test_an_id_of_another_club_finds_nobody(self, people):
        stranger = Player.objects.get(name="Zak Other")
        assert players_named(club=people, text=f"#{stranger.pk}") == []


class TestAliases:
    def test_found_by_it_until_it_is_removed(self, club):
        player = add_player(club=club, name="Mueller", aliases=["Müller Hans"]).player
        assert names(find_players(club=club, text="hans")) == ["Mueller"]
        remove_alias(alias=PlayerAlias.objects.get())
        assert not find_players(club=club, text="hans")
        assert set(PlayerName.objects.filter(player=player).values_list("word", flat=True)) == {"mueller"}

    def test_a_name_of_somebody_else_is_refused(self, club):
        add_player(club=club, name="Anna")
        other = add_player(club=club, name="Ewa").player
        with pytest.raises(Refused, match="Anna has this name already"):
            add_alias(player=other, name="ANNA")

    def test_twice_is_once(self, club):
        player = add_player(club=club, name="Anna").player
        assert add_alias(player=player, name="Anka").pk == add_alias(player=player, name="anka").pk

    def test_br_045_a_former_name_still_finds_the_player(self, club):
        player = add_player(club=club, name="Anna Kowalska").player
        edit_player(player=player, name="Anna Nowak")
        assert player_named(club=club, text="Anna Kowalska").name == "Anna Nowak"
        assert names(find_players(club=club, text="kowal")) == ["Anna Nowak"]
        edit_player(player=player, name="Player 7", keep_former=False)
        assert not find_players(club=club, text="nowak")


class TestEditing:
    def test_nothing_changed_is_nothing_done(self, scene):
        scene.play("anna", "bartek")
        version = scene.version()
        edit_player(player=scene.anna, name=" anna".title(), guest=False)
        assert scene.version() == version

    def test_a_new_name_moves_no_rating_but_pages_are_new(self, scene):
        scene.play("anna", "bartek")
        rows, version = list(RatingChange.objects.values_list()), scene.version()
        edit_player(player=scene.anna, name="Anna Nowak")
        assert list(RatingChange.objects.values_list()) == rows
        assert scene.version() == version + 1

    def test_renamed_to_the_name_of_another_is_caught(self, scene):
        with pytest.raises(Refused, match="There is Bartek already"):
            edit_player(player=scene.anna, name="bartek")

    def test_a_start_rating_re_rates_from_the_first_game(self, scene):
        scene.play("anna", "bartek")
        scene.play("bartek", "celina", day=3)
        edit_player(player=scene.anna, start_rating=1500 + 400)
        first = scene.log("anna")[1]
        assert (first.opening, round(first.change, 4)) == (1900.0, 2.9091)  # 32 / 11
        scene.must_verify()
        scene.chain("bartek")

    def test_in_every_league_of_the_player(self, scene):
        blitz = scene.add_league("blitz")
        scene.play("anna", "bartek")
        scene.play("anna", "celina", league=blitz, day=2)
        edit_player(player=scene.anna, start_rating=2000)
        assert scene.rating("bartek") > 1498
        assert scene.rating("celina", blitz) > 1498
        scene.must_verify(scene.league)
        scene.must_verify(blitz)

    def test_a_guest_moves_nobody(self, scene):
        scene.play("anna", "bartek")
        edit_player(player=scene.bartek, guest=True)
        assert scene.rating("anna") == 1500.0
        edit_player(player=scene.bartek, guest=False)
        assert scene.rating("anna") == 1516.0
        scene.must_verify()

    def test_a_birth_year_re_rates_where_k_depends_on_age(self, db):
        scene = Scene(k=[{"k": 40, "age_to": 18}, {"k": 20}])
        scene.play("anna", "bartek")
        edit_player(player=scene.anna, birth_year=DAY.year - 10)
        assert scene.ratings() == {"Anna": 1520.0, "Bartek": 1490.0}
        scene.must_verify()

    def test_of_a_player_who_has_not_played(self, scene):
        enter_league(league=scene.league, player=scene.anna)
        edit_player(player=scene.anna, start_rating=1777)
        assert scene.rating("anna") == 1777.0
        scene.must_verify()

    def test_a_closed_period_needs_a_reason(self, monthly):
        monthly.play("anna", "bartek")
        close_period(period=monthly.january)
        with pytest.raises(Refused) as caught:
            edit_player(player=monthly.anna, start_rating=1900)
        assert caught.value.field == "reason"
        edit_player(player=monthly.anna, start_rating=1900, reason="federation list")
        edit_player(player=monthly.anna, title="WFM")
        monthly.must_verify()


class TestEntering:
    def test_start_values_of_the_league_come_first(self, scene):
        edit_player(player=scene.anna, start_rating=1700)
        enter_league(league=scene.league, player=scene.anna, start_rating=1600)
        assert scene.rating("anna") == 1600.0
        enter_league(league=scene.league, player=scene.bartek)
        assert scene.rating("bartek") == 1500.0
        scene.must_verify()

    def test_changed_after_games_everything_follows(self, scene):
        scene.play("anna", "bartek")
        enter_league(league=scene.league, player=scene.anna, k=10)
        assert scene.ratings() == {"Anna": 1505.0, "Bartek": 1484.0}
        version = scene.version()
        enter_league(league=scene.league, player=scene.anna, k=10)
        assert scene.version() == version
        enter_league(league=scene.league, player=scene.anna, k=None)
        assert scene.rating("anna") == 1516.0
        scene.must_verify()

    @pytest.mark.parametrize(
        ("field", "value"),
        [("start_rating", 1e9), ("start_deviation", -1), ("start_volatility", 11), ("start_games", -1), ("k", -1)],
    )
    def test_out_of_range(self, scene, field, value):
        with pytest.raises(Refused) as caught:
            enter_league(league=scene.league, player=scene.anna, **{field: value})
        assert caught.value.field == field
        assert not LeagueEntry.objects.exists()

    def test_a_follower_has_the_same_players(self, scene):
        follower = scene.add_league("estimate", games_from=scene.league, k=10)
        enter_league(league=scene.league, player=scene.anna)
        assert Rating.objects.get(league=follower).value == 1500.0
        scene.must_verify(follower)


class TestLeaving:
    def test_an_archived_player_keeps_games_and_rating(self, scene):
        scene.play("anna", "bartek")
        version = scene.version()
        archive_player(player=scene.anna)
        assert scene.rating("anna") == 1516.0
        assert scene.version() == version + 1
        assert reactivate_player(player=scene.anna).archived_at is None
        scene.play("anna", "celina", day=1)

    def test_a_player_who_never_took_part_can_be_deleted(self, scene):
        add_alias(player=scene.anna, name="Anka")
        delete_player(player=scene.anna)
        assert not PlayerName.objects.filter(word="anna").exists()
        assert not PlayerAlias.objects.exists()

    def test_one_who_did_is_archived_instead(self, scene):
        scene.play("anna", "bartek")
        enter_league(league=scene.league, player=scene.celina)
        for player in (scene.anna, scene.celina):
            with pytest.raises(Refused, match="archive"):
                delete_player(player=player)
        assert Player.objects.filter(name="Anna").exists()


def test_first_day_is_that_of_a_game_or_an_adjustment(scene):
    from league.services.adjusting import adjust
    from league.services.entries import first_days

    scene.play("anna", "bartek", day=5)
    adjust(league=scene.league, player=scene.bartek, on=DAY + timedelta(2), by=5, reason="x")
    assert first_days(scene.anna, [scene.league]) == {scene.league.pk: DAY + timedelta(5)}
    assert first_days(scene.bartek, [scene.league]) == {scene.league.pk: DAY + timedelta(2)}
    assert first_days(scene.celina, [scene.league]) == {}
    assert date.min not in first_days(scene.anna, [scene.league]).values()
