"""Files and pasted lines through the desk: read, shown with everything that would happen, answered, committed."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from league.models import Game, ImportBatch, ImportDraft, Player, PlayerAlias
from league.services import people, recording
from league.services.importing import undo_import
from ratings.models import RatingChange
from ratings.services import beat, leave, work_once

from .desking import address, club_with, is_sound

pytestmark = pytest.mark.django_db
HEAD = "date,white,black,result\n"


@pytest.fixture
def league(db):
    return club_with("Anna Berg", "Bo Dahl")[0]


def upload(client, league, text, name="games.csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(address(league, "desk/import/"), {"file": SimpleUploadedFile(name, data)}, follow=True)


def paste(client, league, text, **more):
    given = {"text": text, "day": "2026-03-14"} | more
    return client.post(address(league, "desk/paste/"), given, follow=True)


def step(client, answer, name, **given):
    """Press a button of the page of a draft."""
    return client.post(answer.redirect_chain[-1][0] if answer.redirect_chain else answer.request["PATH_INFO"],
                       {"step": name} | given, follow=True)  # fmt: skip


def text_of(answer):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def keys(answer):
    """The names asked about: field -> key."""
    return dict(re.findall(r'name="(who_\d+)_key" value="([^"]*)"', answer.content.decode()))


# -- pasted ------------------------------------------------------------------------------------------------


def test_pasted_lines_are_shown_then_committed(desk, league):
    shown = paste(desk, league, "Anna Berg - Bo Dahl 1:0\nBo Dahl - Anna Berg ½\n")
    assert "2 games are new." in text_of(shown) and not Game.objects.exists()
    done = step(desk, shown, "commit")
    assert "2 games came with it." in text_of(done)
    assert list(Game.objects.order_by("pk").values_list("outcome", flat=True)) == ["1-0", "="]
    assert is_sound(league)


def test_the_same_evening_pasted_again_changes_nothing_and_says_so(desk, league):
    line = "Anna Berg - Bo Dahl 1:0"
    step(desk, paste(desk, league, line), "commit")
    again = paste(desk, league, line)
    assert "Nothing changes: the 1 game of this file is there already." in text_of(again)
    step(desk, again, "commit")
    assert Game.objects.count() == 1


def test_a_second_press_of_import_is_one_import(desk, league):
    """BR-013"""
    shown = paste(desk, league, "Anna Berg - Bo Dahl 1:0")
    for _press in range(2):
        done = step(desk, shown, "commit")
    assert "1 game came with it." in text_of(done)
    assert (Game.objects.count(), ImportBatch.objects.count()) == (1, 1)


def test_a_name_like_one_of_the_clubs_is_asked_about_and_remembered(desk, league):
    shown = paste(desk, league, "Anna Burg - Bo Dahl 1:0")
    assert "Who is meant?" in text_of(shown) and "no player is called exactly so" in text_of(shown)
    ((field, key),) = keys(shown).items()
    anna = Player.objects.get(name="Anna Berg")
    answered = step(desk, shown, "answer", **{f"{field}_key": key, field: str(anna.pk)})
    assert "1 game is new." in text_of(answered)
    step(desk, shown, "commit")
    assert Game.objects.get().white == anna
    assert PlayerAlias.objects.get().name == "Anna Burg"
    assert "Who is meant?" not in text_of(paste(desk, league, "Anna Burg - Bo Dahl 0:1"))


def test_a_name_can_be_somebody_new_or_somebody_typed(desk, league):
    shown = paste(desk, league, "Anna Burg - Bo Dal 1:0")
    asked = {key.split("|")[0]: (field, key) for field, key in keys(shown).items()}
    (new, new_key), (other, other_key) = asked["anna burg"], asked["bo dal"]
    answers = {f"{new}_key": new_key, new: "new", f"{other}_key": other_key, other: "other", f"{other}_name": "Bo Dahl"}
    step(desk, shown, "answer", **answers)
    step(desk, shown, "commit")
    game = Game.objects.select_related("white", "black").get()
    assert (game.white.name, game.black.name) == ("Anna Burg", "Bo Dahl")


def test_a_typed_name_that_nobody_has_is_said_beside_it(desk, league):
    shown = paste(desk, league, "Anna Burg - Bo Dahl 1:0")
    ((field, key),) = keys(shown).items()
    answered = step(desk, shown, "answer", **{f"{field}_key": key, field: "other", f"{field}_name": "Nobody"})
    assert "No player of this club is called “Nobody”." in text_of(answered)


def test_a_player_of_another_club_is_no_answer(desk, league):
    """BR-035"""
    foreign = people.add_player(club=people.create_club(slug="other", name="Other"), name="Anna Burg").player
    shown = paste(desk, league, "Anna Burg - Bo Dahl 1:0")
    ((field, key),) = keys(shown).items()
    answered = step(desk, shown, "answer", **{f"{field}_key": key, field: str(foreign.pk)})
    assert "That player is not in this club." in text_of(answered)


def test_a_draft_of_another_league_is_not_there(desk, league):
    """BR-035"""
    paste(desk, league, "Anna Berg - Bo Dahl 1:0")
    other, _players = club_with("Zoe", slug="tigers")
    draft = ImportDraft.objects.get()
    for place in (f"desk/paste/{draft.pk}/", f"desk/import/{draft.pk}/"):
        assert desk.get(address(other, place)).status_code == 404
    assert desk.get(address(league, f"desk/import/{draft.pk}/")).status_code == 404  # its page is the other one


def test_lines_that_are_not_understood_are_named_and_mended_in_place(desk, league):
    shown = paste(desk, league, "Anna Berg - Bo Dahl 1:0\nAnna Berg - Bo Dahl\n1800:1\n")
    assert "Change the lines below" in text_of(shown) and "Upload the mended" not in text_of(shown)
    assert "2 problems" in text_of(shown) and "“Anna Berg - Bo Dahl” is not understood" in text_of(shown)
    assert "“1800:1” has one name or rating and a score" in text_of(shown)
    mended = step(desk, shown, "text", text="Anna Berg - Bo Dahl 1:0")
    assert "1 game is new." in text_of(mended)


def test_seed_style_lines_are_the_games_of_one_player(desk, league):
    shown = paste(desk, league, "1800:1\nBo Dahl 0", subject="Anna Berg")
    assert "2 games are new." in text_of(shown) and "Elo 1800" in text_of(shown)
    step(desk, shown, "commit", all_new="1")
    assert Player.objects.filter(name="Elo 1800").exists()
    assert Game.objects.get(black__name="Bo Dahl").outcome == "0-1"


def test_only_the_ticked_rows_are_stored(desk, league):
    """BR-054"""
    lines = [f"Anna Berg - Bo Dahl {result}" for result in ("1:0", "0:1", "½", "1:0", "0:1")]
    shown = paste(desk, league, "\n".join(lines))
    ticked = step(desk, shown, "rows", line=["1", "2", "3", "4", "5"], take=["1", "3", "4"])
    assert "3 games are new." in text_of(ticked)
    step(desk, shown, "commit")
    assert sorted(Game.objects.values_list("outcome", flat=True)) == ["1-0", "1-0", "="]


# -- files -------------------------------------------------------------------------------------------------


def test_a_file_is_shown_with_what_was_found_and_can_be_read_otherwise(desk, league):
    shown = upload(desk, league, "Date;White;Black;Result\n03/04/2026;Anna Berg;Bo Dahl;1:0\n")
    said = text_of(shown)
    assert "Delimiter ;" in said and "Encoding utf-8" in said and "Header row 1" in said
    assert "day first, by default (03/04/2026)" in said and "2026-04-03" in said
    otherwise = step(desk, shown, "read", day_order="month")
    assert "2026-03-04" in text_of(otherwise)
    step(desk, shown, "commit")
    assert f"{Game.objects.get().played_on}" == "2026-03-04"


def test_everything_that_would_happen_is_said(desk, league):
    text = "event,round,date,white,black,result\n"
    text += "Cup,1,2026-03-01,Anna Berg,Bo Dahl,1-0\nCup,2,2026-03-02,Zoe Young,Anna Berg,+-\n"
    said = text_of(upload(desk, league, text))
    for part in (
        "2 games are new.",
        "1 new player: Zoe Young",
        "New event: Cup",
        "rated by the rules: 1",
        "forfeit: 1",
    ):
        assert part in said
    assert not Game.objects.exists() and not Player.objects.filter(name="Zoe Young").exists()


def test_all_problems_at_once_with_line_column_and_accepted_forms(desk, league):
    said = text_of(
        upload(
            desk,
            league,
            HEAD + "2026-13-01,Anna Berg,Bo Dahl,1-0\n2026-03-01,Anna Berg,,1-0\n2026-03-01,Anna Berg,Bo Dahl,maybe\n",
        )
    )
    assert "3 problems" in said and "Accepted: 1-0" in said and "This cell is empty." in said
    assert "What the messages call" not in said  # none of them names a switch
    assert "“2026-13-01” is impossible" in said
    assert "Mend the file and upload it again" in said and "Upload the mended file" in said
    assert "Upload the mended file" in text_of(players(desk, "name,birth_year\nAnna Berg,maybe\n"))


def test_a_newer_version_of_an_event_updates_it_where_that_is_said(desk, league):
    head = "event,round,board,date,white,black,result\n"
    step(desk, upload(desk, league, head + "Cup,1,1,2026-03-01,Anna Berg,Bo Dahl,1-0\n"), "commit")
    newer = upload(
        desk, league, head + "Cup,1,1,2026-03-01,Anna Berg,Bo Dahl,0-1\nCup,2,1,2026-03-08,Bo Dahl,Anna Berg,=\n"
    )
    assert "is there with another result" in text_of(newer)
    said = text_of(step(desk, newer, "read", update="on"))
    assert "1 game is new, 1 is corrected." in said
    step(desk, newer, "commit")
    assert list(Game.objects.order_by("round").values_list("outcome", flat=True)) == ["0-1", "="]


def test_a_file_is_undone_as_a_whole_from_its_page(desk, league):
    done = step(desk, upload(desk, league, HEAD + "2026-03-01,Anna Berg,Bo Dahl,1-0\n"), "commit")
    page = address(league, f"desk/imports/{ImportBatch.objects.get().pk}/")
    assert "Undo this import" in text_of(done)
    preview = desk.get(page + "undo/")
    version = re.search(r'name="version" value="(\d+)"', preview.content.decode())[1]
    said = text_of(
        desk.post(page + "undo/", {"step": "confirm", "version": version, "reason": "wrong file"}, follow=True)
    )
    assert "The import was undone." in said and "wrong file" in said
    assert Game.objects.get().status == "void" and is_sound(league)
    assert "1 game is new." in text_of(upload(desk, league, HEAD + "2026-03-01,Anna Berg,Bo Dahl,1-0\n"))


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("empty.csv", b"", "The file is empty."),
        ("picture.csv", b"\x89PNG\r\n\x1a\n123", "This is a PNG file, not text."),
        ("page.csv", b"<html><body>1</body></html>", "This is a HTML file, not text."),
    ],
)
def test_what_is_no_file_of_results_is_refused_with_a_word(desk, league, name, data, words):
    said = text_of(upload(desk, league, data, name))
    assert words in said and "Import this" not in said
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("trf/krause_latin1_3p.tab", "3 games are new."),
        ("club/chessresults_rapid2026.xlsx", "games are new"),
        ("pgn/ru_cup_2025-12_cyrillic_names.pgn", "new"),
        ("club/olympiad_2018_teams.csv", "is the result of a team match"),
        ("club/altibox_2019_matchpoints.csv", "is the sum of several games"),
        ("trf/py4swiss_incorrect_points.trf", "Player 2 has 4 points here, but the results make 3."),
        ("club/ru_cup_2025-09_players_cp1251.csv", "import_players"),
    ],
)
def test_real_files_are_shown_or_refused_with_the_reason(desk, league, shared, name, words):
    path = shared / "data" / name
    shown = upload(desk, league, path.read_bytes(), path.name)
    said = text_of(step(desk, shown, "read", day="2025-12-01", event="Event", partial_days="first"))
    assert words in said
    if "krause" in name:
        assert "Encoding cp1252" in said and "Import this" in said


def test_an_archive_that_would_swell_is_refused_before_it_is_unpacked(desk, league):
    """Two hundred megabytes of nothing called results.xlsx."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 200 * 1024 * 1024)
    said = text_of(upload(desk, league, packed.getvalue(), "results.xlsx"))
    assert "unpack" in said and "Import this" not in said


