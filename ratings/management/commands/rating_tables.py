"""Write the tables that the calculators use in the browser."""

from typing import Any

from django.core.management.base import CommandParser

from league.management.base import Refused, ServiceCommand
from ratings.calculator.tables import FILE, script


class Command(ServiceCommand):
    help = (
        "Write static/js/rating_tables.js from the kernel's tables. With --check: only compare, exit 1 if they differ."
    )
    writes_json = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true")

    def act(self, **options: Any) -> None:
        if not options["check"]:
            FILE.write_text(script(), encoding="utf-8")
        elif not FILE.exists() or FILE.read_text(encoding="utf-8") != script():
            raise Refused(f"{FILE.name} is not of the kernel's tables: run manage.py rating_tables.")
