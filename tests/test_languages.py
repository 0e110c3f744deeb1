"""The catalogues say everything that the sources ask for, and the compiled files say the same.

``makemessages`` is run beside the project; where gettext is not installed these tests skip (CI has it).
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import django.conf
import pytest
from django.apps import apps
from django.utils import translation

from .catalogues import Key, Message, messages_of_the_sources, read_mo, read_po, texts
from .conftest import BASE_DIR

LANGUAGES = ("ru", "pl")
# Russian and Polish alike: one; two to four; five and more.
PLURAL_FORMS = {
    "ru": [("партия", (1, 21, 101)), ("партии", (2, 3, 4, 22)), ("партий", (0, 5, 11, 12, 14, 111))],
    "pl": [("partia", (1,)), ("partie", (2, 3, 4, 22)), ("partii", (0, 5, 11, 12, 14, 21, 101, 112))],
}
FORMS = 3

# One English word, two meanings: such a word says by a context which one is meant.
TWO_MEANINGS = {
    "Change", "Home", "Away", "Limit", "active", "archived", "closed", "final", "found", "new", "none",
    "open", "published", "rated", "Take back", "to",
}  # fmt: skip
# Words that Django's own pages use too: a translation of ours takes the place of theirs, on the admin site
# as well. These mean the same there.
SAME_AS_DJANGO = {
    "Clear", "Close", "Description", "English", "File", "History", "Method", "Password", "Polish", "Remove",
    "Russian", "Save", "Search", "Time", "language", "name", "next", "previous", "user",
}  # fmt: skip
# Formulas and titles of books: the same in every language, or nearly.
SAME_EVERYWHERE = {
    "%(k)s × (%(score)s − %(expected)s) = %(change)s",
    "A. E. Elo (1978); FIDE Handbook B.02, 8.3.",
    "A. E. Elo, “The Rating of Chessplayers, Past and Present” (1978).",
    "World Football Elo Ratings (eloratings.net).",
}


def catalogue(language: str) -> Path:
    path = BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"
    if not (BASE_DIR / "locale" / "ru" / "LC_MESSAGES" / "django.po").exists():
        pytest.skip("the catalogues are not in the project yet")
    return path


@pytest.fixture(scope="module")
def asked(tmp_path_factory) -> dict[Key, Message]:
    return messages_of_the_sources(tmp_path_factory.mktemp("sources"))


@pytest.fixture(params=LANGUAGES)
def said(request) -> dict[Key, Message]:
    return read_po(catalogue(request.param))


def shown(keys) -> str:
    keys = sorted(keys)
    lines = [f"{key.context or '-'} | {key.text}" for key in keys[:20]]
    return "\n".join([f"{len(keys)} messages", *lines])


# -- complete -----------------------------------------------------------------------------------------


def test_the_sources_have_messages(asked):
    """What is compared with: from Python and from templates, with and without plural forms and contexts."""
    places = {place.split(":")[0].rpartition(".")[2] for message in asked.values() for place in message.places}
    assert {"py", "html", "txt"} <= places
    assert len(asked) > 2000
    assert any(message.plural for message in asked.values()) and any(key.context for key in asked)


def test_every_message_of_the_sources_is_in_the_catalogue(asked, said):
    missing = asked.keys() - said.keys()
    assert not missing, shown(missing)


def test_a_plural_in_the_sources_is_one_in_the_catalogue(asked, said):
    wrong = [key for key, message in asked.items() if key in said and said[key].plural != message.plural]
    assert not wrong, shown(wrong)


def test_nothing_is_left_untranslated_or_uncertain(said):
    empty = [key for key, message in said.items() if not message.forms or not all(message.forms.values())]
    assert not empty, shown(empty)
    assert not [key for key, message in said.items() if "fuzzy" in message.flags]


def test_plural_forms_are_as_many_as_the_language_has(said):
    assert re.search(rf"nplurals\s*=\s*{FORMS}\s*;", said[Key("", "")].forms[0])
    wrong = [key for key, message in said.items() if message.plural and sorted(message.forms) != list(range(FORMS))]
    assert not wrong, shown(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_choose_their_form(language):
    """1 партия, 2 партии, 5 партий, 21 партия; 1 partia, 2 partie, 5 partii, 21 partii."""
    catalogue(language)
    with translation.override(language):
        for word, numbers in PLURAL_FORMS[language]:
            for n in numbers:
                text = translation.ngettext("%(n)s game", "%(n)s games", n) % {"n": n}
                assert text == f"{n} {word}"


# -- true ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_says_what_the_catalogue_says(language):
    said = read_po(catalogue(language))
    written = {}
    for key, message in said.items():
        if key.text and message.plural:
            written |= {(key, form): text for form, text in message.forms.items()}
        elif key.text:
            written[key] = message.forms[0]
    compiled = read_mo(catalogue(language).with_suffix(".mo"))
    compiled.pop(Key("", ""), None)
    assert compiled == written, "run manage.py compilemessages"


PLACEHOLDER = re.compile(r"%\(\w+\)[#0 +.\d-]*[a-z]|%%|%[a-z]")
TAG = re.compile(r"</?[a-z][^>]*>|&[a-z]+;")


def counted(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(text))


def test_placeholders_are_those_of_the_english_text(said):
    wrong = []
    for key, message in said.items():
        sets = [set(PLACEHOLDER.findall(text)) for text in texts(message)]
        wrong += [
            key for form in message.forms.values() if key.text
            and not set.intersection(*sets) <= set(PLACEHOLDER.findall(form)) <= set.union(*sets)
        ]  # fmt: skip
    assert not wrong, shown(set(wrong))


def test_marks_and_the_blanks_around_a_text_stay(said):
    wrong = []
    for key, message in said.items():
        for form in message.forms.values() if key.text else ():
            source = message.plural or message.text
            same_tags = counted(TAG, form) == counted(TAG, source)
            blanks = [(text[:1].isspace(), text[-1:].isspace()) for text in (form, source)]
            if not same_tags or blanks[0] != blanks[1]:
                wrong.append(key)
    assert not wrong, shown(set(wrong))


def test_a_language_speaks_its_own_letters(said):
    """A text of several words with no letter of the language was copied, not translated."""
    russian = any("а" <= c <= "я" for c in said[Key("", "The club")].forms[0].lower())
    letters = re.compile("[а-яё]" if russian else "[a-ząćęłńóśźż]", re.IGNORECASE)
    known = {key: m.forms[0] for key, m in said.items() if key.text not in SAME_EVERYWHERE}
    copied = [key for key, text in known.items() if len(key.text.split()) > 3 and text == key.text]
    foreign = [key for key, text in known.items() if len(key.text.split()) > 4 and not letters.search(text)]
    assert not copied + foreign, shown({*copied, *foreign})


# -- without two meanings -----------------------------------------------------------------------------


def test_words_with_two_meanings_have_a_context(asked):
    without = [key for key in asked if key.text in TWO_MEANINGS and not key.context]
    assert not without, shown(without) + "\nuse pgettext, or {% translate ... context ... %}"


def django_messages() -> set[str]:
    """What Django and the packages in use translate themselves, without a context."""
    folders = [Path(django.conf.__file__).parent]
    folders += [Path(app.path) for app in apps.get_app_configs() if app.name not in ("league", "ratings")]
    files = [folder / "locale" / "ru" / "LC_MESSAGES" / "django.mo" for folder in folders]
    keys = [key for file in files if file.exists() for key in read_mo(file)]
    return {key.text for key in keys if isinstance(key, Key) and not key.context and key.text}


def test_our_words_do_not_take_the_place_of_djangos(asked):
    """A message that Django has too is translated once for both: with another meaning it needs a context."""
    taken = {key.text for key in asked if not key.context} & django_messages()
    assert taken - SAME_AS_DJANGO == set(), "the admin site would show our meaning: use a context"
    assert {"Save", "History"} <= taken  # the comparison itself works


def test_no_source_calls_gettext_by_a_name_that_makemessages_does_not_know():
    """Texts given to such a name would be in no catalogue, and no other test here would miss them."""
    strange = re.compile(r"^from django\.utils\.translation import .*gettext\w* as (?!_\b)\w+", re.MULTILINE)
    assert strange.search("from django.utils.translation import gettext as _now\n")
    sources = [path for app in ("config", "league", "ratings") for path in (BASE_DIR / app).rglob("*.py")]
    assert [path.name for path in sources if strange.search(path.read_text("utf-8"))] == []
