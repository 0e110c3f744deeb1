"""Accounts: made with an invitation, closed by their owners. What somebody did outlives the account."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Club, FactChange, Membership, Preferences

from ..errors import Refused
from ..writing import Actor
from .members import is_last_owner, leave


def create_account(*, username: str, password: str, email: str = "") -> Any:
    """A new account, with no right anywhere. The password was validated by the form."""
    try:
        with transaction.atomic():
            return get_user_model().objects.create_user(username, email, password)
    except IntegrityError:
        raise Refused(_("This name is taken."), field="username") from None


def edit_account(*, user: Any, **fields: str) -> Any:
    """Change an account's own name and address (``first_name``, ``last_name``, ``email``)."""
    unknown = set(fields) - {"first_name", "last_name", "email"}
    if unknown:
        raise TypeError(f"no fields of an account: {', '.join(sorted(unknown))}")
    for name, value in fields.items():
        setattr(user, name, value)
    user.save(update_fields=list(fields))
    return user


def choose_language(*, user: Any, language: str) -> None:
    """The language of an account's pages and mails, on every device. Raises ValueError for one that we do not speak."""
    if language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    Preferences.objects.update_or_create(user=user, defaults={"language": language})


def language_of(user: Any) -> str:
    """The language that the account chose; "": none."""
    chosen: Preferences | None = getattr(user, "preferences", None)
    return chosen.language if chosen and chosen.language in dict(settings.LANGUAGES) else ""


def language_at(email: str) -> str:
    """The language that the account with this address chose; "": there is none, or it chose none."""
    return _first_spoken(Preferences.objects.filter(user__email__iexact=email, user__is_active=True))


def language_of_club(club: Club) -> str:
    """The language of a club's letters to people whose own is not known: the one its owner chose; "": none."""
    owners = Membership.objects.filter(club=club, role=Membership.Role.OWNER).order_by("pk").values("user")
    return _first_spoken(Preferences.objects.filter(user__in=owners))


def _first_spoken(chosen: QuerySet[Preferences]) -> str:
    known = chosen.order_by("pk").values_list("language", flat=True)
    return next((language for language in known if language in dict(settings.LANGUAGES)), "")


def close_account(*, user: Any) -> None:
    """End an account for good: nobody can sign in, name and address are gone; the history keeps its number.

    Refused for the last owner of a club and the last superuser.
    """
    with transaction.atomic():
        memberships = list(Membership.objects.filter(user=user).select_related("club", "user"))
        if left := [membership.club.name for membership in memberships if is_last_owner(membership)]:
            words = _("You are the only owner of %(clubs)s: make somebody else an owner first.")
            raise Refused(words % {"clubs": ", ".join(left)})
        others = get_user_model().objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
        if user.is_superuser and not others.exists():
            raise Refused(_("You are the only administrator of this site."))
        for membership in memberships:
            leave(membership=membership)
        _empty(user)


def _empty(user: Any) -> None:
    user.username = f"deleted account {user.pk}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    Preferences.objects.filter(user=user).delete()
    FactChange.objects.filter(actor=user).update(actor_name=user.username)


def stand_in(name: str) -> Actor:
    """An account that nobody can sign in to: the author of what a link or a program does. The blank in its name
    keeps it apart from what a person can choose; a number from others of the name."""
    users = get_user_model().objects
    number, wanted = 1, name
    while users.filter(username=wanted).exists():
        number += 1
        wanted = f"{name} ({number})"
    return users.create_user(username=wanted, is_active=False)
