"""Names in what people typed: whole for those who work in the club, left out for strangers who do not see the name."""

from __future__ import annotations

import pytest

from league.models import Player, discreet, discreet_texts, shown_to, strangers
from league.services import people
from league.services.people import set_club_privacy, set_player_privacy

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    """Wanda goes by a number, Bo Dahl by initials, Zoe is off the public pages; the others are shown."""
    club = people.create_club(slug="lions", name="Lions")
    names = ("Wanda Skryta", "Bo Dahl", "Zoe O'Neil", "Anna Berg", "Wanda Open", "Иван Петров")
    made = {name: people.add_player(club=club, name=name).player for name in names}
    people.add_alias(player=made["Wanda Skryta"], name="Wandzia")
    set_player_privacy(player=made["Wanda Skryta"], names="number")
    set_player_privacy(player=made["Bo Dahl"], names="short")
    set_player_privacy(player=made["Zoe O'Neil"], listed=False)
    set_player_privacy(player=made["Иван Петров"], names="number")
    return club


def told(club, text: str) -> str:
    with shown_to(strangers):
        return discreet(club.pk, text)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("misread the score sheet", "misread the score sheet"),
        ("Wanda Skryta did not come", "… did not come"),
        ("SKRYTA, Wanda did not come", "… did not come"),
        ("skryta did not come", "… did not come"),
        ("one person with Skryta Wanda (Wandzia)", "one person with … (…)"),
        ("wynik Wandy Skrytej i Berg", "wynik … i Berg"),
        ("Wanda was there", "Wanda was there"),  # somebody else shows this name
        ("Wanda Open against Anna Berg", "Wanda Open against Anna Berg"),
        ("Bo Dahl came late", "… Dahl came late"),  # as strangers see him: Dahl B.
        ("Dahl B. came late", "Dahl B. came late"),
        ("Zoe O’Neil asked", "… asked"),
        ("ошибка Ивана Петрова и Петрову", "ошибка … и …"),
        ("Ivan Petrov", "…"),
        ("Anna's result", "Anna's result"),
        ("", ""),
    ],
)
def test_strangers_read_it_without_the_names_that_they_are_not_shown(club, typed, shown):
    assert told(club, typed) == shown
    assert discreet(club.pk, typed) == typed  # whoever works in the club, and commands


def test_words_that_only_begin_like_a_name_stay(club):
    people.add_player(club=club, name="Mark Rook")
    set_player_privacy(player=Player.objects.get(name="Mark Rook"), names="number")
    assert told(club, "marked wrong, a rookie's slip") == "marked wrong, a rookie's slip"
    assert told(club, "Marks of Rook") == "… of …"


def test_names_of_another_club_stay(club):
    other = people.create_club(slug="tigers", name="Tigers")
    assert told(other, "Wanda Skryta did not come") == "Wanda Skryta did not come"


def test_a_page_of_reasons_asks_three_questions_at_most(club, django_assert_max_num_queries):
    texts = [f"{name} said {n}" for n in range(25) for name in ("Wanda Skryta", "Anna Berg", "Bo Dahl")]
    with shown_to(strangers), django_assert_max_num_queries(3):
        shown = discreet_texts(club.pk, texts)
    assert shown[:3] == ["… said 0", "Anna Berg said 0", "… Dahl said 0"] and len(shown) == len(texts)
    with shown_to(strangers), django_assert_max_num_queries(0):
        assert discreet_texts(club.pk, ["", ""]) == ["", ""]
    with django_assert_max_num_queries(0):
        assert discreet_texts(club.pk, texts) == texts


def test_a_club_that_shows_numbers_only_leaves_every_name_out(club):
    set_club_privacy(club=club, names="number")
    assert told(club, "Anna Berg and Wanda Open drew") == "… and … drew"


def test_a_merged_record_shows_no_more_than_the_person_whom_it_is_part_of(club):
    """Its name stands in what was corrected, and in old replays."""
    kept, absorbed = Player.objects.get(name="Wanda Open"), people.add_player(club=club, name="Wanda Maiden").player
    merge = people.merge_players(kept=kept, absorbed=absorbed, reason="one person")
    assert shown(absorbed) == "Wanda Maiden"
    set_player_privacy(player=kept, names="number")
    assert shown(absorbed) == f"Player {absorbed.pk}" and told(club, "Maiden, Wanda asked") == "… asked"
    set_player_privacy(player=kept, names="", listed=False)
    assert shown(absorbed) == f"Player {absorbed.pk}"
    set_player_privacy(player=kept, names="short", listed=True)
    assert shown(absorbed) == "Maiden W."
    people.split_players(merge=merge, reason="two after all")
    assert shown(absorbed) == "Wanda Maiden"
    set_player_privacy(player=kept, names="number")
    people.merge_players(kept=kept, absorbed=absorbed, reason="one person")
    assert shown(absorbed) == f"Player {absorbed.pk}"
    set_club_privacy(club=club, names="short")
    assert shown(absorbed) == f"Player {absorbed.pk}"


def shown(player) -> str:
    with shown_to(strangers):
        return Player.objects.get(pk=player.pk).label
