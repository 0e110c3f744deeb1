"""Who may do something in the club: members, their roles, invitations."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.mail import send_mail
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league.forms.members import ROLE_WORDS, InviteForm, MemberForm
from league.models import Invitation, Membership
from league.permissions import Action, may_give
from league.services import access
from league.services.access import invitations
from league.services.access.members import is_last_owner
from league.services.errors import Refused

from .base import ClubDeskView

PAGE = 50
LATEST = 50  # invitations that are listed
MADE = "made_link"  # in the session, until the next page: the only time a link can be read


class Members(ClubDeskView):
    """Everybody with a role, who is invited, and a form that invites."""

    action = Action.MEMBERS

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(self._form())

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = self._form(request.POST)
        if not form.is_valid():
            return self._page(form)
        given = dict(form.cleaned_data)
        email, language = given.pop("email"), given.pop("language")
        try:
            made, token = access.invite(club=self.club, actor=request.user, **given | {"note": given["note"] or email})
        except Refused as refused:
            add_refusal(form, refused)
            return self._page(form)
        link = request.build_absolute_uri(reverse("league:join", args=[token]))
        request.session[MADE] = link
        if email:
            self._send(made, email, link, language)
        return redirect(self.url("members"))

    def _form(self, data: Any = None) -> InviteForm:
        language = access.language_of_club(self.club) or translation.get_language()
        initial = {"role": Membership.Role.PLAYER, "language": language}
        return InviteForm(data, user=self.request.user, club=self.club, initial=initial)

    def _send(self, invitation: Invitation, email: str, link: str, language: str) -> None:
        """In the language of whoever gets it, as far as that is known; not in that of the page."""
        context = {"invitation": invitation, "link": link, "role": ROLE_WORDS[invitation.role]}
        with translation.override(access.language_at(email) or language or translation.get_language()):
            text = render_to_string("account/mail/invitation.txt", context, self.request)
            subject = _("Invitation to %(club)s") % {"club": self.club.name}
        try:
            send_mail(subject, text, None, [email])
        except OSError:
            messages.error(self.request, _("The mail could not be sent. Copy the link and send it yourself."))
        else:
            messages.success(self.request, _("The link was sent to %(address)s.") % {"address": email})

    def _page(self, form: InviteForm) -> HttpResponse:
        known = Membership.objects.filter(club=self.club).select_related("user", "player")
        rows = Paginator(known.order_by("user__username", "pk"), PAGE).get_page(self.request.GET.get("page"))
        invited = Invitation.objects.filter(club=self.club).select_related("made_by", "player", "accepted_by", "club")
        listed = [(each, invitations.why_not(each)) for each in invited.order_by("-pk")[:LATEST]]
        context = {"form": form, "page": rows, "invited": listed, "made": self.request.session.pop(MADE, "")}
        return self.page("members.html", context)


class MemberPage(ClubDeskView):
    """One member: role and player; out; the club handed over."""

    action = Action.MEMBERS
    member: Membership

    def load(self, pk: int) -> None:
        known = Membership.objects.select_related("user", "player", "club")
        self.member = get_object_or_404(known, club=self.club, pk=pk)

    def get(self, request: HttpRequest, member: int) -> HttpResponseBase:
        self.load(member)
        return self._page(self._form())

    def post(self, request: HttpRequest, member: int) -> HttpResponseBase:
        self.load(member)
        step = request.POST.get("step")
        if step in ("remove", "hand_over"):
            return self._do(step)
        form = self._form(request.POST)
        if not form.is_valid():
            return self._page(form)
        try:
            self._save(**form.cleaned_data)
        except Refused as refused:
            add_refusal(form, refused)
            return self._page(form)
        messages.success(request, _("Saved."))
        return redirect(self.url("members"))

    def _save(self, *, role: str, player: Any) -> None:
        access.give_role(club=self.club, user=self.member.user, role=role, actor=self.request.user)
        self.member.refresh_from_db()
        access.set_player(membership=self.member, player=player, actor=self.request.user)

    def _do(self, step: str) -> HttpResponseBase:
        try:
            if step == "remove":
                access.remove_member(membership=self.member, actor=self.request.user)
            else:
                access.hand_over(membership=self.member, actor=self.request.user)
        except Refused as refused:
            messages.error(self.request, refused.message)
            return redirect(self.url("member", member=self.member.pk))
        messages.success(self.request, _("Done."))
        own = self.member.user_id == self.request.user.pk and step == "remove"
        return redirect("league:account") if own else redirect(self.url("members"))

    def _form(self, data: Any = None) -> MemberForm:
        initial = {"role": self.member.role, "player": self.member.player}
        return MemberForm(data, user=self.request.user, club=self.club, initial=initial)

    def _page(self, form: MemberForm) -> HttpResponse:
        user, own_role = self.request.user, Membership.objects.filter(club=self.club, user=self.request.user)
        context = {
            "form": form,
            "member": self.member,
            "editable": may_give(user, self.member.role, self.club),
            "last_owner": is_last_owner(self.member),
            "hands_over": own_role.filter(role="owner").exists() and self.member.role != "owner",
        }
        return self.page("member.html", context)


class RevokeInvitation(ClubDeskView):
    action = Action.MEMBERS
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, invitation: int) -> HttpResponseBase:
        found = get_object_or_404(Invitation.objects.select_related("club"), club=self.club, pk=invitation)
        access.revoke_invitation(invitation=found, actor=request.user)
        messages.success(request, _("The invitation is taken back."))
        return redirect(self.url("members"))


def add_refusal(form: Any, refused: Refused) -> None:
    """A refusal stands at its field, or above the form."""
    for problem in refused.problems:
        form.add_error(problem.column if problem.column in form.fields else None, problem.message)
