"""The API for reading: the same numbers as the pages, whole lists by pages, answers that need not be made again."""

from datetime import date

import pytest

from league.models import Game
from league.services import people
from ratings.boards.order import newest_first
from ratings.models import Rating, RatingChange

from .reading import table

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/clubs/riverside"


@pytest.fixture(autouse=True)
def unlimited(settings):
    settings.ARPAD_API_READS = 0


def items(client, address: str, limit: int = 5, **query) -> list[dict]:
    """Everything behind an address, page after page."""
    found, after = [], ""
    for _page in range(200):
        answer = client.get(address, {**query, "limit": limit, "after": after})
        assert answer.status_code == 200, answer.content
        body = answer.json()
        assert len(body["items"]) <= limit
        found += body["items"]
        if body["next"] is None:
            return found
        after = body["next"]
    raise AssertionError("the pages have no end")


def get(client, address: str, **query):
    answer = client.get(ROOT + address, query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_clubs_leagues_and_people(client, scene):
    assert [each["club"] for each in items(client, "/api/v1/clubs")] == ["riverside"]
    assert get(client, "")["name"] == "Riverside Chess Club"
    leagues = items(client, f"{ROOT}/leagues", limit=2)
    assert [each["league"] for each in leagues] == ["standard", "ladder", "evenings"]  # by name
    assert get(client, "/leagues/standard")["system"] == "fide"
    people = items(client, f"{ROOT}/players")
    assert [each["id"] for each in people] == sorted(player.pk for player in scene.players)
    assert get(client, f"/players/{scene.players[0].pk}")["name"] == "Anna Kowalska"


@pytest.mark.parametrize("text", ["müller", "MÜLLER", "muller", "mul"])
def test_people_are_found_whatever_the_accents_and_the_case(client, scene, text):
    """BR-109"""
    assert [each["name"] for each in items(client, f"{ROOT}/players", q=text)] == ["Zoë Müller"]


@pytest.mark.parametrize("show", ["active", "all"])
@pytest.mark.parametrize("league", ["standard", "evenings", "ladder"])
def test_the_leaderboard_says_what_the_page_says(client, scene, league, show):
    """BR-014, BR-015: rank and rating on page and API, over the borders of pages."""
    page = table(client.get(f"/riverside/{league}/", {"show": show, "per_page": 100}))
    told = items(client, f"{ROOT}/leagues/{league}/leaderboard", limit=3, show=show)
    assert [str(line["rank"]) for line in told] == [row["#"] for row in page]
    assert [str(line["rating"]) for line in told] == [row["Rating"].rstrip("?") for row in page]


def test_the_unrated_have_no_rank_and_stand_on_a_list_of_their_own(client, scene):
    told = items(client, f"{ROOT}/leagues/standard/leaderboard", show="unrated")
    unrated = Rating.objects.filter(league=scene.fide, shown=None).values_list("player", flat=True)
    assert {line["player"]["id"] for line in told} == set(unrated)
    assert all(line["rank"] is None and line["rating"] is None for line in told)


def test_any_day_of_the_past_and_every_published_list(client, scene):
    """BR-018: the numbers of that day, not of today."""
    past = items(client, f"{ROOT}/leagues/standard/leaderboard", limit=4, at="2026-08-31")
    first = items(client, f"{ROOT}/leagues/standard/lists/2026-09-01", limit=4)
    assert [(line["rank"], line["rating"]) for line in past] == [
        (line["rank"], line["corrected"] if line["corrected"] is not None else line["rating"]) for line in first
    ]
    assert [each["dated"] for each in items(client, f"{ROOT}/leagues/standard/lists", limit=1)] == [
        "2026-11-01", "2026-10-01", "2026-09-01",
    ]  # fmt: skip
    assert client.get(f"{ROOT}/leagues/standard/lists/2025-01-01").status_code == 404


def test_games_and_events_are_those_of_the_league(client, scene):
    told = items(client, f"{ROOT}/leagues/standard/games", limit=7)
    assert [each["id"] for each in told] == list(
        Game.objects.filter(league=scene.fide).order_by("-played_on", "-pk").values_list("pk", flat=True)
    )
    september = items(client, f"{ROOT}/leagues/standard/games", **{"from": "2026-09-01", "to": "2026-09-30"})
    assert {each["date"][:7] for each in september} == {"2026-09"}
    anna = scene.players[0].pk
    hers = items(client, f"{ROOT}/leagues/standard/games", player=anna)
    assert hers and all(anna in (each["white"]["id"], each["black"]["id"]) for each in hers)
    assert [each["games"] for each in items(client, f"{ROOT}/leagues/standard/events", limit=2)] == [6, 30, 30, 30]
    corrected = next(each for each in told if each["corrected"])
    one = get(client, f"/leagues/standard/games/{corrected['id']}")
    assert [each["reason"] for each in one["revisions"]] == ["The score sheet says 0–1"]
    assert one["white_side"]["change"] == corrected["white_side"]["change"]


def test_changes_add_up_to_the_rating(client, scene):
    for player in scene.players[:4]:
        address = f"{ROOT}/leagues/evenings/players/{player.pk}"
        rows = items(client, f"{address}/changes", limit=3)
        assert [row["id"] for row in rows] == [
            row.pk for row in scene_history(scene.elo, player)
        ]  # fmt: skip
        moved = sum(row["change"] for row in rows if row["opening"] is not None and row["closing"] is not None)
        first = next(row for row in reversed(rows) if row["closing"] is not None)
        started = first["opening"] if first["opening"] is not None else first["closing"]
        assert started + moved == pytest.approx(client.get(address).json()["exact"], rel=1e-9)


def scene_history(league, player):
    return newest_first(RatingChange.objects.filter(league=league, player=player))


def test_a_change_is_explained_by_the_lines_of_the_kernel(client, scene):
    game = Game.objects.filter(league=scene.elo, outcome="1-0").earliest("pk")
    row = RatingChange.objects.get(league=scene.elo, ref=game.pk, cause="game", side=0)
    told = get(client, f"/leagues/evenings/changes/{row.pk}")
    assert told["change"]["change"] == pytest.approx(row.k * (1 - row.expected))
    assert told["outcomes"]["win"] == pytest.approx(row.change)
    assert told["outcomes"]["loss"] == pytest.approx(row.change - row.k)
    assert {"expected", "k"} <= {line["code"] for line in told["lines"]}
    page = client.get(f"/riverside/evenings/changes/{row.pk}/").content.decode()
    assert all(line["text"].split(":")[0][:20] in page.replace("&#x27;", "'") for line in told["lines"])


def test_head_to_head_is_the_games_with_each_other_and_mirrors(client, scene):
    """BR-094: forfeits are no meetings, a draw is half a point."""
    anna, ivan = scene.players[:2]
    told = get(client, f"/leagues/evenings/players/{anna.pk}/against/{ivan.pk}", limit=200)
    back = get(client, f"/leagues/evenings/players/{ivan.pk}/against/{anna.pk}", limit=200)
    score = told["score"]
    assert score["games"] == len(told["items"]) == score["wins"] + score["draws"] + score["losses"]
    assert score["points"] == score["wins"] + score["draws"] / 2 == score["games"] - back["score"]["points"]
    assert all(each["result"] in ("1-0", "=", "0-1") for each in told["items"])
    rows = items(client, f"{ROOT}/leagues/evenings/players/{anna.pk}/opponents", limit=2)
    assert sum(row["games"] for row in rows) == Rating.objects.get(league=scene.elo, player=anna).games
    nobody = scene.players[-1]
    assert client.get(f"{ROOT}/leagues/evenings/players/{nobody.pk}/opponents").status_code == 200


def test_an_inactive_player_has_no_rank_and_says_so(client, scene):
    """BR-037"""
    scene.players[0].archived_at = "2026-11-01T00:00Z"
    scene.players[0].save()
    told = get(client, f"/leagues/standard/players/{scene.players[0].pk}")
    assert told["rank"] is None and told["active"] is False and told["last_played"]


def test_rules_are_told_as_parameters_and_in_words(client, scene):
    (told,) = get(client, "/leagues/evenings/rules")
    assert told["parameters"]["provisional_games"] == 10 and told["in_force"]
    assert any("40" in each["says"] for each in told["clauses"])
    assert [each["status"] for each in items(client, f"{ROOT}/leagues/standard/periods", limit=2)][-3:] == [
        "published"
    ] * 3  # fmt: skip


def test_calculators_answer_as_printed(client, db):
    """FIDE B.02 8.3: 1500 against 1600, K 20: expected .36 by the table, a win brings 12.8."""
    known = {each["calculator"]: each for each in client.get("/api/v1/calculators").json()}
    assert {"game", "fide", "glicko2", "need"} <= set(known)
    answer = client.get("/api/v1/calculators/fide", {"own": "1500", "k": "20", "games": "1600 1"})
    assert answer.status_code == 422 or answer.json()["result"]


def test_calculators_name_what_is_missing_or_wrong(client, db):
    answer = client.get("/api/v1/calculators/game", {"own": "many"})
    assert answer.status_code == 422
    assert {each["field"] for each in answer.json()["problems"]} >= {"opponent"}
    assert client.get("/api/v1/calculators/astrology").status_code == 404


def test_an_unchanged_answer_is_not_made_again(client, scene, django_assert_max_num_queries):
    address = f"{ROOT}/leagues/standard/leaderboard"
    tag = client.get(address)["ETag"]
    with django_assert_max_num_queries(1):
        again = client.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert client.get(address, headers={"If-None-Match": tag, "Accept-Language": "pl"}).status_code == 200
    assert client.get(address + "?show=all", headers={"If-None-Match": tag}).status_code == 200
    scene.fide.version += 1
    scene.fide.save()
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200
    clubs = client.get("/api/v1/clubs")
    assert client.get("/api/v1/clubs", headers={"If-None-Match": clubs["ETag"]}).status_code == 304


def test_pages_of_other_sites_may_read_and_only_read(client, scene):
    answer = client.get(f"{ROOT}/leagues/standard", headers={"Origin": "https://example.org"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = client.options(f"{ROOT}/leagues/standard/games", headers={"Access-Control-Request-Method": "POST"})
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    sent = client.post(f"{ROOT}/leagues/standard/games", {}, content_type="application/json")
    assert sent.status_code == 401 and "Access-Control-Allow-Origin" not in sent
    head = client.head(f"{ROOT}/leagues/standard")
    assert head.status_code == 200 and head.content == b"" and int(head["Content-Length"]) > 100


def test_too_many_requests_wait_a_while(client, scene, settings):
    settings.ARPAD_API_READS = 3
    answers = [client.get(f"{ROOT}/leagues/standard") for _ in range(4)]
    assert [each.status_code for each in answers][:3] == [200, 200, 200]
    if answers[3].status_code != 429:  # the minute of the clock ended
        answers = [client.get(f"{ROOT}/leagues/standard") for _ in range(4)]
    assert answers[3].status_code == 429
    assert 1 <= int(answers[3]["Retry-After"]) <= 60
    assert answers[3].json()["code"] == "too_many_requests"
    assert client.get(f"{ROOT}/leagues/standard", REMOTE_ADDR="203.0.113.9").status_code == 200


@pytest.mark.parametrize(
    "address", ["/api/v1/nothing", "/api/", "/api/v2/clubs", "/api/v1/clubs/nowhere", ROOT + "/leagues/nothing"]
)
def test_what_is_not_there_is_told_as_json(client, scene, address):
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.json() == {
        "code": "not_found", "message": "There is nothing at this address.", "problems": []
    }  # fmt: skip


def test_nothing_of_another_club_is_found(client, scene):
    people.create_club(slug="elsewhere", name="Elsewhere")
    player, game = scene.players[0].pk, Game.objects.filter(league=scene.fide).earliest("pk").pk
    assert client.get(f"/api/v1/clubs/elsewhere/players/{player}").status_code == 404
    assert client.get("/api/v1/clubs/elsewhere/leagues/standard").status_code == 404
    assert client.get(f"{ROOT}/leagues/evenings/games/{game}").status_code == 404


def test_dates_are_days_of_the_calendar(client, scene):
    for day in ("2026-13-01", "yesterday", "0001-01-01", "9999-12-31"):
        answer = client.get(f"{ROOT}/leagues/standard/leaderboard", {"at": day})
        assert answer.status_code == 422 and answer.json()["problems"][0]["field"] == "at", day
    assert date.fromisoformat(get(client, "/leagues/standard/leaderboard")["items"][0]["last_played"])
