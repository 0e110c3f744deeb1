"""The commands: their JSON, their exit codes, their refusals. And as a process, once each way."""

import json
import os
import subprocess
import sys
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from league.models import Adjustment, Club, Event, Game, League, Player, RatingPeriod
from ratings.models import RatingChange, RatingList, WorkerBeat
from tests.conftest import BASE_DIR

from .scene import DAY

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(capsys):
    """Run a command as the shell would split it; what it printed, JSON where asked for."""

    def run(*words):
        call_command(*map(str, words))
        out = capsys.readouterr().out
        return json.loads(out) if "--json" in words else out

    return run


def refused(*words, code=1):
    with pytest.raises(CommandError) as caught:
        call_command(*map(str, words))
    assert caught.value.returncode == code
    return str(caught.value)


class TestCreateLeague:
    def test_it_makes_the_club_too_and_takes_json_values(self, db, run):
        tiers = '[{"k": 40, "games_below": 30}, {"k": 20}]'
        data = run(
            "create_league", "club/ladder", "--name", "Ladder", "--system", "elo", "--mode", "sequential",
            "--set", f"k={tiers}", "initial=1200", "--set", "rounding=integer", "--json",
        )  # fmt: skip
        given = {"k": [{"k": 40, "games_below": 30}, {"k": 20}], "initial": 1200, "rounding": "integer"}
        stored = data.pop("parameters")
        assert data == {"done": True, "league": "club/ladder", "system": "elo", "mode": "sequential"}
        assert given.items() <= stored.items() and (stored["scale"], stored["floor"]) == (400, None)  # named by nobody
        assert Club.objects.get().slug == "club"

    def test_a_second_league_joins_the_club(self, scene, run):
        run("create_league", "club/blitz", "--system", "fide", "--mode", "period", "--set", "list=blitz")
        assert League.objects.get(slug="blitz").club == scene.club

    def test_a_refused_league_leaves_no_club_behind(self, db):
        assert "k: " in refused("create_league", "club/ladder", "--system", "elo", "--set", "k=-5")
        assert not Club.objects.exists()

    @pytest.mark.parametrize("path", ["ladder", "club/", "/ladder", "a/b/c", ""])
    def test_a_path_that_is_none_is_a_misuse(self, db, path):
        refused("create_league", path, "--system", "elo", code=2)

    def test_a_setting_without_a_value_is_a_misuse(self, db):
        assert "KEY=VALUE" in refused("create_league", "club/ladder", "--system", "elo", "--set", "k", code=2)

    def test_a_follower(self, scene, run):
        scene.play("anna", "bartek")
        run("create_league", "club/estimate", "--system", "elo", "--set", "k=10", "--follow", "club/ladder")
        assert scene.rating("anna", League.objects.get(slug="estimate")) == 1505.0


