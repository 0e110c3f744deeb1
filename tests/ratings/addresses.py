"""Every address that the site knows, with values put in: pages made later are tried, too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from django.urls import URLPattern, get_resolver

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")


def routes(resolver=None, before: str = "/") -> Iterator[tuple[str, str]]:
    """(namespaces and name, route): ``ratings:player``, ``/<slug:club>/<slug:league>/players/<id:player>/``."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield each.name or "", route
        else:
            space = each.namespace
            for name, inner in routes(each, route):
                yield (f"{space}:{name}" if space else name), inner


def filled(route: str, values: Mapping[str, object]) -> str | None:
    """The route with values in its places; None where one is missing."""
    if any(name not in values for name in PLACE.findall(route)):
        return None
    return PLACE.sub(lambda found: str(values[found[1]]), route)