def test_a_file_over_the_limit_is_not_stored(desk, league, settings):
    settings.ARPAD_UPLOAD_LIMIT = 1_000_000
    answer = upload(desk, league, b"x" * 1_200_000)
    assert "larger than 0.953674 MB" in text_of(answer) and not ImportDraft.objects.exists()


def test_too_many_rows_for_a_page_name_the_command(desk, league, settings):
    settings.ARPAD_PAGE_ROWS = 2
    said = text_of(upload(desk, league, HEAD + "2026-03-01,Anna Berg,Bo Dahl,1-0\n" * 3))
    assert "3 rows are too many for a page, which takes 2" in said and "manage.py import_results lions/main" in said


def test_a_draft_waits_and_is_gone_when_its_time_is_over(desk, league):
    paste(desk, league, "Anna Berg - Bo Dahl 1:0")
    for page, words in (("desk/paste/", "Waiting to be imported"), ("desk/", "waits to be imported")):
        assert words in text_of(desk.get(address(league, page)))
    ImportDraft.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert "Waiting to be imported" not in text_of(desk.get(address(league, "desk/paste/")))
    paste(desk, league, "Anna Berg - Bo Dahl 0:1")
    assert ImportDraft.objects.count() == 1


def test_a_draft_is_thrown_away(desk, league):
    shown = upload(desk, league, HEAD + "2026-03-01,Anna Berg,Bo Dahl,1-0\n")
    assert "The draft is gone." in text_of(step(desk, shown, "discard"))
    assert not ImportDraft.objects.exists() and not Game.objects.exists()


