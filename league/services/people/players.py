"""Players: added, edited, archived. Nobody with games is ever deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from datetime import date, datetime
from typing import Any, NamedTuple, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import clean_name, name_key
from league.models import FactChange, League, Player
from ratings.facts import Overlay
from ratings.services import Plan, Preview, foresee, welcome

from .. import limits
from ..ages import impossible_age
from ..entries import facts_with, first_days
from ..errors import Problems, Refused
from ..history import keep_change
from ..placement import closed_period_since, need_reason
from ..standing import refuse_used_start_of
from ..writing import Actor, Locked, leagues_concerned, lock_club, lock_leagues, raise_versions, rerate_from
from .names import add_alias, check_name, keep_former_name, write_words
from .namesakes import tell_apart
from .search import near_matches, players_named

RATING_FIELDS = frozenset({"birth_year", "start_rating", "start_games", "start_peak", "guest"})
OLDEST_BIRTH_YEAR = 1800


class PlayerFields(TypedDict, total=False):
    """What is known of a player. ``start_*``: what the player brings along into any league."""

    birth_year: int | None
    sex: str
    federation: str
    fide_id: str
    title: str
    affiliation: str
    start_rating: float | None
    start_games: int
    start_peak: float | None
    guest: bool


class Added(NamedTuple):
    """A new player, and players of the club whose names are like this one's."""

    player: Player
    near: list[Player]


def add_player(
    *, club: Any, name: str, namesake: bool = False, aliases: Iterable[str] = (), actor: Actor = None,
    **fields: Unpack[PlayerFields],
) -> Added:  # fmt: skip
    """Add a player to a club. A name that is there already is refused unless it is another person's
    (``namesake``); names only alike come back as ``near``."""
    with transaction.atomic():
        club = lock_club(club)
        player = Player(club=club)
        _set(player, name, fields)
        problems = Problems()
        _check(problems, player, namesake)
        _check_age(problems, player, None)
        problems.refuse()
        near = [other for other in near_matches(club=club, name=name) if other.name_key != player.name_key]
        player.save(force_insert=True)
        write_words(player)
        tell_apart(club=club, keys=[player.name_key])
        known = {name: getattr(player, name) for name in PlayerFields.__annotations__}
        after = {"name": player.name} | {name: value for name, value in known.items() if value}
        _keep(player, "player.create", {}, after, "", actor)
        for alias in aliases:
            add_alias(player=player, name=alias, actor=actor)
    return Added(player, near)


def edit_player(
    *, player: Player, name: str | None = None, namesake: bool = False, keep_former: bool = True, reason: str = "",
    actor: Actor = None, **fields: Unpack[PlayerFields],
) -> Player:  # fmt: skip
    """Change what is known of a player. What ratings depend on (birth year, start values, guest)
    re-rates each of the player's leagues from the first game there.

    A former name stays as an alias (``keep_former``), so that old files still find the player.
    """
    with transaction.atomic():
        lock_club(player.club)
        leagues = _leagues_of(player)
        before = Player.objects.select_related("club").get(pk=player.pk)
        after = copy(before)
        _set(after, name, fields)
        changed = [name for name in _COLUMNS if getattr(after, name) != getattr(before, name)]
        if not changed:
            return before
        days = _check_edited(before, after, changed, leagues, namesake, reason)
        after.save(update_fields=changed)
        if "name" in changed:
            if keep_former and after.name_key != before.name_key:
                keep_former_name(after, before.name)
            write_words(after)
        if {"name", "birth_year", "affiliation"} & set(changed):
            tell_apart(club=after.club, keys=[before.name_key, after.name_key])
        said = [{name: getattr(each, name) for name in changed if name != "name_key"} for each in (before, after)]
        change = _keep(after, "player.edit", said[0], said[1], reason, actor)
        _follow(after, leagues, days, reason, actor, change)
    return after


def preview_edit_player(
    *, player: Player, name: str | None = None, namesake: bool = False, **fields: Unpack[PlayerFields]
) -> list[Preview]:  # fmt: skip
    """What the change would move, league by league; no leagues where no rating depends on it."""
    leagues = leagues_concerned(Q(entries__player=player))
    before = Player.objects.select_related("club").get(pk=player.pk)
    after = copy(before)
    _set(after, name, fields)
    changed = [name for name in _COLUMNS if getattr(after, name) != getattr(before, name)]
    days = _check_edited(before, after, changed, leagues, namesake, "preview")
    return foresee(_plans(after, leagues, days)) if set(changed) & RATING_FIELDS else []


def _plans(player: Player, leagues: list[League], days: Mapping[int, date]) -> Iterator[Plan]:
    """Each league with the player as changed, from the day from which that can tell."""
    entries = {entry.league_id: entry for entry in player.entries.all()}
    since = dict(days)
    for league in leagues:  # as ``_follow`` does it
        if reached := _reached(league, since):
            since[league.pk] = min(reached)
        day = since.get(league.pk, limits.LAST_PLANNED_DAY)
        if league.pk not in entries:
            yield Plan(league, day, Overlay(), follows=True)
            continue
        facts = facts_with(player, entries[league.pk])
        yield Plan(league, day, Overlay(players={player.pk: facts}, guests={player.pk: player.guest}))


def _reached(league: League, since: Mapping[int, date]) -> list[date]:
    """Days from which the league is rated again: its own, and those of leagues that it follows from."""
    sources = (league.pk, league.games_from_id, league.standard_league_id)
    return [since[pk] for pk in sources if pk is not None and pk in since]


