"""A report -> an event. Tolerant in what cannot be misread, strict where two readings are possible."""

from __future__ import annotations

from ..days import Undated
from ..event_file import EventBye, EventFacts, EventFile, EventGame, EventPlayer, check_players, with_rounds
from ..faults import Faults, Unreadable
from ..federations import read_federation
from ..names import clean_name
from ..points import plain, settle_byes
from ..sides import pair_sides
from ..text import TextFile
from .columns import HEAD, KEPT, SCORING, TEAMS, rounds_in
from .dates import find_order, read_round_days, read_span_day, split_round_days
from .lines import Records, read_records
from .players import read_national_rating, read_player, read_sides

_MOST_ROUNDS = 200


def read_trf(file: TextFile) -> EventFile:
    """Read a report. Raises ``Unreadable`` ``no_players``; the rest that is wrong is in ``faults``."""
    faults, warnings = Faults(), Faults()
    records = read_records(file, faults, warnings)
    if not records.players:
        raise Unreadable("no_players")
    facts = _facts(records, warnings)
    players = _players(records, faults, warnings)
    known = {player.number for player in players}
    rounds = min(max(rounds_in(record.text) for record in records.players), _MOST_ROUNDS)
    sides = [side for record in records.players for side in read_sides(record, rounds, known, faults)]
    games, byes = pair_sides(sides, known, faults, warnings)
    if facts.teams:
        warnings.add(records.players[0].line, "001", "", "teams")
    byes = _settle_byes(records, players, games, byes, faults, warnings)
    games = [_dated(game, facts) for game in games]
    event = EventFile("trf", records.layout, file.encoding_name, facts, players, games, byes, faults, warnings)
    return with_rounds(event, event.last_round())


def _facts(records: Records, warnings: Faults) -> EventFacts:
    texts = {field: clean_name(record.said) for code, field in HEAD.items() if (record := records.first(code))}
    order = find_order([texts.get("starts_on", ""), texts.get("ends_on", "")])
    for code, field in (("042", "starts_on"), ("052", "ends_on")):
        if field in texts:
            texts[field] = _span_day(records, code, order, warnings)
    facts = EventFacts(**texts)  # type: ignore[arg-type]
    if facts.starts_on and facts.ends_on and facts.ends_on < facts.starts_on:
        warnings.add(_line(records, "052"), "052", facts.ends_on, "ends_before_start", start=facts.starts_on)
        facts = facts._replace(ends_on="")
    return facts._replace(
        federation=read_federation(facts.federation),
        deputies=tuple(clean_name(record.said) for record in records.of("112") if record.said),
        rounds=_rounds(records),
        round_days=_round_days(records, facts, warnings),
        records=tuple(
            (record.code, record.text[4:])
            for record in (*(record for record in records.head if record.code in KEPT), *records.national)
        ),
        teams=any(record.code in TEAMS for record in records.head),
    )


def _span_day(records: Records, code: str, order: object, warnings: Faults) -> str:
    record = records.first(code)
    assert record is not None
    try:
        return read_span_day(record.said, order)  # type: ignore[arg-type]
    except Undated as undated:
        warnings.add(record.line, code, record.said, undated.code)
        return ""


def _rounds(records: Records) -> int | None:
    for code in ("142", "XXR"):
        record = records.first(code)
        digits = record.said.split()[:1] if record else []
        if digits and digits[0].isdecimal() and digits[0].isascii() and 0 < int(digits[0][:4]) <= _MOST_ROUNDS:
            return int(digits[0][:4])
    return None


def _round_days(records: Records, facts: EventFacts, warnings: Faults) -> tuple[str, ...]:
    record = records.first("132")
    texts = split_round_days(record.text)[:_MOST_ROUNDS] if record else []
    if not record or not texts:
        return ()
    days = read_round_days(texts, facts.starts_on, facts.ends_on)
    if days is None:
        warnings.add(record.line, "132", " ".join(filter(None, texts)), "round_days")
    return days or ()


def _players(records: Records, faults: Faults, warnings: Faults) -> list[EventPlayer]:
    players = [player for record in records.players if (player := read_player(record, faults, warnings))]
    national = dict(map(read_national_rating, records.national))
    players = [player._replace(national_rating=national.get(player.number)) for player in players]
    check_players(players, faults)
    return sorted(players, key=lambda player: player.number)


def _settle_byes(records: Records, players: list[EventPlayer], games: list[EventGame], byes: list[EventBye],
                 faults: Faults, warnings: Faults) -> list[EventBye]:  # fmt: skip
    """Where the file itself says that points are counted otherwise, only the results are taken from it."""
    otherwise = [record for record in records.head if record.code in SCORING and _is_other_scoring(record.text)]
    if otherwise:
        warnings.add(otherwise[0].line, otherwise[0].code, otherwise[0].said, "scoring")
    if otherwise or faults or any(record.code in TEAMS for record in records.head):
        return plain(byes)
    return settle_byes(players, games, byes, faults, warnings, column="001 81-84")


def _is_other_scoring(text: str) -> bool:
    pairs = text[4:].replace("=", " ").split()
    usual = {"W": 1.0, "D": 0.5, "L": 0.0, "WW": 1.0, "BW": 1.0, "WD": 0.5, "BD": 0.5, "WL": 0.0, "BL": 0.0}
    for letter, points in zip(pairs[::2], pairs[1::2], strict=False):
        try:
            if usual.get(letter.upper()) != float(points):
                return True
        except ValueError:
            return True
    return text.startswith(("BB", "299"))


def _dated(game: EventGame, facts: EventFacts) -> EventGame:
    """The day of the game's round; an event of one day needs none."""
    number = game.round or 0
    day = facts.round_days[number - 1] if number <= len(facts.round_days) else ""
    if not day and facts.starts_on == facts.ends_on:
        day = facts.starts_on
    return game._replace(day=day)


def _line(records: Records, code: str) -> int:
    record = records.first(code)
    return record.line if record else 1
