"""One game as a form: recorded anew, or corrected."""

from __future__ import annotations

import re
import secrets
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.formats.names import name_key
from league.formats.numbers import read_id
from league.models import Event, Game, League, Outcome
from league.permissions import Access, Action

from . import words
from .look import Look
from .number import NumberField
from .players import NewPlayer, PlayerField
from .seen import SeenMixin

RECENT_EVENTS = 40
LARGEST_NUMBER = 32767  # of a round or a board: what the columns hold on PostgreSQL
LARGEST_SCORE = 100_000
FIRST_YEAR, LAST_YEAR = 1800, 2150  # services narrow it down; beyond them no database can help
FACTORS = dict.fromkeys(("weight", "white_k", "black_k"), Action.CORRECT)
ASKED_OF = {"new_event": Action.EVENTS, "reason": Action.CLOSED, **FACTORS}
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,32}")


class DayField(forms.DateField):
    """A day between the years that a league can hold."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
            raise ValidationError(
                _("The year lies between %(first)d and %(last)d."), params={"first": FIRST_YEAR, "last": LAST_YEAR}
            )


class EventField(forms.ModelChoiceField):
    """An event of the league; the list shows the latest, an older one stays valid where it is set."""

    def offer(self, league: League, chosen: Any) -> None:
        self.queryset = Event.objects.filter(league=league, withdrawn_at=None)
        latest = list(self.queryset[:RECENT_EVENTS])
        known = {str(event.pk) for event in latest}
        if chosen and str(chosen) not in known:
            latest += self.queryset.filter(pk=read_id(str(chosen)))
        self.widget.choices = [("", self.empty_label), *((event.pk, _event_label(event)) for event in latest)]

    def only(self, event: Event) -> None:
        """There is but one to choose: the holder of a link enters its results and no others."""
        self.required, self.queryset = True, Event.objects.filter(pk=event.pk)
        self.widget.choices = [(event.pk, _event_label(event))]


def _event_label(event: Event) -> str:
    return f"{event.name} ({date_format(event.starts_on, 'SHORT_DATE_FORMAT')})"


def _number(label: Any, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=LARGEST_NUMBER, widget=widget)


def _score() -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE)


class GameForm(Look, forms.Form):
    """What there is to say about a game. Labels follow the league's discipline."""

    white = PlayerField(addable=True)
    black = PlayerField(addable=True)
    outcome = forms.ChoiceField(label=_("Result"), required=False, widget=forms.RadioSelect)
    white_points = _score()
    black_points = _score()
    neutral = forms.BooleanField(label=_("On neutral ground"), required=False)
    played_on = DayField(label=_("Date"))
    played_at = forms.TimeField(
        label=_("Time"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M:%S")
    )
    event = EventField(label=_("Event"), queryset=Event.objects.none(), required=False, empty_label=_("no event"))
    round = _number(_("Round"))
    board = _number(_("Board"))
    weight = NumberField(
        label=_("Weight"), required=False, min_value=0, max_value=1000, help_text=_("Multiplies the K-factor.")
    )
    white_k = NumberField(required=False, min_value=0, max_value=1000)
    black_k = NumberField(required=False, min_value=0, max_value=1000)

    always = ("white", "black", "outcome", "played_on", "event", "round", "board")

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.league = league
        names, points = words.sides(league), words.POINTS[league.discipline]
        for side, name, score in zip(("white", "black"), names, points, strict=True):
            self.fields[side].label = name
            self.fields[side].league = league
            self.fields[f"{side}_points"].label = score
            self.fields[f"{side}_k"].label = _("K for %(side)s") % {"side": name}
        self.fields["event"].offer(league, self["event"].value())
        self.fields["outcome"].choices = words.results(league, keep=self.initial.get("outcome", ""))
        self._leave_out()

    def _leave_out(self) -> None:
        if self.league.discipline != League.Discipline.HOME_AWAY:
            del self.fields["neutral"]
        if self.league.discipline == League.Discipline.CHESS and not self._has_points():
            del self.fields["white_points"], self.fields["black_points"]
        if self.league.system != League.System.ELO:
            del self.fields["weight"], self.fields["white_k"], self.fields["black_k"]

    def _has_points(self) -> bool:
        return any(self.initial.get(name) is not None for name in ("white_points", "black_points"))

    @property
    def usual_results(self) -> list[Any]:
        """The radio buttons that every game needs; ``other_results`` are the rest."""
        return [button for button in self["outcome"] if button.data["value"] in words.USUAL]

    @property
    def other_results(self) -> list[Any]:
        return [button for button in self["outcome"] if button.data["value"] not in words.USUAL]

    @property
    def other_result_chosen(self) -> bool:
        chosen = self["outcome"].value()
        return bool(chosen) and chosen not in words.USUAL

    @property
    def seldom(self) -> list[forms.BoundField]:
        """The fields that few games need."""
        return [self[name] for name in self.fields if name not in self.always and name not in self.shown_apart]

    shown_apart: tuple[str, ...] = ("white_points", "black_points", "neutral")

    @property
    def seldom_used(self) -> bool:
        return any(field.errors or field.value() not in (None, "", 1, 1.0, "1") for field in self.seldom)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self._one_person_once(cleaned.get("white"), cleaned.get("black"))
        self._result_from_points(cleaned)
        return cleaned

    def _one_person_once(self, white: Any, black: Any) -> None:
        if white is not None and _identity(white) == _identity(black):
            self.add_error("black", _("Nobody plays against themselves."))

    def _result_from_points(self, cleaned: dict[str, Any]) -> None:
        """Goals or points say who won; a result typed beside them must say the same."""
        white, black, outcome = (cleaned.get(name) for name in ("white_points", "black_points", "outcome"))
        if (white is None) != (black is None):
            missing = "black_points" if black is None else "white_points"
            if missing not in self.errors:
                self.add_error(missing, _("Give both scores or none."))
        elif white is None:
            if not outcome and "outcome" not in self.errors:
                self.add_error("outcome", _("Choose the result."))
        elif self._result_follows(outcome):
            cleaned["outcome"] = _said_by(white, black)
        elif outcome in words.USUAL and outcome != _said_by(white, black) and self._scores_typed():
            self.add_error("outcome", _("The result and the scores say different things."))

    def _result_follows(self, outcome: Any) -> bool:
        return not outcome

    def _scores_typed(self) -> bool:
        return True


def _said_by(white: int, black: int) -> Outcome:
    if white == black:
        return Outcome.DRAW
    return Outcome.WHITE_WINS if white > black else Outcome.BLACK_WINS


def _identity(player: Any) -> Any:
    return name_key(player.name) if isinstance(player, NewPlayer) else player


class RecordForm(GameForm):
    """A new game. ``token`` makes the second press of Save land on the same game."""

    new_event = forms.CharField(
        label=_("or a new event"), required=False, max_length=160, help_text=_("It begins on the day of this game.")
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("Needed for a game in a period that is closed already."),
    )
    repeat = forms.BooleanField(label=_("They played once more, with the same result"), required=False)
    token = forms.CharField(required=False, widget=forms.HiddenInput)

    shown_apart = (*GameForm.shown_apart, "new_event", "reason", "repeat", "token")

    def __init__(self, *args: Any, access: Access | None = None, **kwargs: Any):
        """``access``: what its reader may not do is not asked for."""
        super().__init__(*args, **kwargs)
        if access is None:
            return
        for side in ("white", "black"):
            self.fields[side].addable = access.may(Action.NEWCOMERS)
        for name, right in ASKED_OF.items():
            if not access.may(right):
                self.fields.pop(name, None)
        if access.event is not None:
            self.fields["event"].only(access.event)

    def clean_token(self) -> str:
        token = self.cleaned_data["token"]
        return token if TOKEN.fullmatch(token) else new_token()

    def facts(self) -> dict[str, Any]:
        """What ``record_game`` takes, without the players."""
        given = dict(self.cleaned_data)
        for name in ("white", "black", "repeat", "token"):
            given.pop(name)
        if given.get("weight") is None:
            given.pop("weight", None)
        return given


def new_token() -> str:
    return secrets.token_urlsafe(16)


class CorrectForm(SeenMixin, GameForm):
    """A recorded game as it should have been; only what the reader changes is corrected."""

    swap = forms.BooleanField(
        label=_("Swap the two players"),
        required=False,
        help_text=_("The players change sides and each keeps the own score."),
    )

    shown_apart = (*GameForm.shown_apart, "swap")

    def __init__(self, *args: Any, game: Game, **kwargs: Any):
        self.game = game
        initial = {name: getattr(game, name) for name in self.base_fields if hasattr(game, name)}
        initial["event"] = game.event_id
        super().__init__(*args, league=game.league, initial=initial, **kwargs)
        for side in ("white", "black"):
            self.fields[side].addable = False

    @property
    def outcome_seen(self) -> str:
        """The hidden field of the result that the reader saw: the buttons are drawn one by one."""
        return self["outcome"].as_hidden(only_initial=True)

    def differences(self) -> dict[str, Any]:
        """What ``correct_game`` takes: the changed facts, and ``swap`` where it is asked for."""
        changed = super().differences()
        if self._scores_changed():
            changed["outcome"] = self.cleaned_data.get("outcome") or self.game.outcome
        if "weight" in changed and changed["weight"] is None:
            changed["weight"] = 1.0
        return {name: value for name, value in changed.items() if name == "swap" or value != getattr(self.game, name)}

    def _scores_changed(self) -> bool:
        return not {"white_points", "black_points"}.isdisjoint(self.changed_data)

    def _scores_typed(self) -> bool:
        return self._scores_changed() or "outcome" in self.changed_data

    def _result_follows(self, outcome: Any) -> bool:
        return self._scores_changed() and outcome in words.USUAL and "outcome" not in self.changed_data

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        changed = {name for name in ("white", "black") if cleaned.get(name) != getattr(self.game, name)}
        if cleaned.get("swap") and changed and not self.errors:
            self.add_error("swap", _("Either swap the two players or name others, not both."))
        return cleaned
