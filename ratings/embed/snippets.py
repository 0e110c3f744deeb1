"""The page with the text that puts a frame on a club's own web site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_update
from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from league.models import League, shown_to, strangers
from ratings.calculator.modes import MODES
from ratings.views import asked
from ratings.views.base import Page

from .base import THEMES
from .frames import MOST, USUAL, asked_rows, public_league, public_profile

KINDS = ("board", "card", "chart", "calculator")
FIXED_HEIGHTS = {"card": 230, "chart": 360, "calculator": 820}  # pixels, until the script knows better
LINE, AROUND_LINES = 35, 150
COLOURS = [
    ("", gettext_lazy("as the visitor’s device has it")),
    *zip(THEMES, (gettext_lazy("light"), gettext_lazy("dark")), strict=True),
]
OF_KIND = {"rows": "board", "range": "chart"}  # fields that only one kind of frame has


class SnippetForm(forms.Form):
    """How a frame is to look. Everything has a usual value; what cannot be read is taken as that."""

    lang = forms.ChoiceField(label=gettext_lazy("Language"), required=False)
    theme = forms.ChoiceField(label=gettext_lazy("Colours"), required=False, choices=COLOURS)
    rows = forms.IntegerField(label=gettext_lazy("Number of players"), required=False)
    range = forms.ChoiceField(
        label=gettext_lazy("Time range"), required=False,
        choices=[("", gettext_lazy("all")), ("1y", gettext_lazy("1 year")), ("3m", gettext_lazy("3 months"))],
    )  # fmt: skip

    def __init__(self, given: Any, kind: str) -> None:
        super().__init__(given, auto_id="e_%s")
        spoken = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
        self.fields["lang"].choices = [("", _("as the visitor’s browser asks")), *spoken]
        for name in [name for name, only in OF_KIND.items() if only != kind]:
            del self.fields[name]
        for field in self.fields.values():
            field.widget.attrs["class"] = "form-select" if isinstance(field, forms.ChoiceField) else "form-control"
        if "rows" in self.fields:
            self.fields["rows"].widget.attrs |= {
                "min": 3,
                "max": MOST,
                "placeholder": str(USUAL),
                "inputmode": "numeric",
            }


@dataclass(frozen=True)
class Framed:
    """What is to be framed: the address of the frame, what it is called, where it stands on this site."""

    kind: str
    path: str
    title: str
    page: str
    hidden: dict[str, str]  # what the page's own address says of it


@method_decorator(csp_update({"frame-src": [SELF]}), name="dispatch")
class SnippetPage(Page):
    """``?what=`` board, card, chart (with ``league``, ``player``), calculator (with ``mode``); else how to begin."""

    template = "embed/snippet.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        kind = asked.choice(request.GET, "what", KINDS, "")
        if not kind:
            return self.page({"modes": MODES.values()})
        form = SnippetForm(request.GET, kind)
        form.is_valid()
        options = _options(form)
        with translation.override(options.get("lang") or translation.get_language()), shown_to(strangers):
            framed = self._framed(kind)
        height = (
            AROUND_LINES + LINE * asked_rows(form.cleaned_data.get("rows")) if kind == "board" else FIXED_HEIGHTS[kind]
        )
        address = framed.path + (f"?{urlencode(options)}" if options else "")
        return self.page({
            "framed": framed, "form": form, "height": height, "address": address,
            "snippet": snippet(request, address, framed.title, height), "modes": MODES.values(),
        })  # fmt: skip

    def _framed(self, kind: str) -> Framed:
        if kind == "calculator":
            return self._calculator(asked.text(self.request.GET, "mode", 20))
        club, _slash, slug = asked.text(self.request.GET, "league", 130).partition("/")
        league = public_league(club, slug)
        hidden = {"what": kind, "league": league.path}
        if kind == "board":
            title = _("Leaderboard of %(league)s, %(club)s") % {"league": league.name, "club": league.club.name}
            return Framed(kind, _address(kind, league), title, reverse("ratings:board", args=[club, slug]), hidden)
        return self._player(kind, league, hidden)

    def _player(self, kind: str, league: League, hidden: dict[str, str]) -> Framed:
        asked_player = asked.number(self.request.GET, "player")
        if asked_player is None:
            raise Http404
        player = public_profile(league, asked_player).rating.player
        title = f"{player.label} · {league.name}"
        page = reverse("ratings:player", args=[league.club.slug, league.slug, player.pk])
        return Framed(kind, _address(kind, league, player.pk), title, page, hidden | {"player": str(player.pk)})

    def _calculator(self, mode: str) -> Framed:
        if mode not in MODES:
            raise Http404
        title = f"{MODES[mode].title} · {_('Rating calculators')}"
        path, page = (reverse(f"{name}", args=[mode]) for name in ("embed:calculator", "calculator:mode"))
        return Framed("calculator", path, title, page, {"what": "calculator", "mode": mode})


def snippet(request: HttpRequest, address: str, title: str, height: int) -> str:
    """The text to copy: the frame, and the script that fits its height."""
    frame = format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" data-arpad style="border:0"></iframe>',
        request.build_absolute_uri(address), title, height,
    )  # fmt: skip
    return f'{frame}\n<script src="{request.build_absolute_uri(reverse("embed:fit"))}" async></script>'


def _address(kind: str, league: League, *player: int) -> str:
    return reverse(f"embed:{kind}", args=[league.club.slug, league.slug, *player])


def _options(form: SnippetForm) -> dict[str, str]:
    """What the frame's address says beside the usual."""
    given = {name: form.cleaned_data.get(name) for name in form.fields}
    if given.get("rows"):
        given["rows"] = asked_rows(given["rows"])
    return {name: str(value) for name, value in given.items() if value}
