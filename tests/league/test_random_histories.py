"""Random histories of everything an admin can do; after each step the stored log is what a replay computes."""

import os
import random
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.db import transaction
from django.db.models import Q

from league.models import (
    OUTCOME_HALVES,
    Adjustment,
    Bye,
    Compensation,
    Event,
    EventEntry,
    Game,
    League,
    LeagueEntry,
    Merge,
    Outcome,
    Player,
    PlayerAlias,
    PlayerName,
    RatingPeriod,
    RatingRules,
    Season,
)
from league.services.adjusting import adjust, void_adjustment
from league.services.compensating import Formula, compensate, void_compensation
from league.services.correcting import correct_game, restore_game, undo_revision, void_game
from league.services.errors import Refused
from league.services.events import create_event, edit_event, record_bye
from league.services.importing import commit_results
from league.services.leagues import change_rules, edit_league
from league.services.people import add_alias, archive_player, edit_player, enter_league, reactivate_player
from league.services.people.merging import merge_players, split_players
from league.services.periods import close_period, open_monthly, publish_period, reopen_period
from league.services.seasons import edit_season, start_season
from league.services.undoing import newest_of, newest_of_club, undo
from ratings.models import Rating, RatingChange
from tests.copies import built_once

from .importing import plan
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
# One league by 200 actions, each checked; the others by fewer, so that the suite stays quick. With
# ARPAD_HISTORY_STEPS=200 ARPAD_HISTORIES=5 all of them go the whole way, five times.
WHOLE = ("fide per period, next list",)
ALL_STEPS = int(os.environ.get("ARPAD_HISTORY_STEPS", 0))
SEEDS = int(os.environ.get("ARPAD_HISTORIES", 1))


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
        self.names = 0

    def step(self, name=None):
        name = name or self.chance.choices(list(ACTIONS), list(ACTIONS.values()))[0]
        try:
            getattr(self, f"do_{name}")()
        except Refused as refused:
            return f"{name}: {refused.message}"
        return name

    def day(self):
        return DAY + timedelta(self.chance.randrange(-10, 90))

    def name(self, word):
        self.names += 1
        return f"{word} {self.names}"

    def one(self, rows):
        """One of the rows by chance, None where there are none."""
        rows = list(rows.order_by("pk"))
        return self.chance.choice(rows) if rows else None

    def game(self, **filters):
        return self.one(Game.objects.filter(league=self.league, **filters))

    def player(self):
        return self.chance.choice(self.players)

    def do_record(self):
        white, black = self.chance.sample(self.players, 2)
        outcome = self.chance.choices(list(OUTCOME_HALVES), [8, 6, 8, 1, 1, 1, 1, 1, 1])[0]
        status = self.chance.choices(["final", "pending"], [9, 1])[0]
        self.scene.play(white, black, outcome.value, day=self.day(), status=status, reason="as it came")

    def do_record_newest(self):
        """On top of the log, without a word: the game's row is its own record."""
        white, black = self.chance.sample(self.players, 2)
        self.scene.play(white, black, self.chance.choice(["1-0", "=", "0-1"]), day=DAY + timedelta(90))

    def do_record_in_event(self):
        first = self.day()
        last = first + timedelta(self.chance.choice([0, 3, 40]))
        event = create_event(league=self.league, name="Open", starts_on=first, ends_on=last)
        for board, (white, black) in enumerate(zip(self.players[::2], self.players[1::2], strict=False), 1):
            self.scene.play(white, black, "=", day=first, event=event, round=1, board=board, reason="event")

    def do_match(self):
        """Four or more games of two players in an order of chance, a few without a decision said beforehand."""
        first, planned = self.day(), self.chance.choice([4, 4, 6, None])
        last = first + timedelta(self.chance.choice([8, 40]))
        pair = self.chance.sample(self.players, 2)
        event = create_event(
            league=self.league, name="Match", starts_on=first, ends_on=last, kind="match", rounds=planned
        )
        for number in self.chance.sample(range(1, 6), 5):
            white, black = pair if number % 2 else reversed(pair)
            outcome = self.chance.choices(["1-0" if number % 2 else "0-1", "0-1", "=", "+-", "--"], [6, 1, 1, 1, 1])[0]
            on = first + timedelta(number if last - first < timedelta(9) else 7 * number)
            self.scene.play(white, black, outcome, day=on, event=event, round=number, reason="match")

    def do_edit_match(self):
        event = self.one(Event.objects.filter(league=self.league, kind="match", withdrawn_at=None))
        if event:
            fields = self.chance.choice([{"rounds": 4}, {"rounds": 2}, {"kind": "free"}, {"rounds": None}])
            if "kind" not in fields:
                fields["rated_after_decision"] = self.chance.random() < 0.3
            edit_event(event=event, reason="as agreed", **fields)

    def do_flag_match(self):
        """What came as any event of two players is a match."""
        event = self.one(Event.objects.filter(league=self.league, withdrawn_at=None))
        if event:
            edit_event(event=event, kind="match", rounds=1, reason="it is a match")

    def do_correct_match(self):
        """An early game: it can decide whether later ones count."""
        if game := self.game(event__kind="match", round__lte=3):
            how = self.chance.choice([{"outcome": "1-0"}, {"outcome": "0-1"}, {"swap": True}, {"outcome": "--"}])
            correct_game(game=game, reason="sheet", **how)

    def do_import(self):
        """Two results of players that are there; a name that somebody else bears by now is refused."""
        rows = []
        for white, black in (self.chance.sample(self.players, 2) for _ in range(2)):
            names = [Player.objects.get(pk=player.pk).name for player in (white, black)]
            rows.append(f"{self.day()},{names[0]},{names[1]},{self.chance.choice(['1-0', '=', '0-1'])}\n")
        made = plan(self.league, "date,white,black,result\n" + "".join(rows), reason="sheets found")
        if not made.problems:
            commit_results(plan=made)

    def do_bye(self):
        event = self.one(Event.objects.filter(league=self.league, withdrawn_at=None))
        if event:
            record_bye(event=event, player=self.player(), round=self.chance.randrange(1, 9), kind="H")

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
                {"white": self.player()}, {"black": self.player()},
                {"swap": True}, {"status": "final"}, {"weight": self.chance.choice([0, 0.5, 2])}, {"white_k": 50},
            ]
        )  # fmt: skip
        correct_game(game=game, reason="typo", **fields)

    def do_undo_revision(self):
        game = self.game(revisions__isnull=False)
        if game:
            undo_revision(revision=game.revisions.first(), reason="it was right")

    def do_undo(self):
        target = self.newest()
        if target:
            undo(target=target, reason="not so")

    def do_void(self):
        if game := self.game():
            void_game(game=game, reason="never played")

    def do_restore(self):
        if game := self.game(status="void"):
            restore_game(game=game, reason="it was")

    def do_adjust(self):
        value = self.chance.choice([{"to": self.chance.randrange(1450, 1900)}, {"by": self.chance.randrange(1, 90)}])
        adjust(league=self.league, player=self.player(), on=self.day(), reason="federation", **value)

    def do_void_adjustment(self):
        if made := self.one(Adjustment.objects.filter(league=self.league)):
            void_adjustment(adjustment=made, reason="wrong")

    def period(self):
        return self.one(RatingPeriod.objects.filter(league=self.league))

    def do_open(self):
        month = f"2026-{self.chance.randrange(4, 8):02}"
        open_monthly(league=self.league, first=month, last=month)

    def do_close(self):
        close_period(period=self.period())

    def do_publish(self):
        publish_period(period=self.period())

    def do_reopen(self):
        reopen_period(period=self.period(), reason="a look")

    def do_edit_player(self):
        player = self.player()
        player.refresh_from_db()
        fields = self.chance.choice(
            [
                {"start_rating": self.chance.randrange(1450, 1900)}, {"birth_year": self.chance.randrange(1950, 2005)},
                {"guest": not player.guest}, {"start_games": 40}, {"start_peak": 2450.0}, {"name": self.name("Nowa")},
            ]
        )  # fmt: skip
        edit_player(player=player, reason="federation", **fields)

    def do_edit_entry(self):
        start = self.chance.choice([{"start_rating": self.chance.randrange(1450, 1900)}, {"k": 12}, {"k": None}])
        enter_league(league=self.league, player=self.player(), reason="federation", **start)

    def do_merge(self):
        kept, absorbed = self.chance.sample(self.players, 2)
        merge_players(kept=kept, absorbed=absorbed, reason="one person")

    def do_split(self):
        if merge := self.one(Merge.objects.filter(kept__club=self.scene.club, split_at=None)):
            split_players(merge=merge, reason="two after all")

    def do_compensate(self):
        formula = Formula(factor=0.1, target=1600.0)
        compensate(league=self.league, formula=formula, on=self.day(), reason="deflation")

    def do_void_compensation(self):
        if made := self.one(Compensation.objects.filter(league=self.league)):
            void_compensation(compensation=made, reason="wrong")

    def do_alias(self):
        add_alias(player=self.player(), name=self.name("Alias"))

    def do_archive(self):
        archive_player(player=self.player())

    def do_reactivate(self):
        if away := self.one(Player.objects.filter(club=self.scene.club).exclude(archived_at=None)):
            reactivate_player(player=away)

    def do_season(self):
        start_season(league=self.league, name=self.name("Season"), starts_on=self.day(), reason="new")

    def do_move_season(self):
        if season := self.one(Season.objects.filter(league=self.league)):
            edit_season(season=season, starts_on=self.day(), name=self.name("Season"), reason="moved")

    def do_rules(self):
        if self.league.system == "elo":
            parameters = {"k": self.chance.choice([10, 20, [{"k": 40, "games_below": 3}, {"k": 20}]])}
            change_rules(league=self.league, valid_from=self.day(), parameters=parameters, reason="tried")

    def do_rename_league(self):
        edit_league(league=self.league, name=self.name("League"))

    # -- undoing -----------------------------------------------------------------------------------

    def newest(self):
        """The newest action, of the league or of its club."""
        found = [newest_of(self.league), newest_of_club(self.scene.club)]
        return max(filter(None, found), key=_when, default=None)

    def undo_all(self, first):
        """Newest first, back to the action that was the newest then; a published list is withdrawn by hand."""
        undone = []
        while (target := self.newest()).code != first:
            if target.change and target.change.kind == "period.publish":
                self.withdraw(RatingPeriod.objects.get(pk=target.change.subject_id))
                continue
            try:
                undo(target=target, reason="back")
            except Refused as refused:
                change = target.change
                what = f"{change.kind} {change.subject_id} {change.before} {change.after}" if change else "game"
                raise AssertionError(f"{what} is not undone: {refused.message}") from refused
            undone.append(target.change.kind if target.change else "game")
        return undone

    def withdraw(self, period):
        later = RatingPeriod.objects.filter(league=self.league, starts_on__gte=period.starts_on).exclude(status="open")
        for each in later.order_by("-starts_on"):
            reopen_period(period=each, reason="withdrawn")


