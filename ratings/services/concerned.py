"""Whom a tail concerns: their facts, their stored ratings, and where they stood before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from typing import Final

from league.models import League
from ratings.facts import beside, log
from ratings.facts.calendar import ENTERED, RATING_COLUMNS, Standing, read_players
from ratings.kernel.replay import state_before
from ratings.kernel.types import Change, Day, PlayerId, RatingState
from ratings.ledger import keys

WHOLE: Final = len(RATING_COLUMNS)


class Concerned:
    """``brief``: of the ratings nothing was read yet but since when their players are in."""

    league: League
    since: Day | None
    standings: dict[PlayerId, Standing]
    states: dict[PlayerId, RatingState]
    stored: dict[int, Change]
    brief = False

    def take_in(self, players: Collection[PlayerId]) -> None:
        """Players who have rows in a long tail and no game there any more."""
        if not players or self.since is None:
            return
        firsts, point = beside.firsts_since(self.league, players, self.since), date.fromordinal(self.since).isoformat()
        gone = []
        for player, standing in read_players(self.league, players).items():
            self.standings[player] = standing
            if standing.rating is None or (standing.rating[ENTERED] or "9") >= point:
                gone.append(keys.entry_row_id(self.league.pk, player))
            elif player in firsts:
                self.states[player] = state_before(Change._make(firsts[player]))
        for change in log.rows_by_id(gone) if gone else ():
            self._keep(change)

    def _stored_state(self, player: PlayerId) -> RatingState:
        return stored_state(self.standings[player])

    def complete(self, players: Iterable[PlayerId]) -> None:
        """The whole stored ratings of these players, where they were read briefly."""
        if self.brief and (
            wanted := [player for player in players if len(self.standings[player].rating or ()) < WHOLE]
        ):
            for player, standing in read_players(self.league, wanted).items():
                self.standings[player] = self.standings[player]._replace(rating=standing.rating)

    def _keep(self, change: Change) -> None:
        self.stored[keys.row_id(self.league.pk, change)] = change


def stored_state(standing: Standing) -> RatingState:
    """The state that the stored rating row carries."""
    rating = standing.rating
    assert rating is not None
    return RatingState(rating[1], rating[2], rating[3], rating[7], rating[8], rating[20])
