"""Rows that say something else than a game that is there: corrections in bulk, each with its revision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from league.formats.outcomes import HALVES
from league.models import Game, GameRevision, ImportBatch

from ..admission import same_place, taken_message
from ..errors import Refused
from ..revisions import keep_revision, values
from ..writing import Actor
from .comparing import Comparison, Differing
from .plan import ResultsPlan
from .results import comparison_of

_AT_ONCE = 500
_ALWAYS = ("white_id", "black_id", "outcome", "white_halves", "black_halves", "played_on")


def correct_games(
    plan: ResultsPlan, player: Callable[[int], int], event: Callable[[int], int | None], batches: list[ImportBatch],
    *, reason: str, actor: Actor,
) -> list[int]:  # fmt: skip
    """Make each differing game what its row says, and keep what it said before: ids of the revisions.

    As ``correcting.correct_game`` does one by one; the caller re-rates once for all.
    """
    comparisons = [comparison_of(file) for file in plan.files]
    kept: list[int] = []
    for chunk in _chunks(plan.matches.differing):
        games = Game.objects.in_bulk([each.stored.id for each in chunk])
        for differing in chunk:
            game = games[differing.stored.id]
            before = values(game)
            fields = fields_of(differing, comparisons[differing.game.file], player, event)
            for name, value in fields.items():
                setattr(game, name, value)
            # without boards, two players may meet more than once in a round
            if game.board is not None and (other := same_place(game).first()) is not None:
                raise Refused(taken_message(other), field="board")
            game.full_clean(validate_unique=False, validate_constraints=False)
            game.save(update_fields=list(fields))
            action = GameRevision.Action.CORRECT
            kept.append(keep_revision(game, action, before, values(game), reason=reason, actor=actor).pk)
    return kept


def fields_of(
    differing: Differing, comparison: Comparison, player: Callable[[int], int], event: Callable[[int], int | None]
) -> dict[str, Any]:
    """What the row says of the game; columns that the file lacks change nothing."""
    game, row = differing.game, differing.game.row
    outcome, white_points, black_points = row.result
    said: dict[str, Any] = dict(
        zip(_ALWAYS, (player(game.white), player(game.black), outcome, *HALVES[outcome or ""], row.at.day), strict=True)
    )
    optional = (
        (comparison.time, {"played_at": row.at.time}),
        (comparison.event, {"event_id": event(game.event)}),
        (comparison.round, {"round": row.round}),
        (comparison.board, {"board": row.board}),
        (comparison.points or outcome != differing.stored.outcome,
         {"white_points": white_points, "black_points": black_points}),
        (comparison.factors, dict(row.factors._asdict())),
        (comparison.neutral, {"neutral": row.neutral}),
    )  # fmt: skip
    for has, fields in optional:
        if has:
            said |= fields
    if differing.final:
        said["status"] = Game.Status.FINAL
    return said


def _chunks(differing: list[Differing]) -> Iterator[list[Differing]]:
    iterator = iter(differing)
    while chunk := list(islice(iterator, _AT_ONCE)):
        yield chunk
