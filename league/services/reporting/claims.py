"""A player reports, the opponent answers, either thinks again."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.outcomes import MIRRORED
from league.models import Event, Game, League, Player, ResultClaim

from ..admission import same_reference
from ..correcting import correct_game, void_game
from ..errors import ChangedMeanwhile, Refused
from ..history import keep_change
from ..recording import record_game
from ..writing import Actor, Locked, lock_league, take_results
from .states import said

REFERENCE = "report:"
CHANGEABLE_DAYS = 7  # so long a result that both confirmed can be taken up again by one of them


class Said(NamedTuple):
    """A result between two players, from White's side."""

    outcome: str
    white_points: int | None = None
    black_points: int | None = None

    def turned(self) -> Said:
        return Said(MIRRORED.get(self.outcome, self.outcome), self.black_points, self.white_points)


def report_result(
    *, league: League, player: Player, white: Player, black: Player, result: Said, played_on: date,
    event: Event | None = None, round: int | None = None, note: str = "", again: bool = False, token: str = "",
    actor: Actor = None,
) -> Game:  # fmt: skip
    """What ``player`` says of an own game. Where the opponent said something of it before, this is the answer.

    ``again``: they did play once more that day. ``token`` belongs to the form: sent again it finds its game.
    """
    with transaction.atomic():
        locked = lock_league(league)
        take_results(locked.league)
        _check_open(locked.league)
        _check_own(player, white, black)
        reference = f"{REFERENCE}{token}" if token else ""
        if (known := same_reference(Game(league=league, reference=reference)).first()) is not None:
            return known
        game = _same_game(locked.league, white, black, played_on, event, round)
        if game is not None and (found := _answered(locked, game, player, white, result, note, actor)) is not None:
            return found
        if game is not None and not again:
            raise Refused(_known_already(game, player), field="again")
        board = _board(event, round, white, black)
        game = record_game(
            league=locked.league, white=white, black=black, outcome=result.outcome, played_on=played_on, event=event,
            round=round, board=board, white_points=result.white_points, black_points=result.black_points,
            status=Game.Status.PENDING, reference=reference, actor=actor,
        )  # fmt: skip
        if game.status != Game.Status.PENDING or game.claims.exists():
            raise Refused(_known_already(game, player), field="again")
        _claim(locked, game, player, result, note, actor)
    return game


def answer_claim(
    *, game: Game, player: Player, result: Said | None = None, note: str = "", seen: str = "", actor: Actor = None
) -> Game:  # fmt: skip
    """Confirm what the opponent says (``result`` None), or say what it was instead: then the desk decides.

    ``seen``: which claim was confirmed (``mark_of``); raises ``ChangedMeanwhile`` if it says something else since.
    """
    with transaction.atomic():
        locked, fresh = _read(game, player)
        theirs = fresh.claims.exclude(player=player).first()
        if theirs is None:
            raise Refused(_("There is nothing to confirm: your opponent has not reported this game."), field="game")
        if seen and seen != mark_of(theirs):
            raise ChangedMeanwhile(_("Your opponent changed the report meanwhile: look at it again."))
        mine = fresh.claims.filter(player=player).first()
        wanted = result or Said(*said(theirs))
        if fresh.status != Game.Status.PENDING:
            if mine is not None and said(mine) == tuple(wanted):
                return fresh
            raise Refused(_("This result is final already."), field="game")
        _claim(locked, fresh, player, wanted, note, actor)
        return _settled(fresh, wanted, Said(*said(theirs)), actor)


def change_claim(*, game: Game, player: Player, result: Said, note: str = "", actor: Actor = None) -> Game:
    """Say something else than before. A confirmation by the opponent of what it was is gone then.

    Also a few days after both agreed, as long as its period is open; not what the desk decided.
    """
    with transaction.atomic():
        locked, fresh = _read(game, player)
        mine = fresh.claims.filter(player=player).first()
        if mine is None:
            raise Refused(_("You have not reported this game: answer your opponent's report."), field="game")
        if said(mine) == tuple(result):
            return fresh
        theirs = fresh.claims.exclude(player=player).first()
        if fresh.status == Game.Status.FINAL:
            _check_changeable(fresh, mine, theirs)
            fresh.claims.exclude(player=player).delete()
            theirs = None
        _claim(locked, fresh, player, result, note, actor)
        if theirs is not None:
            return _settled(fresh, result, Said(*said(theirs)), actor)
        return correct_game(
            game=fresh, reason=_("changed by the player who reported it"), actor=actor, status=Game.Status.PENDING,
            **result._asdict(),
        )  # fmt: skip


def withdraw_report(*, game: Game, player: Player, actor: Actor = None) -> Game:
    """Take back a report that nobody answered yet: the game is void."""
    with transaction.atomic():
        locked, fresh = _read(game, player)
        mine = fresh.claims.filter(player=player).first()
        if mine is None or fresh.claims.count() > 1 or fresh.status != Game.Status.PENDING:
            raise Refused(_("Only a report that nobody answered can be taken back."), field="game")
        _keep(locked, fresh, "report.withdraw", {"outcome": mine.outcome}, {}, player, actor)
        mine.delete()
        return void_game(game=fresh, reason=_("report taken back"), actor=actor)


