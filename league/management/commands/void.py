"""Void one game."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, game_at, game_data, game_text
from league.models import Game
from league.services.correcting import preview_void, void_game


class Command(ServiceCommand):
    help = "Take one game out of the ratings; it stays in the records as void. --dry-run shows who would move."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=int, metavar="GAME", help="The id in the column “game” of exports.")
        parser.add_argument("--reason", default="", help="Why: shown with the game.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        game = game_at(options["game"])
        if options["dry_run"]:
            self.say_preview(preview_void(game=game))
            return
        changed = game.status != Game.Status.VOID
        game = void_game(game=game, reason=options["reason"])
        words = _("Game %(game)d is void now:") if changed else _("Game %(game)d is void already:")
        text = words % {"game": game.pk} + "\n" + game_text(game)
        self.say(text, {**game_data(game), "changed": changed})