def _when(target):
    return target.change.made_at if target.change else target.game.entered_at


ACTIONS = {
    "record": 12, "record_newest": 3, "record_in_event": 2, "bye": 1, "match": 2,
    "edit_match": 2, "flag_match": 1, "correct_match": 3, "move_event": 1, "correct": 6, "undo_revision": 2,
    "undo": 6, "import": 1, "void": 2, "restore": 2, "adjust": 2, "void_adjustment": 1, "open": 1, "close": 3,
    "publish": 2, "reopen": 1, "edit_player": 2, "edit_entry": 2, "alias": 1, "archive": 1, "reactivate": 4,
    "season": 1, "move_season": 1, "rules": 1, "rename_league": 1, "merge": 2, "split": 1, "compensate": 1,
    "void_compensation": 1,
}  # fmt: skip
ASIDE = {"id", "made_at", "entered_at", "created_at", "closed_at", "published_at", "actor", "entered_by", "batch"}
FACTS = {
    Game: ~Q(status="void"), Event: Q(withdrawn_at=None), Bye: Q(), Adjustment: Q(voided_at=None),
    Compensation: Q(voided_at=None), RatingRules: Q(),
    Season: Q(), RatingPeriod: Q(), LeagueEntry: Q(), Player: Q(), PlayerAlias: Q(), PlayerName: Q(),
    EventEntry: Q(event__withdrawn_at=None),
    Rating: Q(),
}  # fmt: skip