def mark_of(claim: ResultClaim) -> str:
    """A name for a claim as it is now."""
    return f"{claim.pk}.{claim.claimed_at.timestamp():.6f}"


# -- inside ----------------------------------------------------------------------------------------------


def _check_open(league: League) -> None:
    if not league.player_reports:
        raise Refused(_("In %(league)s results are entered by the club, not by players.") % {"league": league.name})


def _check_own(player: Player, white: Player, black: Player) -> None:
    """BR-117: nobody reports the games of others."""
    if player.pk not in (white.pk, black.pk):
        raise Refused(_("You can report your own games only."), field="opponent")


def _read(game: Game, player: Player) -> tuple[Locked, Game]:
    """The game as it is now, in its locked league; refused for who did not play it."""
    locked = lock_league(game.league)
    fresh = Game.objects.select_related("league__club", "event", "white", "black").get(pk=game.pk)
    if player.pk not in (fresh.white_id, fresh.black_id):
        raise Refused(_("You can report your own games only."), field="game")
    if fresh.status == Game.Status.VOID:
        raise Refused(_("This game is void."), field="game")
    return locked, fresh


def _same_game(
    league: League, white: Player, black: Player, day: date, event: Event | None, round: int | None
) -> Game | None:  # fmt: skip
    """The game of these two that is meant: of the round, else of the day. One that waits comes first."""
    pair = Q(white=white, black=black) | Q(white=black, black=white)
    games = Game.objects.filter(pair, league=league).exclude(status=Game.Status.VOID)
    found = list(games.filter(event=event, round=round)) if event is not None and round is not None else []
    if not found:
        of_day = games.filter(played_on=day)
        found = list(of_day if event is None or round is None else of_day.filter(round=None))
    return min(found, key=lambda game: (game.status != Game.Status.PENDING, -game.pk), default=None)


def _answered(
    locked: Locked, game: Game, player: Player, white: Player, result: Said, note: str, actor: Actor
) -> Game | None:  # fmt: skip
    """The game, if the opponent's report of it waits for this one; a report of the same once more finds it, too."""
    turned = game.white_id != white.pk
    wanted = result.turned() if turned else result
    mine = game.claims.filter(player=player).first()
    theirs = game.claims.exclude(player=player).first()
    if mine is not None and said(mine) == tuple(wanted) and game.status == Game.Status.PENDING:
        return game
    if game.status != Game.Status.PENDING or theirs is None or mine is not None:
        return None
    if turned and locked.league.discipline != League.Discipline.NEUTRAL:
        note = " · ".join(filter(None, [note, _("says that the colours were the other way round")]))
    _claim(locked, game, player, wanted, note, actor)
    return _settled(game, wanted, Said(*said(theirs)), actor)


def _known_already(game: Game, player: Player) -> str:
    if game.status == Game.Status.PENDING and game.claims.filter(player=player).exists():
        return _("You reported a game of this day against this opponent: change that report, or say that you played"
                 " once more.")  # fmt: skip
    message = _("%(game)s is entered already. If you played once more, say so; if it is wrong, tell the club.")
    return message % {"game": game}


def _board(event: Event | None, round: int | None, white: Player, black: Player) -> int | None:
    if event is None or round is None:
        return None
    pair = Q(white=white, black=black) | Q(white=black, black=white)
    return event.pairings.filter(pair, round=round).values_list("board", flat=True).first()


def _claim(locked: Locked, game: Game, player: Player, result: Said, note: str, actor: Actor) -> ResultClaim:
    before = game.claims.filter(player=player).first()
    old = {} if before is None else {"outcome": before.outcome}
    claim, _made = ResultClaim.objects.update_or_create(
        game=game, player=player,
        defaults={**result._asdict(), "note": note.strip()[:300], "actor": actor, "claimed_at": timezone.now()},
    )  # fmt: skip
    _keep(locked, game, "report.claim", old, {"outcome": result.outcome}, player, actor)
    return claim


def _keep(
    locked: Locked, game: Game, kind: str, before: dict[str, str], after: dict[str, str], player: Player, actor: Actor
) -> None:  # fmt: skip
    keep_change(
        club=locked.league.club, league=locked.league, kind=kind, subject=game, before=before, after=after,
        players=[player.pk], actor=actor,
    )  # fmt: skip


def _settled(game: Game, mine: Said, theirs: Said, actor: Actor) -> Game:
    """Both say the same: it is final. Else it stays as it is, for the desk."""
    if mine != theirs:
        return game
    return correct_game(
        game=game, reason=_("confirmed by both players"), actor=actor, status=Game.Status.FINAL, **mine._asdict()
    )


def _check_changeable(game: Game, mine: ResultClaim, theirs: ResultClaim | None) -> None:
    if theirs is None or said(mine) != said(theirs) or said(game) != said(mine):
        raise Refused(_("The club decided this result: only the club changes it."), field="game")
    latest = max(mine.claimed_at, theirs.claimed_at)
    if timezone.now() - latest > timedelta(days=CHANGEABLE_DAYS):
        message = _("Both confirmed this result more than %(days)d days ago: only the club changes it now.")
        raise Refused(message % {"days": CHANGEABLE_DAYS}, field="game")
