"""An evening entered after its players were rated on: what it moves is looked at before it is saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.forms import ReasonForm
from league.forms.grid import GridForm
from league.forms.words import results
from league.models import Game
from league.services import writing
from league.services.entering import REFERENCE, Entered, Entry, Newcomer, enter_results, preview_entries
from league.services.errors import Refused

from .decisions import Difference, Moved
from .late import seen_page, versions_of


def save_when_seen(view: Any, form: GridForm, entries: Sequence[Entry], **given: Any) -> Entered | HttpResponse:
    """Save the boards, or the page that shows first what they move. Raises ``Refused``."""
    token = form.cleaned_data["token"]
    known = Game.objects.filter(league=view.league, reference__startswith=f"{REFERENCE}{token}:").exists()
    seen: int | None = None
    if not known:
        if (page := _page(view, entries)) is not None and view.request.POST.get("step") != "confirm":
            return page
        if page is not None:
            reason = ReasonForm(view.request.POST)
            if not reason.is_valid():
                return _page(view, entries, reason=reason) or page
            seen = reason.cleaned_data["version"]
    try:
        return _save(view, seen, {"entries": entries, "token": token, **given})
    except Moved:
        moved = _page(view, entries, moved=True)
        return moved if moved is not None else _save(view, None, {"entries": entries, "token": token, **given})


@transaction.atomic
def _save(view: Any, seen: int | None, given: dict[str, Any]) -> Entered:
    if seen is not None:
        writing.lock_club(view.club)
        if versions_of(view.league, locked=True) != seen:
            raise Moved
    done = enter_results(league=view.league, **given)
    if done.changed:
        _name_newcomers(view, given["entries"])
    return done


def _name_newcomers(view: Any, entries: Sequence[Entry]) -> None:
    """Who became a player of the club with these boards: a mistyped name is seen here at the latest."""
    sides = (side for entry in entries for side in (entry.white, entry.black))
    if names := list(dict.fromkeys(side.name for side in sides if isinstance(side, Newcomer))):
        words = ngettext("%(n)s new player:", "%(n)s new players:", len(names)) % {"n": len(names)}
        messages.info(view.request, f"{words} {', '.join(names)}")


def _page(
    view: Any, entries: Sequence[Entry], *, reason: ReasonForm | None = None, moved: bool = False
) -> HttpResponse | None:
    """The preview; None where nothing rated is reached, and where the saving will say what is wrong."""
    version = versions_of(view.league)
    try:
        found = preview_entries(league=view.league, entries=entries, event=view.event)
    except Refused:
        return None
    if found is None:
        return None
    about = {"title": _("Late results"), "confirm": _("Save the boards"), "back": view.here(), "moved": moved}
    return seen_page(view, found, about | {"version": version}, list(_differences(view, entries)), reason)


def _differences(view: Any, entries: Sequence[Entry]) -> Iterable[Difference]:
    words = {str(code): said for code, said in results(view.league)}
    games = Game.objects.in_bulk([entry.game for entry in entries if entry.game])
    for entry in entries:
        stored = games.get(entry.game or 0)
        now = stored.get_outcome_display() if stored is not None else "–"
        same = stored is not None and (stored.outcome, stored.white_id, stored.black_id) == (
            entry.outcome, getattr(entry.white, "pk", None), getattr(entry.black, "pk", None),
        )  # fmt: skip
        if (stored is not None or entry.outcome) and not same:
            yield Difference(f"{_told(entry.white)} – {_told(entry.black)}", now, words.get(entry.outcome) or "–")


def _told(side: Any) -> str:
    """A player told apart from namesakes; somebody who is still to be entered has no more than a name."""
    return str(getattr(side, "label", None) or side.name)
