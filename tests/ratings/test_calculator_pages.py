"""The calculators' pages as the server gives them, without JavaScript."""

import html
import re

import pytest

from ratings.calculator.modes import MODES

from .calculating import by_server
from .calculator_cases import BAD, LISTS

pytestmark = pytest.mark.django_db
HOSTILE = [text for text in (*BAD, *LISTS) if text.strip()]


def text_of(response) -> str:
    """What a reader sees."""
    body = re.sub(r"<script.*?</script>", "", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


@pytest.mark.parametrize("slug", MODES)
def test_a_page_shows_its_example_and_names_rule_source_and_validity(client, django_assert_num_queries, slug):
    with django_assert_num_queries(0):
        response = client.get(f"/calculator/{slug}/")
    shown = text_of(response)
    made = by_server(slug, {})["answer"]
    assert response.status_code == 200
    for label, text in made["figures"]:
        assert f"{label} {text}".replace("\u00a0", " ") in shown.replace("\u00a0", " ")
    for note in made["notes"]:
        assert note in shown
    rule = MODES[slug].rule
    for each in (rule.text, rule.source, rule.since):
        assert str(each) in shown


@pytest.mark.parametrize("slug", MODES)
def test_every_field_has_a_label_and_a_place_for_its_error(client, slug):
    body = client.get(f"/calculator/{slug}/").content.decode()
    for name in MODES[slug].form.base_fields:
        assert f'<label for="c_{name}">' in body
        assert f'id="c_{name}_error"' in body
        assert re.search(rf'aria-describedby="[^"]*c_{name}_error"', body)


def test_the_address_alone_gives_the_answer(client):
    shown = text_of(client.get("/calculator/game/?own=1700&opponent=1500&k=32&score=0"))
    assert "−24.31" in shown
    assert "1675.69" in shown


def test_what_the_address_leaves_out_has_its_example(client):
    assert "1612.8" not in text_of(client.get("/calculator/game/"))
    assert "1612.8" in text_of(client.get("/calculator/game/?own=1600&opponent=1700"))


@pytest.mark.parametrize("slug", MODES)
def test_hostile_input_gives_a_message_never_an_error_or_nan(client, slug):
    for name in MODES[slug].form.base_fields:
        for text in HOSTILE:
            response = client.get(f"/calculator/{slug}/", {name: text})
            assert response.status_code == 200
            body = response.content.decode()
            answer = body[body.index('id="answer-main"') : body.index('id="rule-title"')]
            assert not re.search(r"\b(nan|inf|None|undefined)\b", answer), (name, text)
            assert "<script>alert" not in body


def test_messages_stand_beside_their_field(client):
    body = client.get("/calculator/game/?own=1e309&opponent=-5&k=" + "9" * 40).content.decode()
    found = dict(re.findall(r'<div class="field-error" id="c_(\w+)_error">(.*?)</div>', body, re.S))
    assert "“1e309” is no number." in found["own"]
    assert "From 0 to 10000, please." in found["opponent"]
    assert "From 0 to 1000, please." in found["k"]
    assert found["score"].strip() == ""


def test_wrong_lines_are_named_by_their_number(client):
    shown = text_of(client.get("/calculator/games/", {"games": "1800:1\n\nabc 5\n1700:2"}))
    assert "Line 3: “abc 5”" in shown
    assert "Line 4: “1700:2”" in shown


def test_a_list_of_ten_thousand_lines_is_refused_in_a_word(client):
    shown = text_of(client.get("/calculator/games/", {"games": "\n".join(["1800:1"] * 10_000)}))
    assert "At most 300 lines; there are 10000." in shown


def test_points_must_fit_the_games(client):
    shown = text_of(client.get("/calculator/field/", {"games": "5", "points": "5½"}))
    assert "5½ points cannot be scored in 5 games." in shown


def test_ready_choices_keep_the_other_fields(client):
    body = html.unescape(client.get("/calculator/game/?own=1777&k=32").content.decode())
    link = re.search(r'href="(\?[^"]*k=10[^"]*)"', body)[1]
    assert "own=1777" in link
    assert by_server("game", {"own": "1777", "k": "10"})["answer"]["figures"][0][1] in text_of(
        client.get(f"/calculator/game/{link}")
    )


def test_the_index_lists_every_calculator(client):
    body = client.get("/calculator/").content.decode()
    assert all(f'href="/calculator/{slug}/"' in body for slug in MODES)


def test_unknown_calculators_and_other_methods(client):
    assert client.get("/calculator/nothing/").status_code == 404
    assert client.post("/calculator/game/").status_code == 405


@pytest.mark.parametrize("path", ["/calculator/", *(f"/calculator/{slug}/" for slug in MODES)])
def test_nothing_is_inline(client, path):
    body = client.get(path).content.decode()
    assert not re.search(r"<[^>]+\s(style|on\w+)=", body)
    scripts = re.findall(r"<script([^>]*)>", body)
    assert all("src=" in each or 'type="application/json"' in each for each in scripts)


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_the_decimal_comma_is_read_and_shown(client, language):
    client.cookies["django_language"] = language
    shown = text_of(client.get("/calculator/game/?own=1500,5&opponent=1600,5&k=20&score=0,5"))
    assert "+2,8" in shown
    assert "1503,3" in shown
