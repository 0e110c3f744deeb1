"""Pages that go on where the last one stopped: by the keys of its last item, however much came in meanwhile."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Schema

from league.services.errors import Refused

from .asking import LARGEST_ID

Item = TypeVar("Item")
Keys = Sequence[Any]


class Page(Schema, Generic[Item]):
    """``next``: what to send as ``after`` for the next page; null on the last."""

    items: list[Item]
    next: str | None


class Key(NamedTuple):
    """A column of an order. ``kind``: how its value is read back."""

    name: str
    kind: type = int
    falling: bool = False


def page_of(
    request: HttpRequest, rows: QuerySet[Any], keys: Sequence[Key], *, after: str, limit: int,
    shown: Callable[[list[Any]], Iterable[Any]],
) -> dict[str, Any]:  # fmt: skip
    """A page of a queryset in the order of ``keys``, the last of which is unique. ``shown``: rows as items."""
    if after:
        rows = rows.filter(_behind(keys, _read(after, [key.kind for key in keys])))
    rows = rows.order_by(*(F(key.name).desc() if key.falling else F(key.name).asc() for key in keys))
    found = list(rows[: limit + 1])
    more = len(found) > limit
    last = [_value(found[limit - 1], key.name) for key in keys] if more else None
    return _page(request, shown(found[:limit]), _written(last) if last else None)


def page_in(
    request: HttpRequest, ordered: Sequence[Any], place: Callable[[list[Any]], int], keys: Callable[[Any], Keys],
    kinds: Sequence[type], *, after: str, limit: int, shown: Callable[[list[Any]], Iterable[Any]],
) -> dict[str, Any]:  # fmt: skip
    """A page of what is in memory. ``place``: the first item behind these keys."""
    first = place(_read(after, kinds)) if after else 0
    found = list(ordered[first : first + limit + 1])
    more = len(found) > limit
    return _page(request, shown(found[:limit]), _written(keys(found[limit - 1])) if more else None)


def _page(request: HttpRequest, items: Iterable[Any], following: str | None) -> dict[str, Any]:
    """With the address of the next page for the header ``Link``."""
    if following:
        query = request.GET.copy()
        query["after"] = following
        address = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
        request.api_link = address  # type: ignore[attr-defined]
    return {"items": list(items), "next": following}


def _behind(keys: Sequence[Key], values: Keys) -> Q:
    """Rows that come after these values in the order of the keys."""
    found, same = Q(), Q()
    for key, value in zip(keys, values, strict=True):
        found |= same & Q(**{f"{key.name}__{'lt' if key.falling else 'gt'}": value})
        same &= Q(**{key.name: value})
    first, at = keys[0], values[0]
    # said once more by itself, so that an index can start there
    return Q(**{f"{first.name}__{'lte' if first.falling else 'gte'}": at}) & found


def _value(row: Any, name: str) -> Any:
    for part in name.split("__"):
        row = getattr(row, part)
    return row


def _written(values: Keys) -> str:
    plain = [value.isoformat() if isinstance(value, date) else value for value in values]
    return base64.urlsafe_b64encode(json.dumps(plain, ensure_ascii=False).encode()).decode().rstrip("=")


def _read(text: str, kinds: Sequence[type]) -> list[Any]:
    try:
        values = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        if not isinstance(values, list) or len(values) != len(kinds):
            raise ValueError
        return [_typed(value, kind) for value, kind in zip(values, kinds, strict=True)]
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise Refused(_("This is no place to go on from: send `next` of a page."), field="after") from None


def _typed(value: Any, kind: type) -> Any:
    plain: Any = value
    if kind is date:
        return date.fromisoformat(value)
    if type(value) is not kind or (kind is int and abs(plain) > LARGEST_ID):
        raise ValueError
    if kind is str and ("\x00" in plain or any("\ud800" <= c <= "\udfff" for c in plain)):
        raise ValueError
    return value
