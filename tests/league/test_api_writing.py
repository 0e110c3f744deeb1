"""Programs write through the same services as the pages: same rights, same refusals, once each."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.utils import timezone

from league.models import ApiAnswer, Event, FactChange, Game, Player
from league.permissions import Scope
from league.services import periods
from league.services.access import revoke_token
from ratings.models import Rating

from .desking import club_with, is_sound, play
from .programs import Program

pytestmark = pytest.mark.django_db
GAMES = "lions/leagues/main/games"
ROUND = {"white": "Anna Berg", "black": "Bo Dahl", "result": "1-0", "date": "2026-03-14"}


@pytest.fixture(autouse=True)
def unlimited(settings):
    settings.ARPAD_API_READS = settings.ARPAD_API_WRITES = 0


@pytest.fixture
def league(db):
    return club_with("Anna Berg", "Bo Dahl")[0]


def problems(answer) -> dict:
    return {each["field"]: each["message"] for each in answer.json()["problems"]}


def test_a_result_is_recorded_and_rated_at_once(client, league):
    """Equal ratings, K 20: the winner gains ten points."""
    told = Program(client, league.club, Scope.RECORD).post(GAMES, **ROUND)
    assert told.status_code == 201, told.content
    body = told.json()
    assert (body["new"], body["game"]["result"], body["white"]["change"], body["black"]["change"]) == (
        True, "1-0", 10, -10,
    )  # fmt: skip
    game = Game.objects.get()
    assert game.entered_by.username == "program web site" and not game.entered_by.is_active
    assert is_sound(league)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"white": "Anna Bergg"}, "white"),
        ({"black": "Anna Berg"}, "black"),
        ({"result": "2026-01-00"}, "result"),
        ({"date": "1066-10-14"}, "date"),
        ({"date": "2026-02-30"}, "date"),
        ({"round": 0}, "round"),
        ({"round": 10**12}, "round"),
        ({"event": 424242}, "event"),
        ({"event": "Spring cup"}, "event"),
        ({"white": "a\x00b"}, "white"),
        ({"weight": -1}, "weight"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_with_its_field_and_nothing_is_written(client, league, wrong, field):
    told = Program(client, league.club, Scope.RECORD).post(GAMES, **ROUND | wrong)
    assert told.status_code == 422
    assert any(name and name.startswith(field) for name in problems(told)), told.json()
    assert not Game.objects.exists() and not Event.objects.exists()


def test_players_and_events_are_made_by_programs_that_may(client, league):
    new = ROUND | {"black": "Carl Enn", "event": "Spring cup", "create_players": True}
    assert Program(client, league.club, Scope.RECORD).post(GAMES, **new).status_code == 422
    assert not Player.objects.filter(name="Carl Enn").exists()
    told = Program(client, league.club, Scope.RECORD, Scope.CREATE).post(GAMES, **new)
    assert told.status_code == 201 and told.json()["game"]["event"]["name"] == "Spring cup"


def test_the_same_request_with_the_same_key_is_done_once(client, league):
    program = Program(client, league.club, Scope.RECORD)
    first, again = program.post(GAMES, key="1", **ROUND), program.post(GAMES, key="1", **ROUND)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json() and again["Idempotency-Replayed"] == "true"
    assert Game.objects.count() == 1 and "Idempotency-Replayed" not in first
    assert program.post(GAMES, key="2", **ROUND).json()["new"]  # the two played again that day
    assert Game.objects.count() == 2


def test_a_key_of_another_request_is_refused(client, league):
    program = Program(client, league.club, Scope.RECORD)
    assert program.post(GAMES, key="1", **ROUND).status_code == 201
    other = program.post(GAMES, key="1", **ROUND | {"result": "0-1"})
    assert (other.status_code, other.json()["code"]) == (409, "key_of_another_request")
    assert Game.objects.count() == 1
    assert Program(client, league.club, Scope.RECORD, name="another").post(GAMES, key="1", **ROUND).status_code == 201


def test_a_refused_request_may_be_put_right_under_its_key_and_keys_end(client, league, settings):
    program = Program(client, league.club, Scope.RECORD)
    assert program.post(GAMES, key="1", **ROUND | {"result": "?"}).status_code == 422
    assert not ApiAnswer.objects.exists()
    assert program.post(GAMES, key="1", **ROUND).status_code == 201
    ApiAnswer.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.post(GAMES, key="1", **ROUND | {"result": "0-1"}).status_code == 201
    assert ApiAnswer.objects.count() == 1
    kept = ApiAnswer.objects.get()
    assert timedelta(hours=47) < kept.expires_at - timezone.now() < timedelta(hours=49)


def test_a_game_is_corrected_voided_and_restored_and_every_number_is_back(client, league):
    program = Program(client, league.club)
    game = program.post(GAMES, **ROUND).json()["game"]["id"]
    assert problems(program.patch(f"{GAMES}/{game}", result="0-1")) == {"reason": "Say why: a reason is needed."}
    seen = program.patch(f"{GAMES}/{game}", result="0-1", dry_run=True).json()["preview"]
    assert sorted(move["change"] for move in seen["moves"]) == [-20, 20]
    told = program.patch(f"{GAMES}/{game}", result="0-1", reason="typo", revisions=0)
    assert told.json()["changed"] and told.json()["game"]["result"] == "0-1"
    late = program.patch(f"{GAMES}/{game}", result="=", reason="typo", revisions=0)
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert program.post(f"{GAMES}/{game}/void", reason="not played").json()["game"]["status"] == "void"
    assert not program.post(f"{GAMES}/{game}/void", reason="not played").json()["changed"]
    assert Rating.objects.filter(league=league).exclude(value=1500).count() == 0
    assert program.post(f"{GAMES}/{game}/restore", reason="it was").json()["game"]["status"] == "final"
    kept = program.get(f"{GAMES}/{game}").json()["revisions"]
    assert [each["action"] for each in kept] == ["restore", "void", "correct"]
    assert FactChange.objects.get(kind="game.correct").actor_role == "program"
    assert is_sound(league)


def test_a_file_is_imported_all_or_nothing(client, league):
    program = Program(client, league.club, Scope.IMPORT)
    text = "date,white,black,result\n2026-03-01,Anna Berg,Bo Dahl,1-0\n2026-03-02,Bo Dahl,Anna Berg,{}\n"
    bad = program.send("lions/leagues/main/imports", file=SimpleUploadedFile("r.csv", text.format("7").encode()))
    assert bad.status_code == 422
    assert [(each["row"], each["field"]) for each in bad.json()["problems"]] == [(3, "result")]
    assert not Game.objects.exists()
    good = text.format("½-½").encode()
    dry = program.send("lions/leagues/main/imports", file=SimpleUploadedFile("r.csv", good), dry_run="true")
    assert dry.json()["games"]["new"] == dry.json()["moves"]["players"] == 2 and not Game.objects.exists()
    done = program.send("lions/leagues/main/imports", key="march", file=SimpleUploadedFile("r.csv", good))
    assert done.status_code == 200 and Game.objects.count() == 2
    again = program.send("lions/leagues/main/imports", key="march", file=SimpleUploadedFile("r.csv", good))
    assert again["Idempotency-Replayed"] == "true" and again.json() == done.json()
    assert (
        program.send("lions/leagues/main/imports", file=SimpleUploadedFile("r.csv", good)).json()["games"]["there"] == 2
    )
    new = b"date,white,black,result\n2026-03-03,Anna Berg,Carl Enn,1-0\n"
    refused = program.send(
        "lions/leagues/main/imports", file=SimpleUploadedFile("n.csv", new), create_players="true"
    )  # fmt: skip
    assert "create" in problems(refused)["create_players"]


def test_a_file_that_is_too_large_is_not_read(client, league, settings):
    settings.ARPAD_UPLOAD_LIMIT = 1000
    program = Program(client, league.club, Scope.IMPORT)
    told = program.send("lions/leagues/main/imports", file=SimpleUploadedFile("r.csv", b"x" * 2000))
    assert told.status_code == 422 and "file" in problems(told)


def test_periods_are_closed_published_and_reopened(client):
    league, (anna, bo) = club_with("Anna Berg", "Bo Dahl", mode="period")
    periods.open_monthly(league=league, first="2026-03", last="2026-04")
    play(league, anna, bo)
    program = Program(client, league.club)
    march = "lions/leagues/main/periods/2026-03"
    assert program.post(f"{march}/publish").status_code == 422
    seen = program.post(f"{march}/close", dry_run=True).json()
    assert (seen["status"], len(seen["preview"]["moves"])) == ("open", 2)
    assert program.post(f"{march}/close", key="a").json()["status"] == "closed"
    assert program.post(f"{march}/publish", dry_run=True).json()["status"] == "closed"
    assert program.post(f"{march}/publish", key="b").json()["changed"]
    assert not program.post(f"{march}/publish").json()["changed"]
    assert problems(program.post(f"{march}/reopen")) == {"reason": "Say why: a reason is needed."}
    bare = client.generic(
        "POST", f"/api/v1/clubs/{march}/reopen", headers={"Authorization": f"Bearer {program.secret}"}
    )
    assert problems(bare) == {"reason": "Say why: a reason is needed."}, "no body is an empty one"
    late = Program(client, league.club, Scope.RECORD, name="late").post(GAMES, **ROUND, reason="late")
    assert late.status_code == 422 and "only an admin" in problems(late)["reason"]
    allowed = Program(client, league.club, Scope.RECORD, Scope.CLOSED, name="office").post(
        GAMES, **ROUND, reason="late"
    )
    assert allowed.status_code == 201
    assert program.post(f"{march}/reopen", reason="late results").json()["status"] == "open"
    assert program.post("lions/leagues/main/periods/2031-01/close").status_code == 404


def test_a_token_ends_when_it_is_revoked_or_its_day_is_over(client, league):
    program = Program(client, league.club)
    assert program.post(GAMES, **ROUND).status_code == 201
    program.token.refresh_from_db()
    assert program.token.used_at is not None
    program.token.expires_at = timezone.now()
    program.token.save()
    assert program.post(GAMES, **ROUND).status_code == 401
    program.token.expires_at = None
    program.token.save()
    revoke_token(token=program.token)
    told = program.post(GAMES, **ROUND)
    assert told.status_code == 401 and told["WWW-Authenticate"] == "Bearer"
    assert program.get("lions").status_code == 401  # so that the program hears of it
    assert client.get("/api/v1/clubs/lions").status_code == 200
    program.secret = "arpad_guessed"
    assert program.post(GAMES, **ROUND).status_code == 401
    assert Game.objects.count() == 1


def test_writing_is_limited_for_each_token(client, league, settings):
    settings.ARPAD_API_WRITES = 2
    one, other = Program(client, league.club, name="one"), Program(client, league.club, name="other")
    codes = [one.post(GAMES, **ROUND | {"result": "?"}).status_code for _ in range(5)]
    assert 429 in codes and other.post(GAMES, **ROUND).status_code == 201


def test_a_body_that_is_no_json_or_no_object_is_told_so(client, league):
    secret = Program(client, league.club).secret
    for body in (b"{", b"[]", b"\xff", b"[" * 100_000, b'{"white": NaN}', b""):
        told = client.post(
            f"/api/v1/clubs/{GAMES}", body, content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )  # fmt: skip
        assert told.status_code in (400, 422) and told.json()["code"] in ("unreadable", "invalid"), body[:20]
    assert not Game.objects.exists()


@pytest.mark.parametrize(("said", "status"), [("database is locked", 503), ("no such column: x", 500)])
def test_only_a_busy_database_is_said_to_be_busy(client, league, monkeypatch, said, status):
    """SQLite says both in one kind of error; a fault of ours must not tell programs to try again."""
    if connection.vendor != "sqlite":
        pytest.skip("other databases have two kinds of error for it")
    client.raise_request_exception = False

    def fail(*args, **kwargs):
        raise OperationalError(said)

    monkeypatch.setattr("league.api.clubs.club_of", fail)
    answer = client.get("/api/v1/clubs/lions")
    assert (answer.status_code, answer.json()["code"]) == (status, {503: "busy", 500: "error"}[status])
