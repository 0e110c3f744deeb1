"""The lines of Glicko-2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ratings.figures import plain, signed, trimmed

Values = Mapping[str, Any]


def idle(v: Values) -> str:
    if not v["periods"]:
        return _("No time without games: the deviation starts at %(deviation)s.") % {
            "deviation": trimmed(v["deviation"], 2)
        }
    return _("%(periods)s periods without games let the deviation grow from %(before)s to %(deviation)s.") % {
        "periods": trimmed(v["periods"], 2),
        "before": trimmed(v["before"], 2),
        "deviation": trimmed(v["deviation"], 2),
    }


def game(v: Values) -> str:
    return _(
        "Opponent %(opponent)s, whose own uncertainty weakens the result by %(g)s: expected %(expected)s, "
        "scored %(score)s, part %(change)s."
    ) % {
        "opponent": trimmed(v["opponent"], 2),
        "g": plain(v["g"], 4),
        "expected": plain(v["expected"], 4),
        "score": trimmed(v["score"], 1),
        "change": signed(v["change"], 2),
    }


def volatility(v: Values) -> str:
    return _(
        "The games alone say: variance %(variance)s, improvement %(improvement)s. With tau %(tau)s the volatility goes "
        "from %(before)s to %(volatility)s."
    ) % {
        "variance": trimmed(v["variance"], 4),
        "improvement": trimmed(v["improvement"], 4),
        "tau": trimmed(v["tau"], 2),
        "before": plain(v["before"], 5),
        "volatility": plain(v["volatility"], 5),
    }


def deviation(v: Values) -> str:
    return _("The deviation grows by the volatility to %(inflated)s, then the games narrow it to %(deviation)s.") % {
        "inflated": trimmed(v["inflated"], 2),
        "deviation": trimmed(v["deviation"], 2),
    }


def limit(v: Values) -> str:
    return _("Computed %(computed)s; the limits of these rules make it %(rating)s.") % {
        "computed": trimmed(v["computed"], 2),
        "rating": trimmed(v["rating"], 2),
    }
