"""Take a merge back."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import Refused, ServiceCommand, club_at
from league.management.people import say_preview
from league.models import Merge
from league.services.people import preview_split, split_players


class Command(ServiceCommand):
    help = "Make the two records of a merge two again: what went over goes back, and nothing else."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="The club's short name.")
        parser.add_argument("merge", metavar="MERGE", type=int, help="The number that merge_players said.")
        parser.add_argument("--reason", default="", help="Why: shown with every game that goes back.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        club = club_at(options["club"])
        merge = Merge.objects.filter(club=club, pk=options["merge"]).first()
        if merge is None:
            values = {"merge": options["merge"], "club": club.name}
            raise Refused(_("There is no merge %(merge)d in %(club)s.") % values)
        if options["dry_run"]:
            say_preview(self, preview_split(merge=merge))
            return
        merge = split_players(merge=merge, reason=options["reason"])
        data = {"merge": merge.pk, "kept": merge.kept_id, "absorbed": merge.absorbed_id}
        self.say(_("%(kept)s and %(absorbed)s are two again.") % {"kept": merge.kept, "absorbed": merge.absorbed}, data)
