"""Rounding, as rating rules mean it: never to even, never towards zero."""

from __future__ import annotations

from math import floor


def half_away(numerator: int, denominator: int) -> int:
    """The nearest whole number to a fraction, .5 away from zero: -5/2 -> -3, 5/2 -> 3."""
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest if numerator >= 0 else -nearest


def half_up(numerator: int, denominator: int) -> int:
    """The nearest whole number to a fraction, .5 up: -5/2 -> -2, 5/2 -> 3."""
    return (2 * numerator + denominator) // (2 * denominator)


def nearest(value: float) -> int:
    """The nearest whole number to a float, .5 away from zero.

    A float that is a tie but for the last bits (10 * (0.5 - 0.45)) is taken for the tie it stands for.
    """
    size = abs(round(value, 9))
    whole = floor(size)
    if size - whole >= 0.5:
        whole += 1
    return whole if value >= 0 else -whole


def whole(rating: float) -> int:
    """A rating as a whole number, .5 up: what a list shows and a table of differences is read with."""
    number = int(rating)
    return number if number == rating else floor(round(rating, 9) + 0.5)
