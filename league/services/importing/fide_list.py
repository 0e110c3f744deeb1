"""A FIDE list into a club: what others published for its players. Results are never touched.

The list is streamed. Players are known by FIDE id; their ratings are written in portions, each in its
own transaction, and what changes about the players themselves at the end. A list that breaks off, or
a command that is stopped, leaves whole portions: the same file again adds the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final, TypeGuard

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.faults import Unreadable
from league.formats.fide_lists import BadRow, FideList, FideRow, IdSet, Listed
from league.formats.names import name_key, name_words
from league.models import Club, ExternalRating, ImportBatch, LeagueEntry, Player, PlayerAlias
from league.models.bulk import insert_rows, reserve_ids
from ratings.facts.officials import official
from ratings.kernel.fide import floor_on
from ratings.kernel.types import Official

from ..external import lists_changed, lists_changing, preview_lists
from ..history import keep_change
from ..writing import Actor, lock_club, lock_leagues
from .enrolling import write_updates
from .fide_asked import day_of, lists_of
from .fide_report import KEPT, FideReport, Renamed, of_list, report
from .newcomers import write_words
from .players import Update
from .problems import refused

_PORTION: Final = 2_000  # rows of one transaction
_IN_ONE_QUERY: Final = 400
_NAMED: Final = 20
_FIELDS: Final = ("federation", "title", "sex")
_COLUMNS: Final = (
    "id", "club_id", "name", "name_key", "federation", "title", "birth_year", "sex", "fide_id", "affiliation",
    "start_games", "guest", "distinction", "created_at",
)  # fmt: skip
_RATINGS: Final = ("player_id", "list", "date", "rating", "games", "k", "inactive")


def import_fide_list(
    *, club: Club, source: FideList, dated: date | None = None, lists: Sequence[str] = (), create: bool = False,
    federation: str = "", dry_run: bool = False, reason: str = "", actor: Actor = None,
) -> FideReport:  # fmt: skip
    """Take the ratings that a list of a month gives the players of a club.

    ``dated``: the day of the list, else the month that header or name says; ``lists``: which of the
    file's lists (all). Only players the club has are looked for, unless ``create`` adds the others (of one
    ``federation``). Title, federation, birth year and a missing sex follow the list and are reported.
    Raises ``Refused``: the list of another month, no list at all.
    """
    made = FideReport(club, source.name, day_of(club, source, dated), lists_of(source, lists), dry_run)
    taking = _Taking(made, create, federation, actor)
    try:
        for portion in _portions(source.rows(made.lists, None if create else taking.wanted)):
            taking.take(portion)
    except Unreadable as unreadable:
        taking.finish(reason, source.sha256)  # what stood before it went in
        raise refused([of_list(source.name, unreadable)]) from None
    taking.finish(reason, source.sha256)
    return made


def _portions(rows: Iterator[FideRow | BadRow]) -> Iterator[list[FideRow | BadRow]]:
    """Rows in portions; where the list breaks off, what stood before comes first."""
    portion: list[FideRow | BadRow] = []
    try:
        for row in rows:
            portion.append(row)
            if len(portion) == _PORTION:
                yield portion
                portion = []
    except Unreadable:
        if portion:
            yield portion
        raise
    if portion:
        yield portion


class _Taking:
    """What is kept while a list goes by: ids seen, and what changes about players."""

    def __init__(self, made: FideReport, create: bool, federation: str, actor: Actor) -> None:
        self._made, self._create, self._federation, self._actor = made, create, federation.upper(), actor
        players = Player.objects.filter(club=made.club, merged_into=None)
        self._numbered = players.exclude(fide_id="").order_by("name_key", "pk")
        self.wanted, self._seen = IdSet(), IdSet()
        for fide_id in self._numbered.values_list("fide_id", flat=True).iterator():
            self.wanted.add(fide_id)
        made.without_id = players.filter(fide_id="", archived_at=None).count()
        self._born: list[Update] = []
        self._marked = made.dry_run
        entries = LeagueEntry.objects.filter(league__club=made.club, league__archived_at=None)
        self._entered = set(entries.values_list("player", flat=True)) if made.dry_run else set()  # whom a preview shows
        self._lines: dict[tuple[str, int], list[tuple[int, Official]]] = {}
        self._floor = floor_on(made.dated.toordinal())

    def take(self, rows: Iterable[FideRow | BadRow]) -> None:
        """Write the ratings of a portion, and add its new players."""
        good = [row for row in rows if self._counts(row)]
        if not good:
            return
        with transaction.atomic():
            club = lock_club(self._made.club)
            known = _known(club, [row.fide_id for row in good])
            self._compare(known, [row for row in good if row.fide_id in known])
            if self._create:
                known |= self._add(club, [row for row in good if row.fide_id not in known])
            self._write([(known[row.fide_id].pk, row) for row in good if row.fide_id in known])
            self._mark(club)
            transaction.set_rollback(self._made.dry_run)

    def _mark(self, club: Club) -> None:
        """With the first rating written the leagues wait for the end, whatever becomes of this command."""
        made = self._made
        if made.new + made.changed and not self._marked:
            lists_changing(club=club, lists=made.lists, since=made.dated, reason=_reason(made))
            self._marked = True

    def finish(self, reason: str, sha256: str) -> None:
        """What changes about the players, and who was not found."""
        made = self._made
        for name, fide_id in self._numbered.values_list("name", "fide_id").iterator():
            if fide_id in self.wanted and fide_id not in self._seen:
                made.missing_count += 1
                made.missing += [name][: _NAMED - len(made.missing)]
        if made.dry_run:
            born = {update.id: update.changes["birth_year"][1] for update in self._born}
            made.previews = preview_lists(
                club=made.club, lists=made.lists, since=made.dated, lines=self._lines, born=born
            )
        if not made.changes or made.dry_run:
            return
        reason = reason.strip() or _reason(made)
        with transaction.atomic():
            club = lock_club(made.club)
            lock_leagues(Q(club=club, archived_at=None))
            write_updates(Player, self._born, ("birth_year",))
            ids = [update.id for update in self._born]
            lists = made.lists if made.new + made.changed else ()
            batch = ImportBatch.objects.create(
                club=club, file_name=made.file[-200:], sha256=sha256, format="fide", report=report(made),
                actor=self._actor,
            )  # fmt: skip
            said = {"file": batch.file_name, "dated": made.dated, "players": made.created}
            change = keep_change(
                club=club, kind="external.list", subject=batch, before={}, after=said, reason=reason,
                actor=self._actor,
            )  # fmt: skip
            lists_changed(
                club=club, lists=lists, since=made.dated, reason=reason, born=ids, actor=self._actor, change=change
            )

    def _counts(self, row: FideRow | BadRow) -> TypeGuard[FideRow]:
        """Whether a row is about the club, and readable; what is not goes into the report."""
        made = self._made
        if isinstance(row, BadRow):
            made.tell(row.code, row.line, row.fide_id, row.text)
            return False
        if row.fide_id not in self.wanted and self._federation not in ("", row.federation):
            return False
        if not self._seen.add(row.fide_id):
            made.tell("twice", row.line, row.fide_id, row.name)
            return False
        for code, text in row.odd:
            made.tell(code, row.line, row.fide_id, text)
        made.rows += 1
        made.inactive += row.inactive
        return True

    def _compare(self, known: dict[str, Player], rows: list[FideRow]) -> None:
        aliases, updates = _aliases([player.pk for player in known.values()]), []
        for row in rows:
            player = known[row.fide_id]
            listed, own = name_words(row.name), name_words(player.name)
            if not (listed <= own | aliases.get(player.pk, set()) or own <= listed):
                self._made.renamed_count += 1
                if len(self._made.renamed) < KEPT:
                    self._made.renamed.append(Renamed(player.name, row.fide_id, row.name))
            if changes := _changes(player, row):
                updates.append(Update(player.pk, player.name, changes))
        write_updates(Player, updates, _FIELDS)
        # a year of birth moves ratings: written at the end, together with them
        self._born += [update for update in updates if "birth_year" in update.changes]
        self._made.updated += len(updates)
        self._made.updates += updates[: KEPT - len(self._made.updates)]

    def _add(self, club: Club, rows: list[FideRow]) -> dict[str, Player]:
        """New players, but none beside a namesake who has no FIDE id yet: that may be the same person."""
        keys = {row.fide_id: name_key(row.name) for row in rows}
        unnumbered = Player.objects.filter(club=club, merged_into=None, fide_id="")
        there: set[str] = set()
        for chunk in _chunks(list(keys.values())):
            there |= set(unnumbered.filter(name_key__in=chunk).values_list("name_key", flat=True))
        for row in rows:
            if keys[row.fide_id] in there:
                self._made.tell("namesake", row.line, row.fide_id, row.name)
        fresh = [row for row in rows if keys[row.fide_id] not in there]
        ids = reserve_ids(connection, Player._meta.db_table, len(fresh))
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        insert_rows(connection, Player._meta.db_table, _COLUMNS, (
            (
                key, club.pk, row.name[:120], keys[row.fide_id], row.federation, row.title, row.birth_year, row.sex,
                row.fide_id, "", 0, False, "", now,
            )
            for key, row in zip(ids, fresh, strict=True)
        ))  # fmt: skip
        write_words(club, zip(ids, (row.name for row in fresh), strict=True))
        self._made.created += len(fresh)
        self._made.created_names += [row.name for row in fresh[: _NAMED - len(self._made.created_names)]]
        return {row.fide_id: Player(pk=key, name=row.name) for key, row in zip(ids, fresh, strict=True)}

    def _write(self, rows: list[tuple[int, FideRow]]) -> None:
        """Rows of ``ExternalRating`` that are new, or say something else now."""
        made = self._made
        stored = _stored(made, [player for player, _row in rows])
        fresh: list[tuple[Any, ...]] = []
        other, dated = [], made.dated.isoformat()
        for player, row in rows:
            for name, listed in row.ratings.items():
                says = (*self._published(listed), row.inactive)
                if player in self._entered:
                    self._lines[name, player] = [(made.dated.toordinal(), official(says[0], says[2]))]
                entry = stored.get((player, name))
                if entry is None:
                    fresh.append((player, name, dated, *says))
                elif (entry.rating, entry.games, entry.k, entry.inactive) != says:
                    entry.rating, entry.games, entry.k, entry.inactive = says
                    other.append(entry)
                else:
                    made.unchanged += 1
        insert_rows(connection, ExternalRating._meta.db_table, _RATINGS, fresh)
        ExternalRating.objects.bulk_update(other, ["rating", "games", "k", "inactive"], batch_size=500)
        made.new += len(fresh)
        made.changed += len(other)

    def _published(self, listed: Listed) -> Listed:
        """A rating below the floor of the day is none (B.02 7.2.1)."""
        below = listed.rating is not None and listed.rating < self._floor
        return listed._replace(rating=None) if below else listed


def _reason(made: FideReport) -> str:
    return _("FIDE list of %(day)s") % {"day": made.dated}


def _changes(player: Player, row: FideRow) -> dict[str, tuple[Any, Any]]:
    """What the list says otherwise of a player. What it does not say stays; sex is only filled in."""
    says = {"federation": row.federation, "title": row.title, "birth_year": row.birth_year}
    if not player.sex:
        says["sex"] = row.sex
    return {
        name: (getattr(player, name), value) for name, value in says.items() if value and value != getattr(player, name)
    }


def _known(club: Club, ids: list[str]) -> dict[str, Player]:
    found: dict[str, Player] = {}
    for chunk in _chunks(ids):
        players = Player.objects.filter(club=club, merged_into=None, fide_id__in=chunk)
        found |= {player.fide_id: player for player in players}
    return found


def _aliases(players: list[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for chunk in _chunks(players):
        for player, name in PlayerAlias.objects.filter(player__in=chunk).values_list("player_id", "name"):
            found.setdefault(player, set()).update(name_words(name))
    return found


def _stored(made: FideReport, players: list[int]) -> dict[tuple[int, str], ExternalRating]:
    found: dict[tuple[int, str], ExternalRating] = {}
    for chunk in _chunks(players):
        entries = ExternalRating.objects.filter(player__in=chunk, date=made.dated, list__in=made.lists)
        found |= {(entry.player_id, entry.list): entry for entry in entries}
    return found


def _chunks(values: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(values), _IN_ONE_QUERY):
        yield values[start : start + _IN_ONE_QUERY]
