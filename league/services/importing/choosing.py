"""Names that only a person can place: what is asked about them, and what was answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from league.formats.names import name_key
from league.formats.results import Who
from league.models import Club, ImportBatch, Player, PlayerAlias

from ..people.names import write_words
from ..people.search import players_named

if TYPE_CHECKING:
    from .problems import ImportProblem

NEW = "new"
_IN_ONE_QUERY = 500


class Choices(NamedTuple):
    """``answers``: key of a name (``key_of``) -> id of the player who is meant, or ``NEW``.

    ``ask_near``: a new name that is like one of the club's is asked about, not taken for a new person.
    """

    answers: Mapping[str, int | str] = {}
    ask_near: bool = False


class Question(NamedTuple):
    """Who is meant? ``players``: ids and descriptions of those it can be; ``ambiguous``: they have this very name."""

    key: str
    name: str
    about: str
    rows: tuple[int, ...]
    players: tuple[tuple[int, str], ...]
    ambiguous: bool
    problem: ImportProblem


def key_of(who: Who) -> str:
    """What an answer is kept under: everything that a file says of the person."""
    return "|".join((name_key(who.name), who.fide_id, str(who.birth_year or ""), str(who.id or "")))


def question(who: Who, rows: list[int], players: Iterable[tuple[int, str]], problem: ImportProblem,
             *, ambiguous: bool = False) -> Question:  # fmt: skip
    about = [f"FIDE {who.fide_id}" if who.fide_id else "", str(who.birth_year or "")]
    return Question(
        key_of(who), who.name, ", ".join(filter(None, about)), tuple(rows[:20]), tuple(players), ambiguous, problem
    )


def chosen_players(club: Club, choices: Choices) -> dict[int, str]:
    """The players named in answers who are in the club: id -> name."""
    ids = sorted({answer for answer in choices.answers.values() if isinstance(answer, int)})
    found: dict[int, str] = {}
    for start in range(0, len(ids), _IN_ONE_QUERY):
        players = Player.objects.filter(club=club, merged_into=None, archived_at=None)
        found |= dict(players.filter(pk__in=ids[start : start + _IN_ONE_QUERY]).values_list("pk", "name"))
    return found


def remember(club: Club, aliases: Mapping[str, int]) -> list[int]:
    """Names that somebody placed are aliases from now on, unless they are somebody's already; ids of new ones.

    The club must be locked.
    """
    made: list[int] = []
    for name, player_id in aliases.items():
        if not players_named(club=club, text=name) and (player := Player.objects.filter(pk=player_id).first()):
            alias = PlayerAlias.objects.create(club=club, name_key=name_key(name), player=player, name=name[:120])
            write_words(player)
            made.append(alias.pk)
    return made


def put_away_by_undoing(club: Club) -> set[int]:
    """Players who are archived only because the import that brought them was undone."""
    kept = ImportBatch.objects.filter(club=club, undone_at__isnull=False).values_list("brought", flat=True)
    return {player for brought in kept for player in brought.get("archived", ())}


def take_back(players: Iterable[int]) -> list[int]:
    """They are in a file again. The club must be locked."""
    ids = sorted(players)
    for start in range(0, len(ids), _IN_ONE_QUERY):
        Player.objects.filter(pk__in=ids[start : start + _IN_ONE_QUERY]).update(archived_at=None)
    return ids
