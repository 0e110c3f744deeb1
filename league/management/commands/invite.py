"""Make a link that lets somebody into a club."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, club_at
from league.models import Membership
from league.services import access
from league.services.access.invitations import DAYS
from league.services.people import player_named


class Command(ServiceCommand):
    help = "Make a link with which somebody becomes a member of a club, once. It is shown this once."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="The club's short name in addresses.")
        parser.add_argument("role", metavar="ROLE", choices=Membership.Role.values, help="%(choices)s")
        parser.add_argument("--player", metavar="NAME", help="The player of the club that the member will be.")
        parser.add_argument("--note", default="", help="For whom it is, for the club's list of invitations.")
        parser.add_argument("--days", type=int, default=DAYS, help="How long it holds (%(default)s).")
        parser.add_argument("--site", default=_site(), help="Where the site is found (%(default)s).")

    def act(self, **options: Any) -> None:
        club = club_at(options["club"])
        player = player_named(club=club, text=options["player"], field="player") if options["player"] else None
        made, token = access.invite(
            club=club, role=options["role"], player=player, note=options["note"], days=options["days"]
        )
        link = options["site"].rstrip("/") + reverse("league:join", args=[token])
        data = {"club": club.slug, "role": made.role, "link": link, "expires_at": made.expires_at}
        words = _("Whoever opens this link first becomes %(role)s of %(club)s, until %(until)s:")
        said = words % {"role": made.role, "club": club.slug, "until": f"{made.expires_at:%Y-%m-%d %H:%M %Z}"}
        self.say(f"{said}\n{link}", data)


def _site() -> str:
    host = next((host for host in settings.ALLOWED_HOSTS if host not in ("*", "")), "localhost").lstrip(".")
    return f"http://{host}:8000" if settings.DEBUG else f"https://{host}"
