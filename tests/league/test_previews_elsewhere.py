"""Previews outside of pages: a federation's list before it is imported, everybody moved by a command."""

from __future__ import annotations

import io
import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from league.models import Compensation
from league.services.people import add_player
from league.services.periods import close_period, open_monthly
from ratings.models import Rating

from ..formats.test_fide_lists import STANDARD, line
from .scene import Scene

pytestmark = pytest.mark.django_db


def run(*words):
    out = io.StringIO()
    call_command(*map(str, words), "--json", stdout=out)
    return json.loads(out.getvalue())


def test_a_list_says_whom_it_would_move_and_then_moves_them(tmp_path):
    """A league that starts from the federation's list: the dry run and the import give the same numbers."""
    scene = Scene(system="fide", mode="period", players=("Anna",), list="standard", openings="external")
    berg = add_player(club=scene.club, name="Anna Berg", fide_id="4711", birth_year=1980).player
    months = open_monthly(league=scene.league, first="2025-08", last="2025-09")
    scene.play(berg, "anna", "1-0", date(2025, 8, 20))
    close_period(period=months[0])
    path = tmp_path / "standard_aug25frl.txt"
    path.write_text(STANDARD + line())
    before = dict(Rating.objects.filter(league=scene.league).values_list("player__name", "value"))
    (told,) = run("import_players", "club", path, "--format", "fide", "--dry-run")["leagues"]
    assert dict(Rating.objects.filter(league=scene.league).values_list("player__name", "value")) == before
    run("import_players", "club", path, "--format", "fide", "--reason", "the list of August")
    now = dict(Rating.objects.filter(league=scene.league).values_list("player__name", "value"))
    moved = {name: (before[name], now[name]) for name in now if before[name] != now[name]}
    assert told["moves"] and {m["player"]: (m["before"], m["after"]) for m in told["moves"]} == moved
    scene.must_verify()


class TestEverybodyByCommand:
    WORDS = ("adjust", "club/ladder", "--all", "--on", "2026-02-01")

    def test_the_formula_is_previewed_made_and_taken_back(self):
        """0.4 x (2000 - 1516) = 193.6 and 0.4 x (2000 - 1484) = 206.4: to whole points 194 and 206."""
        scene = Scene()
        scene.play("anna", "bartek")
        words = (*self.WORDS, "--formula", "0.4 * (2000 - rating)", "--only", "below", "--round", "integer")
        told = run(*words, "--dry-run")
        assert {m["name"]: m["after"] for m in told["moves"]} == {"Anna": 1710, "Bartek": 1690}
        assert run(*words, "--reason", "deflation")["players"] == 2
        assert (scene.rating("anna"), scene.rating("bartek")) == (1710, 1690)
        assert run(*words, "--reason", "deflation")["action"] == Compensation.objects.get().pk
        run("adjust", "club/ladder", "--void", Compensation.objects.get().pk, "--reason", "not voted")
        assert (scene.rating("anna"), scene.rating("bartek")) == (1516, 1484)
        scene.must_verify()

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("--formula", "rating * 2"), 1), (("--formula", "99 * (2000 - rating)"), 1), ((), 2),
            (("--formula", "0,1 × (1000 − rating)", "--only", "below"), 1),
        ],
    )  # fmt: skip
    def test_what_is_no_formula_or_moves_nobody_is_refused(self, words, code):
        scene = Scene()
        scene.play("anna", "bartek")
        with pytest.raises(CommandError) as error:
            run(*self.WORDS, *words, "--reason", "x")
        assert error.value.returncode == code and not Compensation.objects.exists()
