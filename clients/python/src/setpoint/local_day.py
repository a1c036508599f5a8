"""A day as people name it: by its date, in a time zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .errors import InvalidSeries

#: A `date`, or its text, such as `2027-03-28`.
Day: TypeAlias = date | str

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_day(given: object) -> bool:
    if isinstance(given, str):
        return _DATE.fullmatch(given) is not None
    return isinstance(given, date) and not isinstance(given, datetime)


def local_day(day: Day, zone: str) -> tuple[datetime, datetime]:
    """From where the day begins to where the next one does: 23 to 25 hours."""
    try:
        on = date.fromisoformat(day) if isinstance(day, str) else day
        following = on + timedelta(days=1)
    except (ValueError, OverflowError):
        raise InvalidSeries(f"{day!r} is no date") from None
    try:
        place = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidSeries(f"there is no time zone {zone!r} here; pip install tzdata if there should be") from None
    return _begin(on, place), _begin(following, place)


# Where midnight is skipped, this is the instant of the change; where it comes twice, it is the first.
def _begin(on: date, place: ZoneInfo) -> datetime:
    return datetime(on.year, on.month, on.day, tzinfo=place).astimezone(UTC)
