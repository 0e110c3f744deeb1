"""Who may do what: one table for the rights, the pages of the desk and the admin site.

A page of the desk declares its ``action``; this module finds every page by its address, so a new one is tried
with every role, in the own club and in another, without a line here. The API asks the same two functions
(``access_of``, ``may``), which are tried with the same table.
"""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse
from django.views import View

from league.permissions import Action, access_of, clubs_for, may, may_give, own_player, require
from league.views.desk.base import Guarded

from .desking import club_with
from .roles import ROLES, member

pytestmark = pytest.mark.django_db

# The table: who may do it in the own club. Superusers may everything everywhere, nobody else anything elsewhere.
TABLE = {
    Action.REPORT: {"owner", "admin", "arbiter", "recorder", "player"},
    Action.RECORD: {"owner", "admin", "arbiter", "recorder"},
    Action.CORRECT: {"owner", "admin", "arbiter"},
    Action.NEWCOMERS: {"owner", "admin", "arbiter"},
    Action.EVENTS: {"owner", "admin", "arbiter"},
    Action.CLOSED: {"owner", "admin"},
    Action.ADJUST: {"owner", "admin"},
    Action.PERIODS: {"owner", "admin"},
    Action.PEOPLE: {"owner", "admin"},
    Action.IMPORT: {"owner", "admin"},
    Action.LEAGUES: {"owner", "admin"},
    Action.MEMBERS: {"owner", "admin"},
    Action.CLUB: {"owner"},
}
# Pages of league.views that are of no club: those of one's own account, and those that ask for a secret.
OWN = {"account", "leave", "own_data", "close_account", "change_password"}
SECRET = {"join", "score", "stop_scoring", "new_password"}
OPEN = {"login", "logout", "forgotten", "forgotten_sent"} | OWN | SECRET


def allowed(action: Action) -> set[str]:
    return TABLE[action] | {"superuser"}


# -- the rights themselves -------------------------------------------------------------------------------


def people_of(club):
    users = {role: member(club, role) for role in ROLES if role != "anonymous"}
    sacked = member(club, "owner", "sacked")
    sacked.is_active = False
    sacked.save()
    return users | {"anonymous": AnonymousUser(), "sacked": sacked, "none": None}


def test_every_right_has_a_row():
    assert set(TABLE) == set(Action)


def test_each_role_has_its_rights_in_its_own_club_and_none_in_another(rf):
    """BR-035"""
    mine, theirs = club_with(slug="lions")[0].club, club_with(slug="tigers")[0].club
    users = people_of(mine)
    for action in Action:
        assert {name for name, user in users.items() if may(user, action, mine)} == allowed(action), action
        assert {name for name, user in users.items() if may(user, action, theirs)} == {"superuser"}, action
        assert {name for name, user in users.items() if may(user, action)} == {"superuser"}, action
        for name, user in users.items():
            expected = {mine, theirs} if name == "superuser" else {mine} if name in allowed(action) else set()
            assert set(clubs_for(user, action)) == expected, (name, action)
            request = rf.get("/")
            request.user = user
            assert access_of(request, club=mine).may(action) is (name in allowed(action))
            assert access_of(request, club=theirs).may(action) is (name == "superuser")


def test_requiring_is_asking_with_a_refusal():
    club = club_with()[0].club
    require(member(club, "arbiter"), Action.CORRECT, club)
    with pytest.raises(PermissionDenied):
        require(member(club, "recorder"), Action.CORRECT, club)


@pytest.mark.parametrize(
    ("giver", "roles"),
    [
        ("superuser", {"owner", "admin", "arbiter", "recorder", "player"}),
        ("owner", {"owner", "admin", "arbiter", "recorder", "player"}),
        ("admin", {"arbiter", "recorder", "player"}),
        ("arbiter", set()),
        ("recorder", set()),
        ("player", set()),
        ("nobody", set()),
    ],
)
def test_owners_make_admins_and_admins_make_the_rest(giver, roles):
    club, other = club_with()[0].club, club_with(slug="tigers")[0].club
    user = member(club, giver)
    every = ("owner", "admin", "arbiter", "recorder", "player")
    assert {role for role in every if may_give(user, role, club)} == roles
    assert giver == "superuser" or not any(may_give(user, role, other) for role in every)


def test_a_member_is_a_player_of_the_club_or_of_none():
    """BR-117: own results are those of this player, also after a merge."""
    league, (anna, bo) = club_with("Anna Berg", "Bo Dahl")
    other = club_with(slug="tigers")[0].club
    user = member(league.club, "player", player=anna)
    assert own_player(user, league.club) == anna
    assert own_player(user, other) is None and own_player(AnonymousUser(), league.club) is None
    assert own_player(member(league.club, "recorder"), league.club) is None
    anna.merged_into = bo
    anna.save()
    assert own_player(user, league.club) == bo
    user.is_active = False
    assert own_player(user, league.club) is None


# -- the pages of the desk ---------------------------------------------------------------------------------


def patterns(resolver=None, namespace: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLPattern):
            yield f"{namespace}{each.name}", each
        else:
            yield from patterns(each, f"{namespace}{each.namespace}:" if each.namespace else namespace)


