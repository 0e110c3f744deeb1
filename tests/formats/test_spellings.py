"""Names taken out of texts, however they are spelled there."""

import pytest

from league.formats.spellings import Spellings

ANNA = Spellings(["Anna Ødegård-Berg", "Анна Берг"], ["4512345"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Anna Ødegård-Berg", "X"), ("anna odegard berg", "X"), ("ODEGARD BERG, ANNA", "X"),
        ("Ødegård-Berg,Anna won", "X won"), ("the game of Berg Anna was wrong", "the game of X was wrong"),
        ("A. Berg – K. Nowak 1–0", "X – K. Nowak 1–0"), ("Berg A", "X"), ("Берг Анна (1998)", "X (1998)"),
        ("Anna\u00a0Ødega\u030ard-Berg", "X"), ("Anna\u200b  Berg;", "X;"), ("anna_odegard_berg.csv", "X.csv"),
        ("FIDE 4512345", "FIDE –"),
        # not hers
        ("Anna Kowalska", "Anna Kowalska"), ("Bergen 2026", "Bergen 2026"), ("Berg", "Berg"),
        ("Anna. Later Berg", "Anna. Later Berg"), ("", ""), ("45123456", "45123456"),
    ],
)  # fmt: skip
def test_in_any_spelling(text, left):
    assert ANNA.taken_out(text, "X") == left


def test_in_a_text_about_her_one_word_says_it():
    assert ANNA.taken_out("Berg asked for it, bergen did not", "X", alone=True) == "X asked for it, bergen did not"
    assert ANNA.taken_out("Ødegård's sheet", "X", alone=True) == "X's sheet"
    assert Spellings(["Anna Wiśniewska"]).taken_out("partia Wiśniewskiej", "X", alone=True) == "partia X"


def test_a_name_of_one_word_is_not_a_part_of_another():
    one = Spellings(["Anna"])
    assert one.taken_out("Bartek – Anna 0–1, Anna Kowalska", "X") == "Bartek – X 0–1, Anna Kowalska"
    assert Spellings(["🎱"]).taken_out("🎱 – Anna", "X") == "X – Anna"


def test_values_and_keys_of_json():
    value = {"Anna Berg": ["Berg, Anna", 7, None, {"near": "Анна Берг"}]}
    assert ANNA.taken_out_of_json(value, "X") == {"X": ["X", 7, None, {"near": "X"}]}
