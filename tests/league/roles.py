"""Accounts with roles for the tests of who may do what."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from league.models import Club, Membership, Player

ROLES = ("superuser", "owner", "admin", "arbiter", "recorder", "player", "nobody", "anonymous")


def member(club: Club, role: str, name: str = "", player: Player | None = None):
    """A user with a role in the club; ``superuser`` and ``nobody`` are no roles of a club."""
    users = get_user_model().objects
    name = name or f"{role}-{club.slug}"
    if role == "superuser":
        return users.create_superuser(name, f"{name}@example.org", "pass word 1")
    user = users.create_user(name, f"{name}@example.org", "pass word 1")
    if role != "nobody":
        Membership.objects.create(club=club, user=user, role=role, player=player)
    return user
