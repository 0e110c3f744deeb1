"""A player's page, and the results by opponent."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from league.models import ExternalRating, Player, sees_full_names
from ratings import exports, figures
from ratings.boards import norms
from ratings.boards import player as boards
from ratings.boards.calculation import period_slug
from ratings.boards.comparing import Ahead, ahead
from ratings.boards.gains import official_rating
from ratings.boards.played import last_game
from ratings.boards.rows import described
from ratings.boards.scope import places_of
from ratings.models import Rating, RatingChange
from ratings.tables import ChangeTable, OpponentTable, Paged
from ratings.wording.titles import threshold

from .base import BadFormat, LeaguePage, asked_export, bad_format, found_or_404
from .rating_line import rating_line

SIDES = ("white", "black")

FIRST_OPPONENTS = 10
HEADINGS = (
    "date", "event", "round", "opponent", "side", "score", "expected", "k", "opening", "change", "closing", "period",
    "cause", "reason", "own_rating", "opponent_rating", "game",
)  # fmt: skip


class PlayerPage(LeaguePage):
    """Rating, line, every change. ``?range=`` 3m, 1y, all."""

    section = "board"
    template = "ratings/player.html"

    def get(self, request: HttpRequest, player: int) -> HttpResponse:
        profile = boards.profile(self.league, player)
        if profile is None:
            return self._elsewhere(player)
        person = self.about = profile.rating.player
        try:
            export = asked_export(self.asked)
        except BadFormat:
            return bad_format(request)
        rows = boards.history(self.league, person)
        if export:
            name = f"{self.league.slug}-{person.pk}"
            return exports.export(export, name, HEADINGS, _exported(rows))
        places = places_of(self.league)
        table = ChangeTable(
            Paged(rows, lambda found: described(found)), league=self.league, places=places,
            exclude=self._left_out(),
        ).show(self.asked)  # fmt: skip
        opponents = boards.opponents(self.league, person, FIRST_OPPONENTS + 1)
        still_open = boards.open_periods(self.league)
        running = boards.running_period(self.league, person, still_open)
        official = official_rating(self.league, person)
        others = boards.elsewhere(self.league, person)
        so_far = boards.running_games(self.league, person, running)
        context = {
            "others": others,
            "ahead": self._ahead(person),
            "profile": profile,
            "rating": profile.rating,
            "can_try": profile.rating.value is not None or (official is not None and official.rating is not None),
            "player": person,
            "places": places,
            "table": table,
            "opponents": OpponentTable(opponents[:FIRST_OPPONENTS], league=self.league, own=person.pk),
            "more_opponents": len(opponents) > FIRST_OPPONENTS,
            "not_counted": boards.not_counted(self.league, person),
            "running": running,
            "plays_later": boards.plays_later(self.league, person, running, still_open),
            "running_slug": period_slug(running)
            if running and self.league.system != self.league.System.GLICKO2
            else "",
            "official": official,
            "record": figures.record(profile.rating.wins, profile.rating.draws, profile.rating.losses),
            "live_change": _difference(profile.rating, official),
            "running_games": so_far,
            "last_game": last_game(self.league, profile.rating) if running else profile.rating.last_played,
            "low_95": _around(profile.rating.value, profile.rating.deviation, -2),
            "high_95": _around(profile.rating.value, profile.rating.deviation, 2),
            "thresholds": self._thresholds(profile.rating, person),
        }
        return self.page(context | rating_line(self.league, profile.rating, others, self.asked))

    def _elsewhere(self, player: int) -> HttpResponse:
        """A merged player's address leads to whom he was merged into; anybody else is not here."""
        person = found_or_404(Player.objects.filter(pk=player, club=self.league.club).first())
        kept = found_or_404(person.merged_into_id)
        return HttpResponseRedirect(
            reverse("ratings:player", args=[self.league.club.slug, self.league.slug, kept]), status=301
        )

    def _left_out(self) -> tuple[str, ...]:
        without_k = ("k",) if self.league.system == "glicko2" else ()
        return ("player", *without_k)

    def _thresholds(self, rating: Rating, person: Player) -> list[str]:
        """What titles ask of the rating, on lists that they look at."""
        if person.goes_by_number or rating.shown is None or not norms.has_norms(self.league):
            return []  # those left out would tell the title
        return [threshold(each) for each in norms.thresholds(rating, person)]

    def _ahead(self, person: Player) -> list[Ahead]:
        """Games that are paired already; a club that hides chances of winning shows none to strangers."""
        if not (self.league.club.show_odds or sees_full_names(self.league.club_id)):
            return []
        return ahead(self.league, person)


def _difference(rating: Rating, official: ExternalRating | None) -> int | None:
    """Live minus current rating, both as shown; before a period is rated the official one is the current."""
    live, now = figures.whole(rating.live), rating.shown
    if now is None and official is not None:
        now = official.rating
    return live - now if live is not None and now is not None else None


def _around(value: float | None, deviation: float | None, times: int) -> float | None:
    return None if value is None or deviation is None else value + times * deviation


class OpponentsPage(LeaguePage):
    """All opponents of a player with the results."""

    section = "board"
    template = "ratings/opponents.html"

    def get(self, request: HttpRequest, player: int) -> HttpResponse:
        profile = found_or_404(boards.profile(self.league, player))
        person = profile.rating.player
        rows = Paged(boards.opponents(self.league, person))
        table = OpponentTable(rows, league=self.league, own=person.pk).show(self.asked)
        return self.page({"player": person, "rating": profile.rating, "table": table})


def _exported(rows) -> Iterator[tuple]:
    batch: list[RatingChange] = []
    for row in rows.iterator(chunk_size=500):
        batch.append(row)
        if len(batch) == 500:
            yield from map(_export_row, described(batch))
            batch = []
    yield from map(_export_row, described(batch))


def _export_row(entry) -> tuple:
    row, game = entry.row, entry.game
    side = SIDES[row.side & 1] if game else None
    return (
        row.day, game.event.name if game and game.event else None, game.round if game else None,
        entry.opponent.label if entry.opponent else None, side, row.halves / 2 if row.halves is not None else None,
        row.expected, row.k, row.opening, row.change, row.closing, row.period.name if row.period else None, row.cause,
        row.reason or entry.reason or None, row.own_rating, row.opponent_rating, game.pk if game else None,
    )  # fmt: skip
