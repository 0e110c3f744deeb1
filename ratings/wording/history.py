"""The history of facts in words: what was done, by whom, and what it said before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from league.forms.tokens import SCOPE_WORDS
from league.models import Bye, Compensation, Event, League, Membership, Outcome, RatingPeriod
from league.models.periods import period_label
from league.permissions import Scope
from ratings import figures
from ratings.boards.history_lines import Line, Names

from .kinds_of_change import OF_ROUND, WHAT
from .parameters import changes as parameter_changes
from .revisions import GAME_KEYS, name_of, value_of

FAMILIES: Final[dict[str, Any]] = {
    "game": gettext_lazy("Games"),
    "adjustment": gettext_lazy("Adjustments"),
    "compensation": gettext_lazy("Adjustments of all"),
    "period": gettext_lazy("Rating periods"),
    "rules": gettext_lazy("Rules"),
    "season": gettext_lazy("Seasons"),
    "event": gettext_lazy("Events"),
    "entry": gettext_lazy("Entries"),
    "league": gettext_lazy("The league"),
    "player": gettext_lazy("Players"),
    "alias": gettext_lazy("Other names"),
    "import": gettext_lazy("Imports"),
    "external": gettext_lazy("Lists of federations"),
    "self": gettext_lazy("Self-checks"),
    "member": gettext_lazy("Members"),
    "invitation": gettext_lazy("Invitations"),
    "scorer": gettext_lazy("Scorer links"),
    "report": gettext_lazy("Results reported by players"),
    "token": gettext_lazy("API tokens"),
    "club": gettext_lazy("The club"),
}
_BY: Final[dict[str, Any]] = {
    Membership.Role.OWNER: pgettext_lazy("by whom", "an owner of the club"),
    Membership.Role.ADMIN: pgettext_lazy("by whom", "an admin of the club"),
    Membership.Role.ARBITER: pgettext_lazy("by whom", "the arbiter"),
    Membership.Role.RECORDER: pgettext_lazy("by whom", "a recorder"),
    Membership.Role.PLAYER: pgettext_lazy("by whom", "a player"),
    "scorer": pgettext_lazy("by whom", "a scorer"),
    "program": pgettext_lazy("by whom", "a program"),
    "staff": pgettext_lazy("by whom", "an administrator of this site"),
}
_LABELS: Final[dict[str, Any]] = {
    "name": gettext_lazy("Name"),
    "time_zone": gettext_lazy("Time zone"),
    "site": gettext_lazy("Place"),
    "season_id": gettext_lazy("Season"),
    "starts_on": gettext_lazy("First day"),
    "ends_on": gettext_lazy("Last day"),
    "rated": gettext_lazy("Rated"),
    "rated_by_game": gettext_lazy("Rated month by month"),
    "official": gettext_lazy("Official FIDE event"),
    "championship": gettext_lazy("Games that a title norm needs"),
    "rated_after_decision": gettext_lazy("All games of the match are rated"),
    "base_minutes": gettext_lazy("Minutes per player"),
    "increment_seconds": gettext_lazy("Seconds per move"),
    "first_control_moves": gettext_lazy("Moves of the first time control"),
    "approved_fast": gettext_lazy("Approved as standard"),
    "valid_from": gettext_lazy("Valid from"),
    "on": gettext_lazy("Date"),
    "to": gettext_lazy("Set to"),
    "by": gettext_lazy("Moved by"),
    "factor": gettext_lazy("Factor"),
    "target": gettext_lazy("Target"),
    "side": gettext_lazy("For whom"),
    "rounding": gettext_lazy("Rounding"),
    "first": gettext_lazy("From period"),
    "last": gettext_lazy("To period"),
    "of_period": gettext_lazy("Rating period"),
    "birth_year": gettext_lazy("Birth year"),
    "sex": gettext_lazy("Sex"),
    "federation": gettext_lazy("Federation"),
    "fide_id": gettext_lazy("FIDE id"),
    "title": gettext_lazy("Title"),
    "affiliation": gettext_lazy("Affiliation"),
    "start_rating": gettext_lazy("Start rating"),
    "start_deviation": gettext_lazy("Start deviation"),
    "start_volatility": gettext_lazy("Start volatility"),
    "start_games": gettext_lazy("Rated games before"),
    "start_peak": gettext_lazy("Highest published rating before"),
    "guest": gettext_lazy("Guest"),
    "k": gettext_lazy("Fixed K-factor"),
    "kept": gettext_lazy("Kept"),
    "absorbed": gettext_lazy("Absorbed"),
    "games": gettext_lazy("Games"),
    "corrected": gettext_lazy("Corrected"),
    "players": gettext_lazy("Players"),
    "event": gettext_lazy("Event"),
    "events": gettext_lazy("Events"),
    "file": gettext_lazy("File"),
    "dated": gettext_lazy("List of"),
    "description": gettext_lazy("Description"),
    "discipline": gettext_lazy("Discipline"),
    "late_results": gettext_lazy("Results for closed periods"),
    "closing_days": gettext_lazy("Closing date, days before a list"),
    "system": gettext_lazy("Rating system"),
    "mode": gettext_lazy("Mode"),
    "kind": gettext_lazy("Kind"),
    "halves": gettext_lazy("Points in halves"),
    "role": gettext_lazy("Role"),
    "player": gettext_lazy("Player"),
    "differences": gettext_lazy("Differences"),
    "round": gettext_lazy("Round"),
    "rounds": gettext_lazy("Rounds"),
    "tiebreaks": gettext_lazy("Tie-breaks"),
    "player_reports": gettext_lazy("Players report results"),
    "report_days": gettext_lazy("Days to confirm a result"),
    "report_overdue": gettext_lazy("Results not confirmed in time"),
    "outcome": gettext_lazy("Result"),
    "token": gettext_lazy("Name"),
    "scopes": gettext_lazy("May do"),
}
_CHOICES: Final[dict[str, Any]] = {
    "late_results": League.LateResults, "report_overdue": League.ReportOverdue, "discipline": League.Discipline,
    "mode": League.Mode, "system": League.System, "side": Compensation.Side, "rounding": Compensation.Rounding,
    "role": Membership.Role, "championship": Event.Championship,
}  # fmt: skip
_DAYS: Final = ("starts_on", "ends_on", "valid_from", "on", "dated")
_UNTOLD: Final = (
    "entered", "periods", "adjustments", "reason", "void", "rated_by_game", "entries", "pairings", "round_days",
    "event_id",
)  # fmt: skip


def done(line: Line) -> str:
    """Result of round 3 corrected."""
    if line.game is not None and line.game.round and line.kind in OF_ROUND:
        return str(OF_ROUND[line.kind]) % {"round": line.game.round}
    return str(WHAT.get(line.kind, line.kind))


def sentence_of(line: Line) -> str:
    """Result of round 3 corrected by the arbiter, 4 players moved: roles instead of names."""
    what, by = done(line), by_whom(line)
    told = _("%(what)s by %(who)s") % {"what": what, "who": by} if by else what
    moved = moved_words(line)
    return f"{told}, {moved}" if moved else told


def by_whom(line: Line) -> str:
    return str(_BY.get(line.role, ""))


def moved_words(line: Line) -> str:
    """4 players moved; nothing where no rating could."""
    if line.waiting:
        return _("being recalculated")
    if line.run is None:
        return ""
    moved = line.run.run.players_moved + line.run.run.moved_slightly
    return ngettext("%(n)d player moved", "%(n)d players moved", moved) % {"n": moved} if moved else _("nobody moved")


def told(line: Line, names: Names) -> list[str]:
    """What differs: ``Result: 0–1 → 1–0``; of something new only what it is."""
    league = line.change.league if line.change else None
    return list(_told(line, names, league))


def _told(line: Line, names: Names, league: League | None) -> Iterator[str]:
    before, after = line.before, line.after
    for key in dict.fromkeys((*before, *after)):
        if key in _UNTOLD or line.kind in ("game.record", "game.void", "game.restore", "game.unrecord"):
            continue
        if key == "parameters":
            yield from _parameters(league, before.get(key) or {}, after.get(key) or {})
        elif before and after and key in after and (key in before or line.kind.endswith(".edit")):
            old, new = (_value(line.kind, key, values.get(key), names) for values in (before, after))
            yield f"{_label(line.kind, key, league)}: {old} → {new}"
        else:
            value = after[key] if key in after else before[key]
            if value not in (None, "", 0, False):
                yield f"{_label(line.kind, key, league)}: {_value(line.kind, key, value, names)}"


def _parameters(league: League | None, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Of changed rules what differs; of a league's first rules nothing, its page has them all."""
    if league is not None and before and after:
        for each in parameter_changes(league.system, before, after):
            yield f"{each.label}: {each.was} → {each.now}"


