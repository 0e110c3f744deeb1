"""What a league's log says as a whole, and what a player's games say together."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Schema

from league.api.asking import Id, Slug, league_of, player_of
from league.api.frame import etag_of
from league.api.root import reading
from league.api.shapes import EventRef, PlayerRef, event_ref, player_ref
from league.models import Player
from ratings import boards
from ratings.boards.career import Career, Tally, career
from ratings.boards.ladder import ladder
from ratings.boards.measure import measure_of
from ratings.boards.player import trail
from ratings.boards.scope import active_since
from ratings.boards.spread import spread
from ratings.services.statistics import statistics_of

from .boards import LEAGUE
from .players import PLAYER


class PeakOut(Schema):
    player: PlayerRef
    rating: float
    on: date | None


class PlayedOut(Schema):
    player: PlayerRef
    games: int
    wins: int
    draws: int
    losses: int


class UpsetOut(Schema):
    """``expected``: what the ratings foretold the winner, in [0, 1]."""

    game: int
    winner: PlayerRef
    expected: float
    date: date


class RunOut(Schema):
    player: PlayerRef
    length: int
    first: date
    last: date


class AverageOut(Schema):
    """Of those who played in a year (2026) or month (2026-11), at its end."""

    span: str
    average: float
    players: int


class BinOut(Schema):
    """Games in which about the same was foretold: the mean of it, and what was scored."""

    games: int
    expected: float
    score: float


class StepOfRatings(Schema):
    """Active players rated from ``low`` to below ``high``."""

    low: int
    high: int
    players: int


class StatisticsOut(Schema):
    """Of a large league perhaps as it was some minutes ago (``made_at``). ``white``, ``draws``: shares of points and of
    games. ``log_loss``: of what the ratings foretold (0.693 is a coin's); ``favourites``: how often the favourite won
    a game that was decided."""

    made_at: datetime
    games: int
    first: date | None
    last: date | None
    white: float | None
    draws: float | None
    highest: list[PeakOut]
    most_games: list[PlayedOut]
    upsets: list[UpsetOut]
    winning: list[RunOut]
    unbeaten: list[RunOut]
    averages: list[AverageOut]
    foretold: int
    log_loss: float | None
    favourites: float | None
    calibration: list[BinOut]
    distribution: list[StepOfRatings]


class TallyOut(Schema):
    """``expected``: points that the ratings foretold of ``foretold`` of the games."""

    games: int
    wins: int
    draws: int
    losses: int
    expected: float
    foretold: int


class StreakOut(Schema):
    """``kind``: wins, unbeaten, losses."""

    kind: str
    length: int
    first: date
    last: date
    running: bool


class WinOut(Schema):
    game: int
    date: date
    opponent: PlayerRef
    opponent_rating: float | None


class EventLineOut(Schema):
    """``performance``: by FIDE's table (B.02); ``average``: of the opponents."""

    event: EventRef
    games: int
    points: float
    average: int | None
    performance: int | None
    change: float


class MilestoneOut(Schema):
    """``kind``: game (the number-th rated game), rating (that hundred for the first time)."""

    date: date
    kind: str
    number: int


class CareerOut(Schema):
    player: PlayerRef
    all: TallyOut
    white: TallyOut
    black: TallyOut
    stronger: TallyOut
    equal: TallyOut
    weaker: TallyOut
    average_opponent: float | None
    streaks: list[StreakOut]
    best_wins: list[WinOut]
    events: list[EventLineOut]
    milestones: list[MilestoneOut]


@reading(
    LEAGUE + "/statistics", StatisticsOut, name="statistics", tag="ratings",
    summary="Records of a league, averages over time, how well its ratings foretell",
)  # fmt: skip
def statistics(request: HttpRequest, club: Slug, league: Slug) -> Any:
    found = league_of(request, club, league)
    made = statistics_of(found)
    content = made.content
    request.api_etag = etag_of(request.api_etag, made.made_at)  # type: ignore[attr-defined]
    steps = spread(ladder(found, active_since(found, measure_of(found).newest))).steps
    games, loss, _brier, favourites, _decided = content["accuracy"]
    return {
        "made_at": made.made_at, "games": content["games"], **_days(content["days"]),
        **{name: content[name] / content["games"] if content["games"] else None for name in ("white", "draws")},
        **_people(content),
        "averages": [{"span": name, "average": mean, "players": n} for name, mean, n in content["averages"]],
        "foretold": games, "log_loss": loss if games else None, "favourites": favourites if games else None,
        "calibration": [
            {"games": int(n), "expected": expected, "score": score} for n, expected, score in content["bins"]
        ],
        "distribution": [{"low": each.low, "high": each.high, "players": each.players} for each in steps],
    }  # fmt: skip


def _days(days: list[str]) -> dict[str, str | None]:
    first, last = days or (None, None)
    return {"first": first, "last": last}


def _people(content: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Records that name somebody; whose record was merged away since is left out."""
    ids = {row[0] for name in ("highest", "most_games", "winning", "unbeaten") for row in content[name]}
    known = Player.objects.in_bulk(ids | {row[3] for row in content["upsets"]})
    runs = {
        name: [
            {"player": player_ref(known[pk]), "length": length, "first": first, "last": last}
            for pk, length, first, last in content[name]
            if pk in known
        ]
        for name in ("winning", "unbeaten")
    }
    return {
        "highest": [
            {"player": player_ref(known[pk]), "rating": peak, "on": on or None}
            for pk, peak, on in content["highest"]
            if pk in known
        ],
        "most_games": [
            {"player": player_ref(known[pk]), "games": n, "wins": wins, "draws": draws, "losses": losses}
            for pk, n, wins, draws, losses in content["most_games"]
            if pk in known
        ],
        "upsets": [
            {"game": ref, "winner": player_ref(known[pk]), "expected": expected, "date": on}
            for expected, on, ref, pk in content["upsets"]
            if pk in known
        ],
        **runs,
    }


@reading(
    PLAYER + "/record", CareerOut, name="record", tag="ratings",
    summary="What a player's games say together: by side, streaks, best wins, events, milestones",
)  # fmt: skip
def record(request: HttpRequest, club: Slug, league: Slug, player: Id) -> Any:
    found = league_of(request, club, league)
    person = player_of(found.club, player)
    if boards.profile(found, person.pk) is None:
        raise Http404
    return _career(person, career(found, person, trail(found, person)))


def _career(person: Player, made: Career) -> dict[str, Any]:
    tallies = ("all", "white", "black", "stronger", "equal", "weaker")
    return {
        "player": player_ref(person), **{name: _tally(getattr(made, name)) for name in tallies},
        "average_opponent": made.average_opponent,
        "streaks": [
            {name: getattr(each, name) for name in ("kind", "length", "first", "last", "running")}
            for each in made.streaks
        ],
        "best_wins": [
            {
                "game": win.played.game, "date": win.played.day, "opponent": player_ref(win.opponent),
                "opponent_rating": win.played.other,
            }
            for win in made.best_wins
        ],
        "events": [
            {
                "event": event_ref(line.event), "games": line.tally.games,
                "points": line.tally.wins + line.tally.draws / 2, "average": line.average,
                "performance": line.performance, "change": line.change,
            }
            for line in made.events
        ],
        "milestones": [{"date": each.day, "kind": each.kind, "number": each.number} for each in made.milestones],
    }  # fmt: skip


def _tally(tally: Tally) -> dict[str, Any]:
    return {name: getattr(tally, name) for name in ("games", "wins", "draws", "losses", "expected", "foretold")}
