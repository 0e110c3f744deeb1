"""Every number of a preview is found after confirming: all kinds of change in leagues of every kind."""

from __future__ import annotations

from datetime import date

import pytest

from league.models import RatingPeriod
from league.services import (
    adjusting,
    compensating,
    correcting,
    entries,
    events,
    late_games,
    late_results,
    leagues,
    people,
    periods,
    recording,
    seasons,
)
from league.services.compensating import Formula
from league.services.errors import Refused
from ratings.ledger.standings import Move, shown
from ratings.models import Rating, RatingListEntry, RatingRun
from ratings.services import verify

from .worlds import KINDS, World

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen on paper"}


def _both(preview, act, **subject):
    """The same words for the preview and for the deed."""
    return lambda **fields: (lambda: preview(**subject, **fields), lambda: act(**subject, **fields, **WHY))


def _correct(world, number, **fields):
    game = world.games[number]
    return _both(correcting.preview_correction, correcting.correct_game, game=game)(**fields)


def _record(world, **fields):
    white, black = world.players[2], world.players[5]
    given = {"white": white, "black": black, "outcome": "1-0"} | fields
    return _both(late_games.preview_record, recording.record_game, league=world.league)(**given)


def _player(world, number=3, **fields):
    return _both(people.preview_edit_player, people.edit_player, player=world.players[number])(**fields)


def _entry(world, **fields):
    given = {"player": world.players[4]} | fields
    return _both(entries.preview_enter_league, entries.enter_league, league=world.league)(**given)


def _event(world, **fields):
    return _both(events.preview_edit_event, events.edit_event, event=world.event)(**fields)


def _season(world, **fields):
    return _both(seasons.preview_edit_season, seasons.edit_season, season=world.season)(**fields)


def _rules(world, parameters, valid_from):
    league = world.league
    return _both(leagues.preview_rules, leagues.change_rules, league=league)(
        parameters=parameters[league.system], valid_from=valid_from
    )


def _adjust(world, **fields):
    given = {"player": world.players[6]} | fields
    return _both(adjusting.preview_adjust, adjusting.adjust, league=world.league)(**given)


def _compensate(world, **formula):
    given = {"formula": Formula(**formula), "on": date(2026, 3, 1)}
    return _both(compensating.preview_compensate, compensating.compensate, league=world.league)(**given)


def _void_compensation(world):
    made = compensating.compensate(
        league=world.league, formula=Formula(0.3, 2000, "below"), on=date(2026, 4, 1), reason="deflation"
    )
    return _both(compensating.preview_void_compensation, compensating.void_compensation, compensation=made)()


def _late_results(world):
    other = {"restate": "next_list", "next_list": "restate"}[world.league.late_results]
    league = world.league
    return _both(late_results.preview_late_results, leagues.edit_league, league=league)(late_results=other)


def _close(world):
    period = RatingPeriod.objects.filter(league=world.league, status="open").order_by("starts_on").first()
    return lambda: periods.preview_close(period=period), lambda: periods.close_period(period=period)


K = {"elo": {"k": 10}, "fide": {"k": 15}, "glicko2": {"tau": 1.1}}
START = {"elo": {"initial": 1700, "k": 40}, "fide": {"initial": 1650}, "glicko2": {"initial": 1700}}
CARRY = {"elo": {"carryover": {"keep": 0.5, "mean": 1400}}, "fide": {"floor": 1800}, "glicko2": {"max_change": 15}}
CHANGES = {
    "a result corrected": lambda w: _correct(w, 3, outcome="0-1" if w.games[3].outcome != "0-1" else "1-0"),
    "colours swapped": lambda w: _correct(w, 12, swap=True),
    "a player replaced": lambda w: _correct(w, 5, white=next(p for p in w.players if p not in w.sides(5))),
    "a player replaced by one who is new": lambda w: _correct(w, 5, black=w.newcomer()),
    "a date moved back": lambda w: _correct(w, 17, played_on=date(2026, 1, 6)),
    "a date moved on": lambda w: _correct(w, 2, played_on=date(2026, 3, 20)),
    "a game voided": lambda w: _both(correcting.preview_void, correcting.void_game, game=w.games[8])(),
    "a game inserted late": lambda w: _record(w, played_on=date(2026, 1, 20)),
    "a game inserted late with a newcomer": lambda w: _record(w, played_on=date(2026, 2, 20), black=w.newcomer()),
    "a game of today": lambda w: _record(w, played_on=date(2026, 4, 29)),
    "a start rating": lambda w: _player(w, start_rating=1999),
    "no start rating": lambda w: _player(w, start_rating=None),
    "a birth year": lambda w: _player(w, birth_year=2012),
    "games before": lambda w: _player(w, start_games=50),
    "a peak": lambda w: _player(w, start_peak=2450),
    "a guest": lambda w: _player(w, guest=True),
    "a start rating of a league": lambda w: _entry(w, start_rating=1777),
    "a K of the player's own": lambda w: _entry(w, k=5),
    "who is new and has not played": lambda w: _entry(w, player=w.newcomer(), start_rating=1700),
    "an event moved on": lambda w: _event(w, ends_on=date(2026, 3, 10)),
    "an event's first day": lambda w: _event(w, starts_on=date(2025, 12, 20)),
    "an event not rated": lambda w: _event(w, rated=False),
    "an event's time control": lambda w: _event(w, base_minutes=15, increment_seconds=10),
    "an event rated by game": lambda w: _event(w, rated_by_game=True),
    "an event's fast standard": lambda w: _event(w, base_minutes=45, increment_seconds=0, approved_fast=True),
    "a season moved on": lambda w: _season(w, starts_on=date(2026, 4, 1)),
    "a season moved back": lambda w: _season(w, starts_on=date(2026, 2, 1)),
    "a season started": lambda w: _both(seasons.preview_start_season, seasons.start_season, league=w.league)(
        name="Winter", starts_on=date(2026, 2, 1)
    ),
    "other rules from a day": lambda w: _rules(w, K, date(2026, 2, 10)),
    "other rules from the start": lambda w: _rules(w, START, leagues.BEGINNING),
    "a season's carry-over": lambda w: _rules(w, CARRY, date(2026, 1, 1)),
    "a rating set": lambda w: _adjust(w, to=2100, on=date(2026, 2, 1)),
    "a bonus": lambda w: _adjust(w, by=25, on=date(2026, 3, 10)),
    "an adjustment voided": lambda w: _both(
        adjusting.preview_void_adjustment, adjusting.void_adjustment, adjustment=w.adjustment
    )(),
    "a compensation": lambda w: _compensate(w, factor=0.4, target=2000, side="below", rounding="integer"),
    "a compensation for all": lambda w: _compensate(w, factor=0.05, target=1800),
    "a compensation voided": _void_compensation,
    "late results treated otherwise": _late_results,
    "a period closed": _close,
}


