"""Addresses of the desk, of accounts, and of the links that let people in."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from .views import account, desk, joining
from .views.desk import tokens

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
    path("report/", desk.OwnReports.as_view(), name="report"),
    path("report/<int:game>/", desk.AnswerReport.as_view(), name="report_answer"),
    path("desk/reports/settings/", desk.ReportSettings.as_view(), name="report_settings"),
    path("desk/reports/<int:game>/", desk.SettleReport.as_view(), name="settle_report"),
    path("desk/history/", desk.History.as_view(), name="history"),
    path("desk/history/<slug:code>/undo/", desk.UndoAction.as_view(), name="undo_action"),
    path("desk/what-if/", desk.WhatIfPage.as_view(), name="what_if"),
    path("desk/check/", desk.Check.as_view(), name="check"),
    path("desk/scorers/", desk.ScorerLinks.as_view(), name="scorers"),
    path("desk/scorers/<int:link>/revoke/", desk.RevokeScorerLink.as_view(), name="revoke_scorer"),
    path("desk/grid/", desk.GridStart.as_view(), name="grid"),
    path("desk/grid/stakes/", desk.GridStakes.as_view(), name="grid_stakes"),
    path("desk/grid/<str:day>/", desk.DayGrid.as_view(), name="grid_day"),
    path("desk/events/<int:event>/rounds/<int:round>/", desk.RoundGrid.as_view(), name="grid_round"),
    path("desk/events/<int:event>/table/", desk.CrossTable.as_view(), name="crosstable"),
    path("desk/import/", desk.Imports.as_view(), name="imports"),
    path("desk/import/<int:draft>/", desk.FileDraft.as_view(), name="import_draft"),
    path("desk/paste/", desk.Paste.as_view(), name="paste"),
    path("desk/paste/<int:draft>/", desk.PastedDraft.as_view(), name="paste_draft"),
    path("desk/imports/<int:batch>/", desk.ImportPage.as_view(), name="import"),
    path("desk/imports/<int:batch>/undo/", desk.UndoImport.as_view(), name="undo_import"),
    path("desk/adjustments/everybody/", desk.Compensate.as_view(), name="compensate"),
    path(
        "desk/adjustments/everybody/<int:compensation>/void/", desk.VoidCompensation.as_view(), name="void_compensation"
    ),
    path("desk/players/", desk.Players.as_view(), name="desk_players"),
    path("desk/players/<int:player>/edit/", desk.EditPlayer.as_view(), name="edit_player"),
    path("desk/players/<int:player>/start/", desk.StartValues.as_view(), name="start_values"),
    path("desk/players/<int:player>/official/", desk.OfficialRating.as_view(), name="official_rating"),
    path("desk/events/", desk.Events.as_view(), name="desk_events"),
    path("desk/events/new/", desk.CreateEvent.as_view(), name="new_event"),
    path("desk/events/<int:event>/", desk.Plan.as_view(), name="plan"),
    path("desk/events/<int:event>/rounds/<int:round>/pairings/", desk.RoundPairings.as_view(), name="round_pairings"),
    path("desk/events/<int:event>/files/<slug:kind>/", desk.EventFiles.as_view(), name="event_file"),
    path("desk/events/<int:event>/edit/", desk.EditEvent.as_view(), name="edit_event"),
    path("desk/events/<int:event>/withdraw/", desk.WithdrawEvent.as_view(), name="withdraw_event"),
    path("desk/seasons/", desk.Seasons.as_view(), name="desk_seasons"),
    path("desk/seasons/new/", desk.StartSeason.as_view(), name="start_season"),
    path("desk/seasons/<int:season>/edit/", desk.EditSeason.as_view(), name="edit_season"),
    path("desk/rules/", desk.ChangeRules.as_view(), name="change_rules"),
    path("desk/late-results/", desk.LateResults.as_view(), name="late_results"),
    path("desk/periods/", desk.Periods.as_view(), name="periods"),
    path("desk/periods/<int:period>/close/", desk.Close.as_view(), name="close"),
    path("desk/periods/<int:period>/publish/", desk.Publish.as_view(), name="publish"),
    path("desk/periods/<int:period>/reopen/", desk.Reopen.as_view(), name="reopen"),
]

in_club = [
    path("people/", desk.people.People.as_view(), name="people"),
    path("people/add/", desk.people.AddPerson.as_view(), name="person_add"),
    path("people/duplicates/", desk.people.Duplicates.as_view(), name="duplicates"),
    path("people/merge/", desk.people.MergePeople.as_view(), name="merge"),
    path("people/merges/<int:merge>/split/", desk.people.SplitPeople.as_view(), name="split"),
    path("people/<int:player>/", desk.people.Person.as_view(), name="person"),
    path("people/<int:player>/merge/", desk.people.ChooseRecord.as_view(), name="merge_choose"),
    path("people/<int:player>/guest/", desk.people.SwitchGuest.as_view(), name="guest"),
    path("people/<int:player>/deactivate/", desk.people.Archive.as_view(), name="person_away"),
    path("people/<int:player>/reactivate/", desk.people.Reactivate.as_view(), name="person_back"),
    path("people/<int:player>/anonymise/", desk.people.Anonymise.as_view(), name="anonymise"),
    path("people/<int:player>/privacy/", desk.people.PlayerPrivacy.as_view(), name="player_privacy"),
    path("privacy/", desk.people.ClubPrivacy.as_view(), name="club_privacy"),
    path("leagues/new/", desk.NewLeague.as_view(), name="new_league"),
    path("history/", desk.ClubHistory.as_view(), name="club_history"),
    path("history/<slug:code>/undo/", desk.people.UndoClubAction.as_view(), name="undo_club_action"),
    path("import/", desk.PlayerFiles.as_view(), name="player_files"),
    path("import/<int:draft>/", desk.PlayerDraft.as_view(), name="player_draft"),
    path("imports/<int:batch>/", desk.PlayerImport.as_view(), name="player_import"),
    path("members/", desk.Members.as_view(), name="members"),
    path("members/<int:member>/", desk.MemberPage.as_view(), name="member"),
    path("tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<int:token>/revoke/", tokens.RevokeToken.as_view(), name="revoke_token"),
    path("members/invitations/<int:invitation>/revoke/", desk.RevokeInvitation.as_view(), name="revoke_invitation"),
]

accounts = [
    path("login/", account.SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(next_page="/"), name="logout"),
    path("", account.Account.as_view(), name="account"),
    path("data/<int:membership>/", account.OwnData.as_view(), name="own_data"),
    path("leave/<int:membership>/", account.Leave.as_view(), name="leave"),
    path("delete/", account.CloseAccount.as_view(), name="close_account"),
    path("password/", account.ChangePassword.as_view(), name="change_password"),
    path("password/forgotten/", account.Forgotten.as_view(), name="forgotten"),
    path("password/forgotten/sent/", account.ForgottenSent.as_view(), name="forgotten_sent"),
    path("password/new/<uidb64>/<token>/", account.NewPassword.as_view(), name="new_password"),
]

urlpatterns = [
    path("accounts/", include(accounts)),
    path("join/<str:token>/", joining.Join.as_view(), name="join"),
    path("score/stop/", joining.StopScoring.as_view(), name="stop_scoring"),
    path("score/<str:token>/", joining.Score.as_view(), name="score"),
    path("<slug:club>/desk/", include(in_club)),
    path("<slug:club>/<slug:league>/", include(in_league)),
]
