"""Who may do what: the one place that pages, admin site, API and commands ask.

``ROLES`` says what each role of a club may do, ``may`` asks it for an account, ``access_of`` for whoever sends
a request: an account, or somebody without one who opened a scorer link. Superusers may everything everywhere.
A program that holds a token of a club may what the token's scopes say (``SCOPES``), in that club.
Commands act for whoever may run them on the server; they pass no actor and are not asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from .models import ApiToken, Club, Event, Game, League, Membership, Player, ScorerLink

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

    User = AbstractUser | AbstractBaseUser | AnonymousUser | None

SCORING = "scorer_links"  # in the session: ids of the links that were opened in this browser


class Action(StrEnum):
    """What a person can do to the facts of a club."""

    REPORT = "report"  # results of one's own games, to be confirmed by the opponent
    RECORD = "record"  # new results, and the desk to look at
    CORRECT = "correct"  # change, void and restore results, settle disputes
    NEWCOMERS = "newcomers"  # players new to the club, by the way, while a result is entered
    EVENTS = "events"  # events, their rounds, entries and pairings, their scorer links
    CLOSED = "closed"  # all this also where it reaches into a closed period
    ADJUST = "adjust"  # ratings by hand
    PERIODS = "periods"  # open, close, publish, reopen
    PEOPLE = "people"  # players, their names, their start values; merge and split
    IMPORT = "import"  # files
    LEAGUES = "leagues"  # leagues, rules, seasons
    MEMBERS = "members"  # who else may do something here
    CLUB = "club"  # the club itself, its owners and admins


Rights = frozenset[Action]
Role = Membership.Role

_RECORDER = {Action.REPORT, Action.RECORD}
_ARBITER = _RECORDER | {Action.CORRECT, Action.NEWCOMERS, Action.EVENTS}
ROLES: dict[str, Rights] = {
    Role.PLAYER: frozenset({Action.REPORT}),
    Role.RECORDER: frozenset(_RECORDER),
    Role.ARBITER: frozenset(_ARBITER),
    Role.ADMIN: frozenset(set(Action) - {Action.CLUB}),
    Role.OWNER: frozenset(Action),
}
SCORER: Rights = frozenset({Action.RECORD})
NOTHING: Rights = frozenset()


class Scope(StrEnum):
    """What a token of a club lets a program do."""

    RECORD = "record"  # new results
    CREATE = "create"  # players and events that are not there yet, while results come in
    CORRECT = "correct"  # change and restore results
    VOID = "void"  # take results out of the ratings
    IMPORT = "import"  # files of results
    CLOSE = "close"  # close, publish and reopen rating periods
    CLOSED = "closed"  # all this where it reaches into a closed period


SCOPES: dict[Scope, Rights] = {
    Scope.RECORD: SCORER,
    Scope.CREATE: frozenset({Action.NEWCOMERS, Action.EVENTS}),
    Scope.CORRECT: frozenset({Action.CORRECT}),
    Scope.VOID: frozenset({Action.CORRECT}),
    Scope.IMPORT: frozenset({Action.IMPORT}),
    Scope.CLOSE: frozenset({Action.PERIODS}),
    Scope.CLOSED: frozenset({Action.CLOSED}),
}


def rights_in(user: User, club: Club) -> Rights:
    """Everything the user may do in the club, with one query."""
    if user is None:
        return NOTHING
    if not user.is_active:  # nobody who can sign in, but it may be a program
        return _rights_of_program(user, club)
    if getattr(user, "is_superuser", False):
        return frozenset(Action)
    membership = membership_of(user, club)
    return ROLES[membership.role] if membership else NOTHING


def may(user: User, action: Action, club: Club | None = None) -> bool:
    """Whether the user may do this in the club (None: in the whole installation, which superusers may)."""
    if club is None:
        return bool(user is not None and user.is_active and getattr(user, "is_superuser", False))
    return action in rights_in(user, club)


def require(user: User, action: Action, club: Club | None = None) -> None:
    """Raise ``PermissionDenied`` unless ``may``."""
    if not may(user, action, club):
        raise PermissionDenied(_("You may not do this in this club."))


def clubs_for(user: User, action: Action) -> QuerySet[Club]:
    """The clubs in which the user may do this: every list and chooser of a page starts from it."""
    if may(user, action):
        return Club.objects.all()
    if user is None or not user.is_active or user.pk is None:
        return Club.objects.none()
    roles = [role for role, rights in ROLES.items() if action in rights]
    mine = Membership.objects.filter(user=user.pk, role__in=roles)
    return Club.objects.filter(pk__in=mine.values("club"))


def may_give(user: User, role: str, club: Club) -> bool:
    """Whether the user may make somebody this in the club, or take it from them."""
    high = role in (Role.OWNER, Role.ADMIN)
    return may(user, Action.CLUB if high else Action.MEMBERS, club)


def membership_of(user: User, club: Club) -> Membership | None:
    if user is None or user.pk is None:
        return None
    found: Membership | None = Membership.objects.select_related("player").filter(user=user.pk, club=club).first()
    return found


def own_player(user: User, club: Club) -> Player | None:
    """Which player of the club the user is: whose results ``REPORT`` is about. A merged record is its successor."""
    membership = membership_of(user, club)
    player = membership.player if membership and may(user, Action.REPORT, club) else None
    return (player.merged_into or player) if player else None


# -- whoever sends a request ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Access:
    """What the sender of a request may do in a club, and ``actor``, under whose name it is kept.

    ``event``: the only event whose results the sender may enter (None: any). ``stranger``: nobody of this club.
    """

    actor: Any
    rights: Rights
    event: Event | None = None
    link: ScorerLink | None = None
    stranger: bool = False
    scopes: frozenset[Scope] = frozenset()  # of a program's token

    def may(self, action: Action) -> bool:
        return action in self.rights

    @property
    def can(self) -> dict[str, bool]:
        """For templates: ``{% if access.can.correct %}``."""
        return dict.fromkeys(self.rights, True)

    def reaches(self, event: Event | None) -> bool:
        """Whether results of this event (None: of none) are the sender's to enter."""
        return self.event is None or (event is not None and event.pk == self.event.pk)

    def reaches_game(self, game: Game) -> bool:
        return self.event is None or game.event_id == self.event.pk


