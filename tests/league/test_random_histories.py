"""Random histories of everything an admin can do; after each step the stored log is what a replay computes."""

import os
import random
from datetime import date, timedelta
from itertools import pairwise

import pytest

from league.models import OUTCOME_HALVES, Adjustment, Game, Outcome, RatingPeriod
from league.services.adjusting import adjust, void_adjustment
from league.services.correcting import correct_game, restore_game, undo_revision, void_game
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules
from league.services.people import edit_player, enter_league
from league.services.periods import close_period, open_monthly, publish_period, reopen_period
from league.services.seasons import start_season
from ratings.models import Rating, RatingChange

from .scene import DAY, NAMES, Scene

pytestmark = pytest.mark.django_db

LEAGUES = {
    "elo": {"system": "elo", "k": 32},
    "elo tiers, carry-over": {
        "system": "elo", "k": [{"k": 40, "games_below": 5}, {"k": 16, "peak_from": 1540}, {"k": 24}],
        "provisional_games": 3, "carryover": {"keep": 0.75, "mean": 1505}, "floor": 1400, "rounding": "tenth",
    },
    "elo per period": {"system": "elo", "mode": "period", "k": 24},
    "fide": {"system": "fide"},
    "fide per period": {"system": "fide", "mode": "period"},
    "elo per period, next list": {"system": "elo", "mode": "period", "late_results": "next_list", "k": 24},
    "fide per period, next list": {"system": "fide", "mode": "period", "late_results": "next_list"},
    "glicko2": {"system": "glicko2"},
    "glicko2 per period": {"system": "glicko2", "mode": "period"},
}  # fmt: skip
STEPS = int(os.environ.get("ARPAD_HISTORY_STEPS", 30))
SEEDS = int(os.environ.get("ARPAD_HISTORIES", 3))


class History:
    """One league and a source of chance; each ``do_...`` is something an admin does, refused or not."""

    def __init__(self, rules, seed):
        self.chance = random.Random(seed)
        self.scene = Scene(**rules)
        self.league = self.scene.league
        self.players = [getattr(self.scene, name.lower()) for name in NAMES]
        for place, player in enumerate(self.players[:5]):
            enter_league(league=self.league, player=player, start_rating=1600 + 40 * place)
        open_monthly(league=self.league, first="2026-01", last="2026-03")
        self.season = 0

    def step(self):
        name = self.chance.choices(list(ACTIONS), list(ACTIONS.values()))[0]
        try:
            getattr(self, f"do_{name}")()
        except Refused as refused:
            return f"{name}: {refused.message}"
        return name

    def day(self):
        return DAY + timedelta(self.chance.randrange(-10, 90))

    def game(self, **filters):
        games = list(Game.objects.filter(league=self.league, **filters).order_by("pk"))
        return self.chance.choice(games) if games else None

    def do_record(self):
        white, black = self.chance.sample(self.players, 2)
        outcome = self.chance.choices(list(OUTCOME_HALVES), [8, 6, 8, 1, 1, 1, 1, 1, 1])[0]
        status = self.chance.choices(["final", "pending"], [9, 1])[0]
        self.scene.play(white, black, outcome.value, day=self.day(), status=status, reason="as it came")

    def do_record_in_event(self):
        first = self.day()
        last = first + timedelta(self.chance.choice([0, 3, 40]))
        event = create_event(league=self.league, name="Open", starts_on=first, ends_on=last)
        for board, (white, black) in enumerate(zip(self.players[::2], self.players[1::2], strict=True), 1):
            self.scene.play(white, black, "=", day=first, event=event, round=1, board=board, reason="event")

    def do_move_event(self):
        game = self.game(event__isnull=False)
        if game:
            last = game.event.ends_on + timedelta(self.chance.randrange(40))
            edit_event(event=game.event, ends_on=last, rated=self.chance.random() < 0.8, reason="moved")

    def do_correct(self):
        game = self.game()
        if game is None:
            return
        fields = self.chance.choice(
            [
                {"outcome": self.chance.choice(Outcome.values)},
                {"played_on": self.day(), "event": None, "round": None},
                {"white": self.chance.choice(self.players)}, {"black": self.chance.choice(self.players)},
                {"swap": True}, {"status": "final"}, {"weight": self.chance.choice([0, 0.5, 2])}, {"white_k": 50},
            ]
        )  # fmt: skip
        correct_game(game=game, reason="typo", **fields)

    def do_undo(self):
        game = self.game(revisions__isnull=False)
        if game:
            undo_revision(revision=game.revisions.first(), reason="it was right")

    def do_void(self):
        if game := self.game():
            void_game(game=game, reason="never played")

    def do_restore(self):
        if game := self.game(status="void"):
            restore_game(game=game, reason="it was")

    def do_adjust(self):
        value = self.chance.choice([{"to": self.chance.randrange(1450, 1900)}, {"by": self.chance.randrange(1, 90)}])
        adjust(league=self.league, player=self.chance.choice(self.players), on=self.day(), reason="federation", **value)

    def do_void_adjustment(self):
        made = list(Adjustment.objects.filter(league=self.league).order_by("pk"))
        if made:
            void_adjustment(adjustment=self.chance.choice(made), reason="wrong")

    def period(self):
        return self.chance.choice(list(RatingPeriod.objects.filter(league=self.league).order_by("starts_on")))

    def do_close(self):
        close_period(period=self.period())

    def do_publish(self):
        publish_period(period=self.period())

    def do_reopen(self):
        reopen_period(period=self.period(), reason="a look")

    def do_edit_player(self):
        player = self.chance.choice(self.players)
        fields = self.chance.choice(
            [
                {"start_rating": self.chance.randrange(1450, 1900)}, {"birth_year": self.chance.randrange(1950, 2015)},
                {"guest": not player.guest}, {"start_games": 40}, {"start_peak": 2450.0},
            ]
        )  # fmt: skip
        edit_player(player=player, reason="federation", **fields)
        player.refresh_from_db()

    def do_season(self):
        self.season += 1
        start_season(league=self.league, name=f"Season {self.season}", starts_on=self.day(), reason="new")

    def do_rules(self):
        if self.league.system == "elo":
            parameters = {"k": self.chance.choice([10, 20, [{"k": 40, "games_below": 3}, {"k": 20}]])}
            change_rules(league=self.league, valid_from=self.day(), parameters=parameters, reason="tried")


