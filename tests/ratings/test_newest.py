"""The short way of a result on top of all that its players have leaves behind what the ordinary way would have left."""

import random
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Adjustment, Event, Game, LeagueEntry, Season
from league.services import recording
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules, create_league
from league.services.people import add_player, archive_player
from league.services.periods import close_period, open_monthly, publish_period
from league.services.recording import record_game
from ratings.facts import newest
from ratings.models import Rating, RatingRun
from ratings.services import newest as newest_service
from ratings.services import rerate, verify

from .build import START, entrants, make_league, play, play_random

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = START + timedelta(100)
SYSTEMS = [
    ("elo", {}),
    ("elo", {"k": [{"k": 40, "games_below": 15}, {"k": 20, "rating_below": 1600}, {"k": 10}], "home_advantage": 50.0}),
    ("elo", {"rounding": "integer", "floor": 1400, "margin": "goals", "expectation": "fide_table"}),
    ("glicko2", {"period_days": 30}),
    ("glicko2", {}),
    ("fide", {"list": "standard"}),
]


@pytest.fixture
def short(monkeypatch):
    """Counts what took the short way; ``short.off`` closes it."""
    return Ways(monkeypatch)


class Ways:
    def __init__(self, monkeypatch):
        self.taken, self.open = 0, True
        monkeypatch.setattr(recording, "look", self.look)

    def look(self, league, game):
        found = newest.look(league, game) if self.open else None
        self.taken += found is not None
        return found

    @contextmanager
    def off(self):
        self.open = False
        yield
        self.open = True


def everything(*, but=()):
    """Every row of every table of ours."""
    kept = {}
    for model in (*apps.get_app_config("league").get_models(), *apps.get_app_config("ratings").get_models()):
        columns = [f.attname for f in model._meta.concrete_fields if (model.__name__, f.attname) not in but]
        kept[model.__name__] = list(model.objects.order_by("pk").values(*columns))
    for row in kept["RunImpact"]:
        row.pop("id")  # whom a run moved is a set
    kept["RunImpact"].sort(key=lambda row: (row["run_id"], row["player_id"]))
    return kept


def sequences():
    """Where the ids of all tables stand: PostgreSQL does not set them back with a transaction."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences")
        return cursor.fetchall()


def set_back(stood):
    with connection.cursor() as cursor:
        for name, last in stood:
            cursor.execute("SELECT setval(%s, %s, %s)", [name, last or 1, last is not None])


def both_ways(short, call, *, but=()):
    """What each way leaves behind, or says when it refuses; the short way's rows stay."""
    stood = sequences()
    with short.off(), transaction.atomic():
        ordinary = outcome(call, but)
        transaction.set_rollback(True)
    set_back(stood)
    assert outcome(call, but) == ordinary


def outcome(call, but):
    with time_machine.travel(NOW, tick=False):
        try:
            with transaction.atomic():
                call()
        except Refused as refused:
            return [tuple(problem) for problem in refused.problems]
    return everything(but=but)


def rated_league(system, parameters, **more):
    league = make_league(system, players=8, **parameters)
    players = entrants(league)
    if system == "fide":
        for number, player in enumerate(players):
            LeagueEntry.objects.filter(league=league, player=player).update(start_rating=1500.0 + 60 * number)
    play_random(league, 60)
    with time_machine.travel(NOW, tick=False):
        rerate(league, since=None, reason="first")
    return league, players


def some_game(rng, league, players, events):
    """A result as it may come in, mostly of a later day than all before."""
    white, black = rng.sample(players, 2)
    given = {"league": league, "white": white, "black": black, "outcome": rng.choice(["1-0", "=", "0-1"] * 3 + ["+-"])}
    newest_day = Game.objects.filter(league=league).order_by("-played_on").first().played_on
    given["played_on"] = max(newest_day, DAY) + timedelta(rng.choice([0, 0, 1, 1, 2, 5, -1]))
    given["event"] = rng.choice([None, *events])
    if rng.random() < 0.5:
        given["round"] = rng.randint(1, 4)
        given["board"] = rng.choice([None, 1, 2])
    if rng.random() < 0.3:
        given["reference"] = f"form-{rng.randint(1, 6)}"
    if rng.random() < 0.2:
        given["played_at"] = time(rng.randint(10, 20), 30)
    if rng.random() < 0.2:
        given |= {"weight": rng.choice([0.0, 0.5, 0.5, 2.0, 101.0]), "white_k": rng.choice([None, 16.0])}
    if rng.random() < 0.3:
        margin = {"1-0": 2, "=": 0, "0-1": -1}.get(given["outcome"], 1)
        given |= {"white_points": 3 + margin, "black_points": rng.choice([3, 3, 3, 4])}
    if rng.random() < 0.1:
        given |= {"reason": "found in the drawer"}
    if rng.random() < 0.1:
        given |= {"status": "pending"}
    return given | {"neutral": rng.random() < 0.2}


