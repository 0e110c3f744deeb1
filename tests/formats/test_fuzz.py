"""Whatever comes in, the readers answer with an event or with their own refusal (BR-122)."""

import functools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.formats.detect import FORMATS, detect, read_event
from league.formats.faults import Unreadable
from league.formats.pgn import write_pgn
from league.formats.players import read_players
from league.formats.results import read_results
from league.formats.trf import write_trf
from league.formats.trf.writing import Unwritable

from .sheets import workbook
from .test_event_tables import CARDS, ICU, PAIRS, SQUARE, SWISS, SWISSPERFECT
from .test_pgn import game
from .test_trf_writing import made

MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SAMPLES = {
    "trf": write_trf(made([])),
    "pgn": (game() + game(result="1/2-1/2", Round="2.1")).encode(),
    "swiss": SWISS.encode(),
    "square": SQUARE.encode(),
    "pairings": PAIRS.encode(),
    "cards": CARDS.encode(),
    "swissperfect": SWISSPERFECT.encode(),
    "icu": ICU.encode(),
    "xlsx": workbook([line.split(";") for line in SWISS.splitlines()]),
}
PIECES = (
    "001 ", "012 ", "132 ", "0000 - H", "   2 w 1", "{", "}", "(", ")", '[White "', '"]', "1-0", "1/2", "½", "*", ";",
    "\t", "19w1", "-1", "1b½", "Round 1", "No.", "Name", "Rtg", "1.Rd", "Pts.", "White", "Result", "Player,", "Event,",
    "Total,", "99999999999999999999", "٣", "²", "\r", "\n", "\u2028", "\x85", "\ufeff", "Ѕ", "'", '"', "=", "+", "?",
    "2026-02-30",
)  # fmt: skip


def take(data, format="auto"):
    """Read by every reader that may be asked; write what can be written."""
    try:
        found = detect(data, format=format)
        if found.layout == "results":
            read_results(found.text, day="2026-01-10")
        elif found.layout == "players":
            read_players(found.text)
        else:
            event = read_event(found)
            write_pgn(event)
            write_trf(event)
    except (Unreadable, Unwritable):
        pass


@MANY
@given(st.binary(max_size=600), st.sampled_from(["auto", *FORMATS]))
def test_any_bytes(data, format):
    take(data, format)


@MANY
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=40),
    st.sampled_from(["auto", "trf", "pgn", "csv"]),
)
def test_any_lines(pieces, format):
    take("".join(pieces).encode("utf-8", "surrogatepass"), format)


@pytest.mark.parametrize("kind", SAMPLES)
def test_any_damage_to_a_good_file(kind):
    sample = SAMPLES[kind]

    @MANY
    @given(
        st.integers(0, len(sample)),
        st.integers(0, 40),
        st.sampled_from([piece.encode() for piece in PIECES]) | st.binary(max_size=6),
    )
    def damaged(place, cut, put):
        take(sample[:place] + put + sample[place + cut :])

    damaged()


@pytest.mark.parametrize("kind", ["swiss", "square", "pairings", "cards", "swissperfect", "icu", "trf"])
def test_any_two_cells_changed(kind):
    text = SAMPLES[kind].decode()
    cells = functools.partial(st.sampled_from, PIECES)

    @MANY
    @given(st.integers(0, len(text)), st.integers(0, len(text)), cells(), cells())
    def changed(one, other, first, second):
        low, high = sorted((one, other))
        take((text[:low] + first + text[low + len(first) : high] + second + text[high + len(second) :]).encode())

    changed()
