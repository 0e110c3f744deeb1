"""permissions: until roles come, superusers write and nobody else."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from league.models import Membership
from league.permissions import Action, clubs_for, may, require
from league.services.people import create_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(django_user_model):
    users = django_user_model.objects
    return {
        "superuser": users.create_superuser("boss"),
        "staff": users.create_user("staff", is_staff=True),
        "user": users.create_user("user"),
        "sacked": users.create_superuser("former", is_active=False),
        "anonymous": AnonymousUser(),
        "nobody": None,
    }


@pytest.mark.parametrize("action", list(Action))
def test_superusers_write_and_nobody_else(people, action):
    club = create_club(slug="club", name="Club")
    Membership.objects.create(club=club, user=people["user"], role=Membership.Role.OWNER)
    allowed = {name for name, user in people.items() if may(user, action, club)}
    assert allowed == {"superuser"}
    require(people["superuser"], action, club)
    for name in set(people) - allowed:
        with pytest.raises(PermissionDenied):
            require(people[name], action, club)
        assert not clubs_for(people[name], action).exists()
    assert list(clubs_for(people["superuser"], action)) == [club]
