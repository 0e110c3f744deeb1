"""Field reports that name many ways to one thing: every route of a result, every surface of a number."""

import csv
import io
import random
from datetime import date

import pytest
from django.core.management import call_command

from league.models import Game
from league.permissions import Scope
from league.services import reporting
from league.services.correcting import void_game
from league.services.events import create_event
from league.services.leagues import change_rules
from league.services.people import add_player, edit_player, enter_league
from league.services.periods import close_period, open_monthly, publish_period
from league.services.reporting.claims import Said, mark_of
from ratings.models import Rating, RatingChange
from tests.formats.reports import player as trf_line
from tests.formats.reports import report

from ..ratings.reading import table, text
from .desking import MARCH, address, admin_fields, club_with, hidden, is_sound, superuser
from .programs import Program
from .scene import DAY, Scene
from .test_desk_grid import board, fields

pytestmark = pytest.mark.django_db
DATE = MARCH.isoformat()


def run(*words, **options):
    out = io.StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def imported(path, data, name):
    target = path / name
    target.write_text(data, encoding="utf-8")
    run("import_results", "lions/main", str(target))


def by_form(client, league, path):
    page = address(league, "record/")
    given = hidden(client.get(page).content.decode())
    client.post(page, given | {"white": "Anna Berg", "black": "Bo Dahl", "outcome": "1-0", "played_on": DATE})


def by_evening(client, league, path):
    page = address(league, f"desk/grid/{DATE}/")
    given = fields(client.get(page).content.decode())
    client.post(page, given | board(0, "Anna Berg", "Bo Dahl", "1") | {"step": "save"})


def by_csv(client, league, path):
    imported(path, f"date,white,black,result\n{DATE},Anna Berg,Bo Dahl,1-0\n", "games.csv")


def by_trf(client, league, path):
    days = ("012 Cup", "042 2026/03/14", "052 2026/03/14", "132" + " " * 88 + "26/03/14")
    lines = (*days, trf_line(1, "Anna Berg", "2 w 1"), trf_line(2, "Bo Dahl", "1 b 0"))
    (path / "cup.trf").write_bytes(report(*lines))
    run("import_results", "lions/main", str(path / "cup.trf"))


def by_pgn(client, league, path):
    tags = {"Event": "Cup", "Date": "2026.03.14", "Round": "1", "White": "Anna Berg", "Black": "Bo Dahl"}
    tags |= {"Result": "1-0"}
    imported(path, "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n1. e4 e5 1-0\n", "cup.pgn")


def by_api(client, league, path):
    given = {"white": "Anna Berg", "black": "Bo Dahl", "result": "1-0", "date": DATE}
    assert Program(client, league.club, Scope.RECORD).post("lions/leagues/main/games", **given).status_code == 201


def by_admin(client, league, path):
    players = {each.name: each.pk for each in league.club.players.all()}
    page = "/admin/league/game/add/"
    given = {"league": league.pk, "white": players["Anna Berg"], "black": players["Bo Dahl"], "outcome": "1-0"}
    client.post(page, admin_fields(client.get(page)) | given | {"played_on": DATE})


def by_confirmation(client, league, path):
    a, b = league.club.players.order_by("pk")
    game = reporting.report_result(league=league, player=a, white=a, black=b, result=Said("1-0"), played_on=MARCH)
    reporting.answer_claim(game=game, player=b, seen=mark_of(game.claims.get()))


def by_command(client, league, path):
    run("record", "lions/main", white="Anna Berg", black="Bo Dahl", result="1-0", date=DATE)