ACTIONS = {
    "record": 12, "record_in_event": 2, "move_event": 1, "correct": 6, "undo": 2, "void": 2, "restore": 2, "adjust": 2,
    "void_adjustment": 1, "close": 3, "publish": 2, "reopen": 1, "edit_player": 2, "season": 1, "rules": 1,
}  # fmt: skip


def must_be_sound(history, done):
    scene = history.scene
    try:
        scene.must_verify()
        for player in history.players:
            rating = Rating.objects.filter(league=scene.league, player=player).first()
            if rating is not None and rating.value is not None:
                check_chain(scene, player, rating)
                assert rating.wins + rating.draws + rating.losses == rating.games
    except AssertionError as error:
        raise AssertionError("after: " + "; ".join(done) + f"\n{error}") from error


def check_chain(scene, player, rating):
    """Openings follow closings, the changes add up, W + D + L equals the games rated."""
    rows = [row for row in scene.log(player) if row.closing is not None]
    for before, after in pairwise(rows):
        assert after.opening == before.closing, f"{player}: {before.cause} {before.day} -> {after.cause} {after.day}"
    if rows:
        assert rows[-1].closing == rating.value
        assert sum(row.change or 0 for row in rows) == pytest.approx(rows[-1].closing - rows[0].closing, abs=1e-6)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("rules", LEAGUES.values(), ids=list(LEAGUES))
def test_br_042_whatever_is_done_the_check_is_clean(rules, seed):
    history = History(rules, seed)
    done = []
    for _ in range(STEPS):
        done.append(history.step())
        must_be_sound(history, done)
    assert RatingChange.objects.filter(league=history.league).exists() or history.league.mode == "period"


@pytest.mark.parametrize("rules", LEAGUES.values(), ids=list(LEAGUES))
def test_br_003_the_order_of_entry_does_not_matter(rules):
    """Games with distinct times entered in any order give the same ratings, exactly."""
    chance = random.Random(7)
    games = [(*chance.sample(range(8), 2), chance.choice(["1-0", "=", "0-1"]), day) for day in range(24)]
    boards = []
    for number in range(3):
        scene = Scene(club=f"club-{number}", **rules)
        players = [getattr(scene, name.lower()) for name in NAMES]
        for player in players:
            enter_league(league=scene.league, player=player, start_rating=1800)
        (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
        for white, black, outcome, day in games:
            scene.play(players[white], players[black], outcome, day=date(2026, 1, 1) + timedelta(day))
        close_period(period=january)
        boards.append(scene.board())
        scene.must_verify()
        chance.shuffle(games)
    assert boards[0] == boards[1] == boards[2]
