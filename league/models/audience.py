"""Who reads: whether names are shown in full, or as a club and its players want strangers to see them.

Pages are made for somebody, commands for the operator of the server. A request says at its beginning for whom
it is (``league.audience``), as it says in which language; what prints a name asks here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.translation import gettext

BY_NUMBER = "#"  # in ``Player.public_name``: no name at all
NUMBERS_LAST = "\uffff"  # in the order of names, where a place between two names would tell one

_sees: ContextVar[Callable[[int], bool] | None] = ContextVar("sees_full_names", default=None)


def sees_full_names(club: int) -> bool:
    """Whether whoever reads works in this club (an id). Outside a request: yes."""
    decide = _sees.get()
    return decide is None or decide(club)


@contextmanager
def shown_to(decide: Callable[[int], bool] | None) -> Iterator[None]:
    """What is made inside is for a reader of whom ``decide`` says which clubs (ids) are theirs to work in."""
    before = _sees.set(decide)
    try:
        yield
    finally:
        _sees.reset(before)


def strangers(club: int) -> bool:
    """The reader who is nobody anywhere: ``with shown_to(strangers)``."""
    return False


def label_of(name: str, distinction: str) -> str:
    """A name with what tells it from the same name of somebody else."""
    return f"{name} ({distinction})" if distinction else name


def shown_name(club: int, player: int, name: str, distinction: str, public_name: str) -> str:
    """The name of a player as the reader sees it: the one answer for pages, exports, feeds and the API.

    ``public_name``: as ``Player`` keeps it; "" where strangers see the plain name.
    """
    if sees_full_names(club):
        return label_of(name, distinction)
    if public_name == BY_NUMBER:
        return anonymous(player)
    return public_name or name


def anonymous(pk: int) -> str:
    """What is shown instead of a name."""
    return gettext("Player %(id)d") % {"id": pk}
