"""Headings of columns in English, Russian and Polish, and where in a file the header row is.

A heading is compared by its letters and digits alone: ``Home_Team``, ``home team`` and ``HomeTeam`` are
one. Columns of the two sides are built from words for the side and words for what is said of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from .delimited import DELIMITERS, ONE_COLUMN, Line, delimiter_hint, find_delimiter, first_lines
from .faults import Unreadable
from .names import name_key
from .text import TextFile

Vocabulary = Mapping[str, str]  # folded heading -> column

_COMMON = {
    "date": "date|day|played on|played|date played|game date|match date|event date|timestamp|datetime|utc date"
    "|tourney date|when|дата|дата игры|дата партии|дата матча|день|data|data gry|data partii|data meczu|dzień",
    "time": "time|start time|kick off|game time|время|начало|czas|godzina",
    "result": "result|res|score|outcome|ftr|wdl|результат|рез|счёт|исход|итог|wynik|rezultat",
    "winner": "winner|winner name|won by|winning team|победитель|выиграл|zwycięzca|wygrał",
    "loser": "loser|loser name|lost by|losing team|проигравший|проиграл|побеждённый|przegrany|pokonany",
    "event": "event|event name|tournament|tourney|tourney name|tournament name|competition|cup"
    "|турнир|соревнование|событие|название турнира|turniej|zawody|rozgrywki|impreza",
    "round": "round|rd|rnd|round no|round number|тур|раунд|номер тура|runda|kolejka|nr rundy",
    "board": "board|bd|bo|board no|table|доска|дос|стол|номер доски|szachownica|stół|deska|nr szachownicy",
    "season": "season|сезон|sezon",
    "k": "k|k factor|коэффициент|коэффициент развития|współczynnik k|współczynnik",
    "weight": "weight|multiplier|importance|вес|множитель|waga|mnożnik",
    "neutral": "neutral|neutral ground|neutral venue|neutral site|нейтральное поле|нейтрально|neutralny|neutralne",
    "game": "game|game id|id|gid|match id|game no|game number|match|номер партии"
    "|номер игры|партия|игра|nr gry|nr partii|gra",
    "reference": "reference|source id",
    "status": "status|статус",
    "reason": "reason|причина|powód",
    "event_start": "event start|event starts|first day",
    "event_end": "event end|event ends|last day",
    "event_no": "event no",
    "event_rated": "event rated",
    "event_by_game": "event by game",
    "event_minutes": "event minutes",
    "event_increment": "event increment",
    "event_moves": "event moves",
    "event_approved": "event approved",
    "event_official": "event official",
    "event_match": "event match",
    "event_rounds": "event rounds",
    "event_after_decision": "event after decision",
}
_SIDES = {
    "white": "white|home|home team|player 1|player a|player one|team 1|team a|first player|p 1|opponent 1"
    "|белые|игрок 1|команда 1|хозяева|первый игрок|białe|zawodnik 1|gracz 1|drużyna 1|gospodarz|gospodarze",
    "black": "black|away|away team|visitor|visitors|guest|player 2|player b|player two|team 2|team b|second player|p 2"
    "|opponent 2|чёрные|игрок 2|команда 2|гости|второй игрок|czarne|zawodnik 2|gracz 2|drużyna 2|gość|goście",
}
_OF_SIDE = {"white": "белых|хозяев|białych|gospodarzy", "black": "чёрных|гостей|czarnych|gości"}
_NAMED = {
    "white": "white|white name|white player|player|игрок|белый",
    "black": "black|black name|black player|opponent|соперник|противник|przeciwnik|чёрный",
}
_WON = {"white": "winner", "black": "loser"}
_SAID = {
    "rating": "rating|elo|rtg|рейтинг|ranking",
    "id": "id|no",
    "fide_id": "fide id|fide|фиде",
    "birth_year": "birth year|year of birth|yob|born|год рождения|rok urodzenia",
    "k": "k|k factor",
    "points": "points|pts|goals|games|sets|frames|очки|голы|gole|punkty",
}
_CHESS_SCORE = {"white": "white score|white result|score white", "black": "black score|black result|score black"}

_PLAYERS = {
    "name": "name|player|full name|player name|имя|фио|фамилия имя|игрок|фамилия и имя|imię i nazwisko|nazwisko i imię"
    "|zawodnik|nazwa",
    "last_name": "last name|surname|family name|last|фамилия|nazwisko|sukunimi|apellidos|nachname",
    "first_name": "first name|given name|forename|first|имя отчество|imię|etunimi|vorname",
    "birth_year": "birth year|year of birth|yob|birth|birthday|birth date|date of birth|born|b day"
    "|год рождения|год рожд|дата рождения|г р|rok urodzenia|data urodzenia|ur|rok|rok ur|rocznik|год",
    "sex": "sex|gender|пол|płeć",
    "federation": "federation|fed|country|nation|федерация|фед|страна|federacja|kraj",
    "fide_id": "fide id|fide no|fide number|fide code|id number|код fide|номер fide|id fide|nr fide|kod fide",
    "title": "title|звание|tytuł",
    "affiliation": "affiliation|club|club name|team|school|club city|клуб|клуб город|город|команда|школа|klub|szkoła"
    "|seura",
    "rating": "rating|elo|rtg|start rating|initial rating|рейтинг|ranking|rtg i|rtg int|elo i|межд рейт|selo",
    "games": "games|rated games|games before|start games|партий|сыграно партий|partie|liczba partii",
    "peak": "peak|highest rating|max rating|best rating|высший рейтинг|максимальный рейтинг|najwyższy ranking",
    "deviation": "deviation|rd|rating deviation|отклонение|odchylenie",
    "volatility": "volatility|волатильность|zmienność",
    "k": "k|k factor|коэффициент",
    "guest": "guest|гость|gość",
    "id": "id|player id",
}


def heading_key(text: str) -> str:
    """A heading by its letters and digits alone."""
    return "".join(letter for letter in name_key(text) if letter.isalnum())


def _vocabulary(*tables: Mapping[str, str]) -> dict[str, str]:
    """Folded heading -> column. A column's own name always means that column; then the first table wins."""
    known: dict[str, str] = {}
    for table in tables:
        for column, headings in table.items():
            for heading in headings.split("|"):
                known.setdefault(heading_key(heading), column)
    return known | {heading_key(column): column for table in tables for column in table}


