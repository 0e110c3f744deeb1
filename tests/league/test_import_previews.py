"""Every number of an import's preview is found after committing it: files of results and files of players."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Game, LeagueEntry
from league.services.importing import commit_players, commit_results, preview_players, preview_results
from league.services.people import add_player
from ratings.models import RatingRun
from ratings.services import verify

from .desking import address, club_with, play, superuser
from .importing import plan, players_plan
from .test_previews_come_true import corrected, is_as_told, standing
from .worlds import World

pytestmark = pytest.mark.django_db
KINDS = ("Elo game by game", "FIDE next list", "followed", "seeds")  # what differs for an import
HEAD = "date,white,black,result,event,round,season,white_rating,game\n"
NEWCOMERS = "2026-02-12,Nowa Anna,Player 2,1-0,,,,1720,\n2026-03-02,Player 4,Nowy Jan,=,,,,,\n"
FILES = {
    "of today": HEAD + "2026-04-29,Player 1,Player 5,1-0,,,,,\n2026-04-30,Player 6,Player 2,=,,,,,\n",
    "late": HEAD + "2026-01-09,Player 1,Player 5,1-0,,,,,\n2026-03-09,Player 6,Player 2,=,,,,,\n",
    "with newcomers": HEAD + NEWCOMERS,
    "with a new event": HEAD
    + "2026-02-02,Player 0,Player 3,0-1,Open,1,,,\n2026-02-20,Player 3,Player 7,1-0,Open,2,,,\n",
    "with other days of an event": HEAD + "2026-02-06,Player 0,Player 3,0-1,Cup,7,,,\n",
    "with seasons": HEAD + "2026-02-06,Player 0,Player 3,0-1,,,Winter,,\n2026-02-25,Player 5,Player 3,=,,,Spring,,\n",
    "with corrections": HEAD + "{date},{white},{black},{other},,,,,{game}\n",
}  # fmt: skip
PLAYERS = {
    "birth years and starts": "name,birth_year,rating,games,peak\n"
    "Player 3,2011,1900,3,2410\nPlayer 5,1955,,,\nWho,1990,1800,,\n",
    "guests": "name,guest\nPlayer 2,yes\n",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_an_imports_preview_is_found_after_committing(kind):
    """One league, the files one after another; each refused by plan and commit alike, or as told."""
    world = World(kind)
    add_player(club=world.club, name="Outsider", start_rating=1444)
    seen = [name for name in FILES if comes_true(world, name)] + [
        name for name in PLAYERS if players_come_true(world, name)
    ]
    assert len(seen) >= len(FILES) + len(PLAYERS) - (7 if kind == "FIDE next list" else 0), seen
    for league in world.leagues:
        assert list(verify(league)) == []


def comes_true(world, name):
    text = FILES[name].format(**other_result(world))
    made = plan(world.league, text, create_players=True, update=True, reason="seen on paper")
    if made.problems:
        return False
    told = preview_results(made)
    assert told is not None and preview_results(made) == told, "a preview writes nothing"
    new = {f"_{row}" for row in made.newcomers}
    before = {each.pk: (standing(each), corrected(each)) for each in world.leagues}
    newest = RatingRun.objects.order_by("-pk").first()
    commit_results(plan=made)
    as_told(world, name, [told, *told.others], before, newest, new)
    return True


def players_come_true(world, name):
    made = players_plan(world.club, PLAYERS[name], reason="federation")
    if made.problems:
        return False
    told = preview_players(made)
    before = {each.pk: (standing(each), corrected(each)) for each in world.leagues}
    newest = RatingRun.objects.order_by("-pk").first()
    commit_players(plan=made)
    as_told(world, name, told, before, newest, ())
    return True


def as_told(world, name, told, before, newest, new):
    """Newcomers get their ids with the commit: they are found by name."""
    for league in world.leagues:
        ours = next((each for each in told if each.league.pk == league.pk), None)
        if ours is not None:
            ids = dict(LeagueEntry.objects.filter(league=league).values_list("player__name", "player_id"))
            ours.moves = [
                m._replace(player_id=ids[m.name] if m.player_id > 1 << 20 else m.player_id) for m in ours.moves
            ]
        is_as_told(f"{name} in {league.slug}", league, ours, before[league.pk], newest)


def other_result(world):
    game = Game.objects.select_related("white", "black").get(pk=world.games[9].pk)
    return {
        "game": game.pk, "date": game.played_on, "white": game.white.name, "black": game.black.name,
        "other": "0-1" if game.outcome != "0-1" else "1-0",
    }  # fmt: skip


# -- on the desk ---------------------------------------------------------------------------------------------


@pytest.fixture
def league(client):
    client.force_login(superuser())
    league, (anna, bo) = club_with("Anna Berg", "Bo Dahl")
    play(league, anna, bo, on=date(2026, 3, 10))
    return league


def uploaded(client, where, text):
    return client.post(where, {"file": SimpleUploadedFile("file.csv", text.encode())}, follow=True)


def pressed(client, answer, **given):
    where = answer.redirect_chain[-1][0] if answer.redirect_chain else answer.request["PATH_INFO"]
    return client.post(where, given, follow=True)


def seen(answer):
    return re.search(r'name="seen" value="(\d+)"', answer.content.decode())[1]


def text_of(answer):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_the_page_of_a_file_says_who_moves_and_is_shown_anew_where_something_came_between(client, league):
    text = "date,white,black,result\n2026-03-01,Anna Berg,Bo Dahl,0-1\n2026-03-02,Neu Eva,Bo Dahl,1-0\n"
    shown = uploaded(client, address(league, "desk/import/"), text)
    assert "What it would move 3 players move · 3 games are rated again" in text_of(shown)
    assert re.search(r"Neu Eva.*? – 1510 ", text_of(shown)), text_of(shown)
    first = seen(shown)
    play(league, *league.club.players.order_by("pk")[:2], on=date(2026, 3, 12))
    stopped = pressed(client, shown, step="commit", seen=first, all_new="1")
    assert "changed while you were reading" in text_of(stopped) and "4 games are rated again" in text_of(stopped)
    assert Game.objects.count() == 2 and seen(stopped) != first
    done = pressed(client, stopped, step="commit", seen=seen(stopped), all_new="1")
    assert "Imported." in text_of(done) and Game.objects.count() == 4
    assert re.search(r'Imported\. <a href="[^"]*/undo/', done.content.decode())
    again = pressed(client, stopped, step="commit", seen=seen(stopped))  # the button pressed twice
    assert "2 games came with it" in text_of(again) and Game.objects.count() == 4


def test_what_takes_long_is_computed_when_it_is_asked_for(client, league, settings):
    settings.ARPAD_LONG_REPLAY = 1
    text = "date,white,black,result\n2026-03-01,Anna Berg,Bo Dahl,0-1\n"
    shown = uploaded(client, address(league, "desk/import/"), text)
    assert "2 games would be rated again." in text_of(shown) and "What it would move" not in text_of(shown)
    assert "2 players move" in text_of(pressed(client, shown, step="foresee"))


def test_the_page_of_a_file_of_players_says_who_moves(client, league):
    shown = uploaded(client, f"/{league.club.slug}/desk/import/", "name,rating\nAnna Berg,1700\nNeu Eva,1400\n")
    assert "What it would move" in text_of(shown) and "2 players move · 1 game is rated again" in text_of(shown)
    play(league, *league.club.players.order_by("pk")[:2], on=date(2026, 3, 12))
    stopped = pressed(client, shown, step="commit", seen=seen(shown))
    assert "changed while you were reading" in text_of(stopped)
    assert "Imported." in text_of(pressed(client, stopped, step="commit", seen=seen(stopped)))
