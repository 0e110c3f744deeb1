"""A family name and initials, for lists that say no more than that. Pure functions on text."""

from __future__ import annotations


def short_name(name: str) -> str:
    """``Jan Kowalski`` and ``Kowalski, Jan`` become ``Kowalski J.``; a single word stays.

    Without a comma the last word is the family name, with the small words before it (``van der Berg``).
    """
    family, comma, given = name.partition(",")
    if comma and family.strip():
        return _joined(family.split(), given.split())
    words = name.replace(",", " ").split()
    start = max(len(words) - 1, 0)
    while start > 1 and words[start - 1][:1].islower():
        start -= 1
    return _joined(words[start:], words[:start])


def _joined(family: list[str], given: list[str]) -> str:
    initials = [f"{_initial(word)}." for word in given if _initial(word)]
    return " ".join([*family, *initials])


def _initial(word: str) -> str:
    """The first letter, or nothing: a bracket or a figure is none."""
    return next((letter.upper() for letter in word if letter.isalpha()), "")
