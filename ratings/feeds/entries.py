"""What a feed says of a game, a published list, a change of a rating."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import League
from ratings import figures, wording
from ratings.boards import rows
from ratings.boards.log import GameLine
from ratings.models import RatingChange, RatingList


class Entry(NamedTuple):
    title: str
    text: str
    link: str
    at: datetime


def game_entry(league: League, line: GameLine) -> Entry:
    """Anna Kowalska – Иван Петров 1–0, with what it brought to both."""
    game = line.game
    title = f"{game.white.label} – {game.black.label} {wording.result(game)}"
    sides = ((game.white, line.white), (game.black, line.black))
    known = [(player, row.change) for player, row in sides if row and row.change is not None]
    moved = [f"{player.label} {figures.signed(change, 1)}" for player, change in known]
    where = [date_format(game.played_on), game.event.name if game.event else "", ", ".join(moved)]
    link = reverse("ratings:game", args=[league.club.slug, league.slug, game.pk])
    return Entry(title, " · ".join(filter(None, where)), link, game.entered_at)


def list_entry(league: League, made: RatingList) -> Entry:
    title = _("%(league)s: list of %(day)s") % {"league": league.name, "day": date_format(made.dated)}
    text = ngettext("%(n)d player.", "%(n)d players.", made.players) % {"n": made.players}
    link = reverse("ratings:list", args=[league.club.slug, league.slug, made.dated.isoformat()])
    return Entry(title, text, link, made.published_at)


def change_entry(league: League, entry: rows.Entry) -> Entry:
    """+8, 1512 → 1520: a win against Lars Ødegård."""
    row = entry.row
    about = _against(entry) if entry.opponent else str(wording.cause(row.cause))
    moved = figures.signed(row.change, 1) if row.change is not None else ""
    title = " ".join(filter(None, (moved, about)))
    numbers = f"{figures.trimmed(row.opening, 1)} → {figures.trimmed(row.closing, 1)}" if _moves(row) else ""
    reason = str(wording.not_rated(row.reason)) if row.reason else entry.reason
    text = " · ".join(filter(None, (date_format(row.day), numbers, reason)))
    link = reverse("ratings:why", args=[league.club.slug, league.slug, row.pk])
    return Entry(title, text, link, _midnight(row.day))


def _against(entry: rows.Entry) -> str:
    game = entry.game
    assert game is not None
    return f"{game.white.label} – {game.black.label} {wording.result(game)}"


def _moves(row: RatingChange) -> bool:
    return row.opening is not None and row.closing is not None


def _midnight(day: date) -> datetime:
    """The day begins at the club."""
    return timezone.make_aware(datetime.combine(day, time()))
