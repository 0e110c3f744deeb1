"""The boards of an evening or a round as one form: players, result, and which stored game a row stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.formats.names import clean_name
from league.formats.outcomes import SPELLINGS, Reading, Unclear, read_result
from league.models import Game, League, Outcome, Player
from league.services.entering import MOST_ROWS, Entry, Newcomer

from .games import LARGEST_NUMBER, TOKEN, new_token
from .look import Look
from .players import NEW, NewPlayer, PlayerField
from .words import sides

# one key for each result; the rest of the spellings of files are taken as well
KEYS = {"1": "1-0", "0": "0-1", "=": "=", "5": "=", "+": "+-", "-": "-+", "−": "-+", "x": "--", "*": "--"}
SHOWN = {"1-0": "1", "0-1": "0", "=": "=", "+-": "+", "-+": "-", "--": "x"}
LONGEST_BIGINT = 18


class Board(NamedTuple):
    """A row before anything is typed: a stored game, or a pairing that waits."""

    white: Player | None = None
    black: Player | None = None
    number: int | None = None
    game: Game | None = None
    version: int = 0


class ResultField(forms.CharField):
    """A key (1, 0, =, 5, +, -, x) or any spelling of a result; cleans to a ``Reading``, None for nothing."""

    def __init__(self, **kwargs: Any):
        attrs = {"autocomplete": "off", "inputmode": "text", "maxlength": "12", "data-result": ""}
        super().__init__(required=False, max_length=40, widget=forms.TextInput(attrs), **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value).strip()
        if not text:
            return None
        if outcome := KEYS.get(text.casefold()):
            return Reading(outcome)
        try:
            reading = read_result(text)
        except Unclear:
            reading = Reading(None)
        if reading.outcome is None:
            message = _("“%(text)s” is no result. Keys: 1 0 = + - x, or %(known)s.")
            raise ValidationError(message, params={"text": text, "known": SPELLINGS})
        return reading


class GridForm(Look, forms.Form):
    """``boards``: what the rows show; rows of a form that comes back are counted by what it sends.

    ``empty``: results are typed a second time, to be compared; who plays is not asked.
    """

    token = forms.CharField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=300,
        help_text=_("Kept with results that are changed; needed in a closed period."),
    )  # fmt: skip
    all_new = forms.BooleanField(required=False)

    def __init__(self, *args: Any, league: League, boards: Sequence[Board], addable: bool, empty: bool = False,
                 **kwargs: Any):  # fmt: skip
        super().__init__(*args, **kwargs)
        self.league, self.boards, self.verifying = league, list(boards), empty
        self.initial.setdefault("token", new_token())
        if self.is_bound:
            while len(self.boards) < MOST_ROWS and f"result_{len(self.boards)}" in self.data:
                self.boards.append(Board())
        for number, board in enumerate(self.boards):
            self._add_row(number, board, addable, empty)
        self._dress()

    def _add_row(self, number: int, board: Board, addable: bool, empty: bool) -> None:
        names = sides(self.league)
        for side, name, player in zip(("white", "black"), names, (board.white, board.black), strict=True):
            field = PlayerField(label=name, required=False, addable=addable, initial=player)
            field.league = self.league
            field.widget.attrs["placeholder"] = name
            self.fields[f"{side}_{number}"] = field
        typed = "" if empty or board.game is None else shown(board.game)
        self.fields[f"result_{number}"] = ResultField(label=_("Result"), initial=typed)
        self.fields[f"board_{number}"] = forms.IntegerField(
            label=_("Board"), required=False, min_value=1, max_value=LARGEST_NUMBER, initial=board.number,
            widget=forms.TextInput(
                {"inputmode": "numeric", "autocomplete": "off", "maxlength": "5", "placeholder": str(number + 1)}
            ),
        )  # fmt: skip
        self.fields[f"game_{number}"] = forms.IntegerField(
            required=False, min_value=1, max_value=10**LONGEST_BIGINT, widget=forms.HiddenInput,
            initial=board.game.pk if board.game else None,
        )  # fmt: skip
        self.fields[f"version_{number}"] = forms.IntegerField(
            required=False, min_value=0, max_value=10**9, widget=forms.HiddenInput, initial=board.version
        )
        self.fields[f"repeat_{number}"] = forms.BooleanField(label=_("they played once more"), required=False)

    def _dress(self) -> None:
        for field in self.fields.values():
            if not field.widget.is_hidden and "class" not in field.widget.attrs:
                checked = isinstance(field.widget, forms.CheckboxInput)
                field.widget.attrs["class"] = "form-check-input" if checked else "form-control"

    def clean_token(self) -> str:
        token: str = self.cleaned_data["token"]
        return token if TOKEN.fullmatch(token) else new_token()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("all_new"):
            self._take_as_new()
        for number in range(len(self.boards)):
            white, black, result = (cleaned.get(f"{name}_{number}") for name in ("white", "black", "result"))
            for side, player in (("white", white), ("black", black)):
                name = f"{side}_{number}"
                if result and player is None and name not in self.errors and not self.verifying:
                    self.add_error(name, _("Name a player."))
            if white is not None and white == black:
                self.add_error(f"black_{number}", _("Nobody plays against themselves."))
        return cleaned

    def _players(self) -> Iterator[tuple[str, PlayerField]]:
        for number in range(len(self.boards)):
            for side in ("white", "black"):
                field = self.fields[f"{side}_{number}"]
                assert isinstance(field, PlayerField)
                yield f"{side}_{number}", field

    def unknown(self) -> dict[str, str]:
        """Fields with a name that nobody in the club has or nearly has: the name that was typed.

        One choice can make all of them new players; a name that is like somebody's is asked about by itself.
        """
        found = ((name, field) for name, field in self._players() if field.may_add == NEW and not field.offered)
        return {name: clean_name(str(self.data.get(name, ""))) for name, _field in found if name in self.errors}

    @property
    def unknown_names(self) -> list[str]:
        return list(dict.fromkeys(self.unknown().values()))

    def _take_as_new(self) -> None:
        """Chosen for each name, as if by its own button: what is typed later on is another question."""
        given = self.data.copy()
        given.pop("all_new", None)
        for name, typed in self.unknown().items():
            del self.errors[name]
            self.cleaned_data[name] = NewPlayer(typed)
            self.fields[name].may_add = ""
            given[f"{name}_pick"], given[f"{name}_for"] = NEW, given[name]
        self.data = given

    def row(self, number: int) -> dict[str, Any]:
        """What was typed in a row."""
        names = ("white", "black", "result", "board", "game", "version", "repeat")
        return {name: self.cleaned_data.get(f"{name}_{number}") for name in names}

    def entries(self, day: date, round: int | None) -> Iterator[Entry]:
        """The rows that say something: a result, or that a stored one is taken out."""
        for number in range(len(self.boards)):
            row = self.row(number)
            if row["white"] is None or row["black"] is None or not (row["result"] or row["game"]):
                continue
            reading = row["result"] or Reading("")
            stored = self.boards[number].game
            yield Entry(
                row=number, white=_meant(row["white"]), black=_meant(row["black"]), outcome=reading.outcome or "",
                played_on=stored.played_on if stored else day, round=round, board=row["board"],
                white_points=reading.white_points, black_points=reading.black_points, game=row["game"],
                version=row["version"] or 0, repeat=bool(row["repeat"]),
            )  # fmt: skip

    def waiting(self) -> Iterator[tuple[Player, Player, int | None]]:
        """Pairings of players of the club that have no result yet."""
        for number in range(len(self.boards)):
            row = self.row(number)
            pair = (row["white"], row["black"])
            if not row["result"] and not row["game"] and all(isinstance(player, Player) for player in pair):
                yield (*pair, row["board"])


def shown(game: Game) -> str:
    """A stored result as it would be typed; one that waits for confirmation is typed to confirm it."""
    if game.status == Game.Status.PENDING:
        return ""
    if game.white_points is not None:
        return f"{game.white_points}:{game.black_points}"
    return SHOWN.get(game.outcome, str(Outcome(game.outcome).value))


def _meant(player: Player | NewPlayer) -> Player | Newcomer:
    return Newcomer(player.name, player.namesake) if isinstance(player, NewPlayer) else player
