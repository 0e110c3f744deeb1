"""Forms of imports: a file or pasted text comes in, and how it is to be read where the program found otherwise."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.models import ImportDraft, League
from league.services.limits import today

from .games import LARGEST_NUMBER, DayField
from .look import Look

FOUND = ("", _("as found"))
FORMATS = [FOUND, ("csv", "CSV"), ("xlsx", "XLSX"), ("trf", "TRF"), ("pgn", "PGN")]
ENCODINGS = [
    FOUND, ("utf-8", "UTF-8"), ("cp1252", _("Western (cp1252)")), ("cp1250", _("Central European (cp1250)")),
    ("cp1251", _("Cyrillic (cp1251)")), ("iso8859_2", "ISO 8859-2"), ("utf-16", "UTF-16"),
]  # fmt: skip
DELIMITERS = [FOUND, (";", ";"), (",", ","), ("\t", _("tab")), ("|", "|")]
DAY_ORDERS = [FOUND, ("day", _("03/04 is 3 April")), ("month", _("03/04 is March 4"))]
STYLES = [
    FOUND, ("scores", _("1:0 is a win, ½:½ a draw")), ("points", _("goals or points: the higher wins")),
    ("pools", _("1, X, 2")),
]  # fmt: skip
PARTIAL_DAYS = [("refuse", _("refused")), ("first", _("its first day")), ("last", _("its last day"))]
LONGEST_PASTE = 200_000  # characters


class UploadForm(Look, forms.Form):
    file = forms.FileField(label=_("File"), allow_empty_file=True)


class PasteForm(Look, forms.Form):
    """Lines from a mail or a sheet, and what they do not say themselves."""

    text = forms.CharField(
        label=_("Results"),
        max_length=LONGEST_PASTE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    day = DayField(label=_("Date"), required=False, help_text=_("Of games for which the lines say none."))
    event = forms.CharField(label=_("Event"), required=False, max_length=160)
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=LARGEST_NUMBER)
    subject = forms.CharField(
        label=_("Whose games"),
        required=False,
        max_length=120,
        help_text=_("Only where each line names the opponent alone: “Nowak 1”, “1800:½”. The score is this player's."),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["day"].initial = today(league.club)

    def clean_text(self) -> str:
        text = self.cleaned_data["text"].replace("\x00", "")
        if not text.strip():
            raise ValidationError(_("There is nothing here yet: paste some lines."))
        return text

    def options(self) -> dict[str, Any]:
        given = self.cleaned_data
        day = given["day"].isoformat() if given["day"] else ""
        return {"day": day, "event": given["event"], "round": given["round"], "subject": given["subject"]}


class ReadingForm(Look, forms.Form):
    """How a file is read: what was found, and what somebody says instead."""

    format = forms.ChoiceField(label=_("Format"), choices=FORMATS, required=False)
    encoding = forms.ChoiceField(label=_("Encoding"), choices=ENCODINGS, required=False)
    delimiter = forms.ChoiceField(label=_("Delimiter"), choices=DELIMITERS, required=False)
    header_row = forms.IntegerField(label=_("Header row"), required=False, min_value=1, max_value=1000)
    sheet = forms.CharField(label=_("Sheet"), required=False, max_length=60)
    day_order = forms.ChoiceField(label=_("Dates"), choices=DAY_ORDERS, required=False)
    style = forms.ChoiceField(label=_("Results"), choices=STYLES, required=False)
    partial_days = forms.ChoiceField(
        label=_("A date of which only the year is known"), choices=PARTIAL_DAYS, required=False
    )
    day = DayField(label=_("Date where the file has none"), required=False)
    event = forms.CharField(label=_("Event where the file names none"), required=False, max_length=160)
    round = forms.IntegerField(
        label=_("Round where the lines say none"), required=False, min_value=1, max_value=LARGEST_NUMBER
    )
    subject = forms.CharField(label=_("Whose games"), required=False, max_length=120)
    update = forms.BooleanField(label=_("Another result in the same place corrects the game"), required=False)
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=300, help_text=_("Needed where a closed period is changed.")
    )

    of_kind = {
        ImportDraft.Kind.RESULTS: {
            "format", "encoding", "delimiter", "header_row", "sheet", "day_order", "style", "partial_days", "day",
            "event", "update", "reason",
        },
        ImportDraft.Kind.PASTED: {"day_order", "day", "event", "round", "subject", "update", "reason"},
        ImportDraft.Kind.PLAYERS: {"format", "encoding", "reason"},
    }  # fmt: skip

    def __init__(self, *args: Any, draft: ImportDraft, corrections: bool, closed: bool, **kwargs: Any):
        said = dict(draft.options)
        if "day_first" in said:
            said["day_order"] = {True: "day", False: "month"}.get(said.pop("day_first"), "")
        super().__init__(*args, initial=said, **kwargs)
        wanted = set(self.of_kind[ImportDraft.Kind(draft.kind)])
        wanted -= set() if corrections else {"update"}
        wanted -= set() if closed else {"reason"}
        for name in set(self.fields) - wanted:
            del self.fields[name]

    def options(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        if "day_order" in given:
            given["day_first"] = {"day": True, "month": False}.get(given.pop("day_order"))
        if "day" in given:
            given["day"] = given["day"].isoformat() if given["day"] else ""
        return given
