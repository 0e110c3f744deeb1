"""What a league hands out: full precision, canonical order, safe to open, enough for a fresh database."""

import csv
import io
import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from league.models import Event, Game, League
from league.services.adjusting import adjust
from league.services.correcting import correct_game, void_game
from league.services.events import create_event
from league.services.people import add_player
from ratings.models import RatingChange
from tests.copies import built_once

from .importing import imported, plan, players_imported
from .scene import DAY, Scene


def export(league, what, *options):
    out = io.StringIO()
    call_command("export", league.path, what, *options, stdout=out)
    return out.getvalue()


def table(league, what, *options):
    return list(csv.DictReader(io.StringIO(export(league, what, *options))))


@pytest.fixture
@built_once
def played(db):
    """Three games on one day and one later, entered in another order than they were played."""
    scene = Scene(k=32)
    scene.event = create_event(league=scene.league, name="Cup", starts_on=DAY, ends_on=DAY)
    scene.play("anna", "bartek", "1-0", 3)
    scene.play("anna", "celina", "=", 0, event=scene.event, round=2, board=1)
    scene.play("bartek", "celina", "0-1", 0, event=scene.event, round=1, board=1)
    scene.play("dawid", "anna", "+-", 0)
    return scene


def test_games_come_in_canonical_order_with_the_columns_of_an_import(played):
    rows = table(played.league, "games")
    assert [(row["date"], row["round"], row["white"], row["result"]) for row in rows] == [
        ("2026-01-05", "", "Dawid", "1-0F"),
        ("2026-01-05", "1", "Bartek", "0-1"),
        ("2026-01-05", "2", "Anna", "1/2-1/2"),
        ("2026-01-08", "", "Anna", "1-0"),
    ]
    assert [(row["white_score"], row["black_score"]) for row in rows] == [
        ("1", "0"),
        ("0", "1"),
        ("0.5", "0.5"),
        ("1", "0"),
    ]
    assert [(row["status"], row["reason"]) for row in rows][:2] == [("final", "forfeit"), ("final", "")]
    assert {int(row["game"]) for row in rows} == set(Game.objects.values_list("pk", flat=True))


def test_changes_have_the_columns_and_the_order_of_the_contract(played):
    adjust(league=played.league, player=played.anna, on=date(2026, 1, 7), by=5, reason="bonus")
    head = export(played.league, "changes").splitlines()[0]
    assert head == (
        "order,date,event,round,player,opponent,side,score,expected,k,opening,change,closing,period,cause,reason,"
        "own_rating,opponent_rating,game"
    )
    rows = table(played.league, "changes")
    games = [row for row in rows if row["cause"] == "game" and not row["reason"]]
    assert [(row["order"], row["player"], row["side"], row["score"]) for row in games] == [
        ("2", "Bartek", "white", "0"),
        ("2", "Celina", "black", "1"),
        ("3", "Anna", "white", "0.5"),
        ("3", "Celina", "black", "0.5"),
        ("4", "Anna", "white", "1"),
        ("4", "Bartek", "black", "0"),
    ]
    causes = [(row["cause"], row["player"]) for row in rows if row["date"] in ("2026-01-07", "2026-01-08")]
    assert causes == [("adjustment", "Anna"), ("game", "Anna"), ("game", "Bartek")]


def test_changes_carry_every_digit(played):
    for row in table(played.league, "changes"):
        if row["cause"] == "game" and not row["reason"]:
            stored = RatingChange.objects.get(
                league=played.league, cause="game", ref=row["game"], side=("white", "black").index(row["side"])
            )
            for column in ("expected", "opening", "change", "closing", "k"):
                assert float(row[column]) == getattr(stored, column)
            assert float(row["opening"]) + float(row["change"]) == float(row["closing"])
            assert float(row["own_rating"]) == float(row["opening"])


def test_in_a_period_the_periods_own_row_carries_the_sum(monthly):
    from league.services.periods import close_period

    monthly.play("anna", "bartek", "1-0", 0)
    monthly.play("anna", "celina", "=", 1)
    close_period(period=monthly.january)
    rows = [row for row in table(monthly.league, "changes") if row["player"] == "Anna"]
    assert [row["cause"] for row in rows] == ["entry", "game", "game", "period"]
    parts = sum(float(row["change"]) for row in rows[1:3])
    assert float(rows[3]["change"]) == pytest.approx(parts, abs=1e-9)
    assert {row["period"] for row in rows[1:]} == {"2026-01"}
    assert rows[1]["closing"] == ""


