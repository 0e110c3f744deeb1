"""Other rules from a day on: a form made from the parameters' definitions, seen first, with a history."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest

from league.formats.ktiers import UnclearTier, read_k, write_k
from league.services import leagues
from ratings.kernel.systems import SYSTEMS
from ratings.models import Rating
from ratings.wording import parameters
from ratings.wording.parameters import WORDS

from .desking import MARCH, address, admin_fields, club_with, hidden, is_sound, play

pytestmark = pytest.mark.django_db


def filled(desk, league):
    """The form as it is opened: every field with what is in force."""
    return admin_fields(desk.get(address(league, "desk/rules/"))) | {"step": "preview"}


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_parameter_has_a_name_and_a_help_text(system):
    assert {each.key for each in SYSTEMS[system].definitions} == set(WORDS[system]) & {
        each.key for each in SYSTEMS[system].definitions
    }
    for each in SYSTEMS[system].definitions:
        label, text = parameters.told(system, each.key)
        assert str(label) and str(text)
        assert parameters.value_words(each, each.default)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_the_form_shows_what_is_in_force_and_saved_as_it_is_changes_nothing(desk, system):
    league, _players = club_with("Anna Berg", system=system, parameters={})
    given = filled(desk, league)
    assert {each.key for each in SYSTEMS[system].definitions} - {"carryover"} <= {*given, "skip_deviation_increase"}
    answer = desk.post(address(league, "desk/rules/"), given, follow=True)
    assert "The rules say so already" in answer.content.decode()
    assert league.rules.count() == 1


def test_other_rules_are_previewed_with_what_they_move(desk):
    """K 40 instead of 20: an equal opponent beaten is worth 20 points, not 10."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    page = address(league, "desk/rules/")
    preview = desk.post(page, filled(desk, league) | {"valid_from": "2026-01-01", "k": "40"})
    html = preview.content.decode()
    assert "2 players move" in html and "<td>20</td><td><strong>40</strong></td>" in html
    assert desk.post(page, hidden(html) | {"reason": "congress", "step": "confirm"}).status_code == 302
    assert Rating.objects.get(league=league, player=a).value == 1520
    assert is_sound(league)


def test_tiers_of_k_are_lines(desk):
    """K 40 in the first game, 10 after it: 1520, then beaten by an equal of 1520 loses 5."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    page = address(league, "desk/rules/")
    given = filled(desk, league) | {"valid_from": "2026-01-01", "k": "40 games < 1\n10"}
    html = desk.post(page, given).content.decode()
    desk.post(page, hidden(html) | {"reason": "congress", "step": "confirm"})
    assert leagues.rules_on(league, MARCH).parameters["k"] == [{"k": 40, "games_below": 1}, {"k": 10}]
    assert Rating.objects.get(league=league, player=a).value == 1520
    again = desk.get(page).content.decode()
    assert "40  games &lt; 1\n10" in again


@pytest.mark.parametrize(
    ("text", "k"),
    [
        ("32", 32), ("12,5", 12.5), ("40 games < 30\n20", [{"k": 40, "games_below": 30}, {"k": 20}]),
        ("40: age <= 18, peak < 2300; games ≥ 3\n10 if peak >= 2400\n20",
         [{"k": 40, "age_to": 18, "peak_below": 2300, "games_from": 3}, {"k": 10, "peak_from": 2400}, {"k": 20}]),
    ],
)  # fmt: skip
def test_k_is_read_as_people_write_it_and_written_so_that_it_is_read_again(text, k):
    assert read_k(text) == k
    assert read_k(write_k(k)) == k


@pytest.mark.parametrize(("text", "line"), [("many", 1), ("40 games < 30\nK 20", 2), ("40 games > 3\n20", 1)])
def test_a_line_that_is_no_tier_is_named(text, line):
    with pytest.raises(UnclearTier) as unclear:
        read_k(text)
    assert unclear.value.line == line


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("k", ""), ("k", "-1"), ("k", "x"), ("k", "40 games < 30"), ("k", "1e999"), ("k", "20\n10"), ("scale", "0"),
        ("scale", "nan"), ("expectation", "guess"), ("valid_from", "yesterday"), ("valid_from", "1700-01-01"),
        ("provisional_games", "-1"), ("carryover_keep", "0.5"), ("carryover_keep", "2"), ("initial", "99999999"),
    ],
)  # fmt: skip
def test_impossible_rules_are_said_at_their_field(desk, field, value):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    answer = desk.post(address(league, "desk/rules/"), filled(desk, league) | {field: value})
    html = answer.content.decode()
    assert answer.status_code == 200 and "notice warn" in html
    assert league.rules.count() == 1


def test_the_public_page_has_the_rules_in_force_and_what_changed_when(desk, client):
    """Issue 5: how ratings are calculated here, with the history of rules."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    play(league, a, b)
    leagues.change_rules(
        league=league, valid_from=date(2026, 2, 1), parameters={"k": 30, "home_advantage": 50}, reason="voted"
    )
    html = client.get(address(league, "rules/")).content.decode()
    text = unescape(re.sub(r"<[^>]+>", " ", html))
    assert "K is 30 for everybody" in text and "voted" in text
    assert re.search(r"K\s+20\s+30\s+Home advantage\s+0\s+50", text)


def test_a_default_that_changes_in_code_changes_no_rating_of_the_past(monkeypatch):
    """The league was made with K 32 because nobody named a K; a later version's default is another."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl", parameters={})
    play(league, a, b)
    from ratings.kernel.elo import parameters as elo
    from ratings.kernel.parameters import Definition, Kind

    changed = (Definition("k", 99, Kind.TIERS), *elo.DEFINITIONS[1:])
    monkeypatch.setattr(elo, "DEFINITIONS", changed)
    play(league, a, b, on=MARCH + timedelta(1))
    # 1500 + 16 = 1516; then 32 x (1 - 1 / (1 + 10 ** (-32 / 400))) = 14.53
    assert Rating.objects.get(league=league, player=a).value == pytest.approx(1530.53, abs=0.005)
    assert is_sound(league)