ROUTES = [by_form, by_evening, by_csv, by_trf, by_pgn, by_api, by_admin, by_confirmation, by_command]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.__name__)
def test_br_086_by_whichever_way_a_result_comes_it_is_rated(client, tmp_path, route):
    """K 20, equal ratings: ten points go from Bo to Anna."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    client.force_login(superuser())
    route(client, league, tmp_path)
    game = Game.objects.get()
    assert (game.status, game.outcome, game.played_on) == ("final", "1-0", MARCH)
    assert RatingChange.objects.filter(cause="game", ref=game.pk, reason="").count() == 2
    assert dict(Rating.objects.values_list("player", "value")) == {a.pk: 1510, b.pk: 1490}
    assert is_sound(league)


def test_br_012_nobody_plays_himself_in_a_report_a_csv_file_or_through_the_api(client, tmp_path):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    program = Program(client, league.club, Scope.RECORD)
    given = {"white": "Anna Berg", "black": "anna berg ", "result": "1-0", "date": DATE}
    assert program.post("lions/leagues/main/games", **given).status_code in (400, 422)
    for name, data in {
        "own.csv": f"date,white,black,result\n{DATE},Anna Berg,ANNA BERG,1-0\n".encode(),
        "own.trf": report("012 Cup", "042 2026/03/14", "052 2026/03/14", trf_line(1, "Anna Berg", "1 w 1")),
    }.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(Exception) as refused:
            run("import_results", "lions/main", str(tmp_path / name))
        assert refused.value.returncode == 1
    assert not Game.objects.exists()


def test_br_006_a_voided_game_leaves_a_page_whose_changes_add_up(client):
    """The win that follows stays a win of its own size, and the sum of the changes is the rating's."""
    scene = Scene(k=32)
    old = scene.play("anna", "bartek", "1-0", 0)
    scene.play("anna", "celina", "1-0", 30)
    scene.play("anna", "dawid", "=", 31)
    void_game(game=old, reason="cheating")
    rows = table(client.get(f"/club/ladder/players/{scene.anna.pk}/"), having="Change")
    changes = [float(row["Change"].strip("▲▼").replace("−", "-")) for row in rows if row["Result"]]
    assert len(changes) == 2 and changes[-1] == 16.0  # newest first
    assert sum(changes) == pytest.approx(scene.rating("anna") - 1500, abs=0.051)
    said = text(client.get("/club/ladder/log/"))
    assert "voided" in said and "cheating" not in said  # the reason is for those who run the club


@pytest.mark.parametrize("turned", [False, True])
def test_br_007_two_events_of_one_day_game_by_game_have_a_fixed_order(turned):
    """The second uses what the first left, and the first is the event that was made first, whoever types when."""
    scene = Scene(k=32, initial=1500)
    enter_league(league=scene.league, player=scene.bartek, start_rating=1700)
    enter_league(league=scene.league, player=scene.celina, start_rating=1300)
    first, second = (create_event(league=scene.league, name=name, starts_on=DAY) for name in ("Section A", "Section B"))
    games = [("bartek", first), ("celina", second)]
    for rival, event in reversed(games) if turned else games:
        scene.play("anna", rival, "1-0", DAY, event=event)
    rows = [row for row in scene.log("anna") if row.cause == "game"]
    assert [row.opponent_rating for row in rows] == [1700, 1300]
    assert rows[0].closing == rows[1].opening == pytest.approx(1524.31, abs=0.005)  # an underdog's win at K 32
    scene.must_verify()


def test_br_038_in_an_elo_league_newcomers_begin_with_the_start_rating():
    scene = Scene(k=20, initial=1200)
    scene.play("anna", "bartek", "1-0", 0)
    scene.play("anna", "celina", "1-0", 1)
    scene.play("bartek", "celina", "1-0", 2)
    assert {row.opening for who in ("anna", "bartek", "celina") for row in scene.log(who)[:2]} >= {1200}
    assert sum(scene.ratings().values()) == pytest.approx(3600)


def test_br_045_a_published_list_keeps_the_name_of_its_day_and_exports_the_new_one(client):
    scene = Scene(mode="period", k=32)
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    scene.play("anna", "bartek", "1-0", 3)
    publish_period(period=close_period(period=january))
    edit_player(player=scene.anna, name="Anna Nowak")
    assert "Anna Nowak" in run("export", "club/ladder", "games")
    shown = [row["Player"] for row in table(client.get("/club/ladder/lists/2026-02-01/"))]
    listed = list(csv.DictReader(io.StringIO(run("export", "club/ladder", "list"))))
    assert [row["player"] for row in listed] == shown == ["Anna", "Bartek"]
    assert "Anna Nowak" in text(client.get("/club/ladder/?q=anna"))


