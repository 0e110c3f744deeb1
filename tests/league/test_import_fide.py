"""``import_players --format fide``: what FIDE publishes for a club's players (BR-077 to BR-079)."""

import io
import json
import zipfile
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from league.models import ExternalRating, Game, ImportBatch, Player, PlayerName
from league.services.people import add_alias, add_player, find_players
from ratings.models import RatingChange

from ..formats.test_fide_lists import ALL, LEKO, STANDARD, line, player, xml


@pytest.fixture
def take(scene, tmp_path):
    """``take(text, *options)`` -> (exit code, report or words)."""

    def _take(text, *options, name="standard_aug25frl.txt", words=False, format="fide"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        out = io.StringIO()
        more = options if words else (*options, "--json")
        try:
            call_command("import_players", "club", str(path), "--format", format, *more, stdout=out)
        except CommandError as error:
            return error.returncode, str(error)
        return 0, out.getvalue() if words else json.loads(out.getvalue())

    return _take


@pytest.fixture
def berg(scene):
    return add_player(club=scene.club, name="Anna Berg", fide_id="4711").player


def stored():
    rows = ExternalRating.objects.order_by("date", "list")
    return [(row.player.name, row.list, f"{row.date:%Y-%m}", row.rating, row.games, row.k) for row in rows]


def test_a_list_gives_its_ratings_to_the_players_of_the_club(berg, take):
    code, said = take(STANDARD + line() + line("4712", "Cole, Bob"))
    assert (code, said["ratings"], said["players"]["new"]) == (0, {"new": 1, "changed": 0, "unchanged": 0}, 0)
    assert stored() == [("Anna Berg", "standard", "2025-08", 2100, 4, 20)]
    assert not Player.objects.filter(fide_id="4712").exists()


def test_the_same_file_again_changes_nothing(berg, take):
    take(STANDARD + line())
    before = stored(), ImportBatch.objects.count(), berg.club.leagues.get().version
    code, said = take(STANDARD + line())
    assert (code, said["changed"], said["ratings"]) == (0, False, {"new": 0, "changed": 0, "unchanged": 1})
    assert (stored(), ImportBatch.objects.count(), berg.club.leagues.get().version) == before


def test_each_month_is_kept_beside_the_others(berg, take):
    take(STANDARD + line())
    take(STANDARD.replace("AUG25", "SEP25") + line(numbers=("2110", "9", "20")))
    assert [row[2:4] for row in stored()] == [("2025-08", 2100), ("2025-09", 2110)]


def test_the_list_of_another_month_is_refused(berg, take):
    code, said = take(STANDARD + line(), "--list-date", "2025-09-01", words=True)
    assert code == 1
    assert "another month: its header says August 2025, you say 2025-09-01" in said
    assert not ExternalRating.objects.exists()
    assert take(STANDARD + line(), "--list-date", "2025-08-01")[0] == 0


def test_a_month_in_the_name_of_a_file_without_one_in_it_counts(berg, take):
    code, said = take(ALL + LEKO, "--list-date", "2025-09-01", name="players_list_foa_aug25.txt", words=True)
    assert code == 1
    assert "its name says August 2025" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "give the date of the list"),
        (("--list-date", "2025-08-07"), "dated the first of a month"),
        (("--list-date", "2095-08-01"), "more than a year from now"),
        (("--list-date", "August"), "is no date"),
    ],
)
def test_a_file_without_a_month_needs_the_date_of_a_list(berg, take, options, words):
    code, said = take(ALL + LEKO, *options, name="players_list_foa.txt", words=True)
    assert code == 1
    assert words in said


def test_a_file_of_one_list_says_which_or_is_told(berg, take):
    assert take(STANDARD + line(), name="list.txt", words=True)[1].startswith("The file holds one list")
    assert take(STANDARD + line(), "--list", "blitz", name="list.txt")[0] == 0
    assert [row[1] for row in stored()] == ["blitz"]
    code, said = take(STANDARD + line(), "--list", "rapid", words=True)
    assert (code, "has no rapid ratings" in said) == (1, True)


