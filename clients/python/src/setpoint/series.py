"""From what an optimiser has to the entries of a command."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .errors import InvalidSeries
from .inputs import columns_of, is_series, listed
from .instants import as_datetime, instant_text
from .last_end import last_end, refuse_holes

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Entry:
    """A value over a stretch of time; `end` is not part of it."""

    start: datetime
    end: datetime
    value: float

    def wire(self) -> dict[str, object]:
        return {"startAt": _text_of(self.start), "endAt": _text_of(self.end), "value": float(self.value)}


# Each end is a start, and many sites have the same instants.
_text_of = lru_cache(maxsize=8_192)(instant_text)


#: A column of a DataFrame with instants as its index, or entries, or nothing (which clears the command).
Values: TypeAlias = "pd.Series[Any] | Iterable[Entry | Mapping[str, Any]] | None"
#: What to set, by `asset/type`, such as `grid/activePowerkW`.
Commands: TypeAlias = "Mapping[str, Values] | pd.DataFrame"


@dataclass(frozen=True)
class ReadCommands:
    #: As a request has them.
    schedules: list[dict[str, object]]
    #: From where they begin to where they end; NaN at either end is part of it. None where there is nothing.
    window: tuple[datetime, datetime] | None


def read_commands(commands: Commands, *, step: timedelta | None = None) -> ReadCommands:
    """Reads what is to be set. Columns of a frame and keys of a mapping are named `asset/type`."""
    columns = columns_of(commands)
    if not columns:
        raise InvalidSeries("there is nothing to set: name at least one command, such as 'grid/activePowerkW'")
    schedules: list[dict[str, object]] = []
    stretches: list[Entry] = []
    for name, values in columns.items():
        asset, _, kind = name.partition("/")
        found = _stretches_of(values, name, step)
        schedules.append({"asset": asset, "type": kind, "entries": [each.wire() for each in _set_ones(found)]})
        stretches.extend(found)
    if not stretches:
        return ReadCommands(schedules, None)
    return ReadCommands(schedules, (min(each.start for each in stretches), max(each.end for each in stretches)))


def entries_of(values: Values, *, name: str = "the series", step: timedelta | None = None) -> list[Entry]:
    """The entries of a series. NaN leaves a gap; the last value lasts as long as the index says, or the one before it."""
    return _set_ones(_stretches_of(values, name, step))


def _set_ones(stretches: Sequence[Entry]) -> list[Entry]:
    return [each for each in stretches if not math.isnan(each.value)]


def _stretches_of(values: object, name: str, step: timedelta | None) -> list[Entry]:
    """The entries, with those that are gaps."""
    if values is None:
        return []
    if is_series(values):
        return _stretches_of_series(cast("pd.Series[Any]", values), name, step)
    return [_entry_of(given, f"{name}: entry {index}") for index, given in enumerate(listed(values, name))]


def _entry_of(given: object, where: str) -> Entry:
    if not isinstance(given, Entry | Mapping):
        raise InvalidSeries(f"{where} is {given!r}: give an Entry, or a mapping with startAt, endAt and value")
    entry = given if isinstance(given, Entry) else _entry_of_mapping(cast("Mapping[str, Any]", given), where)
    if not _is_number(entry.value):
        raise InvalidSeries(f"{where}: {entry.value!r} is no number")
    if not math.isfinite(entry.value):
        raise InvalidSeries(f"{where}: {entry.value} is no number that can be set")
    return entry


def _entry_of_mapping(given: Mapping[str, Any], where: str) -> Entry:
    missing = [key for key in ("startAt", "endAt", "value") if key not in given]
    if missing:
        raise InvalidSeries(f"{where} has no {' and no '.join(missing)}")
    start = as_datetime(given["startAt"], f"{where}: startAt")
    end = as_datetime(given["endAt"], f"{where}: endAt")
    return Entry(start, end, given["value"])


def _stretches_of_series(series: pd.Series[Any], name: str, step: timedelta | None) -> list[Entry]:
    stamps = _instants_of(series, name)
    if not stamps:
        return []
    for before, after in zip(stamps, stamps[1:], strict=False):
        if after <= before:
            raise InvalidSeries(
                f"{name}: {after.isoformat()} does not come after {before.isoformat()}: sort the series"
            )
    if step is None:
        refuse_holes(stamps, name)
        ends = [*stamps[1:], last_end(series.index, stamps, name)]
    else:
        ends = [start + step for start in stamps]
        for end, following in zip(ends, stamps[1:], strict=False):
            if end > following:
                raise InvalidSeries(
                    f"{name}: a step of {step} reaches beyond the next value at {following.isoformat()}"
                )
    return [Entry(*each) for each in zip(stamps, ends, _numbers_of(series, stamps, name), strict=True)]


def _numbers_of(series: pd.Series[Any], stamps: Sequence[datetime], name: str) -> Iterator[float]:
    values = series.tolist()
    if str(series.dtype) in ("float16", "float32"):
        # As it is written: 0.1, and not 0.10000000149011612.
        values = [float(str(each)) for each in series.to_numpy()]
    for at, value, is_missing in zip(stamps, values, series.isna().tolist(), strict=True):
        if is_missing:
            yield math.nan
            continue
        if not _is_number(value):
            raise InvalidSeries(f"{name} at {at.isoformat()}: {value!r} is no number")
        number = float(value)
        if math.isinf(number):
            raise InvalidSeries(f"{name} at {at.isoformat()}: {number} is no number that can be set")
        yield number


def _instants_of(series: pd.Series[Any], name: str) -> list[datetime]:
    index: Any = series.index
    if not hasattr(index, "tz"):
        raise InvalidSeries(f"{name}: its index has no times; give it a DatetimeIndex with a time zone")
    if index.tz is None:
        raise InvalidSeries(
            f"{name}: its index has no time zone, so 02:30 may be two instants or none: "
            'series.tz_localize("Europe/Berlin") gives it one'
        )
    if index.hasnans:
        raise InvalidSeries(f"{name}: its index has a time that is missing (NaT)")
    if (index.nanosecond != 0).any() or (index.microsecond % 1_000 != 0).any():
        raise InvalidSeries(
            f"{name}: its index has times that are finer than a millisecond: round them, as with index.round('s')"
        )
    # In UTC first: Python subtracts times of one zone as they stand on the wall, also over a change of the clock.
    return cast("list[datetime]", index.tz_convert("UTC").to_pydatetime().tolist())


def _is_number(value: object) -> bool:
    return hasattr(value, "__float__") and type(value).__name__ not in ("bool", "bool_")
