"""From what an optimiser has to the entries of a command."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .errors import InvalidSeries
from .instants import Instant, as_datetime, instant_text
from .last_end import last_end

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Entry:
    """A value over a stretch of time; `end` is not part of it."""

    start: datetime
    end: datetime
    value: float

    def wire(self) -> dict[str, object]:
        return {"startAt": instant_text(self.start), "endAt": instant_text(self.end), "value": self.value}


#: A column of a DataFrame with instants as its index, or entries, or nothing (which clears the command).
Values: TypeAlias = "pd.Series[Any] | Iterable[Entry | Mapping[str, Any]] | None"
#: What to set, by `asset/type`, such as `grid/activePowerkW`.
Commands: TypeAlias = "Mapping[str, Values] | pd.DataFrame"


def commands_of(commands: Commands, *, step: timedelta | None = None) -> list[dict[str, object]]:
    """The commands of a request. Columns of a frame and keys of a mapping are named `asset/type`."""
    columns = columns_of(commands)
    if not columns:
        raise InvalidSeries("there is nothing to set: name at least one command, such as 'grid/activePowerkW'")
    return [_command(name, values, step) for name, values in columns.items()]


def columns_of(commands: Commands) -> dict[str, Values]:
    if _is_frame(commands):
        frame = cast("pd.DataFrame", commands)
        return {str(name): frame[name] for name in frame.columns}
    named = cast("Mapping[str, Values]", commands)
    # Entries that can be read only once are kept, as they are read for the window too.
    return {name: given if given is None or _is_series(given) else list(given) for name, given in named.items()}


def _command(name: str, values: Values, step: timedelta | None) -> dict[str, object]:
    asset, slash, kind = name.partition("/")
    if not slash or not asset or not kind:
        raise InvalidSeries(f"{name!r} names no command: write asset/type, such as 'grid/activePowerkW'")
    entries = entries_of(values, name=name, step=step)
    return {"asset": asset, "type": kind, "entries": [entry.wire() for entry in entries]}


def entries_of(values: Values, *, name: str = "the series", step: timedelta | None = None) -> list[Entry]:
    """The entries of a series. NaN leaves a gap; the last value lasts as long as the index says, or the one before it."""
    if values is None:
        return []
    if _is_series(values):
        stretches = _stretches_of(cast("pd.Series[Any]", values), name, step)
        set_ones = [each for each in stretches if not math.isnan(each.value)]
        for each in set_ones:
            _finite(each.value, f"{name} at {each.start.isoformat()}")
        return set_ones
    entries: list[Entry] = []
    for index, given in enumerate(cast("Iterable[Entry | Mapping[str, Any]]", values)):
        where = f"{name}: entry {index}"
        entries.append(given if isinstance(given, Entry) else _entry_of_mapping(given, where))
        _finite(entries[-1].value, where)
    return entries


def _entry_of_mapping(given: Mapping[str, Any], where: str) -> Entry:
    missing = [key for key in ("startAt", "endAt", "value") if key not in given]
    if missing:
        raise InvalidSeries(f"{where} has no {' and no '.join(missing)}")
    start = as_datetime(given["startAt"], f"{where}: startAt")
    end = as_datetime(given["endAt"], f"{where}: endAt")
    return Entry(start, end, _number(given["value"], where))


def _stretches_of(series: pd.Series[Any], name: str, step: timedelta | None) -> list[Entry]:
    stamps = _instants_of(series, name)
    if not stamps:
        return []
    for before, after in zip(stamps, stamps[1:], strict=False):
        if after <= before:
            raise InvalidSeries(
                f"{name}: {after.isoformat()} does not come after {before.isoformat()}: sort the series"
            )
    if step is None:
        ends = [*stamps[1:], last_end(series.index, stamps, name)]
    else:
        ends = [start + step for start in stamps]
        for end, following in zip(ends, stamps[1:], strict=False):
            if end > following:
                raise InvalidSeries(
                    f"{name}: a step of {step} reaches beyond the next value at {following.isoformat()}"
                )
    return [
        Entry(start, end, _number(value, f"{name} at {start.isoformat()}"))
        for start, end, value in zip(stamps, ends, series.tolist(), strict=True)
    ]


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
    # In UTC first: Python subtracts times of one zone as they stand on the wall, also over a change of the clock.
    return [as_datetime(stamp, name) for stamp in index.tz_convert("UTC").to_pydatetime()]


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise InvalidSeries(f"{where}: {value!r} is no number")
    return float(cast("float", value))


def _finite(value: float, where: str) -> None:
    if not math.isfinite(value):
        raise InvalidSeries(f"{where}: {value} is no number that can be set")


def window_of(commands: Commands, *, step: timedelta | None = None) -> tuple[Instant, Instant] | None:
    """From where some commands begin to where they end; NaN at either end is part of it. None where there is nothing."""
    stretches: list[Entry] = []
    for name, values in columns_of(commands).items():
        if _is_series(values):
            stretches.extend(_stretches_of(cast("pd.Series[Any]", values), name, step))
        else:
            stretches.extend(entries_of(values, name=name))
    if not stretches:
        return None
    return min(each.start for each in stretches), max(each.end for each in stretches)


def _is_series(values: object) -> bool:
    return type(values).__name__ == "Series" and hasattr(values, "index")


def _is_frame(values: object) -> bool:
    return type(values).__name__ == "DataFrame" and hasattr(values, "columns")