def _side_columns() -> dict[str, str]:
    columns = dict(_NAMED)
    for side, words in _SIDES.items():
        columns[side] += "|" + words
        all_words = [*words.split("|"), *_OF_SIDE[side].split("|"), _WON[side]]
        for said, terms in _SAID.items():
            columns[f"{side}_{said}"] = _combined(all_words, terms.split("|"))
        columns[f"{side}_score"] = _CHESS_SCORE[side]
        other = [word for word in all_words if word != side]
        columns[f"{side}_points"] += "|" + _combined(other, ["score", "счёт", "wynik"])
    columns["white_points"] += "|score 1|score a|goals 1|points 1|fthg|hg|w pts"
    columns["black_points"] += "|score 2|score b|goals 2|points 2|ftag|ag|l pts"
    return columns


def _combined(sides: Iterable[str], terms: Iterable[str]) -> str:
    terms = list(terms)
    return "|".join(f"{side} {term}|{term} {side}" for side in sides for term in terms)


RESULT_HEADINGS: Vocabulary = _vocabulary(_COMMON, _side_columns())
PLAYER_HEADINGS: Vocabulary = _vocabulary(_PLAYERS)


class Header(NamedTuple):
    """The header row: which column of the file is which, and what could not be placed."""

    row: int
    headings: list[str]
    columns: dict[str, int]  # column -> place in the row
    ignored: list[str]
    twice: tuple[str, ...] = ()  # headings of columns that stand there again, word for word

    def heading(self, column: str) -> str:
        """How the file itself calls a column."""
        place = self.columns.get(column)
        return self.headings[place] if place is not None else column


class Layout(NamedTuple):
    delimiter: str
    header: Header


def find_layout(file: TextFile, headings: Vocabulary, needs: Sequence[Collection[str]]) -> Layout:
    """The delimiter and the header row with which a file makes most sense.

    ``needs``: of each group at least one column must be there. Raises ``Unreadable``: ``no_header`` (needs)
    where no row of the beginning names two of the columns, ``no_columns`` (row, missing, found) where one
    does but not all that is needed.
    """
    best: tuple[bool, int, Layout] | None = None
    for delimiter in _candidates(file):
        for line in first_lines(file, delimiter):
            if file.header_row not in (0, line.number):
                continue
            header = read_header(line, headings)
            complete = not _missing(header, needs)
            if best is None or (complete, len(header.columns)) > best[:2]:
                best = (complete, len(header.columns), Layout(delimiter, header))
    if best is None or best[1] < min(2, len(needs)):
        raise Unreadable("no_header", needs=needs)
    layout = best[2]
    if missing := _missing(layout.header, needs):
        raise Unreadable("no_columns", row=layout.header.row, missing=missing, found=layout.header.headings)
    return layout if len(layout.header.headings) > 1 else Layout(ONE_COLUMN, layout.header)


def _candidates(file: TextFile) -> list[str]:
    """The delimiters to try, the likeliest first: the first of equals wins."""
    if hint := delimiter_hint(file):
        return [hint]
    likeliest = find_delimiter(file)
    return [likeliest, *(each for each in (*DELIMITERS, ONE_COLUMN) if each != likeliest)]


def read_header(line: Line, headings: Vocabulary) -> Header:
    """Place the cells of a row. A column named twice is taken where it stands under its own name, else first."""
    cells = [cell.strip().lstrip("\ufeff") for cell in line.cells]
    columns: dict[str, int] = {}
    seen: dict[str, int] = {}
    for place, cell in enumerate(cells):
        key = heading_key(cell)
        column = headings.get(key)
        if column:
            seen[cell] = seen.get(cell, 0) + 1
        if column and (column not in columns or heading_key(column) == key):
            columns[column] = place
    taken = set(columns.values())
    ignored = [cell for i, cell in enumerate(cells) if cell and i not in taken]
    return Header(line.number, cells, columns, ignored, tuple(cell for cell, times in seen.items() if times > 1))


def _missing(header: Header, needs: Sequence[Collection[str]]) -> list[list[str]]:
    return [sorted(group) for group in needs if not any(_has(header, column) for column in group)]


def _has(header: Header, columns: str) -> bool:
    """``white+black``: both."""
    return all(column in header.columns for column in columns.split("+"))
