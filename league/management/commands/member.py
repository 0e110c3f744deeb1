"""Give somebody a role in a club, or end it."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, club_at
from league.models import Membership
from league.services import access
from league.services.errors import refuse
from league.services.people import player_named

NONE = "none"


class Command(ServiceCommand):
    help = "Give an account a role in a club (none: end the membership). For whoever runs the server: nobody is asked."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="The club's short name in addresses.")
        parser.add_argument("user", metavar="USER", help="The name with which the account signs in.")
        parser.add_argument("role", metavar="ROLE", choices=[*Membership.Role.values, NONE], help="%(choices)s")
        parser.add_argument("--player", metavar="NAME", help="The player of the club that this member is.")

    def act(self, **options: Any) -> None:
        club, user = club_at(options["club"]), _account(options["user"])
        known = Membership.objects.filter(club=club, user=user).first()
        data = {"club": club.slug, "user": options["user"], "role": options["role"]}
        if options["role"] != NONE:
            player = player_named(club=club, text=options["player"], field="player") if options["player"] else None
            access.give_role(club=club, user=user, role=options["role"], player=player)
            self.say(_("%(user)s is %(role)s of %(club)s.") % data, data)
            return
        if known is not None:
            access.remove_member(membership=known)
        self.say(_("%(user)s has no role in %(club)s.") % data, data)


def _account(name: str) -> Any:
    user = get_user_model().objects.filter(username=name, is_active=True).first()
    if user is None:
        refuse(_("There is no account “%(name)s”. Invite: manage.py invite CLUB ROLE.") % {"name": name}, "user")
    return user
