"""The club itself: its name and its clock."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from league.forms.club import ClubForm
from league.permissions import Action
from league.services import people

from .privacy import SavedPage


class ClubSettings(SavedPage):
    """Name and time zone; the address stays, since links and feeds of others hold it."""

    action = Action.CLUB

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(ClubForm(club=self.club))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = ClubForm(request.POST, club=self.club)
        return self.save(form) or self._page(form)

    def keep(self, form: forms.Form) -> str:
        people.edit_club(club=self.club, actor=self.request.user, **form.cleaned_data)
        return self.url("club_settings")

    def _page(self, form: forms.Form) -> HttpResponse:
        address = self.request.build_absolute_uri(reverse("ratings:club", args=[self.club.slug]))
        return self.page("club_settings.html", {"form": form, "address": address})
