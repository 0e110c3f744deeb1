"""Files of results: every layout the columns of the public contract allow."""

import pytest

from league.formats.faults import Unreadable
from league.formats.headings import RESULT_HEADINGS, heading_key
from league.formats.results import read_results
from league.formats.text import decode


def read(text, **options):
    return read_results(decode(text.encode() if isinstance(text, str) else text), **options)


def games(text, **options):
    file = read(text, **options)
    assert not file.faults, list(file.faults)
    return [(row.white.name, row.black.name, *row.result) for row in file.rows]


def faults(text, **options):
    return [(fault.rows, fault.column, fault.text, fault.code) for fault in read(text, **options).faults]


@pytest.mark.parametrize(
    "text",
    [
        "date,white,black,result\n2024-05-01,Anna,Berg,1-0\n",
        "Date;White;Black;Result\n01.05.2024;Anna;Berg;1:0\n",
        "day\thome team\taway team\tscore\n2024-05-01\tAnna\tBerg\t1-0\n",
        "Player 1|Player 2|Winner|timestamp\nAnna|Berg|Anna|2024-05-01\n",
        "Date,Winner,Loser\n2024-05-01,Anna,Berg\n",
        "winner_name,loser_name,tourney_date,score\nAnna,Berg,20240501,6-4 6-3\n",
        "date,white,black,white_score,black_score\n2024-05-01,Anna,Berg,1,0\n",
        "date,white,black,white_score\n2024-05-01,Anna,Berg,1\n",
        "date,white,black,black_score\n2024-05-01,Anna,Berg,0\n",
        "дата;белые;чёрные;результат\n1 мая 2024;Anna;Berg;победа белых\n",
        "data;białe;czarne;wynik\n1 maja 2024;Anna;Berg;wygrana\n",
        "round,player,opponent,score,date\n1,Anna,Berg,1,2024-05-01\n",
        "Results of the club\n\nDate,White,Black,Result\n2024-05-01,Anna,Berg,1-0\n",
        "\ufeffdate,white,black,result\n2024-05-01,Anna,Berg,1-0\n",
        "date,white,black,result,\n2024-05-01,Anna,Berg,1-0,\n\n ,,,,\n",
        "sep=;\ndate;white;black;result\n2024-05-01;Anna;Berg;1-0\n",
        "HomeTeam,AwayTeam,FTR,Date\nAnna,Berg,H,01/05/2024\n",
    ],
)
def test_one_game_in_many_layouts(text):
    file = read(text)
    assert not file.faults
    (row,) = file.rows
    assert (row.at.day, row.white.name, row.black.name, row.result.outcome) == ("2024-05-01", "Anna", "Berg", "1-0")


def test_points_decide_and_are_kept():
    text = (
        "date,home_team,away_team,home_score,away_score\n2024-05-01,A,B,3,1\n2024-05-02,A,B,2,2\n2024-05-03,A,B,0,1\n"
    )
    assert games(text) == [("A", "B", "1-0", 3, 1), ("A", "B", "=", 2, 2), ("A", "B", "0-1", 0, 1)]


def test_halves_among_points_make_them_scores():
    text = "date,player1,player2,score1,score2\n2024-05-01,A,B,0.5,0.5\n2024-05-01,A,B,1,0\n"
    assert games(text) == [("A", "B", "=", None, None), ("A", "B", "1-0", None, None)]


def test_decimal_commas_in_a_semicolon_file():
    head = "date;white;black;white_score;black_score;white_rating\n"
    file = read(head + "2024-05-01;A;B;0,5;0,5;2.105\n2024-05-01;B;A;1,0;0,0;1843,5\n")
    assert [row.result.outcome for row in file.rows] == ["=", "1-0"]
    assert [row.white_rating for row in file.rows] == [2105, 1843.5]


def test_rows_without_a_result_are_left_out_and_counted():
    text = "date,white,black,result\n2024-05-01,A,B,\n2024-05-01,A,B,*\n2024-05-01,A,B,1-0\nlater,A,C,\n"
    file = read(text)
    assert (len(file.rows), file.without_result, list(file.faults)) == (1, [2, 3, 5], [])


