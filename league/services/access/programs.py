"""Tokens with which programs write to a club's leagues: made at the desk, shown once, revoked at any time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import ApiToken, Club
from league.permissions import Scope

from ..errors import Problems
from ..history import keep_change
from ..limits import check_length
from ..writing import Actor, lock_club
from .accounts import stand_in
from .tokens import hashed, new_token

PREFIX = "arpad_"  # so that a token is recognised where it should not stand
NAME_LENGTH = 60
MOST_TOKENS = 50  # of one club that hold
MOST_DAYS = 5 * 366
_SEEN_EVERY = timedelta(minutes=10)  # how exactly the last use is kept


def make_token(
    *, club: Club, name: str, scopes: Iterable[str], expires_at: datetime | None = None, actor: Actor = None
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is kept nowhere. ``name`` stands in the history of what it does."""
    name, wanted = clean_name(name), set(scopes)
    problems = Problems()
    if not name:
        problems.add(_("Name the token: what the program does stands under this name."), "name")
    check_length(problems, name, NAME_LENGTH, "name")
    if not wanted or wanted - set(Scope):
        problems.add(_("Choose what the program may do: %(known)s.") % {"known": ", ".join(Scope)}, "scopes")
    _check_end(problems, expires_at)
    problems.refuse()
    with transaction.atomic():
        lock_club(club)
        if ApiToken.objects.filter(club=club, revoked_at=None).count() >= MOST_TOKENS:
            problems.add(_("There are %(count)d tokens already: revoke some.") % {"count": MOST_TOKENS})
            problems.refuse()
        secret = PREFIX + new_token()
        made = ApiToken.objects.create(
            club=club, name=name, scopes=" ".join(scope for scope in Scope if scope in wanted),
            token_hash=hashed(secret), account=stand_in(f"program {name}"), made_by=actor, expires_at=expires_at,
        )  # fmt: skip
        _keep(made, "token.make", actor)
    return made, secret


def revoke_token(*, token: ApiToken, actor: Actor = None) -> None:
    """End a token at once. What was done with it stays."""
    with transaction.atomic():
        lock_club(token.club)
        if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
            _keep(token, "token.revoke", actor)


def find_token(secret: str) -> ApiToken | None:
    """The token of a secret, whatever became of it."""
    return ApiToken.objects.select_related("club", "account").filter(token_hash=hashed(secret)).first()


def note_use(*, token: ApiToken) -> None:
    """Keep when a token was last used, to some minutes."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at >= _SEEN_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def why_not(token: ApiToken) -> str:
    """Why a token no longer holds ("" while it does)."""
    if token.revoked_at is not None or token.club.archived_at is not None:
        return _("This token was revoked.")
    ended = token.expires_at is not None and token.expires_at <= timezone.now()
    return _("This token has expired.") if ended else ""


def _check_end(problems: Problems, expires_at: datetime | None) -> None:
    now = timezone.now()
    if expires_at is not None and expires_at <= now:
        problems.add(_("This day is over already."), "until")
    elif expires_at is not None and expires_at > now + timedelta(days=MOST_DAYS):
        problems.add(_("A token holds for five years at most; leave the day empty for one without an end."), "until")


def _keep(token: ApiToken, kind: str, actor: Actor) -> None:
    after = {"token": token.name, "scopes": token.scopes}
    keep_change(club=token.club, kind=kind, subject=token, before={}, after=after, actor=actor)
