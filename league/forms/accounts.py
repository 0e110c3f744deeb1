"""Forms of accounts: signing in, a new account, one's own, passwords."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import forms as auth
from django.contrib.auth import get_user_model
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from league.services.access import language_of

from .look import Look


class NewAccountForm(Look, auth.SetPasswordMixin, forms.Form):
    """A name to sign in with, an address for a forgotten password, a password twice."""

    username = forms.CharField(
        label=_("Name to sign in with"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("For a forgotten password only. Nobody else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1, password2 = auth.SetPasswordMixin.create_password_fields(
        label1=_("Password"), label2=_("Password once more")
    )

    def clean_username(self) -> str:
        name = self.cleaned_data["username"]
        if get_user_model().objects.filter(username__iexact=name).exists():
            raise ValidationError(_("This name is taken."), code="taken")
        return name

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        given = {name: self.cleaned_data.get(name, "") for name in ("username", "email")}
        self.validate_password_for_user(get_user_model()(**given), "password1")
        return super().clean() or self.cleaned_data


class AccountForm(Look, forms.ModelForm):
    """What an account says of its owner."""

    class Meta:
        model = get_user_model()
        fields = ("first_name", "last_name", "email")
        labels = {"email": _("E-mail")}
        help_texts = {"email": _("For a forgotten password only. Nobody else sees it.")}


class CloseAccountForm(Look, forms.Form):
    """The password once more: the browser may have been left alone."""

    password = forms.CharField(
        label=_("Your password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong")
        return password


class PasswordForm(Look, auth.PasswordChangeForm):
    """The old password, the new one twice."""


class ForgottenForm(Look, auth.PasswordResetForm):
    """The address of the account. The mail speaks the account's language, whoever asks for it."""

    def send_mail(self, subject: str, text: str, context: dict[str, Any], *more: Any, **named: Any) -> None:
        with translation.override(language_of(context["user"]) or translation.get_language()):
            super().send_mail(subject, text, context, *more, **named)


class NewPasswordForm(Look, auth.SetPasswordForm):
    """A new password, twice."""
