"""What a change moves, made ready for reading: before it is done, and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Max, Sum
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import League
from ratings import figures
from ratings.models import Rating, RatingRun
from ratings.services import Preview, PreviewMove

SHOWN = 100  # players on a page
IN_SIGHT = 10  # of them where they are beside the plan of a file


class MovedPlayer(NamedTuple):
    """``change`` carries its sign and arrow; ranks are None for who has none."""

    name: str
    before: str
    after: str
    change: str
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True)
class Impact:
    """A preview in words and rows, largest move first."""

    players: int
    slightly: int
    games: int
    lists: Sequence[str]
    rows: list[MovedPlayer]
    page: Page[PreviewMove]
    recalculating: bool
    league: League
    live: bool = False
    leagues: Sequence[str] = ()

    @classmethod
    def of(cls, preview: Preview, page: str | int = 1) -> Impact:
        """One page of those who move. ``page``: as somebody typed it; what is none is the first or the last."""
        moves = Paginator(preview.moves, SHOWN).get_page(page)
        return cls(
            players=len(preview.moves) + preview.slightly,
            slightly=preview.slightly,
            games=preview.games,
            lists=[_day(dated) for dated in preview.lists_touched],
            rows=[_row(move) for move in moves],
            page=moves,
            recalculating=preview.league.stale_since is not None,
            league=preview.league,
            live=preview.live,
            leagues=preview.leagues,
        )

    @property
    def more(self) -> int:
        """Those who move besides the largest moves of this page."""
        return self.page.paginator.count - IN_SIGHT

    @property
    def sentence(self) -> str:
        """31 players move (2 of them by less than 0.05) · 118 games are rated again."""
        if not self.players:
            return _("No rating moves.")
        players = ngettext("%(n)s player moves", "%(n)s players move", self.players) % {"n": self.players}
        if self.slightly:
            slightly = ngettext("%(n)s of them by less than 0.05", "%(n)s of them by less than 0.05", self.slightly)
            players += f" ({slightly % {'n': self.slightly}})"
        if not self.games:
            return players
        games = ngettext("%(n)s game is rated again", "%(n)s games are rated again", self.games) % {"n": self.games}
        return f"{players} · {games}"


def _day(dated: str) -> str:
    return str(date_format(date.fromisoformat(dated)))


def _row(move: PreviewMove) -> MovedPlayer:
    small = move.change is not None and abs(move.change) < 1
    return MovedPlayer(
        move.name,
        figures.shown(move.before),
        figures.shown(move.after),
        figures.arrowed(move.change, 1 if small else 0),
        move.rank_before,
        move.rank_after,
    )


class Standing(NamedTuple):
    """A league before a deed: its newest run, and who stood where in its open periods."""

    run: int
    live: dict[int, float | None]

    @classmethod
    def of(cls, league: League) -> Standing:
        """``run``: the id after which new runs of this league, or of those that follow it, will have theirs."""
        newest = RatingRun.objects.aggregate(newest=Max("pk"))["newest"] or 0
        return cls(newest, _live(league))


def moved_since(league: League, before: Standing) -> str:
    """Whom it moved, in a sentence."""
    league.refresh_from_db(fields=["stale_since"])
    if league.stale_since is not None:
        return _("The ratings are being recalculated.")
    moved = RatingRun.objects.filter(league=league, pk__gt=before.run).aggregate(
        players=Sum("players_moved"), slightly=Sum("moved_slightly")
    )
    players = (moved["players"] or 0) + (moved["slightly"] or 0)
    if players:
        return ngettext("%(n)s player moved.", "%(n)s players moved.", players) % {"n": players}
    now = _live(league)
    live = sum(before.live.get(player) != now.get(player) for player in before.live.keys() | now.keys())
    if live:
        return ngettext("%(n)s live rating moved.", "%(n)s live ratings moved.", live) % {"n": live}
    return _("No rating moved.")


def _live(league: League) -> dict[int, float | None]:
    """Ratings that only open periods move; none in a league that rates game by game."""
    if league.mode == League.Mode.SEQUENTIAL:
        return {}
    return dict(Rating.objects.filter(league=league).values_list("player", "live"))
