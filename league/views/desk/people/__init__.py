"""The people of a club: found, told apart, made one, let go."""

from .deciding import PeopleDecision
from .deeds import Anonymise, Archive, Reactivate, SwitchGuest
from .duplicates import Duplicates
from .listing import AddPerson, People, Person
from .merging import ChooseRecord, MergePeople, SplitPeople
from .privacy import ClubPrivacy, PlayerPrivacy
from .settings import ClubSettings
from .undoing import UndoClubAction

__all__ = [
    "AddPerson",
    "Anonymise",
    "Archive",
    "ChooseRecord",
    "ClubPrivacy",
    "ClubSettings",
    "Duplicates",
    "MergePeople",
    "People",
    "PeopleDecision",
    "Person",
    "PlayerPrivacy",
    "Reactivate",
    "SplitPeople",
    "SwitchGuest",
    "UndoClubAction",
]
