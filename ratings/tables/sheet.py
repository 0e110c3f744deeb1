"""What every table has: a caption, row headers, safe paging and sorting, rows that fold on phones."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import django_tables2 as tables
from django.core.paginator import EmptyPage
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2.data import TableData
from django_tables2.paginators import LazyPaginator

from league.models import League, Player

from .body import body

PAGE_SIZES = (25, 50, 100)
USUAL_SIZE = 50
LAST_PAGE = 1_000_000
ANY_NUMBER = 1_234_567_890_123  # stands in an address for the one that follows


class Paged(TableData):
    """Rows that are read one page at a time: ``source`` is sliced, then ``lines(found)`` says what the
    table shows. The source comes in its order; the table never sorts it again."""

    def __init__(
        self,
        source: Any,
        lines: Callable[[list[Any]], Sequence[Any]] | None = None,
        count: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(source)
        self.lines = lines or (lambda found: found)
        self.counted = count
        self._length: int | None = None

    def __len__(self) -> int:
        if self._length is None:
            self._length = self.counted() if self.counted else len_of(self.data)
        return self._length

    def __getitem__(self, key: slice) -> Sequence[Any]:
        return self.lines(list(self.data[key]))

    def order_by(self, aliases: Any) -> None:
        """The source is in order already."""


def len_of(source: Any) -> int:
    return source.count() if isinstance(source, QuerySet) else len(source)


def column(**options: Any) -> tables.Column:
    """A column; ``css`` for its cells and heading, ``fold`` for one that folds away on phones."""
    css, fold = options.pop("css", ""), options.pop("fold", False)
    classes = f"{css} fold".strip() if fold else css
    cell: dict[str, Any] = {"class": classes} if classes else {}
    if fold:
        cell["data-label"] = options["verbose_name"]
    options["attrs"] = {"td": cell, "th": {"class": classes} if classes else {}}
    options.setdefault("orderable", False)
    return tables.Column(**options)


def number_column(name: Any, **options: Any) -> tables.Column:
    """A column of numbers to sort by, the highest first."""
    return column(verbose_name=name, css="num", orderable=True, initial_sort_descending=True, **options)


def more_column() -> tables.Column:
    """The handle that opens a folded row on phones."""
    attrs = {"class": "more"}
    return tables.Column(
        verbose_name=gettext_lazy("Details"), empty_values=(), orderable=False, attrs={"td": attrs, "th": attrs}
    )


class Sheet(tables.Table):
    """A table of a page.

    ``row_header``: the column whose cells head their rows; ``folds``: how a row folds on phones
    (a class of ``app.css``), empty for a table that is narrow enough; ``target``: id of the part of the
    page that paging and sorting replace where scripts run; ``called``: what those hear who do not see the
    heading above it, where no caption says more.
    """

    row_header = ""
    folds = ""
    target = ""
    sorts: dict[str, str] = {}
    caption: str | SafeString = ""
    called: str | Promise = ""

    def __init__(self, *args: Any, league: League | None = None, caption: str = "", **kwargs: Any) -> None:
        self.league = league
        self._links: dict[str, tuple[str, str]] = {}
        kwargs.setdefault("default", "")
        super().__init__(*args, **kwargs)
        self.caption = caption

    @property
    def folding(self) -> bool:
        return bool(self.folds)

    @property
    def classes(self) -> str:
        return f"sheet folds {self.folds}" if self.folds else "sheet"

    # -- asked for ---------------------------------------------------------------------------------

    def show(self, asked: QueryDict, *, lazy: bool = False) -> Sheet:
        """Shows the page that the address asks for; what makes no sense there gives the usual."""
        size = page_size(asked.get(self.prefixed_per_page_field))
        number = page_number(asked.get(self.prefixed_page_field))
        paginator = {"paginator_class": LazyPaginator} if lazy else {}
        try:
            self.paginate(page=number, per_page=size, **paginator)
        except EmptyPage:
            self.page = self.paginator.page(1 if lazy else self.paginator.num_pages)
        return self

    @property
    def records(self) -> list[Any]:
        """What the rows of the page shown are about."""
        return [row.record for row in self.page.object_list]

    # -- rows --------------------------------------------------------------------------------------

    def body(self) -> SafeString:
        """The rows as HTML, without those of other pages."""
        return body(self, [row.record for row in self.paginated_rows])

    def row_class(self, record: Any) -> str:
        """Classes of a record's row."""
        return ""

    # -- cells -------------------------------------------------------------------------------------

    def link(self, name: str, *args: Any) -> str:
        """The address of a page of the league. Those of one kind differ by a number: they are looked up once."""
        assert self.league is not None
        around = [self.league.club.slug, self.league.slug]
        if len(args) != 1 or not isinstance(args[0], int):
            return reverse(f"ratings:{name}", args=[*around, *args])
        if name not in self._links:
            before, _number, after = reverse(f"ratings:{name}", args=[*around, ANY_NUMBER]).rpartition(str(ANY_NUMBER))
            self._links[name] = before, after
        before, after = self._links[name]
        return f"{before}{args[0]}{after}"

    def player_link(self, player: Player, label: str = "", title: str = "") -> SafeString | str:
        """The name, as the reader sees it, with the way to the player's page where there is one."""
        title = player.told(title or player.title)
        name = escape(label or player.label)
        if not player.is_hidden:
            name = f'<a href="{self.link("player", player.pk)}">{name}</a>'
        return mark_safe(f'{name} <span class="title-abbr">{escape(title)}</span>' if title else name)  # escaped above

    def handle(self, about: str) -> SafeString:
        words = escape(self._about % {"what": about})
        return mark_safe(f'<details><summary><span class="visually-hidden">{words}</span></summary></details>')

    @cached_property
    def _about(self) -> str:
        return _("More about %(what)s")


def page_size(text: str | None) -> int:
    """The size of a page nearest to the one asked for; the usual one for nonsense."""
    wanted = _number(text)
    return USUAL_SIZE if wanted is None else min(PAGE_SIZES, key=lambda size: abs(size - wanted))


def page_number(text: str | None) -> int:
    wanted = _number(text)
    return 1 if wanted is None else max(1, min(wanted, LAST_PAGE))


def _number(text: str | None) -> int | None:
    if not text or len(text) > 12:
        return None
    try:
        return int(text)
    except ValueError:
        return None


def asked_sort(asked: QueryDict, allowed: Container[str], usual: str) -> str:
    """The column to sort by (``-`` in front: descending) if it is one of those allowed."""
    wanted = asked.get("sort", "")
    return wanted if wanted.removeprefix("-") in allowed else usual
