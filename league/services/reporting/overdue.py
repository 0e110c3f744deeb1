"""Reports that nobody answered in time count as reported, where the league has it so."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from league.models import Game, League, ResultClaim

from ..correcting import correct_game
from ..errors import Refused
from ..writing import lock_league
from .states import State, state_of


def settle_overdue(*, now: datetime) -> int:
    """Make results final whose time is over; how many. What cannot be (a closed period) is left to the desk."""
    counting = League.objects.filter(report_overdue=League.ReportOverdue.COUNT, report_days__gt=0, archived_at=None)
    settled = 0
    for league in counting.select_related("club").order_by("pk"):
        latest = now - timedelta(days=league.report_days)
        claims = ResultClaim.objects.filter(
            game__league=league, game__status=Game.Status.PENDING, claimed_at__lte=latest
        )
        for game in claims.annotate(both=Count("game__claims")).filter(both=1).values_list("game", flat=True):
            settled += _settle(league, game, now)
    return settled


def _settle(league: League, pk: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            locked = lock_league(league)
            game = Game.objects.select_related("league__club").get(pk=pk)
            if state_of(locked.league, game, list(game.claims.all()), now) != State.OVERDUE:
                return False
            correct_game(game=game, reason=_("not answered in time"), status=Game.Status.FINAL)
    except Refused:
        return False
    return True
