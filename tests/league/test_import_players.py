"""A file of players: added, updated old to new, or asked about."""

import pytest

from league.models import Game, ImportBatch, LeagueEntry, Player, PlayerName
from league.services.errors import Refused
from league.services.importing import commit_players
from league.services.people import add_player, find_players

from .importing import players_imported, players_plan, words
from .scene import Scene

ALL = (
    "name,birth_year,sex,federation,fide_id,title,affiliation,rating,games,peak\n"
    "Berg,1984,w,POL,1234567,GM,Town,1800,40,1900\n"
)


def test_a_new_player_with_everything(scene):
    players_imported(scene.club, ALL)
    berg = Player.objects.get(name="Berg")
    assert (berg.birth_year, berg.sex, berg.federation, berg.fide_id) == (1984, "w", "POL", "1234567")
    assert (berg.title, berg.affiliation) == ("GM", "Town")
    assert (berg.start_rating, berg.start_games, berg.start_peak, berg.guest) == (1800, 40, 1900, False)
    assert list(find_players(club=scene.club, text="ber")) == [berg]
    assert ImportBatch.objects.get().report["players"]["new"] == ["Berg"]
    berg.full_clean()


def test_the_same_file_again_changes_nothing(scene):
    players_imported(scene.club, ALL)
    again = players_imported(scene.club, ALL)
    assert (again.changes, again.unchanged, ImportBatch.objects.count()) == (False, 1, 1)


def test_changes_are_told_old_to_new_and_empty_cells_say_nothing(scene):
    players_imported(scene.club, ALL)
    made = players_imported(scene.club, "name,title,affiliation,rating\nberg,IM,,1850\n")
    (update,) = made.updates
    assert update[1:] == ("Berg", {"title": ("GM", "IM"), "start_rating": (1800, 1850)})
    berg = Player.objects.get(name="Berg")
    assert (berg.title, berg.affiliation, berg.start_rating, berg.start_games) == ("IM", "Town", 1850, 40)


def test_a_plan_writes_nothing(scene):
    before = Player.objects.count(), PlayerName.objects.count(), scene.version()
    assert players_plan(scene.club, ALL).changes
    assert (Player.objects.count(), PlayerName.objects.count(), scene.version()) == before


def test_a_fide_id_knows_a_player_under_another_name(scene):
    players_imported(scene.club, ALL)
    made = players_imported(scene.club, 'name,fide_id,title\n"Berg, Anna Maria",1234567,IM\n')
    assert (made.new, len(made.updates)) == ([], 1)
    assert Player.objects.get(fide_id="1234567").name == "Berg"


def test_a_changed_start_rating_re_rates_from_the_first_game(scene):
    scene.play("anna", "bartek", "1-0")
    players_imported(scene.club, "name,rating\nAnna,1700\n")
    assert scene.log("anna")[0].closing == 1700
    scene.must_verify()


def test_start_values_of_one_league_leave_the_others_alone(scene):
    other = scene.add_league("other", k=32)
    players_imported(scene.club, "name,rating,games,peak,k\nAnna,1700,5,1710,24\nNeu,1300,,,\n", scene.league)
    entry = LeagueEntry.objects.get(league=scene.league, player=scene.anna)
    assert (entry.start_rating, entry.start_games, entry.start_peak, entry.k) == (1700, 5, 1710, 24)
    scene.anna.refresh_from_db()
    assert scene.anna.start_rating is None
    assert not LeagueEntry.objects.filter(league=other).exists()
    assert scene.rating("anna") == 1700
    scene.play("anna", "bartek", "1-0")
    scene.must_verify()
    again = players_imported(scene.club, "name,rating,games,peak,k\nAnna,1600,5,1710,24\n", scene.league)
    assert again.entry_updates[0].changes == {"start_rating": (1700, 1600)}
    assert scene.log("anna")[0].closing == 1600
    scene.must_verify()


