"""An event as a file that other programs read: a report for the federation (TRF), the tags of a PGN."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.text import slugify

from league.formats.pgn import write_pgn
from league.formats.trf.writing import Version
from league.models import Event
from league.permissions import Action
from league.services.errors import Refused
from league.services.event_files import event_file, report_of

from .base import DeskView

REPORTS: Final[dict[str, Version]] = {"trf26": "TRF26", "trf16": "TRF16"}
KINDS: Final = (*REPORTS, "pgn")


class EventFiles(DeskView):
    """With full names, ids and years of birth, as federations want them: so for those who enter results only."""

    action = Action.RECORD

    def get(self, request: HttpRequest, event: int, kind: str) -> HttpResponseBase:
        if kind not in KINDS:
            raise Http404
        found = get_object_or_404(Event.objects.filter(withdrawn_at=None), league=self.league, pk=event)
        made = event_file(found)
        try:
            data = write_pgn(made) if kind == "pgn" else report_of(made, REPORTS[kind])
        except Refused as refused:
            messages.error(request, refused.message)
            here = {"club": self.club.slug, "league": self.league.slug, "event": found.pk}
            return redirect(reverse("ratings:event", kwargs=here))
        answer = HttpResponse(data, content_type="text/plain; charset=utf-8")
        name = f"{slugify(found.name) or 'event'}-{found.starts_on}.{kind[:3]}"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
