"""Addresses of the public pages: a club, its leagues, everything in a league.

First words that are pages of the site itself cannot be a club's (``league.services.limits.RESERVED_SLUGS``).
"""

from django.templatetags.static import static
from django.urls import include, path, register_converter
from django.views.generic import RedirectView

from .views import (
    board,
    calculation,
    career,
    compare,
    events,
    home,
    lists,
    log,
    norms,
    player,
    rounds,
    seasons,
    statistics,
    tryout,
    wall,
    why,
)
from .views.finding import SearchPage


class Id:
    """A number that a database's integer can hold."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Id, "id")
app_name = "ratings"

in_league = [
    path("", board.BoardPage.as_view(), name="board"),
    path("wall/", wall.WallPage.as_view(), name="wall"),
    path("players/<id:player>/", player.PlayerPage.as_view(), name="player"),
    path("players/<id:player>/try/", tryout.TryOut.as_view(), name="try"),
    path("compare/", compare.ComparePage.as_view(), name="compare"),
    path("statistics/", statistics.StatisticsPage.as_view(), name="statistics"),
    path("players/<id:player>/record/", career.CareerPage.as_view(), name="career"),
    path("players/<id:player>/norms/", norms.NormRecordPage.as_view(), name="norm_record"),
    path("players/<id:player>/opponents/", player.OpponentsPage.as_view(), name="opponents"),
    path("players/<id:player>/<slug:period>/", calculation.CalculationPage.as_view(), name="calculation"),
    path("changes/<id:change>/", why.WhyPage.as_view(), name="why"),
    path("games/<id:game>/", events.GamePage.as_view(), name="game"),
    path("events/", events.EventsPage.as_view(), name="events"),
    path("events/<id:event>/", events.EventPage.as_view(), name="event"),
    path("events/<id:event>/table/", rounds.CrossTablePage.as_view(), name="event_table"),
    path("events/<id:event>/entries/", rounds.EntriesPage.as_view(), name="event_entries"),
    path("events/<id:event>/rounds/<id:round>/", rounds.RoundPage.as_view(), name="event_round"),
    path("events/<id:event>/rounds/<id:round>/sheet/", rounds.SheetPage.as_view(), name="event_sheet"),
    path("events/<id:event>/norms/", norms.NormsPage.as_view(), name="norms"),
    path("events/<id:event>/norms/<id:player>/", norms.PlayerNormsPage.as_view(), name="player_norms"),
    path("log/", log.LogPage.as_view(), name="log"),
    path("log/<id:run>/", log.RunPage.as_view(), name="run"),
    path("periods/", lists.PeriodsPage.as_view(), name="periods"),
    path("lists/<slug:dated>/", lists.ListPage.as_view(), name="list"),
    path("seasons/", seasons.SeasonsPage.as_view(), name="seasons"),
    path("seasons/<id:season>/", seasons.SeasonPage.as_view(), name="season"),
    path("rules/", lists.RulesPage.as_view(), name="rules"),
]


class Favicon(RedirectView):
    """Browsers ask here whatever a page says."""

    permanent = False

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        return static("favicon.ico")


urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("favicon.ico", Favicon.as_view()),
    path("search/", SearchPage.as_view(), name="search"),
    path("<slug:club>/search/", SearchPage.as_view(), name="club_search"),
    path("<slug:club>/", home.ClubPage.as_view(), name="club"),
    path("<slug:club>/<slug:league>/", include(in_league)),
]
