"""Two records of one person in leagues of every kind, and everything about them that can be compared."""

from __future__ import annotations

import random

from league.models import (
    Adjustment,
    Bye,
    EventEntry,
    ExternalRating,
    Game,
    LeagueEntry,
    Player,
    PlayerAlias,
    PlayerName,
)
from league.services.people import enter_league
from league.services.periods import close_period, open_monthly, publish_period
from ratings.models import Rating, RatingChange, RatingRun, RunImpact

from .scene import Scene

KINDS = {
    "elo": {"k": [{"k": 40, "games_below": 5}, {"k": 20}]},
    "elo per period": {"mode": "period", "k": 24},
    "fide": {"system": "fide"},
    "fide per period": {"system": "fide", "mode": "period"},
    "fide per period, next list": {"system": "fide", "mode": "period", "late_results": "next_list"},
    "glicko2": {"system": "glicko2"},
    "glicko2 per period": {"system": "glicko2", "mode": "period"},
}
OTHERS = ("bartek", "celina", "dawid", "ewa", "filip")


def story(kind: str, *, twice: bool, seed: int = 7, club: str = "club") -> Scene:
    """Three months of games. Anna's games stand under two records (``twice``) or under one from the start."""
    chance = random.Random(seed)
    rules = KINDS[kind]
    scene = Scene(club=club, **rules)
    people = ("anna", *OTHERS)
    for place, name in enumerate(people):
        enter_league(league=scene.league, player=scene.player(name), start_rating=1500 + 50 * place)
    periods = open_monthly(league=scene.league, first="2026-01", last="2026-03") if "mode" in rules else []
    for day in range(0, 75, 3):
        white, black = chance.sample(people, 2)
        second = chance.random() < 0.5 and twice  # asked in any case, so that both stories go alike
        names = ["gosia" if second and name == "anna" else name for name in (white, black)]
        scene.play(*names, outcome=chance.choice(["1-0", "=", "0-1"]), day=day)
    for period in periods[:2]:
        close_period(period=period)
    if rules.get("late_results"):
        publish_period(period=periods[0])
    return scene


def facts() -> dict[str, list]:
    """Every fact that a merge touches."""
    models = (Game, EventEntry, Bye, Adjustment, ExternalRating, LeagueEntry, PlayerAlias)
    found = {model.__name__: list(model.objects.order_by("pk").values()) for model in models}
    found["PlayerName"] = sorted(PlayerName.objects.values_list("player", "word"))
    found["Player"] = list(Player.objects.order_by("pk").values())
    return found


def consequences(league) -> tuple[list, list]:
    """Every number of a league: the log and where everybody stands."""
    log = list(RatingChange.objects.filter(league=league).order_by("pk").values())
    return log, list(Rating.objects.filter(league=league).order_by("player_id").values())


def numbers(scene: Scene, league=None) -> dict[str, tuple]:
    """What boards show of everybody who stands on them."""
    rows = Rating.objects.filter(league=league or scene.league, player__merged_into=None, games__gt=0)
    columns = ("value", "deviation", "live", "shown", "games", "wins", "draws", "losses", "peak", "low", "last_played")
    return {row.pop("player__name"): row for row in rows.values("player__name", *columns)}


def must_equal(preview, runs_after: int) -> None:
    """Every number of the preview is found after confirming."""
    for each in preview.leagues:
        run = RatingRun.objects.filter(league=each.league, pk__gt=runs_after).first()
        if each.live or run is None:
            assert each.live or not each.players
            now = dict(Rating.objects.filter(league=each.league).values_list("player", "live"))
            assert {m.player_id: m.after for m in each.moves} == {m.player_id: now[m.player_id] for m in each.moves}
            continue
        moved = {i.player_id: (i.before, i.after) for i in RunImpact.objects.filter(run=run)}
        assert {m.player_id: (m.before, m.after) for m in each.moves} == moved
        assert (each.slightly, each.games) == (run.moved_slightly, run.games_read)
        now = dict(Rating.objects.filter(league=each.league).values_list("player", "shown"))
        here = [m for m in each.moves if m.player_id in now]  # who was there by the merge alone left with the split
        assert {m.player_id: m.shown_after for m in here} == {m.player_id: now[m.player_id] for m in here}


def newest_run() -> int:
    return RatingRun.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
