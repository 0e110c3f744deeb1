"""Import files of results."""

from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from tqdm import tqdm

from league.management.base import (
    MOST_TOLD,
    Refused,
    ServiceCommand,
    add_league,
    day_of,
    league_at,
    preview_text,
)  # fmt: skip
from league.management.files import add_reading, limit_of, read_file
from league.services.importing import ResultsOptions, commit_results, plan_results, preview_results
from league.services.importing.report import in_words, report
from ratings.services import settle

STEPS = 5


class Command(ServiceCommand):
    help = (
        "Import files of results, all or nothing: columns date, white, black and result (or scores, points, winner);"
        " workbooks; reports of tournaments (TRF); PGN; cross tables, pairing lists and player cards as chess-results"
        " and others export them. The same file again changes nothing."
    )

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("files", nargs="+", metavar="FILE", help="A file of results; - for standard input.")
        add_reading(parser)
        parser.add_argument("--event", default="", help="Event of the games for which the file names none.")
        parser.add_argument("--date", help="Date of the games for which the file has none (YYYY-MM-DD).")
        order = parser.add_mutually_exclusive_group()
        order.add_argument("--day-first", dest="day_first", action="store_true", default=None, help="03/04 is 3 April.")
        order.add_argument("--month-first", dest="day_first", action="store_false", help="03/04 is March 4.")
        parser.add_argument(
            "--partial-dates", choices=("refuse", "first", "last"), default="refuse",
            help="What 1984.??.?? means: the first or the last day of the year; such games are refused otherwise.",
        )  # fmt: skip
        parser.add_argument("--sheet", default="", help="The sheet of a workbook; the first with anything in it.")
        parser.add_argument("--create-players", action="store_true", help="Unknown names are new players.")
        parser.add_argument("--update", action="store_true", help="Another result in the same place corrects the game.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        limit = limit_of(options)
        files = [read_file(path, limit) for path in options["files"]]
        taken = ResultsOptions(
            format=options["format"],
            encoding=options["encoding"],
            event=options["event"],
            day=day_of(options["date"]) if options["date"] is not None else None,
            day_first=options["day_first"],
            partial_days=options["partial_dates"],
            sheet=options["sheet"],
            create_players=options["create_players"],
            update=options["update"],
            reason=options["reason"],
            limit=limit,
        )
        with _progress(shown=not self.json) as progress:
            plan = plan_results(league=league, files=files, options=taken, progress=progress)
            if plan.problems:
                committed = None
            else:
                committed = None if options["dry_run"] else commit_results(plan=plan, progress=progress)
        plan = committed.plan if committed else plan
        if committed is not None:
            settle(league)  # a worker may be slower than who reads the next command's answer
        if plan.problems:
            if self.json:
                self._write_json(report(plan))
            raise Refused(in_words(plan))
        foreseen = preview_results(plan) if committed is None else None
        words = [in_words(plan, committed)]
        if foreseen is not None:
            words.append(preview_text(foreseen, most=MOST_TOLD))
        elif committed is None and plan.since is not None:
            words.append(_("Too many games to show what would move: import in parts to see it."))
        self.say("\n".join(words), report(plan, committed, foreseen))


@contextmanager
def _progress(*, shown: bool) -> Any:
    """A bar on the terminal that names the step reached."""
    bar = tqdm(total=STEPS, disable=None if shown else True, bar_format="{bar:20} {desc} {elapsed}", leave=False)

    def step(name: str, rows: int) -> None:
        bar.set_description_str(_("%(step)s (%(rows)d rows)") % {"step": name, "rows": rows}, refresh=False)
        bar.update()

    with bar:
        yield step
