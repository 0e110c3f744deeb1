"""Make two records of one person one."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, club_at
from league.management.people import say_preview
from league.services.people import merge_players, player_named, preview_merge


class Command(ServiceCommand):
    help = (
        "Make two records of one person one: everything of ABSORBED goes to KEPT, and every league concerned is rated"
        " again. split_players takes it back. --dry-run shows who would move."
    )

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="The club's short name.")
        parser.add_argument("kept", metavar="KEPT", help="The record that stays: name, FIDE id or #id.")
        parser.add_argument("absorbed", metavar="ABSORBED", help="The record that goes into it.")
        parser.add_argument("--reason", default="", help="Why: shown with every game that goes over.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        club = club_at(options["club"])
        kept = player_named(club=club, text=options["kept"], field="kept")
        absorbed = player_named(club=club, text=options["absorbed"], field="absorbed")
        if options["dry_run"]:
            say_preview(self, preview_merge(kept=kept, absorbed=absorbed))
            return
        merge = merge_players(kept=kept, absorbed=absorbed, reason=options["reason"])
        games = len(merge.moved["white"]) + len(merge.moved["black"])
        words = _("%(absorbed)s is part of %(kept)s now (merge %(merge)d); games that went over: %(games)d")
        values = {"absorbed": f"#{absorbed.pk}", "kept": f"{kept} (#{kept.pk})", "merge": merge.pk, "games": games}
        data = {"merge": merge.pk, "kept": kept.pk, "absorbed": absorbed.pk, "games": games}
        self.say(words % values, data)
