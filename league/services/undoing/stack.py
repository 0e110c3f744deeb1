"""Which action is the newest, whether it can be undone, and the undoing."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from league.models import ChangeReach, Club, FactChange, Game, ImportBatch, League, Player, RatingPeriod
from ratings.services import Preview

from ..errors import ChangedMeanwhile, Refused
from ..writing import Actor, lock_club, lock_league
from .steps import step_of

# facts are as before, it is an undo already, or what others published and the right list replaces
NOTHING_DONE = ("self.repair", "game.unrecord", "import.undo", "external.list")
NO_FACTS = (
    Q(kind__startswith="scorer.") | Q(kind__startswith="member.") | Q(kind__startswith="invitation.")
    | Q(kind__startswith="token.") | Q(kind__in=["club.archive", "club.reactivate"])
)  # fmt: skip
NO_FACTS |= Q(kind__startswith="report.")  # what players say; the game that follows from it has a row of its own


class Target(NamedTuple):
    """An action: a row of the history, or a result that is its own record."""

    change: FactChange | None
    game: Game | None = None

    @property
    def code(self) -> str:
        """What an address calls it: ``c17`` is a row of the history, ``g99`` a game as it was recorded."""
        return f"g{self.game.pk}" if self.game is not None else f"c{self.change.pk}" if self.change else ""


def newest_of(league: League) -> Target | None:
    """The newest action of a league that was not undone yet (None: there is none)."""
    changes = [*_standing(FactChange.objects.filter(league=league))[:1], *_reached(league)[:1]]
    change = max(changes, key=lambda each: each.pk, default=None)
    game = _by_hand(league).first()
    if game is not None and (change is None or game.entered_at > change.made_at):
        return Target(None, game)
    return Target(change) if change is not None else None


def newest_of_club(club: Club) -> Target | None:
    """The newest action that belongs to no league: on players, their names, the club."""
    change = _standing(FactChange.objects.filter(club=club, league=None)).first()
    return Target(change) if change is not None else None


def target_of_club(club: Club, code: str) -> Target | None:
    """The action of this club, and of none of its leagues, that an address names (``newest``: that one)."""
    if code == "newest":
        return newest_of_club(club)
    number = code[1:]
    if code[:1] != "c" or not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    change = FactChange.objects.filter(club=club, league=None, pk=number).first()
    return Target(change) if change is not None else None


def target_of(league: League, code: str) -> Target | None:
    """The action of this league that an address names (``newest``: that one); None for anything else."""
    if code == "newest":
        return newest_of(league)
    kind, number = code[:1], code[1:]
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    if kind == "g":
        game = _by_hand(league).filter(pk=number).first()
        return Target(None, game) if game is not None else None
    change = FactChange.objects.filter(Q(league=league) | Q(league=None, reach__league=league), pk=number).first()
    return Target(change) if kind == "c" and change is not None else None


def why_not(target: Target, league: League | None = None) -> str:
    """Why an action cannot be undone now; "" if it can."""
    try:
        _check(target, league)
    except Refused as refused:
        return refused.message
    return ""


def preview_undo(*, target: Target, league: League | None = None) -> Preview | None:
    """Who would move by how much; None where it moves nothing. Refuses what ``undo`` refuses."""
    _check(target, league)
    made = step_of(target.change, target.game).preview()
    return made if league is None or made is None else _seen_from(league, made)


def _seen_from(league: League, made: Preview) -> Preview | None:
    """A preview over several leagues, that of this league first."""
    every = [made, *made.others]
    own = next((each for each in every if each.league.pk == league.pk), None)
    return made if own is None else replace(own, others=[each for each in every if each is not own])


def undo(*, target: Target, reason: str, actor: Actor = None, league: League | None = None) -> FactChange:
    """Take the newest action back, and keep that in the history; returns its row.

    ``league``: whose newest action it is (a change of a player may have reached several). Refused for
    what is not the newest, and for what cannot be undone.
    """
    change, game = target
    with transaction.atomic():
        own = league or (game.league if game is not None else change.league if change is not None else None)
        club = own.club if own is not None else change.club if change is not None else None
        assert club is not None
        lock_club(club)
        if own is not None and (change is None or (change.league_id and change.kind != "league.archive")):
            lock_league(own)  # changes of players lock all of theirs, in the order that everybody keeps
        _check(target, league)
        last = FactChange.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True).first() or 0
        step_of(change, game).carry_out(reason.strip(), actor)
        made = _made_since(last, target)
        made.filter(undoes=None).update(undoes=change)
        row = made.order_by("pk").first()
        if row is None:
            raise ChangedMeanwhile(_("There is nothing left to undo here: it is as it was before."))
    return row


def _check(target: Target, league: League | None) -> None:
    change, game = target
    own = league or (game.league if game is not None else change.league if change is not None else None)
    newest = newest_of(own) if own is not None else _newest_about(change)
    if newest is None or newest.code != target.code:
        raise ChangedMeanwhile(_("Something was done since: undo that first."))
    if change is not None and (words := step_of(change, game).refusal):
        raise Refused(words)


def _standing(changes: QuerySet[FactChange]) -> QuerySet[FactChange]:
    """Actions still in force, newest first."""
    open_again = RatingPeriod.objects.filter(pk=OuterRef("subject_id")).exclude(status=RatingPeriod.Status.PUBLISHED)
    there = Player.objects.filter(pk=OuterRef("subject_id"))
    nameless = Player.objects.filter(pk=OuterRef("subject_id")).exclude(anonymised_at=None)
    undone_import = ImportBatch.objects.filter(pk=OuterRef("subject_id")).exclude(undone_at=None)
    return (
        changes.filter(undoes=None)
        .exclude(kind__in=NOTHING_DONE)
        .exclude(Exists(FactChange.objects.filter(undoes=OuterRef("pk"))))
        .exclude(NO_FACTS)
        .exclude(Q(kind="period.publish") & Exists(open_again))  # its list is withdrawn
        .exclude(Q(kind="import.commit") & Exists(undone_import))
        .exclude(Q(subject_kind="player") & (Exists(nameless) | ~Exists(there)))  # nothing brings a name back
        .order_by("-pk")
    )


def _reached(league: League) -> QuerySet[FactChange]:
    """Changes of players that moved this league."""
    reach = ChangeReach.objects.filter(league=league, change__league=None).order_by("-change_id")
    return _standing(FactChange.objects.filter(pk__in=reach.values("change_id")))


def _newest_about(change: FactChange | None) -> Target | None:
    assert change is not None
    about = FactChange.objects.filter(
        club=change.club_id, league=None, subject_kind=change.subject_kind, subject_id=change.subject_id
    )
    newest = _standing(about).first()
    return Target(newest) if newest is not None else None


def _by_hand(league: League) -> QuerySet[Game]:
    """Results without a row in the history, newest first."""
    rows = FactChange.objects.filter(
        subject_kind="game", subject_id=OuterRef("pk"), kind__in=["game.record", "game.unrecord"]
    )
    games = Game.objects.filter(league=league, batch=None).exclude(Exists(rows))
    return games.select_related("league__club", "white", "black", "event").order_by("-pk")


def _made_since(last: int, target: Target) -> QuerySet[FactChange]:
    """What the undoing wrote: the club is locked, and so is the league."""
    change, game = target
    made = FactChange.objects.filter(pk__gt=last)
    if game is not None:
        return made.filter(league=game.league_id)
    assert change is not None
    if change.league_id is not None:
        return made.filter(league=change.league_id)
    return made.filter(club=change.club_id, league=None, subject_kind=change.subject_kind)
