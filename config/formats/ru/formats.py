"""Russian dates with dots, and in words without the abbreviation for year, which would end sentences twice."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
FIRST_DAY_OF_WEEK = 1
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d.%m.%Y"]
