"""Cells of rounds: the two sides of a game, byes, and what does not fit together (BR-065, BR-066, BR-071)."""

import pytest

from .reports import player, read, said


def meet(mine, theirs):
    return read(player(1, "Adams, Ann", mine), player(2, "Brown, Bob", theirs))


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome", "white"),
    [
        ("2 w 1", "1 b 0", "1-0", 1), ("2 b 1", "1 w 0", "0-1", 2), ("2 w =", "1 b =", "=", 1),
        ("2 w +", "1 b -", "+-", 1), ("2 b +", "1 w -", "-+", 2), ("2 w -", "1 b -", "--", 1),
        ("2 w W", "1 b L", "W", 1), ("2 w L", "1 b W", "L", 1), ("2 b D", "1 w D", "D", 2), ("2 w w", "1 b l", "W", 1),
        ("2 w", "1 b", None, 1), ("2 w +", "1 b Z", "+-", 1),
    ],
)  # fmt: skip
def test_two_cells_are_one_game(mine, theirs, outcome, white):
    event = meet(mine, theirs)
    assert not event.faults
    assert [(game.outcome, game.white, game.coloured) for game in event.games] == [(outcome, white, True)]


@pytest.mark.parametrize(("mine", "theirs", "outcome"), [("2 - +", "1 - -", "+-"), ("2 - -", "1 - -", "--")])
def test_a_forfeit_without_colours_stays_without(mine, theirs, outcome):
    game = meet(mine, theirs).games[0]
    assert (game.outcome, game.coloured) == (outcome, False)


def test_a_game_without_colours_is_told():
    event = meet("2 - 1", "1 - 0")
    assert event.games[0].outcome == "1-0"
    assert said(event.warnings) == {("colour_missing", (1,))}


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [
        ("2 w 1", "1 b 1", "sides_differ"), ("2 w 1", "1 b -", "sides_differ"), ("2 w +", "1 b 0", "sides_differ"),
        ("2 w =", "1 b 0", "sides_differ"), ("2 w 1", "1 b", "sides_differ"), ("2 w 1", "1 w 0", "colours_same"),
    ],
)  # fmt: skip
def test_br_065_two_readings_of_one_game_name_both_lines(mine, theirs, code):
    event = meet(mine, theirs)
    assert {fault.code for fault in event.faults} == {code}
    assert {row for fault in event.faults for row in fault.rows} == {1, 2}
    assert event.games == []


def test_br_065_a_game_on_one_line_only_is_a_fault():
    assert said(meet("2 w 1", "").faults) == {("side_missing", (1,))}


@pytest.mark.parametrize(
    ("mine", "code"), [("9 w 1", "opponent_unknown"), ("1 w 1", "own_opponent"), ("2 w ?", "code_unknown"),
                       ("2 x 1", "colour_unknown"), ("2w 1 1", "block")]
)  # fmt: skip
def test_cells_that_cannot_be_are_named(mine, code):
    line = player(1, "Adams, Ann", mine) if code != "block" else player(1, "Adams, Ann") + "   2w 1 1"
    event = read(line, player(2, "Brown, Bob", "1 b 0"))
    assert code in {fault.code for fault in event.faults}


def test_three_players_cannot_share_a_game():
    event = read(player(1, "A, A", "2 w 1"), player(2, "B, B", "1 b 0"), player(3, "C, C", "2 w 1"))
    assert said(event.faults) == {("pairing_differs", (3,))}
    assert len(event.games) == 1


@pytest.mark.parametrize(
    ("cell", "kind"),
    [("0000 - H", "H"), ("0000 - F", "F"), ("0000 - U", "U"), ("0000 - Z", "Z"), ("0000 - +", "F"), ("0000 - =", "H"),
     ("0000 - -", "Z"), ("0000 - 0", "Z"), ("0000 -", "Z"), ("0000 - u", "U"), ("0000", "Z")],
)  # fmt: skip
def test_br_066_a_cell_without_opponent_is_a_bye(cell, kind):
    event = read(player(1, "Adams, Ann", cell))
    assert [(bye.player, bye.round, bye.kind) for bye in event.byes] == [(1, 1, kind)]
    assert event.games == []


@pytest.mark.parametrize(("end", "kind"), [("       H", "H"), ("       U", "U"), ("       -", "Z")])
def test_br_066_byes_without_opponent_and_colour(end, kind):
    event = read(player(1, "Adams, Ann") + "  " + end)
    assert [bye.kind for bye in event.byes] == [kind]


@pytest.mark.parametrize("cell", ["", "     -  ", "        "])
def test_br_130_an_empty_round_is_not_paired(cell):
    event = read(
        player(1, "Adams, Ann") + "  " + cell, player(2, "Brown, Bob", "", "3 w 1"), player(3, "C, C", "", "2 b 0")
    )
    assert event.byes == []


def test_br_082_byes_are_never_games():
    event = read(player(1, "Adams, Ann", "0000 - U", "2 w 1", "0000 - H"), player(2, "Brown, Bob", "", "1 b 0", ""))
    assert event.counts() == (2, 1, 0, 0, 0, 2)
