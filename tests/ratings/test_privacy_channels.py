"""Who goes by a number is told by nothing else either: on no page, in no file, feed, frame, answer or search."""

import io
import zipfile
from datetime import date

import pytest
from django.core.cache import cache

from league.models import EventEntry, Game
from league.services import correcting, seasons
from league.services.adjusting import adjust
from league.services.leagues import change_rules
from league.services.people import edit_player, set_player_privacy
from league.services.planning.pairings import Pair, set_pairings
from league.services.planning.roster import add_entries
from ratings.models import RatingChange, RatingRun
from tests.telling import told_secrets

from ..league.roles import member
from .addresses import filled, routes

pytestmark = pytest.mark.django_db
NAME = "Wanda Skryta"
SECRETS = ("Wanda", "Skryta", "wanda", "skryta", "Tajna", "QQZ", "WCM", "90417263", "1971")
SPACES = ("ratings", "feeds", "embed", "api")
LEAGUES = ("standard", "evenings")


@pytest.fixture
def hidden(scene, settings):
    """Anna, who has played everywhere, under another name, with everything that could be known of her."""
    settings.ARPAD_API_READS = 0
    anna = scene.players[0]
    edit_player(
        player=anna, name=NAME, birth_year=1971, sex="w", fide_id="90417263", title="WCM", federation="QQZ",
        affiliation="Tajna", reason="Data of the federation",
    )  # fmt: skip
    EventEntry.objects.filter(player=anna).update(title="WCM", federation="QQZ")
    seasons.start_season(league=scene.elo, name="2026", starts_on=date(2026, 6, 1), ends_on=date(2026, 12, 31))
    game = Game.objects.filter(league=scene.elo, white=anna).latest("pk")
    correcting.void_game(game=game, reason=f"{NAME} entered it twice")
    _reasons_that_name_her(scene, anna)
    event = scene.fide.events.latest("pk")
    add_entries(event=event, players=[anna, scene.players[1]])
    set_pairings(event=event, round=9, pairs=[Pair(1, anna, scene.players[1])])
    cache.clear()
    return anna


def _reasons_that_name_her(scene, anna):
    """In corrections, adjustments, rules: what people type, in any order and with any ending."""
    for league in (scene.fide, scene.elo):
        game = Game.objects.filter(league=league, white=anna, status="final").earliest("pk")
        correcting.correct_game(game=game, board=77, reason="SKRYTA, Wanda sat at board 77")
    adjust(league=scene.elo, player=anna, by=3, on=date(2026, 10, 2), reason="Wanda’s bonus; Skryta knows")
    adjust(league=scene.elo, player=scene.players[1], by=1, on=date(2026, 10, 3), reason="as for skryta wanda")
    change_rules(league=scene.elo, valid_from=date(2026, 10, 30), parameters={"k": 21}, reason="Asked by Wanda Skryta")


def of_league(scene, slug, player) -> dict[str, object]:
    league = {"standard": scene.fide, "evenings": scene.elo}[slug]
    game = Game.objects.filter(league=league, white=player).earliest("pk")
    change = RatingChange.objects.filter(league=league, player=player)
    found = {
        "club": "riverside", "league": slug, "player": player.pk, "opponent": scene.players[1].pk, "game": game.pk,
        "event": game.event_id, "change": change.exclude(cause="entry").latest("pk").pk, "dated": "2026-10-01",
        "period": "2026-09", "round": 1, "run": RatingRun.objects.filter(league=league).latest("pk").pk,
        "season": league.seasons.values_list("pk", flat=True).first(),
        "section": "players",
    }  # fmt: skip
    return {name: value for name, value in found.items() if value is not None}


