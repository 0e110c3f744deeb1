"""Members of a club and their roles. A club that has an owner never loses its last one."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Membership, Player
from league.permissions import may_give

from ..errors import Refused, refuse
from ..history import keep_change
from ..writing import Actor, lock_club

Role = Membership.Role
RANKS = list(Role.values)[::-1]  # from the lowest to the highest


def give_role(*, club: Club, user: Actor, role: str, player: Player | None = None, actor: Actor = None) -> Membership:
    """Make somebody a member, or a member something else. Refused for the last owner, and above the actor's right."""
    with transaction.atomic():
        lock_club(club)
        check_role(role)
        check_player_of(club, player)
        known = Membership.objects.filter(club=club, user=user).first()
        _check_right(actor, club, role, *([known.role] if known else []))
        if known is None:
            made = Membership.objects.create(club=club, user=user, role=role, player=player)
            _keep(made, "member.join", {}, {"role": role, "player": player}, actor)
            return made
        return _change(known, role, player or known.player, actor)


def set_player(*, membership: Membership, player: Player | None, actor: Actor = None) -> Membership:
    """Say which player of the club a member is (None: none)."""
    with transaction.atomic():
        fresh = _locked(membership)
        check_player_of(fresh.club, player)
        _check_right(actor, fresh.club, fresh.role)
        return _change(fresh, fresh.role, player, actor)


def remove_member(*, membership: Membership, actor: Actor = None) -> None:
    """End a membership; what the member did stays."""
    with transaction.atomic():
        fresh = _locked(membership)
        _check_right(actor, fresh.club, fresh.role)
        _end(fresh, "member.remove", actor)


def leave(*, membership: Membership) -> None:
    """End one's own membership."""
    with transaction.atomic():
        fresh = _locked(membership)
        _end(fresh, "member.leave", fresh.user)


def hand_over(*, membership: Membership, actor: Actor) -> None:
    """Make another member an owner in one's place; one stays as an admin."""
    with transaction.atomic():
        fresh = _locked(membership)
        own = Membership.objects.filter(club=fresh.club, user=actor, role=Role.OWNER).first()
        if own is None:
            refuse(_("Only an owner can hand the club over."))
        if own == fresh:
            refuse(_("You are the owner already."))
        _change(fresh, Role.OWNER, fresh.player, actor)
        _change(own, Role.ADMIN, own.player, actor)


def check_role(role: str) -> None:
    if role not in Role.values:
        known = ", ".join(Role.values)
        refuse(_("“%(role)s” is no role. Known: %(known)s.") % {"role": role, "known": known}, "role")


def check_player_of(club: Club, player: Player | None) -> None:
    if player is not None and (player.club_id != club.pk or player.merged_into_id is not None):
        refuse(_("That player is not in this club. Choose again."), "player")


def is_last_owner(membership: Membership) -> bool:
    if membership.role != Role.OWNER:
        return False
    others = Membership.objects.filter(club=membership.club, role=Role.OWNER, user__is_active=True)
    return not others.exclude(pk=membership.pk).exists()


def _change(membership: Membership, role: str, player: Player | None, actor: Actor) -> Membership:
    if (role, player) == (membership.role, membership.player):
        return membership
    if role != Role.OWNER:
        _refuse_last_owner(membership)
    before = {"role": membership.role, "player": membership.player}
    kind = "member.role" if role != membership.role else "member.player"
    membership.role, membership.player = role, player
    membership.save(update_fields=["role", "player"])
    _keep(membership, kind, before, {"role": role, "player": player}, actor)
    return membership


def _end(membership: Membership, kind: str, actor: Actor) -> None:
    _refuse_last_owner(membership)
    _keep(membership, kind, {"role": membership.role, "player": membership.player}, {}, actor)
    membership.delete()


def _refuse_last_owner(membership: Membership) -> None:
    if is_last_owner(membership):
        refuse(_("A club keeps at least one owner: make somebody else an owner first."), "role")


def _check_right(actor: Actor, club: Club, *roles: str) -> None:
    if actor is not None and not all(may_give(actor, role, club) for role in roles):
        refuse(_("Owners and admins are named and removed by owners only."), "role")


def _locked(membership: Membership) -> Membership:
    lock_club(membership.club)
    fresh = Membership.objects.select_related("club", "user", "player").filter(pk=membership.pk).first()
    if fresh is None:
        raise Refused(_("This member is gone meanwhile."))
    return fresh


def _keep(membership: Membership, kind: str, before: dict, after: dict, actor: Actor) -> None:  # type: ignore[type-arg]
    keep_change(club=membership.club, kind=kind, subject=membership, before=before, after=after, actor=actor)
