"""Scorer links: results of one event are entered by somebody without an account."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import Event, ScorerLink, ScorerUse

from ..errors import Problems, Refused
from ..history import keep_change
from ..limits import check_length
from ..writing import Actor, lock_club
from .accounts import stand_in
from .tokens import hashed, new_token

NAME_LENGTH = 60
MOST_DAYS = 366
MOST_USES = 1000  # devices a link; more are let in and no longer listed


def make_link(*, event: Event, name: str, expires_at: datetime, actor: Actor = None) -> tuple[ScorerLink, str]:
    """A new link into the event and its secret, which is kept nowhere. ``name`` stands in the history."""
    name, now = clean_name(name), timezone.now()
    problems = Problems()
    if not name:
        problems.add(_("Name the link: what is entered through it stands under this name."), "name")
    check_length(problems, name, NAME_LENGTH, "name")
    if expires_at <= now:
        problems.add(_("This day is over already."), "until")
    elif expires_at > now + timedelta(days=MOST_DAYS):
        problems.add(_("A link holds for a year at most."), "until")
    problems.refuse()
    with transaction.atomic():
        lock_club(event.league.club)
        token = new_token()
        made = ScorerLink.objects.create(
            event=event, name=name, token_hash=hashed(token), account=stand_in(f"scorer link {name}"), made_by=actor,
            expires_at=expires_at,
        )  # fmt: skip
        _keep(made, "scorer.make", actor)
    return made, token


def find_link(token: str) -> ScorerLink | None:
    """The link of a secret, whatever became of it."""
    known = ScorerLink.objects.select_related("event__league__club", "account")
    return known.filter(token_hash=hashed(token)).first()


def why_not(link: ScorerLink) -> str:
    """Why a link no longer holds ("" while it does)."""
    league = link.event.league
    if link.revoked_at is not None or league.archived_at is not None or league.club.archived_at is not None:
        return _("This link was taken back.")
    return _("This link has expired.") if link.expires_at <= timezone.now() else ""


def open_link(*, token: str, name: str = "") -> ScorerLink:
    """Let a browser in, and note under which name."""
    link = find_link(token)
    if link is None:
        raise Refused(_("There is no such link."))
    if words := why_not(link):
        raise Refused(words)
    if link.uses.count() < MOST_USES:
        ScorerUse.objects.create(link=link, name=clean_name(name)[:NAME_LENGTH])
    return link


def revoke_link(*, link: ScorerLink, actor: Actor = None) -> None:
    """End a link at once, also where it is open. What was entered through it stays."""
    with transaction.atomic():
        lock_club(link.event.league.club)
        if ScorerLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
            _keep(link, "scorer.revoke", actor)


def _keep(link: ScorerLink, kind: str, actor: Actor) -> None:
    league = link.event.league
    keep_change(
        club=league.club, kind=kind, subject=link, before={}, after={"event": link.event_id},
        actor=actor,
    )  # fmt: skip
