"""Corrections of games: change, void, take back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.forms import CorrectForm, DecisionForm
from league.forms.words import results
from league.models import Game, GameRevision
from league.services import correcting
from league.services.counting import correction_counts_in
from league.services.errors import Refused
from league.services.standing import kept_first_ratings
from ratings.facts import Overlay
from ratings.services import Preview, preview

from .decisions import Decision, Difference

DASH = "–"
MOST_AT_ONCE = 100


class GameDecision(Decision):
    """A decision about one game of the league."""

    game: Game

    def load(self, *, game: int) -> None:
        games = Game.objects.select_related("league__club", "white", "black", "event")
        self.game = get_object_or_404(games, league=self.league, pk=game)
        self.game.league = self.league

    def after(self) -> str:
        return self.url("game", game=self.game.pk)

    def notes(self) -> list[str]:
        return [*filter(None, [correction_counts_in(self.game, self.league)]), *kept_first_ratings([self.game])]

    def extra(self) -> dict[str, Any]:
        return {"game": self.game}


class Correct(GameDecision):
    """A game as it should have been."""

    form_template = "league/desk/_game_fields.html"
    asks = True
    title = gettext_lazy("Correct a game")
    confirm = gettext_lazy("Correct the game")

    def make_form(self, data: Any = None) -> forms.Form:
        if data is None and self.request.GET.keys() & {"outcome", "white_points", "black_points"}:
            form = CorrectForm(game=self.game)
            form.initial |= {name: value for name, value in self.request.GET.items() if name in form.fields}
            return form
        return CorrectForm(data, game=self.game)

    def settled(self, form: forms.Form | None = None) -> str:
        if self.game.status == Game.Status.VOID:
            return _("This game is void: restore it before you correct it.")
        if form is not None and not self._fields(form):
            return _("The game says so already: nothing was changed.")
        return ""

    def _fields(self, form: forms.Form) -> dict[str, Any]:
        assert isinstance(form, CorrectForm)
        return form.differences()

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        wanted = self._fields(form)
        if wanted.get("swap"):
            pair = f"{self.game.white} – {self.game.black}"
            yield Difference(_("Players"), pair, f"{self.game.black} – {self.game.white}")
        for name, value in wanted.items():
            if name != "swap":
                yield Difference(
                    form.fields[name].label, self._text(name, getattr(self.game, name)), self._text(name, value)
                )

    def _text(self, name: str, value: Any) -> str:
        if value is None or value == "":
            return DASH
        if name == "outcome":
            return str(dict(results(self.league, keep=value))[value])
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, date):
            return date_format(value)
        return time_format(value) if isinstance(value, time) else str(value)

    def preview(self, form: forms.Form) -> Preview:
        return correcting.preview_correction(game=self.game, **self._fields(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        correcting.correct_game(game=self.game, reason=reason, actor=self.request.user, **self._fields(form))

    def done(self) -> str:
        return _("The game is corrected.")


class Void(GameDecision):
    """A game that shall not count."""

    title = gettext_lazy("Void a game")
    confirm = gettext_lazy("Void the game")

    def settled(self, form: forms.Form | None = None) -> str:
        return _("This game is void already.") if self.game.status == Game.Status.VOID else ""

    def preview(self, form: forms.Form) -> Preview:
        return correcting.preview_void(game=self.game)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        correcting.void_game(game=self.game, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The game is void. It stays in the records and no longer counts.")


class VoidSeveral(Decision):
    """Games of a wrong evening or file: looked at together, voided one by one."""

    title = gettext_lazy("Void several games")
    confirm = gettext_lazy("Void these games")
    games: list[Game]

    def load(self, **ids: Any) -> None:
        asked = self.request.GET.get("games", "").split(",")
        numbers = [number for number in asked if number.isascii() and number.isdigit() and len(number) < 19]
        found = Game.objects.filter(league=self.league, pk__in=numbers[:MOST_AT_ONCE])
        self.games = list(found.exclude(status=Game.Status.VOID).select_related("white", "black", "league__club"))

    def settled(self, form: forms.Form | None = None) -> str:
        return "" if self.games else _("None of these games is there to be voided.")

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        for game in self.games:
            yield Difference(
                f"{date_format(game.played_on)}: {game.white} – {game.black}", game.get_outcome_display(), _("void")
            )

    def notes(self) -> list[str]:
        return kept_first_ratings(self.games)

    def preview(self, form: forms.Form) -> Preview:
        since = min(game.played_on for game in self.games)
        return preview(self.league, since=since, overlay=Overlay(games=dict.fromkeys(game.pk for game in self.games)))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        for game in self.games:
            correcting.void_game(game=game, reason=reason, actor=self.request.user)

    def done(self) -> str:
        count = len(self.games)
        return ngettext("%(n)s game is void.", "%(n)s games are void.", count) % {"n": count}


class Restore(GameDecision):
    """A void game that shall count after all."""

    title = gettext_lazy("Restore a game")
    confirm = gettext_lazy("Restore the game")

    def settled(self, form: forms.Form | None = None) -> str:
        return "" if self.game.status == Game.Status.VOID else _("This game is not void: nothing to restore.")

    def preview(self, form: forms.Form) -> Preview:
        return correcting.preview_restore(game=self.game)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        correcting.restore_game(game=self.game, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The game is restored and counts again.")


class Undo(GameDecision):
    """A correction that was none: set back what it changed."""

    form_class = DecisionForm
    title = gettext_lazy("Take a correction back")
    confirm = gettext_lazy("Take it back")
    revision: GameRevision

    def load(self, *, game: int, revision: int) -> None:  # type: ignore[override]
        super().load(game=game)
        self.revision = get_object_or_404(GameRevision, game=self.game, pk=revision, action=GameRevision.Action.CORRECT)

    def settled(self, form: forms.Form | None = None) -> str:
        later = self.game.revisions.filter(pk__gt=self.revision.pk).exists()
        return _("The game was changed again since: take the latest change back first.") if later else ""

    def preview(self, form: forms.Form) -> Preview:
        return correcting.preview_correction(game=self.game, **correcting.undone_fields(self.revision.old))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        if self.settled():
            raise Refused(self.settled())
        correcting.undo_revision(revision=self.revision, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The correction is taken back.")