def addresses(scene, player) -> set[str]:
    """All pages for strangers of two leagues, of the player and of somebody met, files and searches."""
    found = set()
    for slug in LEAGUES:
        for pk in (player, scene.players[1]):
            values = of_league(scene, slug, player) | {"player": pk.pk}
            made = (filled(route, values) for name, route in routes() if name.partition(":")[0] in SPACES)
            found.update(each for each in made if each)
        for base in (f"/riverside/{slug}/", f"/riverside/{slug}/lists/2026-10-01/"):
            found.update(f"{base}?_export={kind}" for kind in ("csv", "json", "xlsx"))
        found.add(f"/riverside/{slug}/lists/2026-10-01/?_export=txt")
        found.update(f"/riverside/{slug}/?at=2026-10-20&_export={kind}" for kind in ("csv", "json"))
        found.update(f"/riverside/{slug}/?{choice}" for choice in ("at=2026-10-20", "show=all"))
        found.update(
            f"/riverside/{slug}/log/?cause={cause}" for cause in ("history", "runs", "game", "period", "entry")
        )
        found.add(f"/riverside/{slug}/log/?player={player.pk}")
        found.add(f"/riverside/{slug}/compare/?one={player.pk}&other={scene.players[1].pk}")
        found.add(f"/riverside/{slug}/players/{scene.players[1].pk}/?_export=csv")
        found.add(f"/api/v1/clubs/riverside/leagues/{slug}/leaderboard?at=2026-10-20&limit=200")
    found.update(f"/search/?q={word}" for word in ("number", "Kowalska"))
    found.update(("/riverside/?q=number", "/riverside/search/?q=number"))
    return found - {"/favicon.ico", "/api/v1/docs", "/api/v1/openapi.json"}


def told_at(client, address) -> str:
    """Everything that an address answers, the files in a workbook and the headers included."""
    response = client.get(address)
    assert response.status_code in (200, 301, 302, 404, 405), (response.status_code, address)
    raw = b"".join(response.streaming_content) if response.streaming else response.content
    if raw[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(raw)) as book:
            raw = b"\n".join(book.read(name) for name in book.namelist())
    return raw.decode("utf-8", "replace") + str(response.headers)


def test_no_address_tells_who_a_number_is(client, scene, hidden):
    set_player_privacy(player=hidden, names="number")
    found = addresses(scene, hidden)
    assert {address.split("/")[1] for address in found} >= {"riverside", "api", "embed", "search", "sitemap.xml"}
    told = {address: told_at(client, address) for address in sorted(found)}
    assert sum(f"Player {hidden.pk}" in each for each in told.values()) > 60
    leaking = {address: told_secrets(each, SECRETS) for address, each in told.items()}
    assert not {address: words for address, words in leaking.items() if words}
    set_player_privacy(player=hidden, listed=False)
    own = [address for address in found if f"/players/{hidden.pk}/" in address or f"={hidden.pk}" in address]
    assert len(own) > 20
    for address in own:
        each = told_at(client, address)
        assert not told_secrets(each, SECRETS) and f"/players/{hidden.pk}/" not in each, address


def test_filters_and_the_order_of_names_tell_strangers_nothing_of_a_number(client, scene, hidden):
    """Whoever asks for the women of a club, or for names in their order, would have found her."""
    set_player_privacy(player=hidden, names="number")
    number = f"Player {hidden.pk}"
    for page in ("", "lists/2026-10-01/"):
        for choice in ("aff=Tajna", "sex=w", "title=any"):
            assert number not in told_at(client, f"/riverside/standard/{page}?show=all&{choice}"), (page, choice)
    for day in ("", "&at=2026-10-20"):
        assert number in told_at(client, f"/riverside/standard/?show=all&min=1{day}")
    rows = client.get("/riverside/standard/?show=all&sort=player").context["table"].records
    assert rows[-1].player.pk == hidden.pk
    client.force_login(member(scene.club, "recorder"))
    assert NAME in told_at(client, "/riverside/standard/?show=all&aff=Tajna&sex=w")
    assert "Tajna" in told_at(client, "/riverside/standard/")


def test_a_secret_is_found_as_a_word_and_not_in_a_hash():
    """Four digits lie in some hash or fraction every other day; a test that listens to those accuses at random."""
    for text in ("born 1971.", "1971-01-01", ";1971;", ">1971<", '"1971"', "x=1971&"):
        assert told_secrets(text, SECRETS) == ["1971"], text
    for text in ('"a1971f"', "0.1971", "0.41971", "21971", "19713", "nonce-QQZx", "/wanda-skryta/"):
        assert told_secrets(text, SECRETS) == (["wanda", "skryta"] if "wanda" in text else []), text
