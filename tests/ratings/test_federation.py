"""Two years of a federation with three lists: every list equals an independent straight-line calculation.

``ARPAD_FEDERATION=2000`` (players) for the full size; the suite plays it with fewer.
"""

import os
from datetime import date

import pytest

from ratings.kernel.fide.activity import inactive
from ratings.models import Rating, RatingChange
from ratings.services import verify
from tests.ratings.federation import MONTHS, Federation

pytestmark = pytest.mark.django_db
PLAYERS = int(os.environ.get("ARPAD_FEDERATION", 120))


def rows(federation, hero, **more):
    league = federation.leagues["standard"]
    found = RatingChange.objects.filter(league=league, player=federation.heroes[hero], **more)
    return list(found.order_by("day", "pk"))


def period_rows(federation, hero):
    return {row.day.strftime("%Y-%m"): row for row in rows(federation, hero, cause="period")}


def test_two_years_of_three_lists_equal_a_straight_line_calculation(db):
    federation = Federation(PLAYERS, events=max(8, PLAYERS // 20))
    active = []
    for month in MONTHS:
        federation.close_month()  # compares each published list
        rating = Rating.objects.get(league=federation.leagues["standard"], player=federation.heroes["returns"])
        end = MONTHS[federation.month] if federation.month < len(MONTHS) else date(2026, 3, 1)
        active.append(not inactive(rating.last_played.toordinal(), end.toordinal()))
        assert month < end
    assert_each_rule_acts(federation, active)
    for league in federation.leagues.values():
        assert verify(league) == []


def assert_each_rule_acts(federation, active):
    # 8.3.3: to the end of the year of the 18th birthday 40, then 20
    turning = period_rows(federation, "turns 18")
    assert (turning["2024-12"].k, turning["2025-01"].k) == (40, 20)
    # once published at 2300 no junior's 40 any more, for good
    junior = period_rows(federation, "crosses 2300")
    assert junior["2024-04"].k == 40
    assert 2300 <= max(row.closing for row in junior.values()) < 2400
    assert junior["2024-08"].k == 20
    # once published at 2400: 10, also when below again
    strong = period_rows(federation, "crosses 2400")
    assert strong["2024-04"].k == 20
    assert strong["2024-08"].k == 10
    # 7.2.1: below 1400 unrated
    assert [row for row in rows(federation, "drops", cause="period") if row.opening and row.closing is None]
    # 700: 39 games, 20 -> 17
    assert period_rows(federation, "plays 39")["2024-09"].k == 17
    # 7.2.2: inactive after a year without a game, active with the first one again
    assert active[0] and active[11] and not active[12] and not active[13] and active[14]
    # own rating of 2650 from October 2025: the gap as it is, and 400 for the other
    before, after = [row for row in rows(federation, "over 2650", cause="game") if not row.reason]
    assert before.expected == 0.92
    assert after.expected > 0.98
    assert {row.expected for row in rows(federation, "weak", cause="game") if row.opponent_rating > 2700} == {0.08}
    reasons = set(
        RatingChange.objects.filter(league__in=federation.leagues.values(), cause="game").values_list(
            "reason", flat=True
        )
    )
    assert reasons >= {"", "time_control", "unrated_opponent", "unrated_player"}
    corrections = RatingChange.objects.filter(league=federation.leagues["standard"], cause="correction")
    assert corrections.count() > 40
    late = RatingChange.objects.filter(league=federation.leagues["standard"], cause="game", period__isnull=False)
    assert any(row.period.starts_on > row.day for row in late.select_related("period")[:50_000])
    rapid = RatingChange.objects.filter(league=federation.leagues["rapid"], cause="period", opening=None)
    assert rapid.filter(closing__isnull=False).exists()  # seeded from the standard list
    # 8.2: a first rating from pooled results, of several months; below 1400 it is not published yet
    firsts = RatingChange.objects.filter(league=federation.leagues["standard"], cause="period", opening=None)
    assert firsts.filter(closing__isnull=False).exists()
    assert firsts.filter(closing=None).exists()
    assert all(1400 <= row.closing <= 2200 for row in firsts.filter(closing__isnull=False))
    if PLAYERS >= 1000:  # rare ones: rapid and blitz from December 2024, a gap of 600 with a player above 2600
        assert "gap_600" in reasons
        apart = RatingChange.objects.filter(league__in=federation.leagues.values(), reason="gap_600")
        assert all(row.day >= date(2024, 12, 1) for row in apart)
