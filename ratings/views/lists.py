"""Rating periods, published lists, and the rules by which all is calculated."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.formats.fide_lists import fixed_lines
from league.models import League, RatingPeriod, RatingRules, discreet_texts
from league.services.period_states import states_of
from ratings import exports, figures, wording
from ratings.boards import lists as boards
from ratings.boards.calculation import period_slug
from ratings.boards.listed import ACTIVE, ALL, SHOWS, Listed
from ratings.models import RatingList, RatingListEntry
from ratings.tables import ListTable, Paged, PeriodTable
from ratings.tables.lists import PeriodLine
from ratings.tables.sheet import asked_sort
from ratings.wording import parameters

from . import asked
from .base import BadFormat, LeaguePage, asked_export, bad_format, found_or_404
from .choosing import choices, filters_asked, in_words

HEADINGS = ("rank", "player", "fide_id", "rating", "change", "games", "k", "corrected")


class PeriodsPage(LeaguePage):
    """All rating periods with their lists."""

    section = "lists"
    template = "ratings/periods.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        data = Paged(boards.periods(self.league), self._lines)
        return self.page({"table": PeriodTable(data, league=self.league).show(self.asked)})

    def _lines(self, found: list[RatingPeriod]) -> list[PeriodLine]:
        return [PeriodLine(*pair) for pair in zip(found, states_of(self.league, found), strict=True)]


class ListPage(LeaguePage):
    """One published list, as it was published."""

    section = "lists"
    template = "ratings/list.html"

    def get(self, request: HttpRequest, dated: str) -> HttpResponse:
        try:
            day = date.fromisoformat(dated)
        except ValueError:
            raise Http404 from None
        made = found_or_404(boards.list_of(self.league, day))
        made.league = self.league
        if self.asked.get("_export") == "txt":
            return exports.fixed_width(f"{self.league.slug}-{dated}", fixed_lines(made.dated, boards.fixed_rows(made)))
        try:
            export = asked_export(self.asked)
        except BadFormat:
            return bad_format(request)
        chosen = self._chosen(made)
        if export:
            headings = (*HEADINGS, "overall_rank") if chosen.is_part else HEADINGS
            return exports.export(export, f"{self.league.slug}-{dated}", headings, _exported(chosen))
        before = boards.list_before(self.league, day)
        sort = asked_sort(self.asked, chosen.sorts, chosen.usual)
        data = Paged(chosen.pages(sort), lambda entries: chosen.lines(entries, before), chosen.count)
        left_out = [] if before else ["move", "change"]  # nothing to compare with
        left_out += ["rank"] if chosen.is_part else ["here", "overall"]
        left_out += [] if self.league.system == "glicko2" else ["deviation"]
        left_out += ["k"] if self.league.system == "glicko2" or self.league.mode == League.Mode.SEQUENTIAL else []
        table = ListTable(
            data,
            league=self.league,
            caption=_caption(chosen),
            exclude=tuple(left_out),
            period=self._calculated(made.period),
            order_by=sort,
        ).show(self.asked)
        corrected = any(line.entry.corrected is not None for line in table.records)
        if not corrected:
            table.columns.hide("corrected")
        moves = boards.moves(made, before)
        context = {
            "list": made,
            "table": table,
            "before": before,
            "after": boards.list_after(self.league, day),
            "corrected": corrected,
            "text": asked.text(self.asked, "q"),
            "found": chosen.found,
            "show": chosen.show,
            "filters": chosen.filters,
            "part": chosen.is_part,
            "why_nobody": wording.why_nobody(self.league),
            **choices(self.league),
            "moves": moves,
            "gone": boards.names_of(before, moves.first_gone) if before and moves else [],
            "moves_words": _moves(moves) if moves else "",
            "fixed_width": True,
        }
        return self.page(context)

    def _chosen(self, made: RatingList) -> Listed:
        return Listed(
            made, show=asked.choice(self.asked, "show", SHOWS, ALL), search=asked.text(self.asked, "q"),
            filters=filters_asked(self.league, self.asked, made.dated.year),
        )  # fmt: skip

    def _calculated(self, period: RatingPeriod) -> str:
        """The period as calculations in FIDE's terms are addressed; "" where there are none."""
        together = self.league.mode == self.league.Mode.PERIOD and self.league.system != self.league.System.GLICKO2
        return period_slug(period) if together else ""


def _caption(chosen: Listed) -> str:
    """Which list, whom of it, and when it was made."""
    made = chosen.made
    words = _("List of %(day)s, as published %(moment)s.") % {
        "day": date_format(made.dated),
        "moment": figures.moment(made.published_at),
    }
    active = _("Active players.") if chosen.show == ACTIVE else ""
    return " ".join(filter(None, (words, active, in_words(chosen.filters))))


def _exported(chosen: Listed) -> Iterator[tuple]:
    entry: RatingListEntry
    for entry in chosen.rows.iterator(chunk_size=2000):
        yield (
            chosen.here(entry) if chosen.is_part else entry.rank, entry.label, entry.player.shown_fide_id, entry.rating,
            entry.change, entry.games, entry.k, entry.corrected, *((entry.rank,) if chosen.is_part else ()),
        )  # fmt: skip


def _moves(moves: boards.Moves) -> str:
    """12 up, 9 down, 3 new, 1 back, 2 gone."""
    words = (
        (_("%(n)d up"), moves.up),
        (_("%(n)d down"), moves.down),
        (_("%(n)d unchanged"), moves.same),
        (_("%(n)d new"), moves.new),
        (_("%(n)d back"), moves.returned),
        (_("%(n)d gone"), moves.gone),
    )
    return ", ".join(text % {"n": count} for text, count in words if count)


class RulesPage(LeaguePage):
    """How ratings are calculated here: written from the rules in force, never by hand."""

    section = "rules"
    template = "ratings/rules.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        sets = list(self.league.rules.order_by("-valid_from", "-pk"))
        today = timezone.localdate()
        valid = next((s for s in sets if s.valid_from <= today), sets[-1] if sets else None)
        reasons = discreet_texts(self.league.club_id, [s.reason for s in sets])
        context = {
            "clauses": wording.clauses(self.league, valid.parameters if valid else {}),
            "valid": valid,
            "sets": [self._told(*each) for each in zip(sets, [*sets[1:], None], reasons, strict=True)],
            "system": wording.system(self.league),
            "today": today,
        }
        return self.page(context)

    def _told(self, rules: RatingRules, before: RatingRules | None, reason: str) -> dict[str, Any]:
        """One set of rules in words, and what it says otherwise than the one before."""
        changes = parameters.changes(self.league.system, before.parameters, rules.parameters) if before else []
        clauses = wording.clauses(self.league, rules.parameters)
        return {"rules": rules, "reason": reason, "clauses": clauses, "changes": changes}
