"""Reading a page as text and as tables."""

from __future__ import annotations

from html.parser import HTMLParser

HIDDEN = "visually-hidden"
INLINE = frozenset({"a", "span", "strong", "em", "b", "i", "code"})


class _Tables(HTMLParser):
    """Cells of all tables; text for screen readers only is left out."""

    VOID = frozenset({"br", "input", "meta", "link", "hr", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.cell: list[str] | None = None
        self.stack: list[bool] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.stack.append(HIDDEN in (dict(attrs).get("class") or ""))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.cell = []
        elif tag == "br" and self.cell is not None:
            self.cell.append(" ")

    def handle_endtag(self, tag):
        if tag not in self.VOID and self.stack:
            self.stack.pop()
        if tag in ("td", "th") and self.cell is not None:
            self.tables[-1][-1].append(" ".join("".join(self.cell).split()))
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None and not any(self.stack):
            self.cell.append(data)


def tables(response) -> list[list[dict[str, str]]]:
    """Each table as rows: heading -> text."""
    reader = _Tables()
    reader.feed(response.content.decode())
    found = []
    for head, *body in (t for t in reader.tables if t):
        found.append([dict(zip(head, row, strict=False)) for row in body])
    return found


def table(response, number: int = 0, *, having: str = "") -> list[dict[str, str]]:
    """The table of this number, or the first with a column of this heading."""
    found = tables(response)
    return next(t for t in found if having in t[0]) if having else found[number]


def text(response) -> str:
    """The words of a page, tags left out."""
    parts: list[str] = []
    reader = HTMLParser()
    reader.handle_data = parts.append
    reader.handle_starttag = lambda tag, attrs: None if tag in INLINE else parts.append(" ")
    reader.feed(response.content.decode())
    return " ".join("".join(parts).split())
