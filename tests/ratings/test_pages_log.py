"""The log, the lists, events and games."""

from datetime import date

import pytest
from django.utils import timezone

from league.models import PlayerName
from league.services import adjusting, correcting, recording
from ratings.models import RatingChange, RatingRun
from tests.copies import built_once

from .build import entrants, make_event, make_league
from .reading import table, text

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


@pytest.fixture
@built_once
def league():
    league = make_league(players=3, slug="log")
    a, b, c = entrants(league)
    for player in (a, b, c):
        for word in player.name_key.split():
            PlayerName.objects.create(club=league.club, player=player, word=word)
    for day, pair in enumerate([(a, b), (b, c), (c, a)], 1):
        recording.record_game(league=league, white=pair[0], black=pair[1], outcome="1-0", played_on=date(2026, 3, day))
    adjusting.adjust(league=league, player=a, on=date(2026, 3, 9), by=50, reason="Agreed with the federation")
    correcting.correct_game(game=league.games.earliest("pk"), outcome="0-1", reason="Wrong way round")
    return league


def test_each_recalculation_has_its_reason_and_who_moved(client, league):
    rows = table(client.get("/club/log/log/?cause=runs"))
    assert [r["Why"] for r in rows] == [
        "Wrong way round", "Agreed with the federation", *["A result was recorded"] * 3,
    ]  # fmt: skip
    assert rows[1]["Who moved"] == "Player 0000 +50▲" and rows[1]["From"] == "9 Mar 2026"
    assert rows[0]["Players"] == "3" and rows[0]["Who moved"].count("Player") == 3


def test_a_recalculation_lists_everybody_largest_first(client, league):
    run = RatingRun.objects.filter(league=league).latest("pk")
    rows = table(client.get(f"/club/log/log/{run.pk}/"))
    moves = [abs(float(r["Difference"].strip("▲▼ ").replace("−", "-"))) for r in rows]
    assert moves == sorted(moves, reverse=True) and len(moves) == 3


def test_the_log_of_a_player(client, league):
    rows = table(client.get("/club/log/log/?cause=runs&player=0002"))
    assert all("Player 0002" in r["Who moved"] for r in rows) and len(rows) == 3


def test_the_log_asks_which_player_where_several_fit(client, league):
    words = text(client.get("/club/log/log/?player=player"))
    assert "Which player?" in words and "Player 0001" in words


def test_the_log_of_games_shows_both_sides_and_the_reason_where_nothing_moved(client, league):
    a, b, _c = entrants(league)
    recording.record_game(league=league, white=a, black=b, outcome="-+", played_on=date(2026, 3, 20))
    rows = table(client.get("/club/log/log/?cause=game"))
    assert [r["Date"] for r in rows] == ["20 Mar 2026", "3 Mar 2026", "2 Mar 2026", "1 Mar 2026"]
    assert rows[0]["Result"] == "− – +" and "forfeit" in rows[0].values()
    assert rows[3]["Result"] == "0–1 corrected"


@pytest.mark.parametrize(
    ("asked", "days"),
    [("from=2026-03-02", ["3 Mar 2026", "2 Mar 2026"]), ("to=2026-03-01", ["1 Mar 2026"]),
     ("from=2026-03-02&to=2026-03-02", ["2 Mar 2026"])],
)  # fmt: skip
def test_the_log_between_two_days(client, league, asked, days):
    assert [r["Date"] for r in table(client.get(f"/club/log/log/?cause=game&{asked}"))] == days


def test_recalculations_are_filtered_by_the_day_they_were_made(client, league):
    today = timezone.localdate().isoformat()
    assert len(table(client.get(f"/club/log/log/?cause=runs&from={today}&to={today}"))) == 5
    assert "Nothing is logged for this choice." in text(client.get("/club/log/log/?to=2020-01-01"))


def test_adjustments_and_first_ratings_have_lists_of_their_own(client, league):
    rows = table(client.get("/club/log/log/?cause=adjustment"))
    assert [(r["Player"], r["Opponent or reason"], r["Change"]) for r in rows] == [
        ("Player 0000", "Adjustment by hand · Agreed with the federation", "+50.0▲")
    ]
    first = table(client.get("/club/log/log/?cause=entry"))
    assert sorted(r["Player"] for r in first) == ["Player 0000", "Player 0001", "Player 0002"]


def test_the_changes_of_a_player_by_cause(client, league):
    player = entrants(league)[1]
    rows = table(client.get(f"/club/log/log/?cause=game&player={player.pk}"))
    assert len(rows) == RatingChange.objects.filter(player=player, cause="game").count() == 2


# -- a game and its history -------------------------------------------------------------------------


