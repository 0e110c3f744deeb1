"""What hangs on the record of a person, and how it goes over to another record of the same person."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import Model, Q

from league.models import (
    Adjustment,
    Bye,
    EventEntry,
    ExternalRating,
    Game,
    GameRevision,
    Membership,
    Pairing,
    Player,
    PlayerAlias,
    ResultClaim,
)

from ..writing import Actor

SIDES = ("white", "black")
_MANY = 500


@dataclass
class Belongings:
    """Ids of rows that go from one record to another; ``dropped``: entries in events that both are in, as they were.

    An import of ratings that both have for the same list and day stays where it is.
    """

    white: list[int] = field(default_factory=list)
    black: list[int] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    paired_white: list[int] = field(default_factory=list)
    paired_black: list[int] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    event_entries: list[int] = field(default_factory=list)
    dropped: list[dict[str, Any]] = field(default_factory=list)
    adjustments: list[int] = field(default_factory=list)
    external_ratings: list[int] = field(default_factory=list)
    aliases: list[int] = field(default_factory=list)
    memberships: list[int] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Belongings:
        return cls(**{name: stored.get(name, []) for name in cls.__dataclass_fields__})

    def still_of(self, player: Player) -> Belongings:
        """Those that have not gone elsewhere since."""
        return Belongings(
            **{name: _ids(model, getattr(self, name), **{column: player}) for name, model, column in _MOVED},
            dropped=self.dropped,
        )


_MOVED: tuple[tuple[str, type[Model], str], ...] = (
    ("white", Game, "white"), ("black", Game, "black"), ("byes", Bye, "player"),
    ("paired_white", Pairing, "white"), ("paired_black", Pairing, "black"), ("claims", ResultClaim, "player"),
    ("event_entries", EventEntry, "player"), ("adjustments", Adjustment, "player"),
    ("external_ratings", ExternalRating, "player"), ("aliases", PlayerAlias, "player"),
    ("memberships", Membership, "player"),
)  # fmt: skip


def belongings(source: Player, target: Player) -> Belongings:
    """All that would go over from one record to the other. Void games between the two stay: they count nowhere."""
    between = games_between(source, target)
    mine = Game.objects.exclude(pk__in=between.values("pk"))
    entries = EventEntry.objects.filter(player=source)
    both = entries.filter(event__entries__player=target)
    known = set(ExternalRating.objects.filter(player=target).values_list("list", "date"))
    external = ExternalRating.objects.filter(player=source).values_list("pk", "list", "date")
    return Belongings(
        white=_keys(mine.filter(white=source)),
        black=_keys(mine.filter(black=source)),
        byes=_keys(Bye.objects.filter(player=source)),
        paired_white=_keys(Pairing.objects.filter(white=source)),
        paired_black=_keys(Pairing.objects.filter(black=source)),
        claims=_keys(ResultClaim.objects.filter(player=source).exclude(game__in=between.values("pk"))),
        event_entries=_keys(entries.exclude(pk__in=both.values("pk"))),
        dropped=[_row(entry) for entry in both.order_by("pk")],
        adjustments=_keys(Adjustment.objects.filter(player=source)),
        external_ratings=[pk for pk, name, day in external.order_by("pk") if (name, day) not in known],
        aliases=_keys(PlayerAlias.objects.filter(player=source)),
        memberships=_keys(Membership.objects.filter(player=source)),
    )


def games_between(one: Player, other: Player) -> Any:
    """The games that two records played against each other."""
    return Game.objects.filter(Q(white=one, black=other) | Q(white=other, black=one))


def rounds_of(player: Player) -> set[tuple[int, int]]:
    """(event, round) in which a player has a game that counts, a pairing or a bye."""
    games = Game.objects.filter(Q(white=player) | Q(black=player), event__isnull=False, round__isnull=False)
    played = games.exclude(status=Game.Status.VOID).values_list("event", "round")
    paired = Pairing.objects.filter(Q(white=player) | Q(black=player)).values_list("event", "round")
    byes = Bye.objects.filter(player=player).values_list("event", "round")
    return {(event, number) for rows in (played, paired, byes) for event, number in rows if event and number}


def hand_over(moved: Belongings, source: Player, target: Player, *, reason: str, actor: Actor) -> None:
    """Let the rows belong to the other record; each side of a game gets its revision."""
    for side in SIDES:
        _keep_revisions(getattr(moved, side), side, source, target, reason, actor)
    for name, model, column in _MOVED:
        for ids in _chunks(getattr(moved, name)):
            model._default_manager.filter(pk__in=ids).update(**{column: target})


def take_away(moved: Belongings) -> None:
    """The entries in events that both records are in are one entry."""
    EventEntry.objects.filter(pk__in=[row["id"] for row in moved.dropped]).delete()


def give_back(moved: Belongings) -> None:
    EventEntry.objects.bulk_create([EventEntry(**row) for row in moved.dropped])


def _keep_revisions(
    games: list[int], side: str, source: Player, target: Player, reason: str, actor: Actor
) -> None:  # fmt: skip
    column = f"{side}_id"
    GameRevision.objects.bulk_create(
        [
            GameRevision(
                game_id=game, action=GameRevision.Action.CORRECT, old={column: source.pk}, new={column: target.pk},
                reason=reason.strip(), actor=actor,
            )
            for game in games
        ],
        batch_size=_MANY,
    )  # fmt: skip


def _row(entry: EventEntry) -> dict[str, Any]:
    return {column.attname: getattr(entry, column.attname) for column in EventEntry._meta.concrete_fields}


def _keys(rows: Any) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _ids(model: type[Model], ids: list[int], **condition: Any) -> list[int]:
    found: list[int] = []
    for chunk in _chunks(ids):
        found += _keys(model._default_manager.filter(pk__in=chunk, **condition))
    return found


def _chunks(ids: list[int]) -> Iterable[list[int]]:
    return (ids[start : start + _MANY] for start in range(0, len(ids), _MANY))