def _check_edited(
    before: Player, after: Player, changed: list[str], leagues: list[League], namesake: bool, reason: str
) -> dict[int, date]:  # fmt: skip
    """League id -> the player's first day there, where ratings depend on what changes."""
    problems = Problems()
    _check(problems, after, namesake or after.name_key == before.name_key)
    days = first_days(before, leagues) if set(changed) & RATING_FIELDS else {}
    _check_closed(problems, leagues, days, reason)
    refuse_used_start_of(problems, leagues, before.pk, changed)
    if {"birth_year", "title"} & set(changed):
        _check_age(problems, after, min(days.values(), default=None))
    problems.refuse()
    return days


def archive_player(*, player: Player, actor: Actor = None) -> Player:
    """Out of the choosers and off the boards' active list; games and ratings stay."""
    return _set_archived(player, timezone.now(), actor)


def reactivate_player(*, player: Player, actor: Actor = None) -> Player:
    """Take an archived player back."""
    return _set_archived(player, None, actor)


def delete_player(*, player: Player, actor: Actor = None) -> None:
    """Forget a player entered by mistake. Who is in a league, has games or anything else: archive instead."""
    with transaction.atomic():
        lock_club(player.club)
        try:
            with transaction.atomic():
                fresh = Player.objects.get(pk=player.pk)
                _keep(fresh, "player.delete", {}, {}, "", actor)
                fresh.delete()
        except (ProtectedError, IntegrityError):
            message = _("%(player)s took part already: archive the player instead.")
            raise Refused(message % {"player": player.name}, field="player") from None


_COLUMNS = [field.attname for field in Player._meta.concrete_fields]


def _set(player: Player, name: str | None, fields: Mapping[str, Any]) -> None:
    if unknown := set(fields) - set(PlayerFields.__annotations__):
        raise TypeError(f"no fields of a player: {', '.join(sorted(unknown))}")
    if name is not None:
        player.name = clean_name(name)
        player.name_key = name_key(name)
    for field, value in fields.items():
        if isinstance(value, str):
            value = clean_name(value)
            value = value.upper() if field in ("federation", "title") else value
        setattr(player, field, value)


def _check(problems: Problems, player: Player, namesake: bool) -> None:
    check_name(problems, player.name)
    same = [p for p in players_named(club=player.club, text=player.name) if p.pk != player.pk]
    if same and not namesake:
        message = _("There is %(player)s already. Say so if this is another person of the same name.")
        problems.add(message % {"player": same[0].name}, "name")
    this_year = limits.today(player.club).year
    limits.check_number(problems, player.birth_year, limits.Range(OLDEST_BIRTH_YEAR, this_year), "birth_year")
    if player.sex not in ("", *Player.Sex.values):
        problems.add(
            _("“%(value)s” is unknown here. Known: %(known)s.") % {"value": player.sex, "known": "m, w"}, "sex"
        )
    if player.federation and not (
        len(player.federation) == 3 and player.federation.isascii() and player.federation.isalpha()
    ):
        problems.add(_("A federation is three letters, like POL."), "federation")
    _check_fide_id(problems, player)
    limits.check_length(problems, player.title, 4, "title")
    limits.check_length(problems, player.affiliation, 120, "affiliation")
    limits.check_number(problems, player.start_rating, limits.RATING, "start_rating")
    limits.check_number(problems, player.start_peak, limits.RATING, "start_peak")
    limits.check_number(problems, player.start_games, limits.GAMES, "start_games")


def _check_age(problems: Problems, player: Player, first_game: date | None) -> None:
    today = limits.today(player.club)
    words = "" if problems else impossible_age(player.name, player.birth_year, player.title, today, first_game)
    if words:
        problems.add(words, "birth_year")


def _check_fide_id(problems: Problems, player: Player) -> None:
    if not player.fide_id:
        return
    if not (player.fide_id.isascii() and player.fide_id.isdecimal() and len(player.fide_id) <= 12):
        problems.add(_("A FIDE id is a number."), "fide_id")
    elif other := Player.objects.filter(club=player.club, fide_id=player.fide_id).exclude(pk=player.pk).first():
        problems.add(_("%(player)s has this FIDE id.") % {"player": other.name}, "fide_id")


def _leagues_of(player: Player) -> list[League]:
    return lock_leagues(Q(entries__player=player))


def _check_closed(problems: Problems, leagues: list[League], days: Mapping[int, date], reason: str) -> None:
    for league in leagues:
        if not problems and (since := days.get(league.pk)) is not None:
            need_reason(problems, closed_period_since(league, since), reason)


def _keep(
    player: Player, kind: str, before: dict[str, Any], after: dict[str, Any], reason: str, actor: Actor
) -> FactChange:  # fmt: skip
    return keep_change(
        club=player.club, kind=kind, subject=player, before=before, after=after, players=[player.pk], reason=reason,
        actor=actor,
    )  # fmt: skip


def _follow(
    player: Player, leagues: list[League], days: Mapping[int, date], reason: str, actor: Actor, change: FactChange
) -> None:  # fmt: skip
    """Re-rate each league from the player's first day in it, or in a league that its ratings follow from."""
    since = dict(days)
    for league in leagues:  # sources come before their dependants
        welcome(league, [player.pk])
        if reached := _reached(league, since):
            since[league.pk] = min(reached)
            rerate_from(Locked(league, []), since[league.pk], reason.strip() or "player changed", actor, change=change)
        else:
            raise_versions([league])


def _set_archived(player: Player, when: datetime | None, actor: Actor) -> Player:
    with transaction.atomic():
        lock_club(player.club)
        leagues = _leagues_of(player)
        fresh = Player.objects.get(pk=player.pk)
        if (fresh.archived_at is None) != (when is None):
            fresh.archived_at = when
            fresh.save(update_fields=["archived_at"])
            _keep(fresh, "player.reactivate" if when is None else "player.archive", {}, {}, "", actor)
            raise_versions(leagues)
    return fresh
