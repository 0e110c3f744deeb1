"""An event of a league as a file can hold it: what a report or PGN of it is written from. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.formats.event_file import EventBye, EventFacts, EventFile, EventGame, EventPlayer
from league.formats.faults import Faults
from league.formats.numbers import read_id
from league.formats.timecontrol import TimeControl
from league.formats.trf import write_trf
from league.formats.trf.writing import Unwritable, Version
from league.models import Bye, Event, EventEntry, Game, League, Player

from .errors import Refused

_WHY = {
    "round_missing": gettext_lazy("A report needs the round of each game: player %(player)s has one without."),
    "round_twice": gettext_lazy(
        "A report holds one game a player a round: player %(player)s has more in round %(round)s. Give the games of a"
        " match rounds of their own."
    ),
    "number": gettext_lazy("A report has starting numbers from 1 to 9999, not %(number)s."),
    "name": gettext_lazy("Player %(number)s has no name."),
}


# what the line 092 of a report says, in the words that every program has
_KINDS = {
    Event.Kind.ROBIN: "Round Robin", Event.Kind.DOUBLE: "Double Round Robin", Event.Kind.SWISS: "Individual Swiss",
    Event.Kind.MATCH: "Match",
}  # fmt: skip


def find_event(league: League, name: str) -> Event:
    """The event of a league by name, or by number as ``#12``. Raises ``Refused`` where it is none or several."""
    events = Event.objects.filter(league=league, withdrawn_at=None)
    if name.startswith("#") and name[1:].isdecimal():
        found = list(events.filter(pk=read_id(name[1:]) or 0))
    else:
        found = list(events.filter(name=name)) or list(events.filter(name__iexact=name))
    if not found:
        raise Refused(_("There is no event “%(name)s” in %(league)s.") % {"name": name, "league": league.name})
    if len(found) > 1:
        several = ", ".join(f"#{event.pk} ({event.starts_on} – {event.ends_on})" for event in found)
        raise Refused(_("There are several events “%(name)s”: %(events)s.") % {"name": name, "events": several})
    return found[0]


def event_file(event: Event) -> EventFile:
    """The event with its players, games and byes; void games are left out, pending ones have no result yet.

    Starting numbers are those of the entries; players without one follow, by rating. Games without a
    round get the first one, after those that are numbered, in which both sides are free.
    """
    games = list(Game.objects.filter(event=event).exclude(status=Game.Status.VOID).order_by(
        "round", "board", "played_on", "played_at", "pk"))  # fmt: skip
    byes = list(Bye.objects.filter(event=event).order_by("round", "player"))
    players = _players(event, games, byes)
    numbers = {pk: player.number for pk, player in players.items()}
    made = _in_rounds([_game(game, numbers) for game in games])
    rounds = [game.round or 0 for game in made] + [bye.round for bye in byes]
    return EventFile(
        "", "", "utf-8", _facts(event, made, max(rounds, default=0)),
        sorted(players.values(), key=lambda player: player.number), made,
        [EventBye(0, bye.round, numbers[bye.player_id], bye.kind) for bye in byes], Faults(), Faults(),
    )  # fmt: skip


def report_of(event: EventFile, version: Version) -> bytes:
    """The report of an event. Raises ``Refused`` where no report can hold it."""
    try:
        return write_trf(event, version)
    except Unwritable as unwritable:
        values = unwritable.values
        raise Refused(_WHY[unwritable.code] % values) from None


def _facts(event: Event, games: list[EventGame], rounds: int) -> EventFacts:
    days: dict[int, set[str]] = defaultdict(set)
    for game in games:
        days[game.round or 0].add(game.day)
    for number, day in event.round_days.values_list("number", "day"):
        days[number].add(day.isoformat())
    rounds = max(rounds, event.rounds or 0)
    round_days = tuple(min(days[number], default="") for number in range(1, rounds + 1))
    control = None
    if event.base_minutes:
        control = TimeControl(event.base_minutes, event.increment_seconds, event.first_control_moves)
    return EventFacts(
        name=event.name,
        city=event.site,
        starts_on=event.starts_on.isoformat(),
        ends_on=event.ends_on.isoformat(),
        kind=_KINDS.get(Event.Kind(event.kind), ""),
        time_control=_in_words(control) if control else "",
        rounds=(event.rounds if event.kind == Event.Kind.MATCH else rounds) or None,
        round_days=round_days if any(round_days) else (),
        records=(("222", control.code()),) if control else (),
    )


def _in_words(control: TimeControl) -> str:
    """As every program reads it, whatever its language: ``90 min + 30 sec``."""
    moves = f"{control.moves} moves " if control.moves else ""
    return f"{moves}{control.minutes:g} min" + (f" + {control.increment:g} sec" if control.increment else "")


def _players(event: Event, games: Iterable[Game], byes: Iterable[Bye]) -> dict[int, EventPlayer]:
    """Everybody entered or playing, by id of the player."""
    entries = {entry.player_id: entry for entry in EventEntry.objects.filter(event=event)}
    wanted = {*entries, *(pk for game in games for pk in (game.white_id, game.black_id)), *(b.player_id for b in byes)}
    people = sorted(Player.objects.filter(pk__in=wanted), key=lambda each: _order(each, entries.get(each.pk)))
    taken = {entry.number for entry in entries.values() if entry.number}
    free = (number for number in range(1, 10_000) if number not in taken)
    players = {}
    for person in people:
        entry = entries.get(person.pk)
        number = entry.number if entry and entry.number else next(free)
        rating = entry.rating if entry else None
        players[person.pk] = EventPlayer(
            0, number, person.name, round(rating) if rating and 0 < rating < 10_000 else None, person.fide_id,
            title=(entry.title if entry else "") or person.title,
            federation=(entry.federation if entry else "") or person.federation,
            sex=person.sex, birth=str(person.birth_year or ""),
        )  # fmt: skip
    return players


def _order(player: Player, entry: EventEntry | None) -> tuple[float, str, int]:
    return (-(entry.rating or 0.0) if entry else 0.0, player.name_key, player.pk)


def _game(game: Game, numbers: dict[int, int]) -> EventGame:
    outcome = game.outcome if game.status == Game.Status.FINAL else None
    return EventGame(
        0, game.round, game.board, numbers[game.white_id], numbers[game.black_id], outcome,
        game.played_on.isoformat(), game.played_at.isoformat() if game.played_at else None,
    )  # fmt: skip


def _in_rounds(games: list[EventGame]) -> list[EventGame]:
    busy: dict[int, set[int]] = defaultdict(set)
    for game in games:
        if game.round:
            busy[game.round] |= {game.white, game.black}
    last = max(busy, default=0)
    made = []
    for game in games:
        if not game.round:
            number = last + 1
            while {game.white, game.black} & busy[number]:
                number += 1
            busy[number] |= {game.white, game.black}
            game = game._replace(round=number)
        made.append(game)
    return sorted(made, key=lambda game: (game.round or 0, game.board or 0, game.white))
