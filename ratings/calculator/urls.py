"""Addresses of the calculators."""

from django.urls import path

from . import views

app_name = "calculator"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:mode>/", views.calculator, name="mode"),
]
