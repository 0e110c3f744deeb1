"""Everything that is kept about one player, for that player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from league.models import (
    Adjustment,
    Bye,
    EventEntry,
    ExternalRating,
    FactChange,
    Game,
    LeagueEntry,
    Pairing,
    Player,
    PlayerAlias,
    ResultClaim,
    discreet,
)
from ratings.models import Rating, RatingChange, RatingListEntry

_PERSON = (
    "id", "name", "birth_year", "sex", "federation", "fide_id", "title", "affiliation", "start_rating", "start_games",
    "start_peak", "guest", "names", "search_engines", "listed", "archived_at", "created_at",
)  # fmt: skip
_RATING = (
    "value", "deviation", "volatility", "live", "provisional", "games", "wins", "draws", "losses", "peak", "peak_on",
    "low", "low_on", "entered_on", "last_played",
)  # fmt: skip
_CHANGE = (
    "day", "cause", "ref", "halves", "expected", "k", "own_rating", "opponent_rating", "opening", "change", "closing",
    "reason",
)  # fmt: skip


def own_data(player: Player) -> dict[str, Any]:
    """What this installation keeps about the player, as plain values. Of others: the names opponents are shown by."""
    return {
        "club": player.club.name,
        "player": {name: getattr(player, name) for name in _PERSON},
        "other_names": list(PlayerAlias.objects.filter(player=player).order_by("pk").values_list("name", flat=True)),
        "leagues": list(_leagues(player)),
        "games": list(_games(player)),
        "without_an_opponent": [
            {"event": bye.event.name, "round": bye.round, "kind": bye.kind}
            for bye in Bye.objects.filter(player=player).select_related("event").order_by("pk")
        ],
        "events": list(
            EventEntry.objects.filter(player=player)
            .order_by("event__starts_on", "pk")
            .values("event__name", "number", "rating", "title", "federation", "joined_round", "withdrawn_from")
        ),
        "pairings": list(_pairings(player)),
        "reported_results": list(
            ResultClaim.objects.filter(player=player)
            .order_by("pk")
            .values("game", "outcome", "white_points", "black_points", "note", "claimed_at")
        ),
        "official_ratings": list(
            ExternalRating.objects.filter(player=player)
            .order_by("list", "date")
            .values("list", "date", "rating", "games", "k", "inactive")
        ),
        "merged_records": list(Player.objects.filter(merged_into=player).order_by("pk").values(*_PERSON)),
        "history": [
            {"at": row.made_at, "what": row.kind, "by": row.actor_role, "before": row.before, "after": row.after}
            for row in FactChange.objects.filter(subject_kind="player", subject_id=player.pk).order_by("pk")
        ],
    }


def _leagues(player: Player) -> Iterator[dict[str, Any]]:
    entries = {entry.league_id: entry for entry in LeagueEntry.objects.filter(player=player)}
    for rating in Rating.objects.filter(player=player).select_related("league").order_by("league__name", "pk"):
        entry = entries.get(rating.league_id)
        own = Q(player=player, league=rating.league)
        yield {
            "league": rating.league.name,
            "start_rating": entry.start_rating if entry else None,
            "rating": {name: getattr(rating, name) for name in _RATING},
            "changes": list(RatingChange.objects.filter(own).order_by("day", "pk").values(*_CHANGE)),
            "lists": list(
                RatingListEntry.objects.filter(player=player, list__league=rating.league)
                .order_by("list__dated")
                .values("list__dated", "rank", "name", "rating", "games", "corrected")
            ),
            "adjustments": list(_adjustments(player.club_id, own)),
        }


def _adjustments(club: int, own: Q) -> Iterator[dict[str, Any]]:
    """A reason can name somebody else."""
    for row in Adjustment.objects.filter(own).order_by("on", "pk").values("on", "to", "by", "reason", "voided_at"):
        yield {**row, "reason": discreet(club, row["reason"])}


def _pairings(player: Player) -> Iterator[dict[str, Any]]:
    """Games that are still to be played, or were."""
    rows = Pairing.objects.filter(Q(white=player) | Q(black=player)).select_related("event", "white", "black")
    for pair in rows.order_by("event", "round"):
        white = pair.white_id == player.pk
        yield {
            "event": pair.event.name, "round": pair.round, "board": pair.board, "side": "white" if white else "black",
            "opponent": (pair.black if white else pair.white).label,
        }  # fmt: skip


def _games(player: Player) -> Iterator[dict[str, Any]]:
    games = Game.objects.filter(Q(white=player) | Q(black=player)).select_related("league", "event", "white", "black")
    for game in games.order_by("played_on", "pk").iterator(chunk_size=500):
        white = game.white_id == player.pk
        yield {
            "game": game.pk, "league": game.league.name, "date": game.played_on, "status": game.status,
            "event": game.event.name if game.event else None, "round": game.round, "board": game.board,
            "side": "white" if white else "black", "opponent": (game.black if white else game.white).label,
            "result": game.outcome, "entered_at": game.entered_at,
        }  # fmt: skip
