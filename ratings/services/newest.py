"""The short way of a game on top of all that its two players have: one batch, two players, no replay.

What it writes is what ``rerate`` would write, by the same kernel and the same counting (a test holds both equal, row by
row, over random leagues). It exists because most results are of this kind, and people wait for them.
"""

from __future__ import annotations

from django.utils import timezone

from league.models import Game, League
from ratings.facts.calendar import facts_of
from ratings.facts.newest import Newest
from ratings.facts.overlay import overlaid_row
from ratings.kernel.replay import Openings, replay
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import Batch, Change, PlayerId, RatingState
from ratings.ledger import standings
from ratings.ledger.newest import RatingValues, write_game, write_run, write_standing
from ratings.ledger.standings import Move
from ratings.ledger.tally import Count

from .computed import same_rating
from .concerned import stored_state
from .rerating import Actor, save_state


def rate_newest(league: League, game: Game, found: Newest, *, reason: str, actor: Actor = None) -> int:
    """Rate a saved game with what ``facts.newest.look`` found, raise the league's version, return the run's id.

    The league has been locked since that look.
    """
    started = timezone.now()
    changes, states = _changes(league, game, found)
    ratings, moves = _ratings(league, found, changes, states)
    write_game(league, changes)
    write_standing(league, ratings)
    run = write_run(
        league, since=game.played_on, reason=reason, actor=None if actor is None else actor.pk, started=started,
        finished=timezone.now(), rows=len(changes), moves=moves,
    )  # fmt: skip
    save_state(league)
    return run


def _changes(league: League, game: Game, found: Newest) -> tuple[list[Change], dict[PlayerId, RatingState]]:
    """The rows of the game, and where they leave its players."""
    rated = overlaid_row(league, game.pk, game).game
    states = {player: stored_state(standing) for player, standing in found.standings.items()}
    changes = replay(
        SYSTEMS[league.system], [Batch(rated.day, (rated,))], players=facts_of(found.standings), rules=found.rules,
        openings=Openings(states, {}, {}),
    )  # fmt: skip
    return list(changes), states


def _ratings(
    league: League, found: Newest, changes: list[Change], states: dict[PlayerId, RatingState]
) -> tuple[list[tuple[int, PlayerId, RatingValues]], list[Move]]:
    """Rating rows to write, and who moves."""
    system, parameters = SYSTEMS[league.system], found.rules.sets[-1][1]
    ratings, moves = [], []
    for change in changes:
        player, old = change.player, found.standings[change.player].rating
        assert old is not None
        tail, state = Count(), states[player]
        tail.see(change)
        count = tail.after(standings.stored_count(old))
        values = standings.rating_values(state, count, provisional=system.provisional(state, parameters))
        if not same_rating(values, old):
            ratings.append((old[0], player, values))
            move = Move(player, standings.standing_rating(old), state.rating)
            if move.before != move.after:
                moves.append(move)
    return ratings, moves
