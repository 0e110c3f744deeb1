"""Everything that an import brought besides games: entries, events, seasons, players, values of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import (
    Bye,
    Event,
    EventEntry,
    Game,
    ImportBatch,
    LeagueEntry,
    Player,
    PlayerAlias,
    Season,
)
from ratings.facts import Overlay
from ratings.services import Plan, Preview, as_one, foresee

from ..entries import facts_with
from ..errors import Refused
from ..following import days_reached, follow_players
from ..leaving import take_out, who_leaves
from ..limits import LAST_PLANNED_DAY
from ..people.names import write_words
from ..people.namesakes import tell_apart
from ..people.players import RATING_FIELDS
from ..writing import Actor, leagues_concerned, lock_leagues
from .brought import Brought, keep_import

_IN_ONE_QUERY = 400


def take_back_facts(brought: Brought) -> date | None:
    """After its games are void: leave nothing of the import that nothing else needs; the earliest day of a
    season that this moves."""
    _byes_and_entries(brought)
    _events(brought)
    return _seasons(brought)


def take_back_people(batches: list[ImportBatch], brought: Brought) -> None:
    """After re-rating: who is in a league only by this import leaves it, who is in none is put away."""
    take_out(brought.entered)
    if archived := _put_away(brought, batches):
        batches[0].brought = {**batches[0].brought, "archived": archived}
        batches[0].save(update_fields=["brought"])


def _byes_and_entries(brought: Brought) -> None:
    for event, player, round in brought.byes:
        Bye.objects.filter(event=event, player=player, round=round).delete()
    names = ("event_id", "player_id", "round", "kind", "halves")
    Bye.objects.bulk_create((Bye(**dict(zip(names, bye, strict=True))) for bye in brought.gone), ignore_conflicts=True)
    for event, player in brought.event_entries:
        if not Game.objects.filter(Q(white=player) | Q(black=player), event=event).exclude(status="void").exists():
            EventEntry.objects.filter(event=event, player=player).delete()
    for event, player, number, rating, title, federation in brought.entries_before:
        said = {"number": number, "rating": rating, "title": title, "federation": federation}
        EventEntry.objects.filter(event=event, player=player).update(**said)


def _events(brought: Brought) -> None:
    """New events without other games are withdrawn; longer ones have their days again, if all games fit."""
    used = Game.objects.filter(event__in=brought.events).exclude(status=Game.Status.VOID).values("event")
    unused = Event.objects.filter(pk__in=brought.events).exclude(pk__in=used)
    EventEntry.objects.filter(event__in=unused).delete()
    unused.update(withdrawn_at=timezone.now(), season=None)
    for pk, first, last, by_game in brought.moved:
        outside = Q(played_on__lt=first) | Q(played_on__gt=last)
        if not Game.objects.filter(outside, event=pk).exclude(status=Game.Status.VOID).exists():
            Event.objects.filter(pk=pk).update(starts_on=first, ends_on=last, rated_by_game=by_game)


def _seasons(brought: Brought) -> date | None:
    """New seasons that no event is in go, moved ones go back; the earliest day that this reaches."""
    days: list[date] = []
    for pk, before in brought.seasons:
        season = Season.objects.filter(pk=pk).first()
        if season is None:
            continue
        if before is not None:
            days += [season.starts_on, date.fromisoformat(before)]
            Season.objects.filter(pk=pk).update(starts_on=before)
        elif not Event.objects.filter(season=season).exists():
            days.append(season.starts_on)
            season.delete()
    return min(days, default=None)


def _put_away(brought: Brought, batches: list[ImportBatch]) -> list[int]:
    """Players that it brought and nothing else needs are archived; names placed by hand are forgotten."""
    for alias in PlayerAlias.objects.filter(pk__in=brought.aliases).select_related("player"):
        player = alias.player
        alias.delete()
        write_words(player)
    ids = [*brought.players, *brought.returned]
    needed = _players_of(Game.objects.filter(league__club=batches[0].club).exclude(batch__in=batches)) if ids else set()
    put_away: list[int] = []
    for chunk in _chunks(ids):
        free = Player.objects.filter(pk__in=chunk, archived_at=None, merged_into=None, entries=None, merged_from=None)
        put_away += [pk for pk in free.order_by("pk").values_list("pk", flat=True) if pk not in needed]
    for chunk in _chunks(put_away):
        Player.objects.filter(pk__in=chunk).update(archived_at=timezone.now())
    return put_away


def _players_of(games: QuerySet[Game]) -> set[int]:
    return set(games.values_list("white", flat=True).distinct()) | set(games.values_list("black", flat=True).distinct())


# -- imports of players ---------------------------------------------------------------------------------


def check_players(brought: Brought) -> None:
    """Refuse where values that the import set were changed since."""
    for model, updates in ((Player, brought.updates), (LeagueEntry, brought.entry_updates)):
        for row, changes in _stored(model, updates):
            if any(getattr(row, name) != new for name, (_old, new) in changes.items()):
                message = _("%(player)s was changed since: undo that first.")
                raise Refused(message % {"player": row if isinstance(row, Player) else row.player})


def preview_undo_players(batch: ImportBatch, brought: Brought) -> Preview | None:
    """Who would move by how much in each league of the club; None where nobody would."""
    leagues = leagues_concerned(Q(club=batch.club, archived_at=None))
    said = {row.pk: (row, changes) for row, changes in _stored(Player, brought.updates)}
    moved = {pk for pk, (_player, changes) in said.items() if RATING_FIELDS & set(changes)}
    own = {row.pk: (row, changes) for row, changes in _stored(LeagueEntry, brought.entry_updates)}
    touched = {league.pk: set(moved) for league in leagues}
    for row, _changes in own.values():
        touched[row.league_id].add(row.player_id)
    days = days_reached(leagues, touched)
    leaving = who_leaves(brought.entered)
    plans = []
    for league in leagues:
        overlay = Overlay(leaving=leaving)
        for entry in league.entries.filter(player__in=touched[league.pk]).select_related("player"):
            player = _as_before(entry.player, said)
            overlay.players[player.pk] = facts_with(player, _as_before(entry, own))
            overlay.guests[player.pk] = player.guest
        plans.append(Plan(league, days.get(league.pk, LAST_PLANNED_DAY), overlay, follows=league.pk not in days))
    return as_one([each for each in foresee(plans) if each.players])


def _as_before(row: Any, changed: dict[int, tuple[Any, dict[str, list[Any]]]]) -> Any:
    """The row with the values that it had before the import."""
    for name, (old, _new) in changed.get(row.pk, (row, {}))[1].items():
        setattr(row, name, old)
    return row


def undo_players(batch: ImportBatch, brought: Brought, reason: str, actor: Actor) -> None:
    """Values are as before, players and entries that nothing else needs go."""
    leagues = lock_leagues(Q(club=batch.club, archived_at=None))
    moved = {pk for pk, changes in brought.updates if RATING_FIELDS & set(changes)}
    touched = {league.pk: set(moved) for league in leagues}
    for row, changes in _stored(LeagueEntry, brought.entry_updates):
        touched.setdefault(row.league_id, set()).add(row.player_id)
        _set_back(row, changes)
    names = set()
    for row, changes in _stored(Player, brought.updates):
        _set_back(row, changes)
        names.add(row.name_key)
    tell_apart(club=batch.club, keys=names)
    said = {"players": len(brought.players), "changed": len(brought.updates) + len(brought.entry_updates)}
    change = keep_import([batch], "import.undo", said, reason, actor, players=brought.players)
    follow_players(leagues, touched, reason, _("import undone"), actor, change=change)
    take_back_people([batch], brought)


def _set_back(row: Any, changes: dict[str, list[Any]]) -> None:
    for name, (old, _new) in changes.items():
        setattr(row, name, old)
    row.save(update_fields=list(changes))


def _stored(model: Any, updates: Iterable[list[Any]]) -> Iterator[tuple[Any, dict[str, list[Any]]]]:
    changes = dict(updates)
    for chunk in _chunks(list(changes)):
        for row in model.objects.filter(pk__in=chunk).order_by("pk"):
            yield row, changes[row.pk]


def _chunks(values: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(values), _IN_ONE_QUERY):
        yield values[start : start + _IN_ONE_QUERY]
