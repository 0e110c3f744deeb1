"""A published list: which date and period it shows, what moved since the list before, how it is handed on."""

import io
import json
import re
from datetime import date

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.formats.fide_lists import Listed, ListRow, fixed_lines, open_list
from league.models import League, Player, PlayerName, RatingPeriod
from league.services.people import set_club_privacy
from ratings.boards.lists import inactive_on
from ratings.models import RatingList, RatingListEntry
from tests.copies import built_once

from .build import entrants, make_league
from .reading import table, text


@pytest.fixture
@built_once
def listed(db):
    """Lists of three months: A stays, B falls off and comes back, C goes, D is new."""
    cache.clear()
    league = make_league(system="fide", mode="period", players=4, slug="standard")
    people = dict(zip("ABCD", entrants(league), strict=True))
    for name, player in people.items():
        Player.objects.filter(pk=player.pk).update(
            name=name, title="WIM" if name == "A" else "", sex="w" if name == "A" else "", federation="POL",
            fide_id=f"111{ord(name)}", birth_year=1990 if name == "A" else None,
        )  # fmt: skip
    for month, ratings in (
        (1, {"A": 2000, "B": 1900, "C": 1800}), (2, {"A": 2010, "C": 1790}), (3, {"A": 2005, "B": 1905, "D": 1700}),
    ):  # fmt: skip
        publish(league, month, {people[name]: rating for name, rating in ratings.items()})
    return league, people


def publish(league, month, ratings):
    period = RatingPeriod.objects.create(
        league=league, name=f"2026-{month:02d}", starts_on=date(2026, month, 1), ends_on=date(2026, month, 28),
        status="published",
    )  # fmt: skip
    made = RatingList.objects.create(
        league=league, period=period, dated=date(2026, month + 1, 1), published_at=timezone.now(), players=len(ratings)
    )
    for rank, (player, rating) in enumerate(sorted(ratings.items(), key=lambda each: -each[1]), 1):
        RatingListEntry.objects.create(
            list=made,
            rank=rank,
            player=player,
            name=Player.objects.get(pk=player.pk).name,
            rating=rating,
            games=3,
            k=20,
        )
    return made


def page(client, dated, query=""):
    return client.get(f"/club/standard/lists/{dated}/{query}")


def test_it_says_of_which_date_and_period_it_is(listed, client):
    seen = text(page(client, "2026-04-01"))
    assert "List of 1 April 2026" in seen
    assert "period March 2026" in seen
    assert "from 1 March 2026 to 28 March 2026; in force from 1 April 2026" in seen


def test_it_says_what_moved_since_the_list_before(listed, client):
    """BR-017: new is not back, and nothing is said where there is no past."""
    seen = text(page(client, "2026-04-01"))
    assert "Since the list of 1 March 2026: 1 down, 1 new, 1 back, 1 gone" in seen
    assert "Not on this list any more: C" in seen
    rows = {row["Player"]: row["Move"] for row in table(page(client, "2026-04-01"))}
    assert (rows["B"], rows["D"]) == ("back", "new")
    first = page(client, "2026-02-01")
    assert "Since the list" not in text(first)
    assert not {"Move", "Change"} & set(table(first)[0]) and "folds-first" in first.content.decode()


def ranked(client, dated, query):
    """Rank here, rank on the list, name, from the file of the same choice."""
    data = json.loads(b"".join(page(client, dated, f"?_export=json&{query}").streaming_content))
    return [(row["rank"], row.get("overall_rank"), row["player"]) for row in data]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [(1, None, "A"), (2, None, "B"), (3, None, "D")]),
        ("sex=w", [(1, 1, "A")]),
        ("aff=Hetman", [(1, 2, "B"), (2, 3, "D")]),
        ("aff=Hetman&q=d", [(2, 3, "D")]),
        ("min=4", [(1, 3, "D")]),
        ("settled=1", [(1, 1, "A"), (2, 2, "B")]),
        ("show=active", [(1, 2, "B"), (2, 3, "D")]),
        ("age=u20&title=WIM", []),
        ("sex=dog&show=some&min=-1", [(1, None, "A"), (2, None, "B"), (3, None, "D")]),
    ],
)
def test_a_list_is_filtered_like_a_board_with_both_ranks(listed, client, query, expected):
    """Games are those of the list's period, provisional is what was then, inactive is as B.02 7.2.2 says."""
    league, people = listed
    set_club_privacy(club=league.club, show_birth_years=True)
    Player.objects.filter(name__in="BD").update(affiliation="Hetman")
    old = publish(league, 4, {people["A"]: 2005})
    RatingList.objects.filter(pk=old.pk).update(dated=date(2025, 3, 1))
    RatingListEntry.objects.filter(player=people["A"], list__dated__gt="2025-12-31").update(games=0)
    RatingListEntry.objects.filter(player=people["D"]).update(games=4, provisional=True)
    PlayerName.objects.create(club=league.club, player=people["D"], word="d", public=True)
    assert ranked(client, "2026-04-01", query) == expected
    made = RatingList.objects.get(dated="2026-04-01")
    assert {people["A"].pk} == inactive_on(made)


