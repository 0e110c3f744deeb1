"""What an import did or would do, for machines and for people.

The report of ``import_results --json`` (keys are stable)::

    league       "club/league"
    dry_run      true: nothing was written
    done         true: everything could be taken (and was, without dry_run); false: nothing was, see problems
    changed      whether anything is (or would be) different now
    files        [{file, sha256, format, layout, encoding, delimiter, header_row, rows, columns: {column: heading},
                   ignored_columns: [heading], without_result: n, spellings: {result: [as written]}}]
    games        {new, there, void, corrected_since, repeated, differing, without_result}
    players      {matched, new: [name], near: {name: [similar name]}}
    events       {new: [{name, season, starts_on, ends_on}], extended: [same]}
    seasons      {new: [{name, starts_on}], moved: [same]}
    moves        of a dry run: who would move, {players, slightly, games, live, lists_touched, moves: [{player_id, name,
                   before, after, change, rank_before, rank_after}], others: {league: same}}; null where no rating
                   follows, or the file is too large for it to be shown
    since        "YYYY-MM-DD": ratings were computed again from this day
    rating       "current", or "pending": a worker computes them; null where nothing was written
    problems     [{file, rows, times, column, text, message}]
    notes        [text]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from ratings.services import Preview

from .plan import ReadFile, ResultsPlan
from .problems import told

if TYPE_CHECKING:
    from .committing import Committed


def report(
    plan: ResultsPlan, committed: Committed | None = None, foreseen: Preview | None = None
) -> dict[str, Any]:  # fmt: skip
    """The report of a plan, with what it would move, or of its commit."""
    matches, directory = plan.matches, plan.directory
    written = committed is not None and committed.since is not None
    return {
        "league": plan.league.path,
        "dry_run": committed is None,
        "done": not plan.problems,
        "changed": plan.changes and not plan.problems,
        "files": [_file(file) for file in plan.files],
        "games": {
            "new": len(matches.new),
            "there": matches.there,
            "void": matches.there_void,
            "corrected_since": matches.corrected_since,
            "repeated": len(matches.repeated),
            "differing": len(matches.differing),
            "without_result": sum(len(file.result.without_result) for file in plan.files if file.result),
        },
        "players": {"matched": len(directory.names), "new": plan.newcomers, "near": directory.near},
        "events": {
            "new": [_event(event) for event in plan.new_events],
            "extended": [_event(event) for event in plan.moved_events],
        },
        "seasons": {
            "new": [_season(season) for season in plan.occasions.seasons if season.id is None],
            "moved": [_season(season) for season in plan.occasions.seasons if season.id is not None],
        },
        "moves": foreseen.as_data() if foreseen is not None else None,
        "since": committed.since.isoformat() if committed is not None and committed.since else None,
        "rating": _rating(plan) if written else None,
        "problems": [problem._asdict() for problem in plan.problems],
        "notes": plan.notes,
    }


def stored_report(plan: ResultsPlan, file: ReadFile) -> dict[str, Any]:
    """What is kept of an import with the file it came from."""
    return {**_file(file), "notes": plan.notes}


def in_words(plan: ResultsPlan, committed: Committed | None = None) -> str:
    """The report for people."""
    if plan.problems:
        return "\n".join([_("Nothing was imported:"), *told(plan.problems)])
    lines = [_read_line(file) for file in plan.files if file.result]
    lines += [_games_line(plan, written=committed is not None), *_created_lines(plan)]
    lines += plan.notes
    if committed is None:
        lines.append(_("Dry run: nothing was written."))
    elif committed.since is not None:
        message = (
            _("Ratings are computed from %(day)s.")
            if _rating(plan) == "current"
            else _("Ratings from %(day)s are being computed by the worker.")
        )
        lines.append(message % {"day": committed.since})
    return "\n".join(lines)


def _games_line(plan: ResultsPlan, *, written: bool) -> str:
    matches = plan.matches
    there = matches.there + matches.corrected_since
    if not plan.changes:
        return _("Nothing changed: all %(there)d games are there already.") % {"there": there}
    message = (
        _("%(new)d games imported, %(there)d were there already, %(corrected)d corrected.")
        if written
        else _("%(new)d games are new, %(there)d are there already, %(corrected)d would be corrected.")
    )
    return message % {"new": len(matches.new), "there": there, "corrected": len(matches.differing)}


def _created_lines(plan: ResultsPlan) -> list[str]:
    lines = []
    for words, names in (
        (_("New players: %(count)d (%(names)s)"), plan.newcomers),
        (_("New events: %(count)d (%(names)s)"), [event.name for event in plan.new_events]),
        (_("Events with more days now: %(count)d (%(names)s)"), [event.name for event in plan.moved_events]),
        (_("New seasons: %(count)d (%(names)s)"), [season.name for season in plan.occasions.seasons]),
    ):
        if names:
            shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
            lines.append(words % {"count": len(names), "names": shown})
    for name, near in plan.directory.near.items():
        lines.append(_("%(name)s is new, but there is %(near)s.") % {"name": name, "near": ", ".join(near)})
    return lines


def _read_line(file: ReadFile) -> str:
    said = _file(file)
    message = _("%(file)s: %(rows)d rows read (%(encoding)s, delimiter %(delimiter)s)")
    line = message % {**said, "delimiter": {"\t": "tab", "": "–"}.get(said["delimiter"], said["delimiter"])}
    if said["without_result"]:
        line += _(", %(count)d without a result left out") % {"count": said["without_result"]}
    if said["ignored_columns"]:
        line += _("; columns ignored: %(columns)s") % {"columns": ", ".join(said["ignored_columns"])}
    return line


def _file(file: ReadFile) -> dict[str, Any]:
    result, text = file.result, file.text
    layout = result.layout if result else None
    return {
        "file": file.source.name,
        "sha256": file.source.sha256,
        "format": file.format,
        "layout": file.layout,
        "encoding": text.encoding_name if text else None,
        "delimiter": layout.delimiter.strip("\x1f") if layout else None,
        "header_row": layout.header.row if layout else None,
        "rows": len(result.rows) if result else 0,
        "columns": file.columns(),
        "ignored_columns": layout.header.ignored if layout else [],
        "without_result": len(result.without_result) if result else 0,
        "spellings": result.spellings if result else {},
    }


def _event(event: Any) -> dict[str, Any]:
    return {
        "name": event.name,
        "season": event.season or None,
        "starts_on": event.starts_on,
        "ends_on": event.ends_on,
    }


def _season(season: Any) -> dict[str, Any]:
    return {"name": season.name, "starts_on": season.starts_on}


def _rating(plan: ResultsPlan) -> str:
    """Whether the ratings follow already."""
    plan.league.refresh_from_db(fields=["stale_since"])
    return "pending" if plan.league.stale_since is not None else "current"
