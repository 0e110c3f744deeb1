"""Re-rate a league now."""

import sys
from datetime import date
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils.translation import gettext as _
from tqdm import tqdm

from league.management.base import ServiceCommand, add_league, day_of, league_at
from league.models import League
from ratings.facts import Overlay
from ratings.models import RatingRun
from ratings.services import defer, preview, settle


class Command(ServiceCommand):
    help = "Re-rate a league from a day on (default: from the start). Done twice it changes nothing."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("--since", metavar="DATE", help="YYYY-MM-DD")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        since = day_of(options["since"], "since") if options["since"] is not None else None
        if options["dry_run"]:
            self.say_preview(preview(league, since=since or date.min, overlay=Overlay()))
            return
        with transaction.atomic():
            locked = League.objects.lock(league.pk)[0]
            defer(locked, since=since, reason="re-rated by command")
        with tqdm(total=league.games.count(), unit=" games", disable=not sys.stderr.isatty() or self.json) as bar:
            run = settle(locked, progress=lambda done: bar.update(done - bar.n))
        self.say(_text(league, run), {"league": league.path, "changed": run is not None, **_data(run)})


def _text(league: League, run: RatingRun | None) -> str:
    if run is None:
        return _("%(league)s: nothing changed.") % {"league": league.path}
    return _("%(league)s: games replayed %(games)d, rows of the log changed %(rows)d, players moved %(players)d.") % {
        "league": league.path,
        "games": run.games_read,
        "rows": run.rows_inserted + run.rows_updated + run.rows_deleted,
        "players": run.players_moved + run.moved_slightly,
    }


def _data(run: RatingRun | None) -> dict[str, Any]:
    names = ("games_read", "rows_inserted", "rows_updated", "rows_deleted", "players_moved", "moved_slightly")
    return {name: getattr(run, name) if run else 0 for name in names}
