"""Two records of one person become one, and are two again; with what that moves shown before."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import name_key
from league.models import Adjustment, FactChange, Game, League, LeagueEntry, Merge, Player, PlayerAlias
from ratings.models import RatingChange
from ratings.services import Preview, farewell, foresee, welcome

from ..errors import Refused
from ..history import keep_change
from ..leaving import in_use, who_leaves
from ..writing import Actor, Locked, leagues_concerned, lock_club, lock_leagues, raise_versions, rerate_from
from .belongings import Belongings, belongings, give_back, hand_over, take_away
from .merge_checks import check_merge, check_split, refuse_changed, state_of
from .names import write_words
from .namesakes import tell_apart
from .passage import Passage, gaps_filled, leagues_of, start_values
from .search import players_named


class PeoplePreview(NamedTuple):
    """What a change of people would move, league by league; ``state`` names the facts it was made from.

    ``state`` goes back to the service with the confirmation: other facts by then, and it refuses.
    """

    leagues: list[Preview]
    state: str

    @property
    def moving(self) -> list[Preview]:
        return [each for each in self.leagues if each.players]


def preview_merge(*, kept: Player, absorbed: Player) -> PeoplePreview:
    """Who would move by how much if the two were one. Refuses what ``merge_players`` refuses."""
    kept, absorbed = _read(kept), _read(absorbed)
    check_merge(kept, absorbed)
    return _preview(_merging(kept, absorbed, _unlocked(kept, absorbed)))


def merge_players(
    *, kept: Player, absorbed: Player, reason: str, actor: Actor = None, expected: str | None = None
) -> Merge:
    """Make two records of one person one: everything of ``absorbed`` goes to ``kept``, whose values come first.

    The absorbed name becomes an alias, and its old address leads to the kept player. Refused for games between
    the two, for both in one round of an event, for two FIDE ids. ``split_players`` takes it back exactly.
    ``expected``: the ``state`` of a preview; raises ``ChangedMeanwhile`` if the facts changed since.
    """
    with transaction.atomic():
        club = lock_club(kept.club)
        leagues = lock_leagues(leagues_of(kept, absorbed))
        kept, absorbed = _read(kept), _read(absorbed)
        check_merge(kept, absorbed, reason)
        refuse_changed(expected, leagues)
        passage = _merging(kept, absorbed, leagues)
        passage.read()
        since = passage.since()
        merge = Merge(club=club, kept=kept, absorbed=absorbed, reason=reason.strip(), actor=actor)
        merge.moved = passage.moved.as_json() | _before(passage)
        hand_over(passage.moved, absorbed, kept, reason=reason, actor=actor)
        take_away(passage.moved)
        _set_about(kept, absorbed, passage.about)
        _set_entries(passage)
        absorbed.merged_into = kept
        absorbed.save(update_fields=["merged_into", "fide_id"])
        merge.moved["alias"] = _keep_name(kept, absorbed)
        merge.save(force_insert=True)
        _names_changed(kept, absorbed)
        said = {"absorbed": absorbed.pk, "games": len(passage.moved.white) + len(passage.moved.black)}
        change = keep_change(
            club=club, kind="player.merge", subject=merge, before={}, after={"kept": kept.pk, **said},
            players=[kept.pk, absorbed.pk], reason=reason, actor=actor,
        )  # fmt: skip
        _follow(passage, since, reason, actor, change)
    return merge


def preview_split(*, merge: Merge) -> PeoplePreview:
    """Who would move by how much if the two were two again. Refuses what ``split_players`` refuses."""
    merge = _read_merge(merge)
    check_split(merge)
    return _preview(_splitting(merge, _unlocked(merge.kept, merge.absorbed)))


def left_by_split(*, merge: Merge) -> list[League]:
    """The leagues in which the kept record was only by the merge, and has nothing of its own: it leaves them."""
    kept, went = merge.kept, [*merge.moved.get("white", []), *merge.moved.get("black", [])]
    found = []
    for league in League.objects.filter(pk__in=merge.moved.get("entered", [])).order_by("name", "pk"):
        games = Game.objects.filter(Q(white=kept) | Q(black=kept), league=league.games_from_id or league.pk)
        own = games.exclude(status=Game.Status.VOID).exclude(pk__in=went).exists()
        adjusted = Adjustment.objects.filter(league=league, player=kept, voided_at=None)
        if not own and not adjusted.exclude(pk__in=merge.moved.get("adjustments", [])).exists():
            found.append(league)
    return found


def split_players(
    *, merge: Merge, reason: str, actor: Actor = None, expected: str | None = None, undoes: FactChange | None = None
) -> Merge:
    """Two records again: what the merge moved goes back, and nothing else. What came since stays with the kept one."""
    with transaction.atomic():
        club = lock_club(merge.club)
        leagues = lock_leagues(leagues_of(merge.kept, merge.absorbed))
        merge = _read_merge(merge)
        check_split(merge, reason)
        refuse_changed(expected, leagues)
        passage = _splitting(merge, leagues)
        passage.read()
        since = passage.since()
        hand_over(passage.moved, merge.kept, merge.absorbed, reason=reason, actor=actor)
        give_back(passage.moved)
        _set_about(merge.kept, merge.absorbed, passage.about, fide_id=merge.moved.get("fide_id", ""))
        _set_entries(passage)
        merge.absorbed.merged_into = None
        merge.absorbed.save(update_fields=["merged_into", "fide_id"])
        PlayerAlias.objects.filter(pk=merge.moved.get("alias"), player=merge.kept).delete()
        merge.split_at = timezone.now()
        merge.save(update_fields=["split_at"])
        _names_changed(merge.kept, merge.absorbed)
        change = keep_change(
            club=club, kind="player.split", subject=merge, before={},
            after={"kept": merge.kept.pk, "absorbed": merge.absorbed.pk}, undoes=undoes,
            players=[merge.kept.pk, merge.absorbed.pk], reason=reason, actor=actor,
        )  # fmt: skip
        _follow(passage, since, reason, actor, change, left=merge)
    return merge


# -- one description for the preview and the deed ------------------------------------------------------


def _merging(kept: Player, absorbed: Player, leagues: list[League]) -> Passage:
    return Passage(
        source=absorbed, target=kept, kept=kept, absorbed=absorbed, moved=belongings(absorbed, kept),
        about=gaps_filled(kept, absorbed), entries=start_values(kept, absorbed, leagues), merged=True,
        leagues=leagues,
    )  # fmt: skip


def _splitting(merge: Merge, leagues: list[League]) -> Passage:
    """What a merge filled in goes out again, unless somebody changed it since."""
    kept, stored = merge.kept, merge.moved
    filled = stored.get("about", {})
    defaults = {field.name: field.get_default() for field in Player._meta.concrete_fields}
    about = {name: defaults[name] for name in filled if getattr(kept, name) == filled[name]}
    own = {str(entry.league_id): entry for entry in LeagueEntry.objects.filter(player=kept)}
    entries = {
        int(league): {name: old for name, (old, new) in changed.items() if getattr(own[league], name) == new != old}
        for league, changed in stored.get("entries", {}).items()
        if league in own
    }
    moved = Belongings.from_json(stored).still_of(kept)
    entered = [[league, kept.pk] for league in stored.get("entered", [])]
    return Passage(
        source=kept, target=merge.absorbed, kept=kept, absorbed=merge.absorbed, moved=moved, about=about,
        entries={league: values for league, values in entries.items() if values}, merged=False, leagues=leagues,
        leaving=set(who_leaves(entered, games=[*moved.white, *moved.black], adjustments=moved.adjustments)),
    )  # fmt: skip


def _preview(passage: Passage) -> PeoplePreview:
    passage.read()
    return PeoplePreview(foresee(passage.plans()), state_of(passage.leagues))


def _unlocked(*players: Player) -> list[League]:
    return leagues_concerned(leagues_of(*players))


# -- writing -------------------------------------------------------------------------------------------


def _before(passage: Passage) -> dict[str, Any]:
    """What a split has to know besides the ids."""
    own = {entry.league_id: entry for entry in LeagueEntry.objects.filter(player=passage.kept)}
    return {
        "about": dict(passage.about),
        "fide_id": passage.absorbed.fide_id,
        "entered": [league for league in passage.entries if league not in own],
        "entries": {
            str(league): {name: [getattr(own[league], name) if league in own else None, value]
                          for name, value in values.items()}
            for league, values in passage.entries.items()
        },
    }  # fmt: skip


def _set_about(kept: Player, absorbed: Player, about: dict[str, Any], fide_id: str | None = None) -> None:
    """The FIDE id is there once: it leaves one record before it comes to the other."""
    if "fide_id" in about:
        given = about["fide_id"]
        absorbed.fide_id = "" if given else fide_id or ""
        if given:
            absorbed.save(update_fields=["fide_id"])
    for name, value in about.items():
        setattr(kept, name, value)
    if about:
        kept.save(update_fields=list(about))


def _set_entries(passage: Passage) -> None:
    for league, values in passage.entries.items():
        changed = LeagueEntry.objects.filter(league=league, player=passage.kept).update(**values)
        if not changed:
            LeagueEntry.objects.create(league_id=league, player=passage.kept, **values)


def _keep_name(kept: Player, absorbed: Player) -> int | None:
    """Files and people go on using the absorbed name, unless it is somebody else's as well."""
    if absorbed.name_key == kept.name_key or players_named(club=kept.club, text=absorbed.name):
        return None
    alias, _made = PlayerAlias.objects.get_or_create(
        club_id=kept.club_id, name_key=name_key(absorbed.name), defaults={"player": kept, "name": absorbed.name}
    )
    return alias.pk


