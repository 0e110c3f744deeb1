"""FIDE B.02 6 (R6) in a league: matches with an unrated player, and games after a match is decided."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Event, EventEntry, Game, League
from league.services.correcting import correct_game, preview_correction, void_game
from league.services.entries import enter_league
from league.services.errors import Refused
from league.services.events import create_event, edit_event, preview_edit_event
from league.services.importing import commit_results
from league.services.importing.foreseeing import preview_results
from league.services.leagues import edit_league
from league.services.periods import close_period, open_monthly, publish_period, reopen_period
from league.services.undoing import newest_of, undo
from ratings.extracts.games import GAMES, game_rows
from ratings.facts import Overlay
from ratings.facts.games import read_games
from ratings.facts.matches import laid_places, read_places
from ratings.kernel.games import AFTER_DECISION, IN_MATCH
from ratings.models import Rating, RatingChange
from ratings.services import explain, rerate
from ratings.services.stakes import stakes
from ratings.wording import not_rated
from tests.copies import built_once
from tests.league.desking import superuser
from tests.league.importing import plan
from tests.league.scene import Scene
from tests.ratings.reading import text

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 10)
JANUARY, FEBRUARY, MARCH = range(3)


@built_once
def built(mode="period", system="fide"):
    """Anna and Bartek 2000 with K 20, Celina 1900, Dawid and Ewa unrated; four months open."""
    made = Scene(system=system, mode=mode, players=("Anna", "Bartek", "Celina", "Dawid", "Ewa"))
    for name, rating in (("anna", 2000), ("bartek", 2000), ("celina", 1900)):
        enter_league(league=made.league, player=made.player(name), start_rating=rating, start_games=100)
    made.months = open_monthly(league=made.league, first="2026-01", last="2026-04")
    return vars(made)


def scene_of(**given):
    made = object.__new__(Scene)
    vars(made).update(built(**given))
    return made


@pytest.fixture
def scene(db):
    return scene_of()


def match(scene, results, *, rounds=4, white="anna", black="bartek", first=FIRST, days=1, **more):
    """A match with a game every ``days`` days; the results are the first player's: 1, =, 0, + (a forfeit)."""
    last = first + timedelta(days * len(results))
    event = create_event(
        league=scene.league, name="Match", starts_on=first, ends_on=last, kind="match", rounds=rounds, **more
    )
    outcomes = {"1": ("1-0", "0-1"), "=": ("=", "="), "0": ("0-1", "1-0"), "+": ("+-", "-+")}
    event.played = []
    for number, result in enumerate(results):
        turned = number % 2
        sides = (black, white) if turned else (white, black)
        day = first + timedelta(days * number)
        event.played.append(
            scene.play(*sides, outcomes[result][turned], day, event=event, round=number + 1, reason="late")
        )
    return event


def close(scene, *months, published=False):
    for month in months:
        close_period(period=scene.months[month])
        if published:
            publish_period(period=scene.months[month])


def reasons(scene, event, league=None):
    """By round: why the game is not rated ("" it is), None: no row; the same for both sides."""
    games = [game.pk for game in event.played]
    rows = RatingChange.objects.filter(league=league or scene.league, cause="game", ref__in=games)
    found = {}
    for ref, reason in rows.values_list("ref", "reason"):
        assert found.setdefault(ref, reason) == reason
    return [found.get(game.pk) for game in event.played]


def counted(scene):
    return {name: Rating.objects.get(league=scene.league, player=scene.player(name)).games for name in ("anna",)}


@pytest.mark.parametrize("mode", ["period", "sequential"])
def test_r6_games_after_the_decision_move_nobody(mode):
    scene = scene_of(mode=mode)
    event = match(scene, "11101")  # over four: won with the third
    if mode == "period":
        assert Rating.objects.get(league=scene.league, player=scene.anna).live == 2030
        close(scene, JANUARY)
        assert (scene.rating("anna"), scene.rating("bartek")) == (2030, 1970)
    assert reasons(scene, event) == ["", "", "", "match_decided", "match_decided"]
    assert counted(scene) == {"anna": 3}
    scene.must_verify()


def test_r6_a_forfeit_is_a_point_of_the_match_and_is_not_rated_itself(scene):
    event = match(scene, "1+11")
    close(scene, JANUARY)
    assert reasons(scene, event) == ["", None, "", "match_decided"]
    assert scene.rating("anna") == 2020


def test_r6_without_a_said_number_of_games_and_by_agreement_all_are_rated(scene):
    for more in ({"rounds": None}, {"rated_after_decision": True}):
        event = match(scene, "1111", **more)
        close(scene, JANUARY)
        assert reasons(scene, event) == ["", "", "", ""]
        for game in event.played:
            void_game(game=game, reason="next")
        scene.months[JANUARY].refresh_from_db()
        reopen_period(period=scene.months[JANUARY], reason="next")


