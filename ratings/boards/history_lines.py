"""The lines of a page of the history, with everything they name: games, players, runs, who moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q

from league.models import ApiToken, ChangedPlayer, ChangeReach, Event, FactChange, Game, Membership, Player, ScorerLink
from ratings.models import RatingChange, RatingRun

from .history import PAGE, Asked, Place, Row
from .log import Run, with_moves
from .rows import game_rows

STAFF: Final = "staff"  # as ``league.services.history`` keeps it of a superuser who is no member
NAMED: Final = 6  # players of one change who are read by name
_EVENTS: Final = ("event_id", "event")
_PLAYERS: Final = ("white_id", "black_id", "kept", "absorbed", "player")


class Names(NamedTuple):
    """What the ids of a page's lines are called."""

    players: dict[int, str]
    events: dict[int, str]


@dataclass(slots=True)
class Line:
    """One thing that was done. ``game``: the game that it is about; ``players``: others whom it is about."""

    change: FactChange | None
    game: Game | None
    at: datetime
    kind: str
    role: str
    actor: str
    run: Run | None = None
    waiting: bool = False
    undone: bool = False
    sides: dict[int, RatingChange] = field(default_factory=dict)  # what a result that is its own record did
    players: list[int] = field(default_factory=list)

    @property
    def reason(self) -> str:
        return self.change.reason if self.change else ""

    @property
    def before(self) -> dict[str, Any]:
        return self.change.before if self.change else {}

    @property
    def after(self) -> dict[str, Any]:
        return self.change.after if self.change else {}

    @property
    def code(self) -> str:
        """As ``league.services.undoing`` names it."""
        return f"c{self.change.pk}" if self.change else f"g{self.game.pk}" if self.game else ""


@dataclass(slots=True)
class Page:
    lines: list[Line]
    older: Place | None
    names: Names


def history(asked: Asked, place: Place = Place(), size: int = PAGE) -> Page:  # noqa: B008
    """One page, in a number of queries that does not depend on how much there is."""
    rows, older = asked.rows(place, size)
    lines = [_line(row) for row in rows]
    _fill_games(lines)
    _fill_runs(asked, lines)
    _fill_sides(asked, lines)
    _fill_roles(asked, lines)
    _fill_undone(lines)
    _fill_players(lines)
    return Page(lines, older, _names(lines))


def _line(row: Row) -> Line:
    if isinstance(row, Game):
        by: Any = row.entered_by
        name = "" if by is None else by.get_full_name() or by.get_username()
        return Line(None, row, row.entered_at, "game.record", "", name)
    return Line(row, None, row.made_at, row.kind, row.actor_role, row.actor_name)


def _changes(lines: Iterable[Line]) -> dict[int, tuple[FactChange, Line]]:
    return {line.change.pk: (line.change, line) for line in lines if line.change is not None}


def _fill_games(lines: Sequence[Line]) -> None:
    about = {
        change.subject_id: line
        for change, line in _changes(lines).values()
        if change.subject_kind == "game" and change.subject_id is not None
    }
    games = Game.objects.select_related("white", "black", "event").in_bulk(list(about))
    for change, line in _changes(lines).values():
        if change.subject_kind == "game" and change.subject_id is not None:
            line.game = games.get(change.subject_id)


def _fill_runs(asked: Asked, lines: Sequence[Line]) -> None:
    """The re-rating that each caused: in the league looked at, else in its own, else in the first it reached."""
    rows = _changes(lines)
    here = {pk: c for pk, (c, _line) in rows.items() if asked.league is None or c.league_id == asked.league.pk}
    numbers = {pk: change.run for pk, change in here.items() if change.run is not None}
    reach = ChangeReach.objects.filter(change__in=[pk for pk in rows if pk not in numbers]).exclude(run=None)
    reach = reach.filter(league=asked.league) if asked.league is not None else reach
    numbers.update(reach.order_by("-pk").values_list("change_id", "run"))
    runs = RatingRun.objects.select_related("league__club").in_bulk([number for number in numbers.values() if number])
    moves = {each.run.pk: each for each in with_moves(list(runs.values()), asked.player)}
    for pk, number in numbers.items():
        line = rows[pk][1]
        line.waiting = number == FactChange.WAITING
        line.run = moves.get(number or 0)


def _fill_sides(asked: Asked, lines: Sequence[Line]) -> None:
    """What each result did to its players, in the league that is looked at."""
    games = {line.game.pk: line for line in lines if line.change is None and line.game is not None}
    if asked.league is not None and games:
        for game, sides in game_rows(asked.league, games).items():
            games[game].sides = sides


def _fill_roles(asked: Asked, lines: Sequence[Line]) -> None:
    """What those are in the club who entered results (rows of the history keep it themselves)."""
    entered = [line for line in lines if line.change is None and line.game is not None and line.game.entered_by_id]
    club = asked.club or (asked.league.club if asked.league else asked.player.club if asked.player else None)
    if not entered:
        return
    users = {line.game.entered_by_id for line in entered if line.game}
    roles = dict(Membership.objects.filter(club=club, user__in=users).values_list("user_id", "role"))
    if others := users - roles.keys():
        links = ScorerLink.objects.filter(event__league__club=club, account__in=others)
        roles.update((account, ScorerLink.ROLE) for account in links.values_list("account_id", flat=True))
    if others := users - roles.keys():
        tokens = ApiToken.objects.filter(club=club, account__in=others)
        roles.update((account, ApiToken.ROLE) for account in tokens.values_list("account_id", flat=True))
    for line in entered:
        by: Any = line.game.entered_by if line.game else None
        line.role = roles.get(by.pk, STAFF if by.is_superuser else "")


def _fill_undone(lines: Sequence[Line]) -> None:
    rows = _changes(lines)
    games = [line.game.pk for line in lines if line.game and line.kind == "game.record"]
    taken = Q(undoes__in=list(rows)) | Q(kind="game.unrecord", subject_kind="game", subject_id__in=games)
    found = list(FactChange.objects.filter(taken).values_list("undoes", "subject_id", "kind"))
    undone = {undoes for undoes, _subject, _kind in found}
    unrecorded = {subject for _undoes, subject, kind in found if kind == "game.unrecord"}
    for line in lines:
        by_game = line.kind == "game.record" and line.game is not None and line.game.pk in unrecorded
        line.undone = by_game or (line.change is not None and line.change.pk in undone)


def _fill_players(lines: Sequence[Line]) -> None:
    """Whom else each is about; of a change of many only that it is."""
    rows = _changes(line for line in lines if line.game is None)
    few = [pk for pk, (change, _line) in rows.items() if not change.kind.startswith(_MANY)]
    for change, player in ChangedPlayer.objects.filter(change__in=few).order_by("pk").values_list("change", "player"):
        if len(rows[change][1].players) < NAMED:
            rows[change][1].players.append(player)


_MANY: Final = ("import.", "compensation.", "adjustment.increase", "adjustment.void_all", "self.", "external.")


def _names(lines: Sequence[Line]) -> Names:
    said = [values for line in lines for values in (line.before, line.after)]
    players = {value for values in said for key in _PLAYERS if isinstance(value := values.get(key), int)}
    players.update(pk for line in lines for pk in line.players)
    events = {value for values in said for key in _EVENTS if isinstance(value := values.get(key), int)}
    return Names(
        {each.pk: each.label for each in Player.objects.filter(pk__in=players)},
        dict(Event.objects.filter(pk__in=events).values_list("pk", "name")),
    )
