"""The page of a draft: how it was read, who is meant, which rows, then the commit. Each step is a plain form."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.forms import ReadingForm
from league.forms.imports import LONGEST_PASTE
from league.forms.players import called
from league.models import Club, ImportBatch, ImportDraft, League, Player
from league.permissions import Access, Action
from league.services import writing
from league.services.errors import Refused
from league.services.importing import ResultsPlan, preview_results
from league.services.importing.choosing import NEW
from league.services.importing.drafts import commit_draft, discard_draft, plan_draft, say_of_draft
from league.services.importing.foreseeing import games_concerned

from .decisions import Moved
from .impact import Impact
from .import_table import Preview, preview_of, taken_as_new
from .late import versions_of
from .undoing import WayBack

SOMEBODY = "other"
ALL_NEW = "all_new"


class Drafting:
    """Mixed into a page of a league: ``kinds`` of drafts, ``name`` of its address, ``start`` of the page before."""

    kinds: ClassVar[tuple[str, ...]]
    name: ClassVar[str]
    start: ClassVar[str]
    request: HttpRequest
    club: Club
    league: League
    access: Access
    page: Any
    url: Any

    def get(self, request: HttpRequest, draft: int) -> HttpResponseBase:
        found = self._draft(draft)
        if found.batch_id is not None:
            return redirect(self.url("import", batch=found.batch_id))
        return self._page(found)

    def post(self, request: HttpRequest, draft: int) -> HttpResponseBase:
        found = self._draft(draft)
        steps = {
            "read": self._read, "answer": self._answer, "rows": self._rows, "commit": self._commit,
            "text": self._retype,
        }  # fmt: skip
        step = request.POST.get("step", "")
        try:
            if step == "discard":
                discard_draft(draft=found)
                messages.success(request, _("The draft is gone."))
                return redirect(self.url(self.start))
            if step == "foresee" or "page" in request.POST:
                return self._page(found, asked=True)
            if step in steps:
                return steps[step](found) or redirect(self.url(self.name, draft=found.pk))
        except Refused as refused:
            return self._page(found, refused=refused)
        return redirect(self.url(self.name, draft=found.pk))

    # -- steps -------------------------------------------------------------------------------------

    def _read(self, draft: ImportDraft) -> HttpResponseBase | None:
        form = self._form(draft, self.request.POST)
        if not form.is_valid():
            return self._page(draft, form=form)
        say_of_draft(draft=draft, options=form.options())
        return None

    def _answer(self, draft: ImportDraft) -> HttpResponseBase | None:
        """Who is meant: ``who_N`` with the answer, ``who_N_key`` with the name; or an answer taken back."""
        given = self.request.POST
        answers: dict[str, int | str | None] = {}
        wrong: dict[str, str] = {}
        for field in [name for name in given if name.startswith("who_") and name.endswith("_key")]:
            name = field.removesuffix("_key")
            key, said, typed = given[field], given.get(name, ""), given.get(f"{name}_name", "")
            if said == SOMEBODY and typed and typed == given.get(f"{name}_name_for"):
                said = given.get(f"{name}_name_pick") or said
            answer, words = self._answered(said, typed)
            if words:
                wrong[key] = words
            elif answer is not None:
                answers[key] = answer
        if forgotten := given.get("forget"):
            answers[forgotten] = None
        say_of_draft(draft=draft, choices=answers)
        if wrong:
            draft.refresh_from_db()
            return self._page(draft, wrong=wrong)
        return None

    def _answered(self, said: str, name: str) -> tuple[int | str | None, str]:
        """The answer, and what is wrong with it."""
        if said == NEW:
            if not self.access.may(Action.NEWCOMERS):
                return None, _("Your role in this club does not include new players.")
            return NEW, ""
        if said == SOMEBODY and name.strip():
            found = called(self.club, name)
            if len(found) == 1:
                return found[0].pk, ""
            message = _("Several players are called “%(name)s”: choose by number, as #17.") if found else _(
                "No player of this club is called “%(name)s”.")  # fmt: skip
            return None, message % {"name": name[:120]}
        if said.isascii() and said.isdecimal() and len(said) < 19:
            there = Player.objects.filter(club=self.club, pk=int(said), merged_into=None, archived_at=None).exists()
            return (int(said), "") if there else (None, _("That player is not in this club. Choose again."))
        return None, ""

    def _rows(self, draft: ImportDraft) -> None:
        """Rows whose tick was taken away; those that the page did not show stay as they were."""
        shown = keys_of(self.request.POST.getlist("line"))
        ticked = keys_of(self.request.POST.getlist("take"))
        kept = {key for key in map(str, draft.left_out) if key not in shown}
        say_of_draft(draft=draft, left_out=kept | (shown - ticked))

    def _retype(self, draft: ImportDraft) -> None:
        """The pasted lines, corrected on the page."""
        text = self.request.POST.get("text", "").replace("\x00", "")
        if draft.kind == ImportDraft.Kind.PASTED and text.strip() and len(text) <= LONGEST_PASTE:
            say_of_draft(draft=draft, text=text)

    def _commit(self, draft: ImportDraft) -> HttpResponseBase:
        said = draft.batch_id is not None or ALL_NEW in self.request.POST
        if not said and self._strangers(draft, plan_draft(draft, **self._rights())):
            return self._page(draft, asked=True, unsaid=True)
        way = WayBack(self.club, self.league)
        try:
            batch = self._committed(draft)
        except Moved:
            self.league.refresh_from_db()
            draft = self._draft(draft.pk)
            if draft.batch_id is None:
                return self._page(draft, asked=True, moved=True)
            return redirect(self.url("import", batch=draft.batch_id))  # a second press of the button
        if batch is None:
            messages.info(self.request, _("Nothing was changed: everything in it is there already."))
            return redirect(self.url(self.start))
        messages.success(self.request, way.beside(_("Imported.")))
        return redirect(self.url("import", batch=batch.pk))

    @transaction.atomic
    def _committed(self, draft: ImportDraft) -> ImportBatch | None:
        """Raises ``Moved`` where facts changed after the page that was confirmed."""
        writing.lock_club(self.club)
        if self.request.POST.get("seen", "") not in ("", str(versions_of(self.league, locked=True))):
            raise Moved
        return commit_draft(draft=draft, actor=self.access.actor, **self._rights())

    def _strangers(self, draft: ImportDraft, plan: ResultsPlan) -> bool:
        """Whether names that nobody has would become players without a word; in a club of nobody none is misspelt."""
        return taken_as_new(plan, draft.choices) and Player.objects.filter(club=self.club).exists()

    # -- the page ----------------------------------------------------------------------------------

    def _draft(self, pk: int) -> ImportDraft:
        drafts = ImportDraft.objects.select_related("club", "league__club")
        return get_object_or_404(drafts, league=self.league, kind__in=self.kinds, pk=pk)

    def _rights(self) -> dict[str, bool]:
        may = self.access.may
        return {
            "newcomers": may(Action.NEWCOMERS), "corrections": may(Action.CORRECT), "closed": may(Action.CLOSED),
        }  # fmt: skip

    def _form(self, draft: ImportDraft, data: Any = None) -> ReadingForm:
        rights = self._rights()
        return ReadingForm(data, draft=draft, corrections=rights["corrections"], closed=rights["closed"])

    def _page(
        self, draft: ImportDraft, *, form: ReadingForm | None = None, refused: Refused | None = None,
        wrong: dict[str, str] | None = None, asked: bool = False, moved: bool = False, unsaid: bool = False,
    ) -> HttpResponse:  # fmt: skip
        seen = versions_of(self.league)
        plan: ResultsPlan = plan_draft(draft, **self._rights())
        preview: Preview = preview_of(plan, draft.choices)
        context = {
            "draft": draft, "preview": preview, "form": form or self._form(draft), "wrong": wrong or {},
            "switches": any("--" in problem.message for problem in preview.problems),
            "refused": refused, "asked": [(each, (wrong or {}).get(each.question.key, "")) for each in preview.asked],
            "name": self.name, "start": self.url(self.start), "may_add": self.access.may(Action.NEWCOMERS),
            "pasted": draft.kind == ImportDraft.Kind.PASTED, "text": self._text(draft),
            "seen": seen, "moved": moved, "unsaid": unsaid, "strangers": self._strangers(draft, plan),
            "all_new": bool(self.request.POST.get(ALL_NEW)), **self._impact(plan, asked=asked),
        }  # fmt: skip
        response: HttpResponse = self.page("draft.html", context)
        return response

    def _impact(self, plan: ResultsPlan, *, asked: bool) -> dict[str, Any]:
        """Whom it would move; where that takes long, only when it is asked for."""
        if plan.problems or plan.since is None:
            return {}
        games = games_concerned(plan)
        if games > settings.ARPAD_LONG_REPLAY and not asked:
            return {"too_many": games}
        foreseen = preview_results(plan)
        page = self.request.POST.get("page", "")
        return {"impact": foreseen and Impact.of(foreseen, page or "1"), "folded": not page}

    def _text(self, draft: ImportDraft) -> str:
        is_text = draft.kind == ImportDraft.Kind.PASTED
        return bytes(draft.data).decode("utf-8", "replace") if is_text else ""


def keys_of(values: list[str]) -> set[str]:
    """Keys of games that a form sent: a line, or a line and a game of it."""
    return {value for value in values if value.isascii() and value.replace(".", "", 1).isdecimal() and len(value) < 20}


def lines_of(values: list[str]) -> set[int]:
    """Numbers of lines that a form sent."""
    return {int(value) for value in values if value.isascii() and value.isdecimal() and len(value) < 10}
