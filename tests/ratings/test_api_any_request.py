"""Whatever is asked of the API: an answer that its description knows, and never an error of ours.

Requests are made from the OpenAPI document, those it allows and many that it does not: some for each address here,
and with ``API_EXAMPLES=20`` so many random ones and every limit of every value, which takes minutes.
"""

import os
from datetime import date

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from league.models import Game, Season
from league.services.access import make_token
from ratings.ledger.keys import game_row_id

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("API_EXAMPLES", "0"))  # for each address
PHASES = tuple(Phase) if EXAMPLES else (Phase.generate,)
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    response_headers_conformance, unsupported_method, negative_data_rejection,
]  # fmt: skip


schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@pytest.fixture(autouse=True)
def in_the_test_s_own_transaction(settings):
    """A server closes its connection after each request; here that would end the test's transaction."""
    settings.ARPAD_API_READS = settings.ARPAD_API_WRITES = 0
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def secret(scene):
    return make_token(club=scene.club, name="fuzz", scopes=["record", "correct", "void", "import", "close"])[1]


def what_there_is(scene) -> dict[str, object]:
    """One of each thing that an address names: else most requests would only hear that there is nothing."""
    game = Game.objects.filter(league=scene.fide, event__isnull=False).earliest("pk")
    season, _new = Season.objects.get_or_create(league=scene.fide, name="2026", starts_on=date(2026, 6, 1))
    return {
        "club": "riverside", "league": "standard", "player": game.white_id, "opponent": game.black_id, "game": game.pk,
        "event": game.event_id, "round": 1, "period": "2026-12", "dated": "2026-10-01", "season": season.pk,
        "change": game_row_id(scene.fide.pk, game.pk, 0), "calculator": "game",
    }  # fmt: skip


@schema.parametrize()
@settings(
    max_examples=EXAMPLES or 5, phases=PHASES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
def test_any_request_has_an_answer_of_the_description(case, scene, secret):
    if case.path_parameters and case.meta and case.meta.generation.mode.is_positive:
        there = what_there_is(scene)
        case.path_parameters |= {name: there[name] for name in case.path_parameters if name in there}
    case.call_and_validate(headers={"Authorization": f"Bearer {secret}"}, checks=CHECKS)
