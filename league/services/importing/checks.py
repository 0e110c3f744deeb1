"""Checks of a plan that need the league: days, closed periods, other results in the same place."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, timedelta
from itertools import chain

from django.utils.translation import gettext as _

from league.models import Game, League, Player, RatingPeriod
from league.models.periods import period_label
from ratings.facts import read_calendar
from ratings.facts.closing import last_rated
from ratings.facts.counted import LISTS_FOR_A_REPORT, Lists, counts_late

from ..limits import DAYS_AHEAD, EARLIEST_DAY, today
from ..placement import closed_periods, last_standing
from .comparing import Differing, Stored
from .directory import Directory
from .occasions import PlannedEvent
from .plan import ReadFile, ResultsPlan
from .planned import PlannedGame
from .problems import about

Whole = tuple[str, bool] | None  # an event's last day, and whether it is an official one


def check_days(plan: ResultsPlan) -> None:
    lines: dict[tuple[int, str], list[int]] = defaultdict(list)
    first = EARLIEST_DAY.isoformat()
    last = (today(plan.league.club) + timedelta(days=DAYS_AHEAD)).isoformat()
    for number, each in enumerate(plan.files):
        if all(first <= at.day <= last for at in each.rows.different("at")):
            continue
        for line, at in zip(each.rows.lines, each.rows.column("at"), strict=False):
            if not first <= at.day <= last:
                lines[number, at.day].append(line)
    for (file, day), found in lines.items():
        message = (
            _("%(text)s is impossible: the first possible day is %(first)s.")
            if day < first
            else _("%(text)s is impossible: it is more than a year from now.")
        )
        name, column = plan.files[file].source.name, plan.files[file].columns().get("date", "date")
        plan.problems.append(about(message % {"text": day, "first": first}, file=name, column=column, rows=found))


def check_same_player(plan: ResultsPlan) -> None:
    refs = plan.directory.refs
    for file in plan.files:
        rows = file.rows
        sides = zip(rows.lines, rows.changed("white", refs.get), rows.changed("black", refs.get), strict=False)
        for place, (line, white, black) in enumerate(sides):
            if white == black and white is not None:
                message = _("%(player)s is on both sides.") % {"player": rows[place].white.name}
                column = file.columns().get("black", "black")
                plan.problems.append(about(message, file=file.source.name, column=column, rows=[line]))


def check_differing(plan: ResultsPlan) -> None:
    if plan.options.update:
        return
    for game, stored in plan.matches.differing:
        if Differing(game, stored).confirms:
            continue
        file = plan.files[game.file]
        names = plan.directory
        message = _(
            "Game %(game)d is there with another result: %(day)s %(white)s – %(black)s %(outcome)s; this row says"
            " %(row)s. Importing with --update corrects it."
        )
        values = {
            "game": stored.id, "day": stored.day, "white": _name(names, stored.white),
            "black": _name(names, stored.black), "outcome": stored.outcome,
            "row": f"{game.row.at.day} {names.name_of(game.white)} – {names.name_of(game.black)} {_said(game, stored)}",
        }  # fmt: skip
        column = "board" if game.row.board is not None else "game" if game.row.reference else "round"
        plan.problems.append(
            about(
                message % values, file=file.source.name, column=file.columns().get(column, column), rows=[game.row.line]
            )
        )


def _said(game: PlannedGame, stored: Stored) -> str:
    """The row's result; where that is the same, what else differs."""
    outcome, white_points, black_points = game.row.result
    text = outcome or ""
    if white_points is not None:
        text += f" ({white_points}:{black_points})"
    factors = game.row.factors
    if outcome == stored.outcome:
        text += f", K {factors.white_k}/{factors.black_k}, weight {factors.weight:g}"
        text += _(", neutral ground") if game.row.neutral else ""
    return text


def _name(directory: Directory, player: int) -> str:
    if player not in directory.names:
        directory.names[player] = Player.objects.values_list("name", flat=True).get(pk=player)
    return directory.names[player]


