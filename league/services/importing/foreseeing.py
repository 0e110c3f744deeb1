"""What committing a plan of results would move: the same replay as of any other change, without the write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date, time
from typing import Final

from league.models import Event, Game, League, LeagueEntry, Player
from ratings.facts import Overlay
from ratings.kernel.types import PlayerFacts, SeasonTurn
from ratings.services import Preview, preview

from ..admission import set_outcome
from ..entries import facts_with
from ..late_games import NEW_GAME, NEW_PLAYER
from .comparing import Differing
from .corrections import fields_of
from .plan import ResultsPlan
from .planned import PlannedGame
from .results import comparison_of

MOST_FORESEEN: Final = 60_000  # games laid over the league: all of them are held at once
_AT_ONCE = 500


def games_concerned(plan: ResultsPlan) -> int:
    """How many games of the file and of the league a preview of the plan would rate again."""
    laid = len(plan.matches.new) + len(plan.matches.differing)
    if plan.since is None:
        return laid
    return laid + Game.objects.filter(league=plan.league, played_on__gte=plan.since).count()


def preview_results(plan: ResultsPlan) -> Preview | None:
    """Who would move by how much; None where the plan has problems, moves no rating, or is too large to be held."""
    if plan.problems or plan.since is None:
        return None
    if len(plan.matches.new) + len(plan.matches.differing) > MOST_FORESEEN:
        return None
    return _Foreseen(plan).preview(plan.since)


class _Foreseen:
    def __init__(self, plan: ResultsPlan) -> None:
        self._plan, self._league = plan, plan.league
        self._events = self._as_planned()

    def preview(self, since: date) -> Preview:
        newcomers = self._plan.newcomers
        followers = League.objects.filter(games_from=self._league, archived_at=None)
        turns, moved = self._seasons()
        overlay = Overlay(
            games=self._games(), players=self._entering(self._league), seasons=turns, without_seasons=moved
        )
        return preview(
            self._league, since=since, overlay=overlay, entering={each.pk: self._entering(each) for each in followers},
            names={NEW_PLAYER - place: name for place, name in enumerate(newcomers)},
        )  # fmt: skip

    # -- events and seasons --------------------------------------------------------------------------

    def _as_planned(self) -> dict[int, Event]:
        """The events of the plan as they would be; a new one behind all that are there."""
        planned = self._plan.occasions.events
        files = {details.event: details for details in self._plan.details.events}
        stored = Event.objects.in_bulk([event.id for event in planned if event.id > 0])
        events: dict[int, Event] = {}
        for each in planned:
            said = each.said
            event = stored.get(each.id) or Event(
                pk=NEW_GAME - each.id, name=each.name, rated=said.rated, base_minutes=said.minutes,
                increment_seconds=said.increment, first_control_moves=said.moves, approved_fast=said.approved,
                official=said.official, kind=Event.Kind.MATCH if said.match else Event.Kind.FREE, rounds=said.rounds,
                rated_after_decision=said.after_decision,
            )  # fmt: skip
            if each.id < 0 and each.id in files:
                event.kind, event.rounds = files[each.id].kind, files[each.id].rounds
            event.starts_on, event.ends_on = date.fromisoformat(each.starts_on), date.fromisoformat(each.ends_on)
            event.rated_by_game = each.by_game
            events[event.pk] = event
        return events

    def _seasons(self) -> tuple[list[SeasonTurn], set[int]]:
        planned = self._plan.occasions.seasons
        days = [date.fromisoformat(season.starts_on).toordinal() for season in planned]
        turns = [
            SeasonTurn(day, season.id or NEW_GAME + place)
            for place, (day, season) in enumerate(zip(days, planned, strict=True))
        ]
        return turns, {season.id for season in planned if season.id is not None}

    def _event(self, ref: int) -> int | None:
        return NEW_GAME - ref if ref < 0 else ref or None

    # -- games ---------------------------------------------------------------------------------------

    def _games(self) -> dict[int, Game | None]:
        games: dict[int, Game | None] = {
            NEW_GAME + place: self._new(planned) for place, planned in enumerate(self._plan.matches.new)
        }
        games |= {game.pk: game for game in self._of_moved_events()}
        games |= {game.pk: game for game in self._corrected()}
        return games

    def _new(self, planned: PlannedGame) -> Game:
        row = planned.row
        outcome, white_points, black_points = row.result
        white_k, black_k, weight = row.factors
        game = Game(
            white_id=_player(planned.white), black_id=_player(planned.black), round=row.round, board=row.board,
            white_points=white_points, black_points=black_points, weight=weight, white_k=white_k, black_k=black_k,
            neutral=row.neutral, status=row.status, event=self._events.get(self._event(planned.event) or 0),
        )  # fmt: skip
        _play(game, row.at.day, row.at.time)
        set_outcome(game, outcome or "")
        return game

    def _of_moved_events(self) -> Iterator[Game]:
        """Games that are there already: their event has other days, which say when and by what it is rated."""
        moved = [event.id for event in self._plan.moved_events]
        for game in Game.objects.filter(event__in=moved).iterator():
            game.event = self._events[game.event_id or 0]
            yield game

    def _corrected(self) -> Iterator[Game]:
        comparisons = [comparison_of(file) for file in self._plan.files]
        differing = self._plan.matches.differing
        for start in range(0, len(differing), _AT_ONCE):
            some: list[Differing] = differing[start : start + _AT_ONCE]
            games = Game.objects.select_related("event").in_bulk([each.stored.id for each in some])
            for each in some:
                game = games[each.stored.id]
                fields = fields_of(each, comparisons[each.game.file], _player, self._event)
                for name, value in fields.items():
                    setattr(game, name, value)
                if game.event_id in self._events:
                    game.event = self._events[game.event_id]
                _play(game, fields["played_on"], game.played_at)
                yield game

    # -- people --------------------------------------------------------------------------------------

    def _entering(self, league: League) -> dict[int, PlayerFacts]:
        """Whom the plan brings into the league (or into one that rates the same games), with what it says of them."""
        plan = self._plan
        games = (differing.game for differing in plan.matches.differing)
        refs = plan.matches.new.players() | {ref for game in games for ref in (game.white, game.black)}
        refs |= set(plan.details.entering)
        entered = set(LeagueEntry.objects.filter(league=league).values_list("player_id", flat=True))
        given = {**plan.details.entering, **plan.ratings} if league.pk == self._league.pk else {}
        return {
            player.pk: facts_with(player, LeagueEntry(start_rating=given.get(ref)))
            for ref, player in self._people(refs - entered)
        }

    def _people(self, refs: Collection[int]) -> Iterator[tuple[int, Player]]:
        """The references with their players; newcomers stand in for themselves."""
        newcomers = self._plan.directory.newcomers
        for ref in (each for each in refs if each < 0):
            yield ref, Player(pk=_player(ref), birth_year=newcomers[-ref - 1].birth_year)
        for some in _chunks(sorted(ref for ref in refs if ref > 0)):
            yield from Player.objects.in_bulk(some).items()


def _player(ref: int) -> int:
    """The id of a player; a newcomer has one that nobody has."""
    return NEW_PLAYER + 1 + ref if ref < 0 else ref


def _play(game: Game, day: str, at: str | time | None) -> None:
    """Day and time as a stored game has them."""
    game.played_on = date.fromisoformat(day)
    game.played_at = time.fromisoformat(at) if isinstance(at, str) and at else at or None  # type: ignore[assignment]


def _chunks(values: list[int]) -> Iterable[list[int]]:
    return (values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE))
