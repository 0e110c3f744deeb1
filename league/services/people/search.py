"""Finding people by what somebody typed: a part of a name, a whole one, one with a slip."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.formats.names import clean_name, name_key
from league.formats.numbers import read_id
from league.models import Club, Player, PlayerAlias, PlayerName

from ..errors import Refused

_COMPARED = 1_000  # near matches look at no more players than this
_LIKE = 0.7  # below that two names are not one with a slip: at 0.6 “Franz Huber” is like “Anna Berg”


def find_players(*, club: Club, text: str) -> QuerySet[Player]:
    """Players each of the text's words is the beginning of a word of whose names; merged ones left out.

    Case, accents and alphabet do not count: "zak" finds "Żak", "ivan" finds "Иванов". The same on
    SQLite and PostgreSQL, by index. No text: everybody.
    """
    found = Player.objects.filter(club=club, merged_into=None)
    for word in name_key(text).split():
        found = found.filter(pk__in=_with_word(club, word))
    return found.order_by("name_key", "pk")


def players_named(*, club: Club, text: str) -> list[Player]:
    """Everybody of exactly this name or alias (spellings folded), or with this FIDE id or ``#id``."""
    text = clean_name(text)
    players = Player.objects.filter(club=club, merged_into=None)
    if text.startswith("#") and text[1:].isdecimal():
        return list(players.filter(pk=read_id(text[1:]) or 0))
    if text.isdecimal():
        return list(players.filter(fide_id=text))
    key = name_key(text)
    if not key:
        return []
    known_as = PlayerAlias.objects.filter(club=club, name_key=key).values("player")
    return list(players.filter(Q(name_key=key) | Q(pk__in=known_as)).order_by("pk"))


def player_named(*, club: Club, text: str, field: str = "player") -> Player:
    """The one player of this name. Nobody: refused with near matches; several: refused with their ids."""
    found = players_named(club=club, text=text)
    if len(found) == 1:
        return found[0]
    if found:
        message = _("“%(name)s” is more than one player: write %(ids)s.")
        ids = " / ".join(_described(player) for player in found)
        raise Refused(message % {"name": text, "ids": ids}, field=field)
    message = _("There is no player “%(name)s” in %(club)s.") % {"name": clean_name(text), "club": club.name}
    if near := near_matches(club=club, name=text):
        message += " " + _("Did you mean %(names)s?") % {"names": ", ".join(player.name for player in near)}
    raise Refused(message, field=field)


def near_matches(*, club: Club, name: str, limit: int = 5) -> list[Player]:
    """Players whose name or alias is like this one, likest first (the same name included)."""
    key = name_key(name)
    if not key:
        return []
    players = Player.objects.filter(club=club, merged_into=None).order_by("pk")
    begins = Q()
    for word in key.split():
        begins |= Q(pk__in=_with_word(club, word[:2]))
    # those who share the beginning of a word; in a small club everybody, for slips in the first letter
    candidates = list(players.filter(begins)[:_COMPARED])
    if len(candidates) < _COMPARED:
        seen = {player.pk for player in candidates}
        candidates += [player for player in players[:_COMPARED] if player.pk not in seen]
    aliases = _aliases(candidates)
    scored = [(_likeness(key, [p.name_key, *aliases.get(p.pk, ())]), p) for p in candidates]
    likely = sorted(
        ((score, p) for score, p in scored if score >= _LIKE), key=lambda each: (-each[0], each[1].name_key)
    )
    return [player for _score, player in likely[:limit]]


def _with_word(club: Club, beginning: str) -> QuerySet[PlayerName, Any]:
    words: QuerySet[PlayerName, Any] = PlayerName.objects.filter(club=club).starting(beginning).values("player")
    return words


def _aliases(players: Iterable[Player]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    keys = PlayerAlias.objects.filter(player__in=[player.pk for player in players])
    for player, key in keys.values_list("player_id", "name_key"):
        found.setdefault(player, []).append(key)
    return found


def _likeness(key: str, others: Iterable[str]) -> float:
    """1 for the same words in any order, less for each slip."""
    return max(max(_ratio(key, other), _ratio(_sorted(key), _sorted(other))) for other in others)


def _ratio(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _LIKE else 0.0


def _sorted(key: str) -> str:
    return " ".join(sorted(key.split()))


def _described(player: Player) -> str:
    born = f", {player.birth_year}" if player.birth_year else ""
    fide = f", FIDE {player.fide_id}" if player.fide_id else ""
    return f"#{player.pk} ({player.name}{born}{fide})"