def test_of_the_combined_list_one_may_be_taken(scene, take):
    add_player(club=scene.club, name="Leko, Peter", fide_id="703303")
    options = ("--list-date", "2026-01-01", "--list", "rapid")
    assert take(ALL + LEKO, *options, name="players_list_foa.txt")[0] == 0
    assert [row[1:4] for row in stored()] == [("rapid", "2026-01", 2700)]


def test_what_changes_about_a_player_is_reported_old_to_new(scene, take):
    berg = add_player(club=scene.club, name="Anna Berg", fide_id="4711", title="FM", federation="GER").player
    _, said = take(STANDARD + line(title="IM", sex="F", born="1984"))
    (update,) = said["players"]["updated"]
    assert update["changes"] == {
        "federation": ["GER", "POL"], "title": ["FM", "IM"], "birth_year": [None, 1984], "sex": ["", "w"],
    }  # fmt: skip
    berg.refresh_from_db()
    assert (berg.federation, berg.title, berg.birth_year, berg.sex) == ("POL", "IM", 1984, "w")


def test_what_the_list_does_not_say_stays(scene, take):
    berg = add_player(club=scene.club, name="Anna Berg", fide_id="4711", title="WFM", birth_year=1990, sex="w").player
    take(STANDARD + line(sex="M", born=""))
    berg.refresh_from_db()
    assert (berg.title, berg.birth_year, berg.sex, berg.federation) == ("WFM", 1990, "w", "POL")


def test_names_stay_and_differences_are_reported(scene, take):
    add_player(club=scene.club, name="Berg-Nowak, Anna Maria", fide_id="4711")
    other = add_player(club=scene.club, name="Lisa Smith", fide_id="4712").player
    add_player(club=scene.club, name="Иванов Пётр", fide_id="4713")
    known = add_player(club=scene.club, name="Ola Lis", fide_id="4714").player
    add_alias(player=known, name="Ola Kos")
    text = (
        STANDARD + line("4711") + line("4712", "Jones, Lisa") + line("4713", "Ivanov, Petr") + line("4714", "Kos, Ola")
    )
    _, said = take(text)
    assert said["names"] == [{"player": "Lisa Smith", "fide_id": "4712", "listed": "Jones, Lisa"}]
    other.refresh_from_db()
    assert other.name == "Lisa Smith"


def test_results_and_ratings_are_never_touched(scene, take):
    scene.play("anna", "bartek")
    anna = scene.anna
    anna.fide_id = "4711"
    anna.save(update_fields=["fide_id"])
    before = list(Game.objects.values()), list(RatingChange.objects.values())
    take(STANDARD + line(title="GM"))
    assert (list(Game.objects.values()), list(RatingChange.objects.values())) == before


def test_one_bad_row_is_reported_and_the_rest_goes_in(scene, take):
    """BR-079"""
    for number in range(4711, 4714):
        add_player(club=scene.club, name=f"P{number}", fide_id=str(number))
    text = (
        STANDARD + line("4711") + "4712  Berg POL 21x0\r\n" + line("4713", born="") + line("x") + line("4711", sex="")
    )
    code, said = take(text)
    assert (code, said["ratings"]["new"], said["problems_count"]) == (0, 2, 3)
    assert [(p["rows"], p["message"][:12]) for p in said["problems"]] == [
        ([3], "FIDE id 4712"), ([5], "“x” is no FI"), ([6], "FIDE id 4711"),
    ]  # fmt: skip


def test_below_the_floor_of_the_day_is_unrated(berg, take):
    """BR-079; B.02 7.2.1: 1400 since March 2024, 1000 before."""
    low = line(numbers=("1399", "4", "20"))
    take(STANDARD + low)
    take(STANDARD.replace("AUG25", "FEB24") + low, name="standard_feb24frl.txt")
    assert [row[2:4] for row in stored()] == [("2024-02", 1399), ("2025-08", None)]