def test_br_085_a_member_reads_why_a_game_with_a_guest_brings_nothing(client):
    scene = Scene(k=32)
    guest = add_player(club=scene.club, name="Visitor", guest=True).player
    game = scene.play("anna", guest, "0-1")
    scene.play("anna", "bartek", "=", 1)
    assert scene.rating("anna") == 1500
    assert "guest" in text(client.get(f"/club/ladder/games/{game.pk}/")).lower()


def test_br_095_wins_draws_and_losses_are_the_games_on_every_surface(client):
    """A random season with everything that is no game in it: forfeits, games of less than a move, void ones."""
    chance, scene = random.Random(95), Scene(k=20)
    people = ("anna", "bartek", "celina", "dawid", "ewa")
    counted: dict[str, list[int]] = {name.title(): [0, 0, 0] for name in people}
    for number in range(60):
        one, other = chance.sample(people, 2)
        outcome = chance.choice(["1-0", "=", "0-1", "1-0", "=", "0-1", "+-", "-+", "--", "W", "D", "L"])
        game = scene.play(one, other, outcome, number)
        if chance.random() < 0.1:
            void_game(game=game, reason="never played")
        elif outcome in ("1-0", "=", "0-1"):
            place = {"1-0": 0, "=": 1, "0-1": 2}[outcome]
            counted[one.title()][place] += 1
            counted[other.title()][2 - place] += 1
    expected = {name: (sum(results), *results) for name, results in counted.items()}

    def numbers(row):
        return tuple(int(row[name]) for name in ("games", "wins", "draws", "losses"))

    exported = csv.DictReader(io.StringIO(run("export", "club/ladder", "ratings")))
    assert {row["player"]: numbers(row) for row in exported} == expected
    told = client.get("/api/v1/clubs/club/leagues/ladder/statistics").json()["most_games"]
    assert {row["player"]["name"]: numbers(row) for row in told} == expected
    for name in expected:
        games, wins, draws, losses = expected[name]
        pk = getattr(scene, name.lower()).pk
        page = text(client.get(f"/club/ladder/players/{pk}/"))
        assert f"Games {games} {wins}–{draws}–{losses}" in page
        career = text(client.get(f"/club/ladder/players/{pk}/record/"))
        assert f"All rated games {games} {wins}–{draws}–{losses}" in career
        meetings = table(client.get(f"/club/ladder/players/{pk}/opponents/"))
        assert sum(int(row["Games"]) for row in meetings) == games
        standing = client.get(f"/api/v1/clubs/club/leagues/ladder/players/{pk}").json()
        assert numbers(standing) == expected[name]


def test_br_107_the_api_follows_a_changed_k(client):
    scene = Scene(k=32)
    scene.play("anna", "bartek", day=20)
    change_rules(league=scene.league, valid_from=DAY, parameters={"k": 40}, reason="livelier")
    rules = client.get("/api/v1/clubs/club/leagues/ladder/rules").json()
    (now,) = [each for each in rules if each["in_force"]]
    assert now["parameters"]["k"] == 40
    assert any("40" in clause["says"] for clause in now["clauses"])


def test_br_102_a_replayed_game_takes_the_place_of_the_first_one():
    """The first is voided, the replay has its board, and one game counts."""
    scene = Scene(k=32)
    event = create_event(league=scene.league, name="Cup", starts_on=DAY)
    first = scene.play("anna", "bartek", "1-0", DAY, event=event, round=1, board=1)
    void_game(game=first, reason="clock broken: replayed")
    scene.play("anna", "bartek", "0-1", DAY, event=event, round=1, board=1)
    assert scene.board()["Anna"][1:5] == (1, 0, 0, 1)
    assert scene.rating("anna") == 1484
    scene.must_verify()


def test_br_114_the_day_of_the_last_game_is_that_of_a_played_one(client):
    scene = Scene(k=32)
    scene.play("anna", "bartek", "1-0", date(2025, 1, 5))
    scene.play("anna", "bartek", "+-", date(2025, 6, 5))
    scene.play("celina", "dawid", "1-0", date(2026, 3, 5))
    assert "Last game 5 January 2025" in text(client.get(f"/club/ladder/players/{scene.anna.pk}/"))
