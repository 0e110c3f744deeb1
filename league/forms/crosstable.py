"""A round robin as one table of results: a cell is what the row's player made against the column's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.formats.berger import Place, berger
from league.formats.outcomes import MIRRORED, Reading
from league.models import Event, Game, League, Player
from league.services.entering import Entry

from .games import TOKEN, DayField, new_token
from .grid import LONGEST_BIGINT, ResultField, shown
from .look import Look

MOST_PLAYERS = 30


class Pair(NamedTuple):
    """A meeting of two starting numbers in one cycle; ``row`` stands in the table's rows, ``column`` in its columns."""

    row: int
    column: int
    cycle: int


class CrossTableForm(Look, forms.Form):
    """``players`` by starting number, ``games`` those that are there, ``cycles`` 1 or 2 (there and back).

    Of two cycles the first stands above the diagonal, the second below; the cell is the row's player's score.
    """

    token = forms.CharField(required=False, widget=forms.HiddenInput)
    day = DayField(label=_("Date"), help_text=_("Of new games."))
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300,
                             help_text=_("Kept with results that are changed; needed in a closed period."))  # fmt: skip

    def __init__(self, *args: Any, league: League, event: Event, players: Sequence[Player],
                 games: Mapping[Pair, Game], cycles: int, **kwargs: Any):  # fmt: skip
        super().__init__(*args, **kwargs)
        self.league, self.event, self.players, self.games, self.cycles = league, event, players, games, cycles
        self.places: dict[tuple[int, int, int], Place] = berger(len(players), cycles)
        self.initial.setdefault("token", new_token())
        for pair in pairs_of(len(players), cycles):
            self._add_cell(pair)

    def _add_cell(self, pair: Pair) -> None:
        game = self.games.get(pair)
        row, column = self.players[pair.row - 1], self.players[pair.column - 1]
        label = _("%(row)s against %(column)s") % {"row": row.name, "column": column.name}
        value = "" if game is None else shown(game) if game.white_id == row.pk else _mirrored_key(game)
        field = ResultField(label=label, initial=value)
        field.widget.attrs |= {"class": "form-control", "aria-label": label, "title": label}
        self.fields[name_of(pair)] = field
        for name, held in (("game", game.pk if game else None), ("version", game.revisions_then if game else 0)):  # type: ignore[attr-defined]
            self.fields[f"{name}_{name_of(pair)}"] = forms.IntegerField(
                required=False, min_value=0, max_value=10**LONGEST_BIGINT, widget=forms.HiddenInput, initial=held
            )

    def clean_token(self) -> str:
        token: str = self.cleaned_data["token"]
        return token if TOKEN.fullmatch(token) else new_token()

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not self.event.starts_on <= day <= self.event.ends_on:
            message = _("The event is from %(first)s to %(last)s.")
            raise ValidationError(message, params={"first": self.event.starts_on, "last": self.event.ends_on})
        return day

    def table(self) -> list[dict[str, Any]]:
        """Rows of the table: number, player, and a cell for each opponent (None on the diagonal)."""
        known = {(pair.row, pair.column): pair for pair in pairs_of(len(self.players), self.cycles)}
        numbers = range(1, len(self.players) + 1)
        return [
            {"number": row, "player": self.players[row - 1], "cells": [self._cell(known, row, col) for col in numbers]}
            for row in numbers
        ]

    def _cell(self, known: Mapping[tuple[int, int], Pair], row: int, column: int) -> dict[str, Any]:
        pair = known.get((row, column))
        if pair is None:
            return {"diagonal": row == column}
        hidden = [self[f"{name}_{name_of(pair)}"] for name in ("game", "version")]
        return {"field": self[name_of(pair)], "hidden": hidden}

    def entries(self) -> Iterator[Entry]:
        """Cells that say something; the Berger tables say who has White, in which round and on which board."""
        for number, pair in enumerate(pairs_of(len(self.players), self.cycles)):
            given: dict[str, Any] = self.cleaned_data
            reading: Reading | None = given.get(name_of(pair))
            key: int | None = given.get(f"game_{name_of(pair)}")
            game = self.games.get(pair)
            if reading or key:
                yield entry_of(self, number, pair, reading or Reading(""), (game, key))


def name_of(pair: Pair) -> str:
    """What the field of a cell is called."""
    return f"c_{pair.row}_{pair.column}_{pair.cycle}"


def pairs_of(players: int, cycles: int) -> Iterator[Pair]:
    """Every meeting, with the cell in which it stands."""
    for cycle in range(1, cycles + 1):
        for row in range(1, players + 1):
            for column in range(row + 1, players + 1):
                yield Pair(row, column, 1) if cycle == 1 else Pair(column, row, 2)


def _mirrored_key(game: Game) -> str:
    """The result from Black's side."""
    seen = Game(outcome=MIRRORED.get(game.outcome, game.outcome), white_points=game.black_points,
                black_points=game.white_points, status=game.status)  # fmt: skip
    return shown(seen)


def entry_of(form: CrossTableForm, number: int, pair: Pair, reading: Reading, stored: Any) -> Entry:
    """A cell as the board that it stands for; ``stored``: its game, and the id that the form sent for it."""
    game, key = stored
    place = form.places[min(pair.row, pair.column), max(pair.row, pair.column), pair.cycle]
    row, column = form.players[pair.row - 1], form.players[pair.column - 1]
    row_is_white = game.white_id == row.pk if game is not None else place.white == pair.row
    sides = (row, column) if row_is_white else (column, row)
    outcome, white, black = reading.outcome or "", reading.white_points, reading.black_points
    if not row_is_white:
        outcome, white, black = MIRRORED.get(outcome, outcome), black, white
    return Entry(
        row=number, white=sides[0], black=sides[1], outcome=outcome,
        played_on=game.played_on if game else form.cleaned_data["day"],
        round=game.round if game else place.round, board=game.board if game else place.board,
        white_points=white, black_points=black, game=key,
        version=form.cleaned_data.get(f"version_{name_of(pair)}") or 0, repeat=True,
    )  # fmt: skip