def _label(kind: str, key: str, league: League | None) -> str:
    if kind.startswith("game.") and key in GAME_KEYS and league is not None:
        return name_of(key, league)
    if key == "status":
        return _("Status")
    if key == "name" and kind.startswith("player."):
        return pgettext("person", "Name")
    return str(_LABELS.get(key, key))


def _value(kind: str, key: str, value: Any, names: Names) -> str:
    if kind.startswith("game.") and key in GAME_KEYS:
        return value_of(key, value, {"player": names.players, "event": names.events})
    if value is None or value == "":
        return figures.NOTHING
    if key in _DAYS:
        return "…" if value <= "1000-01-01" else str(date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT"))
    if key in ("kept", "absorbed", "player"):
        return names.players.get(value, f"#{value}")
    if key == "event":
        return names.events.get(value, f"#{value}")
    if key == "scopes":
        return ", ".join(str(SCOPE_WORDS.get(Scope(each), each)) for each in value.split() if each in set(Scope))
    if key == "status":
        return str(dict(RatingPeriod.Status.choices).get(value, value))
    if key in ("first", "last", "of_period"):
        return period_label(value)
    if key in ("kind", "outcome"):
        return str(dict([*Event.Kind.choices, *Bye.Kind.choices, *Outcome.choices]).get(value, value))
    if key in _CHOICES:
        return str(dict(_CHOICES[key].choices).get(value, value))
    return _plain(value)


def _plain(value: Any) -> str:
    if value is None or value == "":
        return figures.NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return figures.trimmed(value, 3) if isinstance(value, int | float) else str(value)
