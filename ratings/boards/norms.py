"""Title norms of an event, requirement by requirement, and the ratings that titles need (FIDE B.01).

Ratings are those of the list in force at the event's start, as the games were computed with, or, before their
period is closed, as they would be now; of games that are not rated, the present ones. Titles and federations are
those kept with the event, else the player's own. Left out: the exemptions of 1.4.3a-d.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import QuerySet

from league.models import FORFEITS, PLAYED, Bye, Event, EventEntry, Game, League, Player
from ratings.kernel.norm_check import NormCheck, Opponent
from ratings.kernel.norm_choice import best_norm
from ratings.kernel.norm_games import NormEvent
from ratings.kernel.norms import NORMS, RATING_TITLES
from ratings.kernel.rounding import whole
from ratings.models import Rating

from .gains import Row, Sides, game_sides

TITLES = tuple(NORMS)
WOMENS = frozenset({"WGM", "WIM", "WFM", "WCM"})
LEAST_GAMES = 30  # rated games before a title by rating
# what a holder of a title has no more use for
_HELD = {
    "GM": frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"}),
    "IM": frozenset({"IM", "FM", "CM", "WIM", "WFM", "WCM"}),
    "WGM": frozenset({"WGM", "WIM", "WFM", "WCM", "CM"}),
    "FM": frozenset({"FM", "CM", "WFM", "WCM"}),
    "WIM": frozenset({"WIM", "WFM", "WCM"}),
    "CM": frozenset({"CM", "WCM"}),
    "WFM": frozenset({"WFM", "WCM"}),
    "WCM": frozenset({"WCM"}),
}
_IN_ONE_QUERY = 500


@dataclass(frozen=True, slots=True)
class Tried:
    """A title for which a norm is asked."""

    title: str
    check: NormCheck


@dataclass(frozen=True, slots=True)
class NormLine:
    """One player's event. ``tried``: the titles the player does not hold, highest first."""

    player: Player
    title: str
    federation: str
    opponents: tuple[Opponent, ...]
    rivals: tuple[Player, ...]  # the same, in the same order
    tried: tuple[Tried, ...]

    @property
    def games(self) -> int:
        return len(self.opponents)

    @property
    def halves(self) -> int:
        return sum(opponent.halves for opponent in self.opponents)

    @property
    def reached(self) -> tuple[str, ...]:
        """Titles for which this is a norm by its numbers."""
        return tuple(each.title for each in self.tried if each.check.reached)

    def left_out(self, tried: Tried) -> list[Player]:
        """Opponents of the games that the norm is reached without (1.4.1e and f)."""
        return [self.rivals[place] for place in tried.check.ignored]

    @property
    def without_federation(self) -> int:
        """Opponents whose federation nobody entered: they count for none."""
        return sum(not opponent.federation for opponent in self.opponents)


@dataclass(frozen=True, slots=True)
class Person:
    player: Player
    title: str
    federation: str


def has_norms(league: League) -> bool:
    """Norms are made on standard lists by FIDE's rules."""
    if league.system != League.System.FIDE:
        return False
    rules = league.rules.order_by("-valid_from").first()
    return rules is None or rules.parameters.get("list", "standard") == "standard"


def norms_are_made(league: League) -> bool:
    """In the league, or in one that rates its games."""
    return any(map(has_norms, (league, *league.followers.all())))


def norms_of(
    league: League, event: Event, only: int | None = None, sides: Sides | None = None, byes: Iterable[Bye] | None = None
) -> list[NormLine]:
    """Everybody who played in an event (or one player), most points first. ``sides``, ``byes``: if at hand."""
    found = list(Game.objects.filter(event=event, status=Game.Status.FINAL).order_by("round", "pk"))
    games = [game for game in found if game.outcome in PLAYED]
    people = people_of([event], {(event.pk, player) for game in games for player in (game.white_id, game.black_id)})
    known = sides or game_sides(league, [(game.pk, game.white_id, game.black_id) for game in games])
    met = opponents_of(games, people, ratings_used(league, games, known.rows))
    without_play = unplayed_rounds(byes_of([event]) if byes is None else byes, found)
    last = max((game.round or 0 for game in found), default=0)
    asked = asked_of(event, last)
    lines = [
        norm_line(people[place], opponents, asked, without_play[place])
        for place, opponents in met.items()
        if only in (None, place[1])
    ]
    return sorted(lines, key=lambda line: (-line.halves, line.player.order_key, line.player.pk))


def norm_line(person: Person, met: list[tuple[Opponent, Player]], event: NormEvent, unplayed: int) -> NormLine:
    """Which titles are open to somebody tells the own title and sex: nothing is tried for who goes by a number."""
    player = person.player
    opponents, rivals = tuple(opponent for opponent, _ in met), tuple(rival for _, rival in met)
    titles = () if player.goes_by_number else _open_titles(person)
    tried = tuple(Tried(each, best_norm(each, person.federation, opponents, event, unplayed)) for each in titles)
    return NormLine(player, player.told(person.title), player.told(person.federation), opponents, rivals, tried)


