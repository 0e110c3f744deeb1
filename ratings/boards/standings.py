"""The standings of an event: its facts as the kernel's cards, and the lines and cells that pages show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.models import PLAYED, TOO_SHORT, Bye, Event, EventEntry, Game, Pairing, Player
from ratings.kernel.standings import Card, Meeting, Rules, Table, TieBreak, ranking, read_codes, rules_on
from ratings.ledger import standings as ledger

MOST_GAMES = 4_000  # beyond that an event is no tournament: a season's games, a history
ROBINS = (Event.Kind.ROBIN, Event.Kind.DOUBLE)
FULL = 2  # halves of a win


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. ``opponent``: the number in the table; ``code``: 1, ½, 0, +, −, or empty (to come)."""

    round: int
    opponent: int | None
    code: str
    black: bool = False
    game: int | None = None
    bye: str = ""


@dataclass(slots=True)
class Place:
    """A player of the table. ``cancelled``: left before half of a round robin, so that the results count for nobody."""

    player: Player
    entry: EventEntry | None
    rating: int | None
    rank: int = 0
    place: int = 0
    halves: int = 0
    values: tuple[float | None, ...] = ()
    cells: list[Cell] = field(default_factory=list)
    cancelled: bool = False

    @property
    def withdrawn_from(self) -> int | None:
        return self.entry.withdrawn_from if self.entry else None

    @property
    def title(self) -> str:
        return self.player.told((self.entry.title if self.entry else "") or self.player.title)

    def against(self, place: int) -> list[Cell]:
        """What was played with the player of this place."""
        return [cell for cell in self.cells if cell.opponent == place]


@dataclass(frozen=True)
class Standings:
    """``lines`` in the order of the table; ``rounds`` that have begun, ``planned`` ones (0: not known); ``games`` with
    a result, whether they all have a round (``numbered``); boards of rounds begun that are ``to_come``."""

    event: Event
    lines: list[Place]
    tie_breaks: tuple[TieBreak, ...]
    rounds: int
    rules: Rules
    swiss: bool
    pending: int  # results that wait for their confirmation
    planned: int
    games: int
    numbered: bool
    to_come: int

    @property
    def robin(self) -> bool:
        return self.event.kind in ROBINS

    @property
    def cancelled(self) -> list[Place]:
        return [line for line in self.lines if line.cancelled]


class _Sources:
    """The facts of an event, read once: four queries."""

    def __init__(self, event: Event) -> None:
        self.event = event
        entries = EventEntry.objects.filter(event=event).select_related("player__club")
        self.entries = {entry.player_id: entry for entry in entries}
        fields = ("id", "event_id", "round", "board", "played_on", "played_at", "white_id", "black_id", "outcome",
                  "white_halves", "black_halves", "status")  # fmt: skip
        games = Game.objects.filter(event=event).exclude(status=Game.Status.VOID).only(*fields)
        found = list(games.order_by("round", "board", "played_on", "played_at", "pk"))
        self.numbered = all(game.round is not None for game in found)
        self.games = _in_rounds(found)
        self.byes = list(Bye.objects.filter(event=event))
        self.pairings = list(Pairing.objects.filter(event=event))
        wanted = {pk for game in self.games for pk in (game.white_id, game.black_id)} | {b.player_id for b in self.byes}
        missing = wanted - self.entries.keys()
        players = Player.objects.filter(pk__in=missing).select_related("club") if missing else ()
        self.players = {entry.player_id: entry.player for entry in self.entries.values()} | {p.pk: p for p in players}

    @property
    def final(self) -> list[Game]:
        return [game for game in self.games if game.status == Game.Status.FINAL]

    @property
    def open(self) -> list[tuple[int, int, int]]:
        """Round and players of what has no final result: pairings, and results that wait for their confirmation."""
        played = {(game.round, frozenset((game.white_id, game.black_id))) for game in self.games}
        waiting = [(g.round or 0, g.white_id, g.black_id) for g in self.games if g.status != Game.Status.FINAL]
        pairs = [(p.round, p.white_id, p.black_id) for p in self.pairings]
        return waiting + [(r, w, b) for r, w, b in pairs if (r, frozenset((w, b))) not in played]