def test_missing_goals_are_a_game_to_come_but_half_missing_are_not():
    head = "date,home_team,away_team,home_score,away_score\n"
    assert read(head + "2024-05-01,A,B,NA,NA\n").without_result == [2]
    assert faults(head + "2024-05-01,A,B,2,NA\n") == [((2,), "away_score", "NA", "points_one")]


def test_byes_and_rows_without_players_are_no_games():
    text = "date,white,black,result\n2024-05-01,A,bye,1-0\nTotal,,,\nRound 2\n2024-05-01,A,B,=\n"
    file = read(text)
    assert (len(file.rows), file.byes, file.remarks) == (1, [2], [3, 4])


@pytest.mark.parametrize(
    ("head", "row", "column", "cell", "code"),
    [
        ("date,white,black,result", "2024-05-01,A,B,7-x", "result", "7-x", "result_unknown"),
        ("date,white,black,result", "2024-02-30,A,B,1-0", "date", "2024-02-30", "day_impossible"),
        ("date,white,black,result", ",A,B,1-0", "date", "", "empty_cell"),
        ("date,white,black,result", "2024-05-01,,B,1-0", "white", "", "empty_cell"),
        ("date,white,black,result", "2024-05-01,A,B,1-0,x", "", "x", "too_many_cells"),
        ("date,white,black,result", "2024-05-01," + "A" * 121 + ",B,1-0", "white", "A" * 121, "too_long"),
        ("date,white,black,result", '2024-05-01,"A\nC",B,1-0', "white", "A\nC", "line_break"),
        ("date,white,black,Wynik", "2024-05-01,A,B,01-Jan", "Wynik", "01-Jan", "result_date"),
        ("date,white,black,white_score,black_score", "2024-05-01,A,B,0,0", "white_score", "0", "score_zero"),
        ("date,white,black,white_score,black_score", "2024-05-01,A,B,1,1", "black_score", "1", "score_sum"),
        ("date,white,black,white_score,black_score", "2024-05-01,A,B,3,0", "white_score", "3", "score_unknown"),
        ("date,white,black,result,home_pts,away_pts", "2024-05-01,A,B,1-0,1,2", "home_pts", "1", "contradiction"),
        ("date,white,black,winner", "2024-05-01,A,B,C", "winner", "C", "winner_unknown"),
        ("date,white,black,result,k", "2024-05-01,A,B,1-0,-5", "k", "-5", "out_of_range"),
        ("date,white,black,result,K", "2024-05-01,A,B,1-0,big", "K", "big", "number"),
        ("date,white,black,result,weight", "2024-05-01,A,B,1-0,101", "weight", "101", "out_of_range"),
        ("date,white,black,result,round", "2024-05-01,A,B,1-0,first", "round", "first", "round"),
        ("date,white,black,result,board", "2024-05-01,A,B,1-0,40000", "board", "40000", "out_of_range"),
        ("date,white,black,result,neutral", "2024-05-01,A,B,1-0,perhaps", "neutral", "perhaps", "yes_no"),
        ("date,white,black,result,white_rating", "2024-05-01,A,B,1-0,strong", "white_rating", "strong", "number"),
        ("date,time,white,black,result", "2024-05-01,25:61,A,B,1-0", "time", "25:61", "time"),
        ("date,white,black,result,status", "2024-05-01,A,B,1-0,maybe", "status", "maybe", "status_unknown"),
    ],
)
def test_a_cell_that_cannot_be_taken_is_named(head, row, column, cell, code):
    assert faults(f"{head}\n{row}\n") == [((2,), column, cell, code)]


def test_all_problems_come_at_once_and_the_same_one_once():
    text = "date,white,black,result\n2024-02-30,A,,9\n" + "2024-05-01,A,B,9x\n" * 30
    found = read(text)
    assert [(f.rows[0], f.times, f.column, f.code) for f in found.faults] == [
        (2, 1, "black", "empty_cell"),
        (2, 1, "date", "day_impossible"),
        (2, 1, "result", "result_unknown"),
        (3, 30, "result", "result_unknown"),
    ]
    assert len(list(found.faults)[3].rows) == 20


