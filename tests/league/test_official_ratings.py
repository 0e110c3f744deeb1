"""One line of a federation's list typed in at the desk: previewed, confirmed, kept, undone."""

from __future__ import annotations

from datetime import date

import pytest

from league.models import ExternalRating, FactChange
from league.services.errors import Refused
from league.services.external import set_official
from league.services.periods import close_period, open_monthly
from league.services.undoing.stack import newest_of, undo
from tests.copies import built_once

from .desking import address, confirm, superuser
from .scene import Scene

pytestmark = pytest.mark.django_db
JANUARY = date(2026, 1, 1)


@pytest.fixture
@built_once
def scene():
    """Anna 2000 with K 20 beats Bartek 1900 with K 20 in January: 20 x .36 = 7.2, to 2007."""
    made = Scene(system="fide", mode="period", openings="external")
    for who, rating in (("anna", 2000), ("bartek", 1900)):
        set_official(player=made.player(who), list="standard", date=JANUARY, rating=rating, k=20, reason="list")
    months = open_monthly(league=made.league, first="2026-01", last="2026-02")
    made.play("anna", "bartek", "1-0", date(2026, 1, 10))
    close_period(period=months[0])
    assert (made.rating("anna"), made.rating("bartek")) == (2007, 1893)
    return made


def test_another_number_is_previewed_and_every_number_of_the_preview_comes_true(client, scene):
    """Against 2000 the score expected is .50: 20 x .5 = 10 for Anna, and Bartek goes from 2000 to 1990."""
    client.force_login(superuser())
    page = address(scene.league, f"desk/players/{scene.bartek.pk}/official/")
    given = {"list": "standard", "date": "2026-01-01", "rating": "2000", "k": "20"}
    preview = client.post(page, given | {"step": "preview"})
    html = preview.content.decode()
    assert "2 players move" in html and "2010" in html and "1990" in html
    assert scene.rating("bartek") == 1893
    confirm(client, page, given, preview, reason="misread the list")
    assert (scene.rating("anna"), scene.rating("bartek")) == (2010, 1990)
    change = FactChange.objects.filter(kind="external.rating").latest("pk")
    assert (change.before, change.after) == ({"rating": 1900}, {"rating": 2000})
    scene.must_verify()
    undo(target=newest_of(scene.league), reason="it was right")
    assert (scene.rating("anna"), scene.rating("bartek")) == (2007, 1893)
    scene.must_verify()


def test_a_new_line_undone_is_no_line(scene):
    set_official(player=scene.celina, list="standard", date=JANUARY, rating=1500, reason="list")
    undo(target=newest_of(scene.league), reason="she is on none")
    assert not ExternalRating.objects.filter(player=scene.celina).exists()


@pytest.mark.parametrize("rating", [-1, 4001])
def test_what_no_list_says_is_refused(scene, rating):
    with pytest.raises(Refused, match="out of range"):
        set_official(player=scene.anna, list="standard", date=JANUARY, rating=rating, reason="x")


def test_the_page_says_what_cannot_be_at_its_field(client, scene):
    client.force_login(superuser())
    page = address(scene.league, f"desk/players/{scene.anna.pk}/official/")
    answer = client.post(page, {"list": "standard", "date": "1.1.", "rating": "many", "step": "preview"})
    html = answer.content.decode()
    assert answer.status_code == 200 and "id_rating_error" in html and "id_date_error" in html
