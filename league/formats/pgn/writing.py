"""An event -> PGN tag pairs with results, no moves."""

from __future__ import annotations

from collections.abc import Iterator

from ..event_file import EventFacts, EventFile, EventGame, EventPlayer

_RESULTS = {
    "1-0": "1-0", "=": "1/2-1/2", "0-1": "0-1", "+-": "1-0", "-+": "0-1", "W": "1-0", "D": "1/2-1/2", "L": "0-1",
}  # fmt: skip
_TERMINATIONS = {
    "+-": "forfeit", "-+": "forfeit", "--": "double forfeit",
    "W": "less than one move", "D": "less than one move", "L": "less than one move",
}  # fmt: skip


def write_pgn(event: EventFile) -> bytes:
    """The games as tag pairs (UTF-8); a game that was not played says so in the tag ``Termination``."""
    players = {player.number: player for player in event.players}
    games = [_game(event.facts, game, players) for game in event.games]
    return "\n".join(games).encode("utf-8")


def _game(facts: EventFacts, game: EventGame, players: dict[int, EventPlayer]) -> str:
    result = _RESULTS.get(game.outcome or "", "*")
    lines = [f'[{tag} "{_escaped(value)}"]' for tag, value in _tags(facts, game, players, result)]
    return "\n".join([*lines, "", result, ""])


def _tags(
    facts: EventFacts, game: EventGame, players: dict[int, EventPlayer], result: str
) -> Iterator[tuple[str, str]]:
    """The seven of the standard in their order, then what is known besides."""
    white, black = players[game.white], players[game.black]
    yield "Event", game.event or facts.name or "?"
    yield "Site", facts.city or "?"
    yield "Date", _date(game.day)
    yield "Round", _round(game)
    yield "White", white.name
    yield "Black", black.name
    yield "Result", result
    if game.time and len(game.day) == 10:
        yield "Time", game.time
    if control := facts.record("222"):
        yield "TimeControl", control
    ratings = {"White": game.white_rating or white.rating, "Black": game.black_rating or black.rating}
    for side, player in (("White", white), ("Black", black)):
        said = {"Elo": str(ratings[side] or ""), "FideId": player.fide_id, "Title": player.title}
        said["Federation"] = player.federation
        yield from ((f"{side}{tag}", text) for tag, text in said.items() if text)
    if ended := _TERMINATIONS.get(game.outcome or ""):
        yield "Termination", ended


def _date(day: str) -> str:
    parts = day.split("-") if day else []
    return ".".join([*parts, *("????", "??", "??")[len(parts) :]])


def _round(game: EventGame) -> str:
    if game.round is None:
        return "?"
    return f"{game.round}.{game.board}" if game.board else str(game.round)


def _escaped(text: str) -> str:
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return plain.replace("\\", "\\\\").replace('"', '\\"')
