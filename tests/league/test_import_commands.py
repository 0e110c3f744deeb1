"""``import_results`` and ``import_players`` from the shell: exit codes, words, JSON (BR-122)."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from league.models import Game, ImportBatch, Player

HEAD = "date,white,black,result\n"
GOOD = HEAD + "2026-01-05,Anna,Bartek,1-0\n"


@pytest.fixture
def run(scene, tmp_path):
    """``run("import_results", data, *options)`` -> (exit code, stdout, message)."""

    def _run(command, data, *options, name="games.csv", target=None):
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        out = io.StringIO()
        target = target or ("club/ladder" if command == "import_results" else "club")
        try:
            call_command(command, target, str(path), *options, stdout=out)
        except CommandError as error:
            return error.returncode, out.getvalue(), str(error)
        return 0, out.getvalue(), ""

    return _run


def test_done_is_exit_0_and_says_what_was_done(run):
    code, said, _ = run("import_results", GOOD)
    assert code == 0
    assert "games.csv: 1 rows read (utf-8, delimiter ,)" in said
    assert "1 games imported, 0 were there already, 0 corrected." in said


def test_again_it_says_that_nothing_changed(run):
    run("import_results", GOOD)
    assert "Nothing changed: all 1 games are there already." in run("import_results", GOOD)[1]


def test_a_dry_run_checks_everything_and_writes_nothing(run):
    code, said, _ = run("import_results", GOOD.replace("Anna", "Neu"), "--create-players", "--dry-run")
    assert (code, Game.objects.count(), Player.objects.filter(name="Neu").count()) == (0, 0, 0)
    assert "1 games are new" in said
    assert "Dry run: nothing was written." in said
    assert "Players who would move: 2. Games re-rated: 1. Nothing was written." in said
    assert run("import_results", GOOD.replace("Anna", "Neu"), "--dry-run")[0] == 1


def test_refused_data_is_exit_1_with_every_problem(run):
    code, _, message = run("import_results", HEAD + "2026-02-30,Anna,Bartek,1-0\n2026-01-05,Anna,Bartek,?!\n")
    assert code == 1
    assert message.splitlines()[0] == "Nothing was imported:"
    assert "games.csv, line 2, date" in message
    assert "games.csv, line 3, result" in message
    assert not ImportBatch.objects.exists()


def test_the_json_report_is_stable(run):
    code, said, _ = run("import_results", GOOD + "2026-01-06,Neu,Anna,½-½\n", "--create-players", "--json")
    report = json.loads(said)
    assert code == 0
    assert set(report) == {
        "done", "league", "dry_run", "changed", "files", "games", "players", "events", "seasons", "since", "rating",
        "problems", "notes", "moves",
    }  # fmt: skip
    assert (report["league"], report["done"], report["dry_run"], report["changed"]) == (
        "club/ladder",
        True,
        False,
        True,
    )
    assert report["games"] == {
        "new": 2, "there": 0, "void": 0, "corrected_since": 0, "repeated": 0, "differing": 0, "without_result": 0,
    }  # fmt: skip
    assert report["players"]["new"] == ["Neu"]
    assert (report["since"], report["rating"], report["problems"]) == ("2026-01-05", "current", [])
    (file,) = report["files"]
    assert (file["encoding"], file["delimiter"], file["header_row"], file["rows"]) == ("utf-8", ",", 1, 2)
    assert file["columns"] == {"date": "date", "white": "white", "black": "black", "result": "result"}
    assert file["spellings"] == {"1-0": ["1-0"], "=": ["½-½"]}


def test_the_json_report_of_refused_data_names_rows_columns_and_texts(run):
    code, said, _ = run("import_results", HEAD + "2026-01-05,Anna,Bartek,??!\n2026-01-06,Anna,Bartek,??!\n", "--json")
    report = json.loads(said)
    assert (code, report["done"], report["changed"]) == (1, False, False)
    (problem,) = report["problems"]
    assert {key: problem[key] for key in ("file", "rows", "times", "column", "text")} == {
        "file": "games.csv", "rows": [2, 3], "times": 2, "column": "result", "text": "??!",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "games.csv", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "games.csv", "This is a PNG file, not text."),
        (b"PK\x03\x04\x14\x00\x00\x00 games.csv", "games.csv", "This is a ZIP file, not text."),
        (b"\x00\x01\x02\x80\x81" * 40, "games.csv", "This file is not text."),
        (b"date,white,black,result\n2026-01-05,An\xffna,Bartek,1-0\n", "games.csv", "Line 2 has a byte (0xFF)"),
        (
            b"2026-01-05,Anna,Bartek,1-0\n",
            "games.csv",
            "No header row was found. Its columns must be called (white and",
        ),
        (b"date,white,result\n2026-01-05,Anna,1-0\n", "games.csv", "lacks (white and black or winner and loser)."),
        (b'date,white,black,result\n2026-01-05,"Anna,Bartek,1-0\n', "games.csv", "opened in line 2 is never closed"),
        (b"x", "games.xlsx", "No header row was found."),  # a name says nothing
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words(run, data, name, said):
    code, _, message = run("import_results", data, name=name)
    assert code == 1
    assert said in message
    assert not Game.objects.exists()


def test_a_format_that_the_file_does_not_have_is_refused_and_csv_by_another_name_is_taken(run):
    assert "There are no games in this file" in run("import_results", GOOD, "--format", "pgn")[2]
    assert "There are no players in this file" in run("import_results", GOOD, "--format", "trf")[2]
    assert "This file is no xlsx file" in run("import_results", GOOD, "--format", "xlsx")[2]
    assert run("import_results", GOOD, "--format", "csv", name="games.txt")[0] == 0


def test_a_file_over_the_limit_is_refused_unless_it_is_lifted(run, settings):
    settings.ARPAD_UPLOAD_LIMIT = 20
    code, _, message = run("import_results", GOOD)
    assert code == 1
    assert "larger than" in message
    assert run("import_results", GOOD, "--no-limit")[0] == 0


def test_misuse_is_exit_2(run, scene, tmp_path):
    assert run("import_results", GOOD, target="ladder")[0] == 2
    with pytest.raises(CommandError) as error:
        call_command("import_results", "club/ladder", str(tmp_path / "missing.csv"))
    assert error.value.returncode == 2


@pytest.mark.parametrize(
    ("delimiter", "encoding"),
    [(";", "cp1251"), ("\t", "utf-8-sig"), ("|", "utf-16"), (",", "cp1251"), (";", "utf-8")],
)
def test_what_other_programs_save_is_read(run, delimiter, encoding):
    text = "дата,белые,чёрные,результат\n05.01.2026,Пётр Ёлкин,Семён Яшин,ничья\n".replace(",", delimiter)
    code, _, message = run("import_results", text.encode(encoding), "--create-players")
    assert (code, message) == (0, "")
    game = Game.objects.get()
    assert (game.white.name, game.black.name, game.outcome) == ("Пётр Ёлкин", "Семён Яшин", "=")


def test_event_and_date_for_the_whole_file(run):
    text = "white;black;result\nAnna;Bartek;1-0\n"
    assert run("import_results", text)[0] == 1
    assert run("import_results", text, "--date", "2026-01-05", "--event", "Ladder")[0] == 0
    game = Game.objects.get()
    assert (game.event.name, f"{game.played_on}") == ("Ladder", "2026-01-05")


def test_an_ambiguous_date_is_said_and_can_be_told(run):
    text = HEAD + "03/04/2026,Anna,Bartek,1-0\n"
    assert "read with the day first" in run("import_results", text, "--dry-run")[1]
    run("import_results", text, "--month-first")
    assert f"{Game.objects.get().played_on}" == "2026-03-04"


def test_players_from_the_shell(run):
    code, said, _ = run("import_players", "name,rating\nAnna,1700\nNeu,1400\n", name="players.csv")
    assert code == 0
    assert "1 players new, 1 changed, 0 as they were." in said
    assert "Anna: start_rating – → 1700.0" in said
    assert "Nothing changed" in run("import_players", "name,rating\nAnna,1700\nNeu,1400\n", name="players.csv")[1]


def test_the_json_report_of_players(run):
    _, said, _ = run("import_players", "name,rating\nAnna,1700\nNeu,1400\n", "--json", "--dry-run", name="players.csv")
    report = json.loads(said)
    assert set(report) == {
        "done", "club", "league", "dry_run", "changed", "file", "players", "entries", "near", "problems", "notes",
        "moves",
    }  # fmt: skip
    assert report["players"]["new"] == ["Neu"]
    assert report["players"]["updated"][0]["changes"] == {"start_rating": [None, 1700.0]}
    assert (report["dry_run"], Player.objects.filter(name="Neu").exists()) == (True, False)


def test_players_of_a_league_from_the_shell(run, scene):
    assert run("import_players", "name,rating\nAnna,1700\n", "--league", "ladder", name="players.csv")[0] == 0
    assert scene.rating("anna") == 1700
    assert run("import_players", "name\nAnna\n", "--league", "elsewhere/ladder", name="players.csv")[0] == 1
