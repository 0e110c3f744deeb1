"""Who is in a league: entered with the first result, or beforehand with start values of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django.db import connection, transaction
from django.db.models import Count, Exists, Min, Q
from django.utils.translation import gettext as _

from league.models import Adjustment, EventEntry, Game, League, LeagueEntry, Player
from ratings.facts import Overlay
from ratings.kernel.types import PlayerFacts
from ratings.services import Preview, preview, welcome

from . import limits
from .errors import Problems, Refused
from .history import keep_change
from .placement import closed_period_since, need_reason
from .standing import refuse_used_start
from .writing import Actor, Locked, lock_league, raise_versions, rerate_from, rerate_seeded

START = {
    "start_rating": limits.RATING,
    "start_deviation": limits.DEVIATION,
    "start_volatility": limits.VOLATILITY,
    "start_games": limits.GAMES,
    "start_peak": limits.RATING,
    "k": limits.K,
}


def read_players(locked: Locked, ids: Collection[int], **asked: Exists) -> dict[int, Player]:
    """These players as they are now; ``entered`` on each: in how many of the locked leagues.

    ``asked``: questions answered on each row as well, to save their own queries.
    """
    leagues = [locked.league.pk, *(follower.pk for follower in locked.followers)]
    entered = Count("entries", filter=Q(entries__league__in=leagues))
    players = Player.objects.filter(pk__in=ids).annotate(entered=entered, **asked)
    return {player.pk: player for player in players}


def enter_players(locked: Locked, players: Iterable[Player]) -> list[list[int]]:
    """Enter players (of ``read_players``) into the league and its followers where they are not in yet.

    Returns who was entered, as the history keeps it: pairs of the ids of a league and a player.
    """
    leagues = [locked.league, *locked.followers]
    missing = [player for player in players if player.entered < len(leagues)]  # type: ignore[attr-defined]
    if not missing:
        return []
    there = set(LeagueEntry.objects.filter(league__in=leagues, player__in=missing).values_list("league", "player"))
    pairs = [(each.pk, player.pk) for each in leagues for player in missing if (each.pk, player.pk) not in there]
    rows = [LeagueEntry(league_id=league, player_id=player) for league, player in pairs]
    LeagueEntry.objects.bulk_create(rows, ignore_conflicts=True)
    for league in leagues:
        welcome(league, [player.pk for player in missing])
    return [list(pair) for pair in pairs]


def enter_event(event: int | None, players: Iterable[Player]) -> None:
    """Keep title and federation as they are at an event; those ``kept`` already stay as they were."""
    entries = [
        EventEntry(event_id=event, player=player, title=player.title, federation=player.federation)
        for player in sorted(players, key=lambda each: each.pk)  # a database may hand them out in any order
        if event is not None and not player.kept  # type: ignore[attr-defined]
    ]
    if entries:
        EventEntry.objects.bulk_create(entries, ignore_conflicts=True)


def enter_events(events: Collection[int]) -> None:
    """The same for everybody who has a game in these events and no entry yet."""
    ids = sorted(events)
    with connection.cursor() as cursor:
        for start in range(0, len(ids), _EVENTS_AT_ONCE):
            some = ids[start : start + _EVENTS_AT_ONCE]
            cursor.execute(_ENTER % {"events": ", ".join(["%s"] * len(some))}, [*some, *some])


STARTED = "start values changed"
_EVENTS_AT_ONCE = 200
_ENTER = """
INSERT INTO league_evententry (event_id, player_id, title, federation)
SELECT g.event_id, p.id, p.title, p.federation
  FROM (SELECT event_id, white_id AS player_id FROM league_game WHERE event_id IN (%(events)s)
        UNION SELECT event_id, black_id FROM league_game WHERE event_id IN (%(events)s)) g
  JOIN league_player p ON p.id = g.player_id
 WHERE NOT EXISTS (SELECT 1 FROM league_evententry x WHERE x.event_id = g.event_id AND x.player_id = p.id)
 ORDER BY g.event_id, p.id
"""


def check_player(problems: Problems, player: Player | None, league: League, field: str) -> None:
    """A player of this club who is neither archived nor merged into another."""
    if player is None or player.club_id != league.club_id:
        problems.add(_("This player is not in the club %(club)s.") % {"club": league.club.name}, field)
    elif player.merged_into is not None:
        message = _("%(player)s was merged into %(kept)s: choose that player.")
        problems.add(message % {"player": player.label, "kept": player.merged_into.label}, field)
    elif player.archived_at is not None:
        problems.add(_("%(player)s is archived: take the player back first.") % {"player": player.label}, field)


def enter_league(
    *, league: League, player: Player, reason: str = "", actor: Actor = None, **start: float | None
) -> LeagueEntry:
    """Enter a player with start values for this league, or change those of a player who is in.

    ``start``: start_rating, start_deviation, start_volatility, start_games, start_peak, k (a K-factor fixed
    for the player). What is not given stays; None takes the player's own value, then the rules'.
    """
    if unknown := set(start) - set(START):
        raise TypeError(f"unknown start values: {', '.join(sorted(unknown))}")
    with transaction.atomic():
        locked = lock_league(league)
        problems = Problems()
        fresh = read_players(locked, [player.pk]).get(player.pk)
        check_player(problems, fresh, locked.league, "player")
        for name, value in start.items():
            limits.check_number(problems, value, START[name], name)
        problems.refuse()
        entry = LeagueEntry.objects.filter(league=league, player=player).first()
        if entry is None:
            return _create(locked, player, start, reason, actor)
        return _edit(locked, entry, start, reason, actor)


def first_days(player: Player, leagues: Iterable[League]) -> dict[int, date]:
    """League id -> the day of the player's first game or adjustment there (leagues without one: left out)."""
    wanted = {league.pk: league.games_from_id or league.pk for league in leagues}
    games = Game.objects.filter(Q(white=player) | Q(black=player), league__in=wanted.values())
    played = dict(games.values_list("league").annotate(Min("played_on")).order_by())
    adjusted = dict(
        Adjustment.objects.filter(player=player, league__in=wanted).values_list("league").annotate(Min("on")).order_by()
    )
    days = {pk: [d for d in (played.get(source), adjusted.get(pk)) if d] for pk, source in wanted.items()}
    return {pk: min(both) for pk, both in days.items() if both}