def _open_titles(person: Person) -> Iterator[str]:
    held = _HELD.get(person.title, frozenset())
    for title in TITLES:
        if title not in held and (title not in WOMENS or _is_woman(person.player, person.title)):
            yield title


def _is_woman(player: Player, title: str) -> bool:
    """As entered; where nothing is, a title of women says it."""
    return player.sex == Player.Sex.FEMALE or (not player.sex and title.startswith("W"))


Place = tuple[int, int]  # event, player


def opponents_of(
    games: Iterable[Game], people: Mapping[Place, Person], used: Mapping[tuple[int, int], int | None]
) -> dict[Place, list[tuple[Opponent, Player]]]:
    """Whom each player met in each event, in the order of the games."""
    met: dict[Place, list[tuple[Opponent, Player]]] = defaultdict(list)
    for game in games:
        event = game.event_id or 0
        sides = ((game.white_id, game.black_id, game.white_halves), (game.black_id, game.white_id, game.black_halves))
        for side, (own, other, halves) in enumerate(sides):
            them = people[event, other]
            opponent = Opponent(used[game.pk, side], them.title, them.federation, halves, other)
            met[event, own].append((opponent, them.player))
    return met


def byes_of(events: Iterable[Event]) -> QuerySet[Bye]:
    return Bye.objects.filter(event__in=list(events))


def unplayed_rounds(byes: Iterable[Bye], games: Iterable[Game]) -> Counter[Place]:
    """Rounds won by forfeit, and byes given by the pairing (1.4.1c), of each player in each event."""
    found = Counter((bye.event_id, bye.player_id) for bye in byes if bye.kind == Bye.Kind.ALLOCATED)
    for game in games:
        if game.outcome in FORFEITS and game.white_halves != game.black_halves:
            found[game.event_id or 0, game.white_id if game.white_halves else game.black_id] += 1
    return found


def asked_of(event: Event, last: int) -> NormEvent:
    """What a norm asks of an event; its rounds as planned, else up to the last one with a game (0: they have none)."""
    swiss, double = event.kind == Event.Kind.SWISS, event.kind == Event.Kind.DOUBLE
    return NormEvent(event.rounds or last, event.championship, swiss, double)


def people_of(events: Collection[Event], places: Collection[Place]) -> dict[Place, Person]:
    """Everybody with title and federation as at the event, where they were kept."""
    kept = {(each.event_id, each.player_id): each for each in EventEntry.objects.filter(event__in=events)}
    titled = {each.event_id for each in kept.values() if each.title}  # else whoever entered the event knew no titles
    players: dict[int, Player] = {}
    for chunk in _chunks({player for _event, player in places}):
        players |= {player.pk: player for player in Player.objects.filter(pk__in=chunk)}
    found = {}
    for event, pk in places:
        player, then = players[pk], kept.get((event, pk))
        title = then.title if then and event in titled else player.title
        found[event, pk] = Person(player, title, (then.federation if then else "") or player.federation)
    return found


def ratings_used(
    league: League, games: Sequence[Game], rows: Mapping[tuple[int, int], Row]
) -> dict[tuple[int, int], int | None]:
    """(game, side) -> the opponent's rating that the game was, or would be, computed with."""
    found = {place: row.opponent_rating for place, row in rows.items()}
    now: dict[int, float | None] = {}
    if len(found) < 2 * len(games):
        for chunk in _chunks({player for game in games for player in (game.white_id, game.black_id)}):
            now |= dict(Rating.objects.filter(league=league, player__in=chunk).values_list("player_id", "value"))
    used: dict[tuple[int, int], int | None] = {}
    for game in games:
        for side, other in enumerate((game.black_id, game.white_id)):
            rating = found[game.pk, side] if (game.pk, side) in found else now.get(other)
            used[game.pk, side] = None if rating is None else whole(rating)
    return used


def _chunks(values: Iterable[int]) -> Iterator[list[int]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk


@dataclass(frozen=True, slots=True)
class Threshold:
    """A rating that a title needs. ``norms``: norms are needed beside it; ``points``, ``games``: to go (0: there)."""

    title: str
    rating: int
    norms: bool
    points: int
    games: int

    @property
    def reached(self) -> bool:
        return not self.points and not self.games


def thresholds(rating: Rating, player: Player) -> list[Threshold]:
    """Ratings for the titles that a player does not hold, lowest first: those reached, and the next one.

    The highest rating counts, published or not (B.01): the present and the live one included.
    """
    known = [value for value in (rating.carried_peak, rating.peak, rating.value, rating.live) if value is not None]
    highest = whole(max(known)) if known else 0
    held = _HELD.get(player.title, frozenset())
    asked = [(title, norm.rating, True) for title, norm in NORMS.items()]
    asked += [(title, needed, False) for title, needed in RATING_TITLES.items()]
    played = rating.carried_games
    found = [
        Threshold(title, needed, norms, max(needed - highest, 0), 0 if norms else max(LEAST_GAMES - played, 0))
        for title, needed, norms in sorted(asked, key=lambda each: (each[1], each[2]))
        if title not in held and (title not in WOMENS or _is_woman(player, player.title))
    ]
    ahead = [each for each in found if not each.reached]
    return [each for each in found if each.reached] + ahead[:1]