@pytest.mark.parametrize(("system", "parameters"), SYSTEMS)
@pytest.mark.parametrize("seed", range(2))
def test_every_row_is_what_the_ordinary_way_writes(short, system, parameters, seed):
    """But for one number: how many games a run replayed. The short way replays one."""
    rng = random.Random(f"{seed} {system} {parameters}")
    league, players = rated_league(system, parameters)
    actor = get_user_model().objects.create_user("arbiter")
    far = DAY + timedelta(400)
    events = [
        create_event(league=league, name="Club evening", starts_on=DAY, ends_on=far),
        create_event(league=league, name="Blitz", starts_on=DAY, ends_on=far, base_minutes=3, increment_seconds=2),
    ]
    for number in range(30):
        given = some_game(rng, league, players, events)
        by = rng.choice([None, actor])
        both_ways(short, lambda g=given, by=by: record_game(**g, actor=by), but={("RatingRun", "games_read")})
        if number % 15 == 14:
            assert verify(league) == []
    assert short.taken >= 5


def test_a_game_with_nothing_on_its_day_is_the_same_in_that_number_too(short):
    league, players = rated_league("elo", {})
    for number in range(6):
        white, black = players[number], players[number + 1]
        day = DAY + timedelta(number)
        both_ways(
            short,
            lambda w=white, b=black, d=day: record_game(league=league, white=w, black=b, outcome="1-0", played_on=d),
        )
    assert short.taken == 6 and verify(league) == []


def test_a_late_game_of_players_who_have_not_played_since_takes_it(short):
    league, (a, b, c, d, *_) = rated_league("elo", {})
    record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY + timedelta(9))
    both_ways(
        short, lambda: record_game(league=league, white=c, black=d, outcome="=", played_on=DAY),
        but={("RatingRun", "games_read")},
    )  # fmt: skip
    assert short.taken == 2 and verify(league) == []
    record_game(league=league, white=a, black=d, outcome="=", played_on=DAY + timedelta(2))
    assert short.taken == 2 and RatingRun.objects.order_by("-pk").first().games_read == 2 and verify(league) == []


def unusual():
    """What keeps a game off the short way; each is done to a league that is rated, with its game still to come."""

    def guest(league, a, b):
        type(a).objects.filter(pk=a.pk).update(guest=True)

    def put_away(league, a, b):
        archive_player(player=a)

    def merged(league, a, b):
        type(a).objects.filter(pk=a.pk).update(merged_into=b)

    def season(league, a, b):
        Season.objects.create(league=league, name="New", starts_on=DAY)

    def adjusted(league, a, b):
        Adjustment.objects.create(league=league, player=b, on=DAY + timedelta(3), to=1800, reason="start")
        rerate(league, since=DAY, reason="adjusted")

    def closed(league, a, b):
        open_monthly(league=league, first="2024-04", last="2024-04")
        close_period(period=league.periods.get())

    def published(league, a, b):
        closed(league, a, b)
        publish_period(period=league.periods.get())

    def followed(league, a, b):
        create_league(
            club=league.club, slug="glicko", name="Glicko", system="glicko2", mode="sequential", games_from=league
        )

    def stale(league, a, b):
        type(league).objects.filter(pk=league.pk).update(stale_since=START, stale_reason="a file came in")

    def without_entry(league, a, b):
        Rating.objects.filter(league=league, player=a).delete()
        LeagueEntry.objects.filter(league=league, player=a).delete()

    def later_row(league, a, b):
        play(league, a, b, 1.0, DAY + timedelta(1))
        rerate(league, since=DAY, reason="played")

    def later_unrated(league, a, b):
        play(league, a, b, 1.0, DAY + timedelta(1), status="pending")

    takes = {later_unrated}
    return [
        pytest.param(each, each in takes, id=each.__name__)
        for each in (
            guest, put_away, merged, season, adjusted, closed, published, followed, stale, without_entry, later_row,
            later_unrated,
        )
    ]  # fmt: skip


