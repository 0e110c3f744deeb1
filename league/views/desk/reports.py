"""Results that players report: their own page, and what the desk settles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.reports import OwnResultForm, ReportForm, ReportSettingsForm, SettleForm
from league.forms.words import results
from league.models import Game, Pairing, Player
from league.permissions import Action, own_player
from league.services import correcting, reporting
from league.services.errors import Refused
from league.services.limits import today
from league.services.reporting.claims import Said, mark_of
from league.services.reporting.states import Report, with_claims
from ratings.services import Preview

from .base import DeskView
from .decisions import Decision

MOST_PAIRINGS = 20


class OwnReports(DeskView):
    """A player's reports: what waits for an answer, what the player said, and a new one."""

    action = Action.REPORT
    player: Player | None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.player = None
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        self.player = own_player(request.user, self.club)
        if self.player is None:
            return self.page("report.html", {"player": None, "section": "report"})
        return self._page(ReportForm(league=self.league, player=self.player, initial=self._initial()))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        self.player = own_player(request.user, self.club)
        if self.player is None:
            raise Http404
        form = ReportForm(request.POST, league=self.league, player=self.player)
        if not form.is_valid():
            return self._page(form)
        given, white = form.cleaned_data, form.has_white
        both = (self.player, given["opponent"]) if white else (given["opponent"], self.player)
        try:
            game = reporting.report_result(
                league=self.league, player=self.player, white=both[0], black=both[1], result=form.said(white),
                played_on=given["played_on"], event=given["event"], round=given["round"], note=given["note"],
                again=given["again"], token=given["token"], actor=request.user,
            )  # fmt: skip
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._page(form)
        messages.success(request, told(game))
        return redirect(self.url("report"))

    def _initial(self) -> dict[str, Any]:
        """A pairing that was chosen from the list, or today."""
        assert self.player is not None
        found: dict[str, Any] = {"played_on": today(self.club)}
        asked = self.request.GET.get("pairing", "")
        if not (asked.isascii() and asked.isdecimal() and len(asked) < 19):
            return found
        pairing = _own_pairings(self.league.pk, self.player).filter(pk=asked).select_related("event").first()
        if pairing is None:
            return found
        white = pairing.white_id == self.player.pk
        day = pairing.event.round_days.filter(number=pairing.round).values_list("day", flat=True).first()
        now = min(max(found["played_on"], pairing.event.starts_on), pairing.event.ends_on)
        return {
            "opponent": pairing.black if white else pairing.white, "side": "white" if white else "black",
            "event": pairing.event_id, "round": pairing.round, "played_on": day or now,
        }  # fmt: skip

    def _page(self, form: ReportForm) -> HttpResponse:
        assert self.player is not None
        reports = reporting.reports_of(self.league, self.player, timezone.now())
        context = {
            "player": self.player, "form": form, "pairings": self._pairings(), "section": "report",
            "asked": [_line(each, self.player) for each in reports if each.waits_for(self.player)],
            "own": [_line(each, self.player) for each in reports if not each.waits_for(self.player)],
        }  # fmt: skip
        return self.page("report.html", context)

    def _pairings(self) -> list[Pairing]:
        """Own pairings without a result, the next ones first."""
        assert self.player is not None
        rows = _own_pairings(self.league.pk, self.player).select_related("white__club", "black__club", "event")
        found = list(rows.order_by("-event__starts_on", "event", "round")[: 5 * MOST_PAIRINGS])
        mine = Q(white=self.player) | Q(black=self.player)
        games = Game.objects.filter(mine, event__in={each.event_id for each in found})
        played = {
            (event, number, frozenset(both))
            for event, number, *both in games.exclude(status=Game.Status.VOID).values_list(
                "event", "round", "white", "black"
            )
        }
        left = [p for p in found if (p.event_id, p.round, frozenset((p.white_id, p.black_id))) not in played]
        return left[:MOST_PAIRINGS]


class AnswerReport(DeskView):
    """One reported game: confirm, say otherwise, think again, take back."""

    action = Action.REPORT

    def get(self, request: HttpRequest, game: int) -> HttpResponseBase:
        report = self._load(game)
        return self._page(report, OwnResultForm(league=self.league))

    def post(self, request: HttpRequest, game: int) -> HttpResponseBase:
        report = self._load(game)
        step = request.POST.get("step", "")
        form = OwnResultForm(request.POST, league=self.league)
        if step == "say" and not form.is_valid():
            return self._page(report, form)
        try:
            done = self._carry_out(report, step, form)
        except Refused as refused:
            form.add_error(None, refused.message) if form.is_bound else None
            messages.error(request, refused.message)
            return redirect(self.url("report_answer", game=game))
        messages.success(request, told(done))
        return redirect(self.url("report"))

    def _load(self, pk: int) -> Report:
        player = own_player(self.request.user, self.club)
        if player is None:
            raise Http404
        self.player = player
        games = Game.objects.filter(Q(white=player) | Q(black=player), league=self.league)
        game = get_object_or_404(games.exclude(status=Game.Status.VOID).select_related(
            "white__club", "black__club", "event", "league__club"), pk=pk)  # fmt: skip
        game.league = self.league
        return with_claims(self.league, [game], timezone.now())[0]

    def _carry_out(self, report: Report, step: str, form: OwnResultForm) -> Game:
        asked = {"game": report.game, "player": self.player, "actor": self.request.user}
        if step == "confirm":
            return reporting.answer_claim(seen=self.request.POST.get("seen", "")[:60] or "-", **asked)
        if step == "withdraw":
            return reporting.withdraw_report(**asked)
        result: Said = form.said(report.game.white_id == self.player.pk)
        note = form.cleaned_data["note"]
        if report.of(self.player) is None:
            return reporting.answer_claim(result=result, note=note, **asked)
        return reporting.change_claim(result=result, note=note, **asked)

    def _page(self, report: Report, form: OwnResultForm) -> HttpResponse:
        return self.page("report_answer.html", {"line": _line(report, self.player), "form": form, "section": "report"})


