"""Record one game."""

from datetime import date
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from league.management.base import (
    ServiceCommand,
    add_league,
    day_of,
    game_data,
    game_text,
    league_at,
    number,
    result_of,
    signed,
    time_of,
)  # fmt: skip
from league.models import Event, Game, League, Player
from league.services.errors import Problems, Refused
from league.services.events import create_event, edit_event, find_event
from league.services.limits import check_day
from league.services.people import add_player, player_named, players_named
from league.services.placement import rated_on, within
from league.services.recording import record_game
from ratings.facts import excluded_by_facts
from ratings.models import RatingChange


class Command(ServiceCommand):
    help = "Record one game. Recorded again (same event, round and board, or same reference), it is there once."

    def arguments(self, parser: CommandParser) -> None:
        add_league(parser)
        parser.add_argument("--white", required=True, help="Name, FIDE id or #id of White (the first player).")
        parser.add_argument("--black", required=True, help="Name, FIDE id or #id of Black (the second player).")
        parser.add_argument("--result", required=True, help="1-0, 0-1, 1/2-1/2, +-, -+, --, 3:1 ...")
        parser.add_argument("--date", required=True, help="YYYY-MM-DD, the date at the club.")
        parser.add_argument("--time", help="HH:MM, the time at the club.")
        parser.add_argument("--event", help="Name of the event; made if there is none of that name.")
        parser.add_argument("--round", type=int)
        parser.add_argument("--board", type=int)
        parser.add_argument("--extend-event", action="store_true", help="The event lasts until (or from) this date.")
        parser.add_argument("--new-event", action="store_true", help="Another event of the same name.")
        parser.add_argument("--weight", type=float, default=1.0, help="Multiplies the K-factor.")
        parser.add_argument("--white-k", type=float, help="Replaces White's K-factor.")
        parser.add_argument("--black-k", type=float, help="Replaces Black's K-factor.")
        parser.add_argument("--neutral", action="store_true", help="Nobody plays at home.")
        parser.add_argument("--pending", action="store_true", help="The result waits for its confirmation.")
        parser.add_argument("--reference", default="", help="Your id of the game; sent again, it is there once.")
        parser.add_argument("--reason", default="", help="Why a closed period is changed.")
        parser.add_argument("--create-players", action="store_true", help="Add players who are not in the club.")

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        outcome, white_points, black_points = result_of(options["result"])
        day = day_of(options["date"])
        with transaction.atomic():
            white, black = _players(league, options)
            event = _event(league, day, options) if options["event"] else None
            latest = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            game = record_game(
                league=league,
                white=white,
                black=black,
                outcome=outcome,
                played_on=day,
                played_at=time_of(options["time"]) if options["time"] else None,
                event=event,
                round=options["round"],
                board=options["board"],
                white_points=white_points,
                black_points=black_points,
                weight=options["weight"],
                white_k=options["white_k"],
                black_k=options["black_k"],
                neutral=options["neutral"],
                status=Game.Status.PENDING if options["pending"] else Game.Status.FINAL,
                reason=options["reason"],
                reference=options["reference"],
            )
        self._tell(game, new=game.pk > latest)

    def _tell(self, game: Game, *, new: bool) -> None:
        changes = {c.side: c for c in RatingChange.objects.filter(
            player__in=[game.white_id, game.black_id], league=game.league, day=game.played_on, cause="game", ref=game.pk
        )}  # fmt: skip
        reason = _reason(game, changes)
        lines = [
            _("Game %(game)d recorded:") % {"game": game.pk}
            if new
            else _("Game %(game)d is there already:") % {"game": game.pk}
        ]
        lines.append(game_text(game))
        lines += [
            _line(player, changes[side]) for side, player in enumerate((game.white, game.black)) if side in changes
        ]
        if reason:
            lines.append(_("Not rated: %(reason)s.") % {"reason": reason})
        sides = {side: _numbers(changes.get(i)) for i, side in enumerate(("white", "black"))}
        self.say("\n".join(lines), {**game_data(game), "new": new, "reason": reason, "changes": sides})


def _players(league: League, options: dict[str, Any]) -> tuple[Player, Player]:
    """Both players; what is wrong with either is said of both."""
    problems, found = Problems(), []
    for side in ("white", "black"):
        try:
            found.append(_player(league, options[side], side, create=options["create_players"]))
        except Refused as refused:
            problems.found += refused.problems
    problems.refuse()
    return found[0], found[1]


def _player(league: League, name: str, side: str, *, create: bool) -> Player:
    if create and not players_named(club=league.club, text=name):
        return add_player(club=league.club, name=name).player
    return player_named(club=league.club, text=name, field=side)


def _event(league: League, day: date, options: dict[str, Any]) -> Event:
    problems = Problems()
    check_day(problems, day, league.club, "date")
    problems.refuse()
    event = find_event(league=league, name=options["event"], day=day)
    if event is None or (options["new_event"] and not within(event, day)):
        return create_event(league=league, name=options["event"], starts_on=day)
    if within(event, day):
        return event
    if not options["extend_event"]:
        message = _(
            "%(event)s is from %(first)s to %(last)s: --extend-event makes it last until this date,"
            " --new-event makes another event of the same name."
        )
        values = {"event": event.name, "first": event.starts_on, "last": event.ends_on}
        raise Refused(message % values, field="date")
    return edit_event(
        event=event, starts_on=min(event.starts_on, day), ends_on=max(event.ends_on, day), reason=options["reason"]
    )


def _reason(game: Game, changes: dict[int, RatingChange]) -> str:
    """Why the game moved nobody (yet): a code of the rating kernel, or ``period_open``."""
    if known := excluded_by_facts(game):
        return str(known)
    if changes:
        return next((change.reason for change in changes.values() if change.reason), "")
    if game.league.stale_since is not None:
        return "recalculation_pending"
    if game.league.mode == League.Mode.SEQUENTIAL:
        return ""
    on = rated_on(game)
    return "period_open" if game.league.periods.filter(starts_on__lte=on, ends_on__gte=on).exists() else "no_period"


def _line(player: Player, change: RatingChange) -> str:
    return (
        f"  {player.label:32.32} {number(change.opening):>9} → {number(change.closing):>9}  {signed(change.change):>8}"
    )


def _numbers(change: RatingChange | None) -> dict[str, Any] | None:
    if change is None:
        return None
    names = ("opening", "change", "closing", "expected", "k", "reason")
    return {name: getattr(change, name) for name in names}
