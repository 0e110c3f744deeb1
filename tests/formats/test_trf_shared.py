"""Every report in ../shared/data/trf: read with the right counts, or refused for the right reason (BR-065, BR-066)."""

import pytest

from league.formats.detect import detect, read_event
from league.formats.event_file import Counts
from league.formats.text import decode
from league.formats.trf import read_trf, write_trf

from .reports import bare, independent, rated, said

# players, games played, forfeited, too short, to come; byes
FILES = {
    "bbp_issue7_60p_14r.trf": Counts(60, 395, 25, 0, 0, 0),
    "bunratty_challengers_2011_63p.tab": Counts(63, 183, 0, 0, 0, 8),
    "bunratty_masters_2011_34p.tab": Counts(34, 97, 0, 0, 0, 6),
    "bunratty_minor_2011_103p.tab": Counts(103, 298, 0, 0, 0, 22),
    "derived_ru_cup_2025-09_utf8.trf": Counts(29, 114, 3, 0, 0, 27),
    "galway_major_2011_59p.tab": Counts(59, 169, 0, 0, 0, 16),
    "gros_2010_in_progress_52p.trf": Counts(52, 89, 4, 0, 0, 25),
    "irish_junior_champs_2011_34p.tab": Counts(34, 82, 0, 0, 0, 6),
    "javafo_quickgames_46p_10r.trf": Counts(46, 210, 6, 3, 0, 20),
    "junior_championships_plus_8p.tab": Counts(8, 6, 1, 0, 0, 8),
    "karl_mala_2005_284p.trf": Counts(284, 970, 10, 0, 0, 2),
    "krause_latin1_3p.tab": Counts(3, 3, 0, 0, 0, 0),
    "lichess_swiss_2020_05_29_13p.trf": Counts(13, 56, 0, 0, 0, 18),
    "py4swiss_comments.trf": Counts(7, 0, 0, 0, 0, 0),
    "sample_rr12_trf16.trf": Counts(12, 66, 0, 0, 0, 0),
    "sample_rr12_trf26.trf": Counts(12, 66, 0, 0, 0, 0),
    "trf26_indiv_299_bonus_5p.trf": Counts(5, 2, 0, 0, 0, 1),
    "trf26_individual_import_16p.trf": Counts(16, 34, 2, 0, 0, 8),
    "trf26_team_240_bye_5p.trf": Counts(5, 0, 0, 0, 0, 0),
    "trf26_team_299_all_5p.trf": Counts(5, 0, 2, 0, 0, 1),
    "trf26_team_grandmommys_cup_249p.trf": Counts(249, 1030, 0, 0, 0, 1426),
    "trf26_team_utf8_names_8p.trf": Counts(8, 8, 0, 0, 0, 0),
    "valid_forfeits_12p.tab": Counts(12, 24, 3, 0, 0, 4),
}
REFUSED = {
    "py4swiss_incorrect_points.trf": {("points_differ", (2,))},
    "py4swiss_invalid_code.trf": {("record_unknown", (7,))},
    "py4swiss_missing_result.trf": {("side_missing", (2,))},
}
# what FIDE's reader answers to the sources themselves: a record 172 without a federation, a record 362 of its own
NOT_CLEAN = {
    "trf26_individual_import_16p.trf": 472,
    "trf26_team_240_bye_5p.trf": 401,
    "trf26_team_299_all_5p.trf": 401,
    "trf26_team_utf8_names_8p.trf": 401,
}


@pytest.fixture
def event(shared, request):
    return read_event(detect((shared / "data" / "trf" / request.param).read_bytes()))


def test_no_file_is_left_out(shared):
    assert {path.name for path in (shared / "data" / "trf").iterdir()} == {*FILES, *REFUSED}


@pytest.mark.parametrize(("event", "counts"), FILES.items(), indirect=["event"], ids=FILES)
def test_a_report_is_read(event, counts):
    assert event.format == "trf"
    assert list(event.faults) == []
    assert event.counts() == counts


@pytest.mark.parametrize(("event", "faults"), REFUSED.items(), indirect=["event"], ids=REFUSED)
def test_a_report_in_error_names_the_line(event, faults):
    assert said(event.faults) == faults


@pytest.mark.parametrize("event", FILES, indirect=True)
@pytest.mark.parametrize("version", ["TRF16", "TRF26"])
def test_a_report_round_trips_without_a_difference(event, version):
    if version == "TRF16":
        event = _without_what_trf16_cannot_say(event)
    again = read_trf(decode(write_trf(event, version)))
    assert list(again.faults) == []
    assert bare(again) == bare(event)
    assert write_trf(again, version) == write_trf(event, version)


def _without_what_trf16_cannot_say(event):
    """TRF16 has no records for team line-ups, national ratings and points that are not the results' sum."""
    kept = tuple((code, text) for code, text in event.facts.records if code == "013" and not event.facts.record("310"))
    players = [each._replace(national_rating=None) for each in event.players]
    if event.facts.record("299") and not event.facts.teams:
        players = [each._replace(points=0.0) if each.name == "P4" else each for each in players]
    return event._replace(facts=event.facts._replace(records=kept, teams=bool(kept)), players=players)