def test_r6_no_other_event_is_asked(scene):
    event = match(scene, "1111")
    edit_event(event=event, kind="free", rounds=4)
    close(scene, JANUARY)
    assert reasons(scene, event) == ["", "", "", ""]


def test_r6_a_match_with_an_unrated_player_is_not_rated_nor_kept_for_the_first_rating(scene):
    event = match(scene, "======", rounds=6, black="dawid")
    close(scene, JANUARY)
    assert set(reasons(scene, event)) == {"match_unrated"}
    assert (scene.rating("anna"), scene.rating("dawid")) == (2000, None)
    edit_event(event=event, kind="free", reason="an open day")
    assert scene.rating("dawid") is not None  # six games against a rated opponent
    scene.must_verify()
    undo(target=newest_of(scene.league), reason="it was a match")
    assert scene.rating("dawid") is None
    scene.must_verify()


def test_r6_an_earlier_correction_that_takes_the_rating_takes_the_match_out_for_both(scene):
    """Dawid gets his first rating in January; in the match of February he is rated only as long as he has it."""
    games = [scene.play("dawid", name, "=", FIRST + timedelta(n)) for n, name in enumerate(
        ("anna", "bartek", "celina", "anna", "bartek"))]  # fmt: skip
    event = match(scene, "1=0=", rounds=4, black="dawid", first=date(2026, 2, 10))
    close(scene, JANUARY, FEBRUARY)
    assert reasons(scene, event) == ["", "", "", ""]
    before = scene.ratings()
    told = preview_correction(game=games[0], outcome="+-")
    correct_game(game=games[0], outcome="+-", reason="he did not come")
    assert reasons(scene, event) == ["match_unrated"] * 4
    assert scene.rating("dawid") is None
    assert {move.name: move.after for move in told.moves} == {
        name: value for name, value in scene.ratings().items() if before[name] != value
    }
    scene.must_verify()
    undo(target=newest_of(scene.league), reason="he did")
    assert scene.ratings() == before
    scene.must_verify()


@pytest.mark.parametrize("late_results", ["restate", "next_list"])
@pytest.mark.parametrize("days", [1, 12])
def test_r6_a_corrected_early_game_decides_whether_later_ones_count(scene, late_results, days):
    """``days`` 12: over 40 days, rated by month: the first game's month is published, the last one's is open."""
    scene.league = edit_league(league=scene.league, late_results=late_results)
    event = match(scene, "1110", days=days)
    assert event.rated_by_game is (days == 12)
    close(scene, JANUARY, published=True)
    lost = correct_game(game=event.played[0], outcome="0-1", reason="scoresheet")
    scene.must_verify()
    close(scene, FEBRUARY, MARCH)
    scene.must_verify()
    if late_results == "restate":
        assert reasons(scene, event) == ["", "", "", ""]  # 2 : 1 before the last
    if days == 1:  # restated at once, or carried by the next list: the first game, and the last that counts now
        assert scene.rating("anna") == 2000
    told = preview_correction(game=lost, outcome="1-0")
    before = scene.ratings()
    correct_game(game=lost, outcome="1-0", reason="read again")
    assert days == 12 or scene.rating("anna") == 2030
    scene.must_verify()
    moved = {name: value for name, value in scene.ratings().items() if before[name] != value}
    assert {move.name: move.after for move in told.moves} == moved


def test_r6_a_flip_reaches_a_follower_and_elo_ignores_it():
    scene = scene_of(mode="sequential", system="elo")
    other = scene.add_league("fide", system="fide", mode="sequential", games_from=scene.league)
    for name in ("anna", "bartek"):
        enter_league(league=other, player=scene.player(name), start_rating=2000)
    event = match(scene, "1110")
    assert reasons(scene, event) == ["", "", "", ""]
    assert reasons(scene, event, other) == ["", "", "", "match_decided"]
    told = preview_correction(game=event.played[1], outcome="1-0")
    (beside,) = told.others
    correct_game(game=event.played[1], outcome="1-0", reason="typo")
    scene.must_verify(other)
    assert reasons(scene, event, other) == ["", "", "", ""]
    now = {player.pk: scene.rating(player, other) for player in (scene.anna, scene.bartek)}
    assert {move.player_id: move.after for move in beside.moves} == now
    edit_event(event=event, rounds=2, reason="a short one")  # 1 : 1, then the third game decides
    assert reasons(scene, event, other) == ["", "", "", "match_decided"]
    for league in (scene.league, other):
        scene.must_verify(league)


