"""A league of any size written straight into the tables. Its numbers are plausible, not computed."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from league.models import (
    Club,
    Event,
    EventEntry,
    Game,
    League,
    LeagueEntry,
    Player,
    PlayerName,
    RatingPeriod,
    RatingRules,
    Season,
)
from league.models.bulk import insert_rows
from ratings.kernel.types import Cause
from ratings.ledger import keys
from ratings.models import Rating, RatingChange, RatingList, RatingListEntry, RatingRun, RunImpact

TODAY = date(2026, 11, 2)
CLOSED, OPEN = (date(2026, 10, 1), date(2026, 10, 31)), (date(2026, 11, 1), date(2026, 11, 30))
REGULARS = 200  # those who play
IN_EVENT = 300  # games of the event, or all where they are fewer


def write(model, rows: Iterable[dict]) -> None:
    """Rows given as dicts of columns; what they leave out has the model's default."""
    rows = list(rows)
    usual = {f.column: f.get_default() for f in model._meta.concrete_fields if not f.primary_key}
    usual.update({name: timezone.now() for name in ("created_at", "entered_at") if name in usual})
    columns = list({**usual, **rows[0]})
    plain = {name: _plain(value) for name, value in usual.items()}
    with transaction.atomic():
        table = model._meta.db_table
        insert_rows(connection, table, columns, ([{**plain, **row}[c] for c in columns] for row in rows))


def _plain(value):
    if isinstance(value, datetime):
        return value.isoformat(" ")
    return value.isoformat() if isinstance(value, date) else value


def build_crowd(players: int, games: int) -> dict[str, int]:
    """The league big/all, per period, with one published list, a season and an event of three rounds; names of what
    pages can be asked of."""
    rng = random.Random(1)
    club = Club.objects.create(slug="big", name="Big club")
    league = League.objects.create(
        club=club, slug="all", name="All", system="elo", mode="period", rated_at=timezone.now()
    )
    RatingRules.objects.create(league=league, valid_from=date(1000, 1, 1), parameters={})
    first = 1 + (Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0)
    ids = range(first, first + players)
    shown = {p: rng.randrange(1000, 2500) for p in ids}
    _write_people(club, league, shown, rng)
    period = _write_lists(league, shown)
    crowd = ids[:REGULARS]
    made = _write_games(league, period, crowd, games, rng)
    now = timezone.now()
    run = RatingRun.objects.create(
        league=league, reason="a typo", started_at=now, finished_at=now, kernel_version="1", league_version=1,
        players_moved=len(crowd),
    )  # fmt: skip
    write(RunImpact, ({"run_id": run.pk, "player_id": p, "before": 1500, "after": 1510} for p in crowd))
    player = made.white_id
    season = Season.objects.create(league=league, name="2025/26", starts_on=date(2025, 9, 1))
    return {
        "player": player,
        "other": made.black_id,
        "season": season.pk,
        "event": made.event_id,
        "game": made.pk,
        "run": run.pk,
        "change": keys.game_row_id(league.pk, made.pk, 0),
        "period_change": keys.period_row_id(league.pk, period.ends_on.toordinal(), player),
    }


def _write_people(club, league, shown, rng) -> None:
    names = {p: f"Number{p}" for p in shown}
    write(Player, ({"id": p, "club_id": club.pk, "name": n, "name_key": n.lower()} for p, n in names.items()))
    write(PlayerName, ({"club_id": club.pk, "player_id": p, "word": n.lower()} for p, n in names.items()))
    write(LeagueEntry, ({"league_id": league.pk, "player_id": p} for p in shown))
    days = {p: (TODAY - timedelta(rng.randrange(900))).isoformat() for p in shown}
    write(
        Rating,
        (
            {
                "league_id": league.pk, "player_id": p, "value": n, "live": n, "shown": n, "published": n, "games": 20,
                "wins": 10, "losses": 10, "peak": n, "peak_on": days[p], "low": n, "low_on": days[p],
                "last_played": days[p], "last_change": 1.0,
            }
            for p, n in shown.items()
        ),
    )  # fmt: skip
    write(
        RatingChange,
        (
            {
                "id": keys.entry_row_id(league.pk, p), "league_id": league.pk, "cause": Cause.ENTRY.value,
                "day": "2024-01-01", "player_id": p, "closing": 1500.0,
            }
            for p in shown
        ),
    )  # fmt: skip


def _write_lists(league, shown) -> RatingPeriod:
    period = RatingPeriod.objects.create(
        league=league, name="2026-10", starts_on=CLOSED[0], ends_on=CLOSED[1], status="published"
    )
    RatingPeriod.objects.create(league=league, name="2026-11", starts_on=OPEN[0], ends_on=OPEN[1])
    made = RatingList.objects.create(
        league=league, period=period, dated=OPEN[0], published_at=timezone.now(), players=len(shown)
    )
    order = sorted(shown, key=lambda p: -shown[p])
    write(
        RatingListEntry,
        (
            {"list_id": made.pk, "rank": n, "player_id": p, "name": f"Number{p}", "rating": shown[p]}
            for n, p in enumerate(order, 1)
        ),
    )
    return period


def _write_games(league, period, crowd, count, rng) -> Game:
    pairs = [rng.sample(crowd, 2) for _ in range(count)]
    days = [(TODAY - timedelta(5 + rng.randrange(800))).isoformat() for _ in pairs]
    result = {"league_id": league.pk, "outcome": "1-0", "white_halves": 2, "black_halves": 0}
    event = Event.objects.create(
        league=league, name="Open", kind=Event.Kind.SWISS, starts_on=date(2024, 1, 1), ends_on=CLOSED[1]
    )
    write(EventEntry, ({"event_id": event.pk, "player_id": p} for p in crowd))
    write(
        Game,
        (
            result | {"white_id": w, "black_id": b, "played_on": d, "event_id": event.pk if n < IN_EVENT else None,
                      "round": n % 3 + 1 if n < IN_EVENT else None}
            for n, ((w, b), d) in enumerate(zip(pairs, days, strict=True))
        ),
    )  # fmt: skip
    made = list(Game.objects.filter(league=league).order_by("pk"))
    write(RatingChange, (_row(league, period, game, side) for game in made for side in (0, 1)))
    write(
        RatingChange,
        (
            {
                "id": keys.period_row_id(league.pk, period.ends_on.toordinal(), p), "league_id": league.pk,
                "cause": Cause.PERIOD.value, "day": period.ends_on.isoformat(), "period_id": period.pk, "player_id": p,
                "opening": 1500.0, "change": 10.0, "closing": 1510.0, "k": 32.0, "games": 10,
            }
            for p in crowd
        ),
    )  # fmt: skip
    return made[0]


def _row(league, period, game, side) -> dict:
    return {
        "id": keys.game_row_id(league.pk, game.pk, side), "league_id": league.pk, "cause": Cause.GAME.value,
        "day": game.played_on.isoformat(), "period_id": period.pk, "ref": game.pk, "side": side,
        "player_id": (game.white_id, game.black_id)[side], "halves": 2 - 2 * side, "expected": 0.5, "k": 32.0,
        "own_rating": 1500.0, "opponent_rating": 1500.0, "change": 16.0 - 32 * side,
    }  # fmt: skip
