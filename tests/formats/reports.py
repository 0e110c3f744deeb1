"""Reports for the tests, laid out by column, and how two readings of one event are compared."""

from gacrux.trf2json import trf2json

from league.formats.event_file import EventFile
from league.formats.text import decode
from league.formats.trf import read_trf


def player(number, name, *rounds, sex="", title="", rating="", fed="", fide="", birth="", points="", rank=""):
    """The line of a player; ``rounds``: ``"12 w 1"`` or nothing."""
    who = f"001 {number:>4} {sex:1}{title:>3} {name:<33} {rating:>4} {fed:<3} {fide:>11} {birth:<10}"
    return f"{who} {points:>4} {rank:>4}" + "".join(f"  {_block(text)}" for text in rounds)


def _block(text):
    if not text:
        return " " * 8
    opponent, colour, code = [*text.split(), "", ""][:3]
    return f"{opponent:>4} {colour:1} {code:1}"


def report(*lines, ends="\n", encoding="utf-8"):
    return ends.join([*lines, ""]).encode(encoding)


def read(*lines, **how) -> EventFile:
    return read_trf(decode(report(*lines, **how)))


def said(faults) -> set[tuple[str, tuple[int, ...]]]:
    """Code and lines of everything found."""
    return {(fault.code, fault.rows) for fault in faults}


def bare(event: EventFile):
    """What an event says, without where in which file it says so."""
    return {
        "facts": event.facts,
        "players": [each._replace(line=0) for each in event.players],
        "games": [each._replace(line=0) for each in event.games],
        "byes": [each._replace(line=0) for each in event.byes],
    }


def independent(data: bytes):
    """What FIDE's own reader says: its status, and the rated games as (round, White, Black, White's result)."""
    reader = trf2json()
    reader.parse_file(data.decode("utf-8"), False)
    games = [game for game in reader.get_event()["tournaments"][0]["gameList"] if game["black"] and game["rated"]]
    seen = [(game["round"], game["white"]["cid"], game["black"]["cid"], game["white"]["result"]) for game in games]
    return reader.get_status(), sorted(seen)


def rated(event: EventFile):
    """The same of our reading."""
    letters = {"1-0": "W", "=": "D", "0-1": "L"}
    games = [game for game in event.games if game.outcome in letters]
    return sorted((game.round, game.white, game.black, letters[game.outcome]) for game in games)
