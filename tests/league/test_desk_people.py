"""The pages on which people are found, told apart, made one and let go."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from league.models import DifferentPeople, Merge, Player
from league.services.people import add_player, archive_player, merge_players
from league.services.people.duplicates import Likeness, duplicates
from ratings.models import Rating

from .desking import club_with, hidden, is_sound, play, superuser
from .roles import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    league, people = club_with("Anna Berg", "Berg Ana", "Bartek Nowak")
    league.people = people
    client.force_login(member(league.club, "admin"))
    return league


def url(league, name, **ids):
    return reverse(f"league:{name}", kwargs={"club": league.club.slug, **ids})


def test_two_records_are_compared_previewed_and_made_one(client, club):
    anna, double, bartek = club.people
    play(club, double, bartek)
    address = f"{url(club, 'merge')}?kept={anna.pk}&absorbed={double.pk}"
    page = client.get(address).content.decode()
    assert "Berg Ana" in page and "1510" in page and "Anna Berg" in page
    done = client.post(address, hidden(page) | {"reason": "one person"}, follow=True).content.decode()
    assert "They are one record now." in done and "Berg Ana" in done
    assert Rating.objects.get(player=anna).value == 1510.0
    # the old address leads to the kept player; a second press of the button changes nothing
    old = client.get(f"/lions/main/players/{double.pk}/")
    assert (old.status_code, old.url) == (301, f"/lions/main/players/{anna.pk}/")
    again = client.post(address, hidden(page) | {"reason": "one person"}, follow=True).content.decode()
    assert "one record already" in again and Merge.objects.count() == 1

    split = url(club, "split", merge=Merge.objects.get().pk)
    page = client.get(split).content.decode()
    client.post(split, hidden(page) | {"reason": "two"})
    assert Rating.objects.get(player=double).value == 1510.0 and is_sound(club)


def test_br_113_a_result_that_came_meanwhile_is_said_and_nothing_is_done(client, club):
    anna, double, bartek = club.people
    play(club, double, bartek)
    address = f"{url(club, 'merge')}?kept={anna.pk}&absorbed={double.pk}"
    page = client.get(address).content.decode()
    play(club, double, bartek, "0-1")
    answer = client.post(address, hidden(page) | {"reason": "one person"}).content.decode()
    assert "Something changed while you were reading" in answer
    assert not Merge.objects.exists()
    client.post(address, hidden(answer) | {"reason": "one person"})
    assert Merge.objects.exists()


def test_what_cannot_be_is_said_in_words(client, club):
    anna, double, _ = club.people
    play(club, anna, double)
    page = client.get(f"{url(club, 'merge')}?kept={anna.pk}&absorbed={double.pk}").content.decode()
    assert "They played each other" in page and "Make them one" not in page


def test_people_of_another_club_are_not_there(client, club):
    other, (stranger,) = club_with("Anna Berg", slug="tigers")
    anna = club.people[0]
    addresses = [
        f"{url(club, 'merge')}?kept={anna.pk}&absorbed={stranger.pk}", f"{url(club, 'merge')}?kept=x&absorbed=9",
        url(club, "merge"), *(url(club, name, player=stranger.pk) for name in
                              ("person", "merge_choose", "guest", "person_away", "person_back", "anonymise")),
    ]  # fmt: skip
    assert {client.get(each).status_code for each in addresses} == {404}
    double = add_player(club=other.club, name="A. Berg").player
    merge = merge_players(kept=stranger, absorbed=double, reason="one")
    assert client.get(url(club, "split", merge=merge.pk)).status_code == 404


def test_br_085_a_guest_is_switched_with_a_preview(client, club):
    """BR-085: games of a guest are kept and not rated."""
    anna, _, bartek = club.people
    play(club, anna, bartek)
    address = url(club, "guest", player=bartek.pk)
    page = client.get(address).content.decode()
    assert "1510" in page and "kept, not rated" in page
    client.post(address, hidden(page) | {"reason": "a visitor"})
    assert Rating.objects.get(player=anna).value == 1500.0
    page = client.get(address).content.decode()
    client.post(address, hidden(page) | {"reason": "joined the club"})
    assert Rating.objects.get(player=anna).value == 1510.0 and is_sound(club)


def test_a_player_is_deactivated_and_taken_back(client, club):
    anna = club.people[0]
    for name, archived in (("person_away", True), ("person_back", False)):
        address = url(club, name, player=anna.pk)
        client.post(address, hidden(client.get(address).content.decode()))
        assert (Player.objects.get(pk=anna.pk).archived_at is not None) is archived


def test_a_name_is_taken_out_only_where_it_is_typed(client, club):
    anna = club.people[0]
    address = url(club, "anonymise", player=anna.pk)
    page = client.get(address).content.decode()
    assert "cannot be undone" in page
    refused = client.post(address, hidden(page) | {"typed": "yes"}).content.decode()
    assert "Type the name to confirm: Anna Berg" in refused
    done = client.post(address, hidden(page) | {"typed": "anna berg"}, follow=True).content.decode()
    assert f"Player {anna.pk}" in done and "Anna" not in done


class TestLikeNames:
    def test_br_029_somebody_who_is_there_is_shown_before_a_second_record_is_made(self, client, club):
        """BR-029: trailing blanks, other case, no-break space, another order, a slip."""
        for name in ("Anna  Berg", "anna berg ", "Anna\u00a0Berg", "A\u0301nna Berg", "Berg Anna", "Ana Berg"):
            page = client.post(url(club, "person_add"), {"name": name}).content.decode()
            assert "similar name" in page and f"people/{club.people[0].pk}/" in page
        assert Player.objects.count() == 3

    def test_br_031_another_person_of_the_name_can_be_added_and_is_told_apart(self, client, club):
        """BR-031: the same name twice on purpose; on the board each is told from the other."""
        client.post(url(club, "person_add"), {"name": "Anna Berg", "birth_year": "2010", "namesake": "on"})
        one, other = Player.objects.filter(name="Anna Berg").order_by("pk")
        assert (one.label, other.label) == (f"Anna Berg (#{one.pk})", "Anna Berg (2010)")
        play(club, one, other)
        for page in ("", f"games/{club.games.get().pk}/", f"players/{one.pk}/", "?format=csv"):
            said = client.get(f"/lions/main/{page}")
            body = b"".join(said) if said.streaming else said.content
            assert b"Anna Berg (2010)" in body and f"Anna Berg (#{one.pk})".encode() in body, page

    def test_nobody_alike_is_added_at_once(self, client, club):
        client.post(url(club, "person_add"), {"name": "Zofia Kalinowska", "birth_year": "1999"})
        assert Player.objects.get(name="Zofia Kalinowska").birth_year == 1999


class TestDuplicates:
    def test_pairs_the_surest_first(self, client, club):
        add = [
            ("Anna Berg", {"birth_year": 1990}), ("Nowak, Bartek", {}), ("B. Nowak", {}),
            ("Jan Kos", {"birth_year": 1980}), ("Jan Kos", {"birth_year": 2000}),
            ("Ewa Lis", {"fide_id": "0012"}), ("Eva Liss", {"fide_id": "12"}),
        ]  # fmt: skip
        for name, more in add:
            add_player(club=club.club, name=name, namesake=True, **more)
        names = dict(Player.objects.values_list("pk", "name"))
        found = [(p.likeness, names[p.one], names[p.other]) for p in duplicates(club=club.club)]
        assert found == [
            (Likeness.FIDE_ID, "Ewa Lis", "Eva Liss"), (Likeness.SAME_NAME, "Anna Berg", "Anna Berg"),
            (Likeness.WORDS, "Bartek Nowak", "Nowak, Bartek"), (Likeness.INITIAL, "Bartek Nowak", "B. Nowak"),
            (Likeness.SLIP, "Anna Berg", "Berg Ana"),
        ]  # fmt: skip
        assert ("Jan Kos", "Jan Kos") not in [(one, other) for _, one, other in found], "two years of birth"

    def test_two_people_are_remembered(self, client, club):
        anna, double, _ = club.people
        address = url(club, "duplicates")
        page = client.get(address).content.decode()
        assert "Berg Ana" in page and "one letter differs" in page
        client.post(address, {"one": double.pk, "other": anna.pk})
        assert "Berg Ana" not in client.get(address).content.decode().split("No two records")[0].split("<h1>")[1]
        assert DifferentPeople.objects.get().one == anna

    def test_a_page_needs_as_many_queries_for_fifty_as_for_two(self, client, club, django_assert_max_num_queries):
        for number in range(50):
            add_player(club=club.club, name=f"Somebody Number{number:03d}x")
        client.get(url(club, "duplicates"))
        for name in ("duplicates", "people"):
            with django_assert_max_num_queries(12):
                client.get(url(club, name))


def test_an_inactive_player_is_marked(client, club):
    archive_player(player=club.people[0])
    assert "inactive" in client.get(url(club, "people")).content.decode()


def test_without_the_right_there_is_no_page(client, club):
    client.force_login(member(club.club, "arbiter"))
    assert client.get(url(club, "people")).status_code == 403
    client.force_login(superuser())
    assert client.get(url(club, "people")).status_code == 200


def test_the_admin_site_warns_with_a_link_and_leads_to_the_page(client, club):
    client.force_login(superuser())
    given = {"club": club.club.pk, "name": "Anna Bergh", "start_games": "0", "aliases-TOTAL_FORMS": "0",
             "aliases-INITIAL_FORMS": "0"}  # fmt: skip
    page = client.post(reverse("admin:league_player_add"), given, follow=True).content.decode()
    assert "of a similar name" in page and url(club, "person", player=club.people[0].pk) in page
    added = Player.objects.get(name="Anna Bergh")
    page = client.get(reverse("admin:league_player_change", args=[added.pk])).content.decode()
    assert url(club, "person", player=added.pk) in page


def test_the_shell_merges_and_takes_apart(club, capsys):
    anna, double, bartek = club.people
    play(club, double, bartek)
    call_command("merge_players", "lions", "Anna Berg", f"#{double.pk}", "--dry-run")
    assert "lions/main" in capsys.readouterr().out and not Merge.objects.exists()
    call_command("merge_players", "lions", "Anna Berg", f"#{double.pk}", "--reason", "one", "--json")
    said = json.loads(capsys.readouterr().out)
    assert (said["kept"], said["absorbed"], said["games"]) == (anna.pk, double.pk, 1)
    call_command("split_players", "lions", said["merge"], "--reason", "two", "--dry-run")
    call_command("split_players", "lions", said["merge"], "--reason", "two")
    assert is_sound(club) and not Player.objects.filter(merged_into__isnull=False).exists()
    for refused in (["merge_players", "lions", "Anna Berg", "Anna Berg"], ["split_players", "lions", "99"]):
        with pytest.raises(CommandError) as caught:
            call_command(*refused, "--reason", "r")
        assert caught.value.returncode == 1
    with pytest.raises(CommandError, match="Type the name"):
        call_command("anonymise_player", "lions", "Anna Berg")
    call_command("anonymise_player", "lions", "Anna Berg", "--name", "Anna Berg")
    assert Player.objects.get(pk=anna.pk).anonymised_at is not None
