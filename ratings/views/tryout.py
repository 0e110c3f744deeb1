"""From a player's page to the calculator, filled in with what is true now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from league.models import Player
from ratings.boards import player as boards
from ratings.boards.gains import official_rating
from ratings.boards.upcoming import k_now, met_so_far, next_opponents
from ratings.calculator.links import Entry, player_link
from ratings.models import Rating

from .base import LeaguePage, found_or_404


class TryOut(LeaguePage):
    """Leads to the calculator of the league's system: own rating, K, games so far, next opponents."""

    def get(self, request: HttpRequest, player: int) -> HttpResponse:
        rating = found_or_404(boards.profile(self.league, player)).rating
        own = found_or_404(self._own(rating))
        link = player_link(
            self.league, rating, own, k_now(self.league, rating.player, own), self._entries(rating.player)
        )
        answer = HttpResponseRedirect(link)
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    def _own(self, rating: Rating) -> float | None:
        """The rating in force: the federation's where the league starts from that, else the league's own."""
        official = official_rating(self.league, rating.player)
        return official.rating if official and official.rating is not None else rating.value

    def _entries(self, player: Player) -> list[Entry]:
        met = [
            Entry(each.start, each.own, each.opponent, each.deviation, each.halves)
            for each in met_so_far(self.league, player)
        ]
        coming = [
            Entry(each.start, None, each.rating, each.deviation, None) for each in next_opponents(self.league, player)
        ]
        return [*met, *coming]
