"""Search in the lists of the admin site: folded words, the same on both databases, no row twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from league.formats.names import name_words
from league.models import Club
from league.views.desk.finding import GAME, day_in, starting, words_of

FOLDED_HERE = 5_000  # rows of names that are folded while searching; beyond them the database compares
CHOSEN = 900  # ids in one query


def words_found(queryset: QuerySet[Any], text: str, *, people: Iterable[str], texts: Iterable[str]) -> QuerySet[Any]:
    """Rows that every word of the text finds, in a player's name at ``people`` or in a text at ``texts``."""
    people, texts = tuple(people), tuple(texts)
    clubs = list(Club.objects.order_by("pk")[:CHOSEN]) if people and text.strip() else []
    for word in words_of(text):
        found = Q()
        for path in people:
            found |= Q(**{f"{path}__in": starting(word, clubs).values("player")})
        for path in texts:
            found |= _in_text(queryset, path, word)
        queryset = queryset.filter(found)
    return queryset


def games_found(queryset: QuerySet[Any], text: str) -> QuerySet[Any]:
    """Games by words of both players' names or of the event, by their number, by a day."""
    text = text.strip()
    if number := GAME.fullmatch(text):
        return queryset.filter(pk=number[1])
    if (day := day_in(text)) is not None:
        return queryset.filter(played_on=day)
    return words_found(queryset, text, people=("white", "black"), texts=("event__name",))


def _in_text(queryset: QuerySet[Any], path: str, word: str) -> Q:
    """Names of events, leagues and clubs are few: folded here, so that "zywiec" finds "Żywiec"."""
    owner, _sep, _name = path.rpartition("__")
    model = queryset.model._meta.get_field(owner).related_model if owner else queryset.model
    rows = model._default_manager.order_by("-pk").values_list("pk", path.rpartition("__")[2])
    head = list(rows[: FOLDED_HERE + 1])
    ids = [pk for pk, name in head if any(part.startswith(word) for part in name_words(name or ""))]
    if len(head) > FOLDED_HERE or len(ids) > CHOSEN:
        return Q(**{f"{path}__icontains": word})
    return Q(**{f"{owner or 'pk'}__in": ids})