@pytest.mark.parametrize(("event", "name"), [(name, name) for name in FILES], indirect=["event"], ids=FILES)
@pytest.mark.parametrize("version", ["TRF16", "TRF26"])
def test_br_070_an_independent_reader_finds_the_same_rated_games(event, name, version):
    status, games = independent(write_trf(event, version))
    assert status == (NOT_CLEAN.get(name, 0) if version == "TRF26" else 0)
    assert games == rated(event) or status == 401


@pytest.mark.parametrize("event", ["krause_latin1_3p.tab"], indirect=True)
def test_br_051_accents_of_a_latin_1_file_are_intact(event):
    assert event.encoding == "cp1252"
    assert event.facts.name == "Läs Végas National Opeñ"
    names = [(each.name, each.sex, each.title) for each in event.players]
    assert names == [("Uì Izazabèbo, Visihìmam", "w", ""), ("Öze, Iâfo", "m", "IM"), ("Abuhocu, Vusimo", "m", "GM")]


@pytest.mark.parametrize("event", ["irish_junior_champs_2011_34p.tab"], indirect=True)
def test_br_051_irish_accents_are_intact(event):
    assert [each.name for each in event.players if not each.name.isascii()] == [
        "Fosire, Eícalár", "Ó Finovefázo, Bece", "Ní Upuvuvabáca, Kifemu", "AdOdeba, Ocád Odegeru"
    ]  # fmt: skip


@pytest.mark.parametrize("event", ["derived_ru_cup_2025-09_utf8.trf"], indirect=True)
def test_columns_are_characters_where_letters_have_two_bytes(event):
    first = event.players[0]
    assert (first.name, first.rating, first.fide_id, first.birth) == (
        "Озатлин, Асаним Бисудвич",
        1857,
        "95733069",
        "2002",
    )


@pytest.mark.parametrize("event", ["trf26_team_utf8_names_8p.trf"], indirect=True)
def test_names_of_teams_do_not_shift_the_records_that_are_kept(event):
    records = [text for code, text in event.facts.records if code == "310"]
    assert [text[70:73] for text in records] == ["  1", "  3", "  5", "  7"]
    assert [text[4:11].strip() for text in records] == ["Liffré", "Pacé B", "Vitré", "Évran D"]


@pytest.mark.parametrize(
    ("event", "days"),
    [
        ("bunratty_masters_2011_34p.tab", ("2011-02-25", *["2011-02-26"] * 3, *["2011-02-27"] * 2)),  # YY.DD.MM
        ("galway_major_2011_59p.tab", ("2011-09-30", *["2011-10-01"] * 4, "2011-10-02")),  # the year is wrong
        ("irish_junior_champs_2011_34p.tab", (*["2011-07-02"] * 3, *["2011-07-03"] * 2)),
        ("trf26_individual_import_16p.trf", (*["2025-09-13"] * 3, *["2025-09-14"] * 2)),  # a column aside
    ],
    indirect=["event"],
)
def test_br_063_days_of_rounds_in_every_order(event, days):
    assert event.facts.round_days == days
    assert {game.day for game in event.games if game.round == 1} == {days[0]}


@pytest.mark.parametrize("event", ["karl_mala_2005_284p.trf"], indirect=True)
def test_br_063_dates_with_blanks_and_one_letter_titles(event):
    assert (event.facts.starts_on, event.facts.ends_on) == ("2005-07-28", "2005-07-31")
    first = event.players[0]
    assert (first.name, first.title, first.federation, first.birth) == ("Vocavoz, Agiguki", "GM", "CHI", "1969-01-01")


@pytest.mark.parametrize("event", ["gros_2010_in_progress_52p.trf"], indirect=True)
def test_an_event_in_progress_keeps_the_byes_of_the_next_round(event):
    assert event.facts.rounds == 9
    assert event.last_round() == 5
    assert {(bye.player, bye.kind) for bye in event.byes if bye.round == 5} == {(22, "Z"), (28, "Z"), (43, "H")}


@pytest.mark.parametrize("event", ["bunratty_challengers_2011_63p.tab"], indirect=True)
def test_points_tell_of_byes_in_empty_cells(event):
    first = next(bye for bye in event.byes if bye.player == 1)
    assert (first.round, first.kind) == (1, "H")
    assert any(warning.code == "bye_from_points" for warning in event.warnings)


@pytest.mark.parametrize("event", ["bunratty_masters_2011_34p.tab"], indirect=True)
def test_short_ids_are_a_federations_own(shared, event):
    minor = read_event(detect((shared / "data" / "trf" / "bunratty_minor_2011_103p.tab").read_bytes()))
    assert {each.fide_id for each in event.players + minor.players} == {""}
    assert minor.players[0].local_id == "14324"
