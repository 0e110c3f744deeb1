"""Who gets in: accounts, members and their roles, invitations, scorer links."""

from .accounts import close_account, create_account, edit_account
from .invitations import accept, find_invitation, invite, revoke_invitation
from .members import give_role, hand_over, leave, remove_member, set_player
from .scorers import find_link, make_link, open_link, revoke_link

__all__ = [
    "accept",
    "close_account",
    "create_account",
    "edit_account",
    "find_invitation",
    "find_link",
    "give_role",
    "hand_over",
    "invite",
    "leave",
    "make_link",
    "open_link",
    "remove_member",
    "revoke_invitation",
    "revoke_link",
    "set_player",
]
