"""What an event brings, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.models import League

from .regulations import list_name


def gains(league: League, official: str, *, foreseen: bool) -> dict[str, str]:
    """Heading and note of the table of an event's gains. ``official``: the federation's list rated against."""
    if official:
        values = {"list": list_name(official)}
        if foreseen:
            return {
                "title": _("What it adds to the next official rating"),
                "words": _(
                    "Rated with the federation’s %(list)s list in force when the event began. The sum is not rounded:"
                    " the federation rounds once, with the player’s other events of the period."
                )
                % values,
            }
        return {
            "title": _("What it added to the official rating"),
            "words": _(
                "Rated with the federation’s %(list)s list in force when the event began; the sum is not rounded."
            )
            % values,
        }
    if league.mode == League.Mode.SEQUENTIAL:
        return {"title": _("What it brought"), "words": _("The changes of all games of the event, added up.")}
    if foreseen:
        words = _("As if the rating period closed now. The sum is not rounded: that is done once for the whole period.")
        return {"title": _("What it adds to the next list"), "words": words}
    words = _("The sum is not rounded: that was done once for the whole period.")
    return {"title": _("What it added to the list"), "words": words}
