"""One search over players, events and leagues: the same on both databases, page by page, for whoever asks."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Club, PlayerName
from league.services import limits, people

from .crowd import build_crowd
from .reading import text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("query", ["müller", "MÜLLER", "muller", "mul", "zoe mul"])
def test_names_are_found_without_accents_and_case(client, scene, query):
    """BR-109"""
    for address in ("/search/", "/riverside/search/"):
        assert "Zoë Müller" in text(client.get(address, {"q": query}))


@pytest.mark.parametrize(
    ("query", "found", "not_found"),
    [
        ("autumn", ["Autumn round robin 4", "Autumn round robin 1"], ["Anna"]),
        ("robin 3", ["Autumn round robin 3"], ["Autumn round robin 2"]),
        ("tuesday", ["Tuesday evenings"], ["Standard"]),
        ("riverside", ["Standard", "Tuesday evenings", "Table tennis ladder"], []),
        ("zak", ["Łukasz Żak"], []),
        ("петр", ["Иван Петров"], []),
        ("petr", ["Иван Петров"], []),
        ("xyz", ["Nothing has a name that begins so"], []),
        ("%", [], ["Anna"]),
    ],
)
def test_players_events_and_leagues_are_found_by_any_word(client, scene, query, found, not_found):
    words = text(client.get("/search/", {"q": query}))
    assert all(name in words for name in found), words
    assert not any(name in words for name in not_found)


def test_a_club_is_searched_for_itself_and_hidden_clubs_not_at_all(client, scene):
    other = people.create_club(slug="elsewhere", name="Elsewhere")
    people.add_player(club=other, name="Anna Elsewhere")
    assert "Anna Elsewhere" in text(client.get("/search/", {"q": "anna"}))
    assert "Anna Elsewhere" not in text(client.get("/riverside/search/", {"q": "anna"}))
    Club.objects.filter(pk=other.pk).update(members_only=True)
    assert "Anna Elsewhere" not in text(client.get("/search/", {"q": "anna"}))
    assert client.get("/elsewhere/search/", {"q": "anna"}).status_code == 302
    scene.players[0].listed = False
    scene.players[0].save()
    assert "Anna" not in text(client.get("/search/", {"q": "kowalska"}))


def test_a_word_that_strangers_do_not_see_finds_nobody(client, scene):
    PlayerName.objects.filter(player=scene.players[0], word="anna").update(public=False)
    assert "Kowalska" not in text(client.get("/search/", {"q": "anna"}))
    assert "Kowalska" in text(client.get("/search/", {"q": "kowal"}))


def test_names_with_markup_are_text(client, scene):
    """BR-099"""
    scene.players[0].name = "<svg/onload=alert(1)>"
    scene.players[0].save()
    for query in ("kowalska", "<svg/onload=alert(1)>", "</script>"):
        assert "<svg/onload" not in client.get("/search/", {"q": query}).content.decode()


@pytest.mark.parametrize("query", ["", " ", "\0", "9" * 10_000, "😀", "\u202e", "a" * 200 + " b"])
@pytest.mark.parametrize("more", [{}, {"kind": "players", "page": "x"}, {"kind": "x", "page": "-1"}])
def test_any_text_has_an_answer(client, scene, query, more):
    assert client.get("/search/", {"q": query, **more}).status_code == 200


@pytest.mark.parametrize("games", [10, 500])
def test_many_are_shown_page_by_page_with_as_many_queries(client, games):
    build_crowd(players=300, games=games)
    with CaptureQueriesContext(connection) as asked:
        html = client.get("/search/", {"q": "number"})
    assert len(asked) <= 7 and html.content.decode().count('class="name"') == 10
    seen = []
    for page in (1, 2, 12):
        with CaptureQueriesContext(connection) as asked:
            html = client.get("/search/", {"q": "number", "kind": "players", "page": page})
        assert len(asked) <= 7, [q["sql"][:100] for q in asked]
        seen.append(text(html))
    assert len(set(seen)) == 3 and "12 / 12" in seen[2]


def test_no_club_can_have_the_address_of_the_search():
    assert "search" in limits.RESERVED_SLUGS and "feeds" in limits.RESERVED_SLUGS
