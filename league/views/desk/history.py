"""The history in full, of a league and of a club, and the undoing of its newest action."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import FactChange, League, Player
from league.permissions import Action
from league.services import undoing
from ratings import wording
from ratings.boards.history import Asked, Place
from ratings.boards.history_lines import history
from ratings.services import Preview
from ratings.views import asked
from ratings.views.log import candidates, player_asked
from ratings.views.story import Entry, story

from .base import ClubDeskView, DeskView, Guarded
from .decisions import Decision

MOST_AUTHORS = 200


class _Reading(Guarded):
    """What both pages ask: ``?kind=``, ``?by=``, ``?player=``, ``?from=``, ``?to=``, ``?older=``."""

    def wanted(self, league: League | None, player: Player | None) -> Asked:
        given = self.request.GET
        return Asked(
            league=league, club=None if league else self.club, player=player,
            kind=asked.choice(given, "kind", list(wording.FAMILIES), ""), actor=asked.number(given, "by"),
            first=asked.midnight(self.club, asked.day(given, "from")),
            until=asked.midnight(self.club, asked.day(given, "to"), after=1),
        )  # fmt: skip

    def read(self, league: League | None) -> dict[str, Any]:
        given = self.request.GET
        player, found = player_asked(self.club, given)
        wanted = self.wanted(league, player)
        page = history(wanted, Place.of(asked.text(given, "older", 40))) if found is None else None
        return {
            "story": story(page, league) if page else [], "older": page.older if page else None,
            "begun": "older" in given, "full": True, "wanted": wanted,
            "asked_player": player.name if player else asked.text(given, "player"),
            "candidates": candidates(found), "nobody": found is not None and not found.players,
            "kinds": wording.FAMILIES.items(), "authors": self._authors(league),
            "first": asked.day(given, "from"), "last": asked.day(given, "to"),
        }  # fmt: skip

    def _authors(self, league: League | None) -> list[tuple[int, str]]:
        """Who did something here, by name; accounts that still exist."""
        rows = FactChange.objects.filter(league=league) if league else FactChange.objects.filter(club=self.club)
        names = rows.exclude(actor=None).order_by("actor").values_list("actor", "actor__username").distinct()
        return list(names[:MOST_AUTHORS])


class History(_Reading, DeskView):
    """Everything that was done to a league."""

    action = Action.CORRECT

    def get(self, request: HttpRequest) -> HttpResponseBase:
        target = undoing.newest_of(self.league)
        undoable = target is not None and self.access.may(undoing.right_to(target))
        context = self.read(self.league)
        if target is not None and undoable and not undoing.why_not(target, self.league):
            context |= {"undoable": target.code, "undo_url": self.url("undo_action", code=target.code)}
        return self.page("history.html", context)


class ClubHistory(_Reading, ClubDeskView):
    """Everything that was done in a club; results on top of a league's log are in the history of the league."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self.page("history.html", self.read(None) | self._undoable() | {"leagues": self._leagues()})

    def _undoable(self) -> dict[str, Any]:
        target = undoing.newest_of_club(self.club)
        if target is None or not self.access.may(undoing.right_to(target)) or undoing.why_not(target):
            return {}
        return {"undoable": target.code, "undo_url": self.url("undo_club_action", code=target.code)}

    def _leagues(self) -> list[League]:
        """Where the results entered one after another stand."""
        return list(self.club.leagues.order_by("archived_at", "name", "pk")[:MOST_AUTHORS])


class UndoAction(Decision):
    """The newest action of the league, taken back."""

    action = Action.CORRECT
    reason_needed = False
    undoable = False
    title = gettext_lazy("Undo the newest action")
    confirm = gettext_lazy("Undo it")
    target: undoing.Target

    def load(self, *, code: str) -> None:  # type: ignore[override]
        found = undoing.target_of(self.league, code)
        if found is None:
            raise Http404
        if not self.access.may(undoing.right_to(found)):
            raise PermissionDenied(_("Your role in this club does not include this."))
        self.target = found

    def make_form(self, data: Any = None) -> forms.Form:
        return forms.Form(data)

    def settled(self, form: forms.Form | None = None) -> str:
        return undoing.why_not(self.target, self.league)

    def preview(self, form: forms.Form) -> Preview | None:
        return undoing.preview_undo(target=self.target, league=self.league)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        undoing.undo(target=self.target, league=self.league, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("Undone.")

    def after(self) -> str:
        return self.url("history")

    def extra(self) -> dict[str, Any]:
        entry = self._entry()
        if entry is None:
            return {}
        when = date_format(timezone.localtime(entry.line.at), "SHORT_DATETIME_FORMAT")
        about = ", ".join(link.words for link in entry.about)
        return {"subject": " · ".join(filter(None, (entry.what, about, when, entry.line.actor)))}

    def notes(self) -> list[str]:
        entry = self._entry()
        told = "; ".join(entry.told) if entry else ""
        return [_("What is undone: %(what)s") % {"what": told}] if told else []

    def _entry(self) -> Entry | None:
        """The action in words."""
        place = Place(*(pk + 1 for pk in self._keys()))
        page = history(Asked(league=self.league), place, 2)
        return next((each for each in story(page, self.league) if each.line.code == self.target.code), None)

    def _keys(self) -> tuple[int, int]:
        change, game = self.target
        return (change.pk if change else 0, game.pk if game else 0)
