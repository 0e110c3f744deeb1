"""Close a rating period."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, add_league, league_at
from league.services.periods import close_period, find_period, preview_close


class Command(ServiceCommand):
    help = "Close a period: its games are rated as a whole. --dry-run shows the list as it would be."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("period", metavar="YYYY-MM", help="Name of the period.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        period = find_period(league=league, name=options["period"])
        if options["dry_run"]:
            self.say_preview(preview_close(period=period))
            return
        changed = period.status == period.Status.OPEN
        period = close_period(period=period)
        words = _("%(period)s is closed.") if changed else _("%(period)s was closed before; nothing was changed.")
        data = {"league": league.path, "period": period.name, "status": period.status, "changed": changed}
        self.say(words % {"period": period.name}, data)
