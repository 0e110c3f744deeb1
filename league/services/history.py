"""The ledger of facts: every change is kept with who, when, why, and what it said before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any

from django.db.models import Model

from league.models import ApiToken, ChangedPlayer, ChangeReach, Club, FactChange, League, Membership, ScorerLink
from league.models.statements import fetched, insert, insertion
from ratings.models import RatingRun

FEW = 20  # players of a change that are written in one small statement
STAFF = "staff"  # the role of a superuser who is no member of the club
Reached = Iterable[tuple[League, RatingRun | None]]


def keep_change(
    *,
    club: Club,
    league: League | None = None,
    kind: str,
    subject: Model | None,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    players: Iterable[int] = (),
    reason: str = "",
    actor: Any = None,
    undoes: FactChange | None = None,
    run: int | None = None,
) -> FactChange:
    """Keep one change, inside its transaction and before its re-rating; of the values only those that differ.

    ``kind``: a dotted code like ``rules.change``. Values are ids and plain values; names of players only
    under the key ``name`` of a change about that player. ``players``: ids of those whom it is about. Give
    the row to ``rerate_from``, which notes the run in it, or say the ``run`` where it is done already.
    """
    old, new = plain(before), plain(after)
    same = {name for name in old.keys() & new.keys() if old[name] == new[name]}
    change = FactChange(
        club=club, league=league, kind=kind, reason=reason.strip()[:300], actor=actor, actor_name=_name(actor),
        actor_role=_role(actor, club), subject_kind="" if subject is None else subject._meta.model_name or "",
        subject_id=None if subject is None else subject.pk, undoes=undoes, run=run,
        before={name: value for name, value in old.items() if name not in same},
        after={name: value for name, value in new.items() if name not in same},
    )  # fmt: skip
    insert(change)
    _keep_players(change, sorted(set(players)))
    return change


def _keep_players(change: FactChange, players: list[int]) -> None:
    if len(players) > FEW:
        rows = [ChangedPlayer(change=change, player_id=player) for player in players]
        ChangedPlayer.objects.bulk_create(rows, batch_size=500)
    elif players:
        values = [value for player in players for value in (change.pk, player)]
        fetched(insertion(ChangedPlayer._meta.db_table, ("change_id", "player_id"), len(players)), values)


def keep_runs(change: FactChange, reached: Reached) -> None:
    """Note the re-rating that a change caused, in its own league and in each other that it reached."""
    elsewhere = []
    for league, run in reached:
        number = _number(league, run)
        if league.pk == change.league_id:
            change.run = number
        else:
            elsewhere.append(ChangeReach(change=change, league=league, run=number))
    if change.run is not None:
        change.save(update_fields=["run"])
    if elsewhere:
        ChangeReach.objects.bulk_create(elsewhere, ignore_conflicts=True)


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON takes them: ids for rows, ISO text for days and times."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, (date, time, datetime)):
        return value.isoformat()
    return value.pk if isinstance(value, Model) else value


def _number(league: League, run: RatingRun | None) -> int | None:
    if run is not None:
        return run.pk
    return FactChange.WAITING if league.stale_since is not None else None


def _name(actor: Any) -> str:
    return "" if actor is None else (actor.get_full_name() or actor.get_username())[:150]


def _role(actor: Any, club: Club) -> str:
    if actor is None:
        return ""
    role = Membership.objects.filter(club=club, user=actor).values_list("role", flat=True).first()
    if not role and not actor.is_active:  # nobody else acts without being able to sign in
        is_program = ApiToken.objects.filter(account=actor, club=club).exists()
        return ApiToken.ROLE if is_program else ScorerLink.ROLE
    return role or (STAFF if actor.is_superuser else "")