def _names_changed(kept: Player, absorbed: Player) -> None:
    for player in (kept, absorbed):
        write_words(player)
    tell_apart(club=kept.club, keys=[kept.name_key, absorbed.name_key])


def _follow(
    passage: Passage, since: dict[int, Any], reason: str, actor: Actor, change: FactChange, left: Merge | None = None
) -> None:  # fmt: skip
    both = [passage.kept.pk, passage.absorbed.pk]
    for league in passage.leagues:
        if league.pk in since:
            rerate_from(Locked(league, []), since[league.pk], reason.strip(), actor, change=change)
        else:
            raise_versions([league])
        if welcome(league, both) and league.pk in since and league.mode == League.Mode.PERIOD:
            # who is new to a league with nothing closed behind the day has a rating row only now
            rerate_from(Locked(league, []), since[league.pk], reason.strip(), actor)
        if left is not None:
            _leave(left, league)


def _leave(merge: Merge, league: League) -> None:
    """A league in which the kept record was only by the merge; before those that are seeded from it follow."""
    kept = merge.kept
    if league.pk not in merge.moved.get("entered", []) or in_use(league, [kept.pk]):
        return
    if not RatingChange.objects.filter(player=kept, league=league).exists():
        farewell(league, [kept.pk])
        LeagueEntry.objects.filter(league=league, player=kept).delete()


def _read(player: Player) -> Player:
    fresh = Player.objects.select_related("club", "merged_into").filter(pk=player.pk).first()
    if fresh is None:
        raise Refused(_("This player no longer exists."), field="player")
    return fresh


def _read_merge(merge: Merge) -> Merge:
    known = Merge.objects.select_related("club", "kept__club", "kept__merged_into", "absorbed__club")
    return known.get(pk=merge.pk)
