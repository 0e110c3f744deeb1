"""Events as cross tables print them: ``9w1`` beat number 9 with White, ``11b-`` lost to 11 by forfeit, ``H`` a bye."""

import re

from ratings.kernel.standings import Card, Meeting, Rules, Table

CELL = re.compile(r"(\d+)([wb])([10=½+-])")
POINTS = {"1": 1.0, "0": 0.0, "=": 0.5, "½": 0.5, "+": 1.0, "-": 0.0}
BYES = {"U": (1.0, False), "F": (1.0, False), "H": (0.5, True), "Z": (0.0, True), "-": None}


def meeting(round: int, cell: str) -> Meeting | None:
    """None: the player had the round free, or nothing is known of it."""
    found = CELL.fullmatch(cell)
    if found is None:
        return Meeting(round, None, BYES[cell][0], played=False, away=BYES[cell][1]) if BYES[cell] else None
    opponent, colour, code = found.groups()
    return Meeting(round, int(opponent), POINTS[code], code not in "+-", colour == "b", code == "-")


def table(text: str, *, swiss: bool = True, rules: Rules = Rules.CAPPED) -> Table:
    """Lines of ``number:rating:cells``."""
    cards, rounds = {}, 0
    for line in text.split("\n"):
        number, rating, cells = line.strip().split(":")
        meetings = [meeting(place, cell) for place, cell in enumerate(cells.split(), 1)]
        cards[int(number)] = Card(tuple(m for m in meetings if m), int(rating) if rating not in ("", "0") else None)
        rounds = max(rounds, len(meetings))
    return Table(cards, rounds, swiss, rules)