def access_of(request: HttpRequest, league: League | None = None, *, club: Club | None = None) -> Access:
    """What whoever sends this request may do in the league (or in a whole club). Asked once a request."""
    owner = club or (league.club if league else None)
    assert owner is not None
    known: dict[Any, Access] = request.__dict__.setdefault("_access", {})
    key = (owner.pk, league.pk if league else None)
    if key not in known:
        known[key] = _access(request, owner, league)
    return known[key]


def access_of_token(token: ApiToken, club: Club) -> Access:
    """What the program that holds this token may do in a club: nothing in any but the token's own."""
    if token.club_id != club.pk or not holds(token):
        return Access(None, NOTHING, stranger=True)
    return Access(token.account, rights_of_token(token), scopes=scopes_of(token))


def holds(token: ApiToken) -> bool:
    """Neither revoked nor expired, and its club is there."""
    ended = token.expires_at is not None and token.expires_at <= timezone.now()
    return token.revoked_at is None and not ended and token.club.archived_at is None


def scopes_of(token: ApiToken) -> frozenset[Scope]:
    return frozenset(scope for scope in Scope if scope in token.scopes.split())


def rights_of_token(token: ApiToken) -> Rights:
    return frozenset(action for scope in scopes_of(token) for action in SCOPES[scope])


def _rights_of_program(user: User, club: Club) -> Rights:
    if user is None or user.pk is None:
        return NOTHING
    token = ApiToken.objects.filter(account=user.pk, club=club).select_related("club").first()
    return rights_of_token(token) if token is not None and holds(token) else NOTHING


def sees_club(request: HttpRequest, club: Club) -> bool:
    """Whether the sender may look at the public pages of a club: everybody, unless they are for members only."""
    if not club.members_only:
        return True
    known = not access_of(request, club=club).stranger
    return known or open_links(request).filter(event__league__club=club).exists()


def clubs_seen_by(user: User) -> QuerySet[Club]:
    """The clubs whose public pages this user may look at (scorer links apart)."""
    if may(user, Action.CLUB):
        return Club.objects.all()
    mine = Membership.objects.filter(user=user.pk).values("club") if user and user.pk else ()
    return (
        Club.objects.filter(Q(members_only=False) | Q(pk__in=mine)) if mine else Club.objects.filter(members_only=False)
    )


def open_links(request: HttpRequest) -> QuerySet[ScorerLink]:
    """The scorer links opened in this browser that still hold."""
    ids = request.session.get(SCORING, []) if hasattr(request, "session") else []
    if not ids:
        return ScorerLink.objects.none()
    holding = ScorerLink.objects.filter(pk__in=ids, revoked_at=None, expires_at__gt=timezone.now())
    return holding.select_related("event__league__club", "account")


def _access(request: HttpRequest, club: Club, league: League | None) -> Access:
    user = getattr(request, "user", None)
    rights = rights_in(user, club)
    link = None if league is None or Action.RECORD in rights else _link_to(request, league)
    if link is not None:
        return Access(link.account, SCORER, link.event, link, stranger=not rights)
    return Access(user, rights, stranger=not rights)


def _link_to(request: HttpRequest, league: League) -> ScorerLink | None:
    """The link to the event that the address names; the latest opened one where it names none."""
    links = list(open_links(request).filter(event__league=league).order_by("-pk"))
    match = request.resolver_match
    named = str((match.kwargs.get("event") if match else None) or request.GET.get("event", ""))
    return next((link for link in links if str(link.event_id) == named), links[0] if links else None)
