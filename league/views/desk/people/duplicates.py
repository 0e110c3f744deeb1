"""Records that look like one person, pair by pair."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.formats.numbers import read_id
from league.models import Player
from league.permissions import Action
from league.services.people.duplicates import Likeness, duplicates, set_apart

from ..base import ClubDeskView

PAGE = 25
WORDS = {
    Likeness.FIDE_ID: gettext_lazy("the same FIDE id"),
    Likeness.SAME_NAME: gettext_lazy("the same name"),
    Likeness.WORDS: gettext_lazy("the same words in another order"),
    Likeness.ALIAS: gettext_lazy("another name of the one"),
    Likeness.INITIAL: gettext_lazy("an initial"),
    Likeness.SLIP: gettext_lazy("one letter differs"),
}


class Duplicates(ClubDeskView):
    """Each pair with a way to merge it, and a button that says they are two people."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest) -> HttpResponseBase:
        page = Paginator(duplicates(club=self.club), PAGE).get_page(request.GET.get("page"))
        ids = {pk for pair in page for pk in (pair.one, pair.other)}
        people = Player.objects.in_bulk(ids)
        rows = [
            (people[pair.one], people[pair.other], WORDS[pair.likeness])
            for pair in page
            if pair.one in people and pair.other in people
        ]
        return self.page("duplicates.html", {"page": page, "rows": rows})

    def post(self, request: HttpRequest) -> HttpResponseBase:
        one, other = (self._player(request.POST.get(name, "")) for name in ("one", "other"))
        set_apart(one=one, other=other, actor=request.user)
        messages.success(request, _("Remembered: %(one)s and %(other)s are two people.") % {"one": one, "other": other})
        number = request.POST.get("page", "")
        return redirect(self.url("duplicates") + (f"?page={number}" if number.isdecimal() else ""))

    def _player(self, text: str) -> Player:
        return get_object_or_404(Player, club=self.club, pk=read_id(text))
