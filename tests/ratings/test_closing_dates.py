"""FIDE B.02 7.1 (R8): an event belongs to the first list whose closing date is not before the event's last day."""

import random
from datetime import date, timedelta

import pytest

from league.models import Event, League
from league.services.correcting import correct_game, void_game
from league.services.counting import counts_in, game_counts_in
from league.services.entries import enter_league
from league.services.errors import Refused
from league.services.events import create_event, edit_event, preview_edit_event
from league.services.late_results import preview_late_results
from league.services.leagues import create_league, edit_league
from league.services.periods import close_period, open_monthly, publish_period
from league.services.placement import closed_periods_of
from league.services.presets import preset_named
from league.services.undoing import newest_of, preview_undo, undo
from ratings.boards.scope import games_rated_in
from ratings.extracts.games import GAMES, game_rows
from ratings.facts.closing import last_rated
from ratings.models import Rating, RatingChange
from ratings.services import verify
from ratings.wording import clauses
from tests.copies import built_once
from tests.league.desking import superuser
from tests.league.importing import imported, plan, words
from tests.league.scene import Scene

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY, MARCH, APRIL = range(4)


@pytest.fixture
@built_once
def scene(db):
    """Four of 2000 with K 20, four months, lists that close three days before their date and stand."""
    made = Scene(system="fide", mode="period", players=("Anna", "Bartek", "Celina", "Dawid"))
    made.league = edit_league(league=made.league, late_results="next_list", closing_days=3)
    for name in ("anna", "bartek", "celina", "dawid"):
        enter_league(league=made.league, player=made.player(name), start_rating=2000, start_games=100)
    made.months = open_monthly(league=made.league, first="2026-01", last="2026-04")
    return made


def event(scene, last, *, first=None, name="Open", white="anna", black="bartek", **more):
    """An event of one game on its first day."""
    first = first or date(2026, 1, 24)
    made = create_event(league=scene.league, name=name, starts_on=first, ends_on=last, **more)
    made.only = scene.play(white, black, "1-0", first, event=made, reason="late")
    return made


def publish(scene, month):
    close_period(period=scene.months[month])
    publish_period(period=scene.months[month])


def rated_in(scene, game, league=None):
    """The months in whose period rows of the game are."""
    rows = RatingChange.objects.filter(league=league or scene.league, ref=game.pk, cause="game", side=0)
    return [row.period.starts_on.month for row in rows.select_related("period")]


def live(scene, who="anna"):
    return Rating.objects.get(league=scene.league, player=scene.player(who)).live


def moved(preview):
    """Name -> rating before and after."""
    return {move.name: (move.before, move.after) for move in preview.moves}


def test_b02_7_1_the_closing_date_itself_is_in_time_and_the_day_after_it_is_not(scene):
    days = [date(2026, 1, 28), date(2026, 1, 29), date(2026, 1, 30), date(2026, 1, 31)]
    assert [last_rated(scene.league, day, official=False).month for day in days] == [1, 1, 2, 2]
    assert [last_rated(scene.league, day, official=True).month for day in days] == [1, 1, 1, 1]
    # R8: an event that ends on 28 December goes to the January list, one of the 30th does not
    assert last_rated(scene.league, date(2025, 12, 28), official=False) == date(2025, 12, 30)
    assert last_rated(scene.league, date(2025, 12, 30), official=False) == date(2026, 1, 1)


def test_b02_7_1_a_period_closes_without_the_event_that_ended_on_the_30th(scene):
    punctual, late = event(scene, date(2026, 1, 29)), event(scene, date(2026, 1, 30), name="Late", white="celina")
    alone = scene.play("dawid", "bartek", "1-0", date(2026, 1, 31))
    by_month = event(scene, date(2026, 3, 1), name="Long", white="celina", black="dawid")
    assert by_month.rated_by_game
    assert [closed_periods_of(each.only).exists() for each in (punctual, late)] == [False, False]
    publish(scene, JANUARY)
    assert [closed_periods_of(each.only).exists() for each in (punctual, late)] == [True, False]
    assert rated_in(scene, punctual.only) == rated_in(scene, alone) == rated_in(scene, by_month.only) == [1]
    assert rated_in(scene, late.only) == []
    assert (scene.rating("celina"), live(scene, "celina")) == (2010, 2020)  # the long event's game; then both
    months = [set(games_rated_in(scene.league, month)) for month in scene.months[:2]]
    assert months == [{punctual.only, alone, by_month.only}, {late.only}]
    assert set(games_rated_in(scene.league, scene.months[FEBRUARY], scene.celina.pk)) == {late.only}
    scene.must_verify()
    void_game(game=late.only, reason="not played")  # nothing closed holds it: no list is corrected
    assert live(scene, "celina") == 2010
    scene.must_verify()


