"""What the tests of imports share: files from text, plans and commits in one line."""

from league.models import Game
from league.services.importing import (
    ResultsOptions,
    SourceFile,
    commit_players,
    commit_results,
    plan_players,
    plan_results,
)


def source(text, name="games.csv"):
    return SourceFile(name, text.encode() if isinstance(text, str) else text)


def plan(league, *texts, **options):
    files = [source(text, f"{place}.csv") for place, text in enumerate(texts, 1)]
    league.refresh_from_db()
    return plan_results(league=league, files=files, options=ResultsOptions(**options))


def imported(league, *texts, **options):
    """The plan that was committed; everything must have been in order."""
    made = plan(league, *texts, **options)
    assert not made.problems, [problem.line() for problem in made.problems]
    return commit_results(plan=made).plan


def words(made):
    """What is wrong, one line each."""
    return [problem.line() for problem in made.problems]


def games(league):
    rows = Game.objects.filter(league=league).order_by("pk")
    return [
        (f"{game.played_on:%m-%d}", game.white.name, game.black.name, game.outcome)
        for game in rows.select_related("white", "black")
    ]


def players_plan(club, text, league=None, **options):
    return plan_players(club=club, file=source(text, "players.csv"), league=league, **options)


def players_imported(club, text, league=None, **options):
    made = players_plan(club, text, league, **options)
    assert not made.problems, [problem.line() for problem in made.problems]
    return commit_players(plan=made)
