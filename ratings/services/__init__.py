"""Re-rate, verify, preview, explain: a few lines each over facts, kernel and ledger."""

from .alive import beat, leave, worker_alive
from .errors import CannotRate
from .explaining import Explanation, explain
from .leaving import farewell
from .previewing import Plan, Preview, PreviewMove, as_one, foresee, preview
from .publishing import list_date, publish, standings_at, unpublish
from .repairing import Mended, repair
from .rerating import defer, rerate, settle, touch
from .verifying import Difference, verify
from .welcoming import welcome
from .working import stale_leagues, work_once

__all__ = [
    "CannotRate",
    "Difference",
    "Explanation",
    "Mended",
    "Plan",
    "Preview",
    "PreviewMove",
    "as_one",
    "beat",
    "defer",
    "explain",
    "farewell",
    "foresee",
    "leave",
    "list_date",
    "preview",
    "publish",
    "repair",
    "rerate",
    "settle",
    "stale_leagues",
    "standings_at",
    "touch",
    "unpublish",
    "verify",
    "welcome",
    "work_once",
    "worker_alive",
]
