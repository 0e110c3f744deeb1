"""For whom an answer is made: whoever works in a club sees its people's full names, others what the club shows.

A middleware, because an answer that forgot to ask would tell. It asks about a club when the first of its names
is printed, and not again in the same request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from .models import Club, shown_to
from .permissions import Action, access_of, open_links


def audience(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    def answer(request: HttpRequest) -> HttpResponseBase:
        decide = _decision(request)
        with shown_to(decide):
            response = get_response(request)
        if response.streaming and not response.is_async:  # type: ignore[attr-defined]
            response.streaming_content = _for(decide, response.streaming_content)  # type: ignore[attr-defined]
        return response

    return answer


def _for(decide: Callable[[int], bool], content: Any) -> Iterator[bytes]:
    """What is sent bit by bit is made after the request: each bit for the same reader."""
    parts = iter(content)
    while True:
        with shown_to(decide):
            part = next(parts, None)
        if part is None:
            return
        yield part


def _decision(request: HttpRequest) -> Callable[[int], bool]:
    known: dict[int, bool] = {}

    def decide(club: int) -> bool:
        if club not in known:
            known[club] = works_in(request, club)
        return known[club]

    return decide


def works_in(request: HttpRequest, club: int) -> bool:
    """Whether the sender records results in this club (an id) at least, through an account or a scorer link."""
    user = getattr(request, "user", None)
    if user is None:
        return False
    if user.is_authenticated and access_of(request, club=Club(pk=club)).may(Action.RECORD):
        return True
    return open_links(request).filter(event__league__club=club).exists()


def sees_everything(request: HttpRequest, club: Club) -> bool:
    """The same for a club that is at hand: what is kept ready for many readers is kept for each kind apart."""
    return works_in(request, club.pk)
