"""What each result would bring to both sides, made ready for the recording page."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.forms import NewPlayer, RecordForm
from league.forms.words import RESULTS, USUAL, sides
from league.models import OUTCOME_HALVES, Game, League, Outcome, Player
from league.services.counting import game_counts_in
from league.services.limits import today
from ratings import figures
from ratings.services.stakes import Stakes, stakes


class Row(NamedTuple):
    result: Any
    white: str
    black: str


class StakesTable(NamedTuple):
    """``rows`` is empty where one of the players is not known yet; then ``hint`` says what is missing."""

    white: str
    black: str
    white_rating: str
    black_rating: str
    expected: str
    rows: list[Row]
    hint: str
    part: bool
    side_names: Any
    counting: str  # which period would count it, and why

    @classmethod
    def of(cls, form: RecordForm) -> StakesTable | None:
        """From a form that was asked for its errors, however many it has."""
        white, black = (getattr(form, "cleaned_data", {}).get(side) for side in ("white", "black"))
        if white is None or black is None or white == black:
            return None
        game = _game(form, white, black)
        return _table(form.league, game, stakes(form.league, game=game))


def _game(form: RecordForm, white: Any, black: Any) -> Game:
    given = form.cleaned_data
    return Game(
        league=form.league, white=_standing_in(form, white, -1), black=_standing_in(form, black, -2),
        outcome=Outcome.DRAW, white_halves=1, black_halves=1, event=given.get("event"),
        played_on=given.get("played_on") or today(form.league.club), neutral=bool(given.get("neutral")),
        weight=given["weight"] if given.get("weight") is not None else 1.0,
        white_k=given.get("white_k"), black_k=given.get("black_k"),
    )  # fmt: skip


def _standing_in(form: RecordForm, player: Player | NewPlayer, key: int) -> Player:
    return Player(pk=key, club=form.league.club, name=player.name) if isinstance(player, NewPlayer) else player


def _table(league: League, game: Game, found: Stakes) -> StakesTable:
    rows = []
    for outcome in USUAL:
        white, black = found.by_halves[OUTCOME_HALVES[outcome][0]]
        rows.append(Row(RESULTS[league.discipline][outcome], _change(white), _change(black)))
    rated, counting = found.expected is not None, game_counts_in(game)
    return StakesTable(
        white=game.white.label,
        black=game.black.label,
        white_rating=figures.shown(found.white_rating),
        black_rating=figures.shown(found.black_rating),
        expected=figures.plain(found.expected, 2) if rated else "",
        rows=rows if rated else [],
        hint="" if rated else _("By the rules this game would move neither rating yet."),
        part=found.part,
        side_names=sides(league),
        counting=counting.words if counting else "",
    )


def _change(value: float | None) -> str:
    return figures.arrowed(value, 1)
