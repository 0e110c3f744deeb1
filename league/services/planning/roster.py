"""Who plays in an event: entered beforehand or late, withdrawn from a round on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Bye, Event, EventEntry, League, LeagueEntry, Player
from ratings.models import Rating

from .. import limits
from ..entries import check_player, read_players
from ..errors import Problems, Refused
from ..writing import Actor, lock_league, take_results
from .pairings import drop_open, write_missing
from .states import fresh, games_of, keep_plan, plan_of


def add_entries(
    *, event: Event, players: Sequence[Player], joined_round: int | None = None, actor: Actor = None
) -> list[EventEntry]:  # fmt: skip
    """Enter players, with rating, title and federation of today; those who are in already stay as they are.

    ``joined_round``: the first round of who comes late; rounds before it are not paired, and no result.
    A round robin that is drawn takes a late player where the numbers leave a place free.
    """
    with transaction.atomic():
        locked = lock_league(event.league)
        take_results(locked.league)
        found = fresh(event, locked)
        before = plan_of(found)
        there = {row[0] for row in before["entries"]}
        wanted = [player.pk for player in dict.fromkeys(players) if player.pk not in there]
        people = read_players(locked, wanted)
        problems = Problems()
        for pk in wanted:
            check_player(problems, people.get(pk), locked.league, "player")
        limits.check_number(problems, joined_round, limits.NUMBER, "joined_round")
        problems.refuse()
        ratings = _ratings(locked.league, people)
        last = max((row[1] or 0 for row in before["entries"]), default=0)
        numbered = bool(before["pairings"]) or (bool(there) and last > 0)
        made = [
            EventEntry(
                event=found,
                player=people[pk],
                rating=ratings.get(pk),
                title=people[pk].title,
                federation=people[pk].federation,
                joined_round=joined_round if joined_round != 1 else None,
                number=last + place if numbered else None,
            )
            for place, pk in enumerate(wanted, 1)
        ]
        EventEntry.objects.bulk_create(made)
        if made:
            write_missing(found, [entry.player_id for entry in made])
        keep_plan(locked, found, "event.entries", before, actor, players=wanted)
    return made


def _ratings(league: League, people: Mapping[int, Player]) -> dict[int, float | None]:
    """The ratings of now; of who has none yet the start value."""
    own = dict(LeagueEntry.objects.filter(league=league, player__in=people).values_list("player", "start_rating"))
    found = {pk: own.get(pk) or player.start_rating for pk, player in people.items()}
    rows = Rating.objects.filter(league=league, player__in=people, value__isnull=False)
    return found | dict(rows.values_list("player", "value"))


def set_withdrawal(
    *, event: Event, player: Player, from_round: int | None, reason: str = "", actor: Actor = None
) -> EventEntry:  # fmt: skip
    """Who leaves plays no more ``from_round`` on (None: comes back). Open pairings of those rounds go; results stay."""
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        entry = entry_of(found, player)
        before = plan_of(found)
        problems = Problems()
        limits.check_number(problems, from_round, limits.NUMBER, "from_round")
        played = games_of(found).filter(Q(white=player) | Q(black=player)).order_by("-round").first()
        if from_round is not None and played is not None and (played.round or 0) >= from_round:
            message = _("%(player)s has a result in round %(round)d: withdraw from a later round.")
            problems.add(message % {"player": player.label, "round": played.round}, "from_round")
        problems.refuse()
        entry.withdrawn_from = from_round
        entry.save(update_fields=["withdrawn_from"])
        if from_round is not None and found.kind not in (Event.Kind.ROBIN, Event.Kind.DOUBLE):
            drop_open(found, player.pk, from_round)
        keep_plan(locked, found, "event.withdrawal", before, actor, players=[player.pk], reason=reason)
    return entry


def remove_entry(*, event: Event, player: Player, actor: Actor = None) -> None:
    """Take a player out who has neither a result nor a bye; open pairings go too. Others are withdrawn instead."""
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        entry = entry_of(found, player)
        before = plan_of(found)
        busy = games_of(found).filter(Q(white=player) | Q(black=player)).exists()
        if busy or Bye.objects.filter(event=found, player=player).exists():
            message = _("%(player)s has results or byes in this event: withdraw the player from a round on instead.")
            raise Refused(message % {"player": player.label}, field="player")
        if found.kind in (Event.Kind.ROBIN, Event.Kind.DOUBLE) and before["pairings"] and games_of(found).exists():
            message = _("The round robin is drawn and has results: withdraw the player from a round on instead.")
            raise Refused(message, field="player")
        drop_open(found, player.pk, 1)
        entry.delete()
        keep_plan(locked, found, "event.entries", before, actor, players=[player.pk])


def entry_of(event: Event, player: Player) -> EventEntry:
    entry = EventEntry.objects.filter(event=event, player=player).first()
    if entry is None:
        message = _("%(player)s is not entered in %(event)s.")
        raise Refused(message % {"player": player.label, "event": event.name}, field="player")
    return entry
