"""The leaderboard: ranks, arrows, what counts as active, any day, search."""

from datetime import date

import pytest
from django.utils import timezone

from league.models import PlayerName, RatingPeriod
from league.services import correcting, people, periods, recording
from ratings.models import Rating, RatingList, RatingListEntry
from ratings.services import rerate
from tests.copies import built_once

from .build import entrants, make_league, play
from .reading import table, text

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 3)


@built_once
def board_of(ratings, *, last_played=DAY, **fields):
    """A league whose players stand at these numbers; the numbers are written, not computed."""
    league = make_league(players=len(ratings), slug="board")
    league.rated_at = timezone.now()
    league.save()
    people = entrants(league)
    play(league, people[0], people[1], 1.0, DAY)
    for player, number in zip(people, ratings, strict=True):
        Rating.objects.create(
            league=league, player=player, value=number, live=number,
            shown=None if number is None else int(number + 0.5), last_played=last_played, games=9, **fields,
        )  # fmt: skip
    return league


def publish(league, month, ranked):
    """A list as it was published: (player, rank, rating)."""
    first = date(2026, month, 1)
    period = RatingPeriod.objects.create(
        league=league, name=f"2026-{month - 1:02d}", starts_on=date(2026, month - 1, 1),
        ends_on=date(2026, month - 1, 28), status="published",
    )  # fmt: skip
    made = RatingList.objects.create(league=league, period=period, dated=first, published_at=timezone.now())
    for player, rank, rating in ranked:
        RatingListEntry.objects.create(list=made, player=player, rank=rank, name=player.name, rating=rating)
    return made


# -- ranks -----------------------------------------------------------------------------------------


def test_equal_shown_ratings_share_a_rank_1_2_2_4(client):
    board_of([1600, 1500.4, 1499.6, 1400])
    rows = table(client.get("/club/board/"))
    assert [(r["#"], r["Rating ↓"] if "Rating ↓" in r else r["Rating"]) for r in rows] == [
        ("1", "1600"), ("2", "1500"), ("2", "1500"), ("4", "1400"),
    ]  # fmt: skip


def test_after_a_five_way_tie_comes_the_sixth(client):
    board_of([1500] * 5 + [1400])
    assert [r["#"] for r in table(client.get("/club/board/"))] == ["1"] * 5 + ["6"]


def test_the_second_page_continues_the_ranks_and_ties_cross_its_border(client):
    board_of([2000 - n for n in range(24)] + [1500, 1500] + [1400 - n for n in range(34)])
    first, second = (table(client.get(f"/club/board/?per_page=25&page={n}")) for n in (1, 2))
    assert (len(first), first[-1]["#"], second[0]["#"], second[1]["#"]) == (25, "25", "25", "27")


def test_another_order_and_a_search_change_no_rank(client):
    league = board_of([1600, 1500, 1400])
    player = entrants(league)[2]
    PlayerName.objects.create(club=league.club, player=player, word="zora")
    assert [r["#"] for r in table(client.get("/club/board/?q=zor"))] == ["3"]
    assert [r["#"] for r in table(client.get("/club/board/?sort=rating"))] == ["3", "2", "1"]
    assert [r["#"] for r in table(client.get("/club/board/?sort=-player"))] == ["3", "2", "1"]


def test_every_page_says_how_ties_are_broken(client):
    board_of([1500, 1500])
    assert "Players with the same rating share a rank" in text(client.get("/club/board/"))


def test_the_player_page_and_the_export_give_the_same_rank(client):
    league = board_of([1600, 1500, 1500, 1400])
    page = text(client.get(f"/club/board/players/{entrants(league)[2].pk}/"))
    assert "Rank 2 of 4 active" in page
    lines = b"".join(client.get("/club/board/?_export=csv").streaming_content).decode().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "2", "2", "4"]


# -- active, unrated -------------------------------------------------------------------------------


def test_who_has_not_played_for_a_year_before_the_last_game_is_inactive_and_unranked(client):
    league = board_of([1600, 1500])
    Rating.objects.filter(shown=1600).update(last_played=date(2025, 11, 1))
    assert [(r["#"], r["Player"]) for r in table(client.get("/club/board/"))] == [("1", "Player 0001")]
    everybody = table(client.get("/club/board/?show=all"))
    assert [(r["#"], r["Player"]) for r in everybody] == [("1", "Player 0000 inactive"), ("2", "Player 0001")]
    page = text(client.get(f"/club/board/players/{entrants(league)[0].pk}/"))
    assert "none: inactive since 1 November 2025" in page


