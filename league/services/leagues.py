"""Leagues and the rules they rate by, each set of rules valid from a day on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import Club, League, LeagueEntry, RatingRules
from ratings.facts import Overlay
from ratings.kernel.systems import SYSTEMS, Rules, System
from ratings.kernel.types import ParameterError
from ratings.services import Preview, preview

from . import limits
from .errors import Problems, Refused
from .history import keep_change
from .late_results import check_change, check_closing_days, check_late_results
from .placement import closed_period_since, need_reason, refuse_before_list
from .writing import Actor, Locked, lock_club, lock_league, lock_leagues, lock_sources, raise_versions, rerate_from

BEGINNING: Final = date(1000, 1, 1)  # the first rules of a league are valid for whatever comes
Parameters = Mapping[str, object]


def create_league(
    *, club: Club, slug: str, name: str, system: str, mode: str, parameters: Parameters | None = None,
    discipline: str = League.Discipline.CHESS, late_results: str = League.LateResults.RESTATE, closing_days: int = 0,
    games_from: League | None = None, standard_league: League | None = None, description: str = "", actor: Actor = None,
) -> League:  # fmt: skip
    """A new league. System and mode never change; ``parameters`` are those of the system.

    ``games_from``: the league whose games this one rates by rules of its own. ``standard_league``: the
    list that gives players without a rapid or blitz rating their first one (FIDE).
    """
    with transaction.atomic():
        club = lock_club(club)
        league = League(
            club=club, slug=slug.strip(), name=clean_name(name), system=system, mode=mode, discipline=discipline,
            late_results=late_results, closing_days=closing_days, games_from=games_from,
            standard_league=standard_league, description=description.strip(),
        )  # fmt: skip
        given = dict(parameters or {})
        _check(league, given)
        raise_versions(lock_sources(league))
        league.save(force_insert=True)
        RatingRules.objects.create(league=league, valid_from=BEGINNING, parameters=normal_form(system, given))
        keep_change(
            club=club, league=league, kind="league.create", subject=league, before={},
            after={"name": league.name, "system": system, "mode": mode, "parameters": given}, actor=actor,
        )  # fmt: skip
        if games_from is not None:
            _enter_all_of(league, games_from, actor)
    return league


def find_league(path: str) -> League:
    """The league that ``club-slug/league-slug`` names; refused with the leagues there are."""
    club, _slash, slug = path.partition("/")
    league = League.objects.select_related("club").filter(club__slug=club, slug=slug).first()
    if league is not None:
        return league
    slugs = League.objects.filter(club__slug=club).order_by("slug").values_list("slug", flat=True)
    known = ", ".join(f"{club}/{each}" for each in slugs[:10])
    message = _("There is no league %(path)s.") % {"path": path}
    raise Refused(f"{message} {_('Known: %(known)s.') % {'known': known}}" if known else message, field="league")


def edit_league(
    *, league: League, name: str | None = None, description: str | None = None, discipline: str | None = None,
    late_results: str | None = None, closing_days: int | None = None, reason: str = "", actor: Actor = None,
) -> League:  # fmt: skip
    """Rename or describe a league, or say otherwise what late results do or when its
    lists close (these two re-rate from the start)."""
    wanted = {
        "name": None if name is None else clean_name(name),
        "description": None if description is None else description.strip(),
        "discipline": discipline,
        "late_results": late_results,
        "closing_days": closing_days,
    }
    with transaction.atomic():
        locked = lock_league(league)
        fresh = locked.league
        changed = [field for field, value in wanted.items() if value is not None and value != getattr(fresh, field)]
        before = {field: getattr(fresh, field) for field in changed}
        for field in changed:
            setattr(fresh, field, wanted[field])
        problems, rated = Problems(), bool({"late_results", "closing_days"} & set(changed))
        _check_words(problems, fresh)
        if rated and not problems:
            check_change(problems, fresh, reason, actor)
        problems.refuse()
        if not changed:
            return fresh
        fresh.save(update_fields=changed)
        change = keep_change(
            club=fresh.club, league=fresh, kind="league.edit", subject=fresh, before=before,
            after={field: wanted[field] for field in changed}, reason=reason, actor=actor,
        )  # fmt: skip
        if rated:
            word = "late results" if "late_results" in changed else "closing date"
            rerate_from(locked, None, reason.strip() or word, actor, change=change)
        else:
            raise_versions([fresh])
    return fresh


def archive_league(*, league: League, actor: Actor = None) -> League:
    """Finish a league: its pages stay, nothing is recorded any more. Refused while others follow it."""
    with transaction.atomic():
        fresh = next(each for each in lock_leagues(Q(pk=league.pk)) if each.pk == league.pk)
        if fresh.archived_at is None:
            if follower := League.objects.filter(games_from=fresh, archived_at=None).first():
                message = _("%(league)s follows this league: archive that one first.")
                raise Refused(message % {"league": follower.name}, field="league")
            fresh.archived_at = timezone.now()
            fresh.save(update_fields=["archived_at"])
            keep_change(
                club=fresh.club, league=fresh, kind="league.archive", subject=fresh, before={}, after={}, actor=actor
            )
            raise_versions([fresh])
    return fresh


def reactivate_league(*, league: League, actor: Actor = None) -> League:
    """Take an archived league back."""
    with transaction.atomic():
        fresh = next(each for each in lock_leagues(Q(pk=league.pk)) if each.pk == league.pk)
        if fresh.archived_at is not None:
            fresh.archived_at = None
            fresh.save(update_fields=["archived_at"])
            keep_change(
                club=fresh.club, league=fresh, kind="league.reactivate", subject=fresh, before={}, after={}, actor=actor
            )
            raise_versions([fresh])
    return fresh


def change_rules(
    *, league: League, valid_from: date, parameters: Parameters, reason: str, actor: Actor = None
) -> RatingRules:
    """Other parameters from a day on: those given, laid over the ones in force on that day.

    Games of events that started before the day keep the rules of their start. Nothing changed: nothing
    happens.
    """
    with transaction.atomic():
        locked = lock_league(league)
        before, wanted = _rules_on(locked.league, valid_from, parameters)
        after = normal_form(league.system, wanted)
        if _parse(league.system, after) == _parse(league.system, before.parameters):
            return before
        _check_change(locked.league, valid_from, after, reason)
        rules, _created = RatingRules.objects.update_or_create(
            league=locked.league, valid_from=valid_from, defaults={"parameters": after, "reason": reason.strip()}
        )
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="rules.change", subject=rules,
            before={"valid_from": before.valid_from, "parameters": before.parameters, "reason": before.reason},
            after={"valid_from": valid_from, "parameters": after, "reason": reason.strip()}, reason=reason, actor=actor,
        )  # fmt: skip
        # from the start, since rules also say who is provisional, where newcomers begin and whether peaks count
        rerate_from(locked, None, reason.strip(), actor, change=change)
    return rules


def _check_change(league: League, valid_from: date, parameters: Parameters, reason: str) -> None:
    problems = Problems()
    limits.check_reason(problems, reason)
    _check_openings(problems, league, _parse(league.system, parameters))
    _check_start(problems, league, valid_from)
    need_reason(problems, closed_period_since(league, valid_from), reason)
    refuse_before_list(problems, league, valid_from, "valid_from", at_start=False)
    problems.refuse()


def preview_rules(*, league: League, valid_from: date, parameters: Parameters) -> Preview:
    """Who would move by how much under other parameters from a day on."""
    _before, wanted = _rules_on(league, valid_from, parameters)
    stored = {rules.valid_from: rules.parameters for rules in league.rules.all()}
    stored[valid_from] = normal_form(league.system, wanted)
    _check_change(league, valid_from, stored[valid_from], "preview")
    return preview(league, since=date.min, overlay=Overlay(rules=as_rules(league.system, stored)))


def rules_on(league: League, day: date) -> RatingRules:
    """The rules in force on a day."""
    rules = league.rules.order_by("valid_from")
    found = rules.filter(valid_from__lte=day).last() or rules.first()
    if found is None:
        raise Refused(_("%(league)s has no rules.") % {"league": league.name}, field="league")
    return found


def normal_form(system: str, parameters: Parameters) -> dict[str, Any]:
    """Parameters as they are stored: checked, every one of the system in its order, the defaults of today included.

    So what nobody named stays what it was when it began to count, whatever later versions would take.
    """
    _parse(system, parameters)
    return {each.key: parameters.get(each.key, each.default) for each in _system(system).definitions}


def _parse(system: str, parameters: Parameters) -> Any:
    try:
        return _system(system).parameters(parameters)
    except ParameterError as error:
        raise Refused(str(error), field=error.key or "parameters") from error


def _system(name: str) -> System:
    if name not in SYSTEMS:
        message = _("There is no rating system “%(system)s”. Known: %(known)s.")
        raise Refused(message % {"system": name, "known": ", ".join(SYSTEMS)}, field="system")
    return SYSTEMS[name]


def _rules_on(league: League, day: date, parameters: Parameters) -> tuple[RatingRules, dict[str, object]]:
    before = rules_on(league, day)
    return before, {**before.parameters, **parameters}


def as_rules(system: str, stored: Mapping[date, Parameters]) -> Rules:
    return Rules(tuple((day.toordinal(), _parse(system, stored[day])) for day in sorted(stored)))


def _check(league: League, parameters: Parameters) -> None:
    problems = Problems()
    limits.check_slug(problems, league.slug)
    if League.objects.filter(club=league.club, slug=league.slug).exists():
        problems.add(_("The club has a league “%(slug)s” already.") % {"slug": league.slug}, "slug")
    _check_words(problems, league)
    try:
        read = _parse(league.system, parameters)
        _check_openings(problems, league, read)
        if league.mode not in SYSTEMS[league.system].modes:
            message = _("“%(mode)s” is no mode of %(system)s. Known: %(known)s.")
            known = ", ".join(sorted(SYSTEMS[league.system].modes))
            problems.add(message % {"mode": league.mode, "system": league.system, "known": known}, "mode")
    except Refused as refused:
        problems.found += refused.problems
    _check_sources(problems, league)
    problems.refuse()


def _check_words(problems: Problems, league: League) -> None:
    if not league.name:
        problems.add(_("A league needs a name."), "name")
    limits.check_length(problems, league.name, 120, "name")
    check_late_results(problems, league)
    check_closing_days(problems, league)
    choices = {"discipline": League.Discipline.values, "late_results": League.LateResults.values}
    for field, known in choices.items():
        if getattr(league, field) not in known:
            message = _("“%(value)s” is unknown here. Known: %(known)s.")
            problems.add(message % {"value": getattr(league, field), "known": ", ".join(known)}, field)


def _check_openings(problems: Problems, league: League, parameters: Any) -> None:
    """A federation's list is in force for a period; game by game there is none."""
    if getattr(parameters, "external", False) and league.mode != League.Mode.PERIOD:
        problems.add(_("A federation's lists can be used per period only, not game by game."), "openings")


def _check_sources(problems: Problems, league: League) -> None:
    """Both other leagues are of the club; there are no chains, so that one change has a short reach."""
    source, standard = league.games_from, league.standard_league
    if source is not None and (source.club_id != league.club_id or source.games_from_id is not None):
        problems.add(_("Choose a league of this club that has games of its own."), "games_from")
    if standard is None:
        return
    if league.system != League.System.FIDE or standard.system != League.System.FIDE:
        problems.add(_("Only FIDE lists take first ratings from another FIDE list."), "standard_league")
    elif standard.club_id != league.club_id or standard.standard_league_id is not None:
        problems.add(_("Choose a standard list of this club."), "standard_league")


def _check_start(problems: Problems, league: League, valid_from: date) -> None:
    if valid_from != BEGINNING:
        limits.check_day(problems, valid_from, league.club, "valid_from")


def _enter_all_of(league: League, source: League, actor: Actor) -> None:
    players = LeagueEntry.objects.filter(league=source).values_list("player_id", flat=True)
    LeagueEntry.objects.bulk_create(
        [LeagueEntry(league=league, player_id=player) for player in players], batch_size=500
    )
    rerate_from(Locked(lock_league(league).league, []), None, "league created", actor)
