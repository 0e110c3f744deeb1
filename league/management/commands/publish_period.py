"""Publish the list of a closed period."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, add_league, league_at
from league.services.periods import find_period, publish_period


class Command(ServiceCommand):
    help = "Freeze the list of a closed period."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("period", metavar="YYYY-MM", help="Name of the period.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        period = find_period(league=league, name=options["period"])
        changed = period.status != period.Status.PUBLISHED
        period = publish_period(period=period)
        made = period.published_list
        words = (
            _("%(period)s is published: list of %(dated)s, players on it: %(players)d.")
            if changed
            else _(
                "%(period)s was published before: list of %(dated)s, players on it: %(players)d. Nothing was changed."
            )
        )
        values = {"period": period.name, "players": made.players, "dated": made.dated}
        self.say(words % values, {"league": league.path, **values, "status": period.status, "changed": changed})
