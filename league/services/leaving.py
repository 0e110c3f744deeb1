"""Entries that came with an action go with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Q

from league.models import Adjustment, Bye, EventEntry, Game, League, LeagueEntry
from ratings.models import RatingListEntry
from ratings.services import farewell

from .writing import rerate_seeded

Pairs = Iterable[Iterable[int]]  # ids of a league and a player, as ``enter_players`` returned them


def take_out(pairs: Pairs) -> None:
    """Take players out of the leagues they were entered into, where nothing else of theirs counts there."""
    of_league = _by_league(pairs)
    for league in League.objects.filter(pk__in=of_league):
        leaving = of_league[league.pk] - in_use(league, of_league[league.pk])
        if leaving:
            entries = LeagueEntry.objects.filter(league=league, player__in=leaving)
            started = list(entries.exclude(start_rating=None).values_list("player", flat=True))
            entries.delete()
            farewell(league, leaving)
            if started:
                rerate_seeded(League.objects.filter(standard_league=league).lock(), started, "entry taken back", None)


def who_leaves(pairs: Pairs, *, games: Collection[int] = (), adjustments: Collection[int] = ()) -> dict[int, set[int]]:
    """League -> whom ``take_out`` would take out if these games and adjustments did not count; for previews."""
    of_league = _by_league(pairs)
    leagues = League.objects.filter(pk__in=of_league)
    found = {each.pk: of_league[each.pk] - in_use(each, of_league[each.pk], games, adjustments) for each in leagues}
    return {league: leaving for league, leaving in found.items() if leaving}


def _by_league(pairs: Pairs) -> dict[int, set[int]]:
    of_league: dict[int, set[int]] = defaultdict(set)
    for entered, player in pairs:
        of_league[entered].add(player)
    return of_league


def in_use(
    league: League, players: Iterable[int], besides: Collection[int] = (), not_adjusted: Collection[int] = ()
) -> set[int]:  # fmt: skip
    """Those of these players who have a game or an adjustment in force there, or stand on a published list.

    ``besides``, ``not_adjusted``: ids of games and adjustments that do not count.
    """
    games = Game.objects.filter(league=league.games_from_id or league.pk).exclude(status=Game.Status.VOID)
    games = games.exclude(pk__in=besides) if besides else games
    wanted = list(players)
    sides = games.filter(Q(white__in=wanted) | Q(black__in=wanted)).values_list("white_id", "black_id")
    adjusted = Adjustment.objects.filter(league=league, player__in=wanted, voided_at=None)
    adjusted = adjusted.exclude(pk__in=not_adjusted) if not_adjusted else adjusted
    listed = RatingListEntry.objects.filter(list__league=league, player__in=wanted)
    used = {player for pair in sides for player in pair}
    used.update(adjusted.values_list("player_id", flat=True))
    used.update(listed.values_list("player_id", flat=True))
    return used & set(wanted)


def leave_event(game: Game) -> None:
    """Both players leave the event of a game, where they were entered with it and do nothing else in it."""
    if game.event_id is None:
        return
    for player in (game.white_id, game.black_id):
        games = Game.objects.filter(Q(white=player) | Q(black=player), event=game.event_id)
        plays = games.exclude(status=Game.Status.VOID).exists()
        if not plays and not Bye.objects.filter(event=game.event_id, player=player).exists():
            EventEntry.objects.filter(event=game.event_id, player=player, number=None, rating=None).delete()
