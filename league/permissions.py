"""Who may do what: the one place that pages, admin site, API and commands ask.

Commands act for whoever may run them on the server; they do not ask. Roles of a club
(``Membership.role``) will be read in ``may``; until then only superusers write.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from .models import Club

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

    User = AbstractUser | AbstractBaseUser | AnonymousUser | None


class Action(StrEnum):
    """What a person can do to the facts of a club."""

    RECORD = "record"  # new results
    CORRECT = "correct"  # change, void and restore results, adjust ratings
    PERIODS = "periods"  # open, close, publish, reopen
    PEOPLE = "people"  # players, their names, their start values
    IMPORT = "import"
    LEAGUES = "leagues"  # leagues, rules, seasons, events
    CLUB = "club"  # the club itself and its members


def may(user: User, action: Action, club: Club | None = None) -> bool:
    """Whether the user may do this in the club (None: in the whole installation)."""
    return bool(user is not None and user.is_active and getattr(user, "is_superuser", False))


def require(user: User, action: Action, club: Club | None = None) -> None:
    """Raise ``PermissionDenied`` unless ``may``."""
    if not may(user, action, club):
        raise PermissionDenied(_("You may not do this in this club."))


def clubs_for(user: User, action: Action) -> QuerySet[Club]:
    """The clubs in which the user may do this: every list and chooser of a page starts from it."""
    return Club.objects.all() if may(user, action) else Club.objects.none()