def test_a_long_file_needs_no_more_questions_to_the_database_than_a_short_one(
    desk, league, django_assert_max_num_queries
):
    rows = "".join(f"2026-03-{day:02},Anna Berg,Bo Dahl,1-0\n" for day in range(1, 29)) * 20
    shown = upload(desk, league, HEAD + rows)
    with django_assert_max_num_queries(30):
        desk.get(shown.redirect_chain[-1][0])


# -- files of players --------------------------------------------------------------------------------------

PLAYERS = "name,birth_year,rating\nAnna Berg,1990,1800\nZoe Young,2001,1650\nYan Xu,1999,1500\n"


def players(client, text, name="players.csv"):
    file = SimpleUploadedFile(name, text.encode())
    return client.post("/lions/desk/import/", {"file": file}, follow=True)


def test_players_are_shown_ticked_imported_and_taken_back(desk, league):
    """BR-054: exactly the ticked rows are stored."""
    shown = players(desk, PLAYERS)
    said = text_of(shown)
    assert "2 new players, 1 changed, 0 as they are." in said and "birth year: – → 1990" in said
    assert "1 new player, 1 changed" in text_of(step(desk, shown, "rows", line=["2", "3", "4"], take=["2", "3"]))
    done = step(desk, shown, "commit")
    assert "1 new player, 1 changed." in text_of(done)
    assert Player.objects.get(name="Anna Berg").birth_year == 1990 and not Player.objects.filter(name="Yan Xu").exists()
    page = f"/lions/desk/imports/{ImportBatch.objects.get().pk}/"
    assert "Undone" in text_of(desk.post(page, {"reason": "wrong list"}, follow=True))
    assert Player.objects.get(name="Anna Berg").birth_year is None
    assert Player.objects.get(name="Zoe Young").archived_at is not None


