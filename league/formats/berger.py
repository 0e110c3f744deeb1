"""Berger tables (FIDE C.05 Annex 1): who meets whom in which round of a round robin, and who has White."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where a pair of a round robin meets: round, board, and the number that has White there."""

    round: int
    board: int
    white: int
    black: int


def berger(players: int, cycles: int = 1) -> dict[tuple[int, int, int], Place]:
    """``(lower number, higher number, cycle)`` -> round, board and colours; numbers and cycles count from 1.

    With an odd number of players the opponent of the highest number has the round free. Later
    cycles have the colours reversed.
    """
    table: dict[tuple[int, int, int], Place] = {}
    size = players + players % 2
    for cycle in range(1, cycles + 1):
        for round in range(1, size):
            board = 0
            for white, black in _round(size, round):
                if max(white, black) > players:
                    continue
                board += 1
                sides = (white, black) if cycle % 2 else (black, white)
                key = (min(white, black), max(white, black), cycle)
                table[key] = Place(round + (cycle - 1) * (size - 1), board, *sides)
    return table


def _round(size: int, round: int) -> list[tuple[int, int]]:
    """Pairs of a round, White first: the last number stays, the others move on by half the table."""
    last, half = size - 1, size // 2
    start = (round - 1) * half % last  # 0-based number of the opponent of the last
    pairs = [(start + 1, size) if round % 2 else (size, start + 1)]
    for step in range(1, half):
        pairs.append(((start + step) % last + 1, (start - step) % last + 1))
    return pairs
