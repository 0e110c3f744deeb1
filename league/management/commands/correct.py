"""Correct one game."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.formats.outcomes import MIRRORED, winner
from league.management.base import (
    ServiceCommand,
    Usage,
    day_of,
    game_at,
    game_data,
    game_text,
    result_of,
    time_of,
)  # fmt: skip
from league.models import PLAYED, Game
from league.services.correcting import GameFields, correct_game, preview_correction
from league.services.people import player_named


class Command(ServiceCommand):
    help = "Correct one game; every rating after it follows. --dry-run shows who would move."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=int, metavar="GAME", help="The id in the column “game” of exports.")
        parser.add_argument("--result", help="1-0, 0-1, 1/2, a forfeit, or points such as 2:3.")
        parser.add_argument("--date", help="YYYY-MM-DD")
        parser.add_argument("--time", help="HH:MM")
        parser.add_argument("--white", help="Name, FIDE id or #id of the player who had White.")
        parser.add_argument("--black", help="Name, FIDE id or #id of the player who had Black.")
        parser.add_argument("--round", type=int)
        parser.add_argument("--board", type=int)
        parser.add_argument(
            "--swap", action="store_true", help="Exchange the colours; each player keeps the own score."
        )
        parser.add_argument("--confirm", action="store_true", help="A pending result is final.")
        parser.add_argument("--reason", default="", help="Why: shown with the correction.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        game = game_at(options["game"])
        fields, swap = fields_of(game, options), options["swap"]
        if not (fields or swap):
            raise Usage("Say what to correct: --result, --date, --white, --black, --swap ...")
        if options["dry_run"]:
            self.say_preview(preview_correction(game=game, swap=swap, **fields))
            return
        if "white_points" in fields and fields["white_points"] is None:
            note = _("The points %(white)s : %(black)s no longer go with the result and are dropped.")
            self.stderr.write(note % {"white": game.white_points, "black": game.black_points})
        revisions = game.revisions.count()
        corrected = correct_game(game=game, reason=options["reason"], swap=swap, **fields)
        changed = corrected.revisions.count() > revisions
        words = _("Game %(game)d corrected:") if changed else _("Game %(game)d says that already; nothing was changed:")
        text = words % {"game": game.pk} + "\n" + game_text(corrected)
        self.say(text, {**game_data(corrected), "changed": changed})


def _contradicted(game: Game, outcome: str, *, swap: bool) -> bool:
    """Whether the points on record say another result: a bare result then replaces them (``2:3`` sets both)."""
    if game.white_points is None or game.black_points is None or outcome not in PLAYED:
        return False
    said = winner(game.white_points, game.black_points)
    return (MIRRORED.get(said, said) if swap else said) != outcome


def fields_of(game: Game, options: dict[str, Any]) -> GameFields:
    """The fields that the options name."""
    fields: GameFields = {}
    if options["result"] is not None:
        fields["outcome"], white_points, black_points = result_of(options["result"])
        if white_points is not None or _contradicted(game, fields["outcome"], swap=options["swap"]):
            fields["white_points"], fields["black_points"] = white_points, black_points
    if options["date"] is not None:
        fields["played_on"] = day_of(options["date"])
    if options["time"] is not None:
        fields["played_at"] = time_of(options["time"])
    if options["white"] is not None:
        fields["white"] = player_named(club=game.league.club, text=options["white"], field="white")
    if options["black"] is not None:
        fields["black"] = player_named(club=game.league.club, text=options["black"], field="black")
    if options["round"] is not None:
        fields["round"] = options["round"]
    if options["board"] is not None:
        fields["board"] = options["board"]
    if options["confirm"]:
        fields["status"] = Game.Status.FINAL
    return fields
