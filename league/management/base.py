"""What all commands share: naming a league, texts turned into values, output for people or machines.

Exit codes: 0 done, 1 the data is refused (why goes to stderr), 2 wrong usage. Never a traceback.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError
from django.utils.translation import gettext as _

from league.formats.outcomes import SPELLINGS, Reading, Unclear, read_result
from league.models import Club, Game, League
from league.services import errors
from league.services.leagues import find_league
from ratings.services import CannotRate, Preview

MOST_TOLD = 20  # players of a preview that a terminal shows where a file moves them
READER_GONE = 141  # 128 + SIGPIPE, what a shell reports of any command in a cut pipe


class Refused(CommandError):
    """The data is refused: exit 1."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=1)


class Usage(CommandError):
    """The command cannot be meant so: exit 2."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=2)


class ServiceCommand(BaseCommand):
    """A command over the services: subclasses write ``arguments`` and ``act``."""

    requires_system_checks: list[str] = []
    writes_json = True

    def run_from_argv(self, argv: list[str]) -> None:
        """As a process. A reader who has seen enough (``| head``) ends it as quietly as he ends ``cat``."""
        self._open_streams()
        try:
            super().run_from_argv(argv)
            sys.stdout.flush()  # here, where a failure can still be told
        except BrokenPipeError:
            _discard_output()
            sys.exit(READER_GONE)
        except OSError as error:  # a full disk, or a file that was named
            _discard_output()
            words = _("The output could not be written: %(error)s.") % {"error": error.strerror or error}
            self.stderr.write(f"{error.filename}: {error.strerror}." if error.filename else words)
            sys.exit(1)

    def _open_streams(self) -> None:
        """A closed stream swallows what is written, as print does; a character the terminal lacks is spelled out."""
        if sys.stdout is None:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for the life of the process)
            self.stdout = OutputWrapper(sys.stdout)
        if sys.stderr is None:
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            self.stderr = OutputWrapper(sys.stderr)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")

    def add_arguments(self, parser: CommandParser) -> None:
        self.arguments(parser)
        if self.writes_json:
            parser.add_argument("--json", action="store_true", help="Write one JSON value, for machines.")

    def arguments(self, parser: CommandParser) -> None:
        """The command's own arguments."""

    def act(self, **options: Any) -> None:
        """Does it. Raises ``errors.Refused`` for data, ``Usage`` for a misuse."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        self.json = bool(options.get("json"))
        try:
            self.act(**options)
        except errors.Refused as refused:
            if self.json:
                problems = [problem._asdict() for problem in refused.problems]
                self._write_json({"done": False, "message": refused.message, "problems": problems})
            raise Refused(_in_lines(refused)) from refused
        except CannotRate as error:
            raise Refused(str(error)) from error
        except DatabaseError as error:
            raise Refused(_database_words(error)) from error

    def say(self, text: str, data: Mapping[str, Any] | list[Any] | None = None) -> None:
        """Tell what was done: ``text`` for people, or ``data`` where JSON is asked for."""
        if not self.json:
            self.stdout.write(text)
        elif isinstance(data, list):
            self._write_json(data)
        else:
            self._write_json({"done": True, **(data or {"message": text})})

    def say_preview(self, preview: Preview) -> None:
        """Who would move, largest first."""
        self.say(preview_text(preview), {"dry_run": True, **preview.as_data()})

    def _write_json(self, data: Any) -> None:
        self.stdout.write(json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))


def add_league(parser: CommandParser) -> None:
    parser.add_argument("league", metavar="LEAGUE", help="club-slug/league-slug")


def league_at(path: str) -> League:
    """The league of a path; a text that is no path is a misuse."""
    club, slash, slug = path.partition("/")
    if not (club and slash and slug) or "/" in slug:
        raise Usage(_("“%(path)s” names no league: write club-slug/league-slug.") % {"path": path})
    return find_league(path)


def club_at(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)[:10]) or "–"
        raise errors.Refused(_("There is no club %(slug)s. Known: %(known)s.") % {"slug": slug, "known": known})
    return club


def game_at(game_id: int) -> Game:
    game = Game.objects.select_related("league__club", "event", "white", "black").filter(pk=game_id).first()
    if game is None:
        raise errors.Refused(_("There is no game %(game)d.") % {"game": game_id}, field="game")
    return game


def day_of(text: str, field: str = "date") -> date:
    """``YYYY-MM-DD``, a day there is. Other ISO spellings are refused: 2026-W01-1 is a day of 2025."""
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").date()
    except ValueError:
        message = _("“%(text)s” is no date: write a day of the calendar as YYYY-MM-DD.")
        raise errors.Refused(message % {"text": text}, field=field) from None


def time_of(text: str, field: str = "time") -> time:
    """``HH:MM`` on the club's wall."""
    try:
        found = time.fromisoformat(text.strip())
    except ValueError:
        found = None
    if found is None or found.tzinfo is not None:
        raise errors.Refused(_("“%(text)s” is no time: write HH:MM.") % {"text": text}, field=field)
    return found


