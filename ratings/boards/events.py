"""Events and single games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from league.models import Bye, Event, Game, GameRevision, League, Player, discreet_texts

from .log import GameLine, game_lines


def events(league: League) -> QuerySet[Event]:
    """Events, newest first, along the index (league, first day)."""
    return _all_of(league).filter(withdrawn_at=None).order_by("-starts_on", "-pk")


def _all_of(league: League) -> QuerySet[Event]:
    return Event.objects.filter(league_id=league.games_from_id or league.pk)


@dataclass(frozen=True, slots=True)
class Counted:
    """An event with the numbers of its games and rounds."""

    event: Event
    games: int
    rounds: int


def with_counts(found: Sequence[Event]) -> list[Counted]:
    """One page of events with their numbers: one query for all of them."""
    counts = Game.objects.filter(event__in=[e.pk for e in found]).exclude(status=Game.Status.VOID).order_by()
    numbers = {
        event: (games, rounds or 0)
        for event, games, rounds in counts.values_list("event").annotate(games=Count("pk"), rounds=Max("round"))
    }
    return [Counted(event, *numbers.get(event.pk, (0, 0))) for event in found]


def followed(league: League) -> list[League]:
    """The other leagues that rate the same games: the one it follows, those that follow it or the same."""
    source = league.games_from_id or league.pk
    others = League.objects.filter(Q(pk=source) | Q(games_from=source), archived_at=None).exclude(pk=league.pk)
    return list(others.select_related("club").order_by("name", "pk"))


def event_of(league: League, event_id: int) -> Event | None:
    return _all_of(league).filter(pk=event_id).select_related("season").first()


def rounds_of(event: Event) -> list[int | None]:
    """The numbers of the rounds that have games; None for games without one."""
    games = Game.objects.filter(event=event).order_by().values_list("round", flat=True).distinct()
    return sorted(games, key=lambda r: (r is None, r or 0))


def event_games(event: Event, number: int | None = None) -> QuerySet[Game]:
    """The games of an event by round and board."""
    games = Game.objects.filter(event=event).select_related("event", "white", "black")
    games = games if number is None else games.filter(round=number)
    return games.order_by("round", "board", "played_on", "pk")


def byes_of(event: Event) -> QuerySet[Bye]:
    return Bye.objects.filter(event=event).select_related("player").order_by("round", "pk")


@dataclass(frozen=True, slots=True)
class Told:
    """A game with its changes and everything that was done to it, newest first; ``reasons`` as the reader sees them."""

    line: GameLine
    revisions: tuple[GameRevision, ...]
    reasons: tuple[str, ...]
    names: dict[str, dict[int, str]]


def game_of(league: League, game_id: int) -> Told | None:
    """One game of the league with its history."""
    games = Game.objects.filter(league_id=league.games_from_id or league.pk, pk=game_id)
    game = games.select_related("event", "white", "black", "batch").first()
    if game is None:
        return None
    revisions = tuple(GameRevision.objects.filter(game=game).order_by("-made_at", "-pk"))
    reasons = discreet_texts(league.club_id, [each.reason for each in revisions])
    return Told(game_lines(league, [game])[0], revisions, tuple(reasons), names_in(revisions))


def names_in(revisions: Sequence[GameRevision]) -> dict[str, dict[int, str]]:
    """The names behind the ids in revisions: of players (``player``) and events (``event``)."""
    values = [kept for revision in revisions for kept in (revision.old, revision.new)]
    players = {kept[key] for kept in values for key in ("white_id", "black_id") if kept.get(key)}
    events = {kept["event_id"] for kept in values if kept.get("event_id")}
    return {
        "player": {each.pk: each.label for each in Player.objects.filter(pk__in=players)} if players else {},
        "event": dict(Event.objects.filter(pk__in=events).values_list("pk", "name")) if events else {},
    }
