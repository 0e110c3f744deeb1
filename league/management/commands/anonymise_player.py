"""Take a player's name out for good."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, club_at
from league.services.people import anonymise_player, player_named


class Command(ServiceCommand):
    help = (
        "Take a player's name out of everything that is kept; games and everybody's ratings stay. It cannot be undone:"
        " --name repeats the name to confirm."
    )

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="The club's short name.")
        parser.add_argument("player", metavar="PLAYER", help="Name, FIDE id or #id.")
        parser.add_argument("--name", default="", help="The name once more, to confirm.")
        parser.add_argument("--reason", default="", help="Why; the name is taken out of it, too.")

    def act(self, **options: Any) -> None:
        player = player_named(club=club_at(options["club"]), text=options["player"])
        player = anonymise_player(player=player, typed=options["name"], reason=options["reason"])
        self.say(_("The name is taken out; it says “%(player)s” instead.") % {"player": player}, {"player": player.pk})
