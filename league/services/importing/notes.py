"""What a person should know of an import though nothing is wrong with it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.formats.outcomes import MIRRORED

from .plan import ReadFile, ResultsPlan


def file_notes(file: ReadFile, *, several: bool) -> list[str]:
    result = file.result
    assert result is not None
    notes = []
    if not result.day_order.certain:
        message = _("Dates like %(example)s were read with the day first; if the month comes first, say so.")
        notes.append(message % {"example": result.day_order.example})
    for rows, words in (
        (result.byes, _("Byes left out: %(count)d (line %(rows)s).")),
        (result.remarks, _("Rows without players left out: %(count)d (line %(rows)s).")),
    ):
        if rows:
            shown = ", ".join(map(str, rows[:5])) + (" …" if len(rows) > 5 else "")
            notes.append(words % {"count": len(rows), "rows": shown})
    return [f"{file.source.name}: {note}" for note in notes] if several else notes


def match_notes(plan: ResultsPlan) -> list[str]:
    matches, notes = plan.matches, []
    if matches.there_void:
        message = _("%(count)d games are there already but void; they stay void.")
        notes.append(message % {"count": matches.there_void})
    if matches.corrected_since:
        message = _("%(count)d games were corrected here after they came; they stay as they are.")
        notes.append(message % {"count": matches.corrected_since})
    if matches.repeated:
        message = _("%(count)d rows repeat another row with the same id or board; each counts once (line %(rows)s).")
        rows = ", ".join(str(game.row.line) for game in matches.repeated[:5])
        notes.append(message % {"count": len(matches.repeated), "rows": rows})
    if matches.alike:
        message = _(
            "%(count)d rows have day and players of a game that is there, with another result; they are taken as"
            " further games (line %(rows)s)."
        )
        rows = ", ".join(str(game.row.line) for game in matches.alike[:5])
        notes.append(message % {"count": len(matches.alike), "rows": rows})
    swapped = _swapped(plan)
    if swapped:
        message = _("%(count)d rows have a game that is there with the sides exchanged (line %(rows)s).")
        notes.append(message % {"count": len(swapped), "rows": ", ".join(map(str, swapped[:5]))})
    return notes


def _swapped(plan: ResultsPlan) -> list[int]:
    """Lines of new games that are there from the other side: files of player cards have each game twice."""
    seen: dict[tuple[object, ...], int] = {}
    lines = []
    for game in plan.matches.new:
        row = game.row
        outcome = row.result.outcome or ""
        where = (row.at.day, game.event, row.round)
        if row.round is not None and seen.get((*where, game.black, game.white, MIRRORED.get(outcome, outcome))):
            lines.append(row.line)
        seen[(*where, game.white, game.black, outcome)] = row.line
    return lines
