"""Pages ask the one place that knows who may do what."""

from __future__ import annotations

from typing import Any

from django import template

from league.models import Club
from league.permissions import Action, access_of, may

register = template.Library()


@register.simple_tag(takes_context=True)
def may_do(context: Any, action: str, club: Club | None = None) -> bool:
    """``{% may_do "correct" league.club as correcting %}``: whether the reader may."""
    request = context.get("request")
    if request is None:
        return False
    return may(request.user, Action(action)) if club is None else access_of(request, club=club).may(Action(action))
