"""What strangers see of people: on every page and in every file, in lists of the past, in searches."""

import json
from datetime import date

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import get_resolver

from league.formats.short_names import short_name
from league.models import FactChange, Player, shown_to, strangers
from league.services import periods
from league.services.access.members import give_role
from league.services.errors import Refused
from league.services.people import add_alias, add_player, edit_player, set_club_privacy, set_player_privacy
from league.services.people.own_data import own_data
from ratings.models import RatingChange
from tests.copies import built_once
from tests.telling import told_secrets

from .desking import club_with, play
from .scene import Scene

pytestmark = pytest.mark.django_db
CHILD, ADULT, HIDDEN = "Jagoda Kwiatkowska", "Zbigniew Dorosły", "Wanda Skryta"
SECRETS = ("Jagoda", "Wanda", "Skryta", "2014", "1961")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Jan Kowalski", "Kowalski J."), ("Kowalski, Jan", "Kowalski J."), ("Jan Maria Rokita", "Rokita J. M."),
        ("Иван Петров", "Петров И."), ("Rafael van der Vaart", "van der Vaart R."), ("Pelé", "Pelé"), ("", ""),
        ("Siobhán O’Neill", "O’Neill S."), ("Kowalski, ", "Kowalski"), ("🐴 Marengo", "Marengo"),
    ],
)  # fmt: skip
def test_a_family_name_and_initials(name, short):
    assert short_name(name) == short


@pytest.fixture
@built_once
def scene(db):
    made = Scene(players=(), system="elo", mode="period", k=20)
    made.child = add_player(club=made.club, name=CHILD, birth_year=2014, fide_id="90417263").player
    made.adult = add_player(club=made.club, name=ADULT, birth_year=1961).player
    made.hidden = add_player(club=made.club, name=HIDDEN).player
    set_player_privacy(player=made.hidden, listed=False)
    add_alias(player=made.child, name="Jagódka Mała")
    periods.open_monthly(league=made.league, first="2026-01", last="2026-02")
    made.play(made.child, made.adult), made.play(made.hidden, made.child, day=1), made.play(made.adult, made.hidden)
    made.play(made.child, made.adult, day=date(2026, 2, 3))
    made.play(made.hidden, made.adult, day=date(2026, 2, 3))
    january = periods.find_period(league=made.league, name="2026-01")
    periods.close_period(period=january)
    periods.publish_period(period=january)
    return made


def account(scene, role, **more):
    user = get_user_model().objects.create_user(role, f"{role}@example.org", "pw")
    give_role(club=scene.club, user=user, role=role, **more)
    return user


def body(client, address):
    response = client.get(address)
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return response.status_code, content.decode("utf-8", "replace")


def public_addresses(scene):
    """Every public address of the league, found from the patterns: a page made later is tried, too."""
    values = {
        "club": "club", "league": "ladder", "game": scene.league.games.first().pk, "dated": "2026-02-01",
        "event": 1, "season": 1, "period": "2026-01", "run": scene.league.runs.last().pk,
        "change": RatingChange.objects.filter(league=scene.league, player=scene.child).first().pk,
    }  # fmt: skip
    resolver = get_resolver()
    namespace = resolver.namespace_dict["ratings"][1]
    for name in namespace.reverse_dict:
        if not isinstance(name, str):
            continue
        for form, wanted in namespace.reverse_dict.getlist(name)[0][0]:
            for player in (scene.child, scene.adult) if "player" in wanted else (None,):
                known = values | {"player": player.pk if player else None}
                if all(known.get(key) for key in wanted):
                    yield "/" + form % {key: known[key] for key in wanted}
    yield from ("/club/?q=kwiat", "/club/ladder/?q=kwiat", "/club/ladder/?at=2026-01-20", "/club/ladder/?show=all")
    for kind in ("csv", "json"):
        yield f"/club/ladder/?_export={kind}"
        yield f"/club/ladder/?_export={kind}&at=2026-01-20"
        yield f"/club/ladder/lists/2026-02-01/?_export={kind}"
        yield f"/club/ladder/players/{scene.adult.pk}/?_export={kind}"
    yield "/club/ladder/lists/2026-02-01/?_export=txt"
    yield from (f"/club/ladder/log/?cause={cause}" for cause in ("history", "runs", "game", "period", "entry"))


def test_no_public_page_or_file_tells_a_stranger_more(scene, client):
    """Minors are short by default, who opted out is a number; also in the published list, the log and searches."""
    seen = 0
    for address in public_addresses(scene):
        status, html = body(client, address)
        assert status in (200, 301, 302, 404), (status, address)
        seen += "Kwiatkowska J." in html
        assert not told_secrets(html, (*SECRETS, "90417263")), address
    assert seen > 12


