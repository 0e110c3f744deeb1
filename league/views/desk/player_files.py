"""Files of players into a club: in, looked at, committed; and undone as a whole."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.forms import ReadingForm, ReasonForm, UploadForm
from league.models import ImportBatch, ImportDraft, Player
from league.permissions import Action
from league.services import writing
from league.services.errors import Refused
from league.services.importing import PlayersPlan, SourceFile, preview_players, undo_import
from league.services.importing.brought import brought_players
from league.services.importing.drafts import (
    commit_draft,
    discard_draft,
    keep_draft,
    plan_draft,
    say_of_draft,
    waiting,
)
from league.services.importing.undoing import why_not

from .base import ClubDeskView
from .decisions import Moved
from .drafting import ALL_NEW, lines_of
from .impact import Impact
from .import_table import MOST_PROBLEMS, MOST_ROWS, players_found
from .imports import add_problems, uploaded
from .undoing import WayBack

PAGE = 25
MOST_NAMED = 100
FIELDS = {
    "birth_year": gettext_lazy("birth year"),
    "sex": gettext_lazy("sex"),
    "federation": gettext_lazy("federation"),
    "fide_id": gettext_lazy("FIDE id"),
    "title": gettext_lazy("title"),
    "affiliation": gettext_lazy("affiliation"),
    "guest": gettext_lazy("guest"),
    "start_rating": gettext_lazy("start rating"),
    "start_games": gettext_lazy("rated games before"),
    "start_peak": gettext_lazy("highest published rating before"),
}


class PlayerFiles(ClubDeskView):
    """Choose a file; drafts that wait; what was imported."""

    action = Action.IMPORT

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(UploadForm())

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = uploaded(request)
        if form.is_valid():
            file = SourceFile(form.cleaned_data["file"].name, form.cleaned_data["file"].read())
            try:
                draft = keep_draft(club=self.club, kind=ImportDraft.Kind.PLAYERS, file=file, actor=self.access.actor)
            except Refused as refused:
                add_problems(form, refused)
            else:
                return redirect(self.url("player_draft", draft=draft.pk))
        return self._page(form)

    def _page(self, form: UploadForm) -> HttpResponse:
        batches = ImportBatch.objects.filter(club=self.club, format="players").select_related("actor")
        page = Paginator(batches.defer("brought").order_by("-made_at", "-pk"), PAGE)
        drafts = waiting(club=self.club).filter(kind=ImportDraft.Kind.PLAYERS).select_related("actor")
        context = {"form": form, "page": page.get_page(self.request.GET.get("page")), "drafts": drafts}
        return self.page("player_files.html", context)


class PlayerDraft(ClubDeskView):
    """A file of players that waits."""

    action = Action.IMPORT

    def get(self, request: HttpRequest, draft: int) -> HttpResponseBase:
        found = self._draft(draft)
        if found.batch_id is not None:
            return redirect(self.url("player_import", batch=found.batch_id))
        return self._page(found)

    def post(self, request: HttpRequest, draft: int) -> HttpResponseBase:
        found, step = self._draft(draft), request.POST.get("step", "")
        try:
            if step == "discard":
                discard_draft(draft=found)
                messages.success(request, _("The draft is gone."))
                return redirect(self.url("player_files"))
            if "page" in request.POST:
                return self._page(found)
            if step == "commit":
                return self._commit(found)
            if step == "rows":
                shown, taken = lines_of(request.POST.getlist("line")), lines_of(request.POST.getlist("take"))
                kept = {line for line in found.left_out if line not in shown}
                say_of_draft(draft=found, left_out=kept | (shown - taken))
            elif step == "read":
                form = self._form(found, request.POST)
                if not form.is_valid():
                    return self._page(found, form=form)
                say_of_draft(draft=found, options=form.options())
        except Refused as refused:
            return self._page(found, refused=refused)
        return redirect(self.url("player_draft", draft=found.pk))

    def _commit(self, draft: ImportDraft) -> HttpResponseBase:
        if draft.batch_id is None and ALL_NEW not in self.request.POST and plan_draft(draft).near:
            return self._page(draft, unsaid=True)
        way = WayBack(self.club)
        try:
            batch = self._committed(draft)
        except Moved:
            draft = self._draft(draft.pk)
            if draft.batch_id is None:
                return self._page(draft, moved=True)
            return redirect(self.url("player_import", batch=draft.batch_id))  # a second press of the button
        if batch is None:
            messages.info(self.request, _("Nothing was changed: everything in it is there already."))
            return redirect(self.url("player_files"))
        messages.success(self.request, way.beside(_("Imported.")))
        return redirect(self.url("player_import", batch=batch.pk))

    @transaction.atomic
    def _committed(self, draft: ImportDraft) -> ImportBatch | None:
        """Raises ``Moved`` where facts changed after the page that was confirmed."""
        writing.lock_club(self.club)
        if self.request.POST.get("seen", "") not in ("", str(self._versions(locked=True))):
            raise Moved
        return commit_draft(draft=draft, actor=self.access.actor)

    def _draft(self, pk: int) -> ImportDraft:
        drafts = ImportDraft.objects.select_related("club")
        return get_object_or_404(drafts, club=self.club, kind=ImportDraft.Kind.PLAYERS, pk=pk)

    def _form(self, draft: ImportDraft, data: Any = None) -> ReadingForm:
        return ReadingForm(data, draft=draft, corrections=True, closed=self.access.may(Action.CLOSED))

    def _page(
        self, draft: ImportDraft, *, form: ReadingForm | None = None, refused: Refused | None = None,
        moved: bool = False, unsaid: bool = False,
    ) -> HttpResponse:  # fmt: skip
        seen = self._versions()
        plan: PlayersPlan = plan_draft(draft)
        lines = _rows(plan)
        page = self.request.POST.get("page", "")
        impacts = [Impact.of(each, page or "1") for each in preview_players(plan)]
        context = {
            "draft": draft, "plan": plan, "found": players_found(plan), "form": form or self._form(draft),
            "refused": refused, "rows": lines[:MOST_ROWS], "more_rows": max(0, len(lines) - MOST_ROWS),
            "problems": plan.problems[:MOST_PROBLEMS], "near": [(name, ", ".join(n)) for name, n in plan.near.items()],
            "changes": plan.changes and not plan.problems, "seen": seen, "moved": moved, "impacts": impacts,
            "folded": not page, "unsaid": unsaid, "all_new": ALL_NEW in self.request.POST,
            "longest": max((i.page for i in impacts), key=lambda each: each.paginator.num_pages, default=None),
        }  # fmt: skip
        return self.page("player_draft.html", context)

    def _versions(self, *, locked: bool = False) -> int:
        """Rises with every fact of the club's leagues: what the preview stands on."""
        leagues = writing.lock_leagues if locked else writing.leagues_concerned
        return sum(each.version for each in leagues(Q(club=self.club, archived_at=None)))