def test_a_game_says_what_was_changed_from_what_to_what_and_why(client, league):
    game = league.games.earliest("pk")
    words = text(client.get(f"/club/log/games/{game.pk}/"))
    assert "Corrected" in words and "Wrong way round" in words
    assert "Result: 1–0 → 0–1" in words and "Player 0000 0–1 Player 0001" in words


def test_a_swap_of_the_sides_names_the_players(client, league):
    game = league.games.latest("pk")
    correcting.correct_game(game=game, swap=True, reason="Colours")
    words = text(client.get(f"/club/log/games/{game.pk}/"))
    assert "White: Player 0002 → Player 0000" in words and "Black: Player 0000 → Player 0002" in words


def test_every_game_without_a_change_has_its_page(client, scene):
    """Of an open period, by forfeit, not confirmed, void: no row of the log, and the page says why."""
    a, b = scene.players[:2]
    for outcome in ("+-", "1-0"):
        recording.record_game(league=scene.fide, white=a, black=b, played_on=date(2026, 11, 28), outcome=outcome)
    unrated = scene.fide.games.filter(played_on__year=2026, played_on__month=11)
    assert {g.outcome for g in unrated} >= {"+-", "1-0"}
    for game in unrated:
        response = client.get(f"/{scene.fide.club.slug}/{scene.fide.slug}/games/{game.pk}/")
        assert response.status_code == 200 and "–" in text(response)


def test_nobodys_account_is_named_on_a_public_page(client, league, django_user_model):
    secretary = django_user_model.objects.create_user("very.private.person", is_superuser=True)
    game = league.games.earliest("pk")
    correcting.correct_game(game=game, outcome="=", reason="Third version", actor=secretary)
    for page in ("log/", f"games/{game.pk}/", f"log/{RatingRun.objects.latest('pk').pk}/", f"players/{game.white_id}/"):
        assert "very.private" not in client.get(f"/club/log/{page}").content.decode(), page


# -- events -----------------------------------------------------------------------------------------


def test_an_event_shows_its_rounds_and_changes(client):
    league = make_league(players=4, slug="event")
    a, b, c, d = entrants(league)
    event = make_event(league, "Spring cup", DAY, date(2026, 3, 9), site="Town hall")
    for number, pairs in enumerate([((a, b), (c, d)), ((a, c), (b, d))], 1):
        for board, (white, black) in enumerate(pairs, 1):
            recording.record_game(
                league=league, white=white, black=black, outcome="1-0", played_on=date(2026, 3, number), event=event,
                round=number, board=board,
            )  # fmt: skip
    assert table(client.get("/club/event/events/"))[0]["Games"] == "4"
    rows = table(client.get(f"/club/event/events/{event.pk}/"), having="White")
    assert [(r["Round"], r["White"], r["Result"], r["Black"]) for r in rows] == [
        ("1.1", "Player 0000", "1–0", "Player 0001"), ("1.2", "Player 0002", "1–0", "Player 0003"),
        ("2.1", "Player 0000", "1–0", "Player 0002"), ("2.2", "Player 0001", "1–0", "Player 0003"),
    ]  # fmt: skip
    assert len(table(client.get(f"/club/event/events/{event.pk}/?round=2"))) == 2


# -- lists ------------------------------------------------------------------------------------------


def test_a_published_list_never_changes_and_says_what_would_be_corrected(client, scene):
    before = [(r["#"], r["Player"], r["Rating"]) for r in table(client.get("/riverside/standard/lists/2026-10-01/"))]
    wrong = scene.fide.games.filter(played_on__month=8, outcome="0-1").earliest("pk")
    correcting.correct_game(game=wrong, outcome="1-0", reason="typed the wrong way round")
    rows = table(client.get("/riverside/standard/lists/2026-10-01/"))
    assert [(r["#"], r["Player"], r["Rating"]) for r in rows] == before
    assert any(r["Corrected"] for r in rows)


def test_lists_lead_to_their_neighbours(client, scene):
    body = client.get("/riverside/standard/lists/2026-10-01/").content.decode()
    assert 'href="/riverside/standard/lists/2026-09-01/"' in body
    assert 'href="/riverside/standard/lists/2026-11-01/"' in body


def test_periods_show_their_status_and_list(client, scene):
    rows = table(client.get("/riverside/standard/periods/"))
    assert [(r["Period"], r["Status"]) for r in rows] == [
        ("December 2026", "open"), ("November 2026", "open"), ("October 2026", "published"),
        ("September 2026", "published"), ("August 2026", "published"),
    ]  # fmt: skip
    assert rows[2]["List"] == "list of 1 Nov 2026" and rows[2]["Players"] == "13"
