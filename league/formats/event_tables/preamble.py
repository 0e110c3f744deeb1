"""What a page says of the event above its table: name, place, dates, time control."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..days import DayOrder, Undated, read_day
from ..delimited import Line
from ..event_file import EventFacts
from ..federations import read_federation
from ..names import clean_name, name_key

_KEYS = {
    "starts_on": "date|datum|дата|data|fecha|dates|päivämäärä",
    "city": "location|city|ort|place|место проведения|город|miejsce|lugar|town|paikka",
    "federation": "federation|föderation|федерация|federacja|federación|liitto",
    "arbiter": "chief arbiter|hauptschiedsrichter|главный судья|sędzia główny|árbitro principal|päätuomari",
    "rounds": "number of rounds|anzahl runden|количество туров|число туров|liczba rund|número de rondas|kierroksia",
    "kind": "tournament type|turnierart|тип турнира|typ turnieju|tipo de torneo",
    "time_control": "time control|bedenkzeit|контроль времени|tempo gry|control de tiempo|miettimisaika",
}
_KEY = {name_key(word): field for field, words in _KEYS.items() for word in words.split("|")}
_NOT_A_NAME = re.compile(
    r"from the tournament-?database|chess-results|turnierdatenbank|toernooibestanden|база данных|baza danych|https?://"
    r"|last update|letzte aktual|последнее обновление|ostatnia aktual|cross-?\s?table|kreuztabelle|таблица"
    r"|ranking|rangliste|starting rank|startrangliste|стартовый|pairings|paarungen|^game file|^round \d|^\W*$",
    re.IGNORECASE,
)
_DAY = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}")
_ORDER = DayOrder(day_first=True, certain=True)


def read_preamble(lines: Iterable[Line]) -> EventFacts:
    """The first line that is a name is the event's; ``key : value`` lines are taken in four languages."""
    said: dict[str, str] = {}
    for line in lines:
        text = clean_name(next((cell for cell in line.cells if cell), ""))
        key, colon, value = text.partition(":")
        field = _KEY.get(name_key(re.sub(r"\(.*?\)", "", key))) if colon else None
        if field:
            said.setdefault(field, value.strip())
        elif not colon and "name" not in said and not _NOT_A_NAME.search(text):
            said["name"] = text[:160]
    days = find_days(said.pop("starts_on", ""))
    rounds = said.pop("rounds", "").split()[:1]
    facts = EventFacts(**said)  # type: ignore[arg-type]
    return facts._replace(
        federation=_federation(facts.federation),
        starts_on=days[0] if days else "",
        ends_on=days[-1] if days else "",
        rounds=int(rounds[0][:3]) or None if rounds and rounds[0].isdecimal() and rounds[0].isascii() else None,
    )


def find_days(text: str) -> list[str]:
    """The dates in a line, as ISO text, the earliest first."""
    days = set()
    for found in _DAY.findall(text):
        try:
            days.add(read_day(found, _ORDER).isoformat())
        except Undated:
            continue
    return sorted(days)


def _federation(text: str) -> str:
    """``Lebanon ( LBN )``"""
    found = re.search(r"\(\s*([A-Za-z]{3})\s*\)", text)
    return read_federation(found[1] if found else text if len(text) == 3 else "")
