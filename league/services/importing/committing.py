"""A plan of results becomes facts: one transaction, rows in bulk, one re-rating from the earliest day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.outcomes import HALVES, Reading
from league.models import Event, FactChange, Game, GameRevision, ImportBatch, League, LeagueEntry, Season
from league.models.bulk import insert_rows, reserve_ids, update_rows
from ratings.services import welcome

from ..entries import enter_events
from ..errors import Refused
from ..writing import Actor, Locked, lock_club, lock_league, raise_versions, rerate_from, rerate_seeded
from .brought import Brought, keep_import
from .choosing import remember, take_back
from .corrections import correct_games
from .details import write_details
from .newcomers import add_newcomers
from .plan import Progress, ResultsPlan
from .problems import refused
from .report import stored_report
from .results import plan_results

_GAMES = (
    "league_id", "event_id", "round", "board", "played_on", "played_at", "white_id", "black_id", "outcome",
    "white_halves", "black_halves", "white_points", "black_points", "weight", "white_k", "black_k", "neutral", "status",
    "reference", "batch_id", "entered_by_id", "entered_at",
)  # fmt: skip
_EVENTS = (
    "id", "league_id", "name", "site", "season_id", "starts_on", "ends_on", "rated", "rated_by_game", "base_minutes",
    "increment_seconds", "first_control_moves", "approved_fast", "official", "kind", "rounds", "rated_after_decision",
    "created_at",
)  # fmt: skip
_ENTRIES = ("league_id", "player_id", "start_rating", "created_at")
_REVISIONS = ("game_id", "action", "old", "new", "reason", "actor_id", "made_at")


# how a reading is stored: outcome, halves of both sides, points of both
_RESULT: tuple[Callable[[Reading], Any], ...] = (
    attrgetter("outcome"),
    lambda reading: HALVES[reading.outcome or ""][0],
    lambda reading: HALVES[reading.outcome or ""][1],
    attrgetter("white_points"),
    attrgetter("black_points"),
)


class Committed(NamedTuple):
    """What a commit did; ``plan`` is the one that was carried out (looked at again if the league had changed)."""

    plan: ResultsPlan
    batches: list[ImportBatch]
    since: date | None


def commit_results(
    *, plan: ResultsPlan, actor: Actor = None, progress: Progress | None = None, most: int | None = None
) -> Committed:
    """Write what a plan says, all or nothing, and re-rate once from the earliest day it touches.

    If the league changed since the plan was made, the files are planned again under the lock. Raises
    ``Refused`` with every problem. A plan that changes nothing writes nothing. ``most``: the rating of more games
    is left to a worker that lives (None: the setting for all changes).
    """
    if plan.problems:
        raise refused(plan.problems)
    try:
        with transaction.atomic():
            if plan.newcomers or plan.directory.aliases or plan.directory.returning:
                lock_club(plan.league.club)
            locked = lock_league(plan.league)
            if locked.league.version != plan.version:
                sources = [file.source for file in plan.files]
                plan = plan_results(league=locked.league, files=sources, options=plan.options)
                if plan.problems:
                    raise refused(plan.problems)
            if not plan.changes:
                return Committed(plan, [], None)
            return _Commit(plan, locked, actor, progress, most).run()
    except IntegrityError as error:
        raise Refused(
            _("The database refused the import, nothing was changed: %(error)s") % {"error": error}
        ) from error


class _Commit:
    def __init__(
        self, plan: ResultsPlan, locked: Locked, actor: Actor, progress: Progress | None, most: int | None
    ) -> None:
        self._plan, self._locked, self._actor, self._most = plan, locked, actor, most
        self._say = progress or (lambda step, rows: None)
        self._league: League = locked.league
        self._now = connection.ops.adapt_datetimefield_value(timezone.now())
        self._brought = Brought()
        self._started: list[int] = []  # whom the files give a rating to begin with

    def run(self) -> Committed:
        self._people()
        self._seasons()
        self._events()
        self._entries()
        batches = self._batches()
        self._games(batches)
        write_details(self._plan.details, self._player, self._event, self._brought)
        self._brought.revisions = correct_games(
            self._plan, self._player, self._event, batches, reason=self._reason(_("imported again")), actor=self._actor
        )
        self._event_entries()
        self._brought.keep(batches)
        since = self._plan.since
        self._say(_("rating"), len(self._plan.matches.new))
        change = self._kept(batches)
        reason = self._reason(_("results imported"))
        if since is None:
            raise_versions([self._league, *self._locked.dependants])
            rerate_seeded(self._locked.seeded, self._started, reason, self._actor, change)
        else:
            rerate_from(
                self._locked, since, reason, self._actor, change=change, most=self._most, started=self._started
            )  # fmt: skip
        return Committed(self._plan, batches, since)

    def _people(self) -> None:
        """Newcomers, names placed by hand, and players whom an undone import had put away."""
        directory, club = self._plan.directory, self._league.club
        self._players = self._brought.players = add_newcomers(club, directory.newcomers, self._now)
        self._brought.aliases = remember(club, directory.aliases)
        self._brought.returned = take_back(directory.returning)

    def _kept(self, batches: list[ImportBatch]) -> FactChange:
        said = {"games": len(self._plan.matches.new), "corrected": len(self._plan.matches.differing)}
        return keep_import(batches, "import.commit", said, self._plan.options.reason, self._actor)

    def _reason(self, otherwise: str) -> str:
        return self._plan.options.reason.strip() or otherwise

    def _player(self, ref: int) -> int:
        return self._players[-ref - 1] if ref < 0 else ref

    def _event(self, ref: int) -> int | None:
        return (self._new_events[-ref - 1] if ref < 0 else ref) or None

    def _seasons(self) -> None:
        for season in self._plan.occasions.seasons:
            if season.id is None:
                made = Season.objects.create(league=self._league, name=season.name, starts_on=season.starts_on)
                self._brought.seasons.append([made.pk, None])
            else:
                Season.objects.filter(pk=season.id).update(starts_on=season.starts_on)
                self._brought.seasons.append([season.id, season.before])

    def _events(self) -> None:
        new = self._plan.new_events
        self._new_events = reserve_ids(connection, Event._meta.db_table, len(new))
        seasons = dict(Season.objects.filter(league=self._league).values_list("name", "pk"))
        insert_rows(connection, Event._meta.db_table, _EVENTS, (
            (
                self._new_events[-event.id - 1], self._league.pk, event.name, "", seasons.get(event.season),
                event.starts_on, event.ends_on, event.said.rated, event.by_game, event.said.minutes,
                event.said.increment, event.said.moves, event.said.approved,
                event.said.official, Event.Kind.MATCH if event.said.match else Event.Kind.FREE, event.said.rounds,
                event.said.after_decision, self._now,
            )
            for event in new
        ))  # fmt: skip
        self._brought.events = self._new_events
        self._brought.moved = [[event.id, *(event.before or ())] for event in self._plan.moved_events]
        moved = ((event.id, event.starts_on, event.ends_on, event.by_game) for event in self._plan.moved_events)
        update_rows(connection, Event._meta.db_table, "id", ("starts_on", "ends_on", "rated_by_game"), moved)

    def _entries(self) -> None:
        """Everybody of the games enters the league and its followers, with the rating the file gives."""
        games = (differing.game for differing in self._plan.matches.differing)
        refs = self._plan.matches.new.players() | {ref for game in games for ref in (game.white, game.black)}
        given = {**self._plan.details.entering, **self._plan.ratings}
        refs |= set(self._plan.details.entering)
        players = {self._player(ref): given.get(ref) for ref in sorted(refs, reverse=True)}
        for league in (self._league, *self._locked.followers):
            entered = set(LeagueEntry.objects.filter(league=league).values_list("player_id", flat=True))
            self._brought.entered += [[league.pk, player] for player in players if player not in entered]
            own = league.pk == self._league.pk
            if own:
                self._started = [pk for pk, rating in players.items() if rating is not None and pk not in entered]
            rows = (
                (league.pk, player, rating if own else None, self._now)
                for player, rating in players.items()
                if player not in entered
            )
            insert_rows(connection, LeagueEntry._meta.db_table, _ENTRIES, rows)
            # whose games are in open periods, or not rated, stands on the board all the same
            welcome(league, [player for player in players if player not in entered])

    def _batches(self) -> list[ImportBatch]:
        return [
            ImportBatch.objects.create(
                club=self._league.club, league=self._league, file_name=file.source.name[-200:], format=file.format,
                sha256=file.source.sha256, report=stored_report(self._plan, file), actor=self._actor,
            )
            for file in self._plan.files
        ]  # fmt: skip

    def _games(self, batches: list[ImportBatch]) -> None:
        new, columns, rows = self._plan.matches.new, list(_GAMES), self._game_rows(batches)
        ids: list[int] = []
        if self._plan.options.reason.strip() or Game.Status.VOID in new.different("status"):
            ids = reserve_ids(connection, Game._meta.db_table, len(new))
            columns, rows = ["id", *_GAMES], ((key, *row) for key, row in zip(ids, rows, strict=False))
        insert_rows(connection, Game._meta.db_table, columns, rows)
        self._say(_("games written"), len(new))
        if ids:
            insert_rows(connection, GameRevision._meta.db_table, _REVISIONS, self._revision_rows(ids))

    def _game_rows(self, batches: list[ImportBatch]) -> Iterator[tuple[Any, ...]]:
        """Each game as it is stored, put together column by column; without its id."""
        new, refs = self._plan.matches.new, self._plan.directory.refs
        sides = (new.changed(side, lambda who: self._player(refs[who])) for side in ("white", "black"))
        files = new.files([batch.pk for batch in batches])
        result = (new.changed("result", of) for of in _RESULT)
        white_k, black_k, weight = (new.changed("factors", itemgetter(place)) for place in range(3))
        league, actor, now = (repeat(each) for each in (self._league.pk, self._actor and self._actor.pk, self._now))
        return zip(
            league, map(self._event, new.events()), new.column("round"), new.column("board"),
            new.changed("at", attrgetter("day")), new.changed("at", attrgetter("time")), *sides, *result, weight,
            white_k, black_k, new.column("neutral"), new.column("status"), new.column("reference"), files, actor, now,
            strict=False,
        )  # fmt: skip

    def _revision_rows(self, ids: list[int]) -> Iterator[tuple[Any, ...]]:
        """A void game keeps why it is; a game that came with a reason keeps that."""
        actor, given = self._actor.pk if self._actor else None, self._plan.options.reason.strip()
        for key, game in zip(ids, self._plan.matches.new, strict=True):
            if game.row.status == Game.Status.VOID:
                old, new = '{"status": "final"}', '{"status": "void"}'
                why = game.row.reason or given or _("imported as void")
                yield (key, GameRevision.Action.VOID.value, old, new, why, actor, self._now)
            elif given:
                yield (key, GameRevision.Action.RECORD.value, "{}", "{}", given, actor, self._now)

    def _event_entries(self) -> None:
        """Title and federation are kept as at the event; what the file itself says of them came first."""
        refs = set(self._plan.matches.new.events()) | {
            differing.game.event for differing in self._plan.matches.differing
        }
        enter_events({event for ref in refs if (event := self._event(ref)) is not None})
