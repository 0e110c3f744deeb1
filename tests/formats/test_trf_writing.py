"""What we write: every result code comes back, and FIDE's reader finds the same (BR-070, BR-071)."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.event_file import EventBye, EventFacts, EventFile, EventGame, EventPlayer
from league.formats.faults import Faults
from league.formats.outcomes import HALVES
from league.formats.text import decode
from league.formats.trf import read_trf, write_trf
from league.formats.trf.writing import Unwritable

from .reports import bare, independent, rated

VERSIONS = ("TRF16", "TRF26")
FACTS = EventFacts(
    name="Mistrzostwa Łodzi", city="Łódź", federation="POL", starts_on="2026-01-10", ends_on="2026-01-11", kind="Swiss",
    arbiter="Żak, Ewa", deputies=("Öberg, Åsa",), time_control="90 min + 30 sec", rounds=3,
    round_days=("2026-01-10", "2026-01-10", "2026-01-11"),
)  # fmt: skip


def made(games, byes=(), *, facts=FACTS, count=6):
    players = [
        EventPlayer(0, n, f"Gracz, {chr(64 + n)}", 2000 + n, str(1000000 + n), sex="w") for n in range(1, count + 1)
    ]
    return EventFile("", "", "", facts, players, list(games), list(byes), Faults(), Faults())


def again(event, version):
    return read_trf(decode(write_trf(event, version)))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("coloured", [True, False])
@pytest.mark.parametrize("outcome", [*HALVES, None])
def test_br_071_every_result_code_comes_back(outcome, coloured, version):
    event = made([EventGame(0, 1, None, 2, 1, outcome, coloured=coloured)])
    read = again(event, version)
    assert not read.faults
    sides = {"white": 2, "black": 1} if coloured else {}
    game = read.games[0]
    halves = HALVES.get(outcome, (0, 0))
    by_player = dict(zip((game.white, game.black), HALVES.get(game.outcome, (0, 0)), strict=True))
    assert by_player == {2: halves[0], 1: halves[1]}
    assert {name: getattr(game, name) for name in sides} == sides
    assert game.coloured == coloured


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", "HFUZ")
def test_br_071_every_bye_comes_back(kind, version):
    event = made([EventGame(0, 1, None, 1, 2, "1-0")], [EventBye(0, 1, 3, kind)])
    assert [(bye.player, bye.kind) for bye in again(event, version).byes] == [(3, kind)]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_head_comes_back(version):
    event = made([EventGame(0, r, None, 1, 2, "=") for r in (1, 2, 3)])
    assert again(event, version).facts == FACTS


def test_lines_end_in_crlf_and_columns_are_characters():
    data = write_trf(made([EventGame(0, 1, None, 1, 2, "1-0")]))
    lines = data.decode("utf-8").split("\r\n")
    assert lines[-1] == ""
    assert "\n" not in "".join(lines)
    first = next(line for line in lines if line.startswith("001    1"))
    assert (first[14:47].rstrip(), first[48:52], first[57:68], first[80:84]) == (
        "Gracz, A",
        "2001",
        "    1000001",
        " 1.0",
    )
    assert first[91:99] == "   2 w 1"


def test_the_newest_format_is_the_default():
    assert b"\r\n142 3\r\n" in write_trf(made([]))
    assert b"\r\nXXR 3\r\n" in write_trf(made([]), "TRF16")


def test_points_and_ranks_are_counted_where_the_event_has_none():
    event = again(made([EventGame(0, 1, None, 1, 2, "="), EventGame(0, 1, None, 3, 4, "+-")], [EventBye(0, 1, 5, "H")]),
                  "TRF26")  # fmt: skip
    assert [(each.points, each.rank) for each in event.players] == [
        (0.5, 2),
        (0.5, 2),
        (1.0, 1),
        (0.0, 5),
        (0.5, 2),
        (0.0, 5),
    ]


@pytest.mark.parametrize(
    ("games", "code"),
    [
        ([EventGame(0, None, None, 1, 2, "=")], "round_missing"),
        ([EventGame(0, 1, None, 1, 2, "="), EventGame(0, 1, None, 1, 3, "=")], "round_twice"),
    ],
)
def test_what_no_report_can_hold_is_refused_with_the_reason(games, code):
    with pytest.raises(Unwritable) as refused:
        write_trf(made(games))
    assert refused.value.code == code


def test_a_line_break_in_a_name_cannot_begin_a_record():
    event = made([], facts=FACTS._replace(name="Open\r\n001    9"))
    assert len(again(event, "TRF26").players) == 6


@st.composite
def events(draw):
    """Rounds of up to six players, each pair with any outcome, byes, days."""
    games, byes = [], []
    rounds = draw(st.integers(1, 4))
    for number in range(1, rounds + 1):
        order = draw(st.permutations(range(1, 7)))
        for white, black in zip(order[::2], order[1::2], strict=True):
            outcome = draw(st.sampled_from([*HALVES, "bye", "none"]))
            if outcome == "bye":
                byes += [EventBye(0, number, n, draw(st.sampled_from("HFUZ"))) for n in (white, black)]
            elif outcome != "none":
                games.append(EventGame(0, number, None, white, black, outcome))
    days = tuple((date(2026, 1, 10) + timedelta(days=n)).isoformat() for n in range(rounds))
    facts = FACTS._replace(rounds=rounds, round_days=days, ends_on=days[-1])
    return made(games, byes, facts=facts)


@settings(max_examples=60, deadline=None)
@given(events(), st.sampled_from(VERSIONS))
def test_any_event_round_trips_and_an_independent_reader_agrees(event, version):
    data = write_trf(event, version)
    read = read_trf(decode(data))
    assert not read.faults
    assert write_trf(read, version) == data
    assert bare(read_trf(decode(write_trf(read, version)))) == bare(read)
    assert rated(read) == rated(event)
    assert sorted(bye[1:] for bye in read.byes) == sorted(bye[1:] for bye in event.byes)
    assert independent(data) == (0, rated(event))
