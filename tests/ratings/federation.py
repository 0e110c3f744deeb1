"""A federation made up for a test: players, three lists, two years of events, late reports, corrections."""

from __future__ import annotations

import random
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta

from league.models import OUTCOME_HALVES, Event, LeagueEntry, Outcome, Player
from league.models import Game as GameRow
from league.services.correcting import correct_game, restore_game, void_game
from league.services.leagues import create_league
from league.services.people import create_club
from league.services.periods import close_period, open_monthly, publish_period
from league.services.recording import record_game
from ratings.models import RatingListEntry
from ratings.services import welcome
from tests.ratings.straight_line import Book, Card, Game, Play

LISTS = {"standard": 150, "rapid": 25, "blitz": 5}
OUTCOMES = {2: Outcome.WHITE_WINS, 1: Outcome.DRAW, 0: Outcome.BLACK_WINS}
MONTHS = [date(2024 + (2 + n) // 12, (2 + n) % 12 + 1, 1) for n in range(24)]  # March 2024 to February 2026
# name: born, standard rating, games before
HEROES = {
    "turns 18": (2006, 1905, 100), "crosses 2300": (2009, 2230, 100), "crosses 2400": (1990, 2392, 100),
    "drops": (1970, 1404, 100), "returns": (1980, 1800, 100), "plays 39": (1985, 2000, 100),
    "over 2650": (1988, 2760, 300), "weak": (1975, 1700, 50),
}  # fmt: skip


class Federation:
    """``close_month()`` plays, reports and publishes one month on all lists, ours and the straight-line ones."""

    def __init__(self, players: int, events: int, seed: int = 2024) -> None:
        self.chance, self.events = random.Random(seed), events
        self.club = create_club(slug="federation", name="Federation")
        self.month = 0
        self.leagues = {}
        for name in LISTS:
            self.leagues[name] = create_league(
                club=self.club, slug=name, name=name.title(), system="fide", mode="period", late_results="next_list",
                parameters={"list": name}, standard_league=self.leagues.get("standard"),
            )  # fmt: skip
        self.players = self._people(players)
        self.heroes = {name: player.pk for name, player in zip(HEROES, self.players, strict=False)}
        self.books = self._books()
        self.periods = {
            name: open_monthly(league=league, first="2024-03", last="2026-02") for name, league in self.leagues.items()
        }
        self.games: dict[str, list[Game]] = {name: [] for name in LISTS}
        self.late: list[tuple[str, Play, list[tuple[int, int, int]]]] = []

    def _people(self, count: int) -> list[Player]:
        rows, self.start = [], {}
        for number in range(count):
            name, (born, rating, games) = f"Player {number:04}", self._invented(number)
            if number < len(HEROES):
                name, (born, rating, games) = list(HEROES.items())[number]
            rows.append(Player(club=self.club, name=name, name_key=name.lower(), birth_year=born))
            self.start[name] = (rating, games)
        made = Player.objects.bulk_create(rows)
        for list_name, league in self.leagues.items():
            standard = list_name == "standard"
            LeagueEntry.objects.bulk_create(
                LeagueEntry(
                    league=league, player=player, start_rating=self.start[player.name][0] if standard else None,
                    start_games=self.start[player.name][1] if standard else None,
                )
                for player in made
            )  # fmt: skip
            welcome(league, [player.pk for player in made])
        return made

    def _invented(self, number: int) -> tuple[int, int | None, int]:
        born = self.chance.randrange(1945, 2014)
        if number % 9 == 0:
            return born, None, 0
        return born, min(2790, max(1401, round(self.chance.gauss(1950, 320)))), self.chance.randrange(120)

    def _books(self) -> dict[str, Book]:
        books: dict[str, Book] = {}
        for name in LISTS:
            cards = {}
            for player in self.players:
                rating, games = self.start[player.name] if name == "standard" else (None, 0)
                cards[player.pk] = Card(rating, games, rating, player.birth_year)
            books[name] = Book(name, cards, MONTHS, books.get("standard"))
        return books

    def close_month(self) -> None:
        self._report_late()
        self._correct()
        for name in LISTS:
            self._play(name)
        for name in LISTS:
            period = self.periods[name][self.month]
            close_period(period=period)
            publish_period(period=period)
            expected = self.books[name].close(self.month, self.games[name])
            entries = RatingListEntry.objects.filter(list__period=period)
            listed = dict(entries.values_list("player", "rating"))
            assert listed == expected, f"{name} {period.name}: {set(listed.items()) ^ set(expected.items())}"
        self.month += 1

    def _play(self, name: str) -> None:
        """The month's events; one in eight ends in the next month, one in ten is of another rate of play."""
        first = MONTHS[self.month]
        share = {"standard": self.events, "rapid": self.events // 2, "blitz": self.events // 3}[name]
        for number in range(share):
            group = [p.pk for p in self.chance.sample(self.players[len(HEROES) :], 6)]
            start = first + timedelta(self.chance.randrange(20))
            end = start + timedelta(4 if number % 8 else 16)
            minutes = LISTS[name] if number % 10 else self.chance.choice([100, 75, 30, 7])
            event = self._event(name, start, end, minutes)
            if event is None:
                continue
            results = [(w, b, self._score()) for i, w in enumerate(group) for b in group[i + 1 :]]
            if name == "standard" and number == 1 and self.month % 3 == 0 and self.month < 20:
                self.late.append((name, event, results))
            else:
                self._enter(name, event, results)
        if name == "standard":
            self._heroes()

    def _score(self) -> int:
        return self.chance.choice((0, 1, 2))

    def _heroes(self) -> None:
        """Scripted results, against the field."""
        me, field = self.heroes, [p.pk for p in self.players[len(HEROES) :]]
        rated = [p for p in field if self.books["standard"].cards[p].rating is not None]
        near = sorted(rated, key=lambda p: -(self.books["standard"].cards[p].rating or 0))
        plan: list[tuple[int, Iterable[int], int]] = [(me["turns 18"], near[20:22], 1)]
        if self.month in (1, 2, 3):
            plan += [(me["crosses 2400"], near[:5], 2), (me["drops"], near[-4:], 0)]
        if self.month == 1:
            plan.append((me["crosses 2300"], near[:3], 2))
        if self.month in (4, 5):
            plan += [(me["crosses 2300"], near[:3], 0), (me["crosses 2400"], near[:3], 0)]
        if self.month in (0, 14, 15):
            plan.append((me["returns"], near[10:12], 1))
        if self.month == 6:
            plan.append((me["plays 39"], near[:39] if len(near) >= 39 else (near * 2)[:39], 1))
        if self.month in (17, 20):
            plan.append((me["over 2650"], [me["weak"]], 2))
        for player, opponents, halves in plan:
            start = MONTHS[self.month] + timedelta(3)
            event = self._event("standard", start, start + timedelta(10), 150)
            assert event is not None
            self._enter("standard", event, [(player, opponent, halves) for opponent in opponents])

    def _event(self, name: str, start: date, end: date, minutes: int) -> Play | None:
        last = MONTHS[-1]
        if end > last.replace(day=monthrange(last.year, last.month)[1]):
            return None
        row = Event.objects.create(
            league=self.leagues[name], name="Event", starts_on=start, ends_on=end, base_minutes=minutes
        )
        months = [max(n for n, first in enumerate(MONTHS) if first <= day) for day in (start, end)]
        return Play(row.pk, start, *months, minutes)

    def _enter(self, name: str, event: Play, results: list[tuple[int, int, int]]) -> None:
        """Results written as facts, all at once: nothing is rated before the month is closed."""
        rows = GameRow.objects.bulk_create(
            GameRow(
                league=self.leagues[name], event_id=event.number, white_id=w, black_id=b, played_on=event.start,
                outcome=OUTCOMES[h], white_halves=h, black_halves=2 - h,
            )
            for w, b, h in results
        )  # fmt: skip
        for row, (w, b, h) in zip(rows, results, strict=True):
            assert OUTCOME_HALVES[OUTCOMES[h]] == (row.white_halves, row.black_halves)
            self.games[name].append(Game(row.pk, event, w, b, h))

    def _report_late(self) -> None:
        """Reports of the month before come in when its list is out."""
        due = [report for report in self.late if report[1].ends_in < self.month]
        self.late = [report for report in self.late if report not in due]
        for name, event, results in due:
            row = Event.objects.get(pk=event.number)
            for white, black, halves in results:
                made = record_game(
                    league=self.leagues[name], white=Player(pk=white), black=Player(pk=black),
                    outcome=OUTCOMES[halves].value, played_on=event.start, event=row, reason="reported late",
                )  # fmt: skip
                self.games[name].append(Game(made.pk, event, white, black, halves))

    def _correct(self) -> None:
        """Two results of published lists a month: another score, void, or taken back."""
        for name in ("standard", "rapid") if self.month else ():
            old = [game for game in self.games[name] if game.event.ends_in < self.month]
            for game in self.chance.sample(old, 2):
                row = GameRow.objects.get(pk=game.number)
                if game.halves is None:
                    restored = restore_game(game=row, reason="it was played")
                    game.halves = restored.white_halves
                elif self.chance.random() < 0.3:
                    void_game(game=row, reason="never played")
                    game.halves = None
                else:
                    game.halves = self.chance.choice([h for h in (0, 1, 2) if h != game.halves])
                    correct_game(game=row, outcome=OUTCOMES[game.halves].value, reason="scoresheet")
