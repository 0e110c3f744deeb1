"""What an import of results is asked to do, and what it would do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from django.conf import settings

from league.formats.event_file import EventFile
from league.formats.event_rows import PartialDays
from league.formats.faults import Faults
from league.formats.results import PackedRows, ResultFile, ResultRow
from league.formats.text import TextFile
from league.models import League

from .choosing import Choices
from .comparing import Matches
from .details import Details
from .directory import Directory
from .files import SourceFile
from .occasions import Occasions, PlannedEvent
from .problems import ImportProblem

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class ResultsOptions:
    """How files are to be read and taken.

    ``event``, ``day``: where the file does not say; ``day_first``: how 03/04/2026 is meant (None: found);
    ``partial_days``: 1984.??.?? is the first or the last day of the year, or refused; ``sheet``: of a workbook;
    ``create_players``: unknown names are new players; ``update``: another result in the same place
    corrects the game; ``reason``: needed where a closed period is changed; ``limit``: most bytes of a file;
    ``delimiter``, ``header_row``, ``style`` (of results): of a table, where somebody says them; ``left_out``: games
    not to be taken, of the one file there is, by their keys (``leaving.row_keys``);
    ``choices``: who is meant by a name; ``pasted``: the text is what somebody pasted; ``subject``: whose games
    its lines are, where they name the opponent only; ``round``: of pasted lines that say none; ``most_rows``: more
    of them are refused (a page cannot wait so long); ``closed``: whether closed periods may be reached.
    """

    format: str = "auto"
    encoding: str | None = None
    event: str = ""
    day: date | None = None
    day_first: bool | None = None
    partial_days: PartialDays = "refuse"
    sheet: str = ""
    create_players: bool = False
    update: bool = False
    reason: str = ""
    limit: int | None = field(default_factory=lambda: settings.ARPAD_UPLOAD_LIMIT)
    delimiter: str = ""
    header_row: int = 0
    style: str = ""
    left_out: frozenset[str] = frozenset()
    choices: Choices = field(default_factory=Choices)
    pasted: bool = False
    subject: str = ""
    round: int | None = None
    most_rows: int | None = None
    closed: bool = True


@dataclass
class ReadFile:
    """A file, and what was read from it."""

    source: SourceFile
    format: str = "csv"
    layout: str = ""
    text: TextFile | None = None
    warnings: Faults = field(default_factory=Faults)
    event: EventFile | None = None
    result: ResultFile | None = None
    left: dict[int, ResultRow] = field(default_factory=dict)  # by place: games that are not to be taken

    @property
    def rows(self) -> PackedRows:
        """Its games."""
        return PackedRows.of(self.result.rows if self.result else ())

    def columns(self) -> dict[str, str]:
        """What the file's headings were taken as."""
        if self.result is None:
            return {}
        header = self.result.layout.header
        return {column: header.headings[place] for column, place in header.columns.items()}


@dataclass
class ResultsPlan:
    """What an import would do. With ``problems`` it cannot be committed."""

    league: League
    options: ResultsOptions
    files: list[ReadFile]
    version: int
    problems: list[ImportProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    directory: Directory = field(init=False)
    occasions: Occasions = field(default_factory=Occasions)
    matches: Matches = field(default_factory=Matches)
    ratings: dict[int, float] = field(default_factory=dict)  # player ref -> rating brought along
    details: Details = field(default_factory=Details)

    def __post_init__(self) -> None:
        self.directory = Directory(self.league.club)

    @property
    def changes(self) -> bool:
        """Whether committing would write anything."""
        found = self.matches.new or self.matches.differing or self.occasions.seasons or self.details.changes
        return bool(found or any(event.changed for event in self.occasions.events))

    @property
    def newcomers(self) -> list[str]:
        return [newcomer.name for newcomer in self.directory.newcomers]

    @property
    def new_events(self) -> list[PlannedEvent]:
        return sorted((e for e in self.occasions.events if e.id < 0), key=lambda event: -event.id)

    @property
    def moved_events(self) -> list[PlannedEvent]:
        return [event for event in self.occasions.events if event.changed]

    @property
    def since(self) -> date | None:
        """The earliest day on which anything would be different; None: nothing that ratings follow from."""
        days = list(self.matches.new.days())
        for game, stored in self.matches.differing:
            days += [game.row.at.day, stored.day]
        for event in self.moved_events:
            days += [event.starts_on, event.before[0] if event.before else event.starts_on]
        days += [season.starts_on for season in self.occasions.seasons]
        return date.fromisoformat(min(days)) if days else None
