"""Events, records and seasons by the API: the same as on their pages."""

from datetime import date

import pytest

from league.models import Bye, Game, Player
from league.services import seasons
from league.services.people import set_club_privacy, set_player_privacy
from league.services.planning.pairings import Pair, set_pairings
from league.services.planning.roster import add_entries
from ratings.boards import standings as boards
from ratings.models import Rating

from .reading import table

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/clubs/riverside/leagues"


@pytest.fixture(autouse=True)
def unlimited(settings):
    settings.ARPAD_API_READS = 0


def get(client, address: str, **query):
    answer = client.get(ROOT + address, query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_table_of_an_event_and_its_rounds(client, scene):
    event = scene.fide.events.earliest("pk")
    address = f"/standard/events/{event.pk}"
    told = get(client, f"{address}/standings")
    page = boards.standings(event)
    assert [(p["place"], p["rank"], p["player"]["name"], 2 * p["points"]) for p in told["places"]] == [
        (line.place, line.rank, line.player.name, line.halves) for line in page.lines
    ]
    assert [len(p["rounds"]) for p in told["places"]] == [len(line.cells) for line in page.lines]
    assert all(len(p["tie_breaks"]) == len(told["tie_breaks"]) for p in told["places"])
    shown = table(client.get(f"/riverside/standard/events/{event.pk}/"), having="Points")
    assert [p["rating"] for p in told["places"]] == [int(row["Rating"]) if row["Rating"] else None for row in shown]
    assert get(client, f"{address}/rounds") == [1, 2, 3, 4, 5]
    second = get(client, f"{address}/rounds/2")
    assert [each["board"] for each in second["boards"]] == [1, 2, 3, 4, 5, 6]
    first = Game.objects.get(event=event, round=2, board=1)
    assert (second["boards"][0]["game"], second["boards"][0]["result"]) == (first.pk, first.outcome)
    assert client.get(f"{ROOT}{address}/rounds/99").status_code == 404
    assert client.get(f"{ROOT}/evenings/events/{event.pk}/standings").status_code == 404


def test_pairings_and_byes_of_a_round_to_come(client, scene):
    event = scene.fide.events.latest("pk")
    anna, ivan, lars, mia = scene.players[:4]
    add_entries(event=event, players=[anna, ivan, lars, mia])
    set_pairings(event=event, round=7, pairs=[Pair(1, anna, ivan)])
    Bye.objects.create(event=event, player=lars, round=7, kind="H", halves=1)
    told = get(client, f"/standard/events/{event.pk}/rounds/7")
    (board,) = told["boards"]
    assert (board["white"]["id"], board["black"]["id"], board["result"], board["game"]) == (anna.pk, ivan.pk, "", None)
    assert [(bye["player"]["id"], bye["points"]) for bye in told["byes"]] == [(lars.pk, 0.5)]
    assert mia.pk in [each["id"] for each in told["without"]]


def test_statistics_and_a_players_record(client, scene):
    told = get(client, "/evenings/statistics")
    page = client.get("/riverside/evenings/statistics/").context
    assert (told["games"], len(told["upsets"])) == (page["games"], len(page["upsets"]))
    assert [each["player"]["id"] for each in told["highest"]] == [each["player"].pk for each in page["highest"]]
    assert sum(step["players"] for step in told["distribution"]) == page["spread"].total
    anna = scene.players[0]
    record = get(client, f"/evenings/players/{anna.pk}/record")
    career = client.get(f"/riverside/evenings/players/{anna.pk}/record/").context["career"]
    assert record["all"]["games"] == career.all.games == record["white"]["games"] + record["black"]["games"]
    assert [each["length"] for each in record["streaks"]] == [each.length for each in career.streaks]
    tag = client.get(f"{ROOT}/evenings/statistics")["ETag"]
    assert client.get(f"{ROOT}/evenings/statistics", headers={"If-None-Match": tag}).status_code == 304


def test_seasons_and_the_board_at_the_end_of_one(client, scene):
    seasons.start_season(league=scene.elo, name="2026", starts_on=date(2026, 3, 1), ends_on=date(2026, 9, 30))
    (season,) = get(client, "/evenings/seasons")
    assert (season["name"], season["until"], season["over"]) == ("2026", "2026-09-30", True)
    page = table(client.get(f"/riverside/evenings/seasons/{season['id']}/", {"per_page": "100"}))
    rows, after = [], ""
    while after is not None:
        body = get(client, f"/evenings/seasons/{season['id']}", limit=4, after=after)
        rows, after = rows + body["items"], body["next"]
    assert [(str(r["rank"]), str(r["rating"])) for r in rows] == [(r["#"], r["Rating"]) for r in page]
    few = get(client, f"/evenings/seasons/{season['id']}", min_games=7, limit=200)["items"]
    assert 0 < len(few) < len(rows) and all(r["games"] >= 7 for r in few)
    ranks = {r["player"]["id"]: r["rank"] for r in rows}
    assert [r["overall"] for r in few] == [ranks[r["player"]["id"]] for r in few]


def test_a_published_list_by_choice_has_the_ranks_of_its_page(client, scene):
    told = get(client, "/standard/lists/2026-10-01", title="any", limit=200)["items"]
    page = table(client.get("/riverside/standard/lists/2026-10-01/", {"title": "any", "per_page": "100"}))
    assert told and [line["rating"] for line in told] == [int(row["Rating"].rstrip("?")) for row in page]
    assert [line["here"] for line in told] == [int(row["Here"]) for row in page]
    assert {line["here"] for line in get(client, "/standard/lists/2026-10-01")["items"]} == {None}


def test_what_a_game_between_two_would_bring_where_the_club_shows_chances(client, scene):
    one, other = scene.players[:2]
    address = f"/evenings/players/{one.pk}/against/{other.pk}"
    outlook = get(client, address)["outlook"]
    assert 0 < outlook["expected"] < 1
    assert outlook["win"]["own"] > outlook["draw"]["own"] > outlook["loss"]["own"]
    set_club_privacy(club=scene.club, show_odds=False)
    assert get(client, address)["outlook"] is None


def test_a_board_by_choice_has_both_ranks(client, scene):
    Player.objects.filter(pk__in=[p.pk for p in scene.players[::2]]).update(affiliation="Hetman")
    set_club_privacy(club=scene.club, names="short")  # another state of the leagues
    told = get(client, "/evenings/leaderboard", show="all", affiliation="Hetman")["items"]
    every = {line["player"]["id"]: line["rank"] for line in get(client, "/evenings/leaderboard", show="all")["items"]}
    assert told and {line["player"]["id"] for line in told} <= {p.pk for p in scene.players[::2]}
    assert [line["overall"] for line in told] == [every[line["player"]["id"]] for line in told]
    assert told[0]["rank"] == 1
    assert client.get(f"{ROOT}/evenings/leaderboard?age=u18").status_code == 422
    assert get(client, "/evenings/leaderboard", title="GM")["items"] == []


def test_games_of_who_is_found_by_nothing_are_not_found(client, scene):
    anna = Rating.objects.filter(league=scene.elo).earliest("player_id").player
    assert get(client, "/evenings/games", player=anna.pk)["items"]
    set_player_privacy(player=anna, listed=False)
    assert get(client, "/evenings/games", player=anna.pk)["items"] == []
