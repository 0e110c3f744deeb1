"""Drawing: round robins by Berger tables, matches, and a proposal for a ladder evening."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.formats.berger import berger
from league.models import Bye, Event, EventEntry, Pairing
from ratings.models import Rating

from ..errors import Refused
from ..writing import Actor, lock_league, take_results
from .pairings import CYCLES, Pair, open_pairings, refuse_results
from .states import fresh, games_of, keep_plan, plan_of

ORDERS = ("rating", "lot", "kept")
MOST_IN_A_ROBIN = 40
MOST_ROUNDS = 100


def draw(*, event: Event, order: str = "rating", rounds: int | None = None, actor: Actor = None) -> list[Pairing]:
    """All pairings of a round robin or match. Refused once anything was played (BR-102).

    ``order`` of the starting numbers: by ``rating``, by ``lot``, or ``kept`` as they are. ``rounds``: of a match.
    """
    if order not in ORDERS:
        raise ValueError(f"no order of starting numbers: {order}")
    with transaction.atomic():
        locked = lock_league(event.league)
        take_results(locked.league)
        found = fresh(event, locked)
        before = plan_of(found)
        refuse_results(found)
        entries = _numbered(found, order)
        Pairing.objects.filter(event=found).delete()
        Pairing.objects.bulk_create(_rows(found, entries, rounds or found.rounds or 1))
        keep_plan(locked, found, "event.pairings", before, actor)
    return open_pairings(found)


def _numbered(event: Event, order: str) -> list[EventEntry]:
    """Entries with starting numbers from 1 on, saved."""
    entries = list(event.entries.filter(withdrawn_from=None).select_related("player"))
    if order == "lot":
        secrets.SystemRandom().shuffle(entries)
    elif order == "rating":
        entries.sort(key=lambda each: (-(each.rating or 0.0), each.player.name_key, each.pk))
    else:
        entries.sort(key=lambda each: (each.number or 1_000_000, -(each.rating or 0.0), each.player.name_key, each.pk))
    for number, entry in enumerate(entries, 1):
        entry.number = number
    EventEntry.objects.bulk_update(entries, ["number"])
    return entries


def _rows(event: Event, entries: Sequence[EventEntry], rounds: int) -> list[Pairing]:
    if event.kind == Event.Kind.MATCH:
        return _match(event, entries, rounds)
    cycles = CYCLES.get(Event.Kind(event.kind))
    if cycles is None:
        raise Refused(
            _("Only round robins and matches are drawn at once: pair the others round by round."), field="kind"
        )
    if not 2 < len(entries) <= MOST_IN_A_ROBIN:
        message = _("A round robin is of 3 to %(most)d players, not %(n)d.")
        raise Refused(message % {"most": MOST_IN_A_ROBIN, "n": len(entries)}, field="player")
    players = {number: entry.player_id for number, entry in enumerate(entries, 1)}
    return [
        Pairing(event=event, round=place.round, board=place.board, white_id=players[place.white],
                black_id=players[place.black])
        for place in berger(len(entries), cycles).values()
    ]  # fmt: skip


def _match(event: Event, entries: Sequence[EventEntry], rounds: int) -> list[Pairing]:
    """Two players, colours in turn."""
    if len(entries) != 2:
        raise Refused(_("A match is between two players, not %(n)d.") % {"n": len(entries)}, field="player")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(_("A match has 1 to %(most)d games.") % {"most": MOST_ROUNDS}, field="rounds")
    both = [entry.player_id for entry in entries]
    return [
        Pairing(event=event, round=number, board=1, white_id=both[(number - 1) % 2], black_id=both[number % 2])
        for number in range(1, rounds + 1)
    ]


def suggest(event: Event, round: int) -> tuple[list[Pair], list[EventEntry]]:
    """A proposal for an evening: neighbours by rating who have not met in this event, colours even. Writes nothing.

    Returns the pairs and who is left over. Who has a bye, a result or a pairing in the round is not looked at.
    """
    waiting = _free(event, round)
    met, whites = _history(event)
    pairs: list[Pair] = []
    left: list[EventEntry] = []
    board = max((number or 0 for number in _boards(event, round)), default=0)
    while waiting:
        one = waiting.pop(0)
        new = (each for each in waiting if frozenset((one.player_id, each.player_id)) not in met)
        other = next(new, waiting[0] if waiting else None)
        if other is None:
            left.append(one)
            break
        waiting.remove(other)
        board += 1
        turned = whites.get(one.player_id, 0) > whites.get(other.player_id, 0)
        first, second = (other, one) if turned else (one, other)
        pairs.append(Pair(board, first.player, second.player))
    return pairs, left


def _free(event: Event, round: int) -> list[EventEntry]:
    busy = set(Bye.objects.filter(event=event, round=round).values_list("player_id", flat=True))
    for rows in (games_of(event, round), Pairing.objects.filter(event=event, round=round)):
        busy |= {pk for pair in rows.values_list("white", "black") for pk in pair}
    entries = EventEntry.objects.filter(event=event).exclude(player__in=busy).select_related("player")
    there = [each for each in entries if (each.withdrawn_from or 32_768) > round and (each.joined_round or 1) <= round]
    ratings = dict(
        Rating.objects.filter(league=event.league_id, player__in=[each.player_id for each in there]).values_list(
            "player", "value"
        )
    )
    return sorted(
        there, key=lambda each: (-(ratings.get(each.player_id) or each.rating or 0.0), each.player.name_key, each.pk)
    )


def _history(event: Event) -> tuple[set[frozenset[int]], dict[int, int]]:
    met: set[frozenset[int]] = set()
    whites: dict[int, int] = {}
    for white, black in games_of(event).values_list("white", "black"):
        met.add(frozenset((white, black)))
        whites[white] = whites.get(white, 0) + 1
        whites[black] = whites.get(black, 0) - 1
    return met, whites


def _boards(event: Event, round: int) -> list[int | None]:
    games = games_of(event, round).values_list("board", flat=True)
    return [*games, *Pairing.objects.filter(event=event, round=round).values_list("board", flat=True)]
