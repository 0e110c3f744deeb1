"""What an import of a FIDE list did or would do, for machines and for people.

The report of ``import_players --format fide --json`` (keys are stable)::

    club, file     slug; name of the file
    list_date      "YYYY-MM-DD", the day of the list
    lists          [standard, rapid, blitz]: those taken
    dry_run, done, changed
    rows           players of the list who are (or came) in the club
    ratings        {new, changed, unchanged}: rows of ExternalRating
    players        {new: n, new_names: [name], updated: [{id, player, changes: {field: [old, new]}}], updated_count}
    names          [{player, fide_id, listed}]: named otherwise on the list; names_count
    not_on_list    [name]: players of the club with a FIDE id that the list has not; not_on_list_count
    without_fide_id, inactive    how many players of the club have no id, how many rows are flagged
    leagues        dry run: [{league, players, slightly, games, lists_touched, moves: [{player, before, after}]}]
    problems       [{file, rows, times, column, text, message}]: rows and cells not taken; problems_count
    (lists of names hold the first, at most a hundred)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.formats.faults import Unreadable
from league.models import Club
from ratings.services import Preview

from .players import Update
from .problems import ImportProblem, about, of_file, told

_NAMED: Final = 20  # moves that are spelled out
KEPT: Final = 100  # problems, names and updates that are spelled out; all are counted
_ROWS: Final = {
    "id": gettext_lazy("“%(text)s” is no FIDE id."),
    "name": gettext_lazy("FIDE id %(fide_id)s has no name."),
    "rating": gettext_lazy("FIDE id %(fide_id)s: “%(text)s” is no rating."),
    "columns": gettext_lazy("FIDE id %(fide_id)s: the row does not fit the columns: “%(text)s”."),
    "twice": gettext_lazy("FIDE id %(fide_id)s stands more than once: its first row counts."),
    "namesake": gettext_lazy(
        "FIDE id %(fide_id)s: there is a %(text)s without a FIDE id. Give that player the id, or another name."
    ),
    "title": gettext_lazy("FIDE id %(fide_id)s: the title “%(text)s” is unknown and was left out."),
    "birth_year": gettext_lazy("FIDE id %(fide_id)s: “%(text)s” is no year of birth and was left out."),
    "flag": gettext_lazy("FIDE id %(fide_id)s: the flag “%(text)s” is unknown."),
}
_FILES: Final = {
    "empty": gettext_lazy("The file is empty."),
    "fide_layout": gettext_lazy(
        "This is no list of FIDE's: no line near its beginning has the headings ID Number, Name, Fed and a rating."
    ),
    "zip": gettext_lazy("A ZIP file of a list must hold exactly one file, .txt or .xml; this one holds %(count)d."),
    "xml_entities": gettext_lazy("The XML file defines entities of its own. No list does: it was not read."),
    "xml_broken": gettext_lazy(
        "The XML file breaks off after player %(row)d: fetch it again. What stood before went in."
    ),
}


class Renamed(NamedTuple):
    """A player whose name on the list has other words."""

    player: str
    fide_id: str
    listed: str


@dataclass
class FideReport:
    """Counts of everything, names of the first hundred."""

    club: Club
    file: str
    dated: date
    lists: tuple[str, ...]
    dry_run: bool
    rows: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    created: int = 0
    created_names: list[str] = field(default_factory=list)
    updated: int = 0
    updates: list[Update] = field(default_factory=list)
    renamed: list[Renamed] = field(default_factory=list)
    renamed_count: int = 0
    inactive: int = 0
    missing: list[str] = field(default_factory=list)
    missing_count: int = 0
    without_id: int = 0
    problems: list[ImportProblem] = field(default_factory=list)
    problem_count: int = 0
    previews: list[Preview] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        return bool(self.new or self.changed or self.created or self.updated)

    def tell(self, code: str, line: int, fide_id: str, text: str) -> None:
        """A row or cell that was not taken."""
        self.problem_count += 1
        if len(self.problems) < KEPT:
            message = _ROWS[code] % {"fide_id": fide_id or "–", "text": text}
            self.problems.append(about(message, file=self.file, rows=(line,)))

    def told_names(self) -> Iterable[str]:
        return (f"  {each.player} ({each.fide_id}): {each.listed}" for each in self.renamed)


def of_list(file: str, unreadable: Unreadable) -> ImportProblem:
    """Words for a list that cannot be read."""
    if unreadable.code not in _FILES:
        return of_file(file, unreadable)
    return about(_FILES[unreadable.code] % unreadable.values, file=file)


def report(made: FideReport) -> dict[str, Any]:
    """The report for machines."""
    return {
        "club": made.club.slug,
        "file": made.file,
        "list_date": made.dated.isoformat(),
        "lists": list(made.lists),
        "dry_run": made.dry_run,
        "done": True,
        "changed": made.changes,
        "rows": made.rows,
        "ratings": {"new": made.new, "changed": made.changed, "unchanged": made.unchanged},
        "players": {
            "new": made.created,
            "new_names": made.created_names,
            "updated": [update._asdict() for update in made.updates],
            "updated_count": made.updated,
        },
        "names": [each._asdict() for each in made.renamed],
        "names_count": made.renamed_count,
        "not_on_list": made.missing,
        "not_on_list_count": made.missing_count,
        "without_fide_id": made.without_id,
        "inactive": made.inactive,
        "problems": [problem._asdict() for problem in made.problems],
        "problems_count": made.problem_count,
        "leagues": [_foreseen(each) for each in made.previews],
    }


def in_words(made: FideReport) -> str:
    """The report for people."""
    lines = [_("List of %(day)s (%(lists)s).") % {"day": made.dated, "lists": ", ".join(made.lists)}]
    if made.changes:
        lines.append(
            _("%(rows)d players found; ratings: %(new)d new, %(changed)d changed, %(unchanged)d as they were.")
            % {"rows": made.rows, "new": made.new, "changed": made.changed, "unchanged": made.unchanged}
        )
    else:
        lines.append(_("Nothing changed: all %(count)d ratings are there already.") % {"count": made.unchanged})
    lines += [*_created(made), *_updated(made), *_names(made), *_absent(made)]
    if made.problems:
        lines += [_("Not taken: %(count)d.") % {"count": made.problem_count}, *told(made.problems)]
    lines += [line for each in made.previews for line in _moves(each)]
    if made.dry_run:
        lines.append(_("Dry run: nothing was written."))
    return "\n".join(lines)


def _foreseen(preview: Preview) -> dict[str, Any]:
    moves = [{"player": m.name, "before": m.before, "after": m.after} for m in preview.moves]
    return {
        "league": preview.league.slug, "players": preview.players, "slightly": preview.slightly,
        "games": preview.games, "lists_touched": preview.lists_touched, "moves": moves,
    }  # fmt: skip


def _moves(preview: Preview) -> list[str]:
    said = {"league": preview.league.name, "players": preview.players, "games": preview.games}
    lines = [_("%(league)s: %(players)d players would move, %(games)d games would be rated again.") % said]
    for move in preview.moves[:_NAMED]:
        before, after = ("–" if value is None else f"{value:.1f}" for value in (move.before, move.after))
        lines.append(f"  {move.name}: {before} → {after}")
    if preview.lists_touched:
        lines.append(_("Published lists touched: %(lists)s.") % {"lists": ", ".join(preview.lists_touched)})
    return lines


def _created(made: FideReport) -> list[str]:
    if not made.created:
        return []
    names = ", ".join(made.created_names[:8]) + (", …" if made.created > 8 else "")
    return [_("New players: %(count)d (%(names)s)") % {"count": made.created, "names": names}]


def _updated(made: FideReport) -> list[str]:
    lines = []
    for update in made.updates:
        for name, (old, new) in update.changes.items():
            lines.append(f"  {update.player}: {name} {'–' if old in (None, '') else old} → {new}")
    if (more := made.updated - len(made.updates)) > 0:
        lines.append(_("… and %(count)d more players changed") % {"count": more})
    return lines


def _names(made: FideReport) -> list[str]:
    if not made.renamed:
        return []
    return [_("Named otherwise on the list: %(count)d.") % {"count": made.renamed_count}, *made.told_names()]


def _absent(made: FideReport) -> list[str]:
    lines = []
    if made.inactive:
        lines.append(_("Inactive by FIDE: %(count)d.") % {"count": made.inactive})
    if made.missing:
        names = ", ".join(made.missing) + (", …" if made.missing_count > len(made.missing) else "")
        words = _("With a FIDE id that the list has not: %(count)d (%(names)s)")
        lines.append(words % {"count": made.missing_count, "names": names})
    if made.without_id:
        lines.append(_("Without a FIDE id, so not looked for: %(count)d.") % {"count": made.without_id})
    return lines