def check_once_a_round(plan: ResultsPlan) -> None:
    """In an event file a player has one game a round: a pairing that the file no longer has must go first."""
    if not any(map(_is_event, plan.files)):
        return
    new = [g for g in plan.matches.new if g.event > 0 and g.row.round and _is_event(plan.files[g.file])]
    replaced = {stored.id for _game, stored in plan.matches.differing}
    stored = Game.objects.filter(event__in={g.event for g in new}, round__isnull=False).exclude(status=Game.Status.VOID)
    busy: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for pk, event, round, white, black in stored.values_list("pk", "event_id", "round", "white_id", "black_id"):
        if pk not in replaced:
            busy |= {(event, round or 0, player): (pk, white, black) for player in (white, black)}
    for game in new:
        found = [busy.get((game.event, game.row.round or 0, player)) for player in (game.white, game.black)]
        for pk, white, black in sorted(set(filter(None, found))):
            message = _(
                "Game %(game)d (%(white)s – %(black)s) has this round already, and the file does not have it: void it"
                " first, or correct it."
            )
            values = {"game": pk, "white": _name(plan.directory, white), "black": _name(plan.directory, black)}
            file = plan.files[game.file].source.name
            plan.problems.append(about(message % values, file=file, column="round", rows=[game.row.line]))


def _is_event(file: ReadFile) -> bool:
    return file.event is not None and file.format != "pgn"


def check_closed(plan: ResultsPlan) -> None:
    """A closed period changes only with a reason: which ones do the games reach?"""
    closed = list(closed_periods(plan.league.pk).select_related("league"))
    if not closed:
        return
    touched: Counter[RatingPeriod] = Counter()
    for (day, whole), count in _days_touched(plan).items():
        if period := next((each for each in closed if _reaches(each, day, whole)), None):
            touched[period] += count
    for period, count in touched.items():
        if not plan.options.closed:
            message = _("The period %(period)s is %(status)s: only an admin of the club changes what it holds.")
            said = {"period": period.label, "status": period.get_status_display()}
            plan.problems.append(about(message % said, column="reason"))
        elif not plan.options.reason.strip():
            message = _("The period %(period)s is %(status)s, and %(count)d games fall in it: give a reason.")
            values = {"period": period.label, "status": period.get_status_display(), "count": count}
            plan.problems.append(about(message % values, column="reason"))


def check_too_late(plan: ResultsPlan) -> None:
    """Results that no list can count any more (late results in the next list)."""
    if not counts_late(plan.league) or last_standing(plan.league) is None:
        return
    lists = Lists(plan.league, read_calendar(plan.league))
    events = {event.id: event for event in plan.occasions.events}
    for game in plan.matches.new:
        event, day = events.get(game.event), game.row.at.day
        rated = _rated(plan.league, day, None if event is None else _as_whole(event, event.ends_on)).toordinal()
        own = lists.period_of(rated)
        if own is not None and own.period.period in lists.ids and lists.list_of_report(own) > LISTS_FOR_A_REPORT:
            message = _("Too late to be rated: %(period)s is more than three lists back.")
            message %= {"period": period_label(own.name)}
            file = plan.files[game.file]
            column = file.columns().get("date", "date")
            plan.problems.append(about(message, file=file.source.name, column=column, rows=[game.row.line]))


def _as_whole(event: PlannedEvent, ends_on: str) -> Whole:
    """How a planned event is rated as one; None: by the days of its games."""
    return None if event.by_game else (ends_on, event.said.official)


def _rated(league: League, day: str, whole: Whole) -> date:
    """The day whose period rates a game."""
    if whole is None:
        return date.fromisoformat(day)
    return last_rated(league, date.fromisoformat(whole[0]), official=whole[1])


def _reaches(period: RatingPeriod, day: str, whole: Whole) -> bool:
    """As ``placement.closed_period_of``: game by game, every later list stands on a game too."""
    if period.league.mode == League.Mode.SEQUENTIAL:
        return period.ends_on.isoformat() >= day
    return period.starts_on <= _rated(period.league, day, whole) <= period.ends_on


def _days_touched(plan: ResultsPlan) -> Counter[tuple[str, Whole]]:
    """(day played, how its event is rated as a whole) -> how many games are added or changed there."""
    events = {event.id: event for event in plan.occasions.events}
    touched: Counter[tuple[str, Whole]] = Counter()
    for game in chain(plan.matches.new, (each.game for each in plan.matches.differing)):
        event = events.get(game.event)
        day = game.row.at.day
        touched[day, None if event is None else _as_whole(event, event.ends_on)] += 1
    for _game, stored in plan.matches.differing:
        touched[stored.day, None] += 1
    for event in plan.moved_events:
        assert event.before is not None
        touched[event.before[0], (event.before[1], event.said.official)] += 1
    for season in plan.occasions.seasons:
        touched[season.starts_on, None] += 1
    return touched
