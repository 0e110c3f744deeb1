"""Keys of other objects that an address or a form gives, where they are none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import AutocompleteSelect
from django.http import HttpRequest

LONGEST = 18  # digits of a key that every database takes


def usable(given: Mapping[str, Any], opts: Any) -> dict[str, Any]:
    """The values without those for another object that cannot be the key of one."""
    pointing = {field.name for field in opts.fields if field.remote_field is not None}
    return {name: value for name, value in given.items() if name not in pointing or _is_key(str(value))}


class KeySelect(AutocompleteSelect):
    """A form that comes back with what is no key has nothing chosen there; Django would ask the database for it."""

    def optgroups(self, name: str, value: list[str], attr: dict[str, Any] | None = None) -> list[Any]:  # type: ignore[override]
        return super().optgroups(name, [each for each in value if not each or _is_key(str(each))], attr)


class KeyFields(BaseModelAdmin):
    """Other objects are chosen so."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", KeySelect(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST
