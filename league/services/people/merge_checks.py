"""When two records cannot become one, or two again: said in words."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Event, Game, League, Merge, Player

from .. import limits
from ..errors import ChangedMeanwhile, Problems, Refused
from .belongings import games_between, rounds_of


def check_merge(kept: Player, absorbed: Player, reason: str | None = None) -> None:
    problems = Problems()
    if kept.pk == absorbed.pk:
        raise Refused(_("This is one record already: choose two."), field="absorbed")
    if kept.club_id != absorbed.club_id:
        raise Refused(_("They are players of different clubs."), field="absorbed")
    for player, name in ((kept, "kept"), (absorbed, "absorbed")):
        if player.merged_into_id is not None:
            problems.add(_("%(player)s is part of another record already.") % {"player": player.label}, name)
        if player.anonymised_at is not None:
            problems.add(_("%(player)s is anonymised: nobody can say who that was.") % {"player": player.label}, name)
    if kept.fide_id and absorbed.fide_id:
        message = _("They have different FIDE ids, %(one)s and %(other)s. If one is wrong, correct it first.")
        problems.add(message % {"one": kept.fide_id, "other": absorbed.fide_id}, "absorbed")
    _check_meetings(problems, kept, absorbed)
    if reason is not None:
        limits.check_reason(problems, reason)
    problems.refuse()


def _check_meetings(problems: Problems, kept: Player, absorbed: Player) -> None:
    games = games_between(kept, absorbed).exclude(status=Game.Status.VOID).order_by("played_on", "pk")
    if (count := games.count()) > 0:
        message = ngettext(
            "They played each other on %(day)s, so they are two people; if that game is a mistake, void it first.",
            "They played %(n)d games against each other, the first on %(day)s, so they are two people; if those are"
            " mistakes, void them first.",
            count,
        )
        problems.add(message % {"n": count, "day": date_format(games[0].played_on)}, "absorbed")
    if common := sorted(rounds_of(kept) & rounds_of(absorbed)):
        event, round_ = common[0]
        message = _("Both are in round %(round)d of %(event)s, so they are two people; if one entry is a mistake,"
                    " void it first.")  # fmt: skip
        problems.add(message % {"round": round_, "event": Event.objects.get(pk=event).name}, "absorbed")


def check_split(merge: Merge, reason: str | None = None) -> None:
    problems = Problems()
    if merge.split_at is not None:
        problems.add(_("These records are two again already."), "merge")
    elif merge.kept.merged_into is not None:
        message = _("%(player)s was merged into %(kept)s since: take that back first.")
        problems.add(message % {"player": merge.kept.label, "kept": merge.kept.merged_into.label}, "merge")
    if merge.kept.anonymised_at is not None:
        problems.add(_("%(player)s is anonymised: nobody can say who that was.") % {"player": merge.kept.label})
    if reason is not None:
        limits.check_reason(problems, reason)
    problems.refuse()


def refuse_changed(expected: str | None, leagues: Iterable[League]) -> None:
    if expected is not None and expected != state_of(leagues):
        raise ChangedMeanwhile(_("Something changed since you looked: look at it again."))


def state_of(leagues: Iterable[League]) -> str:
    """A name for the facts of these leagues: another after every change."""
    return ",".join(f"{league.pk}:{league.version}" for league in sorted(leagues, key=lambda each: each.pk))
