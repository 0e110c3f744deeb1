"""A club that has one of everything, and the address of every page of the site, found from the patterns.

A page made later is visited by itself as long as the places in its address have names that ``things`` knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.contrib import admin
from django.contrib.auth.tokens import default_token_generator
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from league.models import Game, ImportDraft, League, Membership, Outcome, RatingPeriod
from league.services import adjusting, compensating, correcting, events, people, planning, recording, seasons
from league.services.access import invitations, scorers
from league.services.access.programs import make_token
from league.services.importing import drafts
from league.services.importing.files import SourceFile
from league.services.reporting.claims import Said, report_result
from league.services.reporting.settings import set_reporting
from league.services.undoing import newest_of, newest_of_club
from ratings.models import RatingChange, RatingRun
from tests.copies import built_once
from tests.league.roles import member
from tests.ratings.addresses import filled, routes
from tests.ratings.pages import Scene, build_scene

RESULTS = b"""date,white,black,result,event,round,board
2026-11-10,Anna Kowalska,Tom Li,1-0,Winter cup,1,1
2026-11-10,Lars Odegard,Mia Nowak,draw,Winter cup,1,2
2026-11-10,Zoe Mueller,Somebody New,0-1,Winter cup,1,3
"""
DONE = b"date,white,black,result,event,round,board\n2026-11-09,Tom Li,Ida Berg,1-0,Early cup,1,1\n"
BAD_RESULTS = b"date,white,black,result\n2026-11-10,Tom Li,Tom Li,1-0\n2026-13-10,Tom Li,Ida Berg,3-0\n"
PLAYERS = b"name,birth_year,federation,title,rating\nNina Nowa,2012,POL,,1450\nTom Li,1990,ENG,CM,1600\n"
Kind = ImportDraft.Kind


@built_once
def furnished(rounds: int = 3) -> tuple[Scene, dict[str, object]]:
    """The club of the public pages with everything that its desk can hold; ``owner`` is a superuser and plays, too.

    Returns the scene and what addresses name, where the kind of thing alone does not say which."""
    scene = build_scene(rounds)
    owner = member(scene.club, "superuser", "owner")
    Membership.objects.create(club=scene.club, user=owner, role="owner", player=scene.players[0])
    made = _of_games(scene) | _of_people(scene) | _of_files(scene)
    made |= _of_periods(scene) | _of_access(scene, owner)
    return scene, made | {"owner": owner.pk, "code": newest_of(scene.elo).code}


def _of_games(scene: Scene) -> dict[str, object]:
    league, (anna, ivan, lars, *_) = scene.elo, scene.players
    day = date(2026, 11, 20)
    void, right, other = (
        recording.record_game(league=league, white=anna, black=lars, outcome=Outcome.DRAW, played_on=day + timedelta(n))
        for n in range(3)
    )
    correcting.correct_game(game=right, reason="The score sheet", outcome=Outcome.WHITE_WINS)
    correcting.void_game(game=void, reason="A friendly game")
    adjustment = adjusting.adjust(league=league, player=ivan, on=day, by=10, reason="A transfer")
    formula = compensating.Formula(factor=0.1, target=2000, side="below")
    everybody = compensating.compensate(league=league, formula=formula, on=day, reason="Inflation")
    season = seasons.start_season(league=league, name="2026/27", starts_on=date(2026, 9, 1))
    planned = events.create_event(
        league=league, name="Kubek zimowy", starts_on=day, ends_on=day + timedelta(60), kind="robin"
    )
    planning.add_entries(event=planned, players=scene.players[:6])
    planning.draw(event=planned)
    set_reporting(league=league, player_reports=True, report_days=3, report_overdue="count")
    said = report_result(
        league=league, player=ivan, white=anna, black=ivan, result=Said("1-0"), played_on=day + timedelta(5)
    )
    report_result(league=league, player=anna, white=lars, black=anna, result=Said("="), played_on=day + timedelta(6))
    return {
        "void": void.pk, "corrected": right.pk, "other": other.pk, "adjustment": adjustment.pk, "planned": planned.pk,
        "compensation": everybody.pk, "season": season.pk, "said": said.pk, "revision": right.revisions.get().pk,
    }  # fmt: skip


def _of_people(scene: Scene) -> dict[str, object]:
    club = scene.club
    double = people.add_player(club=club, name="Kowalska, A.").player
    people.add_player(club=club, name="Petrov I.")
    merge = people.merge_players(
        kept=scene.players[0], absorbed=people.add_player(club=club, name="Anna Kowalski").player, reason="Married"
    )
    gone = people.add_player(club=club, name="Gone Away").player
    people.archive_player(player=gone)
    child = people.add_player(club=club, name="Zosia Mała", birth_year=2016).player
    return {
        "double": double.pk,
        "merge": merge.pk,
        "gone": gone.pk,
        "child": child.pk,
        "anna": scene.players[0].pk,
        "lars": scene.players[2].pk,
    }


def _of_files(scene: Scene) -> dict[str, object]:
    club, league = scene.club, scene.elo

    def kept(kind: str, name: str, data: bytes) -> ImportDraft:
        file = SourceFile(name, data)
        return drafts.keep_draft(club=club, league=None if kind == Kind.PLAYERS else league, kind=kind, file=file)

    done = drafts.commit_draft(draft=kept(Kind.RESULTS, "done.csv", DONE))
    taken = drafts.commit_draft(
        draft=kept(Kind.PLAYERS, "members.csv", PLAYERS.splitlines()[0] + b"\nNina Stara,1980,,,")
    )
    return {
        "draft": kept(Kind.RESULTS, "winter.csv", RESULTS).pk, "bad": kept(Kind.RESULTS, "bad.csv", BAD_RESULTS).pk,
        "pasted": kept(Kind.PASTED, "pasted text", RESULTS).pk, "players": kept(Kind.PLAYERS, "new.csv", PLAYERS).pk,
        "batch": done.pk, "player_batch": taken.pk,
    }  # fmt: skip


def _of_periods(scene: Scene) -> dict[str, object]:
    status = RatingPeriod.Status
    by = {
        state: scene.fide.periods.filter(status=state).latest("starts_on").pk
        for state in (status.OPEN, status.PUBLISHED)
    }
    return {"open": by[status.OPEN], "published": by[status.PUBLISHED]}


def _of_access(scene: Scene, owner) -> dict[str, object]:
    until = timezone.now() + timedelta(days=1)
    event = scene.elo.events.earliest("pk")
    link, score = scorers.make_link(event=event, name="Hall A", expires_at=until)
    invitation, join = invitations.invite(club=scene.club, role="arbiter", note="For Tom")
    token, _secret = make_token(club=scene.club, name="Web site", scopes=["record"])
    return {
        "link": link.pk, "score": score, "invitation": invitation.pk, "join": join, "token": token.pk,
        "member": scene.club.memberships.get().pk, "membership": scene.club.memberships.get().pk,
        "uidb64": urlsafe_base64_encode(force_bytes(owner.pk)), "reset": default_token_generator.make_token(owner),
        "club_code": newest_of_club(scene.club).code,
    }  # fmt: skip


# Where one of the kind will not do: a page shows something else, or nothing, for most of its kind.
PERIODIC = {"calculation", "periods", "list", "norms", "norm_record", "player_norms", "close", "publish", "reopen"}
CHOSEN = {
    "restore": {"game": "void"}, "undo": {"game": "corrected"}, "void": {"game": "other"}, "correct": {"game": "other"},
    "report_answer": {"game": "said"}, "settle_report": {"game": "said"}, "plan": {"event": "planned"},
    "round_pairings": {"event": "planned"}, "edit_event": {"event": "planned"}, "withdraw_event": {"event": "planned"},
    "grid_round": {"event": "planned"}, "paste_draft": {"draft": "pasted"}, "player_draft": {"draft": "players"},
    "player_import": {"batch": "player_batch"}, "person_back": {"player": "gone"}, "person": {"player": "child"},
    "undo_club_action": {"code": "club_code"}, "score": {"token": "score"}, "join": {"token": "join"},
    "new_password": {"token": "reset"}, "reopen": {"period": "published"}, "publish": {"period": "published"},
    "close": {"period": "open"},
}  # fmt: skip
ASKED = {
    "merge": "?kept={anna}&absorbed={double}", "void_several": "?games={other},{corrected}", "search": "?q=an",
    "club_search": "?q=an", "compare": "?one={anna}&other={lars}", "event_sheet": "?results", "wall": "?rows=5&stay=9",
}  # fmt: skip
FOR_STRANGERS = {"login", "forgotten", "forgotten_sent", "new_password", "join", "score", "stop_scoring"}


class Page(NamedTuple):
    """``name``: ``ratings:board``. ``stranger``: for who is not signed in."""

    name: str
    address: str
    stranger: bool


def pages(scene: Scene, made: dict[str, object]) -> Iterator[Page]:
    """Every address that the site knows, for the owner of the club or for a stranger."""
    elo, fide = (_things(scene, made, league) for league in (scene.elo, scene.fide))
    for name, route in routes():
        last = name.rpartition(":")[2]
        things = fide if last in PERIODIC else elo
        things = things | {place: made[key] for place, key in CHOSEN.get(last, {}).items()}
        things["object_id"] = things["id"] = things["content_type_id"] = _newest(last)
        address = filled(route, things)
        if address is not None and "^" not in address and "(?P" not in address:
            yield Page(name, address + ASKED.get(last, "").format(**made), last in FOR_STRANGERS)


def _things(scene: Scene, made: dict[str, object], league: League) -> dict[str, object]:
    """One of each thing that an address of the league names."""
    game = Game.objects.filter(league=league, status=Game.Status.FINAL).exclude(event=None).earliest("pk")
    newest = RatingChange.objects.filter(league=league).exclude(game=None).latest("day", "pk")
    return made | {
        "club": scene.club.slug, "league": league.slug, "player": game.white_id, "opponent": game.black_id,
        "game": game.pk, "event": game.event_id, "round": 1, "day": "2026-10-06", "dated": "2026-10-01",
        "change": newest.pk, "run": RatingRun.objects.filter(league=league).latest("pk").pk, "mode": "fide",
        "kind": "trf26", "section": "players", "calculator": "game", "period": "2026-09",
    }  # fmt: skip


def _newest(name: str) -> int:
    """The newest of the kind that a page of the admin site is about."""
    for model in admin.site._registry:
        if name.startswith(f"{model._meta.app_label}_{model._meta.model_name}_"):
            newest = model.objects.order_by("pk").last()
            return newest.pk if newest else 1
    return 1
