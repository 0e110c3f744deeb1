"""Where names of people can stand besides their own record: found column by column, emptied of one name.

Every column of text or JSON of every table that belongs to a club is looked through, also of tables that are
made later; what needs no look is named here with its reason.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, Final

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import models

from league.formats.spellings import Spellings
from league.models import (
    Adjustment,
    Club,
    FactChange,
    GameRevision,
    ImportDraft,
    Merge,
    Player,
    PlayerAlias,
    PlayerName,
)
from ratings.models import RatingListEntry

_TEXTS: Final = (models.CharField, models.TextField, models.JSONField)
_MANY: Final = 500
# Columns of names that are somebody's own: the service writes those of the player himself.
_OWN: Final = {
    Player: {"name", "name_key", "fide_id", "distinction"}, PlayerAlias: {"name", "name_key"}, PlayerName: {"word"},
    RatingListEntry: {"name"},
}  # fmt: skip
# Files as they were uploaded cannot be edited: those that may hold the name go as a whole.
_FILES: Final = (ImportDraft,)


def remove_traces(*, club: Club, spellings: Spellings, players: Collection[int], instead: str) -> None:
    """Replace a name in every text kept for a club; ``players``: ids of the records whose name it is."""
    for model, path in club_models():
        columns = text_columns(model)
        if columns and model not in _FILES:
            about = _about(model, players)
            rows = model._default_manager.filter(**{path: club.pk})
            _clean(model, rows, columns, spellings, instead, about)
    _clean_admin_log(club, spellings, players, instead)
    _remove_files(club, spellings)


def club_models() -> Iterator[tuple[type[models.Model], str]]:
    """Every table that belongs to a club, with the shortest way to the club."""
    for model in apps.get_models():
        if model._meta.app_label in ("league", "ratings") and (path := _path_to_club(model)):
            yield model, path


def text_columns(model: type[models.Model]) -> list[str]:
    """The columns in which a name can stand: no codes, no addresses, no sums of bytes."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, _TEXTS)
        and not isinstance(field, models.SlugField)
        and not field.choices
        and field.name
        not in ("sha256", "token_hash", "key_hash", "scopes", "time_zone", "kernel_version", *_OWN.get(model, ()))
    ]


def _path_to_club(model: type[models.Model]) -> str:
    """Breadth first along the foreign keys ("" if there is no way)."""
    if model is Club:
        return "pk"
    seen, ways = {model}, [(model, "")]
    while ways:
        here, path = ways.pop(0)
        for field in here._meta.concrete_fields:
            other = field.related_model
            if not isinstance(field, models.ForeignKey) or not isinstance(other, type):
                continue
            if other is Club:
                return f"{path}{field.name}"
            if other not in seen and other._meta.app_label == "league":
                seen.add(other)
                ways.append((other, f"{path}{field.name}__"))
    return ""


def _about(model: type[models.Model], players: Collection[int]) -> set[int]:
    """Rows whose text is about this person, so that one word of the name says it."""
    either = models.Q(game__white__in=players) | models.Q(game__black__in=players)
    conditions: dict[type[models.Model], models.Q] = {
        GameRevision: either,
        Adjustment: models.Q(player__in=players),
        Merge: models.Q(kept__in=players) | models.Q(absorbed__in=players),
        FactChange: models.Q(about__player__in=players),
    }
    condition = conditions.get(model)
    return set() if condition is None else set(model._default_manager.filter(condition).values_list("pk", flat=True))


def _clean(
    model: type[models.Model], rows: Any, columns: list[str], spellings: Spellings, instead: str, about: set[int]
) -> None:  # fmt: skip
    changed: list[models.Model] = []
    for row in rows.only("pk", *columns).order_by("pk").iterator(chunk_size=2_000):
        if _clean_row(row, columns, spellings, instead, row.pk in about):
            changed.append(row)
        if len(changed) >= _MANY:
            model._default_manager.bulk_update(changed, columns)
            changed = []
    if changed:
        model._default_manager.bulk_update(changed, columns)


def _clean_row(row: models.Model, columns: list[str], spellings: Spellings, instead: str, alone: bool) -> bool:
    differs = False
    for name in columns:
        value = getattr(row, name)
        if not value:
            continue
        clean = spellings.taken_out_of_json(value, instead, alone=alone)
        if clean != value:
            field = row._meta.get_field(name)
            length = getattr(field, "max_length", None)
            setattr(row, name, clean[:length] if isinstance(clean, str) else clean)
            differs = True
    return differs


def _clean_admin_log(club: Club, spellings: Spellings, players: Collection[int], instead: str) -> None:
    """The admin site's own history: what is about things of this club, or of things that are gone."""
    for entry in LogEntry.objects.select_related("content_type").order_by("pk").iterator(chunk_size=2_000):
        model = entry.content_type.model_class() if entry.content_type else None
        own = model is Player and entry.object_id in {str(player) for player in players}
        texts = (entry.object_repr, entry.change_message)
        clean = [_clean_text(text, spellings, instead, own) for text in texts]
        if clean != list(texts) and _is_of(club, model, entry.object_id):
            LogEntry.objects.filter(pk=entry.pk).update(object_repr=clean[0][:200], change_message=clean[1])


def _clean_text(text: str, spellings: Spellings, instead: str, alone: bool) -> str:
    """A message is JSON where the admin site wrote it."""
    try:
        value = json.loads(text)
    except ValueError:
        return spellings.taken_out(text, instead, alone=alone)
    clean = spellings.taken_out_of_json(value, instead, alone=alone)
    return text if clean == value else json.dumps(clean)


def _is_of(club: Club, model: type[models.Model] | None, key: str | None) -> bool:
    path = _path_to_club(model) if model is not None and model._meta.app_label in ("league", "ratings") else ""
    if not path or model is None or key is None or not key.isdecimal():
        return True
    rows = model._default_manager.filter(pk=key)
    return not rows.exists() or rows.filter(**{path: club.pk}).exists()


def _remove_files(club: Club, spellings: Spellings) -> None:
    for draft in ImportDraft.objects.filter(club=club).iterator(chunk_size=5):
        said = [draft.file_name, draft.options, draft.choices, draft.left_out]
        if any(spellings.taken_out_of_json(each, "") != each for each in said) or _may_hold(draft.data, spellings):
            draft.delete()


def _may_hold(data: bytes | memoryview, spellings: Spellings) -> bool:
    """Packed files cannot be looked through line by line; others are read as the texts they may be."""
    raw = bytes(data)
    if raw[:2] in (b"PK", b"\x1f\x8b", b"\xd0\xcf"):
        return True
    texts = (raw.decode(encoding, errors="replace") for encoding in ("utf-8", "utf-16", "cp1251", "cp1250", "cp1252"))
    return any(spellings.taken_out(text, "", alone=True) != text for text in texts)