def test_a_filtered_list_says_whom_it_shows_and_labels_both_ranks(listed, client):
    Player.objects.filter(name__in="BD").update(affiliation="Hetman")
    shown = page(client, "2026-04-01", "?aff=Hetman&show=active")
    assert [(row["Here"], row["Overall"], row["Player"]) for row in table(shown)] == [("1", "2", "B"), ("2", "3", "D")]
    assert "Active players. Only: Hetman." in text(shown) and "Overall: the rank on the list" in text(shown)
    assert "Nobody on this list fits the filters." in text(page(client, "2026-04-01", "?aff=nobody"))
    assert "Overall" not in text(page(client, "2026-04-01"))


def test_changes_lead_to_the_calculation(listed, client):
    league, people = listed
    RatingListEntry.objects.filter(list__dated="2026-04-01", player=people["A"]).update(change=-5)
    address = f"/club/standard/players/{people['A'].pk}/2026-03/"
    assert f'href="{address}"' in page(client, "2026-04-01").content.decode()
    assert league.name


def test_the_corrected_number_stands_beside_the_published_one(listed, client):
    """BR-111"""
    _league, people = listed
    RatingListEntry.objects.filter(list__dated="2026-03-01", player=people["A"]).update(corrected=2004)
    row = table(page(client, "2026-03-01"))[0]
    assert (row["Rating"], row["Corrected"]) == ("2010", "2004 (−6)")
    assert "Corrected" not in table(page(client, "2026-04-01"))[0]


def test_the_fixed_width_download_is_read_back_as_a_fide_list(listed, client):
    set_club_privacy(club=listed[0].club, show_birth_years=True)
    response = page(client, "2026-04-01", "?_export=txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="standard-2026-04-01.txt"'
    data = b"".join(response.streaming_content)
    source = open_list("standard.txt", io.BytesIO(data))
    assert (source.month, source.lists) == (date(2026, 4, 1), ("standard",))
    found = list(source.rows(source.lists))
    assert [(row.name, row.fide_id, row.ratings["standard"]) for row in found] == [
        ("A", "11165", Listed(2005, 3, 20)), ("B", "11166", Listed(1905, 3, 20)), ("D", "11168", Listed(1700, 3, 20)),
    ]  # fmt: skip
    assert (found[0].title, found[0].woman, found[0].birth_year, found[0].federation) == ("WIM", True, 1990, "POL")
    assert not any(row.inactive for row in found)


def test_only_lists_are_handed_on_in_fixed_width(listed, client):
    _league, people = listed
    assert client.get("/club/standard/?_export=txt").status_code == 400
    assert client.get(f"/club/standard/players/{people['A'].pk}/?_export=txt").status_code in (400, 404)


def test_inactive_is_who_was_listed_a_year_ago_and_has_not_played_since(listed, client):
    """B.02 7.2.2"""
    league, people = listed
    old = publish(league, 4, {people["A"]: 2005, people["B"]: 1905})
    RatingList.objects.filter(pk=old.pk).update(dated=date(2025, 4, 1))
    RatingListEntry.objects.filter(player=people["A"], list__dated__gt="2025-12-31").update(games=0)
    lines = b"".join(page(client, "2026-04-01", "?_export=txt").streaming_content).decode().splitlines()
    assert [line[132:].strip() for line in lines[1:]] == ["wi", "", ""]


def test_the_layout_is_that_of_fides_own_file():
    """The header and a row as FIDE prints them (columns of standard_rating_list.txt)."""
    header, row = fixed_lines(
        date(2025, 8, 1), [ListRow("1701991", "Aaberg, Anton", "SWE", "m", "IM", 2328, 0, 10, 1972)]
    )
    assert header == (
        "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
        "FOA AUG25 Gms K  B-day Flag\r\n"
    )
    assert row.rstrip() == (
        "1701991        Aaberg, Anton                                                SWE M   IM              "
        "             2328  0   10 1972"
    )


def test_long_names_and_line_breaks_keep_the_columns():
    _header, row = fixed_lines(
        date(2025, 8, 1), [ListRow("1", "Ж" * 90 + "\r\nx", "POL", "w", "WGM", 2300, 12, None, None)]
    )
    assert (row[15:75], row[75], row[76:79], row[113:117], row[123], row[126:130], row[132:133]) == (
        "Ж" * 60, " ", "POL", "2300", "0", "0000", "w",
    )  # fmt: skip
    assert row.count("\n") == 1


def test_the_command_writes_the_same_file(listed, client, tmp_path):
    set_club_privacy(club=listed[0].club, show_birth_years=True)
    path = tmp_path / "list.txt"
    call_command("export", "club/standard", "list", "--at", "2026-04-15", "--format", "txt", "--output", str(path))
    assert path.read_bytes() == b"".join(page(client, "2026-04-01", "?_export=txt").streaming_content)
    with pytest.raises(CommandError) as caught:
        call_command("export", "club/standard", "games", "--format", "txt")
    assert caught.value.returncode == 2
    with pytest.raises(CommandError) as caught:
        call_command("export", "club/standard", "list", "--at", "2025-01-01", "--format", "txt")
    assert caught.value.returncode == 1


def test_game_by_game_a_list_has_no_column_for_the_k_of_a_period(client, listed):
    def heads():
        html = page(client, "2026-03-01").content.decode()
        return re.findall(r"<th[^>]*>\s*(?:<a[^>]*>)?\s*([^<]*?)\s*<", html)

    assert "K" in heads()
    League.objects.filter(pk=listed[0].pk).update(mode="sequential")
    cache.clear()
    assert "K" not in heads() and "Change" in heads()
