"""Links that let people in: an invitation to be a member, a link to enter the results of one event.

Opening the address changes nothing (mail programs and messengers open what they are sent); the button does. The
address is the secret: the site's referrer policy (same-origin) keeps it from other hosts. (With no-referrer browsers
would send the form with a null origin, which the CSRF check refuses.)
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache

from league.forms.accounts import NewAccountForm
from league.forms.members import ROLE_WORDS, ScorerNameForm
from league.models import Event, Invitation, ScorerLink
from league.permissions import SCORING, open_links
from league.services import access, planning
from league.services.access import invitations, scorers
from league.services.errors import Refused
from ratings.views.asked import zone

LONGEST_TOKEN = 100
BACKEND = "league.sign_in.Accounts"


@method_decorator(never_cache, name="dispatch")
class Join(View):
    """An invitation: accepted with the account that is signed in, or with a new one."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._page(self._invitation(token), NewAccountForm())

    def post(self, request: HttpRequest, token: str) -> HttpResponseBase:
        invitation = self._invitation(token)
        form = NewAccountForm(request.POST)
        if invitations.why_not(invitation):
            return self._page(invitation, NewAccountForm())
        if not request.user.is_authenticated and not form.is_valid():
            return self._page(invitation, form)
        try:
            self._accept(request, token, form)
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
            return self._page(self._invitation(token), form)
        messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club})
        return redirect("ratings:club", club=invitation.club.slug)

    @transaction.atomic
    def _accept(self, request: HttpRequest, token: str, form: NewAccountForm) -> None:
        user = request.user
        if not user.is_authenticated:
            given = form.cleaned_data
            user = access.create_account(username=given["username"], email=given["email"], password=given["password1"])
        access.accept(token=token, user=user)
        if not request.user.is_authenticated:
            login(request, user, backend=BACKEND)

    def _invitation(self, token: str) -> Invitation:
        found = access.find_invitation(token) if len(token) <= LONGEST_TOKEN else None
        if found is None:
            raise Http404
        return found

    def _page(self, invitation: Invitation, form: NewAccountForm) -> HttpResponse:
        why_not = invitations.why_not(invitation)
        context = {"invitation": invitation, "form": form, "why_not": why_not, "role": ROLE_WORDS[invitation.role]}
        return render(self.request, "account/join.html", context, status=410 if why_not else 200)


@method_decorator(never_cache, name="dispatch")
class Score(View):
    """A scorer link: opened by its button, it lets this browser into the event until it ends or is taken back."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._page(self._link(token), ScorerNameForm())

    def post(self, request: HttpRequest, token: str) -> HttpResponseBase:
        link, form = self._link(token), ScorerNameForm(request.POST)
        if scorers.why_not(link) or not form.is_valid():
            return self._page(link, form)
        try:
            access.open_link(token=token, name=form.cleaned_data["name"])
        except Refused:
            return self._page(self._link(token), form)
        request.session.cycle_key()
        known = [pk for pk in request.session.get(SCORING, []) if pk != link.pk]
        request.session[SCORING] = [*known[-9:], link.pk]
        return redirect(_boards(link.event))

    def _link(self, token: str) -> ScorerLink:
        found = access.find_link(token) if len(token) <= LONGEST_TOKEN else None
        if found is None:
            raise Http404
        return found

    def _page(self, link: ScorerLink, form: ScorerNameForm) -> HttpResponse:
        why_not = scorers.why_not(link)
        context = {"link": link, "form": form, "why_not": why_not}
        with timezone.override(zone(link.event.league.club)):  # until when, by the club's clock
            return render(self.request, "account/score.html", context, status=410 if why_not else 200)


def _boards(event: Event) -> str:
    """Where the results of an event are entered: the boards of its round, without rounds one game after another."""
    here = {"club": event.league.club.slug, "league": event.league.slug}
    if (number := planning.round_to_enter(event)) is not None:
        return reverse("league:grid_round", kwargs={**here, "event": event.pk, "round": number})
    return f"{reverse('league:record', kwargs=here)}?event={event.pk}"


class StopScoring(View):
    """The scorer is done: this browser forgets its links."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponseBase:
        had = open_links(request).exists()
        if request.user.is_authenticated:
            request.session.pop(SCORING, None)
        else:
            logout(request)
        if had:
            messages.success(request, _("Done. To enter more results, open the link again."))
        return redirect("ratings:home")
