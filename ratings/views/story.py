"""The history made ready for reading: one entry a change, in words and with its addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse

from league.models import League
from ratings import figures, wording
from ratings.boards.history_lines import Line, Names, Page
from ratings.models import RunImpact

NAMED = 4  # players who moved, by name
# Of these everybody may read what they said; of people only that something was changed.
TOLD_TO_ALL = ("game.", "adjustment.", "compensation.", "period.", "rules.", "season.", "event.", "entry.")


class Link(NamedTuple):
    words: str
    url: str


class Mover(NamedTuple):
    name: str
    url: str
    change: str


class Entry(NamedTuple):
    """``sentence`` names roles only; ``actor`` and ``reason`` are for those who may read the history in full."""

    line: Line
    sentence: str
    what: str
    by: str
    about: list[Link]
    told: list[str]
    moved: str
    run: str
    movers: list[Mover]
    more: int
    league: str


def story(page: Page, league: League | None = None, *, public: bool = False) -> list[Entry]:
    """Each line of a page; ``league``: the one that is looked at (None: a whole club, every line names its own)."""
    return [_entry(line, page.names, league, public) for line in page.lines]


def _entry(line: Line, names: Names, league: League | None, public: bool) -> Entry:
    own = league or (line.run.run.league if line.run else None) or (line.change.league if line.change else None)
    moved = list(line.run.moved) if line.run else []
    said = not public or line.kind.startswith(TOLD_TO_ALL)
    return Entry(
        line=line,
        sentence=wording.sentence_of(line),
        what=wording.done(line),
        by=wording.by_whom(line),
        about=list(_about(line, names, own)) if said or not line.kind.startswith("player.") else [],
        told=wording.told(line, names) if said else [],
        moved=wording.moved_words(line),
        run=_url(line.run.run.league, "run", line.run.run.pk) if line.run else "",
        movers=[_mover(impact, line.run.run.league) for impact in moved[:NAMED]] if line.run else _sides(line, own),
        more=max(len(moved) - NAMED, 0),
        league="" if league is not None or line.change is None or line.change.league is None
        else line.change.league.name,
    )  # fmt: skip


def _about(line: Line, names: Names, league: League | None) -> Iterator[Link]:
    """The game or the players that it is about."""
    game = line.game
    if game is not None and league is not None:
        names = [figures.isolated(player.label) for player in (game.white, game.black)]
        words = f"{names[0]} – {names[1]} {wording.result(game)}"
        yield Link(words, _url(league, "game", game.pk))
        return
    for player in line.players:
        url = _url(league, "player", player) if league is not None else ""
        yield Link(names.players.get(player, f"#{player}"), url)


def _mover(impact: RunImpact, league: League) -> Mover:
    change = str(wording.moved_by(impact.before, impact.after))
    return Mover(impact.player.label, _url(league, "player", impact.player_id), change)


def _sides(line: Line, league: League | None) -> list[Mover]:
    """What a result that is its own record did to both."""
    game = line.game
    if game is None or league is None:
        return []
    players = {0: game.white, 1: game.black}
    return [
        Mover(players[side].label, _url(league, "player", players[side].pk), figures.arrowed(row.change, 1))
        for side, row in sorted(line.sides.items())
        if row.change
    ]


def _url(league: League, name: str, pk: int) -> str:
    return reverse(f"ratings:{name}", args=[league.club.slug, league.slug, pk])
