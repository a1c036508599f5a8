"""Instants on the wire and in Python."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from .errors import InvalidSeries

#: An instant: a `datetime` or `pandas.Timestamp` with a time zone, or RFC 3339 text with an offset.
Instant = datetime | str


def as_datetime(given: Instant, what: str = "a time") -> datetime:
    if isinstance(given, str):
        try:
            given = datetime.fromisoformat(given)
        except ValueError:
            raise InvalidSeries(f"{what} is no date-time: {given!r}") from None
    if not isinstance(cast("object", given), datetime):
        raise InvalidSeries(f"{what} is no date-time: {given!r}")
    if given.tzinfo is None or given.utcoffset() is None:
        raise InvalidSeries(
            f"{what} has no time zone: {given.isoformat()}. Give it one, such as "
            'datetime(…, tzinfo=ZoneInfo("Europe/Berlin")) or series.tz_localize("Europe/Berlin")'
        )
    return given.astimezone(UTC)


def instant_text(given: Instant, what: str = "a time") -> str:
    at = as_datetime(given, what)
    # A Timestamp of pandas has nanoseconds, too.
    if at.microsecond % 1000 or getattr(at, "nanosecond", 0):
        raise InvalidSeries(f"{what} is finer than a millisecond: {at.isoformat()}")
    return at.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def window_text(given: Instant, what: str) -> str:
    """An end of a window: what is finer than a millisecond is left out."""
    at = as_datetime(given, what)
    return instant_text(datetime.fromisoformat(at.isoformat(timespec="milliseconds")), what)


def parse_instant(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def parse_or_none(text: str | None) -> datetime | None:
    return None if text is None else parse_instant(text)
