"""Consequences as the API tells them: numbers in full precision, null where there is none."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from ninja import Schema

from league.api.shapes import EventRef, GameOut, PlayerRef, event_ref, game_out, player_ref
from league.models import Player
from ratings.boards import Line
from ratings.boards.log import GameLine
from ratings.boards.player import Opponent, Profile
from ratings.boards.rows import Entry
from ratings.models import RatingChange, RatingList, RatingListEntry

SIDES = ("white", "black")


class Person(PlayerRef):
    title: str


class LineOut(Schema):
    """``rating``: the whole number that is shown, by which ranks are made (1, 2, 2, 4). ``moved``: places gained since
    the list that the board compares with; ``new``: not on that list. ``overall``: the rank without filters, where
    ``rank`` is the one among those whom they leave."""

    rank: int | None
    overall: int | None
    player: Person
    rating: int | None
    provisional: bool
    live: int | None
    change: int | None
    moved: int | None
    new: bool
    games: int
    wins: int
    draws: int
    losses: int
    last_played: date | None
    active: bool


class ListOut(Schema):
    dated: date
    period: str
    published_at: datetime
    players: int


class ListLineOut(Schema):
    """A line as it was published; ``corrected``: the number since then, where a correction changed it. ``here``: the
    rank among those whom a choice leaves; null without one."""

    rank: int
    here: int | None
    player: Person
    rating: int
    deviation: float | None
    provisional: bool
    change: int | None
    games: int
    k: float | None
    corrected: int | None


class StandingOut(Schema):
    """Where a player of a league stands. ``rank`` among ``ranked`` active players; null: not ranked."""

    player: Person
    rating: int | None
    exact: float | None
    deviation: float | None
    volatility: float | None
    live: float | None
    published: int | None
    provisional: bool
    active: bool
    rank: int | None
    ranked: int
    games: int
    wins: int
    draws: int
    losses: int
    peak: float | None
    peak_on: date | None
    low: float | None
    low_on: date | None
    last_played: date | None
    last_change: float | None


class ChangeOut(Schema):
    """A row of the log. ``cause``: game, period, entry, season, adjustment, correction, list. In a period the row
    ``period`` carries the sum of its games."""

    id: int
    date: date
    cause: str
    period: str | None
    player: PlayerRef | None
    game: int | None
    event: EventRef | None
    opponent: PlayerRef | None
    side: str | None
    score: float | None
    expected: float | None
    k: float | None
    own_rating: float | None
    opponent_rating: float | None
    opening: float | None
    change: float | None
    closing: float | None
    deviation: float | None
    reason: str
    corrected: bool


class SideOut(Schema):
    """What a game did to one side; null values where a period's sum holds them."""

    change_id: int
    score: float | None
    own_rating: float | None
    opponent_rating: float | None
    expected: float | None
    k: float | None
    change: float | None
    opening: float | None
    closing: float | None
    reason: str


class RatedGameOut(GameOut):
    """``not_rated``: why the facts keep it from being rated. ``corrected``: changed after it had been entered."""

    white_side: SideOut | None
    black_side: SideOut | None
    not_rated: str
    corrected: bool


class OpponentOut(Schema):
    """Played games only: forfeits, byes and void games are no meetings. A draw is half a point."""

    opponent: PlayerRef
    rating: int | None
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    last_played: date | None


def person(player: Player, *, name: str = "", title: str = "") -> dict[str, Any]:
    """``title``: as it was then, where it is known and may be told."""
    shown = player_ref(player)
    return {**shown, "name": name or shown["name"], "title": title or player.shown_title}


def line_out(line: Line) -> dict[str, Any]:
    names = (
        "rank", "overall", "rating", "provisional", "live", "change", "moved", "new", "games", "wins", "draws",
        "losses", "last_played", "active",
    )  # fmt: skip
    return {"player": person(line.player), **{name: getattr(line, name) for name in names}}


def list_out(made: RatingList) -> dict[str, Any]:
    return {
        "dated": made.dated, "period": made.period.name, "published_at": made.published_at, "players": made.players
    }  # fmt: skip


def list_line_out(entry: RatingListEntry, here: int | None) -> dict[str, Any]:
    names = ("rank", "rating", "deviation", "provisional", "change", "games", "k", "corrected")
    told = person(entry.player, name=entry.label)
    return {"player": told, "here": here, **{name: getattr(entry, name) for name in names}}


def standing_out(profile: Profile, last_game: date | None) -> dict[str, Any]:
    rating = profile.rating
    names = (
        "deviation", "volatility", "live", "published", "provisional", "games", "wins", "draws", "losses", "peak",
        "peak_on", "low", "low_on", "last_change",
    )  # fmt: skip
    return {
        "player": person(rating.player), "rating": rating.shown, "exact": rating.value, "active": profile.active,
        "rank": profile.rank, "ranked": profile.ranked, "last_played": last_game,
        **{name: getattr(rating, name) for name in names},
    }  # fmt: skip


def change_out(entry: Entry, *, whose: bool = False) -> dict[str, Any]:
    row, game = entry.row, entry.game
    names = ("cause", "expected", "k", "own_rating", "opponent_rating", "opening", "change", "closing")
    return {
        "id": row.pk, "date": row.day, "period": row.period.name if row.period else None,
        "player": player_ref(row.player) if whose else None, "game": game.pk if game else None,
        "event": event_ref(game.event) if game else None,
        "opponent": player_ref(entry.opponent) if entry.opponent else None,
        "side": SIDES[row.side & 1] if game else None, "score": _score(row), "deviation": row.deviation_after,
        "reason": row.reason or entry.reason, "corrected": entry.revised,
        **{name: getattr(row, name) for name in names},
    }  # fmt: skip


def rated_game_out(line: GameLine, not_rated: str) -> dict[str, Any]:
    return {
        **game_out(line.game), "white_side": _side(line.white), "black_side": _side(line.black), "not_rated": not_rated,
        "corrected": line.revised,
    }  # fmt: skip


def opponent_out(met: Opponent) -> dict[str, Any]:
    names = ("games", "wins", "draws", "losses")
    return {
        "opponent": player_ref(met.player), "rating": met.rating.shown if met.rating else None,
        "points": met.halves / 2, "last_played": met.last, **{name: getattr(met, name) for name in names},
    }  # fmt: skip


def _side(row: RatingChange | None) -> dict[str, Any] | None:
    if row is None:
        return None
    names = ("own_rating", "opponent_rating", "expected", "k", "change", "opening", "closing", "reason")
    return {"change_id": row.pk, "score": _score(row), **{name: getattr(row, name) for name in names}}


def _score(row: RatingChange) -> float | None:
    return None if row.halves is None else row.halves / 2