def test_a_k_of_0_is_unknown(berg, take):
    """BR-078"""
    take(STANDARD + line(numbers=("2100", "0", "0")))
    assert stored()[0][3:] == (2100, 0, None)


def test_a_changed_list_replaces_its_own_month(berg, take):
    take(STANDARD + line())
    _, said = take(STANDARD + line(numbers=("2105", "4", "20")))
    assert said["ratings"] == {"new": 0, "changed": 1, "unchanged": 0}
    assert stored()[0][3] == 2105


def test_a_dry_run_writes_nothing(berg, take):
    code, said = take(STANDARD + line(title="GM") + line("4712", "Cole"), "--dry-run", "--create")
    assert (code, said["dry_run"], said["ratings"]["new"], said["players"]["new"]) == (0, True, 2, 1)
    berg.refresh_from_db()
    assert (stored(), berg.title, Player.objects.filter(fide_id="4712").count()) == ([], "", 0)


def test_create_adds_the_others_of_a_federation(berg, take):
    text = STANDARD + line() + line("4712", "Cole, Bob", fed="ENG") + line("4713", "Żak, Ewa", sex="F", title="WFM")
    code, said = take(text, "--create", "--federation", "pol")
    assert code == 0, said
    assert said["players"]["new_names"] == ["Żak, Ewa"]
    zak = Player.objects.get(fide_id="4713")
    assert (zak.federation, zak.sex, zak.title, zak.birth_year) == ("POL", "w", "WFM", 1984)
    assert list(find_players(club=berg.club, text="zak")) == [zak]
    zak.full_clean()
    again = take(text, "--create", "--federation", "pol")[1]
    assert (again["changed"], PlayerName.objects.filter(player=zak).count()) == (False, 2)


def test_create_makes_no_second_record_of_a_namesake_without_an_id(scene, take):
    add_player(club=scene.club, name="Berg Anna")
    _, said = take(STANDARD + line(), "--create")
    assert (said["players"]["new"], said["problems_count"]) == (0, 1)
    assert "Give that player the id" in said["problems"][0]["message"]


def test_who_is_not_on_the_list_and_who_is_inactive_is_said(scene, berg, take):
    add_player(club=scene.club, name="Gone", fide_id="99")
    _, said = take(STANDARD + line(sex="F", flag="wi"), words=True)
    assert "Inactive by FIDE: 1." in said
    assert "With a FIDE id that the list has not: 1 (Gone)" in said
    assert "Without a FIDE id, so not looked for: 8." in said


def test_xml_of_all_three_lists(berg, take):
    text = xml(player(fideid="4711", name="Berg, Anna", country="POL", rating="2100", games="1", k="0",
                      rapid_rating="2050", rapid_games="0", rapid_k="20", blitz_rating="", birthday="",
                      flag="w"))  # fmt: skip
    code, _said = take(text, "--list-date", "2025-10-01", name="players_list_xml.xml")
    assert (code, [row[1:] for row in stored()]) == (0, [
        ("blitz", "2025-10", None, None, None), ("rapid", "2025-10", 2050, 0, 20),
        ("standard", "2025-10", 2100, 1, None),
    ])  # fmt: skip


def test_xml_that_breaks_off_is_told_and_what_stood_before_counts(scene, berg, take):
    fide = scene.add_league("fide", system="fide", mode="period", list="standard", openings="external")
    text = xml(player(fideid="4711", name="Berg", rating="2100", rapid_rating="0"))[:-10]
    version = fide.version
    code, said = take(text, "--list-date", "2025-10-01", name="players_list_xml.xml", words=True)
    assert (code, "breaks off after player" in said) == (1, True)
    fide.refresh_from_db()
    assert (ExternalRating.objects.get(list="standard").rating, fide.stale_since) == (2100, None)
    assert fide.version > version


