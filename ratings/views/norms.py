"""Title norms of an event: who reached one, and requirement by requirement why not."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from ratings import figures
from ratings.boards import events, norm_record, norms
from ratings.boards.player import profile
from ratings.calculator.wording import say
from ratings.tables import NormTable, Paged
from ratings.wording import titles as wording

from .base import LeaguePage, found_or_404


class NormsPage(LeaguePage):
    """Everybody in the event with each title's verdict."""

    section = "events"
    template = "ratings/norms.html"

    def get(self, request: HttpRequest, event: int) -> HttpResponse:
        found = found_or_404(events.event_of(self.league, event) if norms.has_norms(self.league) else None)
        lines = norms.norms_of(self.league, found)
        table = NormTable(Paged(lines), league=self.league, event=found.pk).show(self.asked)
        return self.page({"event": found, "table": table, "reached": [line for line in lines if line.reached]})


class PlayerNormsPage(LeaguePage):
    """One player's event, each requirement of each title."""

    section = "events"
    template = "ratings/player_norms.html"

    def get(self, request: HttpRequest, event: int, player: int) -> HttpResponse:
        found = found_or_404(events.event_of(self.league, event) if norms.has_norms(self.league) else None)
        line = found_or_404(next(iter(norms.norms_of(self.league, found, player)), None))
        if line.player.goes_by_number:
            raise Http404
        titles = [_title(each) | {"left_out": line.left_out(each)} for each in line.tried]
        return self.page({"event": found, "player": line.player, "line": line, "titles": titles})


class NormRecordPage(LeaguePage):
    """The norms that a player has made, and how many games they are for each title."""

    section = "board"
    template = "ratings/norm_record.html"

    def get(self, request: HttpRequest, player: int) -> HttpResponse:
        found = found_or_404(profile(self.league, player) if norms.has_norms(self.league) else None)
        person = found.rating.player
        if person.goes_by_number:
            raise Http404
        towards = norm_record.norms_of_player(self.league, person)
        return self.page({"player": person, "towards": [_towards(each) for each in towards]})


def _towards(found: norm_record.Towards) -> dict[str, Any]:
    return {
        "title": found.title,
        "games": found.games,
        "needed": found.needed,
        "enough": found.enough,
        "norms": [
            {
                "event": made.event,
                "points": made.line.halves,
                "games": made.line.games,
                "performance": made.tried.check.performance.performance.rating,
                "counted": made.tried.check.counted.games,
                "ninth": made.tried.check.counted.ninth_unplayed,
            }
            for made in found.norms
        ],
    }


def _title(tried: norms.Tried) -> dict[str, Any]:
    made = tried.check.performance
    return {
        "title": tried.title,
        "reached": tried.check.reached,
        "performance": made.performance,
        "norm": made.norm,
        "counting": wording.counting(tried.check) if tried.check.reached else [],
        "checks": [
            {
                "name": _own_federation() if check.code == "norm_own" else say(f"check_{check.code}"),
                "needed": f"{'≤' if check.most else '≥'} {_number(check.code, check.needed)}",
                "has": _number(check.code, check.has),
                "met": check.met,
                "verdict": _("met") if check.met else _("not met"),
            }
            for check in tried.check.checks
        ],
    }


def _own_federation() -> str:
    return _("Opponents of the player’s own federation")


def _number(code: str, value: float) -> str:
    """Points as points are written, everything else whole."""
    return figures.points(round(2 * value)) if code == "norm_points" else figures.plain(value)