class TestRecord:
    def base(self, **more):
        given = {"white": "Anna", "black": "Bartek", "result": "1-0", "date": "2026-01-05", **more}
        return ["record", "club/ladder", *(w for k, v in given.items() for w in (f"--{k}", v))]

    def test_it_says_what_it_did(self, scene, run):
        data = run(*self.base(), "--json")
        assert (data["done"], data["new"], data["reason"], data["result"]) == (True, True, "", "1-0")
        assert data["changes"]["white"] == {
            "opening": 1500.0, "change": 16.0, "closing": 1516.0, "expected": 0.5, "k": 32.0, "reason": ""
        }  # fmt: skip
        assert "Anna" in run(*self.base(date="2026-01-06"))

    @pytest.mark.parametrize(
        ("text", "outcome", "points"),
        [
            ("1-0", "1-0", (None, None)), ("0-1", "0-1", (None, None)), ("1/2-1/2", "=", (None, None)),
            ("½-½", "=", (None, None)), ("0.5", "=", (None, None)), ("+:-", "+-", (None, None)),
            ("remis", "=", (None, None)), ("3:1", "1-0", (3, 1)), ("0:2", "0-1", (0, 2)),
        ],
    )  # fmt: skip
    def test_results_as_people_write_them(self, scene, run, text, outcome, points):
        run(*self.base(result=text))
        game = Game.objects.get()
        assert (game.outcome, (game.white_points, game.black_points)) == (outcome, points)

    def test_unknown_players_are_named_both_with_near_matches(self, scene):
        words = refused(*self.base(white="Ana", black="Bartekk"))
        assert "white: There is no player “Ana” in Club. Did you mean Anna?" in words
        assert "black: There is no player “Bartekk” in Club. Did you mean Bartek" in words
        assert not Game.objects.exists()

    def test_they_are_added_if_asked_for(self, scene, run):
        run(*self.base(white="Zofia", black="Иван"), "--create-players")
        assert Player.objects.filter(name__in=["Zofia", "Иван"]).count() == 2

    def test_but_not_when_the_game_is_refused(self, scene):
        refused(*self.base(white="Zofia", black="Zofia"), "--create-players")
        refused(*self.base(white="Zofia", date="2999-01-01"), "--create-players")
        assert not Player.objects.filter(name="Zofia").exists()

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            ({"date": "2026-02-30"}, "2026-02-30"), ({"date": "yesterday"}, "YYYY-MM-DD"),
            ({"date": "1492-01-01"}, "1800"), ({"result": "2-0-1"}, "2-0-1"), ({"result": "*"}, "is no result"),
            ({"black": "Anna"}, "both sides"), ({"time": "25:00"}, "HH:MM"), ({"weight": "-1"}, "out of range"),
            ({"round": "0", "event": "Open"}, "out of range"),
        ],
    )  # fmt: skip
    def test_bad_data_is_refused_in_words_and_nothing_is_written(self, scene, more, words):
        assert words in refused(*self.base(**more))
        assert not Game.objects.exists()
        assert not Event.objects.exists()

    @pytest.mark.parametrize("words", [["--weight", "x"], ["--round", "one"], ["--nonsense", "1"]])
    def test_what_no_command_line_can_mean_is_a_misuse(self, scene, words):
        with pytest.raises(CommandError):
            call_command(*self.base(), *words)

    def test_an_unknown_league_is_refused_a_path_that_is_none_is_a_misuse(self, scene):
        words = ["--white", "A", "--black", "B", "--result", "1-0", "--date", "2026-01-05"]
        assert "Known: club/ladder" in refused("record", "club/leder", *words)
        refused("record", "ladder", *words, code=2)

    def test_refusals_are_json_too(self, scene, capsys):
        refused(*self.base(white="Ana", black="Anna"), "--json")
        data = json.loads(capsys.readouterr().out)
        assert data["done"] is False
        assert [problem["column"] for problem in data["problems"]] == ["white"]

    def test_one_board_is_recorded_once(self, scene, run):
        board = {"event": "Open", "round": 1, "board": 1}
        first = run(*self.base(**board), "--json")
        again = run(*self.base(**board), "--json")
        assert (first["new"], again["new"], again["game"]) == (True, False, first["game"])
        assert "has another result" in refused(*self.base(**board, result="0-1"))

    def test_an_event_is_made_found_again_and_extended_only_if_asked(self, scene, run):
        run(*self.base(event="Open"))
        assert "--extend-event" in refused(*self.base(event="open", date="2026-01-07"))
        run(*self.base(event="open", date="2026-01-07"), "--extend-event")
        event = Event.objects.get()
        assert (event.starts_on, event.ends_on) == (DAY, date(2026, 1, 7))
        run(*self.base(event="Open", date="2026-06-01"), "--new-event")
        assert Event.objects.count() == 2
        run(*self.base(event="Open", date="2026-01-06"))
        assert event.games.count() == 3

    def test_a_closed_period_needs_a_reason(self, monthly, run):
        run("close_period", "club/ladder", "2026-01")
        assert "needs a reason" in refused(*self.base())
        run(*self.base(), "--reason", "the sheet was lost")

    def test_why_it_moved_nobody(self, monthly, run):
        assert run(*self.base(), "--json")["reason"] == "period_open"
        assert run(*self.base(date="2026-06-01"), "--json")["reason"] == "no_period"
        assert run(*self.base(result="+-"), "--json")["reason"] == "forfeit"
        assert run(*self.base(date="2026-01-06"), "--pending", "--json")["reason"] == "pending"

    def test_a_reference_is_recorded_once(self, scene, run):
        assert run(*self.base(reference="x1"), "--json")["new"] is True
        assert run(*self.base(reference="x1"), "--json")["new"] is False


