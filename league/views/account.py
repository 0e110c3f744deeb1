"""Signing in and out, one's own account, passwords."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth import views as auth
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.messages.views import SuccessMessageMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import View

from league.forms import SignInForm
from league.forms.accounts import AccountForm, CloseAccountForm, ForgottenForm, NewPasswordForm, PasswordForm
from league.models import Membership
from league.permissions import own_player
from league.services import access
from league.services.access.members import is_last_owner
from league.services.errors import Refused
from league.services.people.own_data import own_data


class SignIn(auth.LoginView):
    template_name = "registration/login.html"
    authentication_form = SignInForm
    next_page = "/"
    redirect_authenticated_user = True


class Account(LoginRequiredMixin, View):
    """Name, address, memberships."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(AccountForm(instance=request.user))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = AccountForm(request.POST, instance=request.user)
        if not form.is_valid():
            request.user.refresh_from_db()
            return self._page(form)
        access.edit_account(user=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("league:account")

    def _page(self, form: AccountForm) -> HttpResponse:
        mine = Membership.objects.filter(user=self.request.user).select_related("club", "player")
        return render(
            self.request, "account/account.html", {"form": form, "memberships": mine.order_by("club__name", "pk")}
        )


class OwnData(LoginRequiredMixin, View):
    """Everything kept about the player whom the account belongs to, as a file."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, membership: int) -> HttpResponse:
        mine = get_object_or_404(Membership.objects.select_related("club"), user=request.user, pk=membership)
        player = own_player(request.user, mine.club)
        if player is None:
            raise Http404
        answer = JsonResponse(own_data(player), json_dumps_params={"ensure_ascii": False, "indent": 1})
        answer["Content-Disposition"] = f'attachment; filename="{mine.club.slug}-{player.pk}.json"'
        answer["Cache-Control"] = "private, no-store"
        return answer


class Leave(LoginRequiredMixin, View):
    """End one's own membership of a club."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, membership: int) -> HttpResponse:
        mine = self._mine(request, membership)
        return render(request, "account/leave.html", {"membership": mine, "last": is_last_owner(mine)})

    def post(self, request: HttpRequest, membership: int) -> HttpResponseBase:
        mine = self._mine(request, membership)
        try:
            access.leave(membership=mine)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, _("You are no longer a member of %(club)s.") % {"club": mine.club})
        return redirect("league:account")

    def _mine(self, request: HttpRequest, pk: int) -> Membership:
        return get_object_or_404(Membership.objects.select_related("club", "user"), user=request.user, pk=pk)


class CloseAccount(LoginRequiredMixin, View):
    """The end of an account. What was entered stays, without the name."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(CloseAccountForm(user=request.user))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = CloseAccountForm(request.POST, user=request.user)
        if not form.is_valid():
            return self._page(form)
        try:
            access.close_account(user=request.user)
        except Refused as refused:
            form.add_error(None, refused.message)
            return self._page(form)
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("ratings:home")

    def _page(self, form: CloseAccountForm) -> HttpResponse:
        return render(self.request, "account/close.html", {"form": form})


class ChangePassword(SuccessMessageMixin, auth.PasswordChangeView):
    """Ends the sessions on all other devices."""

    template_name = "account/form.html"
    form_class = PasswordForm
    success_url = reverse_lazy("league:account")
    success_message = gettext_lazy("Your password is changed. Other devices have to sign in again.")
    extra_context = {"heading": gettext_lazy("Change the password"), "button": gettext_lazy("Change it")}


class Forgotten(auth.PasswordResetView):
    """A mail with a link to every account of this address. The answer is the same where there is none."""

    template_name = "account/form.html"
    email_template_name = "account/mail/forgotten.txt"
    subject_template_name = "account/mail/forgotten_subject.txt"
    form_class = ForgottenForm
    success_url = reverse_lazy("league:forgotten_sent")
    extra_context = {
        "heading": gettext_lazy("Forgotten password"),
        "lede": gettext_lazy("Give the e-mail address of your account: a link to choose a new password is sent there."),
        "button": gettext_lazy("Send the link"),
    }


class ForgottenSent(auth.PasswordResetDoneView):
    template_name = "account/forgotten_sent.html"


class NewPassword(SuccessMessageMixin, auth.PasswordResetConfirmView):
    """Where the link of the mail leads: the secret goes from the address into the session first."""

    template_name = "account/new_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("league:login")
    success_message = gettext_lazy("Your new password is set. Sign in with it.")


def account_words(user: Any) -> str:
    """How an account is called on pages of its club."""
    return user.get_full_name() or user.get_username()
