"""Forms of an event's plan: entries, rounds, pairings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.formats.names import clean_name
from league.models import Bye, Club, EventEntry, Player
from league.services.planning import Pair

from .games import LARGEST_NUMBER, DayField
from .look import Look
from .players import LONGEST_NAME, called, suggestions

MOST_NAMES = 300
SUGGESTED = 3  # players named beside an unknown name
MOST_BOARDS = 100
ORDERS = (
    ("rating", _("by rating")),
    ("lot", _("by lot")),
    ("kept", _("as they are")),
)


class Wanted(NamedTuple):
    """Names of a list: who is meant, and who is new."""

    players: list[Player]
    new: list[str]


class EntriesForm(Look, forms.Form):
    """Names to be entered, one a line."""

    names = forms.CharField(
        label=_("Players, one a line"), widget=forms.Textarea(attrs={"rows": 6}), max_length=20_000,
        help_text=_("As the club knows them; the order does not matter."),
    )  # fmt: skip
    add = forms.BooleanField(label=_("Add those whom the club does not know"), required=False)
    joined_round = forms.IntegerField(
        label=_("They play from round"), required=False, min_value=1, max_value=LARGEST_NUMBER,
        help_text=_("For who comes late; rounds before are not paired and no result."),
    )  # fmt: skip

    def __init__(self, *args: Any, club: Club, addable: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.club, self.addable = club, addable
        if not addable:
            del self.fields["add"]

    def clean_names(self) -> list[str]:
        names = [clean_name(line) for line in self.cleaned_data["names"].replace("\x00", "").split("\n")]
        found = list(dict.fromkeys(name for name in names if name))
        if len(found) > MOST_NAMES:
            raise ValidationError(_("At most %(most)d at once."), params={"most": MOST_NAMES})
        if long := next((name for name in found if len(name) > LONGEST_NAME), None):
            raise ValidationError(_("“%(name)s” is too long for a name."), params={"name": long[:60]})
        if not found:
            raise ValidationError(_("Name a player."))
        return found

    def wanted(self) -> Wanted | None:
        """Who is meant by each name; None where some name needs another look (said at the field)."""
        wanted = Wanted([], [])
        for name in self.cleaned_data["names"]:
            same = called(self.club, name)
            if len(same) == 1:
                wanted.players.append(same[0])
            elif same:
                self.add_error("names", gettext("Several players are called “%(name)s”.") % {"name": name})
            elif self.cleaned_data.get("add"):
                wanted.new.append(name)
            else:
                self.add_error("names", self._unknown(name))
        return None if self.errors else wanted

    def _unknown(self, name: str) -> str:
        message = gettext("No player of this club is called “%(name)s”.") % {"name": name}
        if near := suggestions(self.club, name)[:SUGGESTED]:
            message += " " + gettext("Did you mean %(names)s?") % {"names": ", ".join(player.label for player in near)}
        return message


class DrawForm(Look, forms.Form):
    order = forms.ChoiceField(label=_("Starting numbers"), choices=ORDERS)
    rounds = forms.IntegerField(label=_("Games of the match"), required=False, min_value=1, max_value=100)


class RoundDaysForm(Look, forms.Form):
    """A day for each round."""

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.rounds = list(rounds)
        for number in self.rounds:
            label = _("Round %(n)d") % {"n": number}
            self.fields[f"day_{number}"] = DayField(label=label, required=False)
            self.fields[f"day_{number}"].widget.attrs["class"] = "form-control"

    def days(self) -> dict[int, Any]:
        return {number: self.cleaned_data.get(f"day_{number}") for number in self.rounds}


class ByeForm(Look, forms.Form):
    player = forms.ChoiceField(label=_("Player"))
    kind = forms.ChoiceField(label=_("Kind"), choices=Bye.Kind.choices)

    def __init__(self, *args: Any, entries: Sequence[EventEntry], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [(str(e.player_id), e.player.label) for e in entries]


class PairingsForm(Look, forms.Form):
    """The boards of a round that have no result: who has White, who has Black."""

    def __init__(self, *args: Any, entries: Sequence[EventEntry], rows: Sequence[tuple[Any, Any, Any]], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.players = {str(entry.player_id): entry.player for entry in entries}
        choices = [("", "–"), *((key, player.label) for key, player in self.players.items())]
        self.count = len(rows)
        if self.is_bound:
            while self.count < MOST_BOARDS and f"board_{self.count}" in self.data:
                self.count += 1
        for number in range(self.count):
            board, white, black = rows[number] if number < len(rows) else (number + 1, None, None)
            self.fields[f"board_{number}"] = forms.IntegerField(
                label=_("Board"), min_value=1, max_value=LARGEST_NUMBER, initial=board, required=False,
                widget=forms.TextInput({"inputmode": "numeric", "class": "form-control", "maxlength": "5"}),
            )  # fmt: skip
            for side, player, label in (("white", white, _("White")), ("black", black, _("Black"))):
                self.fields[f"{side}_{number}"] = forms.ChoiceField(
                    label=label, choices=choices, required=False, initial=str(player.pk) if player else "",
                    widget=forms.Select({"class": "form-select"}),
                )  # fmt: skip

    def lines(self) -> Iterator[dict[str, Any]]:
        for number in range(self.count):
            fields = [self[f"{name}_{number}"] for name in ("board", "white", "black")]
            errors = [error for field in fields for error in field.errors]
            yield {"number": number + 1, "fields": fields, "errors": errors}

    def pairs(self) -> tuple[list[Pair], list[int]]:
        """What was chosen, and the row of each."""
        pairs, rows = [], []
        for number in range(self.count):
            white, black = (self.players.get(self.cleaned_data.get(f"{s}_{number}", "")) for s in ("white", "black"))
            if white is None and black is None:
                continue
            if white is None or black is None:
                self.add_error(f"{'white' if white is None else 'black'}_{number}", gettext("Name a player."))
                continue
            pairs.append(Pair(self.cleaned_data.get(f"board_{number}") or number + 1, white, black))
            rows.append(number)
        return pairs, rows
