"""Undoing what was done to players and their entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from league.formats.names import name_key
from league.models import (
    DifferentPeople,
    ExternalRating,
    FactChange,
    ImportBatch,
    LeagueEntry,
    Merge,
    Player,
    PlayerAlias,
)
from ratings.facts import Overlay
from ratings.services import Preview, as_one, preview

from ..entries import enter_league, preview_enter_league
from ..errors import Refused
from ..external import preview_official, set_official
from ..history import keep_change
from ..importing.undoing import preview_undo, undo_import, why_not
from ..leaving import in_use, take_out, who_leaves
from ..limits import LAST_PLANNED_DAY
from ..people import (
    PlayerFields,
    add_alias,
    archive_player,
    delete_player,
    edit_club,
    edit_player,
    preview_edit_player,
    reactivate_player,
    remove_alias,
)
from ..people.duplicates import ask_again
from ..people.merging import merge_players, preview_merge, preview_split, split_players
from ..people.privacy import set_club_privacy, set_player_privacy
from ..writing import lock_league, raise_versions
from .step import Step, about, refused


def _player(change: FactChange) -> Player:
    return Player.objects.select_related("club").get(pk=about(change))


def _created(change: FactChange) -> Step:
    player = _player(change)
    return Step(lambda reason, actor: delete_player(player=player, actor=actor))


def _edited(change: FactChange) -> Step:
    player, name = _player(change), change.before.get("name")
    before = {field: change.before[field] for field in PlayerFields.__annotations__ if field in change.before}

    def deed(reason: str, actor: Any) -> None:
        if name is not None:
            PlayerAlias.objects.filter(player=player, name_key=name_key(name)).delete()  # kept of the former name
        edit_player(player=player, name=name, namesake=True, keep_former=False, reason=reason, actor=actor, **before)

    return Step(deed, lambda: as_one(preview_edit_player(player=player, name=name, namesake=True, **before)))


def _archived(change: FactChange) -> Step:
    return Step(lambda reason, actor: reactivate_player(player=_player(change), actor=actor))


def _reactivated(change: FactChange) -> Step:
    return Step(lambda reason, actor: archive_player(player=_player(change), actor=actor))


def _alias_added(change: FactChange) -> Step:
    alias = PlayerAlias.objects.filter(player=about(change), name_key=name_key(change.after["name"])).first()
    if alias is None:
        return refused(_("This name was removed already."))
    return Step(lambda reason, actor: remove_alias(alias=alias, actor=actor))


def _alias_removed(change: FactChange) -> Step:
    player, name = _player(change), change.before["name"]
    return Step(lambda reason, actor: add_alias(player=player, name=name, actor=actor))


def _entered(change: FactChange) -> Step:
    entry = LeagueEntry.objects.select_related("league__club", "player").get(pk=about(change))

    def refuse_used() -> None:
        if in_use(entry.league, [entry.player_id]):
            message = _("%(player)s has results in %(league)s: undo those first.")
            raise Refused(message % {"player": entry.player.name, "league": entry.league.name}, field="player")

    def look() -> Preview:
        refuse_used()
        leaving = who_leaves(change.after["entered"])
        return preview(entry.league, since=LAST_PLANNED_DAY, overlay=Overlay(leaving=leaving))

    def deed(reason: str, actor: Any) -> None:
        locked = lock_league(entry.league)
        refuse_used()
        keep_change(
            club=locked.league.club, league=locked.league, kind="entry.remove", subject=entry, before={}, after={},
            players=[entry.player_id], reason=reason, actor=actor,
        )  # fmt: skip
        take_out(change.after["entered"])
        raise_versions([locked.league, *locked.followers])

    return Step(deed, look)


def _entry_edited(change: FactChange) -> Step:
    entry = LeagueEntry.objects.select_related("league__club", "player").get(pk=about(change))
    league, player = entry.league, entry.player
    return Step(
        lambda reason, actor: enter_league(league=league, player=player, reason=reason, actor=actor, **change.before),
        lambda: preview_enter_league(league=league, player=player, **change.before),
    )


def _merged(change: FactChange) -> Step:
    said = change.after
    merges = Merge.objects.filter(kept=said["kept"], absorbed=said["absorbed"], split_at=None)
    merge = merges.select_related("club", "kept__club", "absorbed__club").order_by("-pk").first()
    if merge is None:
        return refused(_("The two records were taken apart already."))
    first = Merge.objects.get(pk=about(change))  # ``merge`` is another where they were split and merged again

    def deed(reason: str, actor: Any) -> None:
        split_players(merge=merge, reason=reason, actor=actor)
        take_out([league, first.kept_id] for league in first.moved.get("entered", []))

    return Step(deed, lambda: as_one(preview_split(merge=merge).leagues))


def _split(change: FactChange) -> Step:
    kept, absorbed = (Player.objects.select_related("club").get(pk=change.after[who]) for who in ("kept", "absorbed"))
    return Step(
        lambda reason, actor: merge_players(kept=kept, absorbed=absorbed, reason=reason, actor=actor),
        lambda: as_one(preview_merge(kept=kept, absorbed=absorbed).leagues),
    )


def _official(change: FactChange) -> Step:
    """A line of a federation's list goes, or is what it was."""
    line, said = ExternalRating.objects.select_related("player__club").get(pk=about(change)), change.before
    values: dict[str, Any] = {"player": line.player, "list": line.list, "date": line.date}
    values |= {"rating": said.get("rating", line.rating), "k": said.get("k", line.k)}
    if not said:
        return Step(lambda reason, actor: set_official(reason=reason, actor=actor, remove=True, **values))
    return Step(
        lambda reason, actor: set_official(reason=reason, actor=actor, **values),
        lambda: as_one(list(preview_official(**values))),
    )


def _apart(change: FactChange) -> Step:
    pair = DifferentPeople.objects.select_related("club").get(pk=about(change))
    return Step(lambda reason, actor: ask_again(pair=pair, reason=reason, actor=actor))


def _imported(change: FactChange) -> Step:
    batch = ImportBatch.objects.select_related("club", "league__club").get(pk=about(change))
    if words := why_not(batch):
        return refused(words)
    return Step(
        lambda reason, actor: undo_import(batch=batch, reason=reason, actor=actor), lambda: preview_undo(batch=batch)
    )


def _privacy(change: FactChange) -> Step:
    player = _player(change)
    return Step(lambda reason, actor: set_player_privacy(player=player, actor=actor, **change.before))


def _club_edited(change: FactChange) -> Step:
    return Step(lambda reason, actor: edit_club(club=change.club, actor=actor, **change.before))


def _club_privacy(change: FactChange) -> Step:
    return Step(lambda reason, actor: set_club_privacy(club=change.club, actor=actor, **change.before))


STEPS: Final[dict[str, Callable[[FactChange], Step]]] = {
    "player.create": _created,
    "player.edit": _edited,
    "player.archive": _archived,
    "player.privacy": _privacy,
    "club.edit": _club_edited,
    "club.privacy": _club_privacy,
    "player.reactivate": _reactivated,
    "alias.add": _alias_added,
    "alias.remove": _alias_removed,
    "player.merge": _merged,
    "player.split": _split,
    "player.apart": _apart,
    "external.rating": _official,
    "import.commit": _imported,
    "entry.create": _entered,
    "entry.edit": _entry_edited,
}
