"""Files of players: what they would add and change. Reads only.

The report of ``import_players --json`` (keys are stable)::

    club, league  slugs; league null: the values are the players' own
    dry_run, done, changed, problems, notes    as in the report of results (``report``)
    file          {file, sha256, format, encoding, delimiter, header_row, rows, columns, ignored_columns}
    players       {new: [name], updated: [{id, player, changes: {field: [old, new]}}], unchanged: n}
    entries       {new: n, updated: [as players.updated]}: start values in the league
    near          {name: [similar name]}: new ones who may be there under another spelling
    moves         of a dry run: {league: as ``moves`` in the report of results}, of leagues in which somebody moves
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext as _

from league.formats.detect import PLAYERS, read_event
from league.formats.event_rows import player_file
from league.formats.faults import Unreadable
from league.formats.names import name_key
from league.formats.players import PlayerFile, PlayerRow, read_players
from league.formats.results import Who
from league.formats.text import TextFile
from league.models import Club, ImportBatch, League, LeagueEntry, Player
from ratings.services import Preview

from ..people import near_matches
from ..standing import BROUGHT, used_starts
from .directory import ClubPlayers, Known
from .files import SourceFile, find_out
from .notes import reader_notes
from .player_checks import check_rows, check_used
from .problems import ImportProblem, about, of_fault, of_file

# column of the file -> field of the player, or of the entry in a league
PLAYER_FIELDS = {
    "birth_year": "birth_year", "sex": "sex", "federation": "federation", "fide_id": "fide_id", "title": "title",
    "affiliation": "affiliation", "guest": "guest",
}  # fmt: skip
START_FIELDS = {"rating": "start_rating", "games": "start_games", "peak": "start_peak"}
ENTRY_FIELDS = {**START_FIELDS, "deviation": "start_deviation", "volatility": "start_volatility", "k": "k"}
_IN_ONE_QUERY = 500
_SUGGESTED = 30


class Update(NamedTuple):
    """A stored row with what it is to say: field -> (old, new)."""

    id: int
    player: str
    changes: dict[str, tuple[Any, Any]]


@dataclass
class PlayersPlan:
    """What an import of players would do. With ``problems`` it cannot be committed."""

    club: Club
    league: League | None
    source: SourceFile
    reason: str
    encoding: str | None = None
    limit: int | None = None
    format: str = "auto"
    read_as: str = "csv"
    text: TextFile | None = None
    result: PlayerFile | None = None
    new: list[PlayerRow] = field(default_factory=list)
    matched: dict[int, PlayerRow] = field(default_factory=dict)
    updates: list[Update] = field(default_factory=list)
    entry_updates: list[Update] = field(default_factory=list)
    entering: list[int] = field(default_factory=list)
    unchanged: int = 0
    problems: list[ImportProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    near: dict[str, list[str]] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()
    batch: ImportBatch | None = None

    @property
    def changes(self) -> bool:
        return bool(self.new or self.updates or self.entry_updates or self.entering)

    @property
    def own_fields(self) -> dict[str, str]:
        """The columns that go to the player."""
        return PLAYER_FIELDS if self.league else {**PLAYER_FIELDS, **START_FIELDS}


def plan_players(
    *, club: Club, file: SourceFile, league: League | None = None, reason: str = "", format: str = "auto",
    encoding: str | None = None, limit: int | None = -1, left_out: frozenset[int] = frozenset(),
    most_rows: int | None = None,
) -> PlayersPlan:  # fmt: skip
    """Read a file of players and find whom it adds and what it changes; every problem at once.

    A player is known by FIDE id, else by name (and birth year). ``league``: ratings, games, peaks are
    start values there instead of the players' own. ``limit``: most bytes (-1: the setting, None: any).
    ``left_out``: lines that are not to be taken; ``most_rows``: more of them are refused.
    """
    if limit == -1:
        limit = settings.ARPAD_UPLOAD_LIMIT
    plan = PlayersPlan(club, league, file, reason, encoding, limit, format, left_out=left_out)
    try:
        found = find_out(file, format=format, encoding=encoding, limit=limit, rows=PLAYERS)
        plan.text, plan.read_as = found.text, found.format
        event = None if found.layout == PLAYERS else read_event(found)
        plan.result = player_file(event) if event else read_players(found.text)
        plan.notes += reader_notes(event.warnings if event else found.warnings)
    except Unreadable as unreadable:
        plan.problems.append(of_file(file.name, unreadable))
        return plan
    plan.problems += [of_fault(file.name, fault) for fault in plan.result.faults]
    if most_rows is not None and len(plan.result.rows) > most_rows:
        message = _("%(rows)d rows are too many for a page, which takes %(most)d: use “manage.py import_players”.")
        plan.problems.append(about(message % {"rows": len(plan.result.rows), "most": most_rows}))
        return plan
    plan.result = plan.result._replace(rows=[row for row in plan.result.rows if row.line not in left_out])
    check_rows(plan, plan.result.rows)
    _match(plan, plan.result.rows)
    if not plan.problems:
        _compare(plan)
        _suggest(plan)
    return plan


def report(plan: PlayersPlan, *, written: bool, foreseen: Iterable[Preview] = ()) -> dict[str, Any]:
    """The report of a plan, with what it would move, or of its commit."""
    layout = plan.result.layout if plan.result else None
    return {
        "club": plan.club.slug,
        "league": plan.league.slug if plan.league else None,
        "dry_run": not written,
        "done": not plan.problems,
        "changed": plan.changes and not plan.problems,
        "file": {
            "file": plan.source.name,
            "sha256": plan.source.sha256,
            "format": plan.read_as,
            "encoding": plan.text.encoding_name if plan.text else None,
            "delimiter": layout.delimiter.strip("\x1f") if layout else None,
            "header_row": layout.header.row if layout else None,
            "rows": len(plan.result.rows) if plan.result else 0,
            "columns": {c: layout.header.headings[i] for c, i in layout.header.columns.items()} if layout else {},
            "ignored_columns": layout.header.ignored if layout else [],
        },
        "players": {
            "new": [row.name for row in plan.new],
            "updated": [update._asdict() for update in plan.updates],
            "unchanged": plan.unchanged,
        },
        "entries": {"new": len(plan.entering), "updated": [update._asdict() for update in plan.entry_updates]},
        "near": plan.near,
        "moves": {each.league.path: each.as_data() for each in foreseen},
        "problems": [problem._asdict() for problem in plan.problems],
        "notes": plan.notes,
    }


def _match(plan: PlayersPlan, rows: list[PlayerRow]) -> None:
    sides = {row: Who(row.name, row.id, row.fide_id, row.birth_year) for row in rows}
    known = ClubPlayers(plan.club, sides.values())
    claimed: dict[int, PlayerRow] = {}
    fresh: dict[str, list[PlayerRow]] = defaultdict(list)
    _check_fide_ids(plan, rows)
    for row, who in sides.items():
        found = known.candidates(who)
        if len(found) > 1:
            _ambiguous(plan, row, found)
        elif found:
            first = claimed.setdefault(found[0].id, row)
            if first is row:
                plan.matched[found[0].id] = row
            elif first._replace(line=0) != row._replace(line=0):
                _twice(plan, first, row)
        else:
            _add(plan, fresh[name_key(row.name)], row)


def _add(plan: PlayersPlan, namesakes: list[PlayerRow], row: PlayerRow) -> None:
    """A new player, unless another row of the file can be the same person."""
    same = next((other for other in namesakes if _can_be_one(other, row)), None)
    if same is None:
        namesakes.append(row)
        plan.new.append(row)
    elif same._replace(line=0) != row._replace(line=0):
        _twice(plan, same, row)


def _can_be_one(one: PlayerRow, other: PlayerRow) -> bool:
    pairs = ((one.fide_id, other.fide_id), (one.birth_year, other.birth_year), (one.id, other.id))
    return all(not a or not b or a == b for a, b in pairs)


def _twice(plan: PlayersPlan, first: PlayerRow, row: PlayerRow) -> None:
    message = _("%(name)s is in the file twice, with different values. Two people: give FIDE ids or birth years.")
    plan.problems.append(about(message % {"name": row.name}, column="name", rows=[first.line, row.line]))


def _check_fide_ids(plan: PlayersPlan, rows: Iterable[PlayerRow]) -> None:
    seen: dict[str, PlayerRow] = {}
    for row in rows:
        first = seen.setdefault(row.fide_id, row) if row.fide_id else row
        if name_key(first.name) != name_key(row.name):
            message = _("The FIDE id %(id)s stands with two names: %(one)s and %(other)s.")
            values = {"id": row.fide_id, "one": first.name, "other": row.name}
            plan.problems.append(about(message % values, column="fide_id", rows=[first.line, row.line]))


def _ambiguous(plan: PlayersPlan, row: PlayerRow, found: list[Known]) -> None:
    message = _("There are %(count)d players “%(name)s”: %(players)s. Say which in a column %(columns)s.")
    players = " / ".join(player.described() for player in found)
    values = {"count": len(found), "name": row.name, "players": players, "columns": "id, fide_id, birth_year"}
    plan.problems.append(about(message % values, column="name", rows=[row.line]))


def _compare(plan: PlayersPlan) -> None:
    """What is different from what is stored; an empty cell says nothing."""
    own = plan.own_fields
    stored = _stored(plan.matched, ["id", "name", *own.values()])
    standing = League.objects.filter(club=plan.club, archived_at=None, late_results=League.LateResults.NEXT_LIST)
    for player, row in plan.matched.items():
        old = stored[player]
        changes = _changes(row, own, old)
        if changes:
            plan.updates.append(Update(player, old["name"], changes))
            check_used(plan, standing, row, plan.updates[-1])
        if plan.league is None and not changes:
            plan.unchanged += 1
    if plan.league is not None:
        _compare_entries(plan, plan.league, {player: stored[player]["name"] for player in stored})
    elif ignored := {"deviation", "volatility", "k"} & set(plan.result.layout.header.columns if plan.result else ()):
        message = _("Ignored without a league: %(columns)s.")
        plan.notes.append(message % {"columns": ", ".join(sorted(ignored))})


def _compare_entries(plan: PlayersPlan, league: League, names: dict[int, str]) -> None:
    entries, used = _entries(league), used_starts(league)
    updated = {update.id for update in plan.updates}
    for player, row in plan.matched.items():
        entry = entries.get(player)
        if entry is None:
            plan.entering.append(player)
            continue
        changes = _changes(row, ENTRY_FIELDS, entry)
        if player in used and set(BROUGHT) & set(changes):
            plan.problems.append(about(f"{row.name}: {used[player]}", column="rating", rows=[row.line]))
        elif changes:
            plan.entry_updates.append(Update(entry["id"], names[player], changes))
        elif player not in updated:
            plan.unchanged += 1


def _entries(league: League) -> dict[int, dict[str, Any]]:
    """Player -> the entry with the start values that hold: the player's own where the entry has none."""
    own = {f"own_{name}": F(f"player__{name}") for name in START_FIELDS.values()}
    rows = LeagueEntry.objects.filter(league=league).annotate(**own)
    entries = {row["player_id"]: row for row in rows.values("id", "player_id", *ENTRY_FIELDS.values(), *own)}
    for entry in entries.values():
        for name in START_FIELDS.values():
            if entry[name] is None:
                entry[name] = entry[f"own_{name}"]
    return entries


def _changes(row: PlayerRow, fields: dict[str, str], old: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    said = {name: getattr(row, column) for column, name in fields.items()}
    return {name: (old[name], new) for name, new in said.items() if new not in (None, "") and new != old[name]}


def _stored(players: Iterable[int], columns: list[str]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for chunk in _chunks(players):
        found |= {row["id"]: row for row in Player.objects.filter(pk__in=chunk).values(*columns)}
    return found


def _suggest(plan: PlayersPlan) -> None:
    if plan.new and Player.objects.filter(club=plan.club).exists():
        for row in plan.new[:_SUGGESTED]:
            if found := near_matches(club=plan.club, name=row.name, limit=3):
                plan.near[row.name] = [player.name for player in found]


def _chunks(values: Iterable[int]) -> Iterator[list[int]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
