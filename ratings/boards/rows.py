"""Log rows with what they are about: the game, the opponent, the reason of an adjustment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.models import Adjustment, Game, League, Player, Season, discreet_texts
from ratings.kernel.types import Cause, Reason
from ratings.ledger import keys
from ratings.ledger.tally import COUNTED
from ratings.models import RatingChange

from .revised import revisions_of

ABOUT_GAMES = (Cause.GAME, Cause.CORRECTION)


@dataclass(frozen=True, slots=True)
class Entry:
    """One log row and its fact. ``game`` is set on game and correction rows; ``reason`` is the given
    reason of an adjustment or correction, or the name of a season; ``revised``: the game is not as it was entered."""

    row: RatingChange
    game: Game | None = None
    reason: str = ""
    revised: bool = False

    @property
    def cause(self) -> str:
        return self.row.cause

    @property
    def day(self) -> date:
        return self.row.day

    @property
    def is_white(self) -> bool:
        return self.row.side & 1 == 0

    @property
    def opponent(self) -> Player | None:
        if self.game is None:
            return None
        return self.game.black if self.is_white else self.game.white

    @property
    def in_period(self) -> bool:
        """A game's part of a period's sum: it moved nothing by itself."""
        return self.row.cause == Cause.GAME and self.row.period_id is not None and self.row.closing is None

    @property
    def rated(self) -> bool:
        return self.row.reason == Reason.RATED

    @property
    def counted(self) -> bool:
        """Rated, or counting towards a first rating."""
        return self.row.reason in COUNTED


def described(rows: Sequence[RatingChange]) -> list[Entry]:
    """Rows with their facts: one query for each kind of fact that occurs among them."""
    games = _games(r.ref for r in rows if r.cause in ABOUT_GAMES)
    revised = revisions_of(games)
    adjustments = _reasons(r.ref for r in rows if r.cause == Cause.ADJUSTMENT)
    seasons = _seasons(r.ref for r in rows if r.cause == Cause.SEASON)
    corrected = {pk: (reason, games[pk].white.club_id) for pk, reason in revised.reasons.items()}
    told = _told(rows, {Cause.CORRECTION.value: corrected, Cause.ADJUSTMENT.value: adjustments})
    entries = []
    for row, reason in zip(rows, told, strict=True):
        if row.cause in ABOUT_GAMES:
            entries.append(Entry(row, games.get(row.ref), reason, row.ref in revised.differing))
        else:
            entries.append(Entry(row, reason=reason or seasons.get(row.ref, "")))
    return entries


def game_rows(league: League, games: Iterable[int]) -> dict[int, dict[int, RatingChange]]:
    """game id -> side -> the row of the log, found by their computed keys."""
    ids = [keys.game_row_id(league.pk, game, side) for game in games for side in (0, 1)]
    found: dict[int, dict[int, RatingChange]] = {}
    for row in RatingChange.objects.filter(pk__in=ids).select_related("player"):
        found.setdefault(row.ref, {})[row.side] = row
    return found


def _games(ids: Iterable[int]) -> dict[int, Game]:
    """The games with both players. A page of games is mostly about the same few people: each is read once."""
    games = Game.objects.select_related("event").in_bulk(set(ids))
    people = Player.objects.in_bulk({side for game in games.values() for side in (game.white_id, game.black_id)})
    for game in games.values():
        game.white, game.black = people[game.white_id], people[game.black_id]
    return games


def _told(rows: Sequence[RatingChange], given: Mapping[str, Mapping[int, tuple[str, int]]]) -> list[str]:
    """The reason of each row as the reader sees it. ``given``: cause -> what the row is about -> reason and club."""
    reasons = [given.get(row.cause, {}).get(row.ref, ("", 0)) for row in rows]
    club = max((club for _reason, club in reasons), default=0)
    return discreet_texts(club, [reason for reason, _club in reasons])


def _reasons(ids: Iterable[int]) -> dict[int, tuple[str, int]]:
    wanted = set(ids)
    rows = Adjustment.objects.filter(pk__in=wanted).values_list("pk", "reason", "league__club") if wanted else ()
    return {pk: (reason, club) for pk, reason, club in rows}


def _seasons(ids: Iterable[int]) -> dict[int, str]:
    wanted = set(ids)
    return dict(Season.objects.filter(pk__in=wanted).values_list("pk", "name")) if wanted else {}
