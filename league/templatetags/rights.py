"""Pages ask the one place that knows who may do what."""

from __future__ import annotations

from typing import Any

from django import template

from league.models import Club, League
from league.permissions import Access, Action, access_of, clubs_for, may, own_player

register = template.Library()


@register.simple_tag(takes_context=True)
def may_do(context: Any, action: str, club: Club | None = None) -> bool:
    """``{% may_do "correct" league.club as correcting %}``: whether the reader may."""
    request = context.get("request")
    if request is None:
        return False
    return may(request.user, Action(action)) if club is None else access_of(request, club=club).may(Action(action))


@register.simple_tag(takes_context=True)
def access_in(context: Any, club: Club) -> Access | None:
    """``{% access_in club as access %}``: everything the reader may in the club, as ``access.can.people``."""
    request = context.get("request")
    return access_of(request, club=club) if request is not None else None


@register.simple_tag(takes_context=True)
def desks(context: Any) -> set[int]:
    """``{% desks as mine %}``: ids of the clubs at whose desk the reader sits. No query for the anonymous."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return set()
    return set(clubs_for(request.user, Action.RECORD).values_list("pk", flat=True))


@register.simple_tag(takes_context=True)
def reports_here(context: Any, league: League) -> bool:
    """``{% reports_here league as reporting %}``: whether the reader is a player who may report own games here."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return False
    open_here = league.player_reports and league.games_from_id is None
    return open_here and own_player(request.user, league.club) is not None
