"""Pages ask the one place that knows who may do what."""

from __future__ import annotations

from typing import Any

from django import template

from league.models import Club
from league.permissions import Action, may

register = template.Library()


@register.simple_tag(takes_context=True)
def may_do(context: Any, action: str, club: Club | None = None) -> bool:
    """``{% may_do "correct" league.club as correcting %}``: whether the reader may."""
    request = context.get("request")
    return request is not None and may(request.user, Action(action), club)
