"""A club as its visitors see it: three leagues, two seasons of results, lists, a correction, an adjustment.

Everything goes through the services, so that the pages show what really follows from the facts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from league.models import Club, Game, League, Outcome, Player
from league.services import adjusting, correcting, events, leagues, people, periods, recording
from tests.copies import built_once

PEOPLE = (
    ("Anna Kowalska", "WFM", 2104), ("Иван Петров", "", 2098), ("Lars Ødegård", "FM", 2091), ("Mia Novák", "", 1935),
    ("Zoë Müller", "", 1902), ("Łukasz Żak", "CM", 1888), ("Siobhán O’Neill", "", 1840), ("José Álvarez", "", 1804),
    ("Ольга Ёлкина", "", 1761), ("Bartholomew Featherstonehaugh-Cholmondeley", "", 1720), ("Ida Berg", "", 1655),
    ("Tom Li", "", 1590),
)  # fmt: skip
OUTCOMES = (Outcome.WHITE_WINS, Outcome.DRAW, Outcome.BLACK_WINS)


@dataclass
class Scene:
    """What tests name."""

    club: Club
    fide: League
    elo: League
    glicko: League
    players: list[Player]


@built_once
def build_scene(rounds: int = 9) -> Scene:
    club = people.create_club(slug="riverside", name="Riverside Chess Club")
    players = [
        people.add_player(club=club, name=name, title=title, start_rating=rating, start_games=40).player
        for name, title, rating in PEOPLE
    ]
    newcomer = people.add_player(club=club, name="Nils Newcomer").player
    fide = leagues.create_league(
        club=club, slug="standard", name="Standard", system="fide", mode="period", parameters={},
        description="The long games of the club, by the rules of FIDE.",
    )  # fmt: skip
    elo = leagues.create_league(
        club=club, slug="evenings", name="Tuesday evenings", system="elo", mode="sequential",
        parameters={"k": [{"k": 40, "games_below": 45}, {"k": 20}], "provisional_games": 10},
    )  # fmt: skip
    glicko = leagues.create_league(
        club=club, slug="ladder", name="Table tennis ladder", system="glicko2", mode="sequential", parameters={},
        discipline="neutral",
    )  # fmt: skip
    scene = Scene(club, fide, elo, glicko, [*players, newcomer])
    _play_periods(scene, rounds)
    _play_evenings(scene)
    _play_ladder(scene)
    return scene


def _play_periods(scene: Scene, rounds: int) -> None:
    rng = random.Random(3)
    periods.open_monthly(league=scene.fide, first="2026-08", last="2026-12")
    for month in (8, 9, 10, 11):
        first = date(2026, month, 3)
        gathering = events.create_event(
            league=scene.fide, name=f"Autumn round robin {month - 7}", starts_on=first, ends_on=first + timedelta(20),
            site="Town library",
        )  # fmt: skip
        played = rounds if month < 11 else 1
        for number in range(1, played + 1):
            _round(scene.fide, scene.players, rng, gathering, number, first + timedelta(number * 2))
        if month < 11:
            period = periods.find_period(league=scene.fide, name=f"2026-{month:02d}")
            periods.close_period(period=period)
            periods.publish_period(period=period)
    wrong = Game.objects.filter(league=scene.fide, played_on__month=9, outcome=Outcome.WHITE_WINS).first()
    correcting.correct_game(game=wrong, reason="The score sheet says 0–1", outcome=Outcome.BLACK_WINS)


def _round(league, players, rng, event, number, day) -> None:
    order = list(players)
    rng.shuffle(order)
    for board, (white, black) in enumerate(zip(order[::2], order[1::2], strict=False), 1):
        recording.record_game(
            league=league, white=white, black=black, outcome=rng.choices(OUTCOMES, (4, 3, 3))[0], played_on=day,
            event=event, round=number, board=board,
        )  # fmt: skip


def _play_evenings(scene: Scene) -> None:
    rng = random.Random(5)
    for week in range(60):
        white, black = rng.sample(scene.players, 2)
        recording.record_game(
            league=scene.elo, white=white, black=black, outcome=rng.choice(OUTCOMES),
            played_on=date(2025, 9, 2) + timedelta(weeks=week),
        )  # fmt: skip
    adjusting.adjust(
        league=scene.elo, player=scene.players[0], on=date(2026, 5, 5), to=2150, reason="Rating of the national list"
    )
    forfeit = scene.players[:2]
    recording.record_game(
        league=scene.elo, white=forfeit[0], black=forfeit[1], outcome=Outcome.WHITE_FORFEITS_TO,
        played_on=date(2026, 10, 20),
    )  # fmt: skip


def _play_ladder(scene: Scene) -> None:
    rng = random.Random(7)
    for day in range(25):
        white, black = rng.sample(scene.players[:6], 2)
        recording.record_game(
            league=scene.glicko, white=white, black=black, outcome=rng.choice((Outcome.WHITE_WINS, Outcome.BLACK_WINS)),
            played_on=date(2026, 10, 1) + timedelta(day),
        )  # fmt: skip
