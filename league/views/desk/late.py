"""A result that comes in late is looked at first: what was rated on top of it moves too."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.forms import ReasonForm, RecordForm
from league.models import Club, Event, League, Player
from league.services import events, writing
from league.services.late_games import NEW_GAME, comes_late, preview_record
from ratings.services import Preview

from .decisions import NOT_KEPT, Difference
from .impact import Impact


class LateResult:
    """One result of a recording form, before it is saved."""

    def __init__(self, league: League, form: RecordForm) -> None:
        self._league = league
        self._fields = form.facts()
        self._fields.pop("reason", None)
        self._fields["event"] = self._event(self._fields.pop("new_event", ""))
        sides = {side: form.cleaned_data[side] for side in ("white", "black")}
        self._players = {side: _as_player(league.club, player) for side, player in sides.items()}

    def _event(self, name: str) -> Event | None:
        """The event of the game; one that is not there yet stands in for itself."""
        day = self._fields["played_on"]
        if not name:
            event: Event | None = self._fields.get("event")
            return event
        known = events.find_event(league=self._league, name=name, day=day)
        if known is not None and known.starts_on <= day <= known.ends_on:
            return known
        return Event(pk=NEW_GAME, league=self._league, name=name, starts_on=day, ends_on=day)

    @property
    def late(self) -> bool:
        day, event = self._fields["played_on"], self._fields["event"]
        return comes_late(league=self._league, players=self._players.values(), played_on=day, event=event)

    def preview(self, actor: Any) -> Preview:
        """What it would move. Raises ``Refused``."""
        return preview_record(league=self._league, actor=actor, **self._players, **self._fields)

    def difference(self, result: str) -> Difference:
        pair = f"{self._players['white'].name} – {self._players['black'].name}"
        return Difference(pair, "–", f"{result}, {date_format(self._fields['played_on'])}")


def _as_player(club: Club, player: Any) -> Player:
    return player if isinstance(player, Player) else Player(club=club, name=player.name)


def versions_of(league: League, *, locked: bool = False) -> int:
    """Rises with every fact that a preview of this league stands on."""
    leagues = writing.lock_leagues if locked else writing.leagues_concerned
    return sum(each.version for each in leagues(writing.with_sources(league)))


def late_page(view: Any, result: LateResult, words: str, *, reason: ReasonForm | None, moved: bool) -> HttpResponse:
    """The preview of a late result, with everything that was typed kept for its confirmation."""
    version = versions_of(view.league)
    preview = result.preview(view.access.actor)
    about = {"title": _("A late result"), "confirm": _("Save the result"), "back": view.url("record")}
    return seen_page(view, preview, about | {"version": version, "moved": moved}, [result.difference(words)], reason)


def seen_page(
    view: Any, preview: Preview, about: dict[str, Any], differences: list[Difference], reason: ReasonForm | None
) -> HttpResponse:
    """What results that come late would move; ``about``: title, confirm, back, version, moved."""
    posted = view.request.POST
    shown = Impact.of(preview, posted.get("page", "1"))
    context = {
        **about,
        "asks": True,
        "reason": reason or ReasonForm(initial={"reason": posted.get("reason", "")}),
        "impacts": [shown],
        "longest": shown.page,
        "differences": differences,
        "kept": [(key, value) for key, values in posted.lists() if key not in NOT_KEPT for value in values],
        "notes": [_("It was played before games that are rated already: they are rated again on top of it.")],
    }
    return view.page("decision_preview.html", context)