def test_ratings_best_first_now_and_on_a_day(played):
    rows = table(played.league, "ratings")
    assert list(rows[0]) == [
        "player", "rating", "deviation", "volatility", "games", "wins", "draws", "losses", "last_played", "status",
    ]  # fmt: skip
    values = [float(row["rating"]) for row in rows]
    assert values == sorted(values, reverse=True)
    anna = next(row for row in rows if row["player"] == "Anna")
    assert float(anna["rating"]) == played.rating("anna")
    assert (anna["games"], anna["wins"], anna["draws"], anna["losses"], anna["last_played"]) == (
        "2", "1", "1", "0", "2026-01-08",
    )  # fmt: skip
    then = {row["player"]: row for row in table(played.league, "ratings", "--at", "2026-01-05")}
    assert (then["Anna"]["games"], then["Bartek"]["losses"]) == ("1", "1")
    assert float(then["Bartek"]["rating"]) == 1484


def test_an_empty_day_is_no_day(played):
    """``--at "$DAY"`` with a variable that is not set must not give today's numbers for those of a day."""
    for what in ("ratings", "changes"):
        with pytest.raises(CommandError, match="is no date"):
            export(played.league, what, "--at", "")


def test_the_published_list_and_the_word_where_there_is_none(monthly):
    from league.services.periods import close_period, publish_period

    with pytest.raises(CommandError) as error:
        export(monthly.league, "list")
    assert error.value.returncode == 1
    monthly.play("anna", "bartek", "1-0", 0)
    close_period(period=monthly.january)
    publish_period(period=monthly.january)
    rows = table(monthly.league, "list")
    assert list(rows[0]) == ["rank", "player", "fide_id", "rating", "change", "games", "k", "corrected"]
    assert (rows[0]["rank"], rows[0]["player"], rows[0]["rating"]) == ("1", "Anna", "1516")
    with pytest.raises(CommandError):
        export(monthly.league, "list", "--at", "2026-01-31")


def test_one_game_on_the_day_of_entry_is_on_the_list(scene):
    """The entry row of a day comes before its games, whatever the keys of the rows."""
    from league.services.periods import close_period, open_monthly, publish_period

    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    scene.play("anna", "bartek", "1-0", 0)
    scene.play("anna", "bartek", "-+", 0)
    close_period(period=january)
    publish_period(period=january)
    assert {row["player"]: row["rating"] for row in table(scene.league, "list")} == {"Anna": "1516", "Bartek": "1484"}


def fresh(league, **parameters) -> League:
    """A league of the same rules in a fresh club, filled from the exports of another."""
    other = Scene(club="fresh", players=(), **parameters)
    players_imported(other.club, export(league, "players"), other.league)
    imported(other.league, export(league, "games"), create_players=True)
    return other


def test_a_fresh_database_gives_the_same_ratings(played):
    add_player(club=played.club, name="Zed", birth_year=1990)
    void_game(game=Game.objects.order_by("pk").first(), reason="never played")
    correct_game(game=Game.objects.order_by("pk")[2], outcome="1-0", reason="sheet")
    played.play("celina", "dawid", "1-0", 0, played_at=None, weight=0.5, white_k=10, neutral=True)
    other = fresh(played.league, k=32)
    assert other.ratings() == played.ratings()
    ours, theirs = table(played.league, "games"), table(other.league, "games")
    for row in ours + theirs:
        row.pop("game"), row.pop("event_no")
    assert ours == theirs
    other.must_verify()


def test_it_does_so_with_seasons_start_ratings_and_unrated_events(db):
    carryover = {"keep": 0.5, "mean": 1500}
    scene = Scene(k=32, carryover=carryover)
    head = "date,season,event,white,black,result,white_rating\n"
    rows = (
        "2025-03-01,2025,Cup,Anna,Bartek,1-0,1700\n2026-02-02,2026,,Bartek,Anna,=,\n2026-02-03,2026,,Bartek,Celina,=,\n"
    )
    imported(scene.league, head + rows)
    friendly = create_event(league=scene.league, name="Friendly", starts_on=DAY, rated=False, base_minutes=5)
    scene.play("anna", "celina", "1-0", 0, event=friendly, round=1, board=1)
    other = fresh(scene.league, k=32, carryover=carryover)
    assert other.ratings() == scene.ratings()
    copied = Event.objects.get(league=other.league, name="Friendly")
    assert (copied.rated, copied.base_minutes, copied.starts_on) == (False, 5, DAY)


