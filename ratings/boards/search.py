"""Finding players by a prefix of any word of any of their names."""

from __future__ import annotations

from typing import NamedTuple

from league.formats.names import clean_name, name_words
from league.models import Club, PlayerName, sees_full_names

LONGEST = 100  # characters of a search that are read
MOST_WORDS = 6
MOST = 200  # players that one search shows


class Found(NamedTuple):
    """The players a text finds (ids), what was understood, and whether there are more."""

    players: list[int]
    text: str
    more: bool = False


def find(club: Club, text: str | None) -> Found | None:
    """Players of a club who have, for every word of the text, a name that starts with it.

    Strangers find nobody by a word that they do not see. None where the text asks for nothing.
    At most ``MOST`` players.
    """
    asked = clean_name((text or "")[:LONGEST])
    words = sorted(name_words(asked), key=len, reverse=True)[:MOST_WORDS]
    if not words:
        return None
    known = PlayerName.objects.filter(club=club)
    known = known if sees_full_names(club.pk) else known.filter(public=True)
    names = known.starting(words[0])
    for word in words[1:]:
        names = names.filter(player__in=known.starting(word).values("player"))
    players = list(names.values_list("player", flat=True).distinct()[: MOST + 1])
    return Found(players[:MOST], asked, len(players) > MOST)
