"""Two records of one person: chosen, compared side by side, made one; and two again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.formats.numbers import read_id
from league.models import Merge, Player
from league.permissions import Action
from league.services import people
from league.services.people.passage import gaps_filled
from league.services.people.portraits import Portrait, portrait
from ratings import figures
from ratings.services import Preview

from ..base import ClubDeskView
from .deciding import PeopleDecision

DASH = "–"
MOST = 20


class ChooseRecord(ClubDeskView):
    """Which record is the same person as this one? Those of a like name, or those that a search finds."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest, player: int) -> HttpResponseBase:
        one = get_object_or_404(Player, club=self.club, pk=player, merged_into=None)
        text = request.GET.get("q", "").strip()[:100]
        near = people.near_matches(club=self.club, name=one.name, limit=MOST)
        found = list(people.find_players(club=self.club, text=text)[: MOST + 1]) if text else near
        others = [each for each in found if each.pk != one.pk][:MOST]
        return self.page("merge_choose.html", {"player": one, "text": text, "others": others})


class MergePeople(PeopleDecision):
    """Side by side, with what it moves; ``?kept=`` and ``?absorbed=`` say which."""

    title = gettext_lazy("Merge two records of one person")
    confirm = gettext_lazy("Make them one")
    template = "merge.html"
    kept: Player
    absorbed: Player

    def load(self, **ids: Any) -> None:
        self.kept, self.absorbed = (self._asked(name) for name in ("kept", "absorbed"))

    def _asked(self, name: str) -> Player:
        number = read_id(self.request.GET.get(name, ""))
        if number is None:
            raise Http404
        return self.player(number)

    def people(self) -> list[Player]:
        return [self.kept, self.absorbed]

    def settled(self) -> str:
        return _("They are one record already.") if self.absorbed.merged_into_id == self.kept.pk else ""

    def previews(self) -> list[Preview]:
        return people.preview_merge(kept=self.kept, absorbed=self.absorbed).leagues

    def notes(self) -> list[str]:
        values = {"kept": self.kept, "absorbed": self.absorbed}
        said = [
            _("Games, entries, byes and adjustments of %(absorbed)s go to %(kept)s. The name stays as another name"
              " of %(kept)s, and its pages lead there. You can take this back: then exactly what went over goes"
              " back.") % values
        ]  # fmt: skip
        years = {self.kept.birth_year, self.absorbed.birth_year} - {None}
        if len(years) > 1:
            said.append(_("Their years of birth differ: are they one person?"))
        return said

    def carry_out(self, form: forms.Form, reason: str) -> None:
        people.merge_players(kept=self.kept, absorbed=self.absorbed, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("They are one record now.")

    def extra(self) -> dict[str, Any]:
        swapped = f"?kept={self.absorbed.pk}&absorbed={self.kept.pk}"
        return {"kept": self.kept, "absorbed": self.absorbed, "lines": list(self._lines()), "swapped": swapped}

    def _lines(self) -> Iterable[tuple[str, str, str, str]]:
        """What is known of both, and what will be."""
        one, other = portrait(self.kept), portrait(self.absorbed)
        gaps = gaps_filled(self.kept, self.absorbed)
        for field in ("name", "birth_year", "sex", "federation", "fide_id", "title", "affiliation"):
            label = str(Player._meta.get_field(field).verbose_name)
            mine, theirs = (_said(each.player, field) for each in (one, other))
            yield label, mine, theirs, theirs if field in gaps else mine
        names = sorted({*one.aliases, *other.aliases, other.player.name} - {one.player.name})
        yield _("other names"), _listed(one.aliases), _listed(other.aliases), _listed(names)
        yield _("games"), str(one.games), str(other.games), str(one.games + other.games)
        yield _("from – to"), _span(one), _span(other), ""
        yield _("ratings"), _standings(one), _standings(other), _("see below")


class SplitPeople(PeopleDecision):
    """What a merge moved goes back."""

    title = gettext_lazy("Take a merge back")
    confirm = gettext_lazy("Make them two again")
    merge: Merge

    def load(self, *, merge: int) -> None:  # type: ignore[override]
        merges = Merge.objects.select_related("kept__club", "kept__merged_into", "absorbed__club")
        self.merge = get_object_or_404(merges, club=self.club, pk=merge)

    def people(self) -> list[Player]:
        return [self.merge.kept, self.merge.absorbed]

    def settled(self) -> str:
        return _("These records are two again already.") if self.merge.split_at else ""

    def previews(self) -> list[Preview]:
        found = people.preview_split(merge=self.merge).leagues
        left = {league.pk for league in people.left_by_split(merge=self.merge)}
        for each in found:
            if each.league.pk in left:
                kept = self.merge.kept_id
                each.moves = [m._replace(after=None, rank_after=None) if m.player_id == kept else m for m in each.moves]
        return found

    def notes(self) -> list[str]:
        values = {"kept": self.merge.kept, "absorbed": self.merge.absorbed, "day": date_format(self.merge.made_at)}
        return [
            _("What went from %(absorbed)s to %(kept)s on %(day)s goes back, and nothing else: what was recorded since"
              " stays with %(kept)s.") % values,
            *(_("%(kept)s leaves the league %(league)s, having nothing else in it.") % {**values, "league": league.name}
              for league in people.left_by_split(merge=self.merge)),
        ]  # fmt: skip

    def carry_out(self, form: forms.Form, reason: str) -> None:
        people.split_players(merge=self.merge, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("They are two records again.")

    def extra(self) -> dict[str, Any]:
        return {"subject": f"{self.merge.absorbed} → {self.merge.kept}"}


def _said(player: Player, field: str) -> str:
    if field == "sex":
        return str(player.get_sex_display() or DASH)
    return str(getattr(player, field) or DASH)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or DASH


def _span(one: Portrait) -> str:
    return f"{date_format(one.first)} – {date_format(one.last)}" if one.first and one.last else DASH


def _standings(one: Portrait) -> str:
    return ", ".join(f"{each.league.name} {figures.shown(each.shown)}" for each in one.standings) or DASH