class TestCorrectAndVoid:
    def test_a_dry_run_shows_and_writes_nothing(self, scene, run):
        game = scene.play("anna", "bartek")
        rows = list(RatingChange.objects.values_list())
        data = run("correct", game.pk, "--result", "0-1", "--dry-run", "--json")
        assert data["dry_run"] is True
        assert {move["name"]: move["after"] for move in data["moves"]} == {"Anna": 1484.0, "Bartek": 1516.0}
        assert "Anna" in run("void", game.pk, "--dry-run")
        assert list(RatingChange.objects.values_list()) == rows

    def test_each_option(self, scene, run):
        game = scene.play("anna", "bartek")
        run("correct", game.pk, "--result", "=", "--reason", "typo")
        run("correct", game.pk, "--date", "2026-01-09", "--time", "20:30", "--reason", "typo")
        run("correct", game.pk, "--black", "celina", "--round", 3, "--board", 2, "--reason", "typo")
        data = run("correct", game.pk, "--swap", "--reason", "colours", "--json")
        assert (data["changed"], data["white"], data["black"], data["date"], data["time"]) == (
            True, "Celina", "Anna", "2026-01-09", "20:30:00",
        )  # fmt: skip
        assert game.revisions.count() == 4
        scene.must_verify()

    def test_a_bare_result_replaces_points_that_contradict_it_after_a_swap_too(self, scene, run):
        game = scene.play("anna", "bartek", white_points=3, black_points=1)
        run("correct", game.pk, "--swap", "--result", "0-1", "--reason", "colours")
        game.refresh_from_db()
        assert (game.white, game.white_points, game.black_points) == (scene.bartek, 1, 3)
        run("correct", game.pk, "--result", "1-0", "--reason", "and the result")
        game.refresh_from_db()
        assert (game.outcome, game.white_points, game.black_points) == ("1-0", None, None)
        scene.must_verify()

    def test_nothing_changed_says_so(self, scene, run):
        game = scene.play("anna", "bartek")
        assert run("correct", game.pk, "--result", "1-0", "--json")["changed"] is False

    def test_refused(self, scene):
        game = scene.play("anna", "bartek")
        assert "reason" in refused("correct", game.pk, "--result", "=")
        assert "reason" in refused("void", game.pk)
        assert "no game 999" in refused("correct", 999, "--result", "=", "--reason", "x")
        assert "Did you mean Celina" in refused("correct", game.pk, "--white", "Celin", "--reason", "x")
        refused("correct", game.pk, "--reason", "x", code=2)
        assert game.revisions.count() == 0

    def test_void_and_again(self, scene, run):
        game = scene.play("anna", "bartek")
        assert run("void", game.pk, "--reason", "never played", "--json")["changed"] is True
        assert run("void", game.pk, "--reason", "never played", "--json")["changed"] is False
        assert scene.rating("anna") == 1500.0

    def test_a_pending_result_is_confirmed(self, scene, run):
        game = scene.play("anna", "bartek", status="pending")
        run("correct", game.pk, "--confirm", "--reason", "confirmed")
        assert scene.rating("anna") == 1516.0


class TestAdjust:
    def test_to_by_and_dry_run(self, scene, run):
        scene.play("anna", "bartek")
        where = ("club/ladder", "anna", "--on", "2026-01-06")
        assert run("adjust", *where, "--to", 1600, "--dry-run", "--json")["moves"][0]["after"] == 1600.0
        assert not Adjustment.objects.exists()
        run("adjust", *where, "--to", 1600, "--reason", "federation")
        run("adjust", *where, "--by", -10.5, "--reason", "federation")
        assert scene.rating("anna") == 1589.5

    def test_refused(self, scene):
        where = ("adjust", "club/ladder", "anna", "--on", "2026-01-06")
        assert "out of range" in refused(*where, "--to", "999999", "--reason", "x")
        assert "reason" in refused(*where, "--to", "1600")
        for words in ([], ["--to", "1", "--by", "1"]):
            with pytest.raises(CommandError):
                call_command(*where, *words, "--reason", "x")


