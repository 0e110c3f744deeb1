"""The worker."""

import signal
import time
from typing import Any

from django.core.management.base import CommandParser
from django.db import OperationalError, close_old_connections
from django.utils import timezone
from django.utils.translation import gettext as _

from league.management.base import ServiceCommand
from league.services.checking import check_next
from league.services.people import keep_names_of_the_year
from league.services.reporting import settle_overdue
from ratings.services import leave, work_once

REPORTS = 60.0  # seconds between two looks at reports whose time is over
PAUSE = 1.0  # seconds between two looks when there is nothing to do


class Command(ServiceCommand):
    help = "Re-rate leagues left over, do checks that wait; as many workers as wanted. Ctrl+C ends it."
    writes_json = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="Do what there is to do, then end.")

    def act(self, **options: Any) -> None:
        before = signal.signal(signal.SIGTERM, _interrupt)
        self.done = 0
        self.next_look = 0.0
        try:
            while self._work() or not options["once"]:
                if not options["once"]:
                    time.sleep(self.pause)
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGTERM, before)
            leave()
        self.say(_("Leagues re-rated: %(count)d.") % {"count": self.done})

    def _work(self) -> bool:
        """One league that is stale, else one check that waits, else names of a new year, else reports."""
        try:
            rated = work_once()
            worked = rated or check_next() or keep_names_of_the_year() or self._settle_reports()
        except OperationalError as error:  # a busy or restarting database: later is soon enough
            self.stderr.write(str(error))
            close_old_connections()
            rated = worked = False
        self.done += rated
        self.pause = 0.0 if worked else PAUSE
        return worked

    def _settle_reports(self) -> bool:
        """Now and then: results that players reported and nobody answered in time."""
        if time.monotonic() < self.next_look:
            return False
        self.next_look = time.monotonic() + REPORTS
        return settle_overdue(now=timezone.now()) > 0


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt
