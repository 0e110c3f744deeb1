"""The explanation and its exercises: legal positions, right answers that are right, and pages without scripts."""

import html
import re

import pytest

from ratings.calculator.learn.board import squares
from ratings.calculator.learn.exercises import EXERCISES, judge

from .position import attackers, gain, in_check, place, read, taken, takers

by_slug = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


@by_slug
def test_the_position_is_legal(exercise):
    board = read(exercise.placement)
    pieces = list(board.values())
    assert (pieces.count("K"), pieces.count("k")) == (1, 1)
    assert all(pieces.count(pawn) <= 8 for pawn in "Pp")
    assert len([p for p in pieces if p.isupper()]) <= 16 and len([p for p in pieces if p.islower()]) <= 16
    assert all(rank not in (0, 7) for (_, rank), piece in board.items() if piece in "Pp")
    assert not in_check(board, white=False), "White is to move: Black cannot be in check"
    assert not in_check(board, white=True), "an exercise does not begin in check"


@pytest.mark.parametrize("slug", ["undefended", "hanging"])
def test_exactly_the_right_pieces_can_be_taken_for_nothing(slug):
    exercise = EXERCISES[slug]
    board = read(exercise.placement)
    black = [square.name for square in exercise.board if square.piece and not square.white and square.piece != "k"]
    free = {
        target
        for target in black
        if any(
            not takers(taken(board, place(own), place(target)), target, False) for own in takers(board, target, True)
        )
    }
    assert free == set(exercise.right)
    # and nothing else wins material by a longer exchange
    assert {target for target in black if gain(board, target) > 0} == set(exercise.right)


def test_the_queen_attacks_three_pieces_and_the_reasons_name_each():
    exercise = EXERCISES["undefended"]
    board = read(exercise.placement)
    black = {square.name for square in exercise.board if square.piece and not square.white}
    assert {target for target in black if takers(board, target, True)} == set(exercise.reasons)


def test_only_one_piece_may_take_the_queen_and_nobody_takes_back():
    exercise = EXERCISES["queen"]
    board = read(exercise.placement)
    assert takers(board, "d5", True) == {"d1"} == set(exercise.right)
    assert takers(taken(board, place("d1"), place("d5")), "d5", False) == set()
    # the knight attacks her but is pinned by the bishop on b6; the bishop's way is blocked
    assert place("e3") in attackers(board, place("d5"), True)
    after = taken(board, place("e3"), place("d5"))
    assert attackers(after, place("g1"), False) == [place("b6")]
    assert place("g2") not in attackers(board, place("d5"), True)
    freed = {at: piece for at, piece in board.items() if at != place("f3")}
    assert place("g2") in attackers(freed, place("d5"), True)


@by_slug
def test_every_piece_has_a_word_and_the_right_ones_solve(exercise):
    for square in exercise.board:
        if square.piece:
            verdict = judge(exercise, square.name)
            assert verdict.right == (square.name in exercise.right)
            assert str(verdict.text)
    found = ()
    for square in exercise.right:
        assert not judge(exercise, "", found).solved
        found = judge(exercise, square, found).found
    assert judge(exercise, exercise.right[-1], found).solved


@pytest.mark.parametrize("nonsense", ["", "e5", "z9", "<script>", "d4d4", "0"])
def test_what_is_no_piece_is_no_choice(nonsense):
    verdict = judge(EXERCISES["hanging"], nonsense, ["zz", "<b>"])
    assert (verdict.right, verdict.found, verdict.solved) == (None, (), False)


@pytest.mark.parametrize("placement", ["", "8/8", "9/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8"])
def test_a_placement_that_is_no_board_is_refused(placement):
    with pytest.raises(ValueError):
        list(squares(placement))


# The page


def text_of(response) -> str:
    body = re.sub(r"<script.*?</script>", "", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


@pytest.mark.django_db
def test_the_page_explains_with_numbers_of_the_kernel(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.get("/learn/")
    shown = text_of(response).replace("\u00a0", " ")
    assert "1 / (1 + 10^((1600 − 1500) / 400)) = 0.36. Change = 20 × (1 − 0.36) = +12.8." in shown
    assert "200 75.97 % 24.03 % 3.16 0.76" in shown
    assert "GM 2500 norms over 27 games or more" in shown
    assert "WFM 2100 30 rated games" in shown
    body = response.content.decode()
    assert not re.search(r"<[^>]+\s(style|on\w+)=", body)
    anchors = set(re.findall(r'href="#([a-z]+)"', body))
    assert all(f'id="{anchor}"' in body for anchor in anchors)


@pytest.mark.django_db
def test_an_answer_without_scripts_is_explained(client):
    shown = text_of(client.get("/learn/?exercise=hanging&square=a4"))
    assert "Right. The knight on c3 attacks the rook, and nothing defends it. One more is to be found." in shown
    shown = text_of(client.get("/learn/?exercise=hanging&square=d7&found=a4"))
    assert "Solved. When two pieces hang" in shown
    shown = text_of(client.get("/learn/?exercise=queen&square=e3"))
    assert "Wrong. The knight is pinned" in shown
    assert client.get("/learn/?exercise=none&square=<script>&found=<b>").status_code == 200