def desk_pages() -> list[tuple[str, URLPattern, type[View]]]:
    """Every address of a view class in ``league.views``."""
    found = [(name, pattern, getattr(pattern.callback, "view_class", None)) for name, pattern in patterns()]
    return [(name, p, view) for name, p, view in found if view and view.__module__.startswith("league.views")]


PATTERNS = {name: pattern for name, pattern, _view in desk_pages()}
GUARDED = [(name, view) for name, _pattern, view in desk_pages() if issubclass(view, Guarded)]


def test_every_page_of_the_desk_says_which_right_it_needs():
    """A new page: let it inherit from DeskView or ClubDeskView and set ``action``, or add its name to OPEN."""
    assert len(GUARDED) > 15
    silent = [name for name, view in GUARDED if not isinstance(getattr(view, "action", None), Action)]
    assert not silent, f"these declare no action: {silent}"
    unguarded = {name.removeprefix("league:") for name, _p, view in desk_pages() if not issubclass(view, Guarded)}
    assert unguarded <= OPEN, f"these are open to anybody: {unguarded - OPEN}"


def test_a_scorer_link_opens_pages_that_record_and_no_others():
    assert {view.action for _name, view in GUARDED if view.scorers} == {Action.RECORD}


def address_of(name: str, club: str) -> str:
    """The page's address in this club, with numbers for whatever else it needs: the right is asked first."""
    converters = PATTERNS[name].pattern.converters
    kwargs = {key: 1 if "Int" in type(c).__name__ or "Id" in type(c).__name__ else "x" for key, c in converters.items()}
    try:
        return reverse(name, kwargs=kwargs | {"club": club, "league": "main"})
    except NoReverseMatch:
        return reverse(name, kwargs=kwargs | {"club": club})


@pytest.fixture
def inside(monkeypatch):
    """Whoever is let in sees this instead of the page, which may look for things that are not there."""
    original = View.dispatch

    def let_in(self, request, *args, **kwargs):
        return HttpResponse("inside") if isinstance(self, Guarded) else original(self, request, *args, **kwargs)

    monkeypatch.setattr(View, "dispatch", let_in)


@pytest.mark.parametrize("role", ROLES)
def test_each_page_opens_for_the_roles_of_the_table_in_the_own_club_only(client, inside, role):
    """BR-035, BR-117: own club and another, reading and sending."""
    club, _other = club_with(slug="lions")[0].club, club_with(slug="tigers")
    if role != "anonymous":
        client.force_login(member(club, role))
    wrong = []
    for name, view in GUARDED:
        for send, slug in ((client.get, "lions"), (client.post, "lions"), (client.post, "tigers")):
            expected = expected_status(role, view.action, slug == "lions")
            status = send(address_of(name, slug)).status_code
            if status != expected:
                wrong.append(f"{send.__name__} {name} in {slug}: {status} instead of {expected}")
    assert not wrong, "\n".join(wrong)


def expected_status(role: str, action: Action, own: bool) -> int:
    if role == "anonymous":
        return 302  # to sign in
    if role == "superuser" or (own and role in TABLE[action]):
        return 200
    return 403 if own and role != "nobody" else 404


@pytest.mark.parametrize("role", ROLES)
def test_the_admin_site_is_for_superusers_of_the_whole_site(client, role):
    club = club_with()[0].club
    if role != "anonymous":
        user = member(club, role)
        user.is_staff = True
        user.save()
        client.force_login(user)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        status = client.get(reverse(name)).status_code
        assert status == {"superuser": 200, "anonymous": 302}.get(role, 403), (model, status)


@pytest.mark.parametrize(
    ("role", "home", "of_club"),
    [
        ("superuser", {"desk", "admin"}, {"people", "members"}),
        ("owner", {"desk"}, {"people", "members"}),
        ("admin", {"desk"}, {"people", "members"}),
        ("arbiter", {"desk"}, set()),
        ("recorder", {"desk"}, set()),
        ("player", set(), set()),
        ("nobody", set(), set()),
        ("anonymous", set(), set()),
    ],
)
def test_the_way_to_the_desk_is_on_the_first_page(client, role, home, of_club):
    """Whoever signs in finds the desk and, if it is theirs, the admin site; nobody finds another club's."""
    club = club_with(slug="lions")[0].club
    club_with(slug="tigers")
    if role != "anonymous":
        client.force_login(member(club, role))
    html = client.get("/").content.decode()
    links = {"desk": "/lions/main/desk/", "admin": "/admin/"}
    assert {name for name, link in links.items() if f'href="{link}"' in html} == home
    assert ('href="/tigers/main/desk/"' in html) is (role == "superuser")
    html = client.get("/lions/").content.decode()
    assert {name for name in ("people", "members") if f'href="/lions/desk/{name}/"' in html} == of_club
    assert ('href="/lions/main/desk/"' in html) is bool(home)


def test_the_first_page_asks_no_more_the_more_clubs_there_are(client, django_assert_max_num_queries):
    clubs = [club_with(slug=f"club{number}")[0].club for number in range(8)]
    client.force_login(member(clubs[0], "owner"))
    with django_assert_max_num_queries(6):
        client.get("/")