def result_of(text: str, field: str = "result") -> tuple[str, int | None, int | None]:
    """How a game ended, with points where they are given."""
    try:
        reading = read_result(text)
    except Unclear:
        reading = Reading(None)
    if reading.outcome is None:
        message = _("“%(text)s” is no result: write one of %(known)s.")
        raise errors.Refused(message % {"text": text, "known": SPELLINGS}, field=field)
    return reading.outcome, reading.white_points, reading.black_points


def number(value: float | None) -> str:
    """A rating as a terminal shows it; full numbers are in the JSON."""
    return "–" if value is None else f"{value:.1f}"


def signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.1f}".replace("-", "−")


def game_data(game: Game) -> dict[str, Any]:
    """A game as machines read it; keys are the columns of result files."""
    return {
        "game": game.pk,
        "date": game.played_on,
        "time": game.played_at,
        "white": game.white.name,
        "black": game.black.name,
        "result": game.outcome,
        "event": game.event.name if game.event else None,
        "round": game.round,
        "board": game.board,
        "status": game.status,
    }


def game_text(game: Game) -> str:
    return f"{game.played_on}  {game.white.label} – {game.black.label}  {game.get_outcome_display()}"


def preview_text(preview: Preview, most: int | None = None) -> str:
    """Who would move, largest first; of more than ``most`` the rest is counted."""
    others = [_("%(league)s moves, too:") % {"league": other.league.path} + "\n" + preview_text(other, most)
              for other in preview.others if other.players]  # fmt: skip
    if not preview.players:
        return "\n".join([_("Nobody would move. Nothing was written."), *others])
    lines = [
        f"{move.name:32.32} {number(move.before):>9} → {number(move.after):>9}  {signed(move.change):>8}"
        f"  {_rank(move.rank_before)} → {_rank(move.rank_after)}"
        for move in preview.moves[:most]
    ]
    if (more := len(preview.moves) - len(lines)) > 0:
        lines.append(_("… and %(count)d more (--json has all).") % {"count": more})
    if preview.slightly:
        lines.append(_("Moving by less than 0.05: %(count)d more.") % {"count": preview.slightly})
    if preview.lists_touched:
        lines.append(_("Published lists touched: %(lists)s.") % {"lists": ", ".join(preview.lists_touched)})
    message = _("Players who would move: %(players)d. Games re-rated: %(games)d. Nothing was written.")
    return "\n".join([*lines, message % {"players": preview.players, "games": preview.games}, *others])


def _discard_output() -> None:
    """What is left in the buffer goes nowhere: Python's own flush at the end would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rank(rank: int | None) -> str:
    return "–" if rank is None else f"#{rank}"


def _in_lines(refused: errors.Refused) -> str:
    if len(refused.problems) == 1:
        return refused.message
    named = [f"  {p.column}: {p.message}" if p.column else f"  {p.message}" for p in refused.problems]
    return "\n".join([_("nothing was changed, because:"), *named])


def _database_words(error: DatabaseError) -> str:
    words = str(error).splitlines()[0] if str(error) else type(error).__name__
    if "no such table" in words or "does not exist" in words:
        return _("The database has not been set up: run “manage.py migrate” (%(error)s).") % {"error": words}
    return _("The database refused: %(error)s. Nothing was changed.") % {"error": words}
