"""Facts as the API tells them. Names of players are as the reader may see them."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from ninja import Schema

from league.models import Club, Event, Game, League, Player

_TELLING = ("title", "federation", "sex", "affiliation")  # left out of who goes by a number


class ClubOut(Schema):
    club: str
    name: str
    time_zone: str
    archived: bool


class LeagueOut(Schema):
    """``system``: elo, fide, glicko2; ``mode``: sequential (game by game), period."""

    club: str
    league: str
    name: str
    description: str
    system: str
    mode: str
    discipline: str
    games_from: str | None
    standard_league: str | None
    version: int
    calculated_at: datetime | None
    stale_since: date | None
    archived: bool


class PlayerRef(Schema):
    """``id`` is null where the name must not be followed to a person."""

    id: int | None
    name: str


class PlayerOut(Schema):
    """``birth_year`` only where the club shows it; ``fide_id`` only where the name is shown in full."""

    id: int
    name: str
    title: str
    federation: str
    sex: str
    affiliation: str
    fide_id: str
    birth_year: int | None
    guest: bool
    archived: bool


class EventRef(Schema):
    id: int
    name: str


class EventOut(Schema):
    id: int
    name: str
    kind: str
    site: str
    starts_on: date
    ends_on: date
    rated: bool
    official: bool
    rounds: int | None
    rated_after_decision: bool
    games: int


class GameOut(Schema):
    """``result``: 1-0, =, 0-1; forfeits +-, -+, --; W, D, L: less than one move played. Points are goals and the
    like. ``status``: final, pending, void."""

    id: int
    date: date
    time: time | None
    event: EventRef | None
    round: int | None
    board: int | None
    white: PlayerRef
    black: PlayerRef
    result: str
    white_points: int | None
    black_points: int | None
    neutral: bool
    status: str
    reference: str | None


def club_out(club: Club) -> dict[str, Any]:
    return {
        "club": club.slug, "name": club.name, "time_zone": club.time_zone, "archived": club.archived_at is not None,
    }  # fmt: skip


def league_out(league: League) -> dict[str, Any]:
    return {
        "club": league.club.slug, "league": league.slug, "name": league.name, "description": league.description,
        "system": league.system, "mode": league.mode, "discipline": league.discipline,
        "games_from": league.games_from.slug if league.games_from else None,
        "standard_league": league.standard_league.slug if league.standard_league else None,
        "version": league.version, "calculated_at": league.rated_at, "stale_since": league.stale_since,
        "archived": league.archived_at is not None,
    }  # fmt: skip


def player_out(player: Player, club: Club) -> dict[str, Any]:
    return {
        "id": player.pk, "name": player.label, "fide_id": player.shown_fide_id, "guest": player.guest,
        "birth_year": player.birth_year if club.show_birth_years and not player.goes_by_number else None,
        "archived": player.archived_at is not None,
        **{name: player.told(getattr(player, name)) for name in _TELLING},
    }  # fmt: skip


def player_ref(player: Player) -> dict[str, Any]:
    return {"id": None if player.is_hidden else player.pk, "name": player.label}


def event_ref(event: Event | None) -> dict[str, Any] | None:
    return None if event is None else {"id": event.pk, "name": event.name}


def event_out(event: Event, games: int) -> dict[str, Any]:
    names = ("name", "kind", "site", "starts_on", "ends_on", "rated", "official", "rounds", "rated_after_decision")
    return {"id": event.pk, "games": games, **{name: getattr(event, name) for name in names}}


def game_out(game: Game) -> dict[str, Any]:
    return {
        "id": game.pk, "date": game.played_on, "time": game.played_at, "event": event_ref(game.event),
        "round": game.round, "board": game.board, "white": player_ref(game.white), "black": player_ref(game.black),
        "result": game.outcome, "white_points": game.white_points, "black_points": game.black_points,
        "neutral": game.neutral, "status": game.status, "reference": game.reference or None,
    }  # fmt: skip
