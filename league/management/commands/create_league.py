"""Make a league, and its club where it is new."""

import json
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, Usage, league_at
from league.models import Club, League
from league.services.leagues import create_league
from league.services.people import create_club
from league.services.presets import PRESETS, preset_named


class Command(ServiceCommand):
    help = "Make a league (and its club, if there is none of that slug)."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", metavar="CLUB/LEAGUE", nargs="?")
        parser.add_argument("--name", help="Name of the league (default: its slug).")
        parser.add_argument("--preset", metavar="NAME", help="Ready-made rules; “list” shows them with their sources.")
        parser.add_argument("--system", help="elo, fide or glicko2; needed without --preset")
        parser.add_argument("--mode", help="sequential (default) or period")
        parser.add_argument(
            "--set", metavar="KEY=VALUE", action="extend", nargs="+", default=[], dest="parameters",
            help="A parameter of the system; the value is JSON where it parses, else text.",
        )  # fmt: skip
        parser.add_argument("--discipline", help="chess (default), home_away or neutral")
        parser.add_argument("--late-results", help="restate (default) or next_list")
        parser.add_argument(
            "--closing-days", type=int, help="Days from the closing date to the list: events that end later count in"
            " the next one (FIDE: 3; default: 0, none do).",
        )  # fmt: skip
        parser.add_argument("--follow", metavar="LEAGUE", help="Rate the games of this league.")
        parser.add_argument("--standard", metavar="LEAGUE", help="First ratings come from this FIDE standard list.")
        parser.add_argument("--club-name", help="Name of a new club (default: its slug).")
        parser.add_argument("--time-zone", default="UTC", help="Time zone of a new club.")

    def act(self, **options: Any) -> None:
        if options["preset"] == "list":
            self._list_presets()
            return
        if not options["path"]:
            raise Usage(_("Name the league: CLUB/LEAGUE."))
        rules_of = _rules(options)
        club_slug, slash, slug = options["path"].partition("/")
        if not (club_slug and slash and slug) or "/" in slug:
            raise Usage(f"“{options['path']}”: write CLUB/LEAGUE.")
        with transaction.atomic():
            club = Club.objects.filter(slug=club_slug).first() or create_club(
                slug=club_slug, name=options["club_name"] or club_slug, time_zone=options["time_zone"]
            )
            league = create_league(
                club=club,
                slug=slug,
                name=options["name"] or slug,
                **rules_of,
                games_from=league_at(options["follow"]) if options["follow"] else None,
                standard_league=league_at(options["standard"]) if options["standard"] else None,
            )
        rules = league.rules.get()
        data = {"league": league.path, "system": league.system, "mode": league.mode, "parameters": rules.parameters}
        self.say(f"{league.path}: {league.system}, {league.mode}, {json.dumps(rules.parameters)}", data)

    def _list_presets(self) -> None:
        data = [
            {**preset.values(), "preset": preset.name, "words": str(preset.words), "source": str(preset.source)}
            for preset in PRESETS.values()
        ]
        lines = [
            f"{preset.name}: {preset.label}. {preset.words}\n    {preset.system}, {preset.mode},"
            f" {json.dumps(preset.parameters)}\n    {preset.source}"
            for preset in PRESETS.values()
        ]
        self.say("\n".join(lines), data)


def _rules(options: dict[str, Any]) -> dict[str, Any]:
    """System, mode and parameters: of the preset, with what is said beside it."""
    given = parsed(options["parameters"])
    said = {name: options[name] for name in ("system", "mode", "discipline", "late_results") if options[name]}
    if options["closing_days"] is not None:
        said["closing_days"] = options["closing_days"]
    if options["preset"]:
        preset = preset_named(options["preset"])
        if said.get("system", preset.system) != preset.system:
            raise Usage(_("The preset %(name)s is of the system %(system)s: leave --system out.") % {
                "name": preset.name, "system": preset.system})  # fmt: skip
        return preset.values(given) | said
    if not options["system"]:
        raise Usage(_("Say --system or --preset."))
    return {"mode": League.Mode.SEQUENTIAL.value, "parameters": given} | said


def parsed(settings: list[str]) -> dict[str, object]:
    """``key=value`` texts as parameters."""
    parameters: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not (key and equals):
            raise Usage(f"--set {setting}: write KEY=VALUE.")
        try:
            parameters[key.strip()] = json.loads(value)
        except (ValueError, RecursionError):  # no JSON, a number of 5,000 digits, brackets without end
            parameters[key.strip()] = value
    return parameters
