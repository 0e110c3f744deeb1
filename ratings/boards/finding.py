"""Finding players, events and leagues by the beginnings of any words of their names, in one club or in all.

Players are found along the index of their words. Events and leagues are few enough to be looked at: of events the
newest ``LOOKED_AT``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import QuerySet

from league.formats.names import clean_name, name_words
from league.models import Club, Event, League, Player, PlayerName, sees_full_names
from ratings.models import Rating

from .search import LONGEST, MOST_WORDS

LOOKED_AT: Final = 5_000


def words_of(text: str) -> list[str]:
    """What a text asks for, the longest word first; empty: nothing."""
    return sorted(name_words(clean_name(text[:LONGEST])), key=len, reverse=True)[:MOST_WORDS]


def players_found(clubs: Sequence[Club], words: Sequence[str]) -> QuerySet[Player]:
    """Players whom the reader may see, by names that the reader may see."""
    full = [club.pk for club in clubs if sees_full_names(club.pk)]
    part = [club.pk for club in clubs if club.pk not in full]
    known = PlayerName.objects.filter(club__in=full) if full else PlayerName.objects.none()
    told = PlayerName.objects.filter(club__in=part, public=True, player__listed=True)
    found = Player.objects.filter(merged_into=None)
    for word in words:
        ids = told.starting(word).values("player")
        found = found.filter(pk__in=known.starting(word).values("player").union(ids) if full else ids)
    return found.select_related("club").order_by("name_key", "pk")


def events_found(clubs: Sequence[Club], words: Sequence[str]) -> list[int]:
    """Ids of events, newest first."""
    rows = Event.objects.filter(league__club__in=clubs, league__archived_at=None, withdrawn_at=None)
    newest = rows.order_by("-starts_on", "-pk").values_list("pk", "name")[:LOOKED_AT]
    return [pk for pk, name in newest if begins(name, words)]


def events_at(ids: Iterable[int]) -> list[Event]:
    """Events of these ids, in their order."""
    wanted = list(ids)
    rows = Event.objects.select_related("league__club").in_bulk(wanted)
    return [rows[pk] for pk in wanted if pk in rows]


def leagues_found(clubs: Sequence[Club], words: Sequence[str]) -> list[League]:
    """Leagues by their own name or the club's."""
    rows = League.objects.filter(club__in=clubs, archived_at=None).select_related("club").order_by("name", "pk")
    return [league for league in rows if begins(f"{league.name} {league.club.name}", words)]


def ratings_of(players: Sequence[Player]) -> dict[int, list[Rating]]:
    """The ratings of some players in leagues that are not archived: one query for all of them."""
    found: dict[int, list[Rating]] = {player.pk: [] for player in players}
    rows = Rating.objects.filter(player__in=list(found), league__archived_at=None).select_related("league__club")
    for rating in rows.order_by("league__name", "pk"):
        found[rating.player_id].append(rating)
    return found


def begins(name: str, words: Sequence[str]) -> bool:
    """Whether every word asked for is the beginning of a word of the name."""
    own = name_words(name)
    return all(any(each.startswith(word) for each in own) for word in words)