def test_games_of_one_day_without_times_keep_their_order_in_a_fresh_database(db):
    """BR-041: ten games with one date and no time."""
    scene = Scene(k=32)
    names = ["anna", "bartek", "celina", "dawid", "ewa"]
    for number in range(10):
        scene.play(names[number % 5], names[(number + 1 + number // 5) % 5], "1-0" if number % 3 else "=", 0)
    assert fresh(scene.league, k=32).ratings() == scene.ratings()


def test_an_export_imported_where_it_came_from_changes_nothing(played):
    void_game(game=Game.objects.order_by("pk").first(), reason="never played")
    add_player(club=played.club, name="Anna", birth_year=1950, namesake=True)
    made = imported(played.league, export(played.league, "games"))
    assert (made.changes, made.matches.there) == (False, 4)
    assert not players_imported(played.club, export(played.league, "players"), played.league).changes


def test_a_row_changed_in_an_export_corrects_its_game(played):
    text = export(played.league, "games").replace("1/2-1/2,0.5,0.5", "0-1,0,1")
    made = imported(played.league, text, update=True)
    assert len(made.matches.differing) == 1
    assert Game.objects.get(round=2).outcome == "0-1"
    played.must_verify()


DANGEROUS = ["=1+1", "+44", "@x", "-5", "=HYPERLINK(1)"]


def test_a_name_cannot_run_in_a_spreadsheet_and_numbers_stay_numbers(scene, tmp_path):
    """BR-027"""
    for name in DANGEROUS:
        scene.play(add_player(club=scene.club, name=name).player, "anna", "0-1", 0)
    for what in ("games", "changes", "ratings", "players"):
        text = export(scene.league, what)
        for cell in (cell for row in csv.reader(io.StringIO(text)) for cell in row):
            assert not cell.startswith(("=", "+", "@", "\t")), cell
            assert not cell.startswith("-") or float(cell) < 0
    assert any(float(row["change"]) < 0 for row in table(scene.league, "changes") if row["change"])
    path = tmp_path / "ratings.xlsx"
    export(scene.league, "ratings", "--format", "xlsx", "--output", str(path))
    cells = list(load_workbook(path).active.iter_rows(min_row=2))
    assert {row[0].data_type for row in cells} == {"s"}
    assert {row[1].data_type for row in cells} == {"n"}
    assert set(DANGEROUS) <= {row[0].value for row in cells}
    other = fresh(scene.league, k=32)
    assert other.ratings() == scene.ratings()


def test_a_result_that_a_spreadsheet_made_a_date_is_refused_clearly(played):
    """BR-055: the scores stand in columns of their own, which no spreadsheet takes for dates."""
    text = export(played.league, "games")
    damaged = text.replace(",1-0,", ",01-Jan,")
    assert damaged != text
    (problem,) = plan(played.league, damaged).problems
    assert (problem.column, problem.text) == ("result", "01-Jan")
    assert "spreadsheet" in problem.message
    rows = list(csv.DictReader(io.StringIO(text)))
    for row in rows:
        row.pop("result")
    bare = "\n".join([",".join(rows[0]), *(",".join(row.values()) for row in rows if row["reason"] != "forfeit")])
    assert not imported(played.league, bare).changes


def test_unusual_names_come_back_as_they_were(scene):
    """BR-110: emoji, right-to-left, one letter, a hundred letters, nothing invisible."""
    names = ["👩\u200d🚀 Ada", "محمد", "X", "Ł" * 60, "Nguyễn Văn An", "Zero\u200bwidth"]
    for name in names:
        scene.play(add_player(club=scene.club, name=name).player, "anna", "0-1", 0)
    other = fresh(scene.league, k=32)
    assert other.ratings() == scene.ratings()
    assert set(other.ratings()) >= {*names[:5], "Zerowidth"}


def test_json_is_a_list_of_objects(played):
    rows = json.loads(export(played.league, "changes", "--format", "json"))
    assert rows[0]["cause"] == "entry"
    assert isinstance(rows[-1]["change"], float)


def test_csv_for_spreadsheets(played, tmp_path):
    """BR-110: a byte order mark, semicolons and decimal commas."""
    path = tmp_path / "ratings.csv"
    export(played.league, "ratings", "--excel", "-o", str(path))
    text = path.read_bytes().decode("utf-8")
    assert text.startswith("\ufeffplayer;rating;")
    assert "Dawid;1500;" in text
    games = tmp_path / "games.csv"
    export(played.league, "games", "--excel", "-o", str(games))
    assert not imported(played.league, games.read_bytes()).changes


def test_misuse_of_the_command(played):
    for options in (
        ["games", "--format", "trf"],
        ["games", "--format", "json", "--excel"],
        ["games", "-o", "/no/such/x"],
    ):
        with pytest.raises(CommandError) as error:
            export(played.league, *options)
        assert error.value.returncode == 2