def test_r6_a_rating_from_the_start_says_the_same_as_game_by_game():
    scene = scene_of(mode="sequential")
    event = match(scene, "1110")
    before = scene.board()
    rows = RatingChange.objects.filter(league=scene.league)
    rows.delete()
    Rating.objects.filter(league=scene.league).delete()
    League.objects.filter(pk=scene.league.pk).update(rated_at=None)
    rerate(League.objects.get(pk=scene.league.pk), since=None, reason="anew")
    assert reasons(scene, event) == ["", "", "", "match_decided"]
    assert scene.board() == before
    scene.must_verify()


def test_r6_the_place_in_the_match_is_that_of_the_order_of_play(scene):
    """The game that was played first comes first, whatever its round says; on one day the round decides."""
    event = match(scene, "111")
    early = scene.play("anna", "bartek", "1-0", FIRST - timedelta(0), event=event, round=9)
    assert [row.game.match for row in read_games(scene.league, joined=False)] == [IN_MATCH] * 3 + [AFTER_DECISION]
    assert read_places(scene.league, {event.pk})[early.pk] == IN_MATCH
    voided = laid_places(scene.league, {early.pk: None})
    assert [voided[game.pk] for game in event.played] == [IN_MATCH] * 3
    assert Overlay(games={early.pk: None}).places(scene.league) == voided


def test_r6_each_two_players_of_an_event_have_a_match_of_their_own(scene):
    event = match(scene, "1110")
    other = [scene.play("anna", "celina", "1-0", FIRST + timedelta(n), event=event, round=10 + n) for n in range(4)]
    close(scene, JANUARY)
    event.played += other
    assert reasons(scene, event) == ["", "", "", "match_decided"] * 2


def test_r6_leagues_without_matches_ask_no_more_questions(scene):
    for n in range(4):
        scene.play("anna", "celina", "1-0", FIRST + timedelta(n))
    with CaptureQueriesContext(
        connection,
    ) as plain:
        list(read_games(scene.league))
    event = match(scene, "1110")
    with CaptureQueriesContext(connection) as asked:
        list(read_games(scene.league))
    assert (len(plain), len(asked)) == (1, 2)
    assert event.played


# -- what is said ---------------------------------------------------------------------------------


def test_r6_the_reason_is_shown_wherever_the_game_is(scene, client):
    event = match(scene, "1110")
    close(scene, JANUARY)
    late = event.played[3]
    sentence = not_rated("match_decided")
    assert sentence in text(client.get(f"/club/ladder/games/{late.pk}/"))
    assert "match decided before" in text(client.get(f"/club/ladder/events/{event.pk}/"))
    assert "match over 4 games" in text(client.get(f"/club/ladder/events/{event.pk}/"))
    row = RatingChange.objects.get(league=scene.league, ref=late.pk, cause="game", side=0)
    assert [line.code for line in explain(row).lines if line.values.get("game") == late.pk] == ["not_rated"]
    assert sentence in text(client.get(f"/club/ladder/changes/{row.pk}/"))
    period = scene.months[JANUARY].name
    assert "match decided before" in text(client.get(f"/club/ladder/players/{scene.anna.pk}/{period}/"))
    told = client.get(f"/api/v1/clubs/club/leagues/ladder/games/{late.pk}").json()
    assert told["white_side"]["reason"] == told["black_side"]["reason"] == "match_decided"
    edit_event(event=event, rated_after_decision=True, reason="agreed in December")
    assert "all of them rated, as agreed" in text(client.get(f"/club/ladder/events/{event.pk}/"))


def test_r6_what_a_game_to_come_would_bring_says_that_it_is_not_rated(scene):
    event = match(scene, "111")
    for kind, reason in (("match", "match_decided"), ("free", "")):
        edit_event(event=event, kind=kind)
        game = Game(league=scene.league, white=scene.anna, black=scene.bartek, event=event, round=4,
                    played_on=FIRST + timedelta(3), outcome="1-0", white_halves=2, black_halves=0)  # fmt: skip
        game.event = Event.objects.get(pk=event.pk)
        found = stakes(scene.league, game=game)
        assert (found.reason, found.by_halves[2].white) == (reason, None if reason else 10)


def test_r6_the_agreement_is_seen_before_and_can_be_undone(scene):
    event = match(scene, "1110")
    close(scene, JANUARY)
    assert preview_edit_event(event=event, name="World Cup") is None
    with pytest.raises(Refused, match="needs a reason"):
        edit_event(event=event, rated_after_decision=True)
    told = preview_edit_event(event=event, rated_after_decision=True)
    assert {move.name: (move.before, move.after) for move in told.moves} == {
        "Anna": (2030, 2020), "Bartek": (1970, 1980),
    }  # fmt: skip
    edit_event(event=event, rated_after_decision=True, reason="agreed")
    assert scene.rating("anna") == 2020
    undo(target=newest_of(scene.league), reason="nobody agreed")
    assert scene.rating("anna") == 2030
    edit_event(event=event, rated_after_decision=True, reason="agreed")
    edit_event(event=event, kind="double", reason="no match")  # nothing is left that could be agreed
    event.refresh_from_db()
    assert (event.kind, event.rated_after_decision) == ("double", False)
    undo(target=newest_of(scene.league), reason="a match")
    event.refresh_from_db()
    assert (event.kind, event.rated_after_decision) == ("match", True)
    scene.must_verify()


