"""Requests that are sent again: with the same key a program gets the answer it got, and nothing is done twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import ApiAnswer, ApiToken

from ..errors import Refused
from .tokens import hashed

LONGEST_KEY = 200


class OtherRequest(Refused):
    """The key was used for another request."""


class Answer(NamedTuple):
    """What was done, in words that JSON takes. ``repeated``: it was done before."""

    status: int
    body: dict[str, Any]
    repeated: bool = False


def once(*, token: ApiToken, key: str, asked: Mapping[str, Any], act: Callable[[], tuple[int, Any]]) -> Answer:
    """Do something and keep its answer with the key, in one transaction; with a known key only answer.

    Raises ``OtherRequest`` if the key came with another request. What is refused is not kept: the same key may be
    sent again with what is put right. No key: it is done.
    """
    if not key:
        with transaction.atomic():
            status, body = act()
        return Answer(status, plain(body))
    with transaction.atomic():
        now = timezone.now()
        ApiAnswer.objects.filter(expires_at__lte=now).delete()
        until = now + timedelta(hours=settings.ARPAD_API_KEY_HOURS)
        sha256 = hashlib.sha256(json.dumps(asked, sort_keys=True, cls=DjangoJSONEncoder).encode()).hexdigest()
        # the row comes first: whoever sends the same at the same moment waits here
        kept, new = ApiAnswer.objects.get_or_create(
            token=token, key_hash=hashed(key), defaults={"sha256": sha256, "expires_at": until}
        )
        if not new:
            return _again(kept, sha256)
        status, body = act()
        kept.status, kept.body = status, plain(body)
        kept.save(update_fields=["status", "body"])
    return Answer(status, kept.body)


def _again(kept: ApiAnswer, sha256: str) -> Answer:
    if kept.sha256 != sha256:
        raise OtherRequest(
            _("This idempotency key belongs to another request: use a new one."), field="Idempotency-Key"
        )
    return Answer(kept.status, kept.body, repeated=True)


def plain(body: Any) -> dict[str, Any]:
    """As JSON would hand it over: days and times as text."""
    found: dict[str, Any] = json.loads(json.dumps(body, cls=DjangoJSONEncoder))
    return found
