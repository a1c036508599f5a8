"""Random frames, each beside what it says by the clock of `zoneinfo`, which asks nothing of pandas."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pandas as pd
from slot_model import Stretch

PAIRS = ("grid/activePowerkW", "grid/upperLimitkW", "solar/solarCurtailmentPcnt", "bess/activePowerkW")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Of each zone: days on which its clock changes, or on which nothing happens. In Santiago midnight is the hour that is not there.
DAYS: Mapping[str, Sequence[date]] = {
    "Europe/Berlin": (date(2027, 3, 28), date(2027, 10, 31)),
    "Australia/Lord_Howe": (date(2027, 4, 4), date(2027, 10, 3)),
    "America/Santiago": (date(2027, 4, 3), date(2027, 9, 5)),
    "Asia/Kathmandu": (date(2027, 3, 28), date(2027, 10, 31)),
    "UTC": (date(2027, 4, 4), date(2027, 10, 3)),
}
MINUTES = (5, 7, 10, 15, 15, 15, 20, 30, 45, 60, 60, 180, 240, 360, 720)
MOST_ROWS = 200

#: By `asset/type`, the values of a frame; None is a gap.
Columns = Mapping[str, Sequence[float | None]]


@dataclass(frozen=True)
class Times:
    zone: str
    #: In UTC.
    starts: Sequence[datetime]
    #: Where the last value ends; None where that is at no one instant of its zone, so that it has to be refused.
    end: datetime | None
    index: pd.DatetimeIndex
    #: As `splice` is told it.
    step: timedelta | None = None
    #: Most values follow after one step, others after several of it: whether they last so long, or were taken out, has
    #: to be said.
    has_holes: bool = False

    @property
    def is_refused(self) -> bool:
        return (self.end is None or self.has_holes) and self.step is None

    @property
    def ends(self) -> Sequence[datetime]:
        if self.step is not None:
            return [each + self.step for each in self.starts]
        return [*self.starts[1:], self.end or self.starts[-1]]


@dataclass(frozen=True)
class DrawnFrame:
    kind: str
    times: Times
    commands: Any
    said: Mapping[str, Sequence[Stretch]]

    @property
    def window(self) -> tuple[datetime, datetime]:
        return self.times.starts[0], self.times.ends[-1]

    @property
    def is_refused(self) -> bool:
        # Entries say themselves where they end.
        return self.times.is_refused and self.kind != "entries"


def drawn_times(draw: Random, shift: timedelta) -> Times:
    zone = draw.choice(tuple(DAYS))
    on = draw.choice(DAYS[zone]) + draw.choice((-2, -1, -1, 0, 0, 0, 1)) * DAY
    if draw.random() < 0.2:
        return _of_days(draw, zone, on, shift)
    # By the minute, and not by the hour: steps of a frame need not begin where those of another do.
    start = _only(_instants(datetime.combine(on, time(4)), zone)) - 4 * HOUR + shift
    start += timedelta(minutes=draw.choice((0, 0, 0, 15, 30, 7, draw.randrange(2_880))))
    return _of_minutes(draw, zone, start)


def _of_minutes(draw: Random, zone: str, start: datetime) -> Times:
    step = timedelta(minutes=draw.choice(MINUTES))
    rows = draw.randint(1, max(3, min(MOST_ROWS, draw.choice((6 * HOUR, 26 * HOUR, 49 * HOUR)) // step)))
    starts = [start + row * step for row in range(rows)]
    index = pd.date_range(pd.Timestamp(start).tz_convert(zone), periods=rows, freq=step)
    if draw.random() < 0.4 or rows < 4:
        return _checked(Times(zone, starts, starts[-1] + step, index, _told_step(draw, step)))
    # The index has gaps: a value lasts until the next, and the last as long as the one before it.
    kept = sorted({0, *draw.sample(range(rows), draw.randint(1, rows - 1)), rows - 2, rows - 1})
    starts = [starts[row] for row in kept]
    bare = pd.DatetimeIndex(list(index[kept]))
    apart = [after - before for before, after in zip(kept, kept[1:], strict=False)]
    # The last two stand beside each other.
    has_holes = len(set(apart)) > 1 and apart.count(1) >= len(apart) / 2
    return _checked(Times(zone, starts, starts[-1] + step, bare, _told_step(draw, step), has_holes))


def _told_step(draw: Random, step: timedelta) -> timedelta | None:
    whole = step // timedelta(minutes=1)
    return draw.choice((None, None, None, timedelta(minutes=draw.randint(1, whole))))


def _of_days(draw: Random, zone: str, on: date, shift: timedelta) -> Times:
    at = time(draw.choice((0, 0, 0, 2, 2, 6, 17)), draw.choice((0, 0, 30)))
    rows = draw.randint(1, 4)
    if draw.random() < 0.4:
        # So that it ends where the clock changes.
        on = draw.choice(DAYS[zone]) - rows * DAY
    walls = [datetime.combine(on, at) + day * DAY + shift for day in range(rows)]
    found = [_instants(wall, zone) for wall in [*walls, walls[-1] + DAY]]
    if any(len(each) != 1 for each in found[:-1]):
        return _of_days(draw, zone, on, shift)
    starts = [_only(each) for each in found[:-1]]
    end = found[-1][0] if len(found[-1]) == 1 else None
    index = pd.date_range(pd.Timestamp(starts[0]).tz_convert(zone), periods=len(starts), freq="D")
    if len(starts) > 1 and draw.random() < 0.5:
        index = pd.DatetimeIndex(list(index))
    return _checked(Times(zone, starts, end, index, _told_step(draw, 20 * HOUR)))


def _instants(wall: datetime, zone: str) -> list[datetime]:
    """The instants at which the clock of a zone shows this: none, one or two."""
    folds = (wall.replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC) for fold in (0, 1))
    return sorted({at for at in folds if at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wall})


def _only(found: Sequence[datetime]) -> datetime:
    [at] = found
    return at


def _checked(times: Times) -> Times:
    assert [each.astimezone(UTC) for each in times.index.to_pydatetime()] == times.starts, times
    return times


def drawn_frame(draw: Random, times: Times) -> DrawnFrame:
    names = draw.sample(PAIRS, draw.choice((1, 1, 2, 3)))
    columns = {name: _drawn_values(draw, len(times.starts)) for name in names}
    kind, written = draw.choice([each for each in _KINDS if _can_say(each[0], times, columns)])
    said = {
        name: [Stretch(*each) for each in zip(times.starts, times.ends, values, strict=True)]
        for name, values in columns.items()
    }
    return DrawnFrame(kind, times, written(draw, times, columns), said)


def _can_say(kind: str, times: Times, columns: Columns) -> bool:
    if kind == "entries":
        # What ends or begins with a gap is no part of the window there.
        has_edges = all(values[0] is not None and values[-1] is not None for values in columns.values())
        return has_edges and times.ends[-1] > times.starts[-1]
    # polars knows no frequency.
    return kind != "polars" or len(times.starts) > 1 or times.step is not None


def _drawn_values(draw: Random, rows: int) -> list[float | None]:
    """Runs of equal values beside single ones, and gaps: NaN within, at an end, or nothing else."""
    values: list[float | None] = []
    gaps = draw.choice((0.0, 0.0, 0.1, 0.5, 1.0 if draw.random() < 0.2 else 0.3))
    longest = draw.choice((1, 1, 4, 60))
    while len(values) < rows:
        value = None if draw.random() < gaps else draw.randrange(1_001) / 10
        values.extend([value] * draw.randint(1, longest))
    return values[:rows]


def _series(draw: Random, values: Sequence[float | None], index: pd.DatetimeIndex) -> Any:
    numbers = [math.nan if value is None else value for value in values]
    kind = draw.choice(("float64", "float64", "float32", "Float64", "object"))
    if kind == "object":
        return pd.Series(list(values), index=index, dtype="object")
    return pd.Series(numbers, index=index, dtype="float64").astype(kind)


def _as_frame(draw: Random, times: Times, columns: Columns) -> Any:
    index = times.index if times.index.freq is not None else times.index.as_unit(draw.choice(("ms", "us", "ns")))
    return pd.DataFrame({name: _series(draw, values, index) for name, values in columns.items()}, index=index)


def _as_mapping(draw: Random, times: Times, columns: Columns) -> Any:
    return {name: _series(draw, values, times.index) for name, values in columns.items()}


def _as_entries(_draw: Random, times: Times, columns: Columns) -> Any:
    zone = ZoneInfo(times.zone)
    return {
        name: [
            {"startAt": start.astimezone(zone).isoformat(), "endAt": end.astimezone(zone), "value": value}
            for start, end, value in zip(times.starts, times.ends, values, strict=True)
            if value is not None
        ]
        for name, values in columns.items()
    }


def _as_polars(_draw: Random, times: Times, columns: Columns) -> Any:
    """As the message of `InvalidSeries` says to give it."""
    starts = polars.Series("start", times.starts, dtype=polars.Datetime("ms", "UTC")).dt.convert_time_zone(times.zone)
    frame = polars.DataFrame({"start": starts, **{name: list(values) for name, values in columns.items()}}, strict=False)
    return frame.to_pandas().set_index("start")


_KINDS: list[tuple[str, Callable[[Random, Times, Columns], Any]]] = [
    ("frame", _as_frame),
    ("frame", _as_frame),
    ("mapping", _as_mapping),
    ("entries", _as_entries),
]
try:
    import polars
    import pyarrow  # noqa: F401  # polars needs it for to_pandas

    _KINDS.append(("polars", _as_polars))
except ImportError:
    polars = None  # type: ignore[assignment]
