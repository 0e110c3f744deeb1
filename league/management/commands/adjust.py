"""Set or move a rating by hand."""

import re
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand, Usage, add_league, day_of, league_at
from league.models import Compensation, League
from league.services.adjusting import adjust, preview_adjust
from league.services.compensating import (
    Formula,
    compensate,
    preview_compensate,
    preview_void_compensation,
    void_compensation,
)
from league.services.errors import Refused
from league.services.increase import increase_march_2024, preview_increase
from league.services.people import player_named

_NUMBER = r"-?\d+(?:[.,]\d+)?"
_FORMULA = re.compile(rf"\+?({_NUMBER})[*×]\(({_NUMBER})[-−]rating\)", re.I)


class Command(ServiceCommand):
    help = (
        "Set a player's rating to a value, or move it, before the games of a day; or move everybody by a formula; or"
        " raise everybody as FIDE did on 1 March 2024. --dry-run shows who would move."
    )

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("player", metavar="PLAYER", nargs="?", help="Name, FIDE id or #id.")
        value = parser.add_mutually_exclusive_group(required=True)
        value.add_argument("--to", type=float, metavar="X", help="The rating from then on.")
        value.add_argument("--by", type=float, metavar="X", help="Points to move by.")
        value.add_argument("--all", action="store_true", help="Everybody, by --formula, as one action.")
        value.add_argument("--void", type=int, metavar="N", help="Take action N of --all back, every row of it.")
        value.add_argument(
            "--march-2024", action="store_true", help="FIDE's one-time increase, for all players below 2000; once."
        )
        parser.add_argument(
            "--formula", metavar="F", help='Factor and target: "0.4 * (2000 - rating)"; the sign may be left out.'
        )
        parser.add_argument("--only", choices=("below", "above"), help="Only players below or above the target.")
        parser.add_argument(
            "--round", choices=("none", "tenth", "integer"), default="none", help="Of the points added."
        )
        parser.add_argument("--on", metavar="DATE", help="YYYY-MM-DD")
        parser.add_argument("--reason", default="", help="Why: shown with the adjustment.")
        parser.add_argument("--dry-run", action="store_true", help="Show who would move, write nothing.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        if options["march_2024"]:
            self._increase(league, options)
            return
        if options["all"] or options["void"] is not None:
            self._everybody(league, options)
            return
        for name in ("player", "on"):
            if not options[name]:
                raise Usage(_("%(name)s is missing.") % {"name": name if name == "player" else "--on"})
        player = player_named(club=league.club, text=options["player"])
        on = day_of(options["on"], "on")
        if options["dry_run"]:
            self.say_preview(preview_adjust(league=league, player=player, on=on, to=options["to"], by=options["by"]))
            return
        made = adjust(league=league, player=player, on=on, to=options["to"], by=options["by"], reason=options["reason"])
        what = _("set to %(to)g") % {"to": made.to} if made.to is not None else _("moved by %(by)+g") % {"by": made.by}
        data = {"adjustment": made.pk, "player": player.name, "on": made.on, "to": made.to, "by": made.by}
        self.say(f"{player.name}: {what}, {made.on}", data)

    def _everybody(self, league: League, options: dict[str, Any]) -> None:
        if options["player"]:
            raise Usage(_("--all and --void are for everybody: name no player."))
        if options["void"] is not None:
            self._take_back(league, options)
            return
        for name in ("formula", "on"):
            if not options[name]:
                raise Usage(_("%(name)s is missing.") % {"name": f"--{name}"})
        factor, target = _formula(options["formula"])
        formula = Formula(factor, target, options["only"] or "both", options["round"])
        on = day_of(options["on"], "on")
        if options["dry_run"]:
            self.say_preview(preview_compensate(league=league, formula=formula, on=on))
            return
        made = compensate(league=league, formula=formula, on=on, reason=options["reason"])
        count = made.rows.count()
        data = {"action": made.pk, "players": count, "on": made.on, "factor": factor, "target": target}
        self.say(_("Action %(action)d: %(count)d players moved") % {"action": made.pk, "count": count}, data)

    def _take_back(self, league: League, options: dict[str, Any]) -> None:
        made = Compensation.objects.select_related("league__club").filter(league=league, pk=options["void"]).first()
        if made is None:
            raise Refused(_("There is no action %(action)d in this league.") % {"action": options["void"]})
        if options["dry_run"]:
            self.say_preview(preview_void_compensation(compensation=made))
            return
        void_compensation(compensation=made, reason=options["reason"])
        self.say(_("Action %(action)d is void") % {"action": made.pk}, {"action": made.pk, "void": True})

    def _increase(self, league: League, options: dict[str, Any]) -> None:
        if options["player"] or options["on"]:
            raise Usage(_("--march-2024 is for everybody and has its own date."))
        if options["dry_run"]:
            self.say_preview(preview_increase(league=league))
            return
        made = increase_march_2024(league=league, reason=options["reason"])
        self.say(_("%(count)d players raised") % {"count": len(made)}, {"players": len(made), "on": "2024-03-01"})


def _formula(text: str) -> tuple[float, float]:
    """Factor and target of ``0.4 * (2000 - rating)``."""
    found = _FORMULA.fullmatch("".join(text.split()))
    if found is None:
        message = _("“%(text)s” is no formula: write it as “0.4 * (2000 - rating)”.")
        raise Refused(message % {"text": text}, field="formula")
    factor, target = (float(number.replace(",", ".")) for number in found.groups())
    return factor, target