def test_a_closed_period_needs_a_reason(monthly):
    from league.services.periods import close_period

    monthly.play("anna", "bartek", "1-0")
    close_period(period=monthly.january)
    made = players_plan(monthly.club, "name,rating\nAnna,1700\n")
    with pytest.raises(Refused) as refused:
        commit_players(plan=made)
    assert "January 2026 is closed" in refused.value.message
    monthly.anna.refresh_from_db()
    assert monthly.anna.start_rating is None
    players_imported(monthly.club, "name,rating\nAnna,1700\n", reason="Forgotten")
    monthly.must_verify()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,fide_id\nNeu,77\nAlt,77\n", "line 2, 3, fide_id: The FIDE id 77 stands with two names: Neu and Alt."),
        ("name,title\nNeu,GM\nneu,IM\n", "line 2, 3, name: neu is in the file twice, with different values."),
        ("name,birth_year\nNeu,2150\n", "line 2, birth_year: Neu would be born in 2150, in the future."),
        ("name,federation\nNeu,P1\n", "line 2, federation: “P1”: a federation is three letters, like POL."),
        ("name,sex\nNeu,x\n", "players.csv, line 2, sex: “x” is unknown here. Accepted: m, w, f."),
        ("Anna\nBerg\n", "players.csv: No header row was found. Its columns must be called (name or last_name)."),
    ],
)
def test_what_is_wrong_is_said(scene, text, said):
    """BR-053 among them."""
    (line,) = words(players_plan(scene.club, text))
    assert line.startswith(said)


def test_rows_said_twice_alike_are_one_player(scene):
    players_imported(scene.club, "name,birth_year\nNeu,1990\nNeu,1990\n")
    assert Player.objects.filter(name="Neu").count() == 1


def test_namesakes_with_different_birth_years_are_two(scene):
    players_imported(scene.club, "name,birth_year\nSmith,1990\nSmith,2000\n")
    assert Player.objects.filter(name="Smith").count() == 2
    assert not players_imported(scene.club, "name,birth_year\nSmith,1990\nSmith,2000\n").changes
    assert "There are 2 players “Smith”" in words(players_plan(scene.club, "name,title\nSmith,GM\n"))[0]


def test_a_new_name_like_another_is_pointed_out(scene):
    assert players_plan(scene.club, "name\nBarteck\n").near == {"Barteck": ["Bartek"]}


def test_ten_thousand_players_of_a_federation(scene):
    rows = "".join(f"Player {n},{1950 + n % 60},{1000000 + n},{1400 + n % 900}\n" for n in range(10_000))
    players_imported(scene.club, "name,birth_year,fide_id,rating\n" + rows, scene.league)
    assert LeagueEntry.objects.filter(league=scene.league).count() == 10_000
    assert not players_imported(scene.club, "name,birth_year,fide_id,rating\n" + rows, scene.league).changes


def test_equal_names_of_a_real_list_are_told_apart_by_their_ids(db, shared):
    """BR-057: three people of one name; each FIDE id is a player of its own."""
    text = (shared / "data/fide_list/standard_2025-08_excerpt.csv").read_text(encoding="utf-8")
    head, *rows = text.splitlines()
    text = "\n".join([head.replace("id,name", "fide_id,name").replace("games", "played"), *rows])
    scene = Scene(players=(), k=20)
    players_imported(scene.club, text)
    ids = Player.objects.values_list("fide_id", flat=True)
    assert len(set(ids)) == Player.objects.count() == 65
    assert Player.objects.values("name_key").distinct().count() < 65
    assert not players_imported(scene.club, text).changes


def test_cyrillic_in_cp1251_is_stored_as_it_is(db, shared):
    scene = Scene(players=(), k=20)
    data = (shared / "data/club/ru_cup_2025-09_players_cp1251.csv").read_bytes()
    players_imported(scene.club, data)
    assert Player.objects.filter(name="Озатлин, Асаним Бисудвич", birth_year=2002, federation="RUS").exists()
    assert find_players(club=scene.club, text="ozatlin").count() == 1


def test_a_former_player_of_the_file_is_found_again_by_alias(scene):
    from league.services.people import edit_player

    player = add_player(club=scene.club, name="Nowak, Ewa").player
    edit_player(player=player, name="Kowalska, Ewa")
    made = players_imported(scene.club, 'name,title\n"Nowak, Ewa",WGM\n')
    assert (made.new, made.updates[0].id) == ([], player.pk)
    assert not Game.objects.exists()
