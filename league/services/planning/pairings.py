"""Who meets whom. A pairing is no game: nothing is rated before there is a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from league.formats.berger import berger
from league.models import Bye, Event, EventEntry, Game, Pairing, Player

from .. import limits
from ..errors import Problem, Problems, Refused
from ..writing import Actor, lock_league, take_results
from .states import fresh, games_of, keep_plan, plan_of

WITHOUT_ROUNDS = (Event.Kind.FREE, Event.Kind.LADDER)
CYCLES = {Event.Kind.ROBIN: 1, Event.Kind.DOUBLE: 2}


class Pair(NamedTuple):
    """A pairing to be made."""

    board: int
    white: Player
    black: Player


def open_pairings(event: Event, round: int | None = None) -> list[Pairing]:
    """Pairings without a result yet, in the order of boards. Two queries."""
    pairings = Pairing.objects.filter(event=event).select_related("white", "black").order_by("round", "board")
    if round is not None:
        pairings = pairings.filter(round=round)
    played = {_key(*row) for row in games_of(event, round).values_list("round", "white", "black")}
    return [each for each in pairings if _key(each.round, each.white_id, each.black_id) not in played]


def round_to_enter(event: Event) -> int | None:
    """The round whose results are to come: the first with a board open, else the last there is.

    None: an event without rounds (an open evening).
    """
    first = next(iter(open_pairings(event)), None)
    if first is not None:
        return first.round
    last = games_of(event).aggregate(last=Max("round"))["last"] or event.pairings.aggregate(last=Max("round"))["last"]
    planned: int | None = last or (1 if event.rounds or event.kind not in WITHOUT_ROUNDS else None)
    return planned


def _key(round: int | None, one: int, other: int) -> tuple[int | None, int, int]:
    return (round, min(one, other), max(one, other))


def set_pairings(*, event: Event, round: int, pairs: Sequence[Pair], actor: Actor = None) -> list[Pairing]:
    """The pairings of a round without a result are these from now on; pairings with one stay.

    Raises ``Refused`` with the place of each pair that cannot be (``row`` counts from 0).
    """
    with transaction.atomic():
        locked = lock_league(event.league)
        take_results(locked.league)
        found = fresh(event, locked)
        before = plan_of(found)
        games = list(games_of(found, round).select_related("white", "black"))
        open_ones = open_pairings(found, round)
        _check(found, round, pairs, games)
        Pairing.objects.filter(pk__in=[each.pk for each in open_ones]).delete()
        kept = {each.board: each for each in Pairing.objects.filter(event=found, round=round)}
        problems = [
            Problem(row, "board", _("Board %(board)d has a result already.") % {"board": pair.board})
            for row, pair in enumerate(pairs)
            if pair.board in kept
        ]
        if problems:
            raise Refused(problems=problems)
        Pairing.objects.bulk_create(
            [Pairing(event=found, round=round, board=p.board, white=p.white, black=p.black) for p in pairs]
        )
        players = {player.pk for pair in pairs for player in (pair.white, pair.black)}
        keep_plan(locked, found, "event.pairings", before, actor, players=players)
    return open_pairings(found, round)


def clear_pairings(*, event: Event, round: int | None = None, actor: Actor = None) -> None:
    """Forget the pairings of a round (None: of the event). Refused while a result stands there."""
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        before = plan_of(found)
        refuse_results(found, round)
        pairings = Pairing.objects.filter(event=found)
        (pairings if round is None else pairings.filter(round=round)).delete()
        keep_plan(locked, found, "event.pairings", before, actor)


def refuse_results(event: Event, round: int | None = None) -> None:
    """Pairings are made anew only while nothing was played on them (BR-102)."""
    game = games_of(event, round).select_related("white", "black").order_by("round", "board", "pk").first()
    if game is not None:
        message = _("%(game)s is entered already: pairings are drawn anew only while there is no result.")
        raise Refused(message % {"game": game}, field="round")


def drop_open(event: Event, player: int, from_round: int) -> None:
    """A player's pairings without a result go, from a round on."""
    mine = [
        each.pk
        for each in open_pairings(event)
        if each.round >= from_round and player in (each.white_id, each.black_id)
    ]
    Pairing.objects.filter(pk__in=mine).delete()


