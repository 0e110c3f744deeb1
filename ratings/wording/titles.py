"""Ratings that titles need, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.boards.norms import Threshold
from ratings.calculator.modes.titles import counting as counting_notes
from ratings.calculator.showing import sentence
from ratings.kernel.norm_check import NormCheck


def threshold(found: Threshold) -> str:
    """``IM: 2400 reached; norms are needed too``, ``FM: 2300, 12 points to go``."""
    said = {"title": found.title, "rating": found.rating}
    if found.reached and found.norms:
        return _("%(title)s: %(rating)d reached; norms are needed, too") % said
    if found.reached:
        return _("%(title)s: %(rating)d reached") % said
    togo = []
    if found.points:
        togo.append(ngettext("%(n)d point to go", "%(n)d points to go", found.points) % {"n": found.points})
    if found.games:
        togo.append(ngettext("%(n)d rated game to go", "%(n)d rated games to go", found.games) % {"n": found.games})
    return _("%(title)s: %(rating)d, %(togo)s") % {**said, "togo": ", ".join(togo)}


def counting(check: NormCheck) -> list[str]:
    """As how many games a norm counts, and by which rules."""
    return [sentence(code, values) for code, values in counting_notes(check)]
