"""Reports, PGN and tables of events through ``import_results`` and ``import_players``."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from league.models import Bye, Event, EventEntry, Game, ImportBatch, LeagueEntry, Player
from tests.formats.reports import player, report
from tests.formats.sheets import workbook

from .scene import Scene

HEAD = ("012 Winter Open", "022 Łódź", "032 POL", "042 2026/01/10", "052 2026/01/11", "122 90 min + 30 sec",
        "132" + " " * 88 + "26/01/10  26/01/11")  # fmt: skip
ANN = {"sex": "w", "title": "WGM", "rating": 2300, "fed": "POL", "fide": 1234567, "birth": "1978/05/03"}
BOB = {"rating": 2100, "fed": "KIL", "fide": 1234568}


def winter(*rounds, name="Żak, Anna", **ann):
    """Three players; ``rounds`` replace those of the first two."""
    mine, theirs = rounds or (("2 w 1", "3 b +"), ("1 b 0", "0000 - H"))
    return report(
        *HEAD,
        player(1, name, *mine, **{**ANN, **ann}),
        player(2, "Brown,Bob", *theirs, **BOB),
        player(3, "Clark, Cid", "0000 - U", "1 w -"),
    )


@pytest.fixture
def scene(db):
    return Scene(k=32, players=("Filip",))


@pytest.fixture
def run(scene, tmp_path):
    """``run(data, *options)`` -> the report; a refusal is in ``problems``."""

    def _run(data, *options, name="event.dat", command="import_results"):
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        out = io.StringIO()
        target = "club/ladder" if command == "import_results" else "club"
        try:
            call_command(command, target, str(path), *options, "--json", stdout=out)
        except CommandError as error:
            assert error.returncode == 1
        return json.loads(out.getvalue())

    return _run


@pytest.fixture
def take(run):
    """As ``run`` with new players, and it must be done."""

    def _take(data, *options, **how):
        said = run(data, "--create-players", *options, **how)
        assert said["done"], said["problems"]
        return said

    return _take


def games():
    rows = Game.objects.select_related("white", "black").order_by("round", "pk")
    return [(g.round, str(g.played_on), g.white.name, g.black.name, g.outcome) for g in rows]


def test_a_report_becomes_an_event_with_games_forfeits_byes_and_entries(scene, take):
    said = take(winter())
    assert (said["files"][0]["format"], said["files"][0]["layout"], said["games"]["new"]) == ("trf", "trf", 2)
    assert games() == [
        (1, "2026-01-10", "Żak, Anna", "Brown, Bob", "1-0"), (2, "2026-01-11", "Clark, Cid", "Żak, Anna", "-+")
    ]  # fmt: skip
    event = Event.objects.get()
    assert (event.name, event.site, str(event.starts_on), str(event.ends_on)) == (
        "Winter Open", "Łódź", "2026-01-10", "2026-01-11"
    )  # fmt: skip
    assert (event.base_minutes, event.increment_seconds) == (90, 30)
    assert set(Bye.objects.values_list("player__name", "round", "kind", "halves")) == {
        ("Clark, Cid", 1, "U", 2), ("Brown, Bob", 2, "H", 1)
    }  # fmt: skip
    assert set(EventEntry.objects.values_list("player__name", "number", "rating", "title", "federation")) == {
        ("Żak, Anna", 1, 2300, "WGM", "POL"), ("Brown, Bob", 2, 2100, "", ""), ("Clark, Cid", 3, None, "", "")
    }  # fmt: skip
    scene.must_verify()


def test_newcomers_bring_what_the_report_says_of_them(take):
    take(winter())
    ann = Player.objects.get(fide_id="1234567")
    assert (ann.name, ann.birth_year, ann.sex, ann.title, ann.federation) == ("Żak, Anna", 1978, "w", "WGM", "POL")
    assert Player.objects.get(name="Brown, Bob").federation == ""  # KIL is no federation
    assert LeagueEntry.objects.get(player=ann).start_rating == 2300


def test_br_082_forfeits_and_byes_are_kept_and_never_rated(scene, take):
    take(winter())
    assert scene.board()["Żak, Anna"][1:5] == (1, 1, 0, 0)  # rated games, wins, draws, losses
    assert scene.board()["Brown, Bob"][1:5] == (1, 0, 0, 1)
    assert len(games()) == 2


def test_the_same_report_again_changes_nothing(scene, take):
    take(winter())
    version = scene.version()
    said = take(winter())
    assert (said["changed"], said["games"]["there"]) == (False, 2)
    assert scene.version() == version
    assert ImportBatch.objects.count() == 1


def test_br_106_a_newer_report_of_the_same_event_adds_to_it(scene, take):
    take(winter(("2 w 1",), ("1 b 0", "0000 - H")).replace(b"1 w -", b"     "))
    assert Bye.objects.filter(round=2).count() == 1
    said = take(winter(("2 w 1", "3 b 0"), ("1 b 0", "")).replace(b"1 w -", b"1 w 1"))
    assert (said["games"]["new"], said["games"]["there"], said["events"]["new"]) == (1, 1, [])
    assert Event.objects.count() == 1
    assert Bye.objects.filter(round=2).count() == 0  # a game, or nothing, took its place
    scene.must_verify()


def test_br_106_an_event_known_from_rows_is_the_same_event(take):
    rows = 'date,white,black,result,event,round\n2026-01-10,"Żak, Anna","Brown, Bob",1-0,Winter Open,1\n'
    take(rows)
    said = take(winter())
    assert (said["games"]["new"], said["games"]["there"]) == (1, 1)
    assert Event.objects.count() == 1


def test_another_result_needs_update_and_then_corrects(scene, run, take):
    take(winter())
    newer = winter(("2 w =", "3 b +"), ("1 b =", "0000 - H"))
    refused = run(newer)
    assert not refused["done"]
    assert "with another result" in refused["problems"][0]["message"]
    assert take(newer, "--update")["games"]["differing"] == 1
    assert games()[0][4] == "="
    scene.must_verify()


def test_colours_that_a_newer_report_exchanges_are_a_correction_of_the_same_game(scene, run, take):
    take(winter())
    newer = winter(("2 b 1", "3 b +"), ("1 w 0", "0000 - H"))
    assert "with another result" in run(newer)["problems"][0]["message"]
    take(newer, "--update")
    assert games()[0] == (1, "2026-01-10", "Brown, Bob", "Żak, Anna", "0-1")
    assert Game.objects.count() == 2
    scene.must_verify()


def test_a_pairing_that_a_newer_report_no_longer_has_must_go_first(run, take):
    take(winter(("2 w 1", "3 b +"), ("1 b 0", "")))
    others = player(2, "Brown,Bob", "", **BOB), player(3, "Clark, Cid", "1 b 0")
    newer = report(*HEAD, player(1, "Żak, Anna", "3 w 1", **ANN), *others)
    said = run(newer)
    assert "has this round already, and the file does not have it" in said["problems"][0]["message"]
    assert Game.objects.count() == 2


def test_a_pairing_list_and_a_report_of_one_event_are_the_same_games(take):
    pairs = (
        "Round 1 on 2026/01/10\nBo.;No.;Rtg;;White;Result;;Black;Rtg;No.\n"
        "1;1;2300;;Żak, Anna;1 - 0;;Brown, Bob;2100;2\n2;3;0;;Clark, Cid;1;;bye;0;-1\n"
    )
    take(pairs, "--event", "Winter Open")
    said = take(winter())
    assert (said["games"]["new"], said["games"]["there"], Event.objects.count()) == (1, 1, 1)


def test_players_are_known_by_fide_id_however_the_name_is_spelled(take):
    take(winter())
    said = take(winter(name="Zak, Ania"))
    assert (said["changed"], said["players"]["new"]) == (False, [])


def test_br_053_nothing_is_written_where_anything_is_wrong(run):
    said = run(winter(("2 w 1", "3 b +"), ("1 b 1", "")), "--create-players")
    assert not said["done"]
    assert not Game.objects.exists()
    assert not Player.objects.filter(name="Brown, Bob").exists()
    problem = said["problems"][0]
    assert (problem["rows"], problem["column"], problem["text"]) == ([8, 9], "001 R1", "   2 w 1") or problem["rows"]
    assert "do not fit together" in problem["message"]


def test_unknown_players_are_named_without_create_players(run):
    said = run(winter())
    assert len(said["problems"]) == 3
    assert "There is no player “Żak, Anna”" in said["problems"][0]["message"]


def test_br_075_one_id_on_two_players_is_refused_with_both_lines(run):
    said = run(winter().replace(b"1234568", b"1234567"), "--create-players")
    assert [8, 9] in [problem["rows"] for problem in said["problems"]]
    assert not Player.objects.filter(fide_id="1234567").exists()


def test_br_067_a_report_of_players_only_enters_them(scene, take):
    said = take(report("012 Open", player(1, "Żak, Anna", **ANN), player(2, "Filip")))
    assert (said["games"]["new"], said["players"]["new"], said["changed"]) == (0, ["Żak, Anna"], True)
    entries = LeagueEntry.objects.filter(league=scene.league).values_list("player__name", "start_rating")
    assert set(entries) == {("Żak, Anna", 2300), ("Filip", None)}
    assert not take(report("012 Open", player(1, "Żak, Anna", **ANN), player(2, "Filip")))["changed"]


def test_warnings_of_the_reader_are_told(take):
    said = take(winter().replace(b"132 ", b"133 "))
    assert any("Record 133 is unknown" in note for note in said["notes"])
    assert any("dated on the first day of the event, 2026-01-10" in note for note in said["notes"])


def test_games_without_any_date_ask_for_one(run, take):
    undated = b"\n".join(line for line in winter().split(b"\n") if line[:3] not in (b"042", b"052", b"132"))
    said = run(undated, "--create-players")
    assert "The file has no date for this game: give one (--date)." in said["problems"][0]["message"]
    take(undated, "--date", "2026-02-01")
    assert {day for _round, day, *_rest in games()} == {"2026-02-01"}


PGN = """[Event "Casual game"]
[Date "2019.??.??"]
[White "Żak, Anna"]
[Black "Brown, Bob"]
[Result "1-0"]
[WhiteElo "2300"]