def in_force(scene):
    """Every fact that counts and every rating; without ids, history and published lists."""
    League.objects.get(pk=scene.league.pk)
    rows = {}
    for model, condition in FACTS.items():
        names = [f.attname for f in model._meta.concrete_fields if f.name not in ASIDE | {"published", "corrected"}]
        rows[model.__name__] = sorted(map(repr, model.objects.filter(condition).values_list(*names)))
    rows["League"] = list(League.objects.values_list("name", "description", "discipline", "late_results"))
    return rows


def must_be_sound(history, done):
    scene = history.scene
    try:
        scene.must_verify()
        logs = scene.logs()
        for rating in Rating.objects.filter(league=scene.league, player__in=history.players, value__isnull=False):
            check_chain(logs[rating.player_id], rating)
            assert rating.wins + rating.draws + rating.losses == rating.games
    except AssertionError as error:
        raise AssertionError("after: " + "; ".join(done) + f"\n{error}") from error


def check_chain(log, rating):
    """Openings follow closings, the changes add up, W + D + L equals the games rated."""
    rows = [row for row in log if row.closing is not None]
    for before, after in pairwise(rows):
        assert after.opening == before.closing, (
            f"{rating.player}: {before.cause} {before.day} -> {after.cause} {after.day}"
        )
    if rows:
        assert rows[-1].closing == rating.value
        assert sum(row.change or 0 for row in rows) == pytest.approx(rows[-1].closing - rows[0].closing, abs=1e-6)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", LEAGUES)
