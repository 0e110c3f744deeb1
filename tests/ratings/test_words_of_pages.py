"""Words that pages put together themselves: months, reasons of imports, what programs may do, where one is."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from league.services.access.programs import make_token
from league.services.access.scorers import make_link
from league.services.events import create_event
from league.services.reporting.settings import set_reporting
from ratings import figures, wording
from tests.league.desking import address, club_with
from tests.league.roles import member


@pytest.mark.parametrize(("language", "month"), [("en", "Nov 2026"), ("ru", "ноя 2026"), ("pl", "lis 2026")])
def test_a_month_is_written_as_the_language_writes_it(language, month):
    with override(language):
        assert figures.short_month(date(2026, 11, 5)) == month


@pytest.mark.parametrize("stored", ["results imported", "импортированы результаты", "zaimportowano wyniki"])
def test_why_an_import_moved_ratings_is_told_in_the_readers_language(stored):
    """The importers keep it in the language of whoever imported."""
    with override("pl"):
        assert wording.run_reason(stored, stored) == "zaimportowano wyniki"
    assert wording.run_reason(stored, stored) == "results imported"
    assert wording.run_reason("A typo of March", "A typo of March") == "A typo of March"


@pytest.mark.django_db
def test_the_history_of_a_club_names_events_and_rights(client):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    event = create_event(league=league, name="Spring Cup", starts_on=date(2026, 3, 14))
    make_link(event=event, name="Hall A", expires_at=timezone.now() + timedelta(days=1))
    make_token(club=league.club, name="Web site", scopes=["record", "void"])
    client.force_login(member(league.club, "owner"))
    said = client.get("/lions/desk/history/").content.decode()
    assert "Event: Spring Cup" in said and "May do: Enter results, Void results" in said


@pytest.mark.django_db
def test_one_place_of_the_league_is_marked_as_here(client):
    league, (anna, _bo) = club_with("Anna Berg", "Bo Dahl")
    set_reporting(league=league, player_reports=True, report_days=3, report_overdue="desk")
    client.force_login(member(league.club, "owner", player=anna))
    for path, words in (("report/", "Report a result"), ("desk/reports/settings/", "Desk"), ("desk/", "Desk")):
        bar = (
            client.get(address(league, path)).content.decode().partition('class="league-nav"')[2].partition("</ul>")[0]
        )
        assert re.findall(r'aria-current="true">([^<]+)<', bar) == [words]
