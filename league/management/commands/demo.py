"""Load the demo club."""

import sys
from typing import Any

from django.utils.translation import gettext as _
from tqdm import tqdm

from league.management.base import ServiceCommand
from league.services import demo


class Command(ServiceCommand):
    help = "Load the demo club from the real results in the folder demo/. What is there already is left as it is."

    def act(self, **options: Any) -> None:
        shown = sys.stderr.isatty() and not self.json
        lines, data = [], []
        with tqdm(total=demo.STEPS * demo.rows(), unit=" rows", disable=not shown, leave=False) as bar:

            def progress(step: str, rows: int) -> None:
                bar.set_description_str(step, refresh=False)
                bar.update(rows)

            for loaded in demo.load(progress):
                lines.append(_line(loaded))
                data.append(_data(loaded))
        self.say("\n".join(lines), {"leagues": data})


def _line(loaded: demo.Loaded) -> str:
    words = _("%(league)s: %(games)d games of %(players)d players loaded and rated.")
    if not loaded.new:
        words = _("%(league)s: there already, %(games)d games of %(players)d players.")
    return words % _data(loaded)


def _data(loaded: demo.Loaded) -> dict[str, Any]:
    league = loaded.league
    return {
        "league": league.path,
        "new": loaded.new,
        "games": league.games.count(),
        "players": league.entries.count(),
    }
