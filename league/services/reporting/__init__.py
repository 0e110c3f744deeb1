"""Players say how their own games ended; the opponent confirms or disputes; nothing counts before that."""

from .claims import answer_claim, change_claim, report_result, withdraw_report
from .overdue import settle_overdue
from .settings import set_reporting
from .states import Report, State, overdue_on, reports_of, state_of

__all__ = [
    "Report",
    "State",
    "answer_claim",
    "change_claim",
    "overdue_on",
    "report_result",
    "reports_of",
    "set_reporting",
    "settle_overdue",
    "state_of",
    "withdraw_report",
]
