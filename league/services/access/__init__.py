"""Who gets in: accounts, members and their roles, invitations, scorer links, programs."""

from .accounts import (
    choose_language,
    close_account,
    create_account,
    edit_account,
    language_at,
    language_of,
    language_of_club,
)
from .invitations import accept, find_invitation, invite, revoke_invitation
from .members import give_role, hand_over, leave, remove_member, set_player
from .programs import find_token, make_token, revoke_token
from .scorers import find_link, make_link, open_link, revoke_link

__all__ = [
    "accept",
    "choose_language",
    "close_account",
    "create_account",
    "edit_account",
    "find_invitation",
    "find_link",
    "find_token",
    "give_role",
    "hand_over",
    "invite",
    "language_at",
    "language_of",
    "language_of_club",
    "leave",
    "make_link",
    "make_token",
    "open_link",
    "remove_member",
    "revoke_invitation",
    "revoke_link",
    "revoke_token",
    "set_player",
]
