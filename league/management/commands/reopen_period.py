"""Open a closed or published period again."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, add_league, league_at
from league.services.periods import find_period, reopen_period


class Command(ServiceCommand):
    help = "Open a closed or published period again; its list is withdrawn."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("period", metavar="YYYY-MM", help="Name of the period.")
        parser.add_argument("--reason", default="", help="Why: kept with the period.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        period = find_period(league=league, name=options["period"])
        changed = period.status != period.Status.OPEN
        period = reopen_period(period=period, reason=options["reason"])
        words = _("%(period)s is open again.") if changed else _("%(period)s is open; nothing was changed.")
        data = {"league": league.path, "period": period.name, "status": period.status, "changed": changed}
        self.say(words % {"period": period.name}, data)
