"""What a person should know of an import though nothing is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _

from league.formats.faults import Fault
from league.formats.outcomes import MIRRORED

from .event_words import NOTES
from .keyed import mark, repeated
from .plan import ReadFile, ResultsPlan
from .planned import PlannedGame

_OF_ONE_KIND = 5


def file_notes(file: ReadFile, *, several: bool) -> list[str]:
    result = file.result
    assert result is not None
    notes = [*reader_notes(file.warnings), *(reader_notes(file.event.warnings) if file.event else ())]
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


def reader_notes(found: Iterable[Fault]) -> list[str]:
    """What a reader told, each kind of it at most a few times."""
    notes, seen = [], Counter[str]()
    for fault in found:
        seen[fault.code] += 1
        if seen[fault.code] <= _OF_ONE_KIND:
            where = ", ".join(map(str, fault.rows[:5])) + (" …" if fault.times > 5 else "")
            message = NOTES[fault.code] % {"text": fault.text, "times": fault.times, **fault.values}
            notes.append(_("%(message)s (line %(lines)s)") % {"message": message, "lines": where})
    return notes


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
    new = plan.matches.new
    if new.different("round") <= {None}:
        return []
    twice = repeated(_where(game) for game in new)
    seen: dict[tuple[object, ...], int] = {}
    lines = []
    for game in new if twice else ():
        if game.row.round is None or mark(_where(game)) not in twice:
            continue
        outcome = game.row.result.outcome or ""
        where = (game.row.at.day, game.event, game.row.round)
        if seen.get((*where, game.black, game.white, MIRRORED.get(outcome, outcome))):
            lines.append(game.row.line)
        seen[(*where, game.white, game.black, outcome)] = game.row.line
    return lines


def _where(game: PlannedGame) -> tuple[object, ...]:
    """Day, event, round and who met, whoever had White."""
    low, high = sorted((game.white, game.black))
    return (game.row.at.day, game.event, game.row.round, low, high)
