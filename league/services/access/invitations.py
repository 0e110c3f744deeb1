"""Invitations: a link that makes whoever opens it a member, once, for some days."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, Invitation, Membership, Player
from league.permissions import may_give

from ..errors import Refused, refuse
from ..history import keep_change
from ..limits import Range
from ..writing import Actor, lock_club
from .members import RANKS, check_player_of, check_role, give_role
from .tokens import hashed, new_token

DAYS = 14
MOST_DAYS = Range(1, 90)


def invite(
    *, club: Club, role: str, player: Player | None = None, note: str = "", days: int = DAYS, actor: Actor = None
) -> tuple[Invitation, str]:
    """A new invitation and the secret of its link, which is kept nowhere."""
    with transaction.atomic():
        lock_club(club)
        check_role(role)
        check_player_of(club, player)
        if not MOST_DAYS.low <= days <= MOST_DAYS.high:
            refuse(_("An invitation holds from 1 to 90 days."), "days")
        if actor is not None and not may_give(actor, role, club):
            refuse(_("Owners and admins are named and removed by owners only."), "role")
        token = new_token()
        made = Invitation.objects.create(
            club=club, role=role, player=player, note=note.strip()[:120], token_hash=hashed(token), made_by=actor,
            expires_at=timezone.now() + timedelta(days=days),
        )  # fmt: skip
        keep_change(
            club=club, kind="invitation.make", subject=made, before={}, after={"role": role, "player": player},
            actor=actor,
        )  # fmt: skip
    return made, token


def find_invitation(token: str) -> Invitation | None:
    """The invitation of a link, whatever became of it."""
    known = Invitation.objects.select_related("club", "player", "made_by")
    return known.filter(token_hash=hashed(token)).first()


def why_not(invitation: Invitation) -> str:
    """Why an invitation no longer holds ("" while it does)."""
    if invitation.accepted_at is not None:
        return _("This invitation was used already.")
    if invitation.revoked_at is not None or invitation.club.archived_at is not None:
        return _("This invitation was taken back.")
    if invitation.expires_at <= timezone.now():
        return _("This invitation has expired.")
    if invitation.made_by is not None and not may_give(invitation.made_by, invitation.role, invitation.club):
        return _("This invitation was taken back.")  # whoever gave it has not that right any more
    return ""


def accept(*, token: str, user: Actor) -> Membership:
    """Become a member. Whoever is one already keeps the higher of both roles."""
    with transaction.atomic():
        found = find_invitation(token)
        if found is None:
            raise Refused(_("There is no such invitation."))
        lock_club(found.club)
        invitation = Invitation.objects.select_related("club", "player", "made_by").get(pk=found.pk)
        if words := why_not(invitation):
            raise Refused(words)
        known = Membership.objects.filter(club=invitation.club, user=user).first()
        role = max(invitation.role, known.role if known else invitation.role, key=RANKS.index)
        player = invitation.player
        if player is not None and player.merged_into is not None:
            player = player.merged_into
        membership = give_role(club=invitation.club, user=user, role=role, player=player)
        invitation.accepted_at, invitation.accepted_by = timezone.now(), user
        invitation.save(update_fields=["accepted_at", "accepted_by"])
    return membership


def revoke_invitation(*, invitation: Invitation, actor: Actor = None) -> None:
    """Take an invitation back; one that was used stays used."""
    with transaction.atomic():
        lock_club(invitation.club)
        fresh = Invitation.objects.get(pk=invitation.pk)
        if fresh.accepted_at is not None or fresh.revoked_at is not None:
            return
        fresh.revoked_at = timezone.now()
        fresh.save(update_fields=["revoked_at"])
        keep_change(club=fresh.club, kind="invitation.revoke", subject=fresh, before={}, after={}, actor=actor)
