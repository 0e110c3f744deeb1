"""More pictures made on the server, beside the line of one player in ``ratings.charts``: several lines, bars, dots."""

from .bars import Bar, calibration_picture, histogram
from .several import Line, lines_chart
from .spans import by_span, together

__all__ = ["Bar", "Line", "by_span", "calibration_picture", "histogram", "lines_chart", "together"]
