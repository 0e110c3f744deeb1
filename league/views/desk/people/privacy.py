"""What strangers see of the club and of each player."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.forms.privacy import ClubPrivacyForm, PlayerPrivacyForm
from league.models import Player, shown_to, strangers
from league.permissions import Action
from league.services import people
from league.services.errors import Refused

from ..base import ClubDeskView
from ..undoing import WayBack


class SavedPage(ClubDeskView):
    """A form, saved by a service."""

    def save(self, form: forms.Form) -> HttpResponseBase | None:
        """Where to go then; None: it was refused, and the form says why."""
        if not form.is_valid():
            return None
        way = WayBack(self.club)
        try:
            url = self.keep(form)
        except Refused as refused:
            form.add_error(None, refused.message)
            return None
        messages.success(self.request, way.beside(_("Saved.")))
        return redirect(url)

    def keep(self, form: forms.Form) -> str:
        raise NotImplementedError


class ClubPrivacy(SavedPage):
    """For everybody of the club: the rule and its exceptions."""

    action = Action.CLUB

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(ClubPrivacyForm(club=self.club))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = ClubPrivacyForm(request.POST, club=self.club)
        return self.save(form) or self._page(form)

    def keep(self, form: forms.Form) -> str:
        people.set_club_privacy(club=self.club, actor=self.request.user, **form.cleaned_data)
        return self.url("club_privacy")

    def _page(self, form: forms.Form) -> HttpResponse:
        own = Player.objects.filter(club=self.club, merged_into=None)
        different = own.exclude(names="", listed=True, search_engines=True).order_by("name_key", "pk")[:100]
        return self.page("club_privacy.html", {"form": form, "different": different})


class PlayerPrivacy(SavedPage):
    """For one player, before what the club says."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest, player: int) -> HttpResponseBase:
        found = self._player(player)
        return self._page(found, PlayerPrivacyForm(player=found))

    def post(self, request: HttpRequest, player: int) -> HttpResponseBase:
        self.found = self._player(player)
        form = PlayerPrivacyForm(request.POST, player=self.found)
        return self.save(form) or self._page(self.found, form)

    def keep(self, form: forms.Form) -> str:
        people.set_player_privacy(player=self.found, actor=self.request.user, **form.cleaned_data)
        return self.url("person", player=self.found.pk)

    def _player(self, player: int) -> Player:
        return get_object_or_404(Player, club=self.club, pk=player, merged_into=None, anonymised_at=None)

    def _page(self, player: Player, form: forms.Form) -> HttpResponse:
        with shown_to(strangers):
            public = player.label
        return self.page("player_privacy.html", {"player": player, "form": form, "public": public})
