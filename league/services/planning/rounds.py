"""Days of rounds, and rounds without an opponent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Bye, Event, EventRound, Player

from .. import limits
from ..errors import Problems, Refused
from ..events import record_bye
from ..history import keep_change
from ..placement import within
from ..writing import Actor, lock_league, raise_versions
from .pairings import open_pairings
from .roster import entry_of
from .states import fresh, games_of, keep_plan, plan_of


def set_round_days(*, event: Event, days: Mapping[int, date | None], actor: Actor = None) -> None:
    """The days of rounds; None forgets one. They lie within the event's."""
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        before = plan_of(found)
        problems = Problems()
        for number, day in days.items():
            limits.check_number(problems, number, limits.NUMBER, "round")
            if day is not None and not within(found, day):
                message = _("Round %(round)d: %(day)s is outside of %(event)s, which is from %(first)s to %(last)s.")
                said = {
                    "round": number,
                    "day": day,
                    "event": found.name,
                    "first": found.starts_on,
                    "last": found.ends_on,
                }
                problems.add(message % said, f"day_{number}")
        problems.refuse()
        EventRound.objects.filter(event=found, number__in=days).delete()
        EventRound.objects.bulk_create(
            [EventRound(event=found, number=number, day=day) for number, day in days.items() if day is not None]
        )
        keep_plan(locked, found, "event.rounds", before, actor)


def give_bye(*, event: Event, player: Player, round: int, kind: str, actor: Actor = None) -> Bye:
    """A bye for who is entered and has neither pairing nor result in the round."""
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        entry_of(found, player)
        if games_of(found, round).filter(Q(white=player) | Q(black=player)).exists():
            message = _("%(player)s has a result in round %(round)d already.")
            raise Refused(message % {"player": player.label, "round": round}, field="player")
        if any(player.pk in (each.white_id, each.black_id) for each in open_pairings(found, round)):
            message = _("%(player)s is paired in round %(round)d: take the pairing away first.")
            raise Refused(message % {"player": player.label, "round": round}, field="player")
        return record_bye(event=found, player=player, round=round, kind=kind, actor=actor)


def take_bye(*, bye: Bye, actor: Actor = None, reason: str = "") -> None:
    """Forget a round without an opponent."""
    with transaction.atomic():
        locked = lock_league(bye.event.league)
        keep_change(
            club=locked.league.club, league=locked.league, kind="event.unbye", subject=bye.event,
            before={"player": bye.player_id, "round": bye.round, "kind": bye.kind, "halves": bye.halves}, after={},
            players=[bye.player_id], reason=reason, actor=actor,
        )  # fmt: skip
        bye.delete()
        raise_versions([locked.league])
