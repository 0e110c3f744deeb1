"""A copy of the whole database."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from league.management import backups
from league.management.base import Refused, ServiceCommand


class Command(ServiceCommand):
    help = "Copy the whole database into a file while Arpad runs; restore puts it back."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--replace", action="store_true", help="Replace the file if it exists.")

    def act(self, **options: Any) -> None:
        target = Path(options["file"])
        try:
            size = backups.make(target, replace=options["replace"])
        except OSError as error:
            words = _("%(file)s cannot be written: %(error)s.")
            raise Refused(words % {"file": target, "error": error.strerror or error}) from error
        words = _("%(file)s: %(size)s.") % {"file": target, "size": filesizeformat(size)}
        self.say(words, {"file": str(target), "bytes": size})
