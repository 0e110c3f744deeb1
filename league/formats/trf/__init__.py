"""Tournament reports of FIDE: TRF16, TRF26, and the older dialect of the Krause programs (``.tab``)."""

from .reading import read_trf
from .writing import write_trf

__all__ = ["read_trf", "write_trf"]
