"""A plan of players becomes facts: one transaction, and each league re-rated once where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import name_key
from league.formats.players import PlayerRow
from league.models import FactChange, ImportBatch, League, LeagueEntry, Player
from league.models.bulk import insert_rows, reserve_ids, update_rows

from ..following import follow_players
from ..people.namesakes import tell_apart
from ..people.players import RATING_FIELDS
from ..writing import Actor, lock_club, lock_leagues
from .brought import Brought, changes_in_json, keep_import
from .newcomers import write_words
from .players import ENTRY_FIELDS, PlayersPlan, Update, plan_players, report
from .problems import refused

_FIELDS = (
    "birth_year", "sex", "federation", "fide_id", "title", "affiliation", "guest", "start_rating", "start_games",
    "start_peak",
)  # fmt: skip
_IN_ONE_QUERY = 400


def commit_players(*, plan: PlayersPlan, actor: Actor = None) -> PlayersPlan:
    """Write what a plan of players says, all or nothing; the plan that was carried out.

    The file is planned again under the lock, so that it fits what is there now. What ratings depend on
    (birth year, start values, guest) re-rates each league from the first game of those who change;
    where that reaches a closed period, a reason is needed. Raises ``Refused`` with every problem.
    """
    if plan.problems:
        raise refused(plan.problems)
    with transaction.atomic():
        club = lock_club(plan.club)
        leagues = lock_leagues(Q(club=club, archived_at=None))
        plan = plan_players(
            club=club, file=plan.source, league=plan.league, reason=plan.reason, format=plan.format,
            encoding=plan.encoding, limit=plan.limit, left_out=plan.left_out,
        )  # fmt: skip
        if plan.problems:
            raise refused(plan.problems)
        if plan.changes:
            plan.batch = _Enrolling(plan, leagues, actor).run()
    return plan


class _Enrolling:
    def __init__(self, plan: PlayersPlan, leagues: list[League], actor: Actor) -> None:
        self._plan, self._leagues, self._actor = plan, leagues, actor
        self._now = connection.ops.adapt_datetimefield_value(timezone.now())
        self._brought = Brought()

    def run(self) -> ImportBatch:
        plan = self._plan
        new = self._brought.players = self._add(plan.new)
        write_updates(Player, plan.updates, _FIELDS)
        tell_apart(club=plan.club, keys=_keys_of(plan.updates))
        moved = [update.id for update in plan.updates if RATING_FIELDS & set(update.changes)]
        touched = {league.pk: set(moved) for league in self._leagues}
        if plan.league is not None:
            followers = [league for league in self._leagues if league.games_from_id == plan.league.pk]
            entered = self._enter(plan.league, followers, dict(zip(new, plan.new, strict=True)))
            write_updates(LeagueEntry, plan.entry_updates, tuple(ENTRY_FIELDS.values()))
            entries = LeagueEntry.objects.filter(pk__in=[update.id for update in plan.entry_updates])
            touched[plan.league.pk] |= {*entered, *entries.values_list("player_id", flat=True)}
        batch, change = self._keep(new)
        otherwise = _("players imported")
        follow_players(self._leagues, touched, plan.reason.strip(), otherwise, self._actor, change=change)
        return batch

    def _keep(self, new: list[int]) -> tuple[ImportBatch, FactChange]:
        plan = self._plan
        batch = ImportBatch.objects.create(
            club=plan.club, league=plan.league, file_name=plan.source.name[-200:], sha256=plan.source.sha256,
            format="players", report=report(plan, written=True), actor=self._actor,
        )  # fmt: skip
        self._brought.updates = [[each.id, changes_in_json(each.changes)] for each in plan.updates]
        self._brought.entry_updates = [[each.id, changes_in_json(each.changes)] for each in plan.entry_updates]
        self._brought.keep([batch])
        said = {"players": len(new), "changed": len(plan.updates) + len(plan.entry_updates)}
        return batch, keep_import([batch], "import.commit", said, plan.reason, self._actor, players=new)

    def _add(self, rows: Sequence[PlayerRow]) -> list[int]:
        club = self._plan.club
        own = {name: column for column, name in self._plan.own_fields.items()}
        ids = reserve_ids(connection, Player._meta.db_table, len(rows))
        columns = ("id", "club_id", "name", "name_key", *_FIELDS, "created_at")
        insert_rows(connection, Player._meta.db_table, columns, (
            (
                key, club.pk, row.name, name_key(row.name), *(_said(row, own.get(name), name) for name in _FIELDS),
                self._now,
            )
            for key, row in zip(ids, rows, strict=True)
        ))  # fmt: skip
        write_words(club, zip(ids, (row.name for row in rows), strict=True))
        return ids

    def _enter(self, league: League, followers: list[League], new: dict[int, PlayerRow]) -> list[int]:
        """Everybody of the file is in the league (and its followers), with the start values given."""
        rows = {**{player: self._plan.matched[player] for player in self._plan.entering}, **new}
        columns = ("league_id", "player_id", *ENTRY_FIELDS.values(), "created_at")
        for each in (league, *followers):
            entered = set(LeagueEntry.objects.filter(league=each).values_list("player_id", flat=True))
            self._brought.entered += [[each.pk, player] for player in rows if player not in entered]
            empty = (None,) * len(ENTRY_FIELDS)
            insert_rows(connection, LeagueEntry._meta.db_table, columns, (
                (
                    each.pk, player,
                    *((getattr(row, column) for column in ENTRY_FIELDS) if each is league else empty), self._now,
                )
                for player, row in rows.items()
                if player not in entered
            ))  # fmt: skip
        return list(rows)


def write_updates(model: Any, updates: Sequence[Update], fields: Sequence[str]) -> None:
    """Write what updates say of these fields, in bulk."""
    changed = [name for name in fields if any(name in update.changes for update in updates)]
    if not changed:
        return
    stored: dict[int, tuple[Any, ...]] = {}
    for chunk in _chunks([update.id for update in updates]):
        stored |= {row[0]: row for row in model.objects.filter(pk__in=chunk).values_list("pk", *changed)}
    rows = (
        (u.id, *(u.changes[name][1] if name in u.changes else stored[u.id][i] for i, name in enumerate(changed, 1)))
        for u in updates
    )
    update_rows(connection, model._meta.db_table, "id", changed, rows)


def _keys_of(updates: Sequence[Update]) -> set[str]:
    """Name keys of those of whom something is said by which namesakes are told apart."""
    changed = [update.id for update in updates if {"birth_year", "affiliation"} & set(update.changes)]
    keys: set[str] = set()
    for chunk in _chunks(changed):
        keys.update(Player.objects.filter(pk__in=chunk).values_list("name_key", flat=True))
    return keys


def _said(row: PlayerRow, column: str | None, name: str) -> Any:
    """The row's value of a field; where it says nothing, what a new player has."""
    value = getattr(row, column) if column else None
    if value is None and name in ("start_games", "guest"):
        return 0 if name == "start_games" else False
    return value


def _chunks(values: Iterable[int]) -> Iterator[list[int]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