def test_the_same_players_again_change_nothing(desk, league):
    step(desk, players(desk, PLAYERS), "commit")
    again = players(desk, PLAYERS)
    assert "Nothing changes: everything in it is there already." in text_of(again)
    assert "Import this" not in text_of(again)


def test_too_many_players_for_a_page_name_the_command(desk, league, settings):
    settings.ARPAD_PAGE_ROWS = 2
    assert "3 rows are too many for a page" in text_of(players(desk, PLAYERS))


def test_players_of_another_club_are_not_there(desk, league):
    """BR-035"""
    shown = players(desk, PLAYERS)
    club_with("Zoe", slug="tigers")
    draft = shown.redirect_chain[-1][0]
    assert desk.get(draft.replace("lions", "tigers")).status_code == 404


# -- reports from the field --------------------------------------------------------------------------------


def test_a_result_confirmed_late_is_in_its_place_of_the_chain(scene):
    """BR-034: game 2 is confirmed after game 5; every row opens where the one before it closed."""
    from league.services.correcting import correct_game

    waiting = None
    for day, (white, black) in enumerate(
        (("anna", "bartek"), ("bartek", "anna"), ("anna", "celina"), ("celina", "anna"))
    ):
        status = {"status": "pending"} if day == 1 else {}
        game = scene.play(white, black, "1-0", day=day, **status)
        waiting = game if status else waiting
    scene.chain("anna")
    assert not RatingChange.objects.filter(game=waiting, change__isnull=False).exists()  # pending: not rated
    correct_game(game=waiting, status="final", reason="confirmed")
    assert RatingChange.objects.filter(game=waiting, change__isnull=False).count() == 2
    for who in ("anna", "bartek", "celina"):
        scene.chain(who)
    scene.must_verify()


