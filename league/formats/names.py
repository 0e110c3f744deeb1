"""Names as people type them: cleaned for showing, folded for finding.

Pure functions on text. Two spellings that a person would call the same name (case, accents, Polish
and Cyrillic letters, a comma after the surname, a no-break space) share one key; the key is for
comparing and is never shown.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

KEY_LENGTH = 160  # as long as the columns that hold keys and words

_INVISIBLE = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
    # joiners mean something in Persian and in emoji, nothing after Latin or Cyrillic letters
    "|(?<![\u0590-\U0010ffff])[\u200c\u200d]"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_APOSTROPHES = re.compile("['`´\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032]")
_JOINERS = re.compile("[\u200c\u200d]")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_SEPARATORS = re.compile(r"[\s,.;]+|(?<=\w)-(?=\w)")
_FOLDED = str.maketrans(
    {
        **dict(zip("łøđðħıŧŋ", "loddhitn", strict=True)),
        "þ": "th", "æ": "ae", "œ": "oe",
        # Cyrillic: Russian, then what Ukrainian, Belarusian, Serbian and Macedonian add
        **dict(zip("абвгдеёзийклмнопрстуфыэ", "abvgdeeziyklmnoprstufye", strict=True)),
        "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya",
        "і": "i", "ї": "i", "є": "ye", "ґ": "g", "ў": "u",
        "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѓ": "g", "ќ": "k", "ѕ": "dz",
    }
)  # fmt: skip


def clean_name(text: str) -> str:
    """The name as it is stored and shown: NFC, single blanks, nothing invisible, no controls."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    return _CONTROLS.sub("", " ".join(text.split()))


def name_key(text: str) -> str:
    """The name folded for comparing, at most ``KEY_LENGTH`` characters; empty only for an empty name.

    Case, accents, apostrophes, commas, dots and hyphens inside words do not count; letters that no
    decomposition resolves (ł, ø, ß, æ ...) and Cyrillic are written in Latin. A name of signs only
    (an emoji) is its own key.
    """
    return _key_of_short(text) if len(text) <= KEY_LENGTH else _key_of(text)


def _key_of(text: str) -> str:
    cleaned = clean_name(text)
    folded = cleaned.lower() if cleaned.isascii() else _latin(cleaned)
    folded = _APOSTROPHES.sub("", _DASHES.sub("-", folded))
    return (" ".join(_SEPARATORS.sub(" ", folded).split()) or cleaned.casefold())[:KEY_LENGTH]


_key_of_short = lru_cache(maxsize=8192)(_key_of)  # files have the same names over and over; long texts are not kept


def _latin(cleaned: str) -> str:
    # Cyrillic й and ї decompose, so letters are replaced before their marks are dropped.
    folded = _JOINERS.sub("", cleaned.casefold()).translate(_FOLDED)
    marked = unicodedata.normalize("NFKD", folded)
    bare = "".join(letter for letter in marked if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare).translate(_FOLDED).casefold()


def name_words(text: str) -> set[str]:
    """The words of the key: a search finds a player by a prefix of any of them."""
    return set(name_key(text).split())
