"""Small leagues for kernel tests, without a database."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from ratings.kernel.replay import Openings, listed, no_openings, pooled, replay, state_before
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import (
    Batch,
    Cause,
    Change,
    Period,
    PlayerFacts,
    RatedGame,
    RatingState,
    Rules,
    World,
    unseeded,
)


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def rules(system: str, **parameters) -> Rules:
    return Rules(((0, SYSTEMS[system].parameters(parameters)),))


def game(number: int, white: int, black: int, halves: int, on: str | int = "2025-11-07", **more) -> RatedGame:
    played = on if isinstance(on, int) else day(on)
    return RatedGame(number, played, more.pop("start", played), white, black, halves, **more)


def single(played: RatedGame) -> Batch:
    return Batch(played.day, (played,))


def month(text: str, number: int = 1) -> Period:
    """The rating period YYYY-MM."""
    starts = date.fromisoformat(text + "-01")
    following = date(starts.year + starts.month // 12, starts.month % 12 + 1, 1)
    return Period(number, starts.toordinal(), following.toordinal() - 1)


def batch(games: Iterable[RatedGame], period: Period) -> Batch:
    return Batch(period.ends, tuple(games), period)


class Played(NamedTuple):
    rows: list[Change]
    states: dict[int, RatingState]

    def of(self, player: int, cause: Cause = Cause.PERIOD) -> Change:
        """The player's only row of this cause."""
        (row,) = [row for row in self.rows if row.player == player and row.cause == cause]
        return row


def play(
    system: str,
    steps: Iterable,
    players: Mapping[int, PlayerFacts] | Iterable[PlayerFacts],
    *,
    openings: Openings | None = None,
    calendar: tuple[int, ...] = (),
    under: Rules | None = None,
    seeds=unseeded,
    **parameters,
) -> Played:
    """Replay steps from the openings (none: from the start)."""
    openings = openings or no_openings()
    facts = players if isinstance(players, Mapping) else {one.player: one for one in players}
    ruled = under or rules(system, **parameters)
    found = list(
        replay(SYSTEMS[system], steps, players=facts, rules=ruled, openings=openings, calendar=calendar, seeds=seeds)
    )
    return Played(found, openings.states)


def world_of(system: str, states: Mapping[int, RatingState], players: Mapping[int, PlayerFacts], **parameters) -> World:
    """A world in which every list says what the states say."""
    return World(states, players, rules(system, **parameters), lambda player, start: states[player].rating, {})


def openings_at(rows: Iterable[Change], cut: int, games: Mapping[int, RatedGame], ends: Mapping[int, int]) -> Openings:
    """What a ledger would rebuild from the log for a replay from ``cut`` (a place in the list of rows).

    ``games`` by id, ``ends`` the last day of each period by id.
    """
    rows = list(rows)
    openings = no_openings()
    entered = {row.player for row in rows[:cut]}
    for row in rows[:cut]:
        _remember(row, openings, games, ends)
    for row in rows[cut:]:
        part = row.cause == Cause.GAME and row.period is not None
        if row.player in entered and row.player not in openings.states and not part:
            openings.states[row.player] = state_before(row)
    return openings


def _remember(row: Change, openings: Openings, games: Mapping[int, RatedGame], ends: Mapping[int, int]) -> None:
    change = listed(row)
    if change is not None:
        openings.history.setdefault(row.player, []).append(change)
    if row.cause == Cause.GAME and row.reason:
        result = pooled(row, games[row.ref], row.day if row.period is None else ends[row.period])
        if result is not None:
            openings.pools.setdefault(row.player, []).append(result)
    if row.opening is not None or row.closing is not None:
        openings.pools.pop(row.player, None)


def final_states(rows: Iterable[Change], states: Mapping[int, RatingState], openings: Openings, cut: int) -> Openings:
    """Players without a row after ``cut`` stand where the whole replay left them."""
    for player in {row.player for row in list(rows)[:cut]} - openings.states.keys():
        openings.states[player] = states[player]
    return openings


def counted(rows: Iterable[Change]) -> Counter:
    """Rows as a multiset: equal leagues have equal logs whatever the order inside a batch."""
    return Counter(tuple(map(str, row)) for row in rows)
