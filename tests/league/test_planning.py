"""Events before there are results: entries, drawing by Berger tables, byes, withdrawals, what undoing gives back."""

from datetime import timedelta

import pytest

from league.models import Bye, Event, EventEntry, FactChange, Game, Pairing
from league.services import events, planning, recording, undoing
from league.services.errors import Refused
from league.services.planning import Pair
from ratings.models import Rating

from .scene import DAY


@pytest.fixture
def event(scene):
    def make(kind=Event.Kind.ROBIN, players=("anna", "bartek", "celina", "dawid", "ewa"), **more):
        made = events.create_event(
            league=scene.league, name="Spring", starts_on=DAY, ends_on=DAY + timedelta(20), kind=kind, **more
        )
        planning.add_entries(event=made, players=[scene.player(name) for name in players])
        return made

    return make


def pairs(event, round=None):
    found = event.pairings.select_related("white", "black").order_by("round", "board")
    found = found if round is None else found.filter(round=round)
    return [(each.round, each.board, each.white.name, each.black.name) for each in found]


def play(scene, event, pairing, outcome="1-0"):
    return recording.record_game(
        league=scene.league, white=pairing.white, black=pairing.black, outcome=outcome, event=event,
        round=pairing.round, board=pairing.board, played_on=DAY + timedelta(pairing.round),
    )  # fmt: skip


# -- round robins ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [5, 7])
def test_with_an_odd_number_each_player_is_idle_exactly_once(scene, event, players):
    """BR-083"""
    names = ("anna", "bartek", "celina", "dawid", "ewa", "filip", "gosia")[:players]
    made = event(players=names)
    planning.draw(event=made, order="kept")
    idle = []
    for round in range(1, players + 1):
        playing = [name for _r, _b, white, black in pairs(made, round) for name in (white, black)]
        assert len(playing) == len(set(playing)) == players - 1
        idle += {name.title() for name in names} - set(playing)
    assert sorted(idle) == sorted(name.title() for name in names)


def test_a_late_sixth_takes_the_place_that_was_free(scene, event):
    """BR-083: everything paired before stays; the sixth meets everybody once, whoever was idle."""
    made = event()
    drawn = planning.draw(event=made, order="kept")
    before = pairs(made)
    play(scene, made, drawn[0])
    planning.add_entries(event=made, players=[scene.filip])
    after = pairs(made)
    assert set(before) <= set(after)
    new = [row for row in after if row not in before]
    assert [row[0] for row in new] == [1, 2, 3, 4, 5]
    assert {name for row in new for name in row[2:]} == {"Anna", "Bartek", "Celina", "Dawid", "Ewa", "Filip"}
    assert EventEntry.objects.get(event=made, player=scene.filip).number == 6
    with pytest.raises(Refused, match="drawn anew only while there is no result"):
        planning.add_entries(event=made, players=[scene.gosia])


def test_a_double_round_robin_turns_the_colours(scene, event):
    made = event(Event.Kind.DOUBLE, ("anna", "bartek", "celina", "dawid"))
    planning.draw(event=made, order="kept")
    drawn = pairs(made)
    assert len(drawn) == 12 and planning.planned_rounds(made) == 6
    first, second = ({row[2:] for row in drawn if (row[0] <= 3) is early} for early in (True, False))
    assert second == {(black, white) for white, black in first}


def test_pairings_by_berger_are_those_of_the_table(scene, event):
    """FIDE C.05 Annex 1, 6 players: round 1: 1-6 2-5 3-4; round 2: 6-4 5-3 1-2."""
    made = event(players=("anna", "bartek", "celina", "dawid", "ewa", "filip"))
    planning.draw(event=made, order="kept")
    number = {"Anna": 1, "Bartek": 2, "Celina": 3, "Dawid": 4, "Ewa": 5, "Filip": 6}
    table = [(row[0], number[row[2]], number[row[3]]) for row in pairs(made)]
    assert table[:6] == [(1, 1, 6), (1, 2, 5), (1, 3, 4), (2, 6, 4), (2, 5, 3), (2, 1, 2)]


def test_starting_numbers_by_rating_look_at_start_values_where_nobody_has_played(scene, event):
    from league.models import Player

    for name, rating in (("Bartek", 1900), ("Celina", 2100), ("Anna", 1500)):
        Player.objects.filter(club=scene.club, name=name).update(start_rating=rating)
    made = event(players=("anna", "bartek", "celina"))
    planning.draw(event=made)
    numbers = made.entries.order_by("number").values_list("player__name", "rating")
    assert list(numbers) == [("Celina", 2100), ("Bartek", 1900), ("Anna", 1500)]


def test_nothing_is_in_the_ratings_before_it_is_played(scene, event):
    made = event()
    planning.draw(event=made)
    assert not Game.objects.exists()
    assert not Rating.objects.filter(league=scene.league).exists()
    play(scene, made, planning.open_pairings(made)[0])
    assert Rating.objects.filter(league=scene.league).count() == 2
    assert len(planning.open_pairings(made)) == 9


