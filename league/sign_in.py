"""Signing in, slowly: what counts as too many failures, who sends them, and the page that says to wait."""

from __future__ import annotations

import math
from contextlib import suppress
from datetime import timedelta
from ipaddress import ip_address
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.db.models import Max, Q, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

LONGEST_NAME = 150
NAMES_TRIED = 10  # an address may fail so many times as often as one name from it: a school shares one


class Accounts(ModelBackend):
    """Accounts with what they chose for their pages, in one question to the database."""

    def get_user(self, user_id: Any) -> Any:
        user = get_user_model().objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


class Counter(AxesDatabaseHandler):
    """Failures of one name from one address; and of one address under whatever names."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        recent = AccessAttempt.objects.filter(ip_address=sender(request), attempt_time__gte=_pause_began(request))
        own = Sum("failures_since_start", filter=Q(username=name_tried(request, credentials)))
        counted = recent.aggregate(all=Sum("failures_since_start"), own=own)
        return max(counted["own"] or 0, (counted["all"] or 0) // NAMES_TRIED)


def paused(request: HttpRequest, response: Any = None, credentials: dict[str, Any] | None = None) -> HttpResponse:
    """The page for whoever failed too often: the same whether there is such an account or not."""
    tried = AccessAttempt.objects.filter(ip_address=sender(request), attempt_time__gte=_pause_began(request))
    last = tried.aggregate(last=Max("attempt_time"))["last"] or timezone.now()
    left = last + _pause(request) - timezone.now()
    minutes = max(1, math.ceil(left.total_seconds() / 60))
    answer = render(request, "account/paused.html", {"minutes": minutes}, status=429)
    answer["Retry-After"] = str(minutes * 60)
    return answer


def name_tried(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The name that is tried, cut to what a column holds: forms let longer ones through."""
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    return str(name)[:LONGEST_NAME]


def sender(request: HttpRequest) -> str:
    """The address a request comes from. Behind a proxy: what that proxy, the last one, says."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    for said in (forwarded.rpartition(",")[2].strip(), request.META.get("REMOTE_ADDR", "")):
        with suppress(ValueError):
            return str(ip_address(said))
    return "0.0.0.0"


def _pause(request: HttpRequest) -> timedelta:
    return get_cool_off(request) or timedelta(minutes=15)


def _pause_began(request: HttpRequest) -> Any:
    return timezone.now() - _pause(request)
