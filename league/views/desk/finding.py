"""Finding games and players by the beginnings of the words of names: desk and admin site alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet

from league.formats.names import name_words
from league.models import Club, Event, Game, League, PlayerName

LONGEST = 200  # characters of a search that are read
MOST_WORDS = 6
MOST_EVENTS = 500
DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})")
GAME = re.compile(r"#?(\d{1,18})")


def words_of(text: str) -> list[str]:
    """The searched words, the longest first: it leaves the fewest players."""
    return sorted(name_words(text.replace("\x00", "")[:LONGEST]), key=len, reverse=True)[:MOST_WORDS]


def starting(word: str, clubs: Iterable[Club] | None = None) -> QuerySet[PlayerName]:
    """Words of names that start so, of these clubs or of all."""
    names = PlayerName.objects.starting(word)
    return names if clubs is None else names.filter(club__in=list(clubs))


def games_of(league: League, text: str) -> QuerySet[Game]:
    """The league's games that a text finds: names of both players, a game's number, a day, words of an event."""
    games = Game.objects.filter(league=league)
    text = text.strip()
    if (day := day_in(text)) is not None:
        games, text = games.filter(played_on=day), DAY.sub(" ", text)
    if number := GAME.fullmatch(text):
        return games.filter(pk=number[1])
    for word in words_of(text):
        players = starting(word, [league.club]).values("player")
        events = _events_with(league, word)
        games = games.filter(Q(white__in=players) | Q(black__in=players) | Q(event__in=events))
    return games


def day_in(text: str) -> date | None:
    """The first ISO day or D.M.YYYY in a text."""
    found = DAY.search(text)
    if found is None:
        return None
    year, month, day, day_first, month_second, year_last = found.groups()
    try:
        return date(int(year or year_last), int(month or month_second), int(day or day_first))
    except ValueError:
        return None


def _events_with(league: League, word: str) -> list[int]:
    """Events are few and their names have no words of their own in the database: folded here."""
    if len(word) < 3:
        return []
    events = Event.objects.filter(league=league, withdrawn_at=None).order_by("-starts_on", "-pk")
    names = events.values_list("pk", "name")[:MOST_EVENTS]
    return [pk for pk, name in names if any(part.startswith(word) for part in name_words(name))]