def test_a_command_that_is_stopped_leaves_the_leagues_marked(scene, berg, take, monkeypatch):
    fide = scene.add_league("fide", system="fide", mode="period", list="standard", openings="external")
    follower = scene.add_league("ladder-too", system="elo", mode="sequential")
    monkeypatch.setattr(
        "league.services.importing.fide_list._Taking.finish", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
    )
    with pytest.raises(KeyboardInterrupt):
        take(STANDARD + line())
    fide.refresh_from_db()
    follower.refresh_from_db()
    assert (fide.stale_since, follower.stale_since) == (date(2025, 8, 1), None)


def test_a_list_is_known_by_its_content(berg, take, tmp_path):
    """Text, XML, and either of them zipped, whatever the file is called."""
    with zipfile.ZipFile(tmp_path / "zipped", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("standard_sep25frl.txt", STANDARD.replace("AUG25", "SEP25") + line())
    files = {
        "august": (STANDARD + line(), "--list", "standard"),
        "september": ((tmp_path / "zipped").read_bytes(),),
        "october": (ALL + line(), "--list-date", "2025-10-01"),
        "november": (xml(player(fideid="4711", name="Berg, Anna", rapid_rating="2050")), "--list-date", "2025-11-01"),
    }
    for name, (text, *options) in files.items():
        assert take(text, *options, name=name, format="auto")[0] == 0, name
    assert sorted({row[2] for row in stored()}) == ["2025-08", "2025-09", "2025-10", "2025-11"]


def test_a_table_of_players_is_no_list_and_takes_none_of_its_options(scene, take):
    text = "ID Number,Name,Fed,Rating,AUG25\n4711,Berg,POL,2000,2000\n"
    code, said = take("name,rating\nNew One,1800\n", "--list-date", "2025-08-01", format="auto", words=True)
    assert (code, "only a FIDE list has that" in said) == (2, True)
    code, said = take(text, format="auto", name="players.csv")
    assert code == 0, said
    assert (ExternalRating.objects.count(), Player.objects.get(fide_id="4711").name) == (0, "Berg")


def test_inactivity_is_kept_with_the_list(berg, take):
    take(STANDARD + line(sex="F", flag="wi"))
    assert ExternalRating.objects.get().inactive is True
    _, said = take(STANDARD + line(sex="F", flag="w"))
    assert (said["ratings"]["changed"], ExternalRating.objects.get().inactive) == (1, False)


def test_a_birth_year_re_rates_what_depends_on_it(scene, take):
    fide = scene.add_league("fide", system="fide", mode="sequential", list="standard")
    scene.play("anna", "bartek", league=fide)
    scene.anna.fide_id = "4711"
    scene.anna.save(update_fields=["fide_id"])
    version = fide.version
    take(STANDARD + line())
    fide.refresh_from_db()
    assert fide.version > version
    assert ImportBatch.objects.get().format == "fide"
    assert ExternalRating.objects.get().date == date(2025, 8, 1)


def test_an_import_is_of_a_club_and_of_a_file_that_is_there(scene):
    with pytest.raises(CommandError) as caught:
        call_command("import_players", "club", "/nowhere.txt", "--format", "fide", stdout=io.StringIO())
    assert caught.value.returncode == 2
    with pytest.raises(CommandError) as caught:
        call_command("import_players", "club", "/nowhere.txt", "--format", "fide", "--league", "ladder")
    assert caught.value.returncode == 2


def test_a_league_that_opens_from_the_federations_list_follows_it(scene, take):
    """Openings ``external``: a new list re-rates from its day."""
    fide = scene.add_league("fide", system="fide", mode="period", list="standard", openings="external")
    scene.anna.fide_id = "4711"
    scene.anna.save(update_fields=["fide_id"])
    runs = []
    from league.services import following

    def noted(locked, since, reason, actor, **more):
        runs.append((locked.league.pk, since, reason))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(following, "rerate_from", noted)
        take(STANDARD + line(born=""))
    assert runs == [(fide.pk, date(2025, 8, 1), "FIDE list of 2025-08-01")]