def test_b02_7_1_the_late_event_keeps_the_ratings_of_its_first_day(scene):
    event(scene, date(2026, 1, 20), first=date(2026, 1, 20), name="Before")
    late = event(scene, date(2026, 1, 30), name="Late", white="bartek", black="anna")
    publish(scene, JANUARY)
    publish(scene, FEBRUARY)
    row = RatingChange.objects.get(league=scene.league, ref=late.only.pk, cause="game", side=1)
    assert (row.own_rating, row.opponent_rating, row.change) == (2000, 2000, -10)  # not the 2010 and 1990 of February
    assert (scene.rating("anna"), scene.rating("bartek")) == (2000, 2000)
    scene.must_verify()


def test_b02_7_1_an_official_event_may_end_on_the_last_day_and_the_flag_can_be_undone(scene):
    late = event(scene, date(2026, 1, 31))
    close_period(period=scene.months[JANUARY])
    assert (scene.rating("anna"), live(scene)) == (2000, 2010)
    with pytest.raises(Refused, match="needs a reason"):
        edit_event(event=late, official=True)
    seen = moved(preview_edit_event(event=late, official=True))
    assert seen["Anna"] == (2000, 2010)
    edit_event(event=late, official=True, reason="FIDE world event")
    assert (scene.rating("anna"), rated_in(scene, late.only)) == (2010, [1])
    scene.must_verify()
    assert moved(preview_undo(target=newest_of(scene.league)))["Anna"] == (2010, 2000)
    undo(target=newest_of(scene.league), reason="it was not")
    assert (scene.rating("anna"), live(scene)) == (2000, 2010)
    scene.must_verify()


def test_b02_9_1_a_result_of_a_late_event_is_late_from_the_list_it_belongs_to(scene):
    late = event(scene, date(2026, 1, 30))
    publish(scene, JANUARY)
    publish(scene, FEBRUARY)
    game = scene.play("celina", "dawid", "1-0", date(2026, 1, 25), event=late, reason="found")
    assert "Late for February 2026" in game_counts_in(game).words
    publish(scene, MARCH)
    assert rated_in(scene, game) == [3]  # the second list that may count it
    publish(scene, APRIL)
    with pytest.raises(Refused, match="Too late"):  # the fourth after its own
        scene.play("celina", "bartek", "1-0", date(2026, 1, 25), event=late, reason="found")
    scene.must_verify()


def test_b02_7_1_another_closing_date_is_previewed_rerated_and_undone(scene):
    early, late = event(scene, date(2026, 1, 29)), event(scene, date(2026, 1, 30), white="celina", black="dawid")
    publish(scene, JANUARY)
    publish(scene, FEBRUARY)
    scene.play("anna", "dawid", "1-0", date(2026, 3, 5))
    before, without = scene.ratings(), live(scene)
    more = event(scene, date(2026, 2, 28), first=date(2026, 2, 27), name="More", white="bartek", black="anna")
    counted = live(scene)
    assert counted < without
    seen = preview_late_results(league=scene.league, closing_days=0)
    assert moved(seen) == {}  # late for a list that stands, its game counts in the same period as before
    with pytest.raises(Refused, match="needs a reason"):
        edit_league(league=scene.league, closing_days=0)
    edit_league(league=scene.league, closing_days=0, reason="as a club")
    assert (scene.ratings(), live(scene)) == (before, counted)
    assert [rated_in(scene, each.only) for each in (early, late, more)] == [[1], [2], []]
    scene.must_verify()
    assert moved(preview_undo(target=newest_of(scene.league))) == {}
    undo(target=newest_of(scene.league), reason="as FIDE")
    assert (scene.ratings(), live(scene)) == (before, counted)
    scene.must_verify()
    edit_league(league=scene.league, closing_days=0, reason="as a club")
    scene.must_verify()
    edit_league(league=scene.league, late_results="restate", reason="as a club")
    assert rated_in(scene, late.only) == [1]
    assert rated_in(scene, more.only) == [2]
    seen = moved(preview_late_results(league=scene.league, closing_days=3))
    scene.league = edit_league(league=scene.league, closing_days=3, reason="as FIDE")
    assert {name: after for name, (_before, after) in seen.items()} == {
        name: rating for name, rating in scene.ratings().items() if name in seen
    }
    assert (rated_in(scene, late.only), rated_in(scene, more.only)) == ([2], [])
    scene.must_verify()


def test_b02_7_1_a_league_that_follows_closes_by_its_own_setting(scene):
    plain = scene.add_league("plain", mode="period", games_from=scene.league, k=20)
    open_monthly(league=plain, first="2026-01", last="2026-04")
    late = event(scene, date(2026, 1, 30))
    for each in (scene.league, plain):
        close_period(period=each.periods.get(starts_on=date(2026, 1, 1)))
    assert (rated_in(scene, late.only), rated_in(scene, late.only, plain)) == ([], [1])
    assert closed_periods_of(late.only).get().league == plain
    with pytest.raises(Refused, match="reason"):
        correct_game(game=late.only, outcome="0-1", reason="")
    correct_game(game=late.only, outcome="0-1", reason="read again")
    for each in (scene.league, plain):
        scene.must_verify(each)