class PlayerImport(ClubDeskView):
    """What a file of players did; from here it is undone."""

    action = Action.IMPORT

    def get(self, request: HttpRequest, batch: int) -> HttpResponseBase:
        return self._page(self._batch(batch), ReasonForm())

    def post(self, request: HttpRequest, batch: int) -> HttpResponseBase:
        found, form = self._batch(batch), ReasonForm(request.POST)
        if not form.is_valid():
            return self._page(found, form)
        try:
            undo_import(batch=found, reason=form.cleaned_data["reason"], actor=self.access.actor)
        except Refused as refused:
            form.add_error("reason", refused.message)
            return self._page(found, form)
        messages.success(request, _("The import was undone."))
        return redirect(self.url("player_import", batch=found.pk))

    def _batch(self, pk: int) -> ImportBatch:
        batches = ImportBatch.objects.select_related("actor", "undone_by", "league")
        return get_object_or_404(batches, club=self.club, format="players", pk=pk)

    def _page(self, batch: ImportBatch, form: ReasonForm) -> HttpResponse:
        new, changed = (self._named(ids) for ids in brought_players(batch))
        said = batch.report["players"]
        context = {
            "batch": batch, "form": form, "settled": why_not(batch), "players": said, "new": new, "changed": changed,
            "more_new": len(said["new"]) > MOST_NAMED, "more_changed": len(said["updated"]) > MOST_NAMED,
        }  # fmt: skip
        return self.page("player_import.html", context)

    def _named(self, ids: list[int]) -> list[Player]:
        return list(Player.objects.filter(club=self.club, pk__in=ids[:MOST_NAMED]).order_by("name_key", "pk"))


def _rows(plan: PlayersPlan) -> list[dict[str, Any]]:
    """The rows that would write something, and those left out, by line."""
    told = {row.line: (row.name, pgettext("player", "new"), "") for row in plan.new}
    for update in plan.updates:
        said = ", ".join(f"{FIELDS.get(name, name)}: {_shown(old)} → {_shown(new)}"
                         for name, (old, new) in update.changes.items())  # fmt: skip
        told[plan.matched[update.id].line] = (update.player, _("changed"), said)
    rows = [{"line": line, "name": name, "words": words, "said": said, "taken": True}
            for line, (name, words, said) in told.items()]  # fmt: skip
    rows += [{"line": line, "name": "", "words": _("left out"), "said": "", "taken": False} for line in plan.left_out]
    return sorted(rows, key=lambda row: row["line"])


def _shown(value: Any) -> str:
    if value in (None, ""):
        return "–"
    return f"{value:g}" if isinstance(value, float) else str(value)
