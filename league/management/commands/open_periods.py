"""Open rating periods."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, add_league, day_of, league_at
from league.services.periods import open_monthly, open_period


class Command(ServiceCommand):
    help = "Open rating periods: a run of months, or one of any days and name."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--monthly", nargs=2, metavar=("FROM", "TO"), help="Months YYYY-MM.")
        which.add_argument("--period", nargs=3, metavar=("NAME", "FROM", "TO"), help="Days YYYY-MM-DD.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        before = set(league.periods.values_list("pk", flat=True))
        if options["monthly"]:
            first, last = options["monthly"]
            periods = open_monthly(league=league, first=first, last=last)
        else:
            name, first, last = options["period"]
            days = {"starts_on": day_of(first, "starts_on"), "ends_on": day_of(last, "ends_on")}
            periods = [open_period(league=league, name=name, **days)]
        new = [period.name for period in periods if period.pk not in before]
        text = _("Periods opened: %(count)d, there before: %(there)d.") % {
            "count": len(new), "there": len(periods) - len(new)
        }  # fmt: skip
        self.say(text, {"league": league.path, "opened": new, "periods": [period.name for period in periods]})