@pytest.mark.parametrize(("happening", "takes"), unusual())
def test_what_is_unusual_takes_the_ordinary_way(short, happening, takes):
    league, (a, b, *_) = rated_league("elo", {"carryover": {"keep": 0.5, "mean": 1500}})
    with time_machine.travel(NOW, tick=False):
        happening(league, a, b)
    both_ways(
        short, lambda: record_game(league=league, white=a, black=b, outcome="0-1", played_on=DAY),
        but={("RatingRun", "games_read")} if takes else (),
    )  # fmt: skip
    assert bool(short.taken) == takes


def test_a_player_of_another_club_or_unknown_to_the_league_takes_the_ordinary_way(short):
    league, (a, *_) = rated_league("elo", {})
    new = add_player(club=league.club, name="New").player
    stranger = add_player(club=make_league(club="other").club, name="Stranger").player
    for other in (new, stranger, a):
        both_ways(short, lambda o=other: record_game(league=league, white=a, black=o, outcome="1-0", played_on=DAY))
    assert not short.taken


def test_the_rules_of_the_day_hold_and_new_ones_are_seen_at_once(short):
    league, (a, b, c, d, *_) = rated_league("elo", {})
    record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY)
    with time_machine.travel(NOW, tick=False):
        change_rules(league=league, valid_from=DAY + timedelta(2), parameters={"k": 64}, reason="livelier")
    for number, (white, black) in enumerate([(a, c), (b, d), (a, b), (c, d)]):
        day = DAY + timedelta(1 + number)
        both_ways(
            short,
            lambda w=white, b=black, d=day: record_game(league=league, white=w, black=b, outcome="=", played_on=d),
        )
    assert short.taken == 5 and verify(league) == []


def test_an_event_that_changed_meanwhile_is_read_anew(short):
    league, (a, b, *_) = rated_league("elo", {})
    event = create_event(league=league, name="Open", starts_on=DAY, ends_on=DAY + timedelta(9))
    record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY, event=event)
    at_hand = Event.objects.get(pk=event.pk)
    edit_event(event=event, rated=False, reason="for fun")
    before = Rating.objects.get(league=league, player=a).value
    record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY + timedelta(1), event=at_hand)
    assert Rating.objects.get(league=league, player=a).value == before and not short.taken
    assert verify(league) == []


@pytest.mark.parametrize(
    "step",
    ["recording.insert", "newest.write_game", "newest.write_standing", "newest.write_run", "newest.save_state"],
)
def test_a_step_that_fails_leaves_nothing_half_written(monkeypatch, step):
    league, (a, b, *_) = rated_league("elo", {})
    record_game(league=league, white=b, black=a, outcome="1-0", played_on=DAY)
    before = everything()

    def fails(*args, **more):
        raise OSError("the disk is full")

    part, name = step.split(".")
    monkeypatch.setattr(recording if part == "recording" else newest_service, name, fails)
    with pytest.raises(OSError, match="disk"):
        record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY + timedelta(1))
    assert everything() == before


@pytest.mark.parametrize("later", [False, True])
def test_it_asks_eight_questions_and_more_only_where_others_played_later(later):
    league, (a, b, c, d, *_) = rated_league("elo", {})
    if later:
        record_game(league=league, white=c, black=d, outcome="1-0", played_on=DAY)
    with CaptureQueriesContext(connection) as asked:
        record_game(league=league, white=a, black=b, outcome="1-0", played_on=DAY)
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    spoken = [query["sql"] for query in asked if not query["sql"].startswith(control)]
    assert len(spoken) == (11 if later else 8), "\n".join(spoken)
