"""What a file is, and whether this version of Arpad can read it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from league.services.errors import Refused

APPS = ("league", "ratings")
COUNTED = {
    "clubs": "league_club", "leagues": "league_league", "players": "league_player", "games": "league_game",
    "revisions": "league_gamerevision", "log": "ratings_ratingchange", "ratings": "ratings_rating",
    "lists": "ratings_ratinglist",
}  # fmt: skip


class Kind(StrEnum):
    """As Django names the databases."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"

    @property
    def title(self) -> str:  # type: ignore[override]
        return "SQLite" if self is Kind.SQLITE else "PostgreSQL"


BEGINNINGS = {b"SQLite format 3\0": Kind.SQLITE, b"PGDMP": Kind.POSTGRESQL}


def kind_of(file: Path) -> Kind | None:
    """By its first bytes, whatever its name."""
    with file.open("rb") as opened:
        head = opened.read(16)
    return next((kind for beginning, kind in BEGINNINGS.items() if head.startswith(beginning)), None)


def refuse_other_version(file: Path, applied: set[tuple[str, str]]) -> None:
    """A copy made by a newer version has tables that this one does not know."""
    if not any(app in APPS for app, _name in applied):
        raise Refused(_("%(file)s is a database, but not one of Arpad.") % {"file": file}, field="file")
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    newer = sorted(f"{app}.{name}" for app, name in applied if app in APPS and (app, name) not in known)
    if newer:
        words = _("%(file)s was made by a newer version of Arpad (%(what)s is unknown here): update first.")
        raise Refused(words % {"file": file, "what": newer[0]}, field="file")


def is_older(applied: set[tuple[str, str]]) -> bool:
    """Whether tables have to be migrated after the copy is put back."""
    known = {key for key in MigrationLoader(None, ignore_no_migrations=True).disk_migrations if key[0] in APPS}
    return bool(known - applied)
