"""Addresses of the frames, and of the page with the text to copy."""

from django.urls import path

from ratings import urls as _registers_id  # noqa: F401

from . import calculators, frames, snippets

app_name = "embed"
urlpatterns = [
    path("", snippets.SnippetPage.as_view(), name="index"),
    path("fit.js", frames.fit_script, name="fit"),
    path("calculator/<slug:mode>/", calculators.CalculatorFrame.as_view(), name="calculator"),
    path("<slug:club>/<slug:league>/board/", frames.BoardFrame.as_view(), name="board"),
    path("<slug:club>/<slug:league>/players/<id:player>/card/", frames.CardFrame.as_view(), name="card"),
    path("<slug:club>/<slug:league>/players/<id:player>/chart/", frames.ChartFrame.as_view(), name="chart"),
]