def test_pairings_are_drawn_anew_only_while_nothing_is_played(scene, event):
    """BR-102: re-paired with one result in: refused, and the schedule is one; a replay is a correction."""
    made = event()
    drawn = planning.draw(event=made)
    planning.draw(event=made, order="lot")
    game = play(scene, made, planning.open_pairings(made)[0])
    for deed in (
        lambda: planning.draw(event=made),
        lambda: planning.clear_pairings(event=made),
        lambda: planning.clear_pairings(event=made, round=game.round),
    ):
        with pytest.raises(Refused, match="only while there is no result"):
            deed()
    assert Pairing.objects.filter(event=made).count() == len(drawn) == 10
    planning.clear_pairings(event=made, round=4)
    assert not pairs(made, 4)


def test_a_match_has_the_colours_in_turn(scene, event):
    made = event(Event.Kind.MATCH, ("anna", "bartek"), rounds=4)
    planning.draw(event=made, order="kept")
    assert [row[2] for row in pairs(made)] == ["Anna", "Bartek", "Anna", "Bartek"]
    other = event(Event.Kind.MATCH, ("anna", "bartek", "celina"))
    with pytest.raises(Refused, match="between two players, not 3"):
        planning.draw(event=other)


# -- rounds by hand ------------------------------------------------------------------------------------------


def test_a_round_is_paired_by_hand_and_changed_before_its_results(scene, event):
    made = event(Event.Kind.SWISS)
    planning.set_pairings(
        event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek), Pair(2, scene.celina, scene.dawid)]
    )
    first = planning.open_pairings(made, 1)[0]
    play(scene, made, first)
    left = planning.set_pairings(event=made, round=1, pairs=[Pair(2, scene.dawid, scene.ewa)])
    assert [(each.white.name, each.black.name) for each in left] == [("Dawid", "Ewa")]
    assert len(pairs(made, 1)) == 2  # the one with a result stays


@pytest.mark.parametrize(
    ("pair", "column", "words"),
    [
        (lambda s: Pair(2, s.anna, s.anna), "black", "against themselves"),
        (lambda s: Pair(2, s.anna, s.celina), "white", "result in round 1 already"),
        (lambda s: Pair(1, s.dawid, s.celina), "board", "Board 1"),
        (lambda s: Pair(2, s.henryk, s.celina), "white", "not entered"),
        (lambda s: Pair(2, s.celina, s.ewa), "black", "bye in round 1"),
        (lambda s: Pair(0, s.celina, s.dawid), "board", "Board 0"),
    ],
)
def test_pairs_that_cannot_be(scene, event, pair, column, words):
    made = event(Event.Kind.SWISS)
    planning.set_pairings(event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek)])
    play(scene, made, planning.open_pairings(made)[0])
    planning.give_bye(event=made, player=scene.ewa, round=1, kind=Bye.Kind.HALF)
    with pytest.raises(Refused) as refused:
        planning.set_pairings(event=made, round=1, pairs=[pair(scene)])
    assert (refused.value.problems[0].row, refused.value.problems[0].column) == (0, column)
    assert words in refused.value.problems[0].message


def test_a_ladder_evening_pairs_neighbours_who_have_not_met(scene, event):
    made = event(Event.Kind.LADDER, ("anna", "bartek", "celina", "dawid", "ewa"))
    scene.play("celina", "dawid")  # Celina leads the ladder
    first, left = planning.suggest(made, 1)
    assert [(p.white.name, p.black.name) for p in first] == [("Celina", "Dawid"), ("Anna", "Bartek")]
    assert [entry.player.name for entry in left] == ["Ewa"]
    planning.set_pairings(event=made, round=1, pairs=first)
    for pairing in planning.open_pairings(made, 1):
        play(scene, made, pairing, "=")
    again, _left = planning.suggest(made, 2)
    met = [{p.white.name, p.black.name} for p in first]
    assert all({p.white.name, p.black.name} not in met for p in again)


# -- who comes late, who leaves ------------------------------------------------------------------------------


def test_who_comes_late_has_lost_nothing(scene, event):
    """BR-130: rounds before are not paired, which is neither a game nor a loss."""
    made = event(Event.Kind.SWISS, ("anna", "bartek"))
    planning.set_pairings(event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek)])
    play(scene, made, planning.open_pairings(made)[0])
    planning.add_entries(event=made, players=[scene.celina, scene.dawid], joined_round=2)
    assert not Game.objects.filter(white=scene.celina).exists() and not Bye.objects.exists()
    with pytest.raises(Refused, match="from a later round"):
        planning.set_pairings(event=made, round=1, pairs=[Pair(2, scene.celina, scene.dawid)])


