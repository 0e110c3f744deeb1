"""Set or move a rating by hand."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, Usage, add_league, day_of, league_at
from league.models import League
from league.services.adjusting import adjust, preview_adjust
from league.services.increase import increase_march_2024, preview_increase
from league.services.people import player_named


class Command(ServiceCommand):
    help = (
        "Set a player's rating to a value, or move it, before the games of a day; or raise everybody as FIDE did on"
        " 1 March 2024. --dry-run shows who would move."
    )

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("player", metavar="PLAYER", nargs="?", help="Name, FIDE id or #id.")
        value = parser.add_mutually_exclusive_group(required=True)
        value.add_argument("--to", type=float, metavar="X", help="The rating from then on.")
        value.add_argument("--by", type=float, metavar="X", help="Points to move by.")
        value.add_argument(
            "--march-2024", action="store_true", help="FIDE's one-time increase, for all players below 2000; once."
        )
        parser.add_argument("--on", metavar="DATE", help="YYYY-MM-DD")
        parser.add_argument("--reason", default="", help="Why: shown with the adjustment.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        if options["march_2024"]:
            self._increase(league, options)
            return
        for name in ("player", "on"):
            if not options[name]:
                raise Usage(_("%(name)s is missing.") % {"name": name if name == "player" else "--on"})
        player = player_named(club=league.club, text=options["player"])
        on = day_of(options["on"], "on")
        if options["dry_run"]:
            self.say_preview(preview_adjust(league=league, player=player, on=on, to=options["to"], by=options["by"]))
            return
        made = adjust(league=league, player=player, on=on, to=options["to"], by=options["by"], reason=options["reason"])
        what = _("set to %(to)g") % {"to": made.to} if made.to is not None else _("moved by %(by)+g") % {"by": made.by}
        data = {"adjustment": made.pk, "player": player.name, "on": made.on, "to": made.to, "by": made.by}
        self.say(f"{player.name}: {what}, {made.on}", data)

    def _increase(self, league: League, options: dict[str, Any]) -> None:
        if options["player"] or options["on"]:
            raise Usage(_("--march-2024 is for everybody and has its own date."))
        if options["dry_run"]:
            self.say_preview(preview_increase(league=league))
            return
        made = increase_march_2024(league=league, reason=options["reason"])
        self.say(_("%(count)d players raised") % {"count": len(made)}, {"players": len(made), "on": "2024-03-01"})
