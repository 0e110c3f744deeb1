"""The norms of one player in a league, and how many games they make for each title (FIDE B.01 1.5.1)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from league.models import PLAYED, Event, Game, League, Player
from ratings.kernel.norm_games import FOR_A_TITLE, LEAST_IN_TEAMS, games_for_a_title
from ratings.kernel.norms import NORMS

from .gains import game_sides
from .norms import NormLine, Tried, asked_of, byes_of, norm_line, opponents_of, people_of, ratings_used, unplayed_rounds


@dataclass(frozen=True, slots=True)
class Made:
    """A norm, and the event it was made in."""

    event: Event
    line: NormLine
    tried: Tried


@dataclass(frozen=True, slots=True)
class Towards:
    """Norms for one title, newest first. ``games``: what they count together, of ``needed``."""

    title: str
    norms: tuple[Made, ...]
    games: int
    needed: int = FOR_A_TITLE

    @property
    def enough(self) -> bool:
        return self.games >= self.needed


def norms_of_player(league: League, player: Player) -> list[Towards]:
    """The norms that a player has made by the numbers, for each title not held at the time; highest title first."""
    own = Q(white=player) | Q(black=player)
    played = Game.objects.filter(own, status=Game.Status.FINAL, event__league=league.games_from_id or league.pk)
    counted = played.filter(outcome__in=PLAYED).order_by().values("event").annotate(n=Count("pk"))
    events = {event.pk: event for event in Event.objects.filter(
        pk__in=counted.filter(n__gte=LEAST_IN_TEAMS).values("event"), withdrawn_at=None
    )}  # fmt: skip
    found = defaultdict(list)
    for event, line in _lines(league, player, events, list(played.filter(event__in=events).order_by("round", "pk"))):
        for tried in line.tried:
            if tried.check.reached:
                found[tried.title].append(Made(event, line, tried))
    return [_towards(title, found[title]) for title in NORMS if found[title]]


def _lines(league: League, player: Player, events: dict[int, Event], games: list[Game]) -> list[tuple[Event, NormLine]]:
    counted = [game for game in games if game.outcome in PLAYED]
    places = {(game.event_id or 0, pk) for game in counted for pk in (game.white_id, game.black_id)}
    people = people_of(events.values(), places)
    sides = game_sides(league, [(game.pk, game.white_id, game.black_id) for game in counted])
    met = opponents_of(counted, people, ratings_used(league, counted, sides.rows))
    without_play = unplayed_rounds(byes_of(events.values()), games)
    rounds = Game.objects.filter(event__in=events, status=Game.Status.FINAL).order_by()
    last = dict(rounds.values_list("event").annotate(last=Max("round")))
    lines = []
    for pk, event in events.items():
        place = (pk, player.pk)
        asked = asked_of(event, last.get(pk) or 0)
        lines.append((event, norm_line(people[place], met[place], asked, without_play[place])))
    return lines


def _towards(title: str, norms: list[Made]) -> Towards:
    newest = sorted(norms, key=lambda made: (made.event.starts_on, made.event.pk), reverse=True)
    return Towards(title, tuple(newest), games_for_a_title(made.tried.check.counted for made in norms))
