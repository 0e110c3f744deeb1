"""What a player did in each round of an event, as tie-breaks look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from functools import cached_property
from typing import Final, NamedTuple

WIN, DRAW = 1.0, 0.5
_FROM: Final = (date(2026, 3, 1), date(2023, 1, 1))


class Rules(IntEnum):
    """How unplayed rounds count in tie-breaks of Swiss events that began under these regulations."""

    VIRTUAL = 1  # before 2023: a virtual opponent who draws from then on; unplayed rounds of opponents are draws
    DUMMY = 2  # from 2023 (C.07 16): an opponent with the player's own score
    CAPPED = 3  # from 1 March 2026 (C.07 16.4): the same, but no more than the opponent has, or a draw a round


def rules_on(day: date | None) -> Rules:
    """The regulations in force on the first day of an event (None: those of today)."""
    if day is None or day >= _FROM[0]:
        return Rules.CAPPED
    return Rules.DUMMY if day >= _FROM[1] else Rules.VIRTUAL


class Meeting(NamedTuple):
    """One round of one player. ``opponent`` None: a bye. ``points`` in [0, 1].

    ``played`` False: a forfeit or a bye. ``away``: the player was the reason (C.07 16.2: a round unplayed of
    one's own will): absent, a bye asked for, lost by forfeit.
    """

    round: int
    opponent: int | None
    points: float
    played: bool = True
    black: bool = False
    away: bool = False


@dataclass(frozen=True)
class Card:
    """A player's rounds, in their order. ``rating``: whole, None for the unrated."""

    meetings: tuple[Meeting, ...]
    rating: int | None = None

    @cached_property
    def points(self) -> float:
        return sum(meeting.points for meeting in self.meetings)

    @cached_property
    def last_there(self) -> int:
        """The last round in which the player was there, whatever became of the game; 0: in none."""
        return max((meeting.round for meeting in self.meetings if not meeting.away), default=0)


@dataclass(frozen=True)
class Table:
    """All cards by player. ``rounds`` are played so far.

    ``swiss``: who is away gets an opponent for the tie-breaks. Else pairings were known beforehand and a forfeit
    counts as the game it stands for (C.07 15), and a round without an opponent as nothing.
    """

    cards: Mapping[int, Card]
    rounds: int
    swiss: bool
    rules: Rules = Rules.CAPPED

    def adjusted(self, player: int) -> float:
        """The score with which a player counts in the tie-breaks of opponents."""
        return self._adjusted[player]

    @cached_property
    def _adjusted(self) -> dict[int, float]:
        if not self.swiss:
            return {player: card.points for player, card in self.cards.items()}
        as_draws = _unplayed_as_draws if self.rules == Rules.VIRTUAL else _gone_as_draws
        return {player: as_draws(card) for player, card in self.cards.items()}


def _unplayed_as_draws(card: Card) -> float:
    """C.02 13.15 as it was until 2022: every unplayed round of an opponent is a draw."""
    return sum(meeting.points if meeting.played else DRAW for meeting in card.meetings)


def _gone_as_draws(card: Card) -> float:
    """C.07 16.3: rounds after the last one in which the player was there are draws; a forfeit stays what it was."""
    last = card.last_there
    return sum(
        meeting.points if meeting.round <= last or meeting.opponent is not None else DRAW for meeting in card.meetings
    )
