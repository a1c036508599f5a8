"""How long the values of a series last, and where the last one ends: by the frequency of its index, or by the step before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from .errors import InvalidSeries

_DAY = timedelta(days=1)
# What differs from a day by more is no day of a zone, however its clock changes.
_NEARLY_A_DAY = timedelta(hours=22)


def refuse_holes(stamps: Sequence[datetime], name: str) -> None:
    """Rows that a mask took out would be set all the same: a value lasts until the next one."""
    steps = [after - before for before, after in zip(stamps, stamps[1:], strict=False)]
    if len(steps) < 2:
        return
    rule = min(steps)
    if 2 * steps.count(rule) < len(steps) or max(steps) == rule or any(step % rule for step in steps):
        return
    hole = stamps[steps.index(max(steps))]
    raise InvalidSeries(
        f"{name} has holes: its step is {rule}, but no value follows {hole.isoformat()} for {max(steps)}. "
        "Give step=… if each value lasts that long, NaN where nothing is to be set, "
        "or series.asfreq(…).ffill() if each lasts until the next"
    )


def last_end(index: Any, stamps: Sequence[datetime], name: str) -> datetime:
    """`stamps` are the instants of the index in UTC."""
    freq: Any = getattr(index, "freq", None)
    if freq is not None:
        return _after_freq(index, freq, name)
    if len(stamps) == 1:
        raise InvalidSeries(f"{name} has one value and does not say how long it lasts: give step=timedelta(minutes=15)")
    on_the_wall = index[-1].tz_localize(None) - index[-2].tz_localize(None)
    # An hour that comes twice has no time on the wall between.
    if on_the_wall > timedelta() and on_the_wall % _DAY == timedelta():
        return _at_wall(index, index[-1].tz_localize(None) + on_the_wall, name)
    end = stamps[-1] + (stamps[-1] - stamps[-2])
    if end - stamps[-1] >= _NEARLY_A_DAY and _changes_its_clock(index, end):
        raise InvalidSeries(
            f"{name}: the clock changes near its end, and its last step is no day of {index.tz}: "
            "give step=timedelta(hours=24), or instants that are at one time of day"
        )
    return end


def _after_freq(index: Any, freq: Any, name: str) -> datetime:
    import pandas as pd

    offsets: Any = pd.offsets
    # Hours and what is shorter is as long as it is; a day is what the zone makes of it, also where pandas counts 24 h.
    if isinstance(freq, offsets.Tick) and not isinstance(freq, offsets.Day):
        return cast("datetime", (index[-1].tz_convert("UTC") + freq).to_pydatetime())
    return _at_wall(index, index[-1].tz_localize(None) + freq, name)


def _at_wall(index: Any, wall: Any, name: str) -> datetime:
    found = wall.tz_localize(index.tz, ambiguous="NaT", nonexistent="NaT")
    if found != found:
        raise InvalidSeries(
            f"{name}: its last day would end at {wall:%Y-%m-%d %H:%M}, which is not one instant in {index.tz}: "
            "give step=timedelta(hours=24)"
        )
    return cast("datetime", found.tz_convert("UTC").to_pydatetime())


def _changes_its_clock(index: Any, end: datetime) -> bool:
    import pandas as pd

    after = pd.Timestamp(end).tz_convert(index.tz)
    return len({each.utcoffset() for each in (index[-2], index[-1], after)}) > 1