class SettleReport(Decision):
    """A pending result that the desk makes final."""

    action = Action.CORRECT
    asks = True
    title = gettext_lazy("Settle a reported result")
    confirm = gettext_lazy("Make it final")
    form_template = "league/desk/_settle_fields.html"
    game: Game

    def load(self, *, game: int) -> None:
        games = Game.objects.select_related("white__club", "black__club", "event", "league__club")
        self.game = get_object_or_404(games, league=self.league, pk=game)
        self.game.league = self.league
        self.report = with_claims(self.league, [self.game], timezone.now())[0]

    def make_form(self, data: Any = None) -> forms.Form:
        form = SettleForm(data, initial={"outcome": self.game.outcome})
        form.fields["outcome"].choices = results(self.league, keep=self.game.outcome)  # type: ignore[attr-defined]
        return form

    def settled(self, form: forms.Form | None = None) -> str:
        if self.game.status == Game.Status.PENDING:
            return ""
        return _("This result waits for nobody any more.")

    def preview(self, form: forms.Form) -> Preview:
        return correcting.preview_correction(game=self.game, **self._fields(form))  # type: ignore[arg-type]

    def carry_out(self, form: forms.Form, reason: str) -> None:
        correcting.correct_game(
            game=self.game, reason=reason, actor=self.request.user, **self._fields(form)  # type: ignore[arg-type]
        )  # fmt: skip

    def _fields(self, form: forms.Form) -> dict[str, Any]:
        outcome = form.cleaned_data["outcome"]
        fields: dict[str, Any] = {"outcome": outcome, "status": Game.Status.FINAL}
        if outcome != self.game.outcome:
            claim = next((each for each in self.report.claims if each.outcome == outcome), None)
            points = (claim.white_points, claim.black_points) if claim else (None, None)
            fields |= {"white_points": points[0], "black_points": points[1]}
        return fields

    def extra(self) -> dict[str, Any]:
        return {"game": self.game, "claims": [claim_words(each) for each in self.report.claims]}

    def done(self) -> str:
        return _("The result is final.")


class ReportSettings(DeskView):
    """Whether players report results, and what becomes of what nobody answers."""

    action = Action.LEAGUES

    def get(self, request: HttpRequest) -> HttpResponseBase:
        names = ("player_reports", "report_days", "report_overdue")
        return self._page(ReportSettingsForm(initial={name: getattr(self.league, name) for name in names}))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = ReportSettingsForm(request.POST)
        if not form.is_valid():
            return self._page(form)
        try:
            reporting.set_reporting(league=self.league, actor=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
            return self._page(form)
        messages.success(request, _("The change is saved."))
        return redirect(self.url("desk"))

    def _page(self, form: forms.Form) -> HttpResponse:
        return self.page("report_settings.html", {"form": form})


def told(game: Game) -> str:
    """What became of a report, in a sentence."""
    if game.status == Game.Status.VOID:
        return _("The report is taken back.")
    if game.status == Game.Status.FINAL:
        return _("%(game)s: both of you say so, it is final.") % {"game": game}
    if game.claims.count() > 1:
        return _("%(game)s: you do not agree, the club will decide.") % {"game": game}
    return _("%(game)s: reported. It counts when your opponent confirms it.") % {"game": game}


def claim_words(claim: Any) -> str:
    """Anna Berg: 1–0 (3:1) · a note"""
    points = "" if claim.white_points is None else f" ({claim.white_points}:{claim.black_points})"
    said = f"{claim.player.label}: {claim.get_outcome_display()}{points}"
    return " · ".join(filter(None, [said, claim.note]))


def _line(report: Report, player: Player) -> dict[str, Any]:
    theirs, mine = report.other(player), report.of(player)
    return {
        "report": report, "game": report.game, "mine": mine, "theirs": theirs,
        "claims": [claim_words(claim) for claim in report.claims], "seen": mark_of(theirs) if theirs else "",
    }  # fmt: skip


def _own_pairings(league: int, player: Player) -> Any:
    return Pairing.objects.filter(Q(white=player) | Q(black=player), event__league=league, event__withdrawn_at=None)
