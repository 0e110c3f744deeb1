"""Files of results: what committing them would do. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.formats.detect import PLAYERS, RESULTS, Detected, read_event
from league.formats.event_rows import result_file, who_of
from league.formats.faults import Faults, Unreadable
from league.formats.pasted import read_pasted
from league.formats.results import EventSaid, PackedRows, ResultFile, Who, read_results
from league.formats.text import decode
from league.models import League, LeagueEntry

from ..errors import Problems, Refused
from ..limits import check_reason
from ..writing import take_results
from .checks import check_closed, check_days, check_differing, check_once_a_round, check_same_player, check_too_late
from .comparing import Comparison
from .details import plan_details
from .directory import find_players
from .files import SourceFile, find_out
from .leaving import leave_out
from .matching import match_games
from .notes import file_notes, match_notes
from .occasions import plan_occasions
from .plan import Progress, ReadFile, ResultsOptions, ResultsPlan
from .planned import PlannedGames
from .problems import about, of_fault, of_file

PASTED = "pasted"  # layout of lines as people write them
_ROWS_NAMED = 20
_BOTH = ("white", "black")


def plan_results(
    *,
    league: League,
    files: Sequence[SourceFile],
    options: ResultsOptions | None = None,
    progress: Progress | None = None,
) -> ResultsPlan:
    """Read files of results and find what they would do; every problem of every file at once.

    Never writes and never locks. ``progress`` hears each step and the number of rows.
    """
    plan = ResultsPlan(league, options or ResultsOptions(), [ReadFile(file) for file in files], league.version)
    say = progress or (lambda step, rows: None)
    _check_options(plan)
    zone = ZoneInfo(league.club.time_zone)
    for file in plan.files:
        _read(plan, file, zone)
    rows = sum(len(file.rows) for file in plan.files)
    say(_("read"), rows)
    if plan.options.most_rows is not None and rows > plan.options.most_rows:
        message = _(
            "%(rows)d rows are too many for a page, which takes %(most)d: import the file with the command"
            " “manage.py import_results %(league)s FILE”, or in parts."
        )
        values = {"rows": rows, "most": plan.options.most_rows, "league": league.path}
        plan.problems.append(about(message % values))
        return plan
    if not rows and not any(file.event for file in plan.files):
        return plan
    _plan_rows(plan, rows, say)
    return plan


def _check_options(plan: ResultsPlan) -> None:
    found = Problems()
    try:
        take_results(plan.league)
    except Refused as refused:
        found.add(refused.message)
    if plan.options.reason:
        check_reason(found, plan.options.reason)
    plan.problems += [about(problem.message) for problem in found.found]
    if not plan.files:
        plan.problems.append(about(_("There is no file to import.")))


def _read(plan: ResultsPlan, file: ReadFile, zone: ZoneInfo) -> None:
    options, name = plan.options, file.source.name
    try:
        found = _find_out(file, options)
        file.format, file.layout, file.text = found.format, found.layout, found.text
        file.result = _result(file, found, options, zone)
        if options.left_out:
            leave_out(file, options.left_out)
        file.result = file.result._replace(rows=PackedRows.of(file.result.rows))
    except Unreadable as unreadable:
        plan.problems.append(of_file(name, unreadable))
        return
    plan.problems += [of_fault(name, fault) for fault in file.result.faults]
    plan.notes += file_notes(file, several=len(plan.files) > 1)


def _find_out(file: ReadFile, options: ResultsOptions) -> Detected:
    """What the file is; text that is nothing with headings, and was pasted, is lines as people write them."""
    try:
        return find_out(
            file.source, format=options.format, encoding=options.encoding, limit=options.limit, sheet=options.sheet,
            delimiter=options.delimiter, header_row=options.header_row,
        )  # fmt: skip
    except Unreadable as unreadable:
        if not options.pasted or unreadable.code not in ("no_header", "no_columns", "not_individual"):
            raise
        return Detected("pasted", PASTED, decode(file.source.data, options.encoding), Faults())


def _result(file: ReadFile, found: Detected, options: ResultsOptions, zone: ZoneInfo) -> ResultFile:
    day = options.day.isoformat() if options.day else None
    if found.layout == PLAYERS:
        raise Unreadable("players_only")
    if found.layout == PASTED:
        return read_pasted(
            found.text, day=day, event=options.event, round=options.round, subject=options.subject,
            day_first=options.day_first,
        )  # fmt: skip
    if found.layout == RESULTS:
        file.warnings = found.warnings
        return read_results(
            found.text, day=day, event=options.event, zone=zone, day_first=options.day_first, style=options.style
        )
    file.event = read_event(found, zone=zone)
    return result_file(file.event, day=day, event_name=options.event, partial_days=options.partial_days)


def _plan_rows(plan: ResultsPlan, rows: int, say: Progress) -> None:
    check_days(plan)
    sides, places = _sides(plan)
    plan.directory = find_players(
        plan.league.club, sides, create=plan.options.create_players, places=places, choices=plan.options.choices
    )
    plan.problems += plan.directory.problems
    plan.occasions = plan_occasions(plan.league, [file.rows for file in plan.files])
    plan.problems += plan.occasions.problems
    plan.notes += plan.occasions.notes
    say(_("matched players and events"), rows)
    check_same_player(plan)
    if plan.problems:
        return
    games = _games(plan)
    comparisons = [comparison_of(file) for file in plan.files]
    plan.matches = match_games(plan.league, games, comparisons, plan.directory.name_of, update=plan.options.update)
    plan.problems += plan.matches.problems
    check_differing(plan)
    check_once_a_round(plan)
    check_closed(plan)
    check_too_late(plan)
    plan.ratings = _ratings(plan, games)
    events = {place: file.event for place, file in enumerate(plan.files) if file.event}
    plan.details = plan_details(events, games if events else (), plan.directory.refs, plan.league.pk)
    plan.notes += match_notes(plan)
    say(_("compared with the league"), rows)


def _sides(plan: ResultsPlan) -> tuple[dict[Who, list[int]], dict[Who, tuple[str, str]]]:
    """Everybody named, with the lines of the first file where they stand, that file and the column."""
    sides: dict[Who, list[int]] = {}
    places: dict[Who, tuple[str, str]] = {}
    for file in plan.files:
        rows, here = file.rows, defaultdict[Who, list[int]](list)
        both = (rows.changed(side, here.__getitem__) for side in _BOTH)
        for line, white, black in zip(rows.lines, *both, strict=False):
            if len(white) < _ROWS_NAMED:
                white.append(line)
            if len(black) < _ROWS_NAMED:
                black.append(line)
        first = [(at, n, who) for n, side in enumerate(_BOTH) for (who,), at in rows.first_places(side).items()]
        for _at, n, who in sorted(first, key=lambda each: each[:2]):
            if who not in sides:
                sides[who], places[who] = here[who], (file.source.name, _BOTH[n])
    for file in plan.files:
        for player in file.event.players if file.event and file.layout != "pgn" else ():
            if (who := who_of(player)) not in sides:
                sides[who], places[who] = [player.line], (file.source.name, "")
    return sides, places


def _games(plan: ResultsPlan) -> PlannedGames:
    """The rows with their players and events."""
    event_of = plan.occasions.event_of

    def reference(said: EventSaid, day: str) -> int:
        event = event_of(said, day)
        return event.id if event else 0

    return PlannedGames([file.rows for file in plan.files], plan.directory.refs, reference)


def comparison_of(file: ReadFile) -> Comparison:
    """What the file says of its games."""
    columns = set(file.columns())
    rows = file.rows
    said: set[str] = {column for column in ("time", "event", "round", "board", "neutral") if column in columns}
    if columns & {"k", "white_k", "black_k", "weight"}:
        said.add("factors")
    if any(at.time for at in rows.different("at")):
        said.add("time")
    if any(event.name for event in rows.different("event")):
        said.add("event")
    if any(result.white_points is not None for result in rows.different("result")):
        said.add("points")
    if file.event and file.format != "pgn":
        said.add("once_a_round")
    return Comparison(said)


def _ratings(plan: ResultsPlan, games: PlannedGames) -> dict[int, float]:
    """Ratings given for players who are new to the league: those of each player's first game."""
    if games.different("white_rating") | games.different("black_rating") <= {None}:
        return {}
    first: dict[int, tuple[str, int, float]] = {}
    for game in plan.matches.new:
        row = game.row
        for player, rating in ((game.white, row.white_rating), (game.black, row.black_rating)):
            if rating is not None:
                at = (row.at.day, row.line, rating)
                if player not in first or at[:2] < first[player][:2]:
                    first[player] = at
    entered: set[int] = set()
    if any(player > 0 for player in first):
        entered = set(LeagueEntry.objects.filter(league=plan.league).values_list("player_id", flat=True))
    return {player: rating for player, (_day, _line, rating) in first.items() if player not in entered}
