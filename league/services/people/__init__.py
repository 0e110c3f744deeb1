"""Clubs and the people in them."""

from ..entries import enter_league
from .anonymising import anonymise_player
from .clubs import archive_club, create_club, edit_club, reactivate_club
from .merging import PeoplePreview, left_by_split, merge_players, preview_merge, preview_split, split_players
from .names import add_alias, remove_alias, search_words
from .players import (
    Added,
    PlayerFields,
    add_player,
    archive_player,
    delete_player,
    edit_player,
    preview_edit_player,
    reactivate_player,
)
from .privacy import keep_names_of_the_year, set_club_privacy, set_player_privacy
from .search import find_players, near_matches, player_named, players_named

__all__ = [
    "Added",
    "PeoplePreview",
    "PlayerFields",
    "add_alias",
    "add_player",
    "anonymise_player",
    "archive_club",
    "archive_player",
    "create_club",
    "delete_player",
    "edit_club",
    "edit_player",
    "enter_league",
    "find_players",
    "keep_names_of_the_year",
    "left_by_split",
    "merge_players",
    "near_matches",
    "player_named",
    "players_named",
    "preview_edit_player",
    "preview_merge",
    "preview_split",
    "reactivate_club",
    "reactivate_player",
    "remove_alias",
    "search_words",
    "set_club_privacy",
    "set_player_privacy",
    "split_players",
]