def test_br_042_whatever_is_done_the_check_is_clean_and_undone_it_is_as_before(name, seed):
    """Stored is what a replay computes after every kind of change; undone newest first, all is as it was."""
    history, steps = History(LEAGUES[name], seed), ALL_STEPS or (200 if name in WHOLE else 15)
    first, before = history.newest().code, in_force(history.scene)
    done = []
    for number in range(steps):
        done.append(history.step("record" if number < 4 else None))  # the shortest of them has games, too
        must_be_sound(history, done)
    assert RatingChange.objects.filter(league=history.league).exists() or history.league.mode == "period"
    undone = history.undo_all(first)
    assert len(undone) >= steps / 5
    must_be_sound(history, [*done, "undone:", *undone])
    assert in_force(history.scene) == before, done


@built_once
def entered(name):
    """All at 1800, January open."""
    scene = Scene(**LEAGUES[name])
    for player in NAMES:
        enter_league(league=scene.league, player=scene.player(player.lower()), start_rating=1800)
    (scene.january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    return scene


@pytest.mark.parametrize("name", LEAGUES)
def test_br_003_the_order_of_entry_does_not_matter(name):
    """Games with distinct times entered in any order give the same ratings, exactly."""
    chance = random.Random(7)
    games = [(*chance.sample(range(8), 2), chance.choice(["1-0", "=", "0-1"]), day) for day in range(24)]
    boards = []
    for _ in range(3):
        with transaction.atomic():
            scene = entered(name)
            for white, black, outcome, day in games:
                scene.play(NAMES[white].lower(), NAMES[black].lower(), outcome, day=date(2026, 1, 1) + timedelta(day))
            close_period(period=scene.january)
            boards.append(scene.board())
            scene.must_verify()
            transaction.set_rollback(True)
        chance.shuffle(games)
    assert boards[0] == boards[1] == boards[2]