def is_table(event: Event) -> bool:
    """Whether the event is small enough to be one table."""
    return event.games.count() <= MOST_GAMES


def standings(event: Event, ratings: Mapping[int, float] | None = None) -> Standings:
    """Everybody in the event, best first. ``ratings``: of those whose entry does not say any."""
    sources = _Sources(event)
    swiss = event.kind == Event.Kind.SWISS
    cancelled = _cancelled(sources)
    rounds = _begun(sources)
    places = {
        pk: Place(player, sources.entries.get(pk), _rating(sources.entries.get(pk), (ratings or {}).get(pk)))
        for pk, player in sources.players.items()
    }
    cards = _cards(sources, places, rounds, cancelled, swiss)
    tie_breaks = read_codes(event.tiebreaks, event.kind)
    rules = rules_on(event.starts_on)
    table = Table({pk: card for pk, card in cards.items() if pk not in cancelled}, rounds, swiss, rules)
    lines = []
    for line in ranking(table, tie_breaks):
        place = places[line.player]
        place.rank, place.halves, place.values = line.rank, round(2 * line.points), line.values
        lines.append(place)
    lines.sort(key=lambda each: (each.rank, _number(each)))
    for pk in cancelled:
        places[pk].cancelled = True
        lines.append(places[pk])
    for number, place in enumerate(lines, 1):
        place.place = number
    _fill_cells(sources, places)
    pending = len(sources.games) - len(sources.final)
    planned = event.rounds or max((pairing.round for pairing in sources.pairings), default=0)
    to_come = sum(number <= rounds for number, *_players in sources.open) - pending
    return Standings(
        event, lines, tie_breaks, rounds, rules, swiss, pending, planned, len(sources.final), sources.numbered, to_come
    )


def _rating(entry: EventEntry | None, own: float | None) -> int | None:
    rating = entry.rating if entry is not None and entry.rating is not None else own
    return None if rating is None else ledger.shown(rating)


def _number(place: Place) -> tuple[int, float, str, int]:
    """Those whom nothing tells apart stand by starting number, rating, name."""
    number = place.entry.number if place.entry and place.entry.number else 1_000_000
    return number, -(place.rating or 0), place.player.order_key, place.player.pk


def _begun(sources: _Sources) -> int:
    """The last round with a result."""
    return max((game.round or 0 for game in sources.final), default=0)


def _cancelled(sources: _Sources) -> list[int]:
    """Who left a round robin with less than half of the games played: results stay in the cross table only."""
    event = sources.event
    if event.kind not in ROBINS:
        return []
    games = (len(sources.entries) - 1) * (2 if event.kind == Event.Kind.DOUBLE else 1)
    played: dict[int, int] = defaultdict(int)
    for game in sources.final:
        played[game.white_id] += 1
        played[game.black_id] += 1
    gone = [pk for pk, entry in sources.entries.items() if entry.withdrawn_from is not None]
    return sorted(pk for pk in gone if 2 * played[pk] < games)


def _cards(
    sources: _Sources, places: Mapping[int, Place], rounds: int, cancelled: Sequence[int], swiss: bool
) -> dict[int, Card]:  # fmt: skip
    meetings: dict[int, dict[int, list[Meeting]]] = {pk: defaultdict(list) for pk in places}
    for game in sources.final:
        if game.white_id not in cancelled and game.black_id not in cancelled:
            _add_game(meetings, game)
    for bye in sources.byes:
        if bye.round <= rounds:
            away = bye.halves < FULL
            meetings[bye.player_id][bye.round].append(Meeting(bye.round, None, bye.halves / 2, played=False, away=away))
    waiting = {(r, pk) for r, *both in sources.open for pk in both}
    if sources.event.kind in ROBINS:
        _add_walkovers(sources, meetings, cancelled)
    elif swiss:
        for pk, own in meetings.items():
            for round in range(1, rounds + 1):
                if not own[round] and (round, pk) not in waiting:
                    own[round].append(Meeting(round, None, 0.0, played=False, away=True))
    return {
        pk: Card(tuple(each for round in sorted(own) for each in own[round]), places[pk].rating)
        for pk, own in meetings.items()
    }


