"""The API's column of the table of rights: which scope opens which address, in the token's own club only."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from config.api import api
from league.models import ApiToken
from league.permissions import ROLES, SCOPES, Action, Scope, access_of_token, may
from league.services import access

from .desking import club_with, play
from .programs import Program
from .roles import member

pytestmark = pytest.mark.django_db

# what a scope lets a program do, in the words of the table of roles
TABLE = {
    Scope.RECORD: {Action.RECORD},
    Scope.CREATE: {Action.NEWCOMERS, Action.EVENTS},
    Scope.CORRECT: {Action.CORRECT},
    Scope.VOID: {Action.CORRECT},
    Scope.IMPORT: {Action.IMPORT},
    Scope.CLOSE: {Action.PERIODS},
    Scope.CLOSED: {Action.CLOSED},
}
# writing address -> the scopes that it needs, all of them
ADDRESSES = {
    "record_game": {Scope.RECORD},
    "correct_game": {Scope.CORRECT},
    "void_game": {Scope.VOID},
    "restore_game": {Scope.CORRECT},
    "import_results": {Scope.IMPORT},
    "close_period": {Scope.CLOSE},
    "publish_period": {Scope.CLOSE},
    "reopen_period": {Scope.CLOSE, Scope.CLOSED},
}
SENT = {
    "record_game": {"white": "A", "black": "B", "result": "1-0", "date": "2026-01-01"},
    "correct_game": {}, "void_game": {}, "restore_game": {}, "close_period": {}, "publish_period": {},
    "reopen_period": {},
}  # fmt: skip


@pytest.fixture(autouse=True)
def unlimited(settings):
    settings.ARPAD_API_READS = settings.ARPAD_API_WRITES = 0


def writing() -> dict[str, tuple[str, str]]:
    """Every address that writes: its name -> method, path."""
    return {
        said["operationId"]: (method, path)
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method, said in methods.items()
        if method != "get"
    }


def test_every_scope_and_every_writing_address_has_a_row():
    assert set(TABLE) == set(SCOPES) == set(Scope)
    assert set(ADDRESSES) == set(writing())


def test_a_scope_gives_its_rights_and_nothing_that_an_admin_has_not():
    league, _players = club_with(slug="lions")
    other = club_with(slug="tigers")[0].club
    for scope, rights in TABLE.items():
        token, _secret = access.make_token(club=league.club, name=scope, scopes=[scope])
        assert access_of_token(token, league.club).rights == rights <= ROLES["admin"]
        assert {action for action in Action if may(token.account, action, league.club)} == rights
        stranger = access_of_token(token, other)
        assert stranger.stranger and not stranger.rights
        assert not any(may(token.account, action, other) for action in Action)
        access.revoke_token(token=token)
        token.refresh_from_db()
        assert not access_of_token(token, league.club).rights
        assert not any(may(token.account, action, league.club) for action in Action)
    assert not any(may(AnonymousUser(), action, league.club) for action in Action)


@pytest.mark.parametrize("scope", Scope)
def test_each_address_opens_for_its_scope_in_the_own_club_only(client, scope):
    """BR-035, BR-117: 404 in another club whatever the scope, 403 without it, 401 without a token."""
    league, (anna, bo) = club_with("Anna", "Bo", slug="lions", mode="period")
    club_with(slug="tigers")
    game = play(league, anna, bo)
    program, nobody = Program(client, league.club, scope), Program(client, league.club)
    nobody.secret = ""
    wrong = []
    for name, (method, path) in writing().items():
        for club in ("lions", "tigers"):
            address = path.removeprefix("/api/v1/clubs/").format(
                club=club, league="main", game=game.pk, period="2026-03"
            )
            send = {"post": program.post, "patch": program.patch}[method]
            if name == "import_results":
                status = _upload(client, address, program.secret)
            else:
                status = send(address, **SENT[name]).status_code
            allowed = ADDRESSES[name] <= {scope}
            expected = {404} if club == "tigers" else {200, 201, 404, 422} if allowed else {403}
            if "period" in path and club == "lions":
                expected = {404} if allowed else {403}  # there is no such period
            if status not in expected:
                wrong.append(f"{name} in {club} with {scope}: {status}")
            if client.post(path.format(club=club, league="main", game=1, period="x")).status_code not in (401, 405):
                wrong.append(f"{name} without a token")
    assert not wrong, "\n".join(wrong)


def _upload(client, address, secret) -> int:
    sent = {"file": SimpleUploadedFile("r.csv", b"date,white,black,result\n")}
    return client.post(f"/api/v1/clubs/{address}", sent, headers={"Authorization": f"Bearer {secret}"}).status_code


def test_games_of_another_club_or_league_are_not_there(client):
    league, _people = club_with(slug="lions")
    theirs, (anna, bo) = club_with("Anna", "Bo", slug="tigers")
    game = play(theirs, anna, bo)
    program = Program(client, league.club)
    assert program.post(f"lions/leagues/main/games/{game.pk}/void", reason="x").status_code == 404
    assert program.post(f"tigers/leagues/main/games/{game.pk}/void", reason="x").status_code == 404
    their_players = program.post(
        "lions/leagues/main/games", white=anna.pk, black=bo.pk, result="1-0", date="2026-03-01"
    )
    assert their_players.status_code == 422


# -- the page of the desk ----------------------------------------------------------------------------------


def test_a_token_is_made_at_the_desk_shown_once_and_revoked(client):
    league, _people = club_with(slug="lions")
    client.force_login(member(league.club, "admin"))
    page = reverse("league:tokens", args=["lions"])
    assert "field-error" in client.post(page, {"name": "Web site"}).content.decode()
    made = client.post(page, {"name": "Web site", "scopes": ["record", "void"]}, follow=True)
    token = ApiToken.objects.get()
    assert token.scopes == "record void" and token.expires_at is None
    secret = made.content.decode().split('id="made-token"')[1].split('value="')[1].split('"')[0]
    assert secret.startswith("arpad_") and len(secret) > 40
    assert secret not in client.get(page).content.decode()
    assert secret not in str(ApiToken.objects.values_list())
    headers = {"Authorization": f"Bearer {secret}"}
    address = "/api/v1/clubs/lions/leagues/main/games"
    sent = {"white": "A", "black": "B", "result": "1-0", "date": "2026-01-01"}
    assert client.post(address, sent, content_type="application/json", headers=headers).status_code == 422
    client.post(reverse("league:revoke_token", args=["lions", token.pk]))
    assert client.post(address, sent, content_type="application/json", headers=headers).status_code == 401
    assert client.post(reverse("league:revoke_token", args=["lions", token.pk + 1])).status_code == 404


def test_a_session_of_the_desk_writes_nothing_through_the_api(client):
    """Cookies count for nothing there, so that no page of another site can write with them."""
    league, _people = club_with("Anna", "Bo", slug="lions")
    client.force_login(member(league.club, "owner"))
    sent = {"white": "Anna", "black": "Bo", "result": "1-0", "date": "2026-01-01"}
    answer = client.post("/api/v1/clubs/lions/leagues/main/games", sent, content_type="application/json")
    assert answer.status_code == 401
