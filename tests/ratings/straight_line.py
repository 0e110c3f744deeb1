"""FIDE lists month by month in plain integers, written for one test: nothing of the product is imported.

Follows B.02 as a rating officer would with a sheet of paper: the list in force at an event's start, the table,
the caps by date, K by what was published, one sum a month. A published list stands: what is reported or
corrected later joins the next month's sum.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

# Table 8.1.2: the largest difference of each row from .50 on; beyond the last 1.00
ROWS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
# Table 8.1.1: dp for .50 to 1.00; below .50 the same with a minus
DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip


def expected(gap: int) -> int:
    """PD in hundredths."""
    high = 50 + bisect_left(ROWS, abs(gap))
    return high if gap >= 0 else 100 - high


def nearest(value: int, unit: int) -> int:
    """value / unit, .5 away from zero."""
    whole = (2 * abs(value) + unit) // (2 * unit)
    return whole if value >= 0 else -whole


@dataclass
class Play:
    """An event's dates, the month in which it ends, its rate of play in minutes for 60 moves."""

    number: int
    start: date
    starts_in: int
    ends_in: int
    minutes: int


@dataclass
class Game:
    number: int
    event: Play
    white: int
    black: int
    halves: int | None  # White's; None: void


@dataclass
class Card:
    """One player on one list."""

    rating: int | None = None
    games: int = 0
    peak: int | None = None
    born: int = 1980
    pool: list[tuple] = field(default_factory=list)  # (month, start, event, game, opponent, halves)


