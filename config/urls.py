"""Addresses: the two apps' pages, the admin site."""

from django.contrib import admin
from django.urls import include, path

from league import language

admin.autodiscover()
urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/setlang/", language.choose, name="set_language"),
    path("api/v1/", include("config.api")),
    path("calculator/", include("ratings.calculator.urls")),
    path("learn/", include("ratings.calculator.learn.urls")),
    path("embed/", include("ratings.embed.urls")),
    path("", include("ratings.feeds.urls")),
    path("", include("league.urls")),
    path("", include("ratings.urls")),
]
