"""What would our table look like under other rules? Simulated in memory, never written."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from league.forms.whatif import WhatIfForm
from league.permissions import Action
from ratings import figures
from ratings.boards.whatif import WhatIf, what_if, with_players
from ratings.kernel.accuracy import Accuracy
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import ParameterError
from ratings.services.simulating import TooLarge
from ratings.tables.board import moved

from .base import DeskView

PAGE = 50


class WhatIfPage(DeskView):
    """A form for other rules; beside each other what is and what would be."""

    action = Action.LEAGUES

    def get(self, request: HttpRequest) -> HttpResponseBase:
        asked = "system" in request.GET
        form = WhatIfForm(request.GET if asked else None, initial={"system": self.league.system})
        found = self._found(form) if asked and form.is_valid() else None
        return self.page("whatif.html", {"form": form, **(self._result(found) if found else {})})

    def _found(self, form: WhatIfForm) -> WhatIf | None:
        system = form.cleaned_data["system"]
        if self.league.mode not in SYSTEMS[system].modes:
            form.add_error("system", _("This system does not rate as this league does."))
            return None
        try:
            return what_if(self.league, system=system, parameters=form.changed)
        except ParameterError as error:
            named = getattr(error, "key", "")
            form.add_error(named if named in form.fields else "parameters", str(error))
        except TooLarge:
            form.add_error(
                None, _("This league is too long for a page. On the server “manage.py backtest” takes its time.")
            )
        return None

    def _result(self, found: WhatIf) -> dict[str, Any]:
        page = Paginator(found.lines, PAGE).get_page(self.request.GET.get("page"))
        kept = self.request.GET.copy()
        kept.pop("page", None)
        lines = [
            {"line": line, "player": player, "moved": moved(line.moved, False)}
            for line, player in with_players(list(page))
        ]
        return {"result": found, "page": page, "lines": lines, "kept": kept.urlencode(), "measures": measures(found)}


def measures(found: WhatIf) -> list[dict[str, Any]]:
    """The three measures of both; ``better``: the other rules foretell better by it (None: alike)."""
    now, other = found.now, found.other
    return [
        _measure("log_loss", now, other, less_is_better=True, places=4),
        _measure("brier", now, other, less_is_better=True, places=4),
        _measure("favourites", now, other, less_is_better=False, places=1, percent=True),
    ]


def _measure(
    name: str, now: Accuracy, other: Accuracy, *, less_is_better: bool, places: int, percent: bool = False
) -> dict[str, Any]:
    values = [getattr(now, name), getattr(other, name)]
    known = None not in values
    shown = ["–" if v is None else figures.plain(100 * v if percent else v, places) for v in values]
    same = not known or shown[0] == shown[1]
    better = None if same else (values[1] < values[0]) == less_is_better
    return {"name": name, "now": shown[0], "other": shown[1], "percent": percent and known, "better": better}
