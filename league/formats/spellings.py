"""Taking a person's name out of texts, however it is spelled there.

Pure functions on text. A name is found by its words in any order, with other case, accents, commas and
hyphens, in Cyrillic or Latin letters, and with first names cut to an initial.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from .names import clean_name, name_key

_INSIDE = "(?:[\u0300-\u036f\u00ad\u200b-\u200d\u2060]|['’`´ʼ](?!s\\b))"  # marks, apostrophes, the unseen
_WORD = re.compile(rf"[^\W_](?:[^\W_]|{_INSIDE}(?=[\w\u0300-\u036f\u200b]))*[\u0300-\u036f]*")
_GAP = re.compile(r"[\s,.;_/·\-\u2010-\u2015\u200b-\u200f\u2060]{0,5}")
_SHORTEST_ALONE = 3  # letters of a word that says the name by itself


class _Token(NamedTuple):
    start: int
    end: int
    key: str
    capital: bool


class Spellings:
    """All names of one person, and the ids that stand for one; ``taken_out`` of texts and of values of JSON."""

    def __init__(self, names: Iterable[str], ids: Iterable[str] = ()) -> None:
        cleaned = {clean_name(name) for name in names}
        self._names = sorted({tuple(name_key(name).split()) for name in cleaned if name_key(name)}, key=len)[::-1]
        self._signs = sorted((name for name in cleaned if not _WORD.search(name) and name), key=len)[::-1]
        self._ids = {number for number in ids if number}
        self._words = {word for name in self._names for word in name if len(word) >= _SHORTEST_ALONE}

    def taken_out(self, text: str, instead: str, *, alone: bool = False) -> str:
        """The text with each of the names replaced. ``alone``: a text about this person, so one word of the name
        gives it away."""
        tokens = [
            _Token(found.start(), found.end(), name_key(found[0]).replace(" ", ""), found[0][0].isupper())
            for found in _WORD.finditer(text)
        ]
        for start, end, words in reversed(list(self._spans(text, tokens, alone))):
            text = text[:start] + (words or instead) + text[end:]
        for sign in self._signs:
            text = text.replace(sign, instead)
        return text

    def taken_out_of_json(self, value: Any, instead: str, *, alone: bool = False) -> Any:
        """The same for every text in a value of JSON, names of keys included."""
        if isinstance(value, str):
            return self.taken_out(value, instead, alone=alone)
        if isinstance(value, list):
            return [self.taken_out_of_json(each, instead, alone=alone) for each in value]
        if isinstance(value, dict):
            return {
                self.taken_out(key, instead, alone=alone): self.taken_out_of_json(each, instead, alone=alone)
                for key, each in value.items()
            }
        return value

    def _spans(self, text: str, tokens: list[_Token], alone: bool) -> Iterable[tuple[int, int, str]]:
        place = 0
        while place < len(tokens):
            if tokens[place].key in self._ids:
                yield tokens[place].start, tokens[place].end, "–"
                place += 1
            elif count := self._named(text, tokens, place, alone):
                yield tokens[place].start, tokens[place + count - 1].end, ""
                place += count
            else:
                place += 1

    def _named(self, text: str, tokens: list[_Token], place: int, alone: bool) -> int:
        """How many words from here on are one of the names (0: none is)."""
        for words in self._names:
            for count in sorted({len(words), min(len(words), 2)}, reverse=True):
                span = tokens[place : place + count]
                said = len(span) == count and self._joined(text, span) and _says(words, span)
                if said and (count > 1 or self._by_itself(text, tokens, place, alone)):
                    return count
        return int(alone and any(_inflected(tokens[place].key, word) for word in self._words))

    def _joined(self, text: str, span: list[_Token]) -> bool:
        return all(_GAP.fullmatch(text, one.end, other.start) for one, other in pairwise(span))

    def _by_itself(self, text: str, tokens: list[_Token], place: int, alone: bool) -> bool:
        """A name of one word is that person unless it is a part of a longer name."""
        token = tokens[place]
        before = tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        part = (before is not None and before.capital and not text[before.end : token.start].strip()) or (
            after is not None and after.capital and not text[token.end : after.start].strip()
        )
        return alone or not part


def _inflected(token: str, word: str) -> bool:
    """The word itself, or one of its cases: Wiśniewska, Wiśniewskiej."""
    stem = word[: max(len(word) - 2, 4)]
    return token == word or (len(word) > 4 and token.startswith(stem) and len(token) <= len(word) + 3)


def _says(words: tuple[str, ...], span: list[_Token]) -> bool:
    """Each token is a word of the name or its first letter, no word twice, one of them in full."""
    left = list(words)
    full = 0
    for token in sorted(span, key=lambda each: -len(each.key)):
        word = next((w for w in left if w == token.key), None)
        if word is not None:
            full += len(word) > 1 or len(words) == 1
        else:
            word = next((w for w in left if len(token.key) == 1 and w.startswith(token.key)), None)
        if word is None:
            return False
        left.remove(word)
    return full > 0
