"""An import undone as a whole: what it brought goes, what it changed is as it was before."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Game, GameRevision, ImportBatch
from ratings.facts import Overlay
from ratings.services import Preview, preview

from ..admission import set_outcome
from ..errors import Problems, Refused
from ..leaving import who_leaves
from ..limits import check_reason
from ..placement import closed_period_since, need_reason
from ..revisions import keep_revision, typed, values
from ..writing import Actor, Locked, lock_club, lock_league, raise_versions, rerate_from
from .brought import Brought, keep_import
from .taking_back import check_players, preview_undo_players, take_back_facts, take_back_people, undo_players

_AT_ONCE = 500
_NAMED = 5


def why_not(batch: ImportBatch) -> str:
    """Why an import cannot be undone; "" if it can."""
    try:
        _check(batch, _whole(batch))
    except Refused as refused:
        return refused.message
    return ""


def preview_undo(*, batch: ImportBatch) -> Preview | None:
    """Who would move by how much; None where no rating follows. Refuses what ``undo_import`` refuses."""
    batches = _whole(batch)
    first, brought = batches[0], Brought.of_json(batches[0].brought)
    _check(batch, batches)
    if first.league is None or first.format == "players":
        return preview_undo_players(first, brought)
    games: dict[int, Game | None] = dict.fromkeys(_games(batches).values_list("pk", flat=True))
    since = _first_day(batches)
    for before, after in _set_back(brought):
        games[after.pk] = after
        since = min(filter(None, (since, before.played_on, after.played_on)))
    new_seasons = {pk for pk, starts_on in brought.seasons if starts_on is None}
    if since is None:
        return None
    leaving = who_leaves(brought.entered, games=games)
    overlay = Overlay(games=games, without_seasons=new_seasons, leaving=leaving)
    return preview(first.league, since=since, overlay=overlay)


def undo_import(*, batch: ImportBatch, reason: str, actor: Actor = None) -> ImportBatch:
    """Undo an import, with the files that were committed together with it, and re-rate once.

    Its games are voided, games it corrected are set back, players whom nothing else needs are put away. Refused
    where somebody corrected one of its games since, and where it was undone already.
    """
    problems = Problems()
    check_reason(problems, reason)
    problems.refuse()
    with transaction.atomic():
        lock_club(batch.club)
        batches = _whole(batch)
        locked = lock_league(batches[0].league) if batches[0].league else None
        _check(batch, batches)
        if locked is None or batches[0].format == "players":
            undo_players(batches[0], Brought.of_json(batches[0].brought), reason, actor)
            _mark(batches, reason, actor)
            return batches[0]
        return _Undoing(locked, batches, reason.strip(), actor).run()


def _whole(batch: ImportBatch) -> list[ImportBatch]:
    """The batches of one commit, the one that keeps what they brought first."""
    fresh = ImportBatch.objects.select_related("league__club", "club").filter(pk=batch.pk).first()
    if fresh is None:
        raise Refused(_("This import no longer exists."))
    ids = fresh.brought.get("of") or [fresh.pk]
    found = ImportBatch.objects.select_related("league__club", "club").in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]


def _check(batch: ImportBatch, batches: list[ImportBatch]) -> None:
    if any(each.undone_at for each in batches):
        raise Refused(_("This import was undone already."))
    if "of" not in batch.brought:
        raise Refused(_("What this import brought was not kept: it cannot be undone as a whole."))
    brought = Brought.of_json(batches[0].brought)
    if batches[0].format == "players":
        check_players(brought)
        return
    later = _corrected_since(batches, brought)
    if later:
        message = _("Results of this import were corrected since: %(games)s. Undo these corrections first.")
        raise Refused(message % {"games": ", ".join(f"#{pk}" for pk in later[:_NAMED])})


def _corrected_since(batches: list[ImportBatch], brought: Brought) -> list[int]:
    """Games of the import, or corrected by it, that say something else now: a correction that was undone is none."""
    own = GameRevision.objects.filter(Q(game__batch__in=batches) | Q(pk__in=brought.revisions))
    games = list(own.filter(pk__in=brought.revisions).values_list("game", flat=True))
    later = GameRevision.objects.filter(
        Q(game__batch__in=batches) | Q(game__in=games), action=GameRevision.Action.CORRECT,
        made_at__gte=batches[0].made_at,
    ).exclude(pk__in=brought.revisions)  # fmt: skip
    as_brought: dict[int, tuple[Game, dict[str, Any]]] = {}
    for revision in later.select_related("game").order_by("pk"):
        _game, said = as_brought.setdefault(revision.game_id, (revision.game, {}))
        for name, value in revision.old.items():
            said.setdefault(name, value)
    return sorted(pk for pk, (game, said) in as_brought.items() if said.items() - values(game).items())


def _games(batches: list[ImportBatch]) -> Any:
    return Game.objects.filter(batch__in=batches).exclude(status=Game.Status.VOID)


def _first_day(batches: list[ImportBatch]) -> date | None:
    first = _games(batches).order_by("played_on").values_list("played_on", flat=True).first()
    return first if isinstance(first, date) else None


def _set_back(brought: Brought) -> list[tuple[Game, Game]]:
    """(game as it is, as it was) for each that the import corrected."""
    pairs: dict[int, tuple[Game, Game]] = {}
    revisions = GameRevision.objects.filter(pk__in=brought.revisions).select_related("game__event").order_by("-pk")
    for revision in revisions:
        _now, after = pairs.setdefault(revision.game_id, (revision.game, Game.objects.get(pk=revision.game_id)))
        for name, value in revision.old.items():
            setattr(after, name, typed(name, value))
        set_outcome(after, after.outcome)
    return [pair for pair in pairs.values() if pair[0].status != Game.Status.VOID]


class _Undoing:
    def __init__(self, locked: Locked, batches: list[ImportBatch], reason: str, actor: Actor) -> None:
        self._locked, self._batches, self._reason, self._actor = locked, batches, reason, actor
        self._brought = Brought.of_json(batches[0].brought)

    def run(self) -> ImportBatch:
        pairs = _set_back(self._brought)
        days = [day for pair in pairs for day in (pair[0].played_on, pair[1].played_on)]
        since = min(filter(None, (_first_day(self._batches), *days)), default=None)
        self._need_reason(since)
        players = self._void()
        self._correct(pairs)
        since = min(filter(None, (since, take_back_facts(self._brought))), default=None)
        _mark(self._batches, self._reason, self._actor)
        said = {"games": len(players), "corrected": len(pairs)}
        change = keep_import(self._batches, "import.undo", said, self._reason, self._actor)
        if since is None:
            raise_versions([self._locked.league, *self._locked.dependants])
        else:
            rerate_from(self._locked, since, self._reason, self._actor, change=change)
        take_back_people(self._batches, self._brought)
        return self._batches[0]

    def _need_reason(self, since: date | None) -> None:
        problems = Problems()
        if since is not None:
            need_reason(problems, closed_period_since(self._locked.league, since), self._reason, self._actor)
        problems.refuse()

    def _void(self) -> list[int]:
        """Void its games in portions; their ids."""
        found = list(_games(self._batches).order_by("pk").values_list("pk", "status"))
        for start in range(0, len(found), _AT_ONCE):
            chunk = found[start : start + _AT_ONCE]
            Game.objects.filter(pk__in=[pk for pk, _status in chunk]).update(status=Game.Status.VOID)
            GameRevision.objects.bulk_create(
                GameRevision(
                    game_id=pk, action=GameRevision.Action.VOID, old={"status": status},
                    new={"status": str(Game.Status.VOID)}, reason=self._reason, actor=self._actor,
                )
                for pk, status in chunk
            )  # fmt: skip
        return [pk for pk, _status in found]

    def _correct(self, pairs: list[tuple[Game, Game]]) -> None:
        for before, after in pairs:
            after.save()
            action = GameRevision.Action.CORRECT
            keep_revision(after, action, values(before), values(after), reason=self._reason, actor=self._actor)


def _mark(batches: list[ImportBatch], reason: str, actor: Actor) -> None:
    for batch in batches:
        batch.undone_at, batch.undone_by, batch.undone_reason = timezone.now(), actor, reason.strip()[:300]
        batch.save(update_fields=["undone_at", "undone_by", "undone_reason"])