def test_r6_only_of_a_match_it_can_be_agreed(scene):
    with pytest.raises(Refused, match="Only of a match"):
        create_event(league=scene.league, name="Open", starts_on=FIRST, rated_after_decision=True)
    event = match(scene, "1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(kind="free", rated_after_decision=True)


def test_r6_the_form_asks_where_a_fide_list_rates_the_games(scene, client):
    client.force_login(superuser())
    event = match(scene, "1110")
    page = f"/club/ladder/desk/events/{event.pk}/edit/"
    assert "as agreed beforehand" in text(client.get(page))
    elo = Scene(club="other", players=("Anna",), slug="elo")
    plain = create_event(league=elo.league, name="Match", starts_on=FIRST, kind="match")
    assert "as agreed beforehand" not in text(client.get(f"/other/elo/desk/events/{plain.pk}/edit/"))


# -- files ----------------------------------------------------------------------------------------


def test_r6_an_export_read_into_another_league_gives_the_same_ratings(scene):
    event = match(scene, "1110")
    agreed = match(scene, "1111", first=date(2026, 1, 20), rated_after_decision=True)
    close(scene, JANUARY)
    rows = list(game_rows(scene.league))
    said = [dict(zip(GAMES, row, strict=True)) for row in rows]
    names = ("event_match", "event_rounds", "event_after_decision")
    assert {tuple(row[name] for name in names) for row in said} == {(True, 4, None), (True, 4, True)}
    lines = [",".join("" if value is None else str(value) for value in row) for row in rows]
    other = scene.add_league("copy", system="fide", mode="sequential")
    for name in ("anna", "bartek"):
        enter_league(league=other, player=scene.player(name), start_rating=2000, start_games=100)
    made = plan(other, ",".join(GAMES) + "\n" + "\n".join(lines))
    told = preview_results(made)
    commit_results(plan=made)
    copies = Event.objects.filter(league=other).order_by("starts_on").values_list("kind", "rounds",
                                                                                 "rated_after_decision")  # fmt: skip
    assert list(copies) == [("match", 4, False), ("match", 4, True)]
    late = Game.objects.filter(league=other, event__rated_after_decision=False).order_by("played_on").last()
    assert {row.reason for row in RatingChange.objects.filter(league=other, ref=late.pk)} == {"match_decided"}
    assert {m.name: m.after for m in told.moves} == {n: scene.rating(n.lower(), other) for n in ("Anna", "Bartek")}
    assert reasons(scene, agreed)[3] == "" and reasons(scene, event)[3] == "match_decided"
    scene.must_verify(other)


TRF = """012 Candidates final
042 2026/01/10
052 2026/01/14
132                                                                                        26/01/10  26/01/11  26/01/12  26/01/13
{planned}001    1      Anna                              2000                             3.0    1     2 w 1     2 b 1     2 w 1     2 b 0
001    2      Bartek                            2000                             1.0    2     1 b 0     1 w 0     1 b 0     1 w 1
"""  # noqa: E501


@pytest.mark.parametrize(("planned", "rounds", "late"), [("XXR 4\n", 4, "match_decided"), ("", None, "")])
def test_r6_a_report_of_two_players_is_a_match_over_as_many_games_as_it_says(planned, rounds, late):
    """Without a said number it may have been decided early: no game is after a decision."""
    scene = scene_of(mode="sequential")
    made = plan(scene.league, TRF.format(planned=planned))
    told = preview_results(made)
    commit_results(plan=made)
    event = Event.objects.get(league=scene.league)
    assert (event.kind, event.rounds) == ("match", rounds)
    event.played = list(Game.objects.filter(event=event).order_by("round"))
    assert reasons(scene, event) == ["", "", "", late]
    assert {m.name: m.after for m in told.moves} == {"Anna": scene.rating("anna"), "Bartek": scene.rating("bartek")}
    scene.must_verify()
    assert EventEntry.objects.filter(event=event).count() == 2


def test_r6_an_event_that_became_a_match_meanwhile_is_one_for_the_newest_game():
    scene = scene_of(mode="sequential")
    event = match(scene, "111", rounds=None)
    stale = Event.objects.get(pk=event.pk)
    edit_event(event=event, rounds=4, reason="over four")
    event.played = [scene.play("anna", "bartek", "1-0", FIRST + timedelta(3), event=stale)]
    assert reasons(scene, event) == ["match_decided"]
    scene.must_verify()