BRIEFLY = {"Elo per period", "FIDE game by game", "Glicko-2 per period", "FIDE external"}  # every third change
REFUSED = {"FIDE next list": 12}  # what its published list stands against; elsewhere: treating late results otherwise


def standing(league):
    """Player -> rating; and the live one."""
    rows = Rating.objects.filter(league=league, player__merged_into=None).values_list("player", "value", "live")
    return {player: value for player, value, _live in rows}, {player: live for player, _value, live in rows}


def corrected(league):
    entries = RatingListEntry.objects.filter(list__league=league).order_by("pk")
    return {
        pk: (dated.isoformat(), value) for pk, dated, value in entries.values_list("pk", "list__dated", "corrected")
    }


def rank(ratings, player):
    """One more than those shown higher."""
    own = shown(ratings.get(player))
    return None if own is None else 1 + sum(1 for value in ratings.values() if (shown(value) or -1) > own)


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_a_preview_is_found_after_confirming(kind):
    """BR-033, issue 5: seen before, known afterwards. One league, all changes one after another."""
    world = World(kind)
    asked = list(CHANGES)[::3] if kind in BRIEFLY else list(CHANGES)
    seen = [name for name in asked if comes_true(world, name)]
    assert len(seen) >= len(asked) - REFUSED.get(kind, 2), set(asked) - set(seen)
    for league in world.leagues:
        assert list(verify(league)) == []


def comes_true(world, name, change=None):
    """``change``: of another table. False where the change is refused: then by both, for the same fields."""
    world.refresh()
    try:
        preview, act = (change or CHANGES[name])(world)
        told = preview()
    except Refused as refused:
        with pytest.raises(Refused) as again:
            act()
        assert {p.column for p in again.value.problems} == {p.column for p in refused.problems}, name
        return False
    before = {league.pk: (standing(league), corrected(league)) for league in world.leagues}
    newest = RatingRun.objects.order_by("-pk").first()
    act()
    told = told if isinstance(told, list) else [told, *told.others] if told is not None else []
    assert {each.league.pk for each in told} <= before.keys()
    for league in world.leagues:
        ours = next((each for each in told if each.league.pk == league.pk), None)
        is_as_told(f"{name} in {league.slug}", league, ours, before[league.pk], newest)
    return True


def is_as_told(what, league, told, before, newest, gone=()):
    """``gone``: those who are in the league no more."""
    (values, lives), entries_before = before
    now, live_now = standing(league)
    old, new = (lives, live_now) if told is not None and told.live else (values, now)
    if told is None or told.live or not told.players:
        there = {p: v for p, v in values.items() if p not in gone}
        assert now == there | {p: v for p, v in now.items() if p not in values}, f"{what}: somebody moved untold"
    if told is None:
        return
    if not told.live and not told.players and told.league.mode == "period":
        assert live_now == lives or now != values, f"{what}: live ratings moved untold"
    moves = [Move(p, old.get(p), new[p]) for p in new if old.get(p) != new[p]]
    listed = {m.player: (m.before, m.after) for m in moves if m.listed}
    assert {m.player_id: (m.before, m.after) for m in told.moves} == listed, what
    assert told.slightly == len(moves) - len(listed), what
    for move in told.moves:
        ranks = (rank(old, move.player_id), rank(new, move.player_id))
        assert (move.rank_before, move.rank_after) == ranks, f"{what}: {move}"
    after = corrected(league)
    touched = {dated for pk, (dated, value) in after.items() if entries_before.get(pk, (dated, value))[1] != value}
    assert set(told.lists_touched) == touched, what
    runs = RatingRun.objects.filter(league=league, pk__gt=newest.pk if newest else 0)
    if (run := runs.first()) is not None:
        assert told.games == run.games_read, what
