"""Set or move a rating by hand."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, add_league, day_of, league_at
from league.services.adjusting import adjust, preview_adjust
from league.services.people import player_named


class Command(ServiceCommand):
    help = "Set a player's rating to a value, or move it, before the games of a day. --dry-run shows who would move."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("player", metavar="PLAYER", help="Name, FIDE id or #id.")
        value = parser.add_mutually_exclusive_group(required=True)
        value.add_argument("--to", type=float, metavar="X", help="The rating from then on.")
        value.add_argument("--by", type=float, metavar="X", help="Points to move by.")
        parser.add_argument("--on", required=True, metavar="DATE", help="YYYY-MM-DD")
        parser.add_argument("--reason", default="", help="Why: shown with the adjustment.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        player = player_named(club=league.club, text=options["player"])
        on = day_of(options["on"], "on")
        if options["dry_run"]:
            self.say_preview(preview_adjust(league=league, player=player, on=on, to=options["to"], by=options["by"]))
            return
        made = adjust(league=league, player=player, on=on, to=options["to"], by=options["by"], reason=options["reason"])
        what = _("set to %(to)g") % {"to": made.to} if made.to is not None else _("moved by %(by)+g") % {"by": made.by}
        data = {"adjustment": made.pk, "player": player.name, "on": made.on, "to": made.to, "by": made.by}
        self.say(f"{player.name}: {what}, {made.on}", data)
