"""The people of a club: found, told apart, made one, let go."""

from .deciding import PeopleDecision
from .deeds import Anonymise, Archive, Reactivate, SwitchGuest
from .duplicates import Duplicates
from .listing import AddPerson, People, Person
from .merging import ChooseRecord, MergePeople, SplitPeople

__all__ = [
    "AddPerson",
    "Anonymise",
    "Archive",
    "ChooseRecord",
    "Duplicates",
    "MergePeople",
    "People",
    "PeopleDecision",
    "Person",
    "Reactivate",
    "SplitPeople",
    "SwitchGuest",
]
