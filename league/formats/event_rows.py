"""An event -> the plain rows that imports of results and of players plan."""

from __future__ import annotations

from calendar import monthrange
from typing import Literal

from .days import DayOrder, Moment
from .event_file import EventFacts, EventFile, EventGame, EventPlayer
from .faults import Faults
from .federations import is_known
from .headings import Header, Layout
from .outcomes import Reading
from .players import PlayerFile, PlayerRow
from .results import EventSaid, Factors, ResultFile, ResultRow, Who
from .timecontrol import TimeControl, read_time_control

PartialDays = Literal["refuse", "first", "last"]
_NO_FACTORS = Factors()
_PLAYER_COLUMNS = ("name", "birth_year", "sex", "federation", "fide_id", "title", "affiliation", "rating")


def result_file(
    event: EventFile, *, day: str | None = None, event_name: str = "", partial_days: PartialDays = "refuse"
) -> ResultFile:
    """The games as rows.

    ``day`` (ISO text) and ``event_name`` stand where the file says none. ``partial_days``: a date of which
    only year or month is known is taken as the first or the last day of it, or refused. Games without a
    result are left out and counted.
    """
    faults = Faults()
    faults.extend(event.faults)
    days = _Days(event, day, partial_days, faults)
    rows = _Rows(event, event_name)
    made = [rows.of(game, on) for game in event.games if game.outcome and (on := days.of(game))]
    return ResultFile(
        _layout(event, made), made, faults,
        without_result=[game.line for game in event.games if not game.outcome],
        byes=[], remarks=[], day_order=DayOrder(day_first=True, certain=True), spellings={},
    )  # fmt: skip


def who_of(player: EventPlayer) -> Who:
    """A player as matching knows sides of games."""
    return Who(player.name[:120], None, player.fide_id, _birth_year(player))


def player_file(event: EventFile) -> PlayerFile:
    """The players as rows."""
    faults = Faults()
    faults.extend(event.faults)
    rows = [
        PlayerRow(
            line=player.line,
            id=None,
            name=player.name[:120],
            birth_year=_birth_year(player),
            sex=player.sex,
            federation=known_federation(player),
            fide_id=player.fide_id,
            title=player.title,
            affiliation=player.club,
            rating=player.rating,
            games=None,
            peak=None,
            deviation=None,
            volatility=None,
            k=None,
            guest=None,
        )
        for player in event.players
    ]
    return PlayerFile(_columns(_PLAYER_COLUMNS), rows, faults)


def known_federation(player: EventPlayer) -> str:
    """The federation, where it is one: clubs write codes of their own into that column."""
    return player.federation if is_known(player.federation) else ""


def time_control_of(facts: EventFacts) -> TimeControl | None:
    """The time control by the code of record 222, else by the words."""
    return read_time_control(facts.record("222"), code=True) or read_time_control(facts.time_control)


class _Rows:
    """Games -> rows that share what they say of players and events."""

    def __init__(self, event: EventFile, event_name: str) -> None:
        self._people = {player.number: player for player in event.players}
        self._whos = {number: who_of(player) for number, player in self._people.items()}
        names = {game.event for game in event.games}
        self._events = {name: _event_said(event.facts, name or event.facts.name or event_name) for name in names}

    def of(self, game: EventGame, day: str) -> ResultRow:
        return ResultRow(
            line=game.line,
            at=Moment(day, game.time),
            white=self._whos[game.white],
            black=self._whos[game.black],
            result=Reading(game.outcome),
            event=self._events[game.event],
            round=game.round,
            board=game.board,
            factors=_NO_FACTORS,
            neutral=False,
            reference="",
            status="final",
            reason="",
            white_rating=game.white_rating or self._people[game.white].rating,
            black_rating=game.black_rating or self._people[game.black].rating,
        )


class _Days:
    """The day of each game: its own, else the one given, else the event's first."""

    def __init__(self, event: EventFile, day: str | None, partial: PartialDays, faults: Faults) -> None:
        self._facts, self._given, self._partial, self._faults = event.facts, day, partial, faults
        self._warnings = event.warnings

    def of(self, game: EventGame) -> str:
        if len(game.day) == 10:
            return game.day
        if game.day and self._partial != "refuse":
            return _whole(game.day, self._partial)
        if self._given and self._given.startswith(game.day):
            return self._given
        if game.day:
            self._faults.add(game.line, "date", game.day, "day_partial")
        elif self._facts.starts_on:
            self._warnings.add(game.line, "", self._facts.starts_on, "day_of_start")
            return self._facts.starts_on
        else:
            self._faults.add(game.line, "", "", "day_missing")
        return ""


def _whole(day: str, partial: PartialDays) -> str:
    """``1984-02`` -> its first or last day."""
    year, month = int(day[:4]), int(day[5:7] or 0)
    if partial == "first":
        return f"{year:04}-{month or 1:02}-01"
    month = month or 12
    return f"{year:04}-{month:02}-{monthrange(max(year, 1), month)[1]:02}"


def _event_said(facts: EventFacts, name: str) -> EventSaid:
    """What the head says holds for its event; a game that names another one has only the name."""
    if not name:
        return EventSaid()
    if facts.name and name != facts.name:
        return EventSaid(name[:160])
    control = time_control_of(facts)
    return EventSaid(
        name[:160],
        start=facts.starts_on or None,
        end=facts.ends_on or None,
        minutes=control.minutes if control else None,
        increment=control.increment if control else 0.0,
        moves=control.moves if control else 0,
    )


def _birth_year(player: EventPlayer) -> int | None:
    return int(player.birth[:4]) if player.birth else None


def _layout(event: EventFile, rows: list[ResultRow]) -> Layout:
    """What the rows say, so that they are compared by that only."""
    columns = ["date", "white", "black", "result"]
    columns += ["round"] if any(row.round for row in rows) else []
    columns += ["board"] if any(row.board for row in rows) else []
    return _columns(columns)


def _columns(columns: list[str] | tuple[str, ...]) -> Layout:
    return Layout("", Header(0, list(columns), {name: place for place, name in enumerate(columns)}, []))
