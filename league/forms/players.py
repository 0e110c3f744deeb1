"""Choosing a player by typing: the typed text is matched on the server, a script only helps.

Three names of a form belong to one player: ``white`` (what is typed), ``white_pick`` (the id chosen
from the offered ones, ``new`` or ``namesake``) and ``white_for`` (the text for which it was chosen: whoever types
something else afterwards has not chosen).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.formats.names import clean_name, name_words
from league.models import Club, League, Player
from league.services import people
from ratings.models import Rating

NEW, NAMESAKE = "new", "namesake"
OFFERED = 8
LONGEST_NAME = Player._meta.get_field("name").max_length


class NewPlayer(NamedTuple):
    """Somebody whom the club does not know yet; the page that saves adds the player first.

    ``namesake``: others of exactly this name were shown, and this is none of them.
    """

    name: str
    namesake: bool = False


class Typed(NamedTuple):
    text: str = ""
    pick: str = ""
    text_of_pick: str = ""


class PlayerInput(forms.TextInput):
    """A text field; the pages draw the offered players beside it (``league/desk/_player.html``)."""

    def __init__(self, attrs: dict[str, Any] | None = None):
        super().__init__({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false", **(attrs or {})})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Typed:
        return Typed(*(str(data.get(key) or "").replace("\x00", "") for key in (name, f"{name}_pick", f"{name}_for")))

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data and f"{name}_pick" not in data

    def format_value(self, value: Any) -> str:
        return value.text if isinstance(value, Typed) else str(value or "")


class PlayerHidden(forms.HiddenInput):
    """The id of the player that stood there, for forms that know what their reader saw."""

    def format_value(self, value: Any) -> str:
        return value.pick if isinstance(value, Typed) else str(value or "")


class PlayerField(forms.Field):
    """Cleans to a Player of the club, or to a NewPlayer where ``addable``.

    After cleaning, ``offered`` holds the players to choose from if the text did not name one.
    """

    widget = PlayerInput
    hidden_widget = PlayerHidden

    def __init__(self, *, addable: bool = False, **kwargs: Any):
        super().__init__(**kwargs)
        self.addable = addable
        self.league: League | None = None
        self.offered: list[Player] = []
        self.may_add = ""  # what the choice "a new player" is called: NEW, NAMESAKE or nothing

    @property
    def club(self) -> Club:
        assert self.league is not None
        return self.league.club

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, Player):
            return Typed(value.name, str(value.pk), value.name)
        return value

    def has_changed(self, initial: Any, data: Typed | None) -> bool:
        chosen = data.pick if data and data.pick and data.text == data.text_of_pick else None
        return chosen is None or chosen != str(getattr(initial, "pk", initial or ""))

    def clean(self, value: Typed | None) -> Player | NewPlayer | None:
        typed = value or Typed()
        name = clean_name(typed.text)
        chosen = self._chosen(typed, name)
        if chosen is not None:
            return chosen
        if not name:
            if self.required:
                raise ValidationError(_("Name a player."), code="required")
            return None
        if len(name) > LONGEST_NAME:
            raise ValidationError(_("A name has at most %(limit)d characters."), params={"limit": LONGEST_NAME})
        return self._matched(name)

    def _chosen(self, typed: Typed, name: str) -> Player | NewPlayer | None:
        """What was picked, if it was picked for the text that stands there."""
        if not typed.pick or (typed.text and typed.text_of_pick != typed.text):
            return None
        if typed.pick in (NEW, NAMESAKE):
            return self._new(name, namesake=typed.pick == NAMESAKE)
        player = _active(self.club).filter(pk=typed.pick).first() if _is_id(typed.pick) else None
        if player is None:
            raise ValidationError(_("That player is not in this club. Choose again."), code="foreign")
        return player

    def _new(self, name: str, *, namesake: bool) -> NewPlayer | None:
        """None where somebody else added a player of this name meanwhile: that one is meant."""
        possible = self.addable and name and len(name) <= LONGEST_NAME
        if not possible or (not namesake and called(self.club, name)):
            return None
        return NewPlayer(name, namesake)

    def _matched(self, name: str) -> Player:
        exact = called(self.club, name)
        if len(exact) == 1:
            return exact[0]
        if self.addable:
            self.may_add = NAMESAKE if exact else NEW
        self.offered = self._with_ratings(exact or suggestions(self.club, name))
        if exact:
            message = _("Several players are called “%(name)s”. Which one?")
        elif self.offered:
            message = _("No player is called exactly “%(name)s”. Did you mean one of these?")
        else:
            message = _("No player of this club is called “%(name)s”.")
        raise ValidationError(message, code="unclear", params={"name": name})

    def _with_ratings(self, players: list[Player]) -> list[Player]:
        """Namesakes are told apart by what they are known for; who plays here has a page to look at."""
        known = dict(Rating.objects.filter(league=self.league, player__in=players).values_list("player", "shown"))
        for player in players:
            player.plays_here, player.shown_rating = player.pk in known, known.get(player.pk)  # type: ignore[attr-defined]
        return players


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _active(club: Club) -> Any:
    return Player.objects.filter(club=club, archived_at=None, merged_into=None)


def called(club: Club, name: str) -> list[Player]:
    """The club's active players who bear exactly this name or alias, in any order of its words."""
    same = [player for player in people.players_named(club=club, text=name) if player.archived_at is None]
    if not same:
        words = name_words(name)
        same = [player for player in found(club, name) if name_words(player.name) == words]
    return same[:OFFERED]


def found(club: Club, text: str) -> list[Player]:
    """The first active players of whose names every typed word begins a word."""
    return list(people.find_players(club=club, text=text).filter(archived_at=None)[:OFFERED]) if text.strip() else []


def suggestions(club: Club, name: str) -> list[Player]:
    """Players whose name begins like this, then those whose name is nearly this."""
    near = [player for player in people.near_matches(club=club, name=name) if player.archived_at is None]
    return list({player.pk: player for player in [*found(club, name), *near]}.values())[:OFFERED]
