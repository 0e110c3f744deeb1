"""Chess enough to check positions: who attacks what, who is in check, which captures are legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratings.calculator.learn.board import squares

Board = Mapping[tuple[int, int], str]

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
LINES = {"r": STRAIGHT, "b": DIAGONAL, "q": STRAIGHT + DIAGONAL}
STEPS = {"n": JUMPS, "k": STRAIGHT + DIAGONAL}


def place(name: str) -> tuple[int, int]:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def name(at: tuple[int, int]) -> str:
    return f"{'abcdefgh'[at[0]]}{at[1] + 1}"


def read(placement: str) -> dict[tuple[int, int], str]:
    return {place(square.name): square.piece for square in squares(placement) if square.piece}


def attacks(board: Board, start: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Squares a piece attacks, own pieces that it defends included."""
    piece = board[start]
    kind, (file, rank) = piece.lower(), start
    if kind == "p":
        ahead = 1 if piece.isupper() else -1
        yield from ((file + side, rank + ahead) for side in (-1, 1))
    for a, b in STEPS.get(kind, ()):
        yield file + a, rank + b
    for a, b in LINES.get(kind, ()):
        at = (file + a, rank + b)
        while 0 <= at[0] < 8 and 0 <= at[1] < 8:
            yield at
            if at in board:
                break
            at = (at[0] + a, at[1] + b)


def attackers(board: Board, target: tuple[int, int], white: bool) -> list[tuple[int, int]]:
    return [at for at, piece in board.items() if piece.isupper() == white and target in attacks(board, at)]


def in_check(board: Board, white: bool) -> bool:
    king = next(at for at, piece in board.items() if piece == ("K" if white else "k"))
    return bool(attackers(board, king, not white))


def taken(board: Board, start: tuple[int, int], target: tuple[int, int]) -> dict[tuple[int, int], str]:
    after = dict(board)
    after[target] = after.pop(start)
    return after


def takers(board: Board, target: str, white: bool) -> set[str]:
    """The pieces that may take on a square: those that do not leave their own king in check."""
    at = place(target)
    return {name(start) for start in attackers(board, at, white) if not in_check(taken(board, start, at), white)}


def gain(board: Board, target: str) -> int:
    """Of White's best capture on a square when both take on as long as they like: in pawns."""
    return _exchange(board, target, True)


VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 100}


def _exchange(board: Board, target: str, white: bool) -> int:
    at = place(target)
    worth = VALUES[board[at].lower()]
    found = [worth - _exchange(taken(board, place(t), at), target, not white) for t in takers(board, target, white)]
    return max([0, *found])