class TestPeriods:
    def test_a_month_from_opening_to_reopening(self, monthly, run):
        monthly.play("anna", "bartek")
        period = ("club/ladder", "2026-01")
        assert run("close_period", *period, "--dry-run", "--json")["players"] == 2
        assert run("close_period", *period, "--json")["status"] == "closed"
        assert run("close_period", *period, "--json")["changed"] is False
        data = run("publish_period", *period, "--json")
        assert (data["status"], data["players"], data["dated"]) == ("published", 2, "2026-02-01")
        assert run("publish_period", *period, "--json")["changed"] is False
        assert "reason" in refused("reopen_period", *period)
        assert run("reopen_period", *period, "--reason", "missing game", "--json")["status"] == "open"
        assert not RatingList.objects.exists()

    def test_opening(self, monthly, run):
        data = run("open_periods", "club/ladder", "--monthly", "2026-02", "2026-04", "--json")
        assert data["opened"] == ["2026-03", "2026-04"]
        run("open_periods", "club/ladder", "--period", "Summer", "2026-06-01", "2026-08-31")
        assert RatingPeriod.objects.get(name="Summer").ends_on == date(2026, 8, 31)
        assert "overlap" in refused("open_periods", "club/ladder", "--period", "x", "2026-08-31", "2026-09-01")
        assert "no month" in refused("open_periods", "club/ladder", "--monthly", "x", "2026-09")
        assert "no date" in refused("open_periods", "club/ladder", "--period", "x", "x", "2026-09-01")

    def test_refused(self, monthly):
        assert "no period 2027-01" in refused("close_period", "club/ladder", "2027-01")
        assert "earlier period" in refused("close_period", "club/ladder", "2026-02")
        assert "close it first" in refused("publish_period", "club/ladder", "2026-01")


class TestRatingCommands:
    def test_verify_is_clean_or_exit_1(self, scene, run, capsys):
        scene.play("anna", "bartek")
        assert run("verify", "--json")["differences"] == []
        assert "club/ladder: as computed." in run("verify", "club/ladder")
        RatingChange.objects.filter(player=scene.anna, cause="game").update(closing=1517.0)
        capsys.readouterr()
        # the row itself, and the number in force that follows from it
        assert "Differences: 2" in refused("verify", "club/ladder", "--json")
        found = json.loads(capsys.readouterr().out)
        assert found["done"] is False
        assert (found["differences"][0]["stored"], found["differences"][0]["computed"]) == (1517.0, 1516.0)

    def test_rerate_mends_and_done_twice_changes_nothing(self, scene, run):
        scene.play("anna", "bartek")
        RatingChange.objects.filter(player=scene.anna, cause="game").update(closing=1517.0)
        run("rerate", "club/ladder", "--dry-run")
        assert RatingChange.objects.filter(closing=1517.0).exists()
        data = run("rerate", "club/ladder", "--json")
        assert (data["changed"], data["rows_updated"]) == (True, 1)
        assert run("rerate", "club/ladder", "--since", "2026-01-01", "--json")["changed"] is False
        scene.must_verify()

    def test_rerate_takes_a_day_of_the_calendar(self, scene):
        assert "no date" in refused("rerate", "club/ladder", "--since", "2026-02-30")

    def test_work_does_what_was_left_over(self, scene, run):
        scene.play("anna", "bartek")
        Game.objects.update(outcome="0-1", white_halves=0, black_halves=2)
        League.objects.update(stale_since=DAY)
        assert "re-rated: 1" in run("work", "--once")
        assert scene.rating("anna") == 1484.0
        assert not WorkerBeat.objects.exists()
        assert "re-rated: 0" in run("work", "--once")


class TestAsAProcess:
    """Exit codes and streams are those of the process."""

    def manage(self, *words):
        environment = {**os.environ, "DEBUG": "1", "DATABASE_URL": self.url}
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, timeout=120)

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="one database is enough for the shell's side")
    def test_exit_codes_streams_and_never_a_traceback(self, tmp_path, migrated_file):
        self.url = f"sqlite:///{tmp_path / 'shell.sqlite3'}"
        unmigrated = self.manage("verify")
        assert (unmigrated.returncode, unmigrated.stdout) == (1, "")
        assert "migrate" in unmigrated.stderr
        self.url = f"sqlite:///{migrated_file}"
        made = self.manage("create_league", "club/ladder", "--system", "elo")
        assert (made.returncode, made.stderr) == (0, "")
        refused = self.manage(
            "record", "club/ladder", "--white", "A", "--black", "B", "--result", "1-0", "--date", "2026-01-01"
        )
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "There is no player “A”" in refused.stderr
        misuse = self.manage("record", "club/ladder")
        assert (misuse.returncode, misuse.stdout) == (2, "")
        for result in (unmigrated, refused, misuse):
            assert "Traceback" not in result.stderr
