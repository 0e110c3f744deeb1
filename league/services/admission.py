"""What a game must satisfy to stand in a league, whether it is recorded, corrected or restored."""

from __future__ import annotations

from datetime import date, datetime
from typing import cast

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.formats.outcomes import winner
from league.models import OUTCOME_HALVES, PLAYED, Game, Outcome, Player

from . import limits
from .entries import check_player
from .errors import Problems
from .placement import closed_periods_of, need_reason, refuse_too_late, within
from .writing import Actor

_OUTCOMES: tuple[str, ...] = tuple(Outcome.values)  # Django makes the list anew each time it is asked


def set_outcome(game: Game, outcome: str) -> None:
    """Set the outcome with the halves that belong to it (an unknown outcome is found by ``check_game``)."""
    game.outcome = outcome
    if outcome in _OUTCOMES:
        game.white_halves, game.black_halves = OUTCOME_HALVES[Outcome(outcome)]


def check_game(
    game: Game, players: dict[int, Player], *, before: Game | None, reason: str, maybe_closed: bool = True,
    actor: Actor = None,
) -> None:  # fmt: skip
    """Refuse a game that cannot be, naming all that is wrong.

    ``players``: those to be looked at, freshly read. ``before``: the game as it was (None: a new one);
    what a correction leaves alone is not held against it. ``maybe_closed`` False: its period is known to be open.
    """
    problems = Problems()
    _check_players(problems, game, players, before)
    check_words(problems, game, reason)
    moved = before is None or before.event != game.event
    if game.event is not None and game.event.withdrawn_at is not None and moved:
        problems.add(_("The event %(event)s was taken back.") % {"event": game.event.name}, "event")
    if not problems:
        period = closed_periods_of(game).first() if maybe_closed else None
        if period is None and before is not None:
            period = closed_periods_of(before).first()
        need_reason(problems, period, reason, actor)
        if period is not None:
            refuse_too_late(problems, game)
        if period is not None and game.status == Game.Status.PENDING:
            message = _("The period %(period)s is %(status)s: only a final result can be entered.")
            problems.add(message % {"period": period.label, "status": period.get_status_display()}, "status")
    problems.refuse()


def check_words(problems: Problems, game: Game, reason: str) -> None:
    """What the game itself says: its result, numbers, day, texts. Nobody else is asked."""
    _check_result(problems, game)
    _check_numbers(problems, game)
    _check_day(problems, game)
    limits.check_length(problems, game.reference, 60, "reference")
    limits.check_length(problems, reason, limits.REASON_LENGTH, "reason")


def same_place(game: Game) -> QuerySet[Game]:
    """Other games at this event, round and board; without boards: of the same players in the same round."""
    if game.event_id is None or game.round is None:
        return Game.objects.none()
    others = Game.objects.filter(event=game.event_id, round=game.round).exclude(status=Game.Status.VOID)
    if game.board is not None:
        others = others.filter(board=game.board)
    else:
        others = others.filter(board=None, white=game.white_id, black=game.black_id)
    return others.exclude(pk=game.pk).select_related("white", "black", "event").order_by("pk")


def reported(game: Game) -> Game | None:
    """A game of the same players on that day in that event that they reported themselves, and that waits."""
    sides = {"white__in": (game.white_id, game.black_id), "black__in": (game.white_id, game.black_id)}
    waiting = Game.objects.filter(
        league=game.league_id, played_on=game.played_on, event=game.event_id, status=Game.Status.PENDING, **sides
    )
    if game.round is not None:
        waiting = waiting.filter(Q(round=game.round) | Q(round=None))
    waiting = waiting.exclude(pk=game.pk)
    if not waiting.exists():  # mostly: a question without the columns of four tables costs a third
        return None
    return waiting.select_related("white", "black", "event", "league").order_by("pk").first()


def reported_message(game: Game) -> str:
    """Words for a report that says something else than what is entered."""
    message = _("%(game)s was reported and waits for confirmation: settle it first, or say that they played once more.")
    return message % {"game": game}


def same_reference(game: Game) -> QuerySet[Game]:
    """Other games that came under this one's reference."""
    if not game.reference:
        return Game.objects.none()
    known = Game.objects.filter(~Q(reference=""), league=game.league_id, reference=game.reference)
    return known.exclude(pk=game.pk).select_related("white", "black", "event").order_by("pk")


def taken_message(other: Game) -> str:
    """Words for a place that another game has."""
    place = _("Round %(round)s, board %(board)s") if other.board is not None else _("Round %(round)s")
    return _("%(place)s has another result: game %(game)d, %(white)s – %(black)s %(result)s. Correct that one.") % {
        "place": place % {"round": other.round, "board": other.board},
        "game": other.pk,
        "white": other.white.label,
        "black": other.black.label,
        "result": other.get_outcome_display(),
    }


def _check_players(problems: Problems, game: Game, players: dict[int, Player], before: Game | None) -> None:
    if game.white_id == game.black_id:
        problems.add(_("The same player is on both sides."), "black")
    for side in ("white", "black"):
        player_id = getattr(game, f"{side}_id")
        if before is None or player_id not in (before.white_id, before.black_id):
            check_player(problems, players.get(player_id), game.league, side)


def _check_result(problems: Problems, game: Game) -> None:
    if game.outcome not in _OUTCOMES:
        known = ", ".join(_OUTCOMES)
        message = _("“%(outcome)s” is no result. Known: %(known)s.")
        problems.add(message % {"outcome": game.outcome, "known": known}, "outcome")
        return
    points = (game.white_points, game.black_points)
    if points == (None, None):
        return
    for field, value in zip(("white_points", "black_points"), points, strict=True):
        if value is None:
            problems.add(_("Give the points of both sides, or of none."), field)
        limits.check_number(problems, value, limits.POINTS, field)
    if None not in points and game.outcome in PLAYED and winner(*cast(tuple[int, int], points)) != game.outcome:
        message = _("%(white)d : %(black)d does not go with the result %(result)s.")
        values = {"white": points[0], "black": points[1], "result": game.get_outcome_display()}
        problems.add(message % values, "white_points")


def _check_numbers(problems: Problems, game: Game) -> None:
    limits.check_number(problems, game.weight, limits.WEIGHT, "weight")
    limits.check_number(problems, game.white_k, limits.K, "white_k")
    limits.check_number(problems, game.black_k, limits.K, "black_k")
    limits.check_number(problems, game.round, limits.NUMBER, "round")
    limits.check_number(problems, game.board, limits.NUMBER, "board")


def _check_day(problems: Problems, game: Game) -> None:
    if isinstance(game.played_on, datetime) or not isinstance(game.played_on, date):
        raise TypeError("played_on is a date on the club's wall, without a time")
    if game.played_at is not None and game.played_at.tzinfo is not None:
        raise TypeError("played_at is a time on the club's wall, without a zone")
    limits.check_day(problems, game.played_on, game.league.club, "played_on")
    event = game.event
    if event is None:
        return
    if event.league_id != game.league_id:
        problems.add(_("The event %(event)s is not in this league.") % {"event": event.name}, "event")
    elif not within(event, game.played_on):
        message = _("%(day)s is outside of %(event)s, which is from %(first)s to %(last)s.")
        days = {"day": game.played_on, "event": event.name, "first": event.starts_on, "last": event.ends_on}
        problems.add(message % days, "played_on")
