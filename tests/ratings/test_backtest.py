"""Other rules tried on a league's own games: the measures against a straight calculation written here."""

import csv
import gzip
import io
import json
from collections import defaultdict
from math import log

import pytest
from django.core.management import CommandError, call_command

from league.models import Adjustment
from ratings.models import RatingChange
from ratings.services import rerate
from ratings.services.simulating import backtest, simulate
from ratings.services.unlogged import Read
from tests.ratings.build import START, entrants, make_league, open_months, play_random, snapshot

pytestmark = pytest.mark.django_db


def run(*words, **options):
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def straight(games, k, home):
    """Elo, one game after another: log-loss, Brier, share of favourites who won."""
    ratings, loss, squares, won, decided = defaultdict(lambda: 1500.0), 0.0, 0.0, 0, 0
    for white, black, score, neutral in games:
        ahead = ratings[white] - ratings[black] + (0 if neutral else home)
        expected = 1 / (1 + 10 ** (-ahead / 400))
        loss -= score * log(expected) + (1 - score) * log(1 - expected)
        squares += (score - expected) ** 2
        if score != 0.5 and expected != 0.5:
            decided += 1
            won += (score == 1) == (expected > 0.5)
        ratings[white] += k * (score - expected)
        ratings[black] -= k * (score - expected)
    return loss / len(games), squares / len(games), won / decided


def test_the_measures_agree_with_a_straight_calculation_and_nothing_is_written():
    league = make_league(players=8, k=32)
    made = play_random(league, 150, days=150)
    rerate(league, since=None, reason="first")
    before = snapshot(league)
    games = sorted(made, key=lambda g: (g.played_on, g.pk))
    games = [(g.white_id, g.black_id, g.white_halves / 2, g.neutral) for g in games]
    said = json.loads(run("backtest", "club/league", tried=["k=16,32", "home_advantage=0,50"], json=True))
    assert snapshot(league) == before
    assert len(said["trials"]) == 5
    losses = [trial["log_loss"] for trial in said["trials"]]
    assert losses == sorted(losses)
    for trial in said["trials"]:
        changed = {"k": 32, "home_advantage": 0} | trial["changed"]
        loss, brier, favourites = straight(games, changed["k"], changed["home_advantage"])
        assert trial["log_loss"] == pytest.approx(loss, abs=1e-9)
        assert trial["brier"] == pytest.approx(brier, abs=1e-9)
        assert trial["favourites"] == pytest.approx(favourites, abs=1e-9)


@pytest.mark.parametrize("mode", ["sequential", "period"])
def test_glicko_2_tried_without_a_log_says_what_a_replay_says(mode, monkeypatch):
    league = make_league("glicko2", mode, players=6, period_days=7)
    play_random(league, 60, days=80)
    open_months(league, 2024, 4, closed=4)
    tried = {"tau": [0.3, 1.2], "max_change": [None, 80]}
    quick = backtest(league, tried)
    monkeypatch.setattr(Read, "made", lambda read, run, rules: None)
    slow = backtest(league, tried)
    assert [trial.changed for trial in quick] == [trial.changed for trial in slow]
    assert [trial.leaders for trial in quick] == [trial.leaders for trial in slow]
    for one, other in zip(quick, slow, strict=True):
        assert one.accuracy.games == 60
        assert one.accuracy == pytest.approx(other.accuracy, rel=1e-12)
        assert one.leaders


def test_what_a_trial_leaves_out_is_replayed(monkeypatch):
    """A rating set by hand: no trial."""
    league = make_league("glicko2", players=3)
    play_random(league, 4)
    done = []
    made = Read.made
    monkeypatch.setattr(Read, "made", lambda *given: done.append(made(*given)) or done[-1])
    simulate(league, system="glicko2", parameters={"tau": 1})
    player = entrants(league)[0]
    Adjustment.objects.create(league=league, player=player, on=START, to=1700, reason="by hand")
    simulate(league, system="glicko2", parameters={"tau": 1})
    assert [one is None for one in done] == [False, True]


def test_parameters_that_cannot_be_are_a_misuse_with_words():
    make_league(players=2)
    for tried in (["k=-5"], ["kk=3"], ["k"], []):
        with pytest.raises(CommandError) as refused:
            run("backtest", "club/league", tried=tried)
        assert refused.value.returncode == 2
        assert str(refused.value)


def test_journey_8_from_the_shell_49000_matches_every_change_and_the_rules_that_predict_best(shared, tmp_path):
    with gzip.open(shared / "data/bulk/international_football_results.csv.gz") as packed:
        (tmp_path / "football.csv").write_bytes(packed.read())
    sets = ["home_advantage=100", "k=20"]
    run("create_league", "world/football", name="Football", system="elo", mode="sequential", set=sets)
    run("import_results", "world/football", str(tmp_path / "football.csv"), create_players=True)
    changes = run("export", "world/football", "changes").splitlines()
    assert len(changes) == 1 + RatingChange.objects.filter(league__slug="football").count()
    tried = ["k=10,30", "home_advantage=60,100"]
    said = json.loads(run("backtest", "world/football", tried=tried, json=True))
    assert {trial["games"] for trial in said["trials"]} == {49_520}
    assert said["trials"][0]["log_loss"] < log(2)
    assert said["trials"][0]["favourites"] > 0.7
    with (tmp_path / "football.csv").open(encoding="utf-8", newline="") as file:
        played = [row for row in csv.DictReader(file) if row["home_score"].isdigit()]
    games = [
        (row["home_team"], row["away_team"], _score(int(row["home_score"]), int(row["away_score"])),
         row["neutral"] == "TRUE")
        for row in played
    ]  # fmt: skip
    for trial in said["trials"]:  # a few sides played twice on one day, and the file's order of those is its own
        changed = {"k": 20, "home_advantage": 100} | trial["changed"]
        loss, brier, favourites = straight(games, changed["k"], changed["home_advantage"])
        assert trial["log_loss"] == pytest.approx(loss, abs=1e-6)
        assert trial["brier"] == pytest.approx(brier, abs=1e-6)
        assert trial["favourites"] == pytest.approx(favourites, abs=1e-4)


def _score(home, away):
    return 0.5 if home == away else float(home > away)
