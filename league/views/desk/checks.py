"""Is everything stored as computed? The answer of the last check, a new one, and a repair."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import League, Player
from league.permissions import Action
from league.services import checking
from league.services.errors import Refused
from ratings import wording
from ratings.models import RatingCheck
from ratings.services import worker_alive

from .base import DeskView

PAGE = 25


class Check(DeskView):
    """The state of the league's ratings, and of the club's other leagues beside it."""

    action = Action.LEAGUES

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page()

    def post(self, request: HttpRequest) -> HttpResponseBase:
        mends = request.POST.get("step") == "mend"
        reason = request.POST.get("reason", "")
        try:
            check = checking.ask(league=self.league, mends=mends, reason=reason, actor=request.user)
        except Refused as refused:
            return self._page(error=refused.message, reason=reason)
        messages.success(request, said(check))
        return redirect(self.url("check"))

    def _page(self, error: str = "", reason: str = "") -> HttpResponseBase:
        last = checking.latest(self.league)
        found = Paginator(last.found if last else [], PAGE).get_page(self.request.GET.get("page"))
        return self.page(
            "check.html",
            {
                "last": last,
                "current": last is not None and last.league_version == self.league.version,
                "lines": self._lines(list(found)),
                "page": found,
                "waiting": RatingCheck.objects.filter(league=self.league, finished_at=None).first(),
                "worker": worker_alive(),
                "long": checking.is_long(self.league),
                "leagues": self._leagues(),
                "error": error,
                "reason": reason,
            },
            status=400 if error else 200,
        )

    def _lines(self, found: list[dict[str, Any]]) -> list[dict[str, str]]:
        ids = {each["player"] for each in found if each["player"]}
        names = {each.pk: each.label for each in Player.objects.filter(club=self.club, pk__in=ids)}
        return [{"words": wording.check_found(each), **self._about(each, names)} for each in found]

    def _about(self, found: dict[str, Any], names: dict[int, str]) -> dict[str, str]:
        """Whom or what a difference is about, with the page that shows it."""
        if found["dated"] and found["kind"] == "list":
            words = _("List of %(day)s") % {"day": found["dated"]}
            return {"about": self._with(words, names.get(found["player"])), "url": self._public("list", found["dated"])}
        if found["kind"] == "run":
            return {
                "about": _("Recalculation %(run)d") % {"run": found["ref"]},
                "url": self._public("run", found["ref"]),
            }
        if found["ref"]:
            words = _("Game %(game)d") % {"game": found["ref"]}
            return {"about": self._with(words, names.get(found["player"])), "url": self._public("game", found["ref"])}
        if found["player"] in names:
            return {"about": names[found["player"]], "url": self._public("player", found["player"])}
        return {"about": self.league.name, "url": self._public("board")}

    @staticmethod
    def _with(words: str, name: str | None) -> str:
        return f"{words}, {name}" if name else words

    def _public(self, name: str, *args: Any) -> str:
        return reverse(f"ratings:{name}", args=[self.club.slug, self.league.slug, *args])

    def _leagues(self) -> list[dict[str, Any]]:
        """Every league of the club with its last check."""
        done = RatingCheck.objects.filter(finished_at__isnull=False).order_by("-pk")
        leagues = (
            League.objects.filter(club=self.club).order_by("name", "pk").prefetch_related(Prefetch("checks", done))
        )
        return [{"league": each, "last": next(iter(each.checks.all()), None)} for each in leagues]


def said(check: RatingCheck) -> str:
    """What became of it, in a sentence."""
    if check.finished_at is None:
        return _("The league is long: the check is left to the worker and waits for it.")
    if check.mends and not check.differences:
        return _("Everything is as computed.") if not check.found else _("Mended: everything is as computed again.")
    if not check.differences:
        return _("Everything is as computed.")
    n = check.differences
    return ngettext("%(n)d difference was found.", "%(n)d differences were found.", n) % {"n": n}
