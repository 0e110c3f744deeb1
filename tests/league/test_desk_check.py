"""The page of the self-check: state, differences in words with links, repair, long leagues left to the worker."""

import pytest
from django.core.management import call_command

from league.models import FactChange
from ratings.models import Rating, RatingChange, RatingCheck, RatingRun
from ratings.services import beat, leave

from .desking import address, club_with, is_sound, play, superuser

pytestmark = pytest.mark.django_db


@pytest.fixture
def main(client):
    league, players = club_with("Anna Berg", "Bo Dahl")
    play(league, *players)
    client.force_login(superuser())
    return league, players


def spoil(league, player):
    Rating.objects.filter(league=league, player=player).update(wins=7)


def post(client, league, step, **more):
    return client.post(address(league, "desk/check/"), {"step": step, **more}, follow=True)


def test_a_league_never_checked_says_so_and_a_sound_one_is_as_computed(client, main):
    league, _ = main
    assert "not checked yet" in client.get(address(league, "desk/check/")).content.decode()
    page = post(client, league, "check").content.decode()
    assert "Everything is as computed." in page
    assert RatingCheck.objects.get().differences == 0


def test_a_difference_is_told_in_words_with_a_link_and_mended_with_a_reason(client, main):
    league, (anna, _) = main
    spoil(league, anna)
    page = post(client, league, "check").content.decode()
    assert "1 difference was found." in page
    assert "The number of wins: stored 7, computed 1." in page
    assert f'href="{address(league, f"players/{anna.pk}/")}">Anna Berg</a>' in page
    runs = RatingRun.objects.count()
    page = post(client, league, "mend", reason="seen on the board").content.decode()
    assert "Mended: everything is as computed again." in page
    assert is_sound(league)
    run = RatingRun.objects.first()
    assert (RatingRun.objects.count(), run.reason, run.actor.username) == (runs + 1, "seen on the board", "anna")
    kept = FactChange.objects.get(kind="self.repair")
    assert (kept.run, kept.before, kept.after) == (run.pk, {"differences": 1}, {"differences": 0})
    assert f"log/{run.pk}/" in page
    assert list(kept.about.values_list("player", flat=True)) == [anna.pk]


def test_mending_a_sound_league_keeps_no_history(client, main):
    league, _ = main
    post(client, league, "mend")
    assert not FactChange.objects.filter(kind="self.repair").exists()


def test_a_row_of_the_log_is_named_with_its_game(client, main):
    league, _ = main
    RatingChange.objects.filter(league=league, cause="game", side=0).update(k=19)
    game = league.games.get()
    page = post(client, league, "check").content.decode()
    assert "K: stored 19, computed 20." in page
    assert f'href="{address(league, f"games/{game.pk}/")}">Game {game.pk}, Anna Berg</a>' in page


def test_a_long_league_waits_for_the_worker_and_is_asked_for_once(client, main, settings):
    league, (anna, _) = main
    settings.ARPAD_LONG_REPLAY = 0
    spoil(league, anna)
    assert "waits for it" in post(client, league, "check").content.decode()
    post(client, league, "check")
    assert RatingCheck.objects.count() == 1
    page = client.get(address(league, "desk/check/")).content.decode()
    assert "No worker is running" in page
    beat()
    assert "Look again" in client.get(address(league, "desk/check/")).content.decode()
    leave()
    call_command("work", once=True, verbosity=0)
    assert "The number of wins: stored 7" in client.get(address(league, "desk/check/")).content.decode()
    post(client, league, "mend")
    call_command("work", once=True, verbosity=0)
    settings.ARPAD_LONG_REPLAY = 20_000
    assert is_sound(league)
    assert RatingCheck.objects.filter(finished_at=None).count() == 0


def test_names_of_another_club_are_not_told(client, main):
    league, _ = main
    other, (stranger,) = club_with("Zoe Zobel", slug="tigers")
    RatingChange.objects.filter(league=league, side=0, cause="game").update(player=stranger)
    page = post(client, league, "check").content.decode()
    assert "Zoe" not in page
    assert address(other, "desk/check/") not in page


def test_old_checks_go_and_the_page_has_few_queries(client, main, monkeypatch, django_assert_max_num_queries):
    league, players = main
    monkeypatch.setattr("league.services.checking.KEPT", 3)
    for _ in range(5):
        post(client, league, "check")
    assert RatingCheck.objects.count() == 3
    for player in players:
        spoil(league, player)
    post(client, league, "check")
    with django_assert_max_num_queries(16):
        client.get(address(league, "desk/check/"))


def test_the_command_keeps_what_it_found_and_mends(main, capsys):
    league, (anna, _) = main
    spoil(league, anna)
    with pytest.raises(Exception, match="Differences: 1"):
        call_command("verify", "lions/main")
    assert RatingCheck.objects.get().differences == 1
    call_command("verify", "lions/main", mend=True, reason="restored")
    assert is_sound(league)
    assert RatingRun.objects.first().reason == "restored"
