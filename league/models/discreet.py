"""What people typed (reasons), as the reader may see it: without names that strangers are not shown.

Whoever gives a reason for a correction may name the player who goes by a number or by initials, or was taken off the
public pages. Whoever works in the club reads it whole; for others those names are left out. Everything that shows a
reason asks here, as everything that shows a name asks ``Player.label``.

A word is left out when a player of the club bears it whom strangers do not find by it (``PlayerName.public``) and
nobody bears it openly; one that others bear openly, too, is left out beside another name of the same player: "Anna" may
stay, "Anna Kowalska" goes. Written with a capital it is known with the endings that languages give to names, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from django.db.models import Q

from league.formats.names import name_key

from .audience import sees_full_names
from .people import PlayerName

LEFT_OUT = "…"
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*")
_SEVERAL = re.compile(rf"{LEFT_OUT}(?:[\s,.;-]*{LEFT_OUT})+")
_LONGEST_ENDING = 4  # Kowalski, Kowalskiego
_SHORTEST_STEM = 3
_AT_ONCE = 200  # words of a question
_MOST_ROWS = 2_000  # of players who share a word; beyond them every word that is somebody's goes


def discreet(club: int, text: str) -> str:
    """A text that somebody of the club (an id) typed, as the reader may see it."""
    return discreet_texts(club, [text])[0]


def discreet_texts(club: int, texts: Sequence[str]) -> list[str]:
    """The same for the texts of one page, in the same order: at most three questions for all of them."""
    if sees_full_names(club) or not any(texts):
        return list(texts)
    tokens = {text: _tokens(text) for text in set(texts)}
    every = [token for found in tokens.values() for token in found]
    kept_back = _kept_back(club, every)
    if not kept_back:
        return list(texts)
    names = _Names(club, every, kept_back)
    told = {text: _without(text, found, names) for text, found in tokens.items()}
    return [told[text] for text in texts]


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of a text: where it stands, folded as names are."""

    start: int
    end: int
    word: str
    capital: bool

    @property
    def stem(self) -> str:
        """What every name begins with that this can be a form of; "" where it can be none."""
        able = self.capital and len(self.word) >= _SHORTEST_STEM
        return self.word[: max(_SHORTEST_STEM, len(self.word) - _LONGEST_ENDING)] if able else ""

    def is_form_of(self, name: str) -> bool:
        """Wanda, Wandy, Wandzie are forms of Wanda: all but the last letter of the name begins the word."""
        if self.word == name:
            return True
        stem = name if self.word.startswith(name) else name[:-1]
        ending = len(self.word) - len(stem)
        able = self.capital and len(stem) >= _SHORTEST_STEM
        return able and self.word.startswith(stem) and ending <= _LONGEST_ENDING


def _tokens(text: str) -> list[_Token]:
    found = _WORD.finditer(text)
    return [_Token(*each.span(), name_key(each[0]), each[0][0].isupper()) for each in found]


def _kept_back(club: int, tokens: Iterable[_Token]) -> set[str]:
    """Words of names by which strangers do not find their players, and that the tokens can be forms of."""
    own = PlayerName.objects.filter(club=club, public=False)
    found: set[str] = set()
    words = sorted({token.word for token in tokens})
    stems = sorted({token.stem for token in tokens if token.stem})
    for start in range(0, max(len(words), len(stems)), _AT_ONCE):
        asked = Q(word__in=words[start : start + _AT_ONCE])
        for stem in stems[start : start + _AT_ONCE]:
            asked |= Q(word__gte=stem, word__startswith=stem)
        found |= set(own.filter(asked).values_list("word", flat=True).distinct())
    return {name for name in found if any(token.is_form_of(name) for token in tokens)}


class _Names:
    """Whose the words are: ``kept_back`` those of somebody whom strangers do not find by them."""

    def __init__(self, club: int, tokens: Iterable[_Token], kept_back: Set[str]) -> None:
        self.kept_back = kept_back
        words = PlayerName.objects.filter(club=club)
        self.open = set(words.filter(word__in=kept_back, public=True).values_list("word", flat=True).distinct())
        self.bearers: Mapping[str, set[int]] = defaultdict(set)
        self.many = False
        if self.open:
            theirs = words.filter(word__in=kept_back, public=False).values("player")
            known = words.filter(player__in=theirs, word__in=kept_back | {token.word for token in tokens})
            rows = list(known.values_list("word", "player")[: _MOST_ROWS + 1])
            self.many = len(rows) > _MOST_ROWS
            for word, player in rows:
                self.bearers[word].add(player)

    def of(self, token: _Token) -> set[str]:
        return {name for name in self.kept_back if token.is_form_of(name)}

    def players(self, token: _Token) -> set[int]:
        """Who bears the word, among players of whom some word is kept back."""
        return set().union(*(self.bearers.get(name, set()) for name in {token.word, *self.of(token)}))

    def tells(self, tokens: Sequence[_Token], place: int) -> bool:
        """Whether the word at a place tells who somebody is."""
        names = self.of(tokens[place])
        if not names:
            return False
        if self.many or names - self.open:
            return True
        own = self.players(tokens[place])
        beside = [tokens[n] for n in (place - 2, place - 1, place + 1, place + 2) if 0 <= n < len(tokens)]
        return any(own & self.players(other) for other in beside if other.word != tokens[place].word)


def _without(text: str, tokens: Sequence[_Token], names: _Names) -> str:
    kept, last = [], 0
    for place, token in enumerate(tokens):
        if names.tells(tokens, place):
            kept += [text[last : token.start], LEFT_OUT]
            last = token.end
    return _SEVERAL.sub(LEFT_OUT, "".join([*kept, text[last:]]))