def test_who_withdraws_is_not_paired_any_more_and_results_stay(scene, event):
    made = event(Event.Kind.SWISS)
    for round in (1, 2):
        planning.set_pairings(event=made, round=round, pairs=[Pair(1, scene.anna, scene.bartek)])
    game = play(scene, made, planning.open_pairings(made)[0])
    with pytest.raises(Refused, match="result in round 1"):
        planning.set_withdrawal(event=made, player=scene.anna, from_round=1)
    planning.set_withdrawal(event=made, player=scene.anna, from_round=2)
    assert not planning.open_pairings(made) and Game.objects.get() == game
    with pytest.raises(Refused, match="withdrawn"):
        planning.set_pairings(event=made, round=2, pairs=[Pair(1, scene.anna, scene.celina)])
    planning.set_withdrawal(event=made, player=scene.anna, from_round=None)
    planning.set_pairings(event=made, round=2, pairs=[Pair(1, scene.anna, scene.celina)])


def test_an_entry_is_removed_only_while_it_has_no_trace(scene, event):
    """BR-011: who has results is withdrawn, not removed."""
    made = event(Event.Kind.SWISS)
    planning.set_pairings(event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek)])
    planning.remove_entry(event=made, player=scene.bartek)
    assert not pairs(made)
    planning.give_bye(event=made, player=scene.anna, round=1, kind=Bye.Kind.ALLOCATED)
    with pytest.raises(Refused, match="withdraw the player"):
        planning.remove_entry(event=made, player=scene.anna)


def test_byes_are_given_once_and_never_to_who_is_paired(scene, event):
    """BR-082"""
    made = event(Event.Kind.SWISS)
    planning.set_pairings(event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek)])
    with pytest.raises(Refused, match="paired in round 1"):
        planning.give_bye(event=made, player=scene.anna, round=1, kind=Bye.Kind.FULL)
    bye = planning.give_bye(event=made, player=scene.ewa, round=1, kind=Bye.Kind.HALF)
    assert planning.give_bye(event=made, player=scene.ewa, round=1, kind=Bye.Kind.HALF) == bye
    planning.take_bye(bye=bye)
    assert not Bye.objects.exists()


def test_days_of_rounds_lie_within_the_event(scene, event):
    made = event()
    planning.set_round_days(event=made, days={1: DAY, 2: DAY + timedelta(7)})
    assert list(made.round_days.values_list("number", "day")) == [(1, DAY), (2, DAY + timedelta(7))]
    with pytest.raises(Refused) as refused:
        planning.set_round_days(event=made, days={3: DAY + timedelta(50)})
    assert refused.value.field == "day_3"
    planning.set_round_days(event=made, days={2: None})
    assert made.round_days.count() == 1


# -- the history ---------------------------------------------------------------------------------------------


def test_each_step_is_kept_and_undone_one_after_another(scene, event):
    made = event(Event.Kind.SWISS)
    plans = [planning.states.plan_of(made)]
    steps = [
        lambda: planning.set_pairings(event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek)]),
        lambda: planning.set_withdrawal(event=made, player=scene.ewa, from_round=1),
        lambda: planning.add_entries(event=made, players=[scene.gosia], joined_round=2),
        lambda: planning.set_round_days(event=made, days={1: DAY}),
        lambda: planning.clear_pairings(event=made),
    ]
    for step in steps:
        step()
        plans.append(planning.states.plan_of(made))
    assert len({str(plan) for plan in plans}) == 6
    for plan in plans[-2::-1]:
        target = undoing.newest_of(scene.league)
        assert undoing.why_not(target) == ""
        undoing.undo(target=target, reason="")
        assert planning.states.plan_of(made) == plan
    bye = planning.give_bye(event=made, player=scene.ewa, round=1, kind=Bye.Kind.HALF)
    planning.take_bye(bye=bye)
    undoing.undo(target=undoing.newest_of(scene.league), reason="")
    assert Bye.objects.get().player == scene.ewa
    assert set(FactChange.objects.values_list("kind", flat=True)) >= {
        "event.entries", "event.pairings", "event.withdrawal", "event.rounds", "event.unbye",
    }  # fmt: skip


def test_a_merged_record_takes_its_pairings_along_and_two_of_one_round_stay_two(scene, event):
    from league.services import people

    made = event(Event.Kind.SWISS)
    planning.set_pairings(event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek)])
    merge = people.merge_players(kept=scene.henryk, absorbed=scene.anna, reason="one person")
    assert pairs(made) == [(1, 1, "Henryk", "Bartek")]
    people.split_players(merge=merge, reason="two after all")
    assert pairs(made) == [(1, 1, "Anna", "Bartek")]
    planning.set_pairings(
        event=made, round=1, pairs=[Pair(1, scene.anna, scene.bartek), Pair(2, scene.celina, scene.dawid)]
    )
    with pytest.raises(Refused, match="Both are in round 1"):
        people.merge_players(kept=scene.anna, absorbed=scene.celina, reason="one person")
