"""Check what is stored against a replay."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import Refused, ServiceCommand, league_at
from league.models import League
from league.services.checking import check_now

SHOWN = 20  # differences that people are shown


class Command(ServiceCommand):
    help = "Compare the stored log and ratings with a replay from the start. Any difference is exit 1."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("leagues", nargs="*", metavar="LEAGUE", help="Default: all leagues.")
        parser.add_argument("--mend", action="store_true", help="Compute anew what differs; a run records it.")
        parser.add_argument("--reason", default="", help="With --mend: why, for the log.")

    def act(self, **options: Any) -> None:
        leagues = [league_at(path) for path in options["leagues"]] or list(League.objects.select_related("club"))
        asked = {"mends": options["mend"], "reason": options["reason"]}
        found = {league.path: check_now(league=league, **asked) for league in leagues}
        differences = [difference for each in found.values() for difference in each]
        data = {"leagues": {path: len(each) for path, each in found.items()}, "differences": [
            {**difference._asdict(), "text": difference.text} for difference in differences
        ]}  # fmt: skip
        lines = [difference.text for difference in differences[:SHOWN]]
        if len(differences) > SHOWN:
            lines.append(_("… and %(count)d more; --json lists them.") % {"count": len(differences) - SHOWN})
        lines += [_("%(league)s: as computed.") % {"league": path} for path, each in found.items() if not each]
        if differences and self.json:
            self._write_json({"done": False, **data})
        elif lines:
            self.say("\n".join(lines), data)
        if differences:
            raise Refused(_("Differences: %(count)d.") % {"count": len(differences)})
