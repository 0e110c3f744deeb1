"""Bytes of a file -> the encoding in which they are text.

In order: a byte order mark, UTF-16 by its zero bytes, UTF-8, then the code pages in which Cyrillic,
Western and Polish files are saved. The code page is chosen by plain counting (``_code_page``).
"""

from __future__ import annotations

import codecs
import io
import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from .faults import Unreadable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SIGNATURES = (
    (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"%PDF", "PDF"), (b"\x1f\x8b", "gzip"),
    (b"\xd0\xcf\x11\xe0", "XLS"), (b"7z\xbc\xaf", "7z"), (b"Rar!", "RAR"), (b"SQLite format 3", "SQLite"),
)  # fmt: skip
_UTF8_LETTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]")
_WORD_WITH_HIGH = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
_CYRILLIC_WORD = re.compile(rb"[\xa8\xb8\xc0-\xff]{2,}")  # in cp1251: Ё, ё, А to я
_LATIN_PAGES = ("cp1252", "cp1250", "iso8859_2")
_SIGNS_IN_NAMES = frozenset("‘’“”„…–—·\u00a0\u00ad´«»°º½¼¾±×€£§™©®")
_PIECE = 1 << 20
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")  # and halves of letters, which no database takes


class TextFile(NamedTuple):
    """A file that is text: its bytes, and the encoding in which every one of them can be read.

    ``delimiter`` and ``header_row`` of its table, where somebody said them; else they are found.
    """

    data: bytes
    encoding: str
    delimiter: str = ""
    header_row: int = 0

    def open(self) -> TextIO:
        """The text as a stream, line ends as they are."""
        return io.TextIOWrapper(io.BytesIO(self.data), encoding=self.encoding, newline="")

    @property
    def encoding_name(self) -> str:
        return self.encoding.removesuffix("-sig")


def decode(data: bytes, encoding: str | None = None) -> TextFile:
    """Find the encoding of a file, or check the one that somebody chose.

    Raises ``Unreadable``: ``empty``, ``not_text`` (kind), ``bad_byte`` (line, byte), ``encoding``.
    """
    if not data:
        raise Unreadable("empty")
    if kind := _binary_kind(data):
        raise Unreadable("not_text", kind=kind)
    encoding = _with_byte_order(data, encoding) if encoding else _find_encoding(data)
    empty = True
    for text in _read(data, encoding):
        if _CONTROL.search(text):
            raise Unreadable("not_text", kind="")
        empty = empty and not text.strip()
    if empty:
        raise Unreadable("empty")
    return TextFile(data, encoding)


def _binary_kind(data: bytes) -> str:
    if data.startswith(b"PK\x03\x04"):
        return "XLSX" if b"xl/" in data[:4096] or b"xl/workbook" in data else "ZIP"
    return next((kind for signature, kind in _SIGNATURES if data.startswith(signature)), "")


def _find_encoding(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if encoding := _utf16_without_mark(data):
        return encoding
    try:
        deque(_read(data, "utf-8"), maxlen=0)
    except Unreadable as bad_byte:
        if b"\x00" in data:
            raise Unreadable("not_text", kind="") from None
        if _is_damaged_utf8(data):
            raise bad_byte from None
        return _code_page(data)
    return "utf-8"


def _read(data: bytes, encoding: str) -> Iterator[str]:
    """The text in pieces: never all of a large file at once."""
    try:
        data[:4].decode(encoding, "ignore")  # text encodings only
        decoder = codecs.getincrementaldecoder(encoding)()
    except (LookupError, TypeError, UnicodeError):
        raise Unreadable("encoding", encoding=encoding) from None
    for start in range(0, len(data), _PIECE):
        try:
            yield decoder.decode(data[start : start + _PIECE], final=start + _PIECE >= len(data))
        except UnicodeDecodeError as error:
            raise _bad_byte(data, _first_bad(data, encoding, error)) from None
        except UnicodeError:  # some encodings name no place
            raise _bad_byte(data, 0) from None


def _first_bad(data: bytes, encoding: str, found: UnicodeDecodeError) -> int:
    """Where the first bad byte is in the whole file."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return error.start
    return found.start


def _bad_byte(data: bytes, position: int) -> Unreadable:
    return Unreadable("bad_byte", line=data.count(b"\n", 0, position) + 1, byte=f"0x{data[position]:02X}")


def _with_byte_order(data: bytes, encoding: str) -> str:
    """The encoding that somebody chose. UTF-16 without a byte order mark says by its zero bytes which half is first."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return encoding if marked or encoding != "utf-16" else _utf16_without_mark(data) or encoding


def _utf16_without_mark(data: bytes) -> str:
    sample = data[:4000]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > half * 0.7:
        return "utf-16-le"
    return "utf-16-be" if half and sample[0::2].count(0) > half * 0.7 else ""


def _is_damaged_utf8(data: bytes) -> bool:
    """Most bytes above 127 belong to whole UTF-8 letters: the file is UTF-8 with a few bytes broken."""
    whole = sum(len(letter) for letter in _UTF8_LETTER.findall(data))
    return whole > len(_HIGH.findall(data)) - whole


def _code_page(data: bytes) -> str:
    """cp1251 when words of Cyrillic bytes only are the most; else the Latin page that makes most of them letters.

    In Cyrillic text nearly every letter is above 127, in Latin text single accents stand among ASCII
    letters. The Latin pages differ in what they make of those accents: the one with most letters in
    words wins, the more common page where they are equal. A page that makes more signs than letters
    of them is none.
    """
    words = _WORD_WITH_HIGH.findall(data)
    if sum(1 for word in words if _CYRILLIC_WORD.fullmatch(word)) * 2 > len(words):
        return "cp1251"
    best = max(_LATIN_PAGES, key=lambda page: _letters(words, page))
    if _letters(words, best) < 0:
        bad = next(iter(_HIGH.finditer(data)))
        raise _bad_byte(data, bad.start())
    return best


def _letters(words: list[bytes], page: str) -> float:
    score = 0
    for word in words:
        try:
            letters = word.decode(page)
        except UnicodeDecodeError:
            return -1
        for letter in letters:
            if letter > "\x7f" and letter not in _SIGNS_IN_NAMES:
                score += 1 if letter.isalpha() and letter != "ÿ" else -1
    return score
