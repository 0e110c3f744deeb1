"""Forms of the desk and of the admin site."""

from .decisions import (
    AdjustForm,
    DecisionForm,
    FreePeriodForm,
    GameSearchForm,
    LateResultsForm,
    MonthsForm,
    ReasonForm,
    SignInForm,
)
from .edits import CompensationForm, EditEventForm, EditPlayerForm, SeasonForm, StartValuesForm
from .games import CorrectForm, GameForm, RecordForm, new_token
from .imports import PasteForm, ReadingForm, UploadForm
from .players import NewPlayer, PlayerField
from .seen import SeenMixin

__all__ = [
    "AdjustForm",
    "CompensationForm",
    "CorrectForm",
    "DecisionForm",
    "EditEventForm",
    "EditPlayerForm",
    "FreePeriodForm",
    "GameForm",
    "GameSearchForm",
    "LateResultsForm",
    "MonthsForm",
    "NewPlayer",
    "PasteForm",
    "PlayerField",
    "ReadingForm",
    "ReasonForm",
    "RecordForm",
    "SeasonForm",
    "SeenMixin",
    "SignInForm",
    "StartValuesForm",
    "UploadForm",
    "new_token",
]
