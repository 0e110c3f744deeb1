"""Files between upload and commit: kept with what was said of them, planned anew each time they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, ImportBatch, ImportDraft, League

from ..errors import ChangedMeanwhile, Problems, Refused
from ..writing import Actor, take_results
from .choosing import NEW, Choices
from .committing import commit_results
from .enrolling import commit_players
from .files import SourceFile
from .plan import ResultsOptions, ResultsPlan
from .players import PlayersPlan, plan_players
from .results import plan_results

Kind = ImportDraft.Kind
_MB = 1024 * 1024
MOST_DRAFTS = 50  # of one club: a forgotten one goes when it expires, nobody fills the disk before


def keep_draft(
    *, club: Club, league: League | None = None, kind: str, file: SourceFile, options: Mapping[str, Any] | None = None,
    actor: Actor = None,
) -> ImportDraft:  # fmt: skip
    """Keep a file until it is committed, thrown away or expired. ``options``: see ``ResultsOptions``."""
    ImportDraft.objects.filter(expires_at__lte=timezone.now()).delete()
    problems = Problems()
    if not file.data.strip():
        problems.add(_("The file is empty."), "file")
    elif len(file.data) > settings.ARPAD_UPLOAD_LIMIT:
        problems.add(_("The file is larger than %(limit)s MB, the most that is taken.") % {
            "limit": f"{settings.ARPAD_UPLOAD_LIMIT / _MB:g}"}, "file")  # fmt: skip
    if waiting(club=club).count() >= MOST_DRAFTS:
        problems.add(_("%(count)d drafts are waiting already: commit or discard some.") % {"count": MOST_DRAFTS})
    problems.refuse()
    if league is not None:
        take_results(league)
    until = timezone.now() + timedelta(days=settings.ARPAD_DRAFT_DAYS)
    return ImportDraft.objects.create(
        club=club, league=league, kind=kind, file_name=file.name[-200:], data=file.data, options=dict(options or {}),
        actor=actor, expires_at=until,
    )  # fmt: skip


def waiting(*, club: Club, league: League | None = None) -> QuerySet[ImportDraft]:
    """Drafts that were not committed yet, newest first, without their bytes."""
    drafts = ImportDraft.objects.filter(club=club, batch=None, expires_at__gt=timezone.now()).defer("data")
    return drafts.filter(league=league) if league else drafts


def say_of_draft(
    *,
    draft: ImportDraft,
    options: Mapping[str, Any] | None = None,
    choices: Mapping[str, int | str | None] | None = None,
    left_out: Iterable[int] | Iterable[str] | None = None,
    text: str | None = None,
) -> ImportDraft:
    """Add to what was said of a file: how to read it, who is meant (None: asked again), which lines not to take
    (of results: which games, by their keys).

    ``text``: other lines than those that were pasted.
    """
    with transaction.atomic():
        fresh = _locked(draft)
        if options is not None:
            fresh.options = {**fresh.options, **options}
        if choices is not None:
            kept = {**fresh.choices, **choices}
            fresh.choices = {key: answer for key, answer in kept.items() if answer is not None}
        if left_out is not None:
            fresh.left_out = sorted(set(left_out))
        if text is not None:
            fresh.data, fresh.left_out = text.encode(), []
        fresh.save(update_fields=["options", "choices", "left_out", "data"])
    return fresh


def plan_draft(draft: ImportDraft, *, newcomers: bool = True, corrections: bool = True, closed: bool = True) -> Any:
    """What committing would do: a ``ResultsPlan`` or a ``PlayersPlan``. Whoever asks may add players
    (``newcomers``), correct games, reach into closed periods."""
    source = SourceFile(draft.file_name, bytes(draft.data))
    if draft.kind == Kind.PLAYERS:
        return plan_players(
            club=draft.club, file=source, reason=draft.options.get("reason", ""),
            format=draft.options.get("format") or "auto", encoding=draft.options.get("encoding") or None,
            left_out=frozenset(draft.left_out), most_rows=settings.ARPAD_PAGE_ROWS,
        )  # fmt: skip
    assert draft.league is not None
    return plan_results(league=draft.league, files=[source], options=_options(draft, newcomers, corrections, closed))


def commit_draft(
    *, draft: ImportDraft, actor: Actor = None, newcomers: bool = True, corrections: bool = True, closed: bool = True
) -> ImportBatch | None:
    """Commit a file as it was last said to be read; a second press finds the same batch.

    None: nothing would have changed; the draft is gone then. Raises ``Refused`` with every problem.
    """
    with transaction.atomic():
        fresh = _locked(draft, committed=True)
        if fresh.batch is not None:
            return fresh.batch
        plan = plan_draft(fresh, newcomers=newcomers, corrections=corrections, closed=closed)
        batch = _commit(plan, actor)
        if batch is None:
            fresh.delete()
        else:
            fresh.batch, fresh.data = batch, b""
            fresh.save(update_fields=["batch", "data"])
    return batch


def discard_draft(*, draft: ImportDraft) -> None:
    """Forget a file that was not committed."""
    ImportDraft.objects.filter(pk=draft.pk, batch=None).delete()


def _commit(plan: ResultsPlan | PlayersPlan, actor: Actor) -> ImportBatch | None:
    if isinstance(plan, PlayersPlan):
        return commit_players(plan=plan, actor=actor).batch
    batches = commit_results(plan=plan, actor=actor, most=settings.ARPAD_LONG_IMPORT).batches
    return batches[0] if batches else None


def _locked(draft: ImportDraft, *, committed: bool = False) -> ImportDraft:
    drafts = ImportDraft.objects.select_related("club", "league__club").select_for_update(of=("self",), no_key=True)
    fresh = drafts.filter(pk=draft.pk).first()
    if fresh is None:
        raise Refused(_("This draft is gone: it was discarded, or waited too long. Upload the file again."))
    if fresh.batch_id is not None and not committed:
        raise ChangedMeanwhile(_("This file was imported meanwhile."))
    return fresh


def _options(draft: ImportDraft, newcomers: bool, corrections: bool, closed: bool) -> ResultsOptions:
    said = draft.options
    day = said.get("day")
    answers = {key: answer for key, answer in draft.choices.items() if newcomers or answer != NEW}
    return ResultsOptions(
        format=said.get("format") or "auto",
        encoding=said.get("encoding") or None,
        event=said.get("event", ""),
        day=date.fromisoformat(day) if day else None,
        day_first=said.get("day_first"),
        partial_days=said.get("partial_days") or "refuse",
        sheet=said.get("sheet", ""),
        create_players=newcomers and said.get("create_players", True),
        update=corrections and said.get("update", False),
        reason=said.get("reason", "") if closed else "",
        delimiter=said.get("delimiter", ""),
        header_row=said.get("header_row") or 0,
        style=said.get("style", ""),
        left_out=frozenset(map(str, draft.left_out)),
        choices=Choices(answers, ask_near=True),
        pasted=draft.kind == Kind.PASTED,
        subject=said.get("subject", ""),
        round=said.get("round"),
        most_rows=settings.ARPAD_PAGE_ROWS,
        closed=closed,
    )
