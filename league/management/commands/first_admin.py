"""``manage.py first_admin``: somebody who may log in to a fresh database."""

import secrets

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Create the superuser 'admin' with a random password, shown this once, if there is no superuser yet."

    def add_arguments(self, parser):
        parser.add_argument("--page", default="/admin/", help="address of the admin site, for the words printed")
        parser.add_argument("--manage", default="manage.py", help="how this program is called, for the words printed")

    def handle(self, *, page, manage, **options):
        users = get_user_model().objects
        known = users.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if known is None:
            name = free_name(users)
            password = secrets.token_urlsafe(12)
            users.create_superuser(name, password=password)
            self.stdout.write(f"Log in at {page} as {name} with the password {password}")
            self.stdout.write("It is shown this once; change it there.")
        else:
            name = known.get_username()
            self.stdout.write(f"Log in at {page} as {name}. A new password: {manage} changepassword {name}")


def free_name(users):
    """``admin``, or the first of ``admin2``, ``admin3``... that no (inactive, lesser) user has."""
    number = 1
    name = "admin"
    while users.filter(username=name).exists():
        number += 1
        name = f"admin{number}"
    return name
