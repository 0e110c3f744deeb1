"""Addresses: the two apps' pages, the admin site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("calculator/", include("ratings.calculator.urls")),
    path("learn/", include("ratings.calculator.learn.urls")),
    path("", include("league.urls")),
    path("", include("ratings.urls")),
]