def _add_game(meetings: dict[int, dict[int, list[Meeting]]], game: Game) -> None:
    played = game.outcome in PLAYED or game.outcome in TOO_SHORT
    number = game.round or 0
    for own, other, halves, black in (
        (game.white_id, game.black_id, game.white_halves, False),
        (game.black_id, game.white_id, game.black_halves, True),
    ):
        away = not played and halves == 0
        meetings[own][number].append(Meeting(number, other, halves / 2, played, black, away))


def _add_walkovers(
    sources: _Sources, meetings: dict[int, dict[int, list[Meeting]]], cancelled: Sequence[int]
) -> None:  # fmt: skip
    """Games that a player who left after half of a round robin did not play any more are won by the others."""
    for round, white, black in sources.open:
        for pk, other in ((white, black), (black, white)):
            if cancelled and (pk in cancelled or other in cancelled):
                continue
            entries = [sources.entries.get(each) for each in (pk, other)]
            gone = [entry is not None and entry.withdrawn_from is not None for entry in entries]
            if any(gone):
                meetings[pk][round].append(Meeting(round, other, 0.0 if gone[0] else 1.0, played=False, away=gone[0]))


# -- cells -----------------------------------------------------------------------------------------------


def code_of(game: Game, white: bool) -> str:
    """1, ½, 0; + and − where the game was not played; empty while it waits for its confirmation."""
    if game.status == Game.Status.PENDING:
        return ""
    halves = game.white_halves if white else game.black_halves
    if game.outcome in PLAYED or game.outcome in TOO_SHORT:
        return {2: "1", 1: "½", 0: "0"}[halves]
    return "+" if halves else "−"


def _fill_cells(sources: _Sources, places: Mapping[int, Place]) -> None:
    for game in sources.games:
        for own, other, white in ((game.white_id, game.black_id, True), (game.black_id, game.white_id, False)):
            cell = Cell(game.round or 0, places[other].place, code_of(game, white), not white, game.pk)
            places[own].cells.append(cell)
    played = {(g.round, g.white_id, g.black_id) for g in sources.games}
    for round, white, black in sorted(set(sources.open) - played):
        if white in places and black in places:
            places[white].cells.append(Cell(round, places[black].place, ""))
            places[black].cells.append(Cell(round, places[white].place, "", True))
    for bye in sources.byes:
        places[bye.player_id].cells.append(
            Cell(bye.round, None, {2: "1", 1: "½", 0: "0"}[bye.halves], bye=bye.get_kind_display())
        )
    for place in places.values():
        place.cells.sort(key=lambda cell: (cell.round, cell.game or 0))


def _in_rounds(games: Iterable[Game]) -> list[Game]:
    """Games without a round get the first one, after those that are numbered, in which both sides are free."""
    found = list(games)
    busy: dict[int, set[int]] = defaultdict(set)
    last = max((game.round or 0 for game in found), default=0)
    next_free: dict[int, int] = defaultdict(lambda: last + 1)
    for game in found:
        if game.round is None:
            number = max(next_free[game.white_id], next_free[game.black_id])
            next_free[game.white_id] = next_free[game.black_id] = number + 1
            game.round = number
        busy[game.round] |= {game.white_id, game.black_id}
    return sorted(found, key=lambda game: (game.round or 0, game.board or 0, game.pk))
