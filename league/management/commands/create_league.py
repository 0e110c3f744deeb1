"""Make a league, and its club where it is new."""

import json
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from league.management.base import ServiceCommand, Usage, league_at
from league.models import Club, League
from league.services.leagues import create_league
from league.services.people import create_club


class Command(ServiceCommand):
    help = "Make a league (and its club, if there is none of that slug)."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", metavar="CLUB/LEAGUE")
        parser.add_argument("--name", help="Name of the league (default: its slug).")
        parser.add_argument("--system", required=True, help="elo, fide or glicko2")
        parser.add_argument("--mode", default=League.Mode.SEQUENTIAL.value, help="sequential (default) or period")
        parser.add_argument(
            "--set", metavar="KEY=VALUE", action="extend", nargs="+", default=[], dest="parameters",
            help="A parameter of the system; the value is JSON where it parses, else text.",
        )  # fmt: skip
        parser.add_argument("--discipline", default=League.Discipline.CHESS.value, help="chess, home_away or neutral")
        parser.add_argument("--late-results", default=League.LateResults.RESTATE.value, help="restate or next_list")
        parser.add_argument("--follow", metavar="LEAGUE", help="Rate the games of this league.")
        parser.add_argument("--standard", metavar="LEAGUE", help="First ratings come from this FIDE standard list.")
        parser.add_argument("--club-name", help="Name of a new club (default: its slug).")
        parser.add_argument("--time-zone", default="UTC", help="Time zone of a new club.")

    def act(self, **options: Any) -> None:
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
                system=options["system"],
                mode=options["mode"],
                parameters=parsed(options["parameters"]),
                discipline=options["discipline"],
                late_results=options["late_results"],
                games_from=league_at(options["follow"]) if options["follow"] else None,
                standard_league=league_at(options["standard"]) if options["standard"] else None,
            )
        rules = league.rules.get()
        data = {"league": league.path, "system": league.system, "mode": league.mode, "parameters": rules.parameters}
        self.say(f"{league.path}: {league.system}, {league.mode}, {json.dumps(rules.parameters)}", data)


def parsed(settings: list[str]) -> dict[str, object]:
    """``key=value`` texts as parameters."""
    parameters: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not (key and equals):
            raise Usage(f"--set {setting}: write KEY=VALUE.")
        try:
            parameters[key.strip()] = json.loads(value)
        except json.JSONDecodeError:
            parameters[key.strip()] = value
    return parameters