class Book:
    """One list. ``standard``: the standard list's book, which seeds rapid and blitz."""

    def __init__(self, name: str, cards: dict[int, Card], months: list[date], standard: Book | None = None) -> None:
        self.name, self.cards, self.months, self.standard = name, cards, months, standard
        self.openings: list[dict[int, int | None]] = []
        self.counted: dict[int, int | None] = {}  # game -> White's halves, as lists have counted them
        self.used: dict[tuple[int, int], tuple[int, int] | None] = {}  # game, side -> K, PD (None: not rated)
        self.lines: dict[int, tuple[int, int]] = {}  # player -> K and rated games of the last month

    def close(self, month: int, games: list[Game]) -> dict[int, int]:
        """Rate a month; the list it gives."""
        self.openings.append({player: card.rating for player, card in self.cards.items()})
        sums: defaultdict[int, int] = defaultdict(int)
        more: defaultdict[int, int] = defaultdict(int)
        self._correct(games, sums, more)
        mine: defaultdict[int, list] = defaultdict(list)
        for game in games:
            in_time = game.event.ends_in == month or 0 < month - game.event.ends_in <= 2
            if game.number not in self.counted and game.halves is not None and in_time:
                self.counted[game.number] = game.halves
                mine[game.white].append((game, 0, game.black, game.halves))
                mine[game.black].append((game, 1, game.white, 2 - game.halves))
        self.lines = {}
        results = {
            player: self._player(month, player, mine.get(player, []), sums, more) for player in {*mine, *sums, *more}
        }
        for player, card in results.items():
            self.cards[player] = card
        return {player: card.rating for player, card in self.cards.items() if card.rating is not None}

    def _correct(self, games: list[Game], sums: dict[int, int], more: dict[int, int]) -> None:
        for game in games:
            if game.number not in self.counted or self.counted[game.number] == game.halves:
                continue
            was, now = self.counted[game.number], game.halves
            self.counted[game.number] = now
            for side, player in enumerate((game.white, game.black)):
                used = self.used[game.number, side]
                if used is None:
                    self._correct_pool(player, game.number, side, now)
                    continue
                own = [None if h is None else h if side == 0 else 2 - h for h in (was, now)]
                old, new = (0 if h is None else 50 * h - used[1] for h in own)
                sums[player] += used[0] * (new - old)
                more[player] += (now is not None) - (was is not None)

    def _correct_pool(self, player: int, number: int, side: int, now: int | None) -> None:
        pool = self.cards[player].pool
        for place, entry in enumerate(pool):
            if entry[3] == number:
                if now is None:
                    del pool[place]
                else:
                    pool[place] = (*entry[:5], now if side == 0 else 2 - now)
                return

    def stands(self, player: int, event: Play) -> tuple[int | None, int | None]:
        """The rating a player is computed with, and the one his opponents count."""
        now, then = self.openings[-1].get(player), self.openings[event.starts_in].get(player)
        if then is not None:
            return (then if now is not None else None), then
        seed = self.standard.openings[event.starts_in].get(player) if self.standard else None
        return (now, None) if seed is None else (seed, seed)

    def fits(self, event: Play, white: int | None, black: int | None) -> bool:
        best = max(white or 0, black or 0)
        least = 120 if best >= 2400 else 90 if best >= 1800 else 60
        if event.minutes >= least:
            return self.name == "standard"
        return self.name == ("rapid" if 10 < event.minutes < 60 else "blitz" if 3 < event.minutes <= 10 else "")

    def gap(self, own: int, opponent: int, start: date) -> int:
        if self.name == "standard" and start >= date(2025, 10, 1) and own >= 2650:
            return own - opponent
        return max(-400, min(400, own - opponent))

    def _player(self, month: int, player: int, mine: list, sums: dict[int, int], more: dict[int, int]) -> Card:
        old = self.cards[player]
        rated, pool = [], list(old.pool)
        for game, side, other, halves in mine:
            own, seen = self.stands(player, game.event)
            opponent = self.stands(other, game.event)[1]
            self.used[game.number, side] = None
            if not self.fits(game.event, seen, opponent) or opponent is None:
                continue
            if own is None:
                pool.append((month, game.event.start, game.event.number, game.number, opponent, halves))
            elif not (self.name != "standard" and game.event.start >= date(2024, 12, 1)
                      and abs(own - opponent) >= 600 and max(own, opponent) > 2600):  # fmt: skip
                rated.append((game, side, own, expected(self.gap(own, opponent, game.event.start)), halves))
        base = old.rating
        if base is None and rated:
            base = max((game.event.start, own) for game, _, own, *_ in rated)[1]
        if base is None:
            fresh = any(entry[0] == month for entry in pool)
            return self._first(Card(None, old.games, old.peak, old.born, pool), fresh)
        k = self.factor(old, month)
        if k * len(rated) > 700:
            k = 700 // len(rated)
        total = sums.get(player, 0)
        for game, side, _own, pd, halves in rated:
            self.used[game.number, side] = (k, pd)
            total += k * (50 * halves - pd)
        self.lines[player] = (k, len(rated))
        new = base + nearest(total, 100)
        count = old.games + len(rated) + more.get(player, 0)
        if new < 1400:
            return Card(None, count, old.peak, old.born)
        return Card(new, count, max(old.peak or 0, new), old.born)

    def factor(self, card: Card, month: int) -> int:
        if (card.peak or 0) >= 2400:
            return 10
        if self.months[month].year - card.born <= 18 and (card.peak or 0) < 2300:
            return 40
        return 40 if card.games < 30 else 20

    def _first(self, card: Card, fresh: bool) -> Card:
        """8.2: the pooled results, the first event left out if it was a zero."""
        pool = card.pool
        first = min((entry[:3] for entry in pool), default=None)
        if first and not any(entry[5] for entry in pool if entry[:3] == first):
            pool = [entry for entry in pool if entry[:3] != first]
        if not fresh or len(pool) < 5:
            return card
        count, halves = len(pool) + 2, sum(entry[5] for entry in pool) + 2
        percent = (100 * halves + count) // (2 * count)
        dp = DP[percent - 50] if percent >= 50 else -DP[50 - percent]
        total = sum(entry[4] for entry in pool) + 3600 + dp * count
        rating = min(2200, (2 * total + count) // (2 * count))
        if rating < 1400:
            return card
        return Card(rating, card.games + len(pool), rating, card.born)
