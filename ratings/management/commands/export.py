"""Write a league's games, changes, ratings, list or players as a table."""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, BinaryIO

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.formats.fide_lists import fixed_lines
from league.formats.pgn import write_pgn
from league.formats.writing import csv_lines, json_lines, write_xlsx
from league.management.base import ServiceCommand, Usage, add_league, day_of, league_at
from league.models import League
from league.services import errors
from league.services.event_files import event_file, find_event, report_of
from ratings import extracts
from ratings.boards import lists

Rows = Iterable[tuple[Any, ...]]
Reader = Callable[[League, date | None], Rows]
TABLES: dict[str, tuple[tuple[str, ...], Reader]] = {
    "games": (extracts.GAMES, lambda league, day: extracts.game_rows(league, until=day)),
    "changes": (extracts.CHANGES, lambda league, day: extracts.change_rows(league, until=day)),
    "ratings": (extracts.RATINGS, lambda league, day: extracts.rating_rows(league, at=day)),
    "list": (extracts.LIST, lambda league, day: extracts.list_rows(league, at=day)),
    "players": (extracts.PLAYERS, lambda league, day: extracts.player_rows(league)),
}
FORMATS = ("csv", "json", "xlsx", "txt", "trf", "pgn")
OF_EVENTS = ("trf", "pgn")


class Command(ServiceCommand):
    help = (
        "Write a league's games, changes, ratings, published list or players. Full precision, ISO dates; games and"
        " players are what import_results and import_players read."
    )
    writes_json = False

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("what", choices=TABLES)
        parser.add_argument("--at", metavar="DATE", help="Up to the end of this day; the list in force on it.")
        parser.add_argument(
            "--format",
            choices=FORMATS,
            default="csv",
            help="txt: a list in FIDE's fixed width; trf (report) and pgn (tags): the games of one event.",
        )
        parser.add_argument("--event", metavar="NAME", help="The event of trf and pgn, by name or as #number.")
        parser.add_argument("--report", choices=("TRF26", "TRF16"), default="TRF26", help="Which format trf is.")
        parser.add_argument(
            "--excel", action="store_true", help="CSV for spreadsheets: UTF-8 mark, ; and decimal comma."
        )
        parser.add_argument("--output", "-o", metavar="FILE", help="Into this file instead of standard output.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        kind = options["format"]
        if kind in OF_EVENTS:
            self._write_event(league, kind, options)
            return
        if options["excel"] and kind != "csv":
            raise Usage(_("--excel is for csv; xlsx needs nothing more."))
        if kind == "txt":
            self._write_fixed(league, options)
            return
        headings, read = TABLES[options["what"]]
        if league.stale_since is not None:
            self.stderr.write(_("Ratings from %(day)s are being recalculated.") % {"day": league.stale_since})
        try:
            rows = read(league, day_of(options["at"], "at") if options["at"] is not None else None)
        except extracts.NoList:
            message = _("%(league)s has published no list. Publish one, or export ratings.")
            raise errors.Refused(message % {"league": league.path}) from None
        with _ended(rows):
            self._write(kind, headings, rows, options)
        # No transaction holds the rows still: it would lock out everybody else on SQLite.
        if League.objects.values_list("version", flat=True).get(pk=league.pk) != league.version:
            raise errors.Refused(_("The league changed while it was exported: export it again."))

    def _write_fixed(self, league: League, options: dict[str, Any]) -> None:
        if options["what"] != "list":
            raise Usage(_("txt is the layout of a published list: export list."))
        made = lists.list_in_force(league, day_of(options["at"], "at") if options["at"] is not None else None)
        if made is None:
            message = _("%(league)s has published no list. Publish one, or export ratings.")
            raise errors.Refused(message % {"league": league.path})
        with self._text(options["output"]) as write:
            for line in fixed_lines(made.dated, lists.fixed_rows(made)):
                write(line)

    def _write_event(self, league: League, kind: str, options: dict[str, Any]) -> None:
        if options["what"] != "games" or not options["event"]:
            raise Usage(_("%(format)s holds the games of one event: export games, and name it with --event.")
                        % {"format": kind})  # fmt: skip
        event = event_file(find_event(league, options["event"]))
        data = write_pgn(event) if kind == "pgn" else report_of(event, options["report"])
        with self._text(options["output"]) as write:
            write(data.decode("utf-8"))

    def _write(self, kind: str, headings: tuple[str, ...], rows: Rows, options: dict[str, Any]) -> None:
        if kind == "xlsx":
            with _binary(options["output"]) as stream:
                write_xlsx(stream, headings, rows)
            return
        lines = json_lines(headings, rows) if kind == "json" else _csv(headings, rows, excel=options["excel"])
        with self._text(options["output"]) as write:
            for line in lines:
                write(line)

    @contextmanager
    def _text(self, path: str | None) -> Iterator[Callable[[str], Any]]:
        if path is None:
            if hasattr(sys.stdout, "reconfigure"):
                sys.stdout.reconfigure(encoding="utf-8")  # a file, whatever the terminal's letters are
            yield lambda line: self.stdout.write(line, ending="")
            return
        with _opened(path, "w", encoding="utf-8", newline="") as stream:
            yield stream.write


@contextmanager
def _ended(rows: Rows) -> Iterator[None]:
    """Whatever ends the writing, the query ends before the connection does."""
    try:
        yield
    finally:
        if isinstance(rows, Generator):
            rows.close()


def _csv(headings: tuple[str, ...], rows: Rows, *, excel: bool) -> Iterator[str]:
    if excel:
        yield "\ufeff"
        yield from csv_lines(headings, rows, delimiter=";", decimal=",")
    else:
        yield from csv_lines(headings, rows)


def _opened(path: str, mode: str, **options: Any) -> Any:
    try:
        return open(path, mode, **options)
    except OSError as error:
        raise Usage(_("%(path)s cannot be written: %(error)s.") % {"path": path, "error": error.strerror}) from None


@contextmanager
def _binary(path: str | None) -> Iterator[BinaryIO]:
    if path is not None:
        with _opened(path, "wb") as stream:
            yield stream
    elif sys.stdout.isatty():
        raise Usage(_("An xlsx file is not for the terminal: name a file with --output."))
    else:
        yield sys.stdout.buffer
