"""What a league hands out as tables: games, changes, ratings, lists, players. Reads only, row by row."""

from .changes import CHANGES, change_rows
from .games import GAMES, game_rows
from .standings import LIST, PLAYERS, RATINGS, NoList, list_rows, player_rows, rating_rows

__all__ = [
    "CHANGES",
    "GAMES",
    "LIST",
    "PLAYERS",
    "RATINGS",
    "NoList",
    "change_rows",
    "game_rows",
    "list_rows",
    "player_rows",
    "rating_rows",
]