def test_pages_say_for_which_list_a_late_event_counts_and_what_the_setting_is(scene, client):
    late = event(scene, date(2026, 1, 30))
    assert counts_in(late).words == (
        "It ends on 30 January 2026, after 29 January 2026, the closing date for the list of 1 February 2026: all its"
        " games count in February 2026, for the list of 1 March 2026. They are rated with the list in force on its"
        " first day, 24 January 2026."
    )
    assert "after 29 January 2026, the closing date for the list of 1 February 2026." in game_counts_in(late.only).words
    assert "all its games count in February 2026" in client.get(f"/club/ladder/events/{late.pk}/").content.decode()
    last = event(scene, date(2026, 4, 29), first=date(2026, 4, 29), name="Last", white="celina")
    assert "too late for a list that closes 3 days before its date" in counts_in(last).words
    said = {str(each.about): str(each.says) for each in clauses(scene.league, {})}
    assert "A list closes 3 days before its date" in said["Closing date"]
    assert "closing" not in said["Left to the arbiter"]
    plain = edit_league(league=scene.league, closing_days=0)
    assert "no closing date" in {str(e.about): str(e.says) for e in clauses(plain, {})}["Left to the arbiter"]


def test_only_lists_close_and_fides_presets_do(scene):
    for days, mode in ((3, "sequential"), (29, "period"), (-1, "period")):
        with pytest.raises(Refused):
            create_league(club=scene.club, slug="other", name="Other", system="elo", mode=mode, closing_days=days)
    made = create_league(club=scene.club, slug="fide", name="FIDE", **preset_named("fide-rapid").values())
    assert made.closing_days == 3
    assert League(mode="period").closing_days == 0


def test_games_exported_say_which_events_are_official(scene):
    event(scene, date(2026, 1, 31), official=True)
    event(scene, date(2026, 1, 31), name="Other", white="celina")
    at = GAMES.index("event_official")
    assert [row[at] for row in game_rows(scene.league)] == [True, None]


def test_b02_7_1_an_import_asks_for_a_reason_where_it_reaches_a_closed_list(scene):
    close_period(period=scene.months[JANUARY])
    rows = "date,white,black,result,event,event_start,event_end,event_official\n"
    rows += "2026-01-25,Anna,Bartek,1-0,Open,2026-01-24,"
    ends = ("2026-01-29,", "2026-01-30,", "2026-01-30,yes")
    assert [bool(words(plan(scene.league, f"{rows}{end}"))) for end in ends] == [True, False, True]
    imported(scene.league, f"{rows}2026-01-30,")
    assert (scene.rating("anna"), live(scene)) == (2000, 2010)
    scene.must_verify()


def test_the_setting_and_the_flag_have_their_fields(scene, client):
    """The desk asks where a list closes, shows what moves, and asks events for the flag only there."""
    late = event(scene, date(2026, 1, 30))
    close_period(period=scene.months[JANUARY])
    client.force_login(superuser())
    where = "/club/ladder/desk/late-results/"
    assert 'name="closing_days" value="3"' in client.get(where).content.decode()
    shown = client.post(where, {"late_results": "next_list", "closing_days": "0", "step": "preview"}).content.decode()
    assert "Anna" in shown and "Bartek" in shown
    edit = f"/club/ladder/desk/events/{late.pk}/edit/"
    assert 'name="official"' in client.get(edit).content.decode()
    assert "Lists close 3 days before their date." in client.get("/club/ladder/periods/").content.decode()
    edit_league(league=scene.league, closing_days=0, reason="as a club")
    assert 'name="official"' not in client.get(edit).content.decode()


@pytest.mark.parametrize(("late", "system"), [("next_list", "fide"), ("restate", "elo")])
def test_r8_random_events_verify(db, late, system):
    chance = random.Random(71)
    scene = Scene(system=system, mode="period", late_results=late)
    players = [scene.anna, scene.bartek, scene.celina, scene.dawid, scene.ewa, scene.filip]
    for place, player in enumerate(players[:4]):
        enter_league(league=scene.league, player=player, start_rating=1800 + 40 * place)
    scene.months = open_monthly(league=scene.league, first="2026-01", last="2026-04")
    edit_league(league=scene.league, closing_days=3)
    for step in range(28):
        first = date(2026, 1, 20) + timedelta(chance.randrange(75))
        white, black = chance.sample(players, 2)
        try:
            if chance.random() < 0.7:
                last = first + timedelta(chance.choice([0, 2, 9, 40]))
                event(scene, last, first=first, name=f"E{step}", white=white, black=black, official=step % 5 == 0)
            elif chance.random() < 0.5:
                some = chance.choice(list(Event.objects.filter(league=scene.league)) or [None])
                if some is not None:
                    edit_event(event=some, official=not some.official, reason="as it is")
            else:
                edit_league(league=scene.league, closing_days=chance.choice([0, 2, 3, 5]), reason="tried")
        except Refused:
            continue
        if step in (9, 18):
            publish(scene, (step - 9) // 9)
        if step % 3 == 0:
            assert verify(scene.league) == []
    assert verify(scene.league) == []
