"""What follows the reader's language, and what never does: files for programs are the same for everybody."""

import re

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import translation

from league.forms.number import NumberField
from league.services import people
from tests.conftest import BASE_DIR

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "ru", "pl")


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_files_are_the_same_in_every_language(client, scene, kind):
    """Decimal points, ISO dates and the names of columns do not depend on who downloads."""
    player = scene.players[0].pk
    for page in (
        "/riverside/evenings/",
        f"/riverside/evenings/players/{player}/",
        "/riverside/standard/lists/2026-11-01/",
    ):
        files = []
        for language in LANGUAGES:
            answer = client.get(f"{page}?_export={kind}", headers={"accept-language": language})
            files.append(b"".join(answer.streaming_content) if answer.streaming else answer.content)
        assert files[0] and files[0] == files[1] == files[2]
        assert not re.search(rb"\d,\d+;|\d{2}\.\d{2}\.\d{4}", files[0])


@pytest.mark.parametrize(("language", "comma"), [("en", "."), ("ru", ","), ("pl", ",")])
def test_numbers_of_a_page_have_the_languages_comma(client, scene, language, comma):
    address = f"/riverside/evenings/players/{scene.players[0].pk}/"
    html = client.get(address, headers={"accept-language": language}).content.decode()
    assert re.search(rf">[+−]\d+\{comma}\d", html)
    other = "," if comma == "." else "."
    assert not re.search(rf">[+−]\d+\{other}\d", html)


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_pictures_scripts_and_titles_speak_the_pages_language(client, scene, language):
    if not (BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.mo").exists():
        pytest.skip("the catalogues are not in the project yet")
    headers = {"accept-language": language}
    html = client.get(f"/riverside/standard/players/{scene.players[1].pk}/", headers=headers).content.decode()
    assert f'<html lang="{language}">' in html
    assert "Rating of" not in html and "by date" not in html and "highest" not in html
    calculator = client.get("/calculator/fide/", headers=headers).content.decode()
    assert "Your rating" not in calculator and "is no number" not in calculator and '"decimal": ","' in calculator


def test_a_players_name_is_no_title_of_a_thing_in_the_history(client, scene):
    """In Russian and Polish a person has another word for a name than a league has."""
    club = scene.players[0].club
    people.add_player(club=club, name="Zofia Żak")
    client.force_login(get_user_model().objects.create_superuser("root", "r@example.org", "pass word 1"))
    for language, word in (("ru", "Имя"), ("pl", "Nazwisko")):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        assert f"{word}: Zofia Żak" in client.get(f"/{club.slug}/desk/history/").content.decode()


def test_numbers_stand_in_fields_as_people_write_them():
    said = {"en": ["2104", "0.06"], "ru": ["2104", "0,06"], "pl": ["2104", "0,06"]}
    for language, written in said.items():
        with translation.override(language):
            assert [NumberField().prepare_value(value) for value in (2104.0, 0.06)] == written
            assert [NumberField().clean(text) for text in written] == [2104.0, 0.06]
