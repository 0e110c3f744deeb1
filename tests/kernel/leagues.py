"""Random small leagues of every system and mode, for the laws."""

from dataclasses import dataclass, field
from datetime import date
from random import Random

from hypothesis import strategies as st

from ratings.kernel.games import AFTER_DECISION, IN_MATCH, NO_MATCH
from ratings.kernel.replay import Openings
from ratings.kernel.systems import PERIOD, SEQUENTIAL, SYSTEMS
from ratings.kernel.types import Adjust, Batch, PlayerFacts, RatedGame, Rules, SeasonTurn, TimeControl

from .build import Played, batch, month, play, single

SYSTEM_MODES = [(name, mode) for name, system in SYSTEMS.items() for mode in sorted(system.modes)]

TIERS = [{"k": 40, "games_below": 3}, {"k": 10, "peak_from": 1900}, {"k": 30, "age_to": 18}, {"k": 20}]
PARAMETERS = {
    "elo": [
        {},
        {"k": TIERS},
        {"home_advantage": 60, "margin": "goals"},
        {"margin": "nfl", "home_advantage": 65},
        {"rounding": "integer", "floor": 1400},
        {"rounding": "tenth", "difference_cap": 400},
        {"expectation": "fide_table", "k": 20, "rounding": "integer"},
        {"carryover": {"keep": 0.75, "mean": 1505}},
    ],
    "fide": [{}, {"list": "rapid"}, {"list": "blitz", "floor": None}, {"initial": 1500}, {"floor": 1700, "k": TIERS}],
    "glicko2": [
        {},
        {"tau": 1.0, "max_deviation": 400},
        {"period_days": 5, "tau": 0.75},
        {"skip_deviation_increase": True, "min_deviation": 45, "floor": 1000, "max_change": 100},
    ],
}
MONTHS = ["2021-11", "2023-11", "2024-02", "2024-11", "2025-09"]


@dataclass
class SmallLeague:
    system: str
    mode: str
    rules: Rules
    players: dict[int, PlayerFacts]
    steps: list
    calendar: tuple[int, ...] = ()
    games: dict[int, RatedGame] = field(default_factory=dict)

    def play(self, steps=None, openings: Openings | None = None) -> Played:
        return play(
            self.system,
            self.steps if steps is None else steps,
            self.players,
            openings=openings,
            calendar=self.calendar,
            under=self.rules,
        )

    @property
    def ends(self) -> dict[int, int]:
        """Last day of each period by id."""
        return {s.period.period: s.period.ends for s in self.steps if isinstance(s, Batch) and s.period}

    def with_game(self, changed: RatedGame) -> list:
        """The steps with one game as it might have been."""
        return [
            step._replace(games=tuple(changed if g.game == changed.game else g for g in step.games))
            if isinstance(step, Batch)
            else step
            for step in self.steps
        ]


def _facts(chance: Random, player: int) -> PlayerFacts:
    return PlayerFacts(
        player,
        birth_year=chance.choice([None, 1950, 2004, 2006, 2012]),
        rating=chance.choice([None, 1500.0, float(chance.randint(1380, 2750))]),
        deviation=chance.choice([None, 30.0, 200.0]),
        volatility=chance.choice([None, 0.03, 0.3]),
        games=chance.choice([0, 2, 29, 80]),
        peak=chance.choice([None, None, 2299.0, 2400.0]),
        k=chance.choice([None, None, None, 15.0]),
    )


def _game(chance: Random, number: int, players: int, first: int, last: int) -> RatedGame:
    white, black = chance.sample(range(1, players + 1), 2)
    played, event, halves = chance.randint(first, last), chance.randint(0, 2), chance.randint(0, 2)
    low, high = sorted((chance.randint(0, 5), chance.randint(0, 5)))
    return RatedGame(
        number,
        played,
        first - 20 * event if event else played,
        white,
        black,
        halves,
        weight=chance.choice([1.0, 1.0, 2.0]),
        k_white=chance.choice([None, None, 24.0]),
        white_points=high if halves == 2 else low,
        black_points=high if halves == 0 else low,
        neutral=chance.random() < 0.5,
        event=event and first * 10 + event,
        match=chance.choice([NO_MATCH, NO_MATCH, NO_MATCH, IN_MATCH, AFTER_DECISION]),
        control=chance.choice([None, None, None, TimeControl(15, 10), TimeControl(90, 30)]),
    )


@st.composite
def leagues(draw, system: str, mode: str, parameters: list[dict] | None = None):
    """A league of up to six players over four months, with adjustments, seasons and a change of rules.

    Chance is seeded by one number: drawing each value by itself would take seconds a league.
    """
    size = draw(st.integers(1, 12))
    chance = Random(draw(st.integers(0, 1 << 40)))
    players = {n: _facts(chance, n) for n in range(1, chance.randint(2, 6) + 1)}
    start = date.fromisoformat(chance.choice(MONTHS) + "-01")
    periods = [_month_after(start, n) for n in range(4)]
    first, second = chance.choices(parameters or PARAMETERS[system], k=2)
    read, changes = SYSTEMS[system].parameters, chance.choice([periods[1].starts, periods[2].starts + 9])
    made = SmallLeague(system, mode, Rules(((0, read(first)), (changes, read(second)))), players, [])
    made.calendar = tuple(p.ends for p in periods) if mode == PERIOD else ()
    for period in periods:
        number = 100 * period.period
        made.steps += _marks(chance, len(players), period.starts, number)
        numbers = range(number, number + chance.randint(0, size))
        games = [_game(chance, n, len(players), period.starts, period.ends) for n in numbers]
        games.sort(key=lambda each: (each.day, each.game))
        made.games |= {each.game: each for each in games}
        made.steps += [single(each) for each in games] if mode == SEQUENTIAL else [batch(games, period)]
    return made


def _marks(chance: Random, players: int, on: int, number: int) -> list:
    marks: list = [SeasonTurn(on, 1000 + number)] if chance.random() < 0.5 else []
    if chance.random() < 0.4:
        by = chance.choice([None, 25.0, -60.0])
        to = float(chance.randint(1350, 2600)) if by is None else None
        marks.append(Adjust(on, 2000 + number, chance.randint(1, players), to=to, by=by))
    return marks


def _month_after(start: date, n: int):
    whole = start.year * 12 + start.month - 1 + n
    return month(f"{whole // 12}-{whole % 12 + 1:02}", number=n + 1)