def test_staff_sees_full_names_on_the_same_pages(scene, client):
    client.force_login(account(scene, "recorder"))
    for address in ("/club/ladder/", "/club/ladder/lists/2026-02-01/", "/club/ladder/?_export=csv"):
        html = body(client, address)[1]
        assert CHILD in html and HIDDEN in html and "Kwiatkowska J." not in html, address


def test_a_player_among_the_members_is_a_stranger_to_names(scene, client):
    client.force_login(account(scene, "player", player=scene.adult))
    html = body(client, "/club/ladder/")[1]
    assert "Kwiatkowska J." in html and CHILD not in html


def test_what_is_kept_ready_for_one_reader_is_not_shown_to_another(scene, client):
    """Boards share their caches: first staff, then strangers, then staff."""
    user = account(scene, "admin")
    addresses = ("/club/ladder/", "/club/ladder/?at=2026-01-20", "/club/ladder/lists/2026-02-01/")
    for full in (True, False, True):
        if full:
            client.force_login(user)
        else:
            client.logout()
        for address in addresses:
            assert (CHILD in body(client, address)[1]) is full, address


def test_staff_of_one_club_is_a_stranger_in_another(scene, client):
    other = Scene(club="rivals", players=("Ewa",))
    client.force_login(account(other, "owner"))
    assert CHILD not in body(client, "/club/ladder/")[1]


def test_who_opted_out_has_no_page_and_is_found_by_nothing(scene, client):
    pk = scene.hidden.pk
    assert body(client, f"/club/ladder/players/{pk}/")[0] == 404
    assert body(client, f"/club/ladder/players/{pk}/opponents/")[0] == 404
    assert f"Player {pk}" in body(client, "/club/ladder/")[1]
    assert f"players/{pk}/" not in body(client, "/club/ladder/")[1]
    assert "Player" not in body(client, "/club/?q=skryta")[1]


def test_strangers_search_by_words_they_see(scene, client):
    for text, found in (("kwiatk", True), ("jagoda", False), ("jagodka", False), ("zbigniew", True), ("wanda", False)):
        assert (
            "Kwiatkowska" in body(client, f"/club/?q={text}")[1] or ADULT in body(client, f"/club/?q={text}")[1]
        ) is found
    client.force_login(account(scene, "recorder"))
    assert CHILD in body(client, "/club/?q=jagodka")[1]


def public_label(player):
    with shown_to(strangers):
        return Player.objects.get(pk=player.pk).label


def test_the_choices_of_a_club_and_of_a_player(scene):
    assert [public_label(p) for p in (scene.child, scene.adult)] == ["Kwiatkowska J.", ADULT]
    set_club_privacy(club=scene.club, names="number", minors="short")
    assert [public_label(p) for p in (scene.child, scene.adult)] == [
        f"Player {p.pk}" for p in (scene.child, scene.adult)
    ]
    set_player_privacy(player=scene.child, names="full")
    assert public_label(scene.child) == CHILD
    set_club_privacy(club=scene.club, names="short", minors="full")
    assert [public_label(p) for p in (scene.child, scene.adult)] == [CHILD, "Dorosły Z."]
    assert Player.objects.get(pk=scene.adult.pk).label == ADULT, "outside of a request names are full"
    with pytest.raises(Refused):
        set_club_privacy(club=scene.club, names="nickname")


def test_those_who_look_the_same_are_told_apart_without_their_year(scene):
    twin = add_player(club=scene.club, name="Jolanta Kwiatkowska", birth_year=2015, affiliation="Hetman").player
    assert public_label(twin) == "Kwiatkowska J. (Hetman)"
    assert public_label(scene.child) == f"Kwiatkowska J. (#{scene.child.pk})"
    edit_player(player=twin, name="Jolanta Nowak")
    assert (public_label(twin), public_label(scene.child)) == ("Nowak J.", "Kwiatkowska J.")
    same = add_player(club=scene.club, name=ADULT, namesake=True, birth_year=1990).player
    assert public_label(same) == f"{ADULT} (#{same.pk})"
    set_club_privacy(club=scene.club, show_birth_years=True)
    assert public_label(same) == f"{ADULT} (1990)"


def test_a_minor_grows_up_with_the_year(scene):
    """The year of the 18th birthday is the last one: 2014 + 18 = 2032."""
    set_club_privacy(club=scene.club, show_odds=False)
    with time_machine.travel("2032-12-30"):
        call_command("work", once=True)
        assert public_label(scene.child) == "Kwiatkowska J."
    with time_machine.travel("2033-01-02"):
        call_command("work", once=True)
        assert public_label(scene.child) == CHILD


def test_changes_are_kept_and_nothing_is_kept_where_nothing_changed(scene):
    set_club_privacy(club=scene.club, names="short")
    set_club_privacy(club=scene.club, names="short")
    (row,) = FactChange.objects.filter(kind="club.privacy")
    assert (row.before, row.after) == ({"names": "full"}, {"names": "short"})
    assert FactChange.objects.filter(kind="player.privacy", about__player=scene.hidden).count() == 1