@pytest.mark.parametrize(
    ("text", "code", "missing"),
    [
        ("2024-05-01,Anna,Berg,1-0\n2024-05-02,Anna,Berg,1-0\n", "no_header", None),
        ("Name\nAnna\nBerg\n", "no_header", None),
        ("date,white,result\n2024-05-01,A,1-0\n", "no_columns", [["white+black", "winner+loser"]]),
        ("white,black,result\nA,B,1-0\n", "no_columns", [["date"]]),
        ("date,home_team,away_team,home_score\n2024-05-01,A,B,1\n", "no_columns", None),
    ],
)
def test_a_header_row_that_lacks_something_says_what(text, code, missing):
    with pytest.raises(Unreadable) as refused:
        read(text)
    assert refused.value.code == code
    if missing:
        assert refused.value.values["missing"] == missing


def test_columns_that_nobody_knows_are_named_and_ignored():
    file = read("date,white,black,result,weather,city\n2024-05-01,A,B,1-0,rain,Łódź\n")
    assert file.layout.header.ignored == ["weather", "city"]


def test_a_column_under_its_own_name_comes_before_a_synonym():
    assert games("player,white,black,result,date\nX,A,B,1-0,2024-05-01\n") == [("A", "B", "1-0", None, None)]


def test_a_date_and_an_event_can_be_given_for_the_whole_file():
    (row,) = read("white,black,result\nA,B,1-0\n", day="2024-05-01", event="Ladder").rows
    assert (row.at.day, row.event.name) == ("2024-05-01", "Ladder")


def test_ambiguous_dates_are_read_day_first_and_said_so():
    text = "date,white,black,result\n03/04/2024,A,B,1-0\n"
    file = read(text)
    assert (file.rows[0].at.day, file.day_order.certain, file.day_order.example) == ("2024-04-03", False, "03/04/2024")
    assert read(text, day_first=False).rows[0].at.day == "2024-03-04"


def test_k_and_weight_and_ground():
    head = "date,white,black,result,k,white_k,weight,neutral,game\n"
    rows = read(head + "2024-05-01,A,B,1-0,32,,,TRUE,g1\n2024-05-01,A,B,1-0,32,40,0.5,нет,g2\n").rows
    assert [tuple(row.factors) for row in rows] == [(32, 32, 1), (40, 32, 0.5)]
    assert [(row.neutral, row.reference) for row in rows] == [(True, "g1"), (False, "g2")]


def test_rounds_of_a_knock_out_keep_their_order():
    rows = "".join(f"2024-05-01,A,B,1-0,{name}\n" for name in ("R32", "R16", "QF", "SF", "F"))
    found = [row.round for row in read("date,white,black,result,round\n" + rows).rows]
    assert found == sorted(found)
    assert len(set(found)) == 5


@pytest.mark.parametrize("text", ["5", "5.", "Round 5", "Rd. 5", "тур 5", "5 тур", "Runda 5", "5.0"])
def test_round_numbers(text):
    assert read(f"date,white,black,result,round\n2024-05-01,A,B,1-0,{text}\n").rows[0].round == 5


def test_walk_overs_and_retirements_of_tennis():
    """BR-133: a walk-over is not played, a retirement is."""
    text = (
        "tourney_date,winner_name,loser_name,score\n20240501,A,B,6-4 3-1 RET\n20240501,A,B,W/O\n20240501,A,B,6-4 6-4\n"
    )
    assert [row[2] for row in games(text)] == ["1-0", "+-", "1-0"]


def test_forfeits_and_their_noughts():
    head = "date,white,black,result,white_score,black_score\n"
    text = head + "2024-05-01,A,B,0-0F,0,0\n2024-05-01,A,B,1-0F,1,0\n2024-05-01,A,B,+ - -,1,0\n"
    assert [row[2] for row in games(text)] == ["--", "+-", "+-"]


def test_files_put_one_below_the_other_repeat_the_header():
    text = "date,white,black,result\n2024-05-01,A,B,1-0\n"
    assert len(read(text + text).rows) == 2


