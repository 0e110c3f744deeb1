"""Tables that show an event on a page: cross tables, round robins, pairing lists, player cards, starting lists.

What chess-results and the programs around it export, as CSV or as a sheet (``xlsx.read_sheet`` makes text
of it). Each module reads one kind; ``kinds.find_kind`` tells them apart.
"""

from .kinds import READERS, find_kind

__all__ = ["READERS", "find_kind"]
