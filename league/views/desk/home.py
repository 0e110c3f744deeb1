"""The desk of a league: what can be done here, and the games to do it to."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from league.forms import GameSearchForm
from league.models import Adjustment, Game, ImportDraft
from league.permissions import Action
from league.services.counting import game_counts_in
from league.services.importing.drafts import waiting
from league.services.limits import today
from ratings import wording
from ratings.boards.events import names_in

from .adjustments import in_words
from .base import DeskView
from .finding import games_of
from .waits import waits_of

PAGE = 25
MOST_REVISIONS = 100
MOST_DRAFTS = 20


class Home(DeskView):
    """The latest games, or those that a search finds."""

    action = Action.RECORD

    def get(self, request: HttpRequest) -> HttpResponseBase:
        form = GameSearchForm(request.GET)
        games = self._found(form)
        page = Paginator(games, PAGE).get_page(request.GET.get("page"))
        kept = request.GET.copy()
        kept.pop("page", None)
        context = {"form": form, "page": page, "kept": kept.urlencode(), "drafts": self._drafts()}
        if not kept:  # the first page, not a search
            context |= {"waits": waits_of(self), "today": today(self.club)}
        return self.page("home.html", context)

    def _drafts(self) -> list[ImportDraft]:
        """Files and pasted lines that wait, of which this reader may say more."""
        drafts = waiting(club=self.club, league=self.league).select_related("actor")
        if not self.access.may(Action.IMPORT):
            drafts = drafts.filter(kind=ImportDraft.Kind.PASTED)
        return list(drafts[:MOST_DRAFTS])

    def _found(self, form: GameSearchForm) -> QuerySet[Game]:
        form.is_valid()
        given = getattr(form, "cleaned_data", {})
        games = games_of(self.league, given.get("q", ""))
        days = Q()
        if given.get("since"):
            days &= Q(played_on__gte=given["since"])
        if given.get("until"):
            days &= Q(played_on__lte=given["until"])
        return games.filter(days).select_related("white", "black", "event").order_by("-played_on", "-pk")


class GamePage(DeskView):
    """One game, what can be done to it, and everything that was."""

    action = Action.RECORD

    def get(self, request: HttpRequest, game: int) -> HttpResponseBase:
        games = Game.objects.select_related("white", "black", "event", "entered_by", "batch")
        found = get_object_or_404(games, league=self.league, pk=game)
        found.league = self.league
        revisions = list(found.revisions.select_related("actor")[:MOST_REVISIONS])
        names = names_in(revisions)
        told = [{"revision": each, "changes": wording.revised(each, self.league, names)} for each in revisions]
        return self.page("game.html", {"game": found, "told": told, "counting": game_counts_in(found)})


class Adjustments(DeskView):
    """The adjustments of the league, latest first."""

    action = Action.ADJUST

    def get(self, request: HttpRequest) -> HttpResponseBase:
        rows = Adjustment.objects.filter(league=self.league).select_related("player", "actor")
        page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
        listed: list[dict[str, Any]] = [{"row": row, "words": in_words(row.to, row.by)} for row in page]
        return self.page("adjustments.html", {"page": page, "listed": listed})