def test_search_engines_are_asked_to_stay_away(scene, client):
    page = f"/club/ladder/players/{scene.adult.pk}/"
    assert "noindex" not in body(client, page)[1]
    set_player_privacy(player=scene.adult, search_engines=False)
    assert '<meta name="robots" content="noindex">' in body(client, page)[1]
    for address in (page, f"{page}?_export=csv", f"{page}feed/", f"{page}record/", f"{page}opponents/"):
        assert client.get(address)["X-Robots-Tag"] == "noindex", address
    assert "noindex" not in body(client, "/club/ladder/")[1]
    set_club_privacy(club=scene.club, search_engines=False)
    assert client.get("/club/ladder/?_export=csv")["X-Robots-Tag"] == "noindex"
    assert "noindex" in body(client, "/club/")[1]


def test_pages_for_members_only(scene, client):
    set_club_privacy(club=scene.club, members_only=True)
    assert client.get("/club/ladder/").status_code == client.get("/club/").status_code == 302
    assert "/club/" not in body(client, "/")[1]
    client.force_login(get_user_model().objects.create_user("stranger"))
    assert client.get("/club/ladder/").status_code == client.get("/club/").status_code == 404
    client.force_login(account(scene, "player"))
    assert client.get("/club/ladder/").status_code == 200 and "/club/" in body(client, "/")[1]


def test_the_forms_of_the_desk(scene, client):
    client.force_login(account(scene, "owner"))
    assert "Names of minors" in body(client, "/club/desk/privacy/")[1]
    given = {"names": "short", "minors": "number", "search_engines": "on", "show_odds": "on"}
    assert client.post("/club/desk/privacy/", given).status_code == 302
    assert [public_label(p) for p in (scene.child, scene.adult)] == [f"Player {scene.child.pk}", "Dorosły Z."]
    address = f"/club/desk/people/{scene.adult.pk}/privacy/"
    assert "Dorosły Z." in body(client, address)[1]
    assert client.post(address, {"names": "loud"}).status_code == 200
    assert client.post(address, {"names": "full", "listed": "on", "search_engines": "on"}).status_code == 302
    assert public_label(scene.adult) == ADULT
    assert ADULT in body(client, "/club/desk/privacy/")[1]


def test_a_players_own_data_as_a_file(scene, client):
    user = account(scene, "player", player=scene.child)
    mine = user.memberships.get()
    assert client.get(f"/accounts/data/{mine.pk}/").status_code == 302
    client.force_login(user)
    assert f"/accounts/data/{mine.pk}/" in body(client, "/accounts/")[1]
    data = json.loads(body(client, f"/accounts/data/{mine.pk}/")[1])
    assert (data["player"]["name"], data["player"]["birth_year"]) == (CHILD, 2014)
    assert data["other_names"] == ["Jagódka Mała"] and len(data["games"]) == 3
    assert data["leagues"][0]["rating"]["games"] == 2 and data["leagues"][0]["lists"]
    assert HIDDEN not in json.dumps(data, ensure_ascii=False)
    client.force_login(account(scene, "recorder"))
    assert client.get(f"/accounts/data/{mine.pk}/").status_code == 404


OWN_DATA = {
    "playeralias": "other_names", "leagueentry": "leagues", "rating": "leagues", "ratingchange": "leagues",
    "ratinglistentry": "leagues", "adjustment": "leagues", "game": "games", "bye": "without_an_opponent",
    "evententry": "events", "pairing": "pairings", "resultclaim": "reported_results", "player": "merged_records",
    "externalrating": "official_ratings",
    # made from these, of accounts, or about who did something to the record
    "playername": "", "membership": "", "invitation": "", "merge": "", "differentpeople": "", "changedplayer": "",
    "changereach": "", "runimpact": "",
}  # fmt: skip


def test_everything_kept_about_a_player_is_in_their_own_data(scene):
    """A table made later that belongs to a player is put here, and into the file."""
    data = own_data(scene.child)
    related = {each.related_model._meta.model_name for each in Player._meta.related_objects}
    assert related <= set(OWN_DATA), related - set(OWN_DATA)
    assert {key for key in OWN_DATA.values() if key} <= set(data)
    json.dumps(data, default=str)


def test_a_query_more_for_nobody(scene, client, django_assert_max_num_queries):
    """Whoever is not signed in costs no question about rights; names cost none a row."""
    with django_assert_max_num_queries(15):
        client.get("/club/ladder/")


def test_names_that_the_log_offers_are_those_that_strangers_see(client):
    league, (anna, bo) = club_with("Anna Berg", "Bo Berg")
    play(league, anna, bo)
    set_player_privacy(player=anna, names="short")
    page = client.get("/lions/main/log/", {"player": "Berg"}).content.decode()
    assert "Berg A." in page and "Anna Berg" not in page and "Bo Berg" in page
