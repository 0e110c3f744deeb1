"""API tokens of a club: which programs may write, and what."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.forms.tokens import SCOPE_WORDS, TokenForm
from league.models import ApiToken
from league.permissions import Action, scopes_of
from league.services import access
from league.services.access.programs import why_not
from league.services.errors import Refused

from .base import ClubDeskView
from .members import add_refusal

PAGE = 25
MADE = "made_token"  # in the session, until the next page: the only time a token can be read


class Tokens(ClubDeskView):
    """The tokens, when each was last used, and a form that makes one."""

    action = Action.MEMBERS

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(TokenForm(club=self.club))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = TokenForm(request.POST, club=self.club)
        if not form.is_valid():
            return self._page(form)
        name, scopes = form.cleaned_data["name"], form.cleaned_data["scopes"]
        try:
            _token, secret = access.make_token(
                club=self.club, name=name, scopes=scopes, expires_at=form.expires_at(), actor=request.user
            )
        except Refused as refused:
            add_refusal(form, refused)
            return self._page(form)
        request.session[MADE] = secret
        return redirect(self.url("tokens"))

    def _page(self, form: TokenForm) -> HttpResponse:
        tokens = ApiToken.objects.filter(club=self.club).select_related("club", "made_by").order_by("-pk")
        page = Paginator(tokens, PAGE).get_page(self.request.GET.get("page"))
        listed = [
            {"token": token, "why_not": why_not(token), "may": [SCOPE_WORDS[scope] for scope in SCOPE_WORDS
             if scope in scopes_of(token)]}
            for token in page
        ]  # fmt: skip
        context = {"form": form, "page": page, "listed": listed, "made": self.request.session.pop(MADE, "")}
        response = self.page("tokens.html", context)
        response["Cache-Control"] = "no-store"
        return response


class RevokeToken(ClubDeskView):
    action = Action.MEMBERS
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, token: int) -> HttpResponseBase:
        found = get_object_or_404(ApiToken.objects.select_related("club"), club=self.club, pk=token)
        access.revoke_token(token=found, actor=request.user)
        messages.success(request, _("The token is revoked: nothing can be done with it any more."))
        return redirect(self.url("tokens"))
