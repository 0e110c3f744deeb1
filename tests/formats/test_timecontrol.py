"""Time controls in words and codes (record 222 of TRF26, the tag TimeControl)."""

import pytest

from league.formats.timecontrol import read_time_control


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90 minutes for 40 moves, 30 minutes for the rest, 30 seconds per move", (120, 30, 40)),
        ("1:30 + 10 from move 1", (90, 10, 0)),
        ("90 minutes + 10 sec from move 1", (90, 10, 0)),
        ("120 minutes per player per game", (120, 0, 0)),
        ("All moves in 90 minutes, plus 10 seconds per move", (90, 10, 0)),
        ("100'x40mm + 50'x20mm + 30\" from move 1", (150, 30, 40)),
        ("10 minutes + 3 secs per move", (10, 3, 0)),
        ("90 мин + 30 сек на ход", (90, 30, 0)),
        ("90 minut + 30 sekund na posunięcie", (90, 30, 0)),
        ("90'+30''", (90, 30, 0)),
        ("G/60;d5", (60, 5, 0)),
        ("90+30", (90, 30, 0)),
        ("3+2", (3, 2, 0)),
    ],
)
def test_in_words(text, expected):
    assert read_time_control(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("5400+30", (90, 30, 0)), ("40/6000+30:20/3000+30:1500+30", (175, 30, 40)), ("40/5400+30:1800+30", (120, 30, 40)),
     ("180+2", (3, 2, 0)), ("60+0", (1, 0, 0)), ("40/7200:3600", (180, 0, 40))],
)  # fmt: skip
def test_as_a_code(text, expected):
    read = read_time_control(text, code=True)
    assert read == expected


@pytest.mark.parametrize("text", ["", "-", "?", "moves/time, increment", "40/120, 60", "W300-B240", "classical"])
def test_what_is_not_clear_is_not_guessed(text):
    assert read_time_control(text) is None
    assert read_time_control(text, code=True) is None


@pytest.mark.parametrize("code", ["5400+30", "180+2", "40/7200", "1800"])
def test_the_code_comes_back(code):
    read = read_time_control(code, code=True)
    assert read is not None
    assert read.code() == code
