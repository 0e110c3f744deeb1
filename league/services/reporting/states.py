"""Where a reported result stands: read off the claims and the game, stored nowhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet

from league.models import Game, League, Player, ResultClaim


class State(StrEnum):
    """``DESK``: pending without a claim, or agreed and yet taken back: nobody but the desk can settle it."""

    WAITING = "waiting"
    OVERDUE = "overdue"
    DISPUTED = "disputed"
    DESK = "desk"
    CONFIRMED = "confirmed"
    SETTLED = "settled"


def said(claim: ResultClaim | Game) -> tuple[str, int | None, int | None]:
    """The result that a claim (or a game) names."""
    return (claim.outcome, claim.white_points, claim.black_points)


def overdue_on(league: League, claim: ResultClaim) -> datetime | None:
    """When a claim's time is over; None: never."""
    return claim.claimed_at + timedelta(days=league.report_days) if league.report_days else None


def state_of(league: League, game: Game, claims: Sequence[ResultClaim], now: datetime) -> State:
    agreed = len(claims) == 2 and said(claims[0]) == said(claims[1])
    if game.status != Game.Status.PENDING:
        return State.CONFIRMED if agreed and said(game) == said(claims[0]) else State.SETTLED
    if len(claims) == 2:
        return State.DESK if agreed else State.DISPUTED
    if len(claims) != 1:
        return State.DESK
    end = overdue_on(league, claims[0])
    return State.OVERDUE if end is not None and end <= now else State.WAITING


@dataclass(frozen=True)
class Report:
    """A game with what its players say of it."""

    game: Game
    claims: tuple[ResultClaim, ...]
    state: State
    ends_at: datetime | None

    def of(self, player: Player) -> ResultClaim | None:
        return next((claim for claim in self.claims if claim.player_id == player.pk), None)

    def other(self, player: Player) -> ResultClaim | None:
        return next((claim for claim in self.claims if claim.player_id != player.pk), None)

    def waits_for(self, player: Player) -> bool:
        """Whether this player is asked."""
        return self.state in (State.WAITING, State.OVERDUE) and self.of(player) is None


def with_claims(league: League, games: Iterable[Game], now: datetime) -> list[Report]:
    """Games with their claims: one query for all of them."""
    found = list(games)
    claims: dict[int, list[ResultClaim]] = defaultdict(list)
    rows = ResultClaim.objects.filter(game__in=[game.pk for game in found]).select_related("player__club")
    for claim in rows.order_by("claimed_at", "pk"):
        claims[claim.game_id].append(claim)
    return [_report(league, game, claims[game.pk], now) for game in found]


def _report(league: League, game: Game, claims: Sequence[ResultClaim], now: datetime) -> Report:
    ends_at = overdue_on(league, claims[0]) if len(claims) == 1 else None
    return Report(game, tuple(claims), state_of(league, game, claims, now), ends_at)


def pending_games(league: League) -> QuerySet[Game]:
    games = Game.objects.filter(league=league, status=Game.Status.PENDING)
    return games.select_related("white__club", "black__club", "event").order_by("played_on", "pk")


def reports_of(league: League, player: Player, now: datetime, *, limit: int = 50) -> list[Report]:
    """The pending games of a player, oldest first."""
    mine = pending_games(league).filter(Q(white=player) | Q(black=player))
    return with_claims(league, mine[:limit], now)
