"""Results as people write them (BR-026, BR-055, BR-061, BR-133)."""

import pytest

from league.formats.outcomes import HALVES, ResultColumn, Unclear, read_result, read_score

WHITE = (
    "1-0|1:0|1–0|1 - 0|1|1.0|1.0-0.0|1,0:0,0|white|White wins|win|won|W|home|H|белые|Победа белых|победа|В|б|białe"
    "|wygrana"
)
DRAW = (
    "½-½|1/2-1/2|1/2|½|0.5|0,5|.5|0.5-0.5|0,5-0,5|½ - ½|½–½|=|draw|Draw|D|tie|X|remis|Remis|R|ничья|Ничья|нич.|Н|0.50"
)
BLACK = "0-1|0:1|0–1|0|black|Black won|loss|L|away|A|чёрные|черные|поражение|П|ч|czarne|przegrana|О-1"
FORFEITS = {
    "+-": "+-|+:-|+/-|+ - -|+|1-0F|1-0 (forfeit)",
    "-+": "-+|-:+|-/+|- - +|0-1F",
    "--": "--|-:-|- - -|0-0F|0F-0F",
}
SHORT = {"W": "1-0 short", "D": "½-½ short|= short", "L": "0-1 (short)"}
NONE = "|*|-|NA|n/a|?|vs|postponed|перенос|przełożony|tbd"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        *((text, "1-0") for text in WHITE.split("|")),
        *((text, "=") for text in DRAW.split("|")),
        *((text, "0-1") for text in BLACK.split("|")),
        *((text, code) for code, texts in {**FORFEITS, **SHORT}.items() for text in texts.split("|")),
        *((text, None) for text in NONE.split("|")),
    ],
)
def test_a_spelling_means_one_outcome(text, outcome):
    assert read_result(text) == (outcome, None, None)


def test_every_outcome_but_the_short_ones_is_its_own_spelling():
    for code in HALVES:
        if code not in "WDL":
            assert read_result(code).outcome == code


@pytest.mark.parametrize(
    ("texts", "text", "reading"),
    [
        (["3:1", "0:0", "1:0"], "1:0", ("1-0", 1, 0)),
        (["3:1", "0:0", "1:0"], "0:0", ("=", 0, 0)),
        (["1-1", "0-0"], "0-0", ("=", 0, 0)),
        (["2-3"], "2-3", ("0-1", 2, 3)),
        (["1", "X", "2"], "2", ("0-1", None, None)),
        (["1", "x", "2"], "X", ("=", None, None)),
        (["W", "B"], "B", ("0-1", None, None)),
    ],
)
def test_a_column_is_read_as_a_whole(texts, text, reading):
    assert ResultColumn(texts).read(text) == reading


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("01-Jan", "result_date"),
        ("Jan-00", "result_date"),
        ("2001-01-01", "result_date"),
        ("03. Feb", "result_date"),
        ("01:00:00", "result_date"),
        ("7.5-4.5", "result_total"),
        ("1½-½", "result_total"),
        ("0-0", "result_zero"),
        ("won on time, perhaps", "result_unknown"),
        ("W/O", "result_unknown"),
        ("5", "result_unknown"),
        ("b", "result_unknown"),
    ],
)
def test_what_is_no_result_says_why(text, code):
    with pytest.raises(Unclear) as unclear:
        read_result(text)
    assert unclear.value.code == code


def test_two_is_not_guessed_beside_nought():
    with pytest.raises(Unclear) as unclear:
        ResultColumn(["1", "0", "2"]).read("2")
    assert unclear.value.code == "result_two"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("6-4 6-3", "1-0"),
        ("7-6(5) 6-7(3) [10-8]", "1-0"),
        ("6-4 2-1 RET", "1-0"),
        ("W/O", "+-"),
        ("Walkover", "+-"),
        ("6-1 2-0 DEF", "+-"),
        ("", "1-0"),
        ("5", "1-0"),
        ("draw", "="),
    ],
)
def test_behind_winner_and_loser_a_score_describes_and_a_walk_over_is_none_played(text, outcome):
    assert ResultColumn([text], winner_first=True).read(text).outcome == outcome


def test_a_loser_who_won_is_a_contradiction():
    with pytest.raises(Unclear) as unclear:
        ResultColumn(["1-3", "3-1"], winner_first=True).read("1-3")
    assert unclear.value.code == "result_loser"


def test_scores_of_one_side():
    assert [read_score(text) for text in ("1", "½", "0,5", ".5", "0", "", "1.0", "=")] == [2, 1, 1, 1, 0, None, 2, 1]
    for text in ("2", "1.5", "win?"):
        with pytest.raises(Unclear):
            read_score(text)
