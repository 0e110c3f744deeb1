"""The documentation of the API as a page of this site: made from the same description that programs read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from ninja import NinjaAPI

GROUPS = {
    "clubs": _("Clubs and people"),
    "ratings": _("Ratings"),
    "games": _("Games and events"),
    "calculators": _("Calculators"),
    "writing": _("Writing"),
}


def docs_page(api: NinjaAPI, request: HttpRequest) -> HttpResponse:
    schema = api.get_openapi_schema()
    operations = list(_operations(schema))
    groups = [
        {"key": key, "title": title, "operations": [each for each in operations if key in each["tags"]]}
        for key, title in GROUPS.items()
    ]
    shapes = [
        {"name": name, "about": shape.get("description", ""), "fields": list(_fields(shape))}
        for name, shape in sorted(schema["components"]["schemas"].items())
        if "properties" in shape
    ]
    return render(request, "api/docs.html", {"groups": groups, "shapes": shapes, "root": f"/api/{api.version}"})


def _operations(schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for path, methods in schema["paths"].items():
        for method, said in methods.items():
            yield {
                "id": said["operationId"],
                "method": method.upper(),
                "path": path,
                "summary": said.get("summary", ""),
                "about": said.get("description", ""),
                "tags": said.get("tags", []),
                "token": bool(said.get("security")),
                "parameters": [_parameter(each) for each in said.get("parameters", [])],
                "body": [_shape(each["schema"]) for each in said.get("requestBody", {}).get("content", {}).values()],
                "answers": [(code, _answer(each)) for code, each in said["responses"].items()],
            }


def _parameter(said: Mapping[str, Any]) -> dict[str, Any]:
    schema = said["schema"]
    return {
        "name": said["name"], "place": said["in"], "needed": said.get("required", False), "kind": _shape(schema),
        "about": said.get("description") or schema.get("description", ""),
    }  # fmt: skip


def _fields(shape: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    needed = shape.get("required", [])
    for name, schema in shape["properties"].items():
        yield {"name": name, "kind": _shape(schema), "needed": name in needed}


def _answer(said: Mapping[str, Any]) -> str:
    return next((_shape(each["schema"]) for each in said.get("content", {}).values()), "")


def _shape(schema: Mapping[str, Any]) -> str:
    """A type in a few letters: ``GameOut``, ``[GameOut]``, ``integer or null``."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if options := schema.get("anyOf"):
        return " | ".join(dict.fromkeys(_shape(each) for each in options))
    if schema.get("type") == "array":
        return f"[{_shape(schema.get('items', {}))}]"
    if values := schema.get("enum"):
        return " | ".join(map(str, values))
    return str(schema.get("format") or schema.get("type", "any"))
