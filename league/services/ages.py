"""Birth years that cannot be: a grandmaster of three years, a game before the player could walk."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.utils.translation import gettext as _

YOUNGEST: Final = 3  # nobody plays a rated game at an earlier age
# below the youngest who ever held the title, so that only a slip is refused
YOUNGEST_TITLED: Final = {"GM": 8, "IM": 8, "WGM": 8, "WIM": 6, "FM": 5, "WFM": 5, "CM": 4, "WCM": 4}


def impossible_age(name: str, born: int | None, title: str, today: date, first_game: date | None = None) -> str:
    """Why somebody of this title and first game cannot be born in that year; "" where it can be."""
    if born is None:
        return ""
    age = today.year - born
    if age < YOUNGEST_TITLED.get(title, 0):
        message = _("Born in %(year)d, %(player)s would be a %(title)s at the age of %(age)d: one of the two is wrong.")
        return message % {"year": born, "player": name, "title": title, "age": age}
    if first_game is not None and first_game.year - born < YOUNGEST:
        message = _("Born in %(year)d, %(player)s cannot have played on %(day)s, as a game here says.")
        return message % {"year": born, "player": name, "day": first_game}
    return ""