def test_neutralised_cells_are_read_as_they_were_meant():
    assert games("date,white,black,result\n2024-05-01,'=1+1,'-5,1-0\n") == [("=1+1", "-5", "1-0", None, None)]


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Home_Team", "white"), ("HomeTeam", "white"), ("player1", "white"), ("Хозяева", "white"), ("Gość", "black"),
        ("WhiteElo", "white_rating"), ("black rating", "black_rating"), ("Рейтинг белых", "white_rating"),
        ("home_score", "white_points"), ("white_score", "white_score"), ("Home Goals", "white_points"),
        ("winner_points", "white_points"), ("Тур", "round"), ("Доска", "board"), ("Kolejka", "round"),
        ("Tournament", "event"), ("Сезон", "season"), ("K-factor", "k"), ("white_fide_id", "white_fide_id"),
        ("w_pts", "white_points"), ("Wynik", "result"), ("Счёт", "result"),
    ],
)  # fmt: skip
def test_synonyms(heading, column):
    assert RESULT_HEADINGS[heading_key(heading)] == column


def test_real_repeats_and_quoted_commas(shared):
    """BR-058, BR-059: two games of one pair on one day are two; a comma inside quotes is a comma."""
    import gzip

    data = gzip.decompress((shared / "data/bulk/international_football_results.csv.gz").read_bytes())
    file = read(data)
    assert (len(file.rows), len(file.without_result), list(file.faults)) == (49520, 0, [])
    assert file.layout.header.ignored == ["city", "country"]
    draws = sum(row.result.outcome == "=" for row in file.rows)
    assert draws == sum(row.result.white_points == row.result.black_points for row in file.rows)


@pytest.mark.parametrize(
    ("path", "rows", "options"),
    [
        ("ratings/chess_ladder_2013_games001-110.csv", 110, {}),
        ("ratings/glicko2_pong_2023-01_games.csv", 197, {}),
        ("ratings/backgammon_club_2025-09-20_matches.csv", 1298, {}),
        ("ratings/icu_event_irish_veterans_2008_games.csv", 15, {"day": "2008-08-01"}),
    ],
)
def test_real_files_are_read_whole(shared, path, rows, options):
    file = read((shared / "data" / path).read_bytes(), **options)
    assert (len(file.rows), list(file.faults)) == (rows, [])


def test_a_winner_by_name_who_is_neither_is_asked_about(shared):
    """The office ladder names its winner in a third column; once the name is cut short."""
    file = read((shared / "data/club/table_tennis_season2_245.csv").read_bytes())
    assert len(file.rows) == 243
    assert [(fault.rows, fault.text, fault.code) for fault in file.faults] == [((117,), "Cacasi", "winner_unknown")]


def test_a_heading_that_stands_twice_is_refused():
    """Which of two columns counts is not guessed."""
    assert faults("date,white,black,result,result\n2026-01-05,Anna,Bo,1-0,0-1\n") == [
        ((1,), "result", "result", "heading_twice")
    ]


def test_a_row_with_one_player_is_a_bye_that_is_said_or_an_error_by_row():
    head = "date,white,black,result\n2026-01-05,Anna,Bo,1-0\n"
    file = read(head + "2026-01-05,Cy,,bye\n2026-01-05,,Cy,wolny los\n2026-01-05,bye,Cy,\n")
    assert (file.byes, file.without_result, list(file.faults)) == ([3, 4, 5], [], [])
    assert faults(head + "2026-01-05,Cy,,1-0\n2026-01-05,Cy,,\n") == [((3, 4), "black", "", "empty_cell")]


def test_how_a_table_is_cut_and_how_its_results_are_meant_can_be_said():
    text = "date;white;black;result\n2026-01-05;Berg, Anna;Dahl, Bo;2\n2026-01-06;Berg, Anna;Dahl, Bo;1\n"
    assert [outcome for *_who, outcome, _w, _b in games(text, style="pools")] == ["0-1", "1-0"]
    assert games(text.replace(";2", ";2:0").replace(";1", ";1:0"), style="scores")[1][2:] == ("1-0", None, None)
    cut = read_results(decode(text.encode())._replace(delimiter=";", header_row=1))
    assert (cut.layout.delimiter, cut.layout.header.row) == (";", 1)
    with pytest.raises(Unreadable):
        read_results(decode(text.encode())._replace(delimiter="|"))
