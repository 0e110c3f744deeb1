"""Every address that there is, found from the patterns: looking at it breaks nothing, changes nothing, and shows
nothing of another club."""

from datetime import date, timedelta

import pytest
from django.apps import apps
from django.db.models import Count, Max
from django.utils import timezone

from league.models import Game
from league.services.access import make_token
from league.services.access.invitations import invite
from league.services.access.scorers import make_link
from league.services.events import create_event
from league.services.leagues import create_league
from league.services.people import add_player, create_club
from league.services.recording import record_game
from ratings.models import RatingChange, RatingRun

from ..league.roles import member
from .addresses import PLACE, filled, routes

pytestmark = pytest.mark.django_db
KEPT = {"leaguestatistics", "session", "logentry"}  # what is counted anew, or is about the visitor
OF_NO_CLUB = ("/admin/", "/accounts/", "/i18n/", "/join/", "/score/", "/learn/", "/calculator/")
PLAYED_ON = date(2026, 10, 5)
BAD = ("9" * 30,)
OTHERS = {"player", "game", "event", "change", "run", "link", "member", "invitation", "season", "membership"}


def state() -> dict[str, tuple[int, object]]:
    """How many rows each table has, and the last of them."""
    tables = [model for model in apps.get_models() if model._meta.model_name not in KEPT]
    return {m._meta.label: tuple(m.objects.aggregate(n=Count("pk"), last=Max("pk")).values()) for m in tables}


def values_of(league, owner) -> dict[str, object]:
    """One of each thing that an address of the league names."""
    club, event = league.club, league.events.earliest("pk")
    game = Game.objects.filter(event=event).earliest("pk")
    until = timezone.now() + timedelta(days=1)
    return {
        "club": club.slug, "league": league.slug, "player": game.white_id, "opponent": game.black_id, "game": game.pk,
        "event": event.pk, "round": 1, "change": RatingChange.objects.filter(league=league).latest("pk").pk,
        "run": RatingRun.objects.filter(league=league).latest("pk").pk, "dated": "2026-10-01", "day": "2026-10-05",
        "link": make_link(event=event, name="board", expires_at=until, actor=owner)[0].pk, "code": "1", "kind": "games",
        "member": club.memberships.earliest("pk").pk, "invitation": invite(club=club, role="player")[0].pk,
        "token": make_token(club=club, name="site", scopes=["record"])[0].pk, "membership": owner.memberships.get().pk,
        "calculator": "game", "mode": "game", "section": "players", "uidb64": "MQ",
    }  # fmt: skip


@pytest.fixture
def visited(scene, settings):
    """The address and the values of every page, and the ids of another club."""
    settings.ARPAD_API_READS = 0
    owner = member(scene.club, "owner")
    other = create_club(slug="elsewhere", name="Elsewhere")
    theirs = create_league(club=other, slug="standard", name="Standard", system="elo", mode="sequential")
    anna, bo = (add_player(club=other, name=name).player for name in ("Anna Obca", "Bo Obcy"))
    event = create_event(league=theirs, name="Obce", starts_on=PLAYED_ON)
    record_game(league=theirs, white=anna, black=bo, outcome="1-0", played_on=PLAYED_ON, event=event, round=1)
    return owner, values_of(scene.fide, owner), values_of(theirs, member(other, "owner"))


def test_looking_at_any_address_changes_nothing_and_breaks_nothing(client, visited):
    """Django's client raises what a view raises."""
    owner, mine, theirs = visited
    client.force_login(owner)
    before, seen = state(), 0
    for _name, route in routes():
        if route.startswith("/admin/") or "logout" in route:
            continue
        names = PLACE.findall(route)
        address = filled(route, mine | {"period": 1 if "desk/periods" in route else "2026-09"})
        if address is None:
            continue
        seen += client.get(address).status_code == 200
        last = names[-1] if names else ""
        for bad in BAD if last in mine else ():
            assert client.get(filled(route, mine | {"period": "x", last: bad})).status_code < 500
        if last in OTHERS and not route.startswith(OF_NO_CLUB):
            foreign = filled(route, mine | {last: theirs[last]})
            answer = client.get(foreign)
            assert answer.status_code in (404, 405), (foreign, answer.status_code)
    assert state() == before
    assert seen > 110
