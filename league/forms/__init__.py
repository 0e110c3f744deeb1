"""Forms of the desk and of the admin site."""

from .decisions import (
    AdjustForm,
    DecisionForm,
    FreePeriodForm,
    GameSearchForm,
    LateResultsForm,
    MonthsForm,
    ReasonForm,
    RulesForm,
    SignInForm,
)
from .games import CorrectForm, GameForm, RecordForm, new_token
from .players import NewPlayer, PlayerField
from .seen import SeenMixin

__all__ = [
    "AdjustForm",
    "CorrectForm",
    "DecisionForm",
    "FreePeriodForm",
    "GameForm",
    "GameSearchForm",
    "LateResultsForm",
    "MonthsForm",
    "NewPlayer",
    "PlayerField",
    "ReasonForm",
    "RecordForm",
    "RulesForm",
    "SeenMixin",
    "SignInForm",
    "new_token",
]
