"""Two players of a league side by side: their meetings, and what a game between them now would bring."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.core.cache import cache
from django.db.models import Q, QuerySet

from league.models import PLAYED, Game, League, Outcome, Player
from league.services.limits import today
from ratings.services.stakes import DRAWN, LOST, WON, stakes

from .ladder import SECONDS, state_of
from .scope import games_with
from .upcoming import Next, next_opponents

SHOWN_AHEAD = 3


@dataclass(frozen=True, slots=True)
class Meetings:
    """Games of one against the other, newest first; counts from the side of the first. Draws are half points."""

    games: QuerySet[Game]
    wins: int
    draws: int
    losses: int

    @property
    def total(self) -> int:
        return self.wins + self.draws + self.losses


def meetings(league: League, one: Player, other: Player) -> Meetings:
    """Played games only: a forfeit, a bye or a void game is no meeting."""
    pair = Q(white=one, black=other) | Q(white=other, black=one)
    found = games_with(league, one.pk).filter(pair, status=Game.Status.FINAL, outcome__in=PLAYED)
    games = found.select_related("event", "white", "black").order_by("-played_on", "-pk")
    counts = dict.fromkeys((WON, DRAWN, LOST), 0)
    for white, mine, theirs in found.values_list("white", "white_halves", "black_halves"):
        counts[mine if white == one.pk else theirs] += 1
    return Meetings(games, counts[WON], counts[DRAWN], counts[LOST])


@dataclass(frozen=True, slots=True)
class Outlook:
    """A game still to come, from the first player's side: expected score in [0, 1], changes of both by result.

    ``changes``: (won, drawn, lost), each (own change, the other's); None where a side would not be rated.
    """

    expected: float
    changes: tuple[tuple[float | None, float | None], ...]


def outlook(league: League, one: Player, other: Player, on: date | None = None) -> Outlook | None:
    """What a game with the first player's White (or at home) would bring; kept until the league changes."""
    day = on or today(league.club)
    key = f"outlook:{state_of(league)}:{one.pk}:{other.pk}:{day}"
    found: Outlook | None = cache.get_or_set(key, lambda: _outlook(league, one, other, day), SECONDS)
    return found


def _outlook(league: League, one: Player, other: Player, day: date) -> Outlook | None:
    game = Game(
        league=league, white=one, black=other, outcome=Outcome.DRAW, white_halves=1, black_halves=1, played_on=day,
        weight=1.0,
    )  # fmt: skip
    made = stakes(league, game=game)
    if made.expected is None or made.reason:
        return None
    sides = (made.by_halves[halves] for halves in (WON, DRAWN, LOST))
    return Outlook(made.expected, tuple((each.white, each.black) for each in sides))


@dataclass(frozen=True, slots=True)
class Ahead:
    """An opponent of a round to come, with what is at stake for the player."""

    coming: Next
    outlook: Outlook | None


def ahead(league: League, player: Player) -> list[Ahead]:
    """The next games that are paired already; which colour was drawn makes no difference to most rules."""
    key = f"ahead:{state_of(league)}:{player.pk}"
    coming: list[Next] = cache.get_or_set(key, lambda: next_opponents(league, player)[:SHOWN_AHEAD], SECONDS)
    return [Ahead(each, outlook(league, player, each.player)) for each in coming]
