"""The demo club: real results from the folder ``demo/``, loaded through the services as anybody's files are.

What the files hold and where it comes from: ``demo/README.md``.
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from league.models import Club, League, Player
from ratings.services import settle

from .adjusting import adjust
from .importing import ResultsOptions, SourceFile, commit_players, commit_results, plan_players, plan_results
from .leagues import create_league
from .people import add_alias, create_club
from .periods import close_period, open_monthly, publish_period

Progress = Callable[[str, int], None]
Build = Callable[[Club, Progress], League]

CLUB = "demo"
STEPS = 5  # of an import, each of which tells the progress its number of rows
MASTERS, LONDON, FOOTBALL = "masters", "london-1851", "football"
MONTHS = (("2022-01", "2022-01"), ("2025-06", "2026-01"))  # the last one stays open
# FIDE list with ratings from games that are not here -> the day of the adjustments: the first of the period
# that ends the day before the list, or of the first period with games
ADJUSTED_ON = {"2025-06-01": date(2025, 6, 1), "2026-01-01": date(2025, 12, 1)}


class Loaded(NamedTuple):
    """A league of the demo club. ``new``: it was loaded now, else it was there already."""

    league: League
    new: bool


def load(progress: Progress = lambda step, rows: None) -> Iterator[Loaded]:
    """Load what is missing, each league as a whole or not at all.

    A league that is there already stays as it is, whatever was changed in it. ``progress`` hears a step
    and how many rows it is about: ``STEPS`` steps for every row of ``rows()``.
    """
    club = Club.objects.filter(slug=CLUB).first() or create_club(slug=CLUB, name="Demo club")
    for slug, build in LEAGUES.items():
        league = League.objects.select_related("club").filter(club=club, slug=slug).first()
        if league is not None:
            yield Loaded(league, new=False)
            continue
        with transaction.atomic():
            league = build(club, progress)
        settle(league)  # where a worker lives, a long replay was left to it: the demo waits for the numbers
        league.refresh_from_db()
        yield Loaded(league, new=True)


def rows() -> int:
    """Games in the files of the leagues that are not loaded yet."""
    there = set(League.objects.filter(club__slug=CLUB).values_list("slug", flat=True))
    return sum(len(_read(name)) - 1 for slug, name in RESULTS.items() if slug not in there)


def _masters(club: Club, progress: Progress) -> League:
    commit_players(plan=plan_players(club=club, file=_file("masters_players.csv")))
    league = create_league(
        club=club,
        slug=MASTERS,
        name="Masters",
        system=League.System.FIDE,
        mode=League.Mode.PERIOD,
        parameters={"list": "standard"},
        description="Three public master events by the FIDE regulations, a list a month. Where players come back after"
        " events that are not here, their ratings are set to the FIDE list of that time.",
    )
    _import(league, progress, create_players=False)
    months = [period for first, last in MONTHS for period in open_monthly(league=league, first=first, last=last)]
    _adjust_to_fide_lists(league)
    for period in months[:-1]:
        publish_period(period=close_period(period=period))
    return league


def _adjust_to_fide_lists(league: League) -> None:
    players = {player.name: player for player in Player.objects.filter(club=league.club)}
    known: set[str] = set()  # players of an earlier list: they have a rating from here, which others' games moved on
    for row in csv.DictReader(_read("masters_lists.csv")):
        name, listed = row["name"], row["list"]
        if name in known:
            reason = f"FIDE list of {listed}: games that are not here"
            adjust(league=league, player=players[name], on=ADJUSTED_ON[listed], to=float(row["rating"]), reason=reason)
        known.add(name)


def _london(club: Club, progress: Progress) -> League:
    league = create_league(
        club=club,
        slug=LONDON,
        name="London 1851",
        system=League.System.ELO,
        mode=League.Mode.SEQUENTIAL,
        parameters={"k": 32, "initial": 1500, "provisional_games": 10},
        description="The first international chess tournament, a knock-out of matches, rated game by game. The source"
        " gives only the year: the days of the rounds are in order, but ours.",
    )
    _import(league, progress, create_players=True)
    return league


def _football(club: Club, progress: Progress) -> League:
    league = create_league(
        club=club,
        slug=FOOTBALL,
        name="Football internationals",
        system=League.System.ELO,
        mode=League.Mode.SEQUENTIAL,
        parameters={"k": 30, "initial": 1500, "home_advantage": 100, "margin": "goals", "provisional_games": 30},
        discipline=League.Discipline.HOME_AWAY,
        description="Every men's international since 1872, by the formula of World Football Elo: home advantage 100, K"
        " by the class of the tournament, more for a larger margin.",
    )
    _import(league, progress, create_players=True)
    players = {player.name: player for player in Player.objects.filter(club=club, entries__league=league)}
    for row in csv.DictReader(_read("football_former_names.csv")):
        add_alias(player=players[row["name"]], name=row["alias"])
    return league


def _import(league: League, progress: Progress, *, create_players: bool) -> None:
    options = ResultsOptions(create_players=create_players, limit=None)
    plan = plan_results(league=league, files=[_file(RESULTS[league.slug])], options=options, progress=progress)
    commit_results(plan=plan, progress=progress)


def _file(name: str) -> SourceFile:
    """A file of the demo, unpacked."""
    data = (_folder() / name).read_bytes()
    return SourceFile(name.removesuffix(".gz"), gzip.decompress(data) if name.endswith(".gz") else data)


def _read(name: str) -> list[str]:
    return _file(name).data.decode("utf-8").splitlines()


def _folder() -> Path:
    return Path(settings.BASE_DIR) / "demo"


RESULTS = {
    MASTERS: "masters_results.csv",
    LONDON: "london_1851.csv",
    FOOTBALL: "football_internationals.csv.gz",
}
LEAGUES: dict[str, Build] = {MASTERS: _masters, LONDON: _london, FOOTBALL: _football}
