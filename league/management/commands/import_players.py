"""Import a file of players."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import (
    MOST_TOLD,
    Refused,
    ServiceCommand,
    Usage,
    club_at,
    day_of,
    league_at,
    preview_text,
)  # fmt: skip
from league.management.fide import add_fide, fide_list, is_fide_list, said_of_lists
from league.management.files import add_reading, limit_of, read_file
from league.models import Club
from league.services.importing import (
    PlayersPlan,
    commit_players,
    fide_report,
    import_fide_list,
    plan_players,
    preview_players,
)
from league.services.importing.players import report
from league.services.importing.problems import told


class Command(ServiceCommand):
    help = (
        "Import a file of players, all or nothing: name, and birth_year, sex, federation, fide_id, title, affiliation,"
        " rating, games, peak where known. Players who are there are updated; the same file again changes nothing."
        " A rating list of FIDE's (text, XML or ZIP) is known by its content: what it publishes for the club's players."
    )

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="club-slug")
        parser.add_argument("file", metavar="FILE", help="A file of players; - for standard input.")
        add_reading(parser)
        parser.add_argument(
            "--league", help="Enter everybody into this league; ratings, games and peaks are start values there."
        )

        add_fide(parser)

    def act(self, **options: Any) -> None:
        club = club_at(options["club"])
        if options["format"] == "fide" or (options["format"] == "auto" and is_fide_list(options["file"])):
            self._take_list(club, options)
            return
        if said := said_of_lists(options):
            raise Usage(
                _("%(options)s: only a FIDE list has that, and this file is none.") % {"options": ", ".join(said)}
            )
        league = league_at(_path(club.slug, options["league"])) if options["league"] else None
        if league is not None and league.club_id != club.pk:
            raise Usage(_("%(league)s is a league of another club.") % {"league": options["league"]})
        limit = limit_of(options)
        plan = plan_players(
            club=club,
            file=read_file(options["file"], limit),
            league=league,
            reason=options["reason"],
            format=options["format"],
            encoding=options["encoding"],
            limit=limit,
        )
        written = not options["dry_run"] and not plan.problems
        if written:
            plan = commit_players(plan=plan)
        if plan.problems:
            if self.json:
                self._write_json(report(plan, written=False))
            raise Refused("\n".join([_("Nothing was imported:"), *told(plan.problems)]))
        foreseen = [] if written else preview_players(plan)
        words = [f"{each.league.path}\n{preview_text(each, most=MOST_TOLD)}" for each in foreseen]
        text = "\n".join([*words, _in_words(plan, written=written)])
        self.say(text, report(plan, written=written, foreseen=foreseen))

    def _take_list(self, club: Club, options: dict[str, Any]) -> None:
        if options["league"]:
            raise Usage(_("A FIDE list is taken for a club's players, not for a league: leave --league out."))
        dated = day_of(options["list_date"], "list_date") if options["list_date"] else None
        with fide_list(options["file"], quiet=self.json) as source:
            made = import_fide_list(
                club=club,
                source=source,
                dated=dated,
                lists=options["lists"] or (),
                create=options["create"],
                federation=options["federation"],
                dry_run=options["dry_run"],
                reason=options["reason"],
            )
        self.say(fide_report.in_words(made), fide_report.report(made))


def _path(club: str, league: str) -> str:
    return league if "/" in league else f"{club}/{league}"


def _in_words(plan: PlayersPlan, *, written: bool) -> str:
    if not plan.changes:
        return _("Nothing changed: all %(count)d players are there already.") % {"count": plan.unchanged}
    lines = [
        _("%(new)d players new, %(updated)d changed, %(unchanged)d as they were.")
        % {"new": len(plan.new), "updated": len(plan.updates) + len(plan.entry_updates), "unchanged": plan.unchanged}
    ]
    for update in [*plan.updates, *plan.entry_updates]:
        for field, (old, new) in update.changes.items():
            was = "–" if old in (None, "") else old
            lines.append(f"  {update.player}: {field} {was} → {new}")
    for name, near in plan.near.items():
        lines.append(_("%(name)s is new, but there is %(near)s.") % {"name": name, "near": ", ".join(near)})
    lines += plan.notes
    if not written:
        lines.append(_("Dry run: nothing was written."))
    return "\n".join(lines)