1. e4 e5 1-0

[Event "Cup"]
[Date "2026.01.12"]
[Round "2.3"]
[White "Brown, Bob"]
[Black "Żak, Anna"]
[Result "*"]

1. d4 *
"""


def test_br_081_a_date_of_a_year_is_a_choice(run, take):
    said = run(PGN, "--create-players")
    assert said["problems"][0]["message"].startswith("“2019” is no whole date")
    said = take(PGN, "--partial-dates", "last")
    assert (said["files"][0]["format"], said["games"]["new"], said["games"]["without_result"]) == ("pgn", 1, 1)
    assert games() == [(None, "2019-12-31", "Żak, Anna", "Brown, Bob", "1-0")]
    assert not Event.objects.exists()


def test_pgn_again_changes_nothing(take):
    take(PGN, "--partial-dates", "first")
    assert not take(PGN, "--partial-dates", "first")["changed"]


SWISS = """Winter Open;;;;;;
Date : 2026/01/10;;;;;;
No.;;Name;Rtg;FED;1.Rd;2.Rd;Pts.
1;WGM;Żak Anna;2300;POL;2w1;3b½;1,5
2;;Brown Bob;2100;POL;1b0;-1;1
3;;Clark Cid;0;POL;-½;1w½;1
"""


@pytest.mark.parametrize("as_sheet", [False, True])
def test_a_cross_table_as_text_or_sheet(take, as_sheet):
    data = workbook([line.split(";") for line in SWISS.splitlines()]) if as_sheet else SWISS
    said = take(data)
    assert (said["files"][0]["format"], said["files"][0]["layout"]) == ("xlsx" if as_sheet else "csv", "swiss")
    assert [game[:2] + game[4:] for game in games()] == [(1, "2026-01-10", "1-0"), (2, "2026-01-10", "=")]
    assert set(Bye.objects.values_list("player__name", "kind")) == {("Brown Bob", "U"), ("Clark Cid", "H")}
    assert ImportBatch.objects.get().format == ("xlsx" if as_sheet else "csv")


def test_rows_of_results_in_a_sheet(take):
    rows = [["date", "white", "black", "result"], ["2026-01-10", "Żak, Anna", "Brown, Bob", "½"]]
    said = take(workbook(("Games", rows), ("Notes", [["x"]])))
    assert games() == [(None, "2026-01-10", "Żak, Anna", "Brown, Bob", "=")]
    assert any("Only the sheet Games was read" in note for note in said["notes"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("No.;Team;1.Rd\n1;China;2w3½\n2;India;1b½\n", "“2w3½” is the result of a team match"),
        ("Pl;Name;1\n1;A A;2w1½\n2;B B;1b½\n", "“2w1½” is the sum of several games"),
        ("name,birth_year\nAnn,1978\n", "import it with import_players"),
        ("<html><table></table></html>", "This is a HTML file"),
    ],
)
def test_what_is_no_results_of_single_games_is_refused_with_the_reason(run, data, said):
    problem = run(data)["problems"][0]
    assert said in problem["message"]
    assert not Game.objects.exists()


def test_players_of_an_event_can_be_imported_alone(run):
    said = run(winter(), command="import_players")
    assert (said["file"]["format"], sorted(said["players"]["new"])) == (
        "trf",
        ["Brown, Bob", "Clark, Cid", "Żak, Anna"],
    )
    assert Player.objects.get(fide_id="1234567").start_rating == 2300
    assert not Game.objects.exists()


def test_players_in_a_sheet(run):
    rows = [["Name", "FIDE ID", "Rating", "Games", "Peak"], ["Żak, Anna", 1234567, 2300, 40, 2350]]
    said = run(workbook(rows), command="import_players")
    assert said["players"]["new"] == ["Żak, Anna"]
    ann = Player.objects.get(fide_id="1234567")
    assert (ann.start_rating, ann.start_games, ann.start_peak) == (2300, 40, 2350)