def test_who_left_the_club_is_off_the_active_board_and_takes_no_rank(client):
    league = board_of([1600, 1500])
    people.archive_player(player=entrants(league)[0])
    assert [(r["#"], r["Player"]) for r in table(client.get("/club/board/"))] == [("1", "Player 0001")]
    assert "none: no longer in the club" in text(client.get(f"/club/board/players/{entrants(league)[0].pk}/"))


def test_a_player_without_a_rating_is_listed_apart_and_breaks_nothing(client):
    board_of([1600, None])
    assert [r["Player"] for r in table(client.get("/club/board/?show=all"))] == ["Player 0000"]
    assert [r["Player"] for r in table(client.get("/club/board/?show=unrated"))] == ["Player 0001"]


def test_a_provisional_rating_has_a_question_mark(client):
    board_of([1571.2, 1500], provisional=True)
    assert table(client.get("/club/board/"))[0]["Rating"] == "1571?"


# -- arrows ----------------------------------------------------------------------------------------


def test_without_a_published_list_there_are_no_arrows(client):
    board_of([1600, 1500])
    assert "Move" not in table(client.get("/club/board/"))[0]


def test_arrows_compare_with_the_last_list_and_newcomers_are_new(client):
    league = board_of([1600, 1500, 1400])
    a, b, _c = entrants(league)
    publish(league, 10, [(b, 1, 1510), (a, 2, 1500)])
    moves = {r["Player"]: r["Move"] for r in table(client.get("/club/board/"))}
    assert moves == {"Player 0000": "▲1", "Player 0001": "▼1", "Player 0002": "new"}


def test_right_after_publication_arrows_compare_with_the_list_before(client):
    """Compared with its own snapshot every arrow would say "no change"."""
    league = board_of([1600, 1500])
    a, b = entrants(league)
    publish(league, 10, [(b, 1, 1510), (a, 2, 1500)])
    newest = publish(league, 12, [(a, 1, 1600), (b, 2, 1500)])
    assert newest.period.ends_on > DAY
    assert [r["Move"] for r in table(client.get("/club/board/"))] == ["▲1", "▼1"]


def test_players_who_left_the_active_board_leave_no_gap_in_the_places_gained(client):
    league = board_of([1600, 1500, 1400])
    a, b, c = entrants(league)
    publish(league, 10, [(a, 1, 1600), (b, 2, 1500), (c, 3, 1400)])
    other = make_league(players=0, slug="other")
    Rating.objects.create(league=other, player=b, value=1, shown=1, last_played=date(2020, 1, 1))  # elsewhere
    Rating.objects.filter(league=league, player=a).update(last_played=date(2024, 1, 1))
    assert [(r["#"], r["Move"]) for r in table(client.get("/club/board/"))] == [("1", "–"), ("2", "–")]


# -- a league that lives ---------------------------------------------------------------------------


def test_the_live_rating_stands_beside_the_published_one(client, scene):
    response = client.get("/riverside/standard/")
    rows = table(response)
    assert all(int(r["Live"]) - int(r["Rating"]) == _number(r["Change"]) for r in rows)
    assert any(_number(r["Change"]) for r in rows)
    assert "Live: 6 games of November 2026 so far." in text(response)
    assert "List of 1 November 2026, published" in text(response)


def test_a_corrected_number_is_shown_with_the_published_one_beside_it(client, scene):
    rows = table(client.get("/riverside/standard/"))
    listed = {r["Player"]: r for r in table(client.get("/riverside/standard/lists/2026-11-01/"))}
    corrected = [r for r in rows if r["Published"]]
    assert corrected
    for row in corrected:
        assert row["Published"] == listed[row["Player"]]["Rating"]
        assert listed[row["Player"]]["Corrected"].startswith(row["Rating"])


