"""Sets of FIDE ids that stay small: two million take some megabytes, as ids lie close together."""

from __future__ import annotations

_PAGE = 1 << 13  # bytes: 2 ** 16 ids


class IdSet:
    """FIDE ids as texts of digits."""

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}
        self._count = 0

    def add(self, fide_id: str) -> bool:
        """Take an id in; False: it is in already."""
        number = int(fide_id)
        page = self._pages.setdefault(number >> 16, bytearray())
        if not page:
            page.extend(bytes(_PAGE))
        place, bit = number >> 3 & 0x1FFF, 1 << (number & 7)
        if page[place] & bit:
            return False
        page[place] |= bit
        self._count += 1
        return True

    def __contains__(self, fide_id: object) -> bool:
        if not isinstance(fide_id, str) or not fide_id.isdecimal():
            return False
        number = int(fide_id)
        page = self._pages.get(number >> 16)
        return page is not None and bool(page[number >> 3 & 0x1FFF] & 1 << (number & 7))

    def __len__(self) -> int:
        return self._count
