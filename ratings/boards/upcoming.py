"""What a player has before them: games of the open period so far, opponents of rounds still to be played, the K."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from league.models import PLAYED, Event, Game, League, Outcome, Pairing, Player
from league.services.limits import today
from ratings.models import Rating
from ratings.services.living import rows_if_closed
from ratings.services.stakes import stakes

MOST_NEXT = 20
NOBODY = -1  # an opponent as strong as the player, for whom nothing is stored


@dataclass(frozen=True, slots=True)
class Met:
    """A game of the open period so far, as it would be rated now; ``start``: first day of its event."""

    start: date
    own: float | None
    opponent: float
    deviation: float | None
    halves: int


@dataclass(frozen=True, slots=True)
class Next:
    """An opponent of a round to come, with the rating of today; ``start``: first day of the event."""

    start: date
    player: Player
    rating: float
    deviation: float | None


def met_so_far(league: League, player: Player) -> list[Met]:
    """The player's games that the open periods will rate, in their order."""
    if league.mode != League.Mode.PERIOD:
        return []
    rows = {row.ref: row for row in rows_if_closed(league, {player.pk}) if not row.reason}
    games = Game.objects.filter(pk__in=rows, status=Game.Status.FINAL, outcome__in=PLAYED).select_related("event")
    played = [(game, _other(game, player)) for game in games.order_by("played_on", "pk")]
    others = Rating.objects.filter(league=league, player__in={other for _, other in played})
    uncertain = dict(others.values_list("player", "deviation")) if league.system == League.System.GLICKO2 else {}
    return [
        Met(_start(game), row.own_rating, row.opponent_rating, uncertain.get(other), row.halves or 0)
        for game, other in played
        if (row := rows[game.pk]).opponent_rating is not None
    ]


def next_opponents(league: League, player: Player) -> list[Next]:
    """The opponents of pairings that have no final game yet, round by round; rated ones only."""
    games = Game.objects.filter(event=OuterRef("event"), round=OuterRef("round"), status=Game.Status.FINAL)
    played = games.filter(
        Q(white=OuterRef("white"), black=OuterRef("black")) | Q(white=OuterRef("black"), black=OuterRef("white"))
    )
    waiting = Pairing.objects.filter(Q(white=player) | Q(black=player), event__withdrawn_at=None)
    waiting = waiting.filter(event__league=league.games_from_id or league.pk, event__rated=True)
    found = list(
        waiting.exclude(Exists(played)).select_related("event", "white", "black")
        .order_by("event__starts_on", "event", "round", "pk")[:MOST_NEXT]
    )  # fmt: skip
    others = [(pair.event, pair.black if pair.white_id == player.pk else pair.white) for pair in found]
    return _rated(league, others)


def _rated(league: League, others: Sequence[tuple[Event, Player]]) -> list[Next]:
    ratings = {
        rating.player_id: rating
        for rating in Rating.objects.filter(league=league, player__in={other.pk for _, other in others})
    }
    return [
        Next(event.starts_on, other, rating.value, rating.deviation)
        for event, other in others
        if (rating := ratings.get(other.pk)) and rating.value is not None
    ]


def k_now(league: League, player: Player, rating: float) -> float | None:
    """The K of a game that the player would play today, against somebody as strong; None: not by K."""
    if league.system == League.System.GLICKO2:
        return None
    somebody = Player(pk=NOBODY, club=league.club, name="", start_rating=rating, start_games=100)
    game = Game(
        league=league, white=player, black=somebody, outcome=Outcome.DRAW, white_halves=1, black_halves=1,
        played_on=today(league.club), weight=1.0,
    )  # fmt: skip
    return stakes(league, game=game).white_k


def _other(game: Game, player: Player) -> int:
    return game.black_id if game.white_id == player.pk else game.white_id


def _start(game: Game) -> date:
    return game.event.starts_on if game.event else game.played_on