def test_after_publication_the_change_is_that_of_the_list(client, scene):
    with_list = periods.find_period(league=scene.fide, name="2026-11")
    periods.close_period(period=with_list)
    closed = client.get("/riverside/standard/")
    assert "After the period November 2026, closed but not published yet." in text(closed)
    periods.publish_period(period=with_list)
    published = client.get("/riverside/standard/")
    assert "List of 1 December 2026" in text(published)
    listed = {r["Player"]: r["Change"] for r in table(client.get("/riverside/standard/lists/2026-12-01/"))}
    assert {r["Player"]: r["Change"] for r in table(published)} == listed


def test_any_day_shows_rating_rank_and_results_as_they_were(client, scene):
    now = {r["Player"]: r for r in table(client.get("/riverside/evenings/?show=all"))}
    then = table(client.get("/riverside/evenings/?at=2026-01-15"))
    assert then and [int(r["#"]) for r in then] == sorted(int(r["#"]) for r in then)
    assert any(r["Rating"] != now[r["Player"]]["Rating"] for r in then)
    assert sum(int(r["Games"]) for r in then) == 2 * sum(
        1 for g in scene.elo.games.filter(played_on__lte=date(2026, 1, 15), status="final")
    )
    for row in then:
        assert sum(map(int, row["W–D–L"].split("–"))) == int(row["Games"])


def test_the_board_of_the_day_of_the_last_game_is_the_board_of_now(client, scene):
    now = table(client.get("/riverside/evenings/"))
    then = table(client.get("/riverside/evenings/?at=2026-11-30"))
    assert [(r["#"], r["Player"], r["Games"]) for r in now] == [(r["#"], r["Player"], r["Games"]) for r in then]
    assert [r["Rating"].rstrip("?") for r in now] == [r["Rating"] for r in then]


def test_choosing_a_published_list_leads_to_its_own_address(client, scene):
    response = client.get("/riverside/standard/?list=2026-10-01")
    assert (response.status_code, response["Location"]) == (302, "/riverside/standard/lists/2026-10-01/")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("kowal", "Anna Kowalska WFM"), ("ANNA", "Anna Kowalska WFM"), ("иван", "Иван Петров"), ("ivan", "Иван Петров"),
        ("zak", "Łukasz Żak CM"), ("elkin", "Ольга Ёлкина"), ("елкин", "Ольга Ёлкина"), ("oneill", "Siobhán O’Neill"),
        ("muller zoe", "Zoë Müller"), ("cholmon", "Bartholomew Featherstonehaugh-Cholmondeley"),
    ],
)  # fmt: skip
def test_search_finds_the_beginning_of_any_word_in_any_script(client, scene, typed, found):
    assert [r["Player"] for r in table(client.get("/riverside/standard/", {"q": typed}))] == [found]


def test_a_search_that_finds_nobody_says_what_to_do(client, scene):
    page = text(client.get("/riverside/standard/?q=zzz"))
    assert "Nobody here has a name that begins with “zzz”." in page and "Search among all rated players" in page


def test_a_league_without_games_says_the_next_step(client):
    make_league(slug="empty")
    assert "No rated games yet." in text(client.get("/club/empty/"))


def test_a_name_is_never_markup(client):
    club = people.create_club(slug="x", name="<b>Club</b>")
    evil = people.add_player(club=club, name="<svg/onload=alert(1)>").player
    other = people.add_player(club=club, name="</script><script>").player
    league = make_league(slug="evil", club="x", players=0)
    recording.record_game(league=league, white=evil, black=other, outcome="1-0", played_on=DAY)
    rerate(league, since=None, reason="test")
    for page in ("", "?show=all", f"players/{evil.pk}/", "log/", "log/?cause=game", "?q=svg"):
        body = client.get(f"/x/evil/{page}").content.decode()
        assert "<svg/onload" not in body and "</script><script>" not in body and "<b>Club" not in body


def test_a_void_game_leaves_the_board(client, scene):
    game = scene.elo.games.filter(status="final", outcome="1-0").order_by("-played_on").first()
    before = {r["Player"]: r["Games"] for r in table(client.get("/riverside/evenings/?show=all"))}
    correcting.void_game(game=game, reason="played twice")
    after = {r["Player"]: r["Games"] for r in table(client.get("/riverside/evenings/?show=all"))}
    assert sum(map(int, before.values())) - sum(map(int, after.values())) == 2


def _number(change):
    return int(change.strip("▲▼ ").replace("−", "-").replace("+", ""))
