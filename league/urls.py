"""Addresses of the desk, and of signing in and out."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from .forms import SignInForm
from .views import desk

app_name = "league"

in_league = [
    path("desk/", desk.Home.as_view(), name="desk"),
    path("record/", desk.Record.as_view(), name="record"),
    path("record/stakes/", desk.StakesFragment.as_view(), name="stakes"),
    path("record/players/", desk.PlayersFound.as_view(), name="players_found"),
    path("desk/games/void/", desk.VoidSeveral.as_view(), name="void_several"),
    path("desk/games/<int:game>/", desk.GamePage.as_view(), name="game"),
    path("desk/games/<int:game>/correct/", desk.Correct.as_view(), name="correct"),
    path("desk/games/<int:game>/void/", desk.Void.as_view(), name="void"),
    path("desk/games/<int:game>/restore/", desk.Restore.as_view(), name="restore"),
    path("desk/games/<int:game>/undo/<int:revision>/", desk.Undo.as_view(), name="undo"),
    path("desk/adjustments/", desk.Adjustments.as_view(), name="adjustments"),
    path("desk/adjustments/new/", desk.Adjust.as_view(), name="adjust"),
    path("desk/adjustments/<int:adjustment>/void/", desk.VoidAdjustment.as_view(), name="void_adjustment"),
    path("desk/check/", desk.Check.as_view(), name="check"),
    path("desk/rules/", desk.ChangeRules.as_view(), name="change_rules"),
    path("desk/late-results/", desk.LateResults.as_view(), name="late_results"),
    path("desk/periods/", desk.Periods.as_view(), name="periods"),
    path("desk/periods/<int:period>/close/", desk.Close.as_view(), name="close"),
    path("desk/periods/<int:period>/publish/", desk.Publish.as_view(), name="publish"),
    path("desk/periods/<int:period>/reopen/", desk.Reopen.as_view(), name="reopen"),
]

urlpatterns = [
    path("accounts/login/", LoginView.as_view(next_page="/", authentication_form=SignInForm), name="login"),
    path("accounts/logout/", LogoutView.as_view(next_page="/"), name="logout"),
    path("<slug:club>/<slug:league>/", include(in_league)),
]