def _create(
    locked: Locked, player: Player, start: dict[str, float | None], reason: str, actor: Actor
) -> LeagueEntry:  # fmt: skip
    entry = LeagueEntry.objects.create(league=locked.league, player=player, **start)
    inside = set(LeagueEntry.objects.filter(player=player).values_list("league", flat=True))
    missing = [each for each in locked.followers if each.pk not in inside]
    LeagueEntry.objects.bulk_create([LeagueEntry(league=each, player=player) for each in missing])
    for league in (locked.league, *locked.followers):
        welcome(league, [player.pk])
        raise_versions([league])
    entered = [[league.pk, player.pk] for league in (locked.league, *missing)]
    change = keep_change(
        club=locked.league.club, league=locked.league, kind="entry.create", subject=entry, before={},
        after={**start, "entered": entered}, players=[player.pk], reason=reason, actor=actor,
    )  # fmt: skip
    if entry.start_rating is not None:
        rerate_seeded(locked.seeded, [player.pk], reason.strip() or STARTED, actor, change)
    return entry


def _edit(locked: Locked, entry: LeagueEntry, start: dict[str, float | None], reason: str, actor: Actor) -> LeagueEntry:
    league = locked.league
    changed = [name for name, value in start.items() if getattr(entry, name) != value]
    if not changed:
        return entry
    since = _check_changed(league, entry, changed, reason)
    before = {name: getattr(entry, name) for name in changed}
    for name in changed:
        setattr(entry, name, start[name])
    entry.save(update_fields=changed)
    change = keep_change(
        club=league.club, league=league, kind="entry.edit", subject=entry, before=before,
        after={name: start[name] for name in changed}, players=[entry.player_id], reason=reason, actor=actor,
    )  # fmt: skip
    welcome(league, [entry.player_id])  # where the player has no row of the log yet
    started, why = [entry.player_id] if "start_rating" in changed else [], reason.strip() or STARTED
    if since is None:
        raise_versions([league])
        rerate_seeded(locked.seeded, started, why, actor, change)
    else:
        rerate_from(locked, since, why, actor, change=change, started=started)
    return entry


def _check_changed(league: League, entry: LeagueEntry, changed: list[str], reason: str) -> date | None:
    """The day from which other start values tell."""
    since = first_days(entry.player, [league]).get(league.pk)
    problems = Problems()
    refuse_used_start(problems, league, entry.player_id, changed)
    if since is not None:
        need_reason(problems, closed_period_since(league, since), reason)
    problems.refuse()
    return since


def preview_enter_league(*, league: League, player: Player, **start: float | None) -> Preview:
    """Who would move by how much with these start values; as ``enter_league``."""
    problems = Problems()
    fresh = read_players(Locked(league, []), [player.pk]).get(player.pk)
    check_player(problems, fresh, league, "player")
    for name, value in start.items():
        limits.check_number(problems, value, START[name], name)
    problems.refuse()
    known = LeagueEntry.objects.filter(league=league, player=player).first()
    entry = known or LeagueEntry(league=league, player=player)
    changed = [name for name, value in start.items() if getattr(entry, name) != value]
    since = _check_changed(league, entry, changed, "preview") if known else None
    for name in changed:
        setattr(entry, name, start[name])
    overlay = Overlay(players={player.pk: facts_with(player, entry)})
    return preview(league, since=since or limits.LAST_PLANNED_DAY, overlay=overlay)


def facts_with(player: Player, entry: LeagueEntry | None = None) -> PlayerFacts:
    """A player as the replay of a league knows one: what the entry does not say, the player does."""
    entry = entry or LeagueEntry()
    return PlayerFacts(
        player.pk, player.birth_year, _either(entry.start_rating, player.start_rating), entry.start_deviation,
        entry.start_volatility, int(_either(entry.start_games, player.start_games) or 0),
        _either(entry.start_peak, player.start_peak), entry.k,
    )  # fmt: skip


def _either(own: float | None, general: float | None) -> float | None:
    return general if own is None else own


def one_entry(league: League, player: Player) -> LeagueEntry:
    """The player's entry; refused for a player who is not in the league."""
    entry = LeagueEntry.objects.filter(league=league, player=player).first()
    if entry is None:
        raise Refused(
            _("%(player)s is not in %(league)s.") % {"player": player.label, "league": league.name}, field="player"
        )
    return entry