def test_unknown_names_of_several_files_name_the_file(scene):
    """A name of the second file is looked for in the second file."""
    from .importing import plan, words

    text = "date,white,black,result\n2026-01-07,Anna,Bartek,1-0\n"
    made = plan(scene.league, text, text.replace("Bartek", "Nobody"))
    (said,) = words(made)
    assert said.startswith("2.csv, line 2, black: There is no player “Nobody”")


def test_a_long_import_is_rated_by_the_worker_while_its_page_shows_how_far_it_is(desk, league, settings):
    settings.ARPAD_LONG_IMPORT = 1
    beat()
    shown = paste(desk, league, "Anna Berg - Bo Dahl 1:0\nBo Dahl - Anna Berg 1:0\n")
    assert "data-waits" in shown.content.decode() and "data-waiting hidden" in shown.content.decode()
    done = step(desk, shown, "commit")
    assert Game.objects.count() == 2 and not RatingChange.objects.exclude(cause="entry").exists()
    assert done["Refresh"] and "are being recalculated" in text_of(done)
    beat(league=league, done=1, total=2)
    going = desk.get(done.redirect_chain[-1][0])
    assert '<progress class="how-far" max="2" value="1"' in going.content.decode()
    assert work_once()
    ready = desk.get(done.redirect_chain[-1][0])
    assert "Refresh" not in ready and "<progress" not in ready.content.decode() and is_sound(league)
    leave()


def test_a_file_that_says_what_players_reported_confirms_it(desk, league):
    """Undone as a whole, the report waits again."""
    anna, bo = Player.objects.order_by("name")
    game = recording.record_game(
        league=league, white=anna, black=bo, outcome="1-0", played_on=date(2026, 3, 14), status="pending"
    )
    said = HEAD + "2026-03-14,Anna Berg,Bo Dahl,1-0\n"
    done = step(desk, upload(desk, league, said), "commit")
    game.refresh_from_db()
    assert game.status == "final" and Game.objects.count() == 1 and is_sound(league)
    assert "1 game was corrected by it." in text_of(done)
    assert "there already" in text_of(upload(desk, league, said))
    undo_import(batch=ImportBatch.objects.get(), reason="wrong file")
    game.refresh_from_db()
    assert game.status == "pending" and is_sound(league)
