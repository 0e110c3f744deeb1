"""Rounds of an event with their boards, and who is entered."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from league.models import Bye, Event, EventEntry, Game, Pairing, Player

from .order import by_name


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a round: a game, or a pairing without a result."""

    number: int | None
    white: Player
    black: Player
    game: Game | None = None
    white_halves: int | None = None  # points before the round, in halves
    black_halves: int | None = None

    @property
    def pending(self) -> bool:
        return self.game is not None and self.game.status == Game.Status.PENDING


@dataclass(frozen=True)
class Round:
    """One round: its boards, who had none, and the day."""

    number: int
    boards: list[Board]
    byes: list[Bye]
    unpaired: list[EventEntry]
    day: date | None


def round_of(event: Event, number: int) -> Round:
    """A round with the points that everybody had before it. A constant number of queries."""
    before = _points_before(event, number)
    games = Game.objects.filter(event=event, round=number).exclude(status=Game.Status.VOID)
    games = games.select_related("white__club", "black__club").order_by("board", "pk")
    boards = [Board(g.board, g.white, g.black, g, before.get(g.white_id, 0), before.get(g.black_id, 0)) for g in games]
    played = {frozenset((board.white.pk, board.black.pk)) for board in boards}
    pairings = Pairing.objects.filter(event=event, round=number).select_related("white__club", "black__club")
    for pair in pairings:
        if frozenset((pair.white_id, pair.black_id)) not in played:
            halves = (before.get(pair.white_id, 0), before.get(pair.black_id, 0))
            boards.append(Board(pair.board, pair.white, pair.black, None, *halves))
    boards.sort(key=lambda board: (board.number is None, board.number or 0, board.game.pk if board.game else 0))
    byes = list(Bye.objects.filter(event=event, round=number).select_related("player__club").order_by("pk"))
    there = {player.pk for board in boards for player in (board.white, board.black)} | {bye.player_id for bye in byes}
    entries = EventEntry.objects.filter(event=event).exclude(player__in=there).select_related("player__club")
    waiting = Q(withdrawn_from=None) | Q(withdrawn_from__gt=number)
    late = Q(joined_round=None) | Q(joined_round__lte=number)
    unpaired = list(entries.filter(waiting, late).order_by("number", by_name(event.league), "pk")) if boards else []
    dated = event.round_days.filter(number=number).values_list("day", flat=True).first()
    played_on = min((board.game.played_on for board in boards if board.game), default=None)
    return Round(number, boards, byes, unpaired, dated or played_on)


def _points_before(event: Event, number: int) -> dict[int, int]:
    halves: dict[int, int] = defaultdict(int)
    games = Game.objects.filter(event=event, round__lt=number, status=Game.Status.FINAL)
    for white, black, first, second in games.values_list("white", "black", "white_halves", "black_halves"):
        halves[white] += first
        halves[black] += second
    for player, made in Bye.objects.filter(event=event, round__lt=number).values_list("player", "halves"):
        halves[player] += made
    return halves


def round_numbers(event: Event) -> list[int]:
    """The rounds that have something to show, or are planned."""
    numbers = set(Game.objects.filter(event=event).exclude(status=Game.Status.VOID).values_list("round", flat=True))
    numbers |= set(Pairing.objects.filter(event=event).values_list("round", flat=True))
    numbers |= set(event.round_days.values_list("number", flat=True))
    return sorted(number for number in numbers if number)


def entries_of(event: Event) -> list[EventEntry]:
    """Who is entered, by starting number, then rating."""
    entries = EventEntry.objects.filter(event=event).select_related("player__club")
    return sorted(entries, key=lambda e: (e.number or 1_000_000, -(e.rating or 0.0), e.player.order_key, e.pk))
