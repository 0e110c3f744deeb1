"""The whole database as a backup holds it."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management import backups
from league.management.base import Refused, ServiceCommand
from league.models import League
from league.services.checking import check_now


class Command(ServiceCommand):
    help = "Put a backup back in place of everything in the database. Nothing is touched unless the file is sound."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--yes", action="store_true", help="Replace a database that is not empty.")
        parser.add_argument("--verify", action="store_true", help="Then count, and compare every league with a replay.")

    def act(self, **options: Any) -> None:
        source = Path(options["file"])
        backups.check(source)
        if not options["yes"] and not backups.is_empty():
            raise Refused(_("The database is not empty: --yes replaces everything in it. Nothing was changed."))
        expected = backups.put_back(source)
        call_command("migrate", interactive=False, verbosity=0)
        lines = [_("%(file)s is put back.") % {"file": source}]
        if options["verify"]:
            lines += self._verified(expected)
        self.say("\n".join(lines), {"file": str(source), "counts": expected, "verified": options["verify"]})

    def _verified(self, expected: dict[str, int]) -> list[str]:
        now = backups.counts()
        lost = {name: (count, now[name]) for name, count in expected.items() if now[name] != count}
        if lost:
            raise Refused(_("Rows in the file and in the database differ: %(what)s.") % {"what": lost})
        leagues = list(League.objects.select_related("club").order_by("pk"))
        differing = [league.path for league in leagues if check_now(league=league)]
        if differing:
            raise Refused(
                _("Put back, but not as computed: %(leagues)s. “manage.py verify” tells what differs.")
                % {"leagues": ", ".join(differing)}
            )
        counted = ", ".join(f"{name} {count}" for name, count in expected.items())
        return [_("Counted: %(what)s.") % {"what": counted}, _("Leagues as computed: %(n)d.") % {"n": len(leagues)}]
