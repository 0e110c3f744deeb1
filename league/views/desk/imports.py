"""Files and pasted lines become games: in, looked at, answered, committed; and undone as a whole."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms import PasteForm, UploadForm
from league.models import ImportBatch, ImportDraft
from league.permissions import Action
from league.services.errors import Refused
from league.services.importing import SourceFile, preview_undo, undo_import
from league.services.importing.drafts import keep_draft, waiting
from league.services.importing.results import PASTED
from league.services.importing.undoing import why_not
from ratings.services import Preview, worker_alive

from .base import DeskView
from .decisions import Decision
from .drafting import Drafting
from .uploads import too_large

Kind = ImportDraft.Kind
PAGE = 25
AGAIN = 2  # seconds between two looks at how far the ratings of an import are


class Imports(DeskView):
    """Choose a file; drafts that wait; what was imported."""

    action = Action.IMPORT

    def elsewhere(self) -> HttpResponseBase | None:
        return to_source(self, "imports")

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(UploadForm())

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = uploaded(request)
        if form.is_valid():
            try:
                file = SourceFile(form.cleaned_data["file"].name, form.cleaned_data["file"].read())
                draft = keep_draft(
                    club=self.club, league=self.league, kind=Kind.RESULTS, file=file, actor=self.access.actor
                )
            except Refused as refused:
                add_problems(form, refused)
            else:
                return redirect(self.url("import_draft", draft=draft.pk))
        return self._page(form, status=200)

    def _page(self, form: UploadForm, *, status: int = 200) -> HttpResponse:
        batches = ImportBatch.objects.filter(league=self.league).select_related("actor", "undone_by")
        batches = batches.defer("brought", "report").annotate(count=Count("games")).order_by("-made_at", "-pk")
        page = Paginator(batches, PAGE).get_page(self.request.GET.get("page"))
        drafts = waiting(club=self.club, league=self.league).exclude(kind=Kind.PASTED).select_related("actor")
        return self.page("imports.html", {"form": form, "page": page, "drafts": drafts}, status=status)


class Paste(DeskView):
    """Lines from a mail or a sheet."""

    action = Action.RECORD

    def elsewhere(self) -> HttpResponseBase | None:
        return to_source(self, "paste")

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(PasteForm(league=self.league))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = PasteForm(request.POST, league=self.league)
        if form.is_valid():
            file = SourceFile(_("pasted text"), form.cleaned_data["text"].encode())
            try:
                draft = keep_draft(
                    club=self.club, league=self.league, kind=Kind.PASTED, file=file, options=form.options(),
                    actor=self.access.actor,
                )  # fmt: skip
            except Refused as refused:
                add_problems(form, refused)
            else:
                return redirect(self.url("paste_draft", draft=draft.pk))
        return self._page(form)

    def _page(self, form: PasteForm) -> HttpResponse:
        drafts = waiting(club=self.club, league=self.league).filter(kind=Kind.PASTED).select_related("actor")
        return self.page("paste.html", {"form": form, "drafts": drafts})


class FileDraft(Drafting, DeskView):
    """A file that waits."""

    action = Action.IMPORT
    kinds: ClassVar[tuple[str, ...]] = (Kind.RESULTS,)
    name, start = "import_draft", "imports"


class PastedDraft(Drafting, DeskView):
    """Pasted lines that wait."""

    action = Action.RECORD
    kinds: ClassVar[tuple[str, ...]] = (Kind.PASTED,)
    name, start = "paste_draft", "paste"


class ImportPage(DeskView):
    """What an import did; from here it is undone. While its games are being rated it shows how far that is."""

    action = Action.RECORD

    def get(self, request: HttpRequest, batch: int) -> HttpResponseBase:
        batches = ImportBatch.objects.select_related("actor", "undone_by")
        found = get_object_or_404(batches, league=self.league, pk=batch)
        games = found.games.select_related("white", "black", "event").order_by("-played_on", "-pk")
        page = Paginator(games, PAGE).get_page(request.GET.get("page"))
        context = {"batch": found, "page": page, "settled": why_not(found), "corrected": found.brought.get("revisions")}
        response = self.page("import.html", context)
        if self.league.stale_since is not None and worker_alive():
            response["Refresh"] = str(AGAIN)  # an answer's header, so it needs no script
        return response


class UndoImport(Decision):
    """Everything that an import brought goes."""

    action = Action.CORRECT
    title = gettext_lazy("Undo an import")
    confirm = gettext_lazy("Undo the import")

    def load(self, **ids: Any) -> None:
        self.batch = get_object_or_404(ImportBatch, league=self.league, pk=ids["batch"])
        if self.batch.format != PASTED and not self.access.may(Action.IMPORT):
            raise PermissionDenied(_("Your role in this club does not include this."))

    def settled(self, form: Any = None) -> str:
        return why_not(self.batch)

    def preview(self, form: Any) -> Preview | None:
        return preview_undo(batch=self.batch)

    def carry_out(self, form: Any, reason: str) -> None:
        undo_import(batch=self.batch, reason=reason, actor=self.access.actor)

    def notes(self) -> list[str]:
        return [
            _("%(file)s: its games are voided, games it corrected are set back, players whom nothing else needs are put"
              " away.") % {"file": self.batch.file_name},
        ]  # fmt: skip

    def done(self) -> str:
        return _("The import was undone.")

    def after(self) -> str:
        return self.url("import", batch=self.batch.pk)


def to_source(view: DeskView, name: str) -> HttpResponseBase | None:
    """A league that follows another's games has none of its own."""
    source = view.league.games_from
    if source is None:
        return None
    words = _("%(league)s follows the games of %(source)s: they are recorded here.")
    messages.info(view.request, words % {"league": view.league, "source": source})
    return redirect(f"league:{name}", club=view.club.slug, league=source.slug)


def uploaded(request: HttpRequest) -> UploadForm:
    """The form with its file; one over the limit never arrived, and that is said."""
    form = UploadForm(request.POST, request.FILES)
    if too_large(request) is not None:
        form.errors["file"] = form.error_class([limit_words()])
    return form


def limit_words() -> str:
    words = _("The file is larger than %(limit)s MB, the most that is taken.")
    return words % {"limit": f"{settings.ARPAD_UPLOAD_LIMIT / 1024 / 1024:g}"}


def add_problems(form: Any, refused: Refused) -> None:
    for problem in refused.problems:
        form.add_error(problem.column if problem.column in form.fields else None, problem.message)
