"""Files named on a command line."""

import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import Usage
from league.services.importing import SourceFile

FORMATS = ("auto", "csv", "xlsx", "trf", "pgn", "fide")


def add_reading(parser: CommandParser) -> None:
    """How files are to be read."""
    parser.add_argument("--format", choices=FORMATS, default="auto", help="Found by what stands in the file.")
    parser.add_argument("--encoding", help="utf-8, cp1251, cp1250 ...; found by itself if left out.")
    parser.add_argument("--no-limit", action="store_true", help="Take files larger than ARPAD_UPLOAD_LIMIT.")
    parser.add_argument("--reason", default="", help="Why a closed period is changed.")
    parser.add_argument("--dry-run", action="store_true", help="Check everything, write nothing.")


def limit_of(options: dict[str, object]) -> int | None:
    return None if options["no_limit"] else settings.ARPAD_UPLOAD_LIMIT


def read_file(path: str, limit: int | None) -> SourceFile:
    """The file, ``-`` for standard input; of one over the limit only as much as shows it."""
    most = -1 if limit is None else limit + 1
    if path == "-":
        return SourceFile("stdin", sys.stdin.buffer.read(most))
    try:
        with Path(path).open("rb") as stream:
            return SourceFile(Path(path).name, stream.read(most))
    except OSError as error:
        raise Usage(_("%(path)s cannot be read: %(error)s.") % {"path": path, "error": error.strerror}) from None