def write_missing(event: Event, newcomers: Sequence[int]) -> None:
    """The games of late players in a round robin that is drawn: where an odd number left a place free, one takes it.

    Refused where the whole table would have to be drawn anew and something was played.
    """
    cycles = CYCLES.get(Event.Kind(event.kind))
    if cycles is None or not event.pairings.exists():
        return
    numbers = {number: player for number, player in event.entries.values_list("number", "player") if number is not None}
    before = len(numbers) - len(newcomers)
    if set(numbers) != set(range(1, len(numbers) + 1)) or before % 2 == 0 or len(newcomers) > 1:
        refuse_results(event)
        raise Refused(
            _("This round robin is drawn: with more players its pairings change. Delete them, then enter and draw."),
            field="player",
        )
    new = [place for (low, high, _cycle), place in berger(len(numbers), cycles).items() if high == len(numbers)]
    boards = {(row.round, row.board) for row in Pairing.objects.filter(event=event)}
    rows = []
    for place in new:
        board = place.board
        while (place.round, board) in boards:
            board += 1
        boards.add((place.round, board))
        rows.append(
            Pairing(event=event, round=place.round, board=board, white_id=numbers[place.white],
                    black_id=numbers[place.black])
        )  # fmt: skip
    Pairing.objects.bulk_create(rows)


def _check(event: Event, round: int, pairs: Sequence[Pair], games: Sequence[Game]) -> None:
    """Everybody is in the event and plays once; byes and results of the round stand."""
    problems = Problems()
    limits.check_number(problems, round, limits.NUMBER, "round")
    problems.refuse()
    entries = {entry.player_id: entry for entry in EventEntry.objects.filter(event=event)}
    played = {pk for game in games for pk in (game.white_id, game.black_id)}
    byes = set(Bye.objects.filter(event=event, round=round).values_list("player_id", flat=True))
    seen: set[int] = set()
    boards: set[int] = {game.board for game in games if game.board is not None}
    found: list[Problem] = []
    for row, pair in enumerate(pairs):
        if not limits.NUMBER.low <= pair.board <= limits.NUMBER.high or pair.board in boards:
            found.append(Problem(row, "board", _("Board %(board)d is taken.") % {"board": pair.board}))
        boards.add(pair.board)
        if pair.white.pk == pair.black.pk:
            found.append(Problem(row, "black", _("Nobody plays against themselves.")))
            continue
        for side, player in (("white", pair.white), ("black", pair.black)):
            words = _why_not(player, entries.get(player.pk), round, played, byes, seen)
            if words:
                found.append(Problem(row, side, words % {"player": player.label, "round": round}))
            seen.add(player.pk)
    if found:
        raise Refused(problems=found)


def _why_not(
    player: Player, entry: EventEntry | None, round: int, played: set[int], byes: set[int], seen: set[int]
) -> str:  # fmt: skip
    if entry is None:
        return _("%(player)s is not entered in this event.")
    if entry.withdrawn_from is not None and entry.withdrawn_from <= round:
        return _("%(player)s is withdrawn from this event.")
    if entry.joined_round is not None and entry.joined_round > round:
        return _("%(player)s plays from a later round on.")
    if player.pk in byes:
        return _("%(player)s has a bye in round %(round)d.")
    if player.pk in played:
        return _("%(player)s has a result in round %(round)d already.")
    return _("%(player)s is paired twice.") if player.pk in seen else ""


def pairings_with(players: Sequence[int]) -> Q:
    """Pairings of any of these players."""
    return Q(white__in=players) | Q(black__in=players)
