"""PGN: tag pairs and results. Moves are counted, never played through."""

from .reading import read_pgn
from .writing import write_pgn

__all__ = ["read_pgn", "write_pgn"]
