from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pandas as pd
import pytest

from setpoint import Entry, InvalidSeries
from setpoint.series import Commands, entries_of, read_commands


def commands_of(commands: Commands) -> list[dict[str, object]]:
    return read_commands(commands).schedules


def day(at: str, values: int, zone: str = "Europe/Berlin") -> pd.Series:
    index = pd.date_range(at, periods=values, freq="15min", tz=zone)
    return pd.Series(np.arange(values, dtype="float64"), index=index)


@pytest.mark.parametrize(
    ("date", "zone", "quarters"),
    [
        ("2027-03-28", "Europe/Berlin", 92),
        ("2027-10-31", "Europe/Berlin", 100),
        ("2027-06-01", "Europe/Berlin", 96),
        ("2027-04-04", "Australia/Lord_Howe", 98),
        ("2027-10-03", "Australia/Lord_Howe", 94),
    ],
)
def test_a_day_of_the_wall_clock_has_as_many_quarters_as_it_has(date: str, zone: str, quarters: int) -> None:
    start = pd.Timestamp(date, tz=zone)
    index = pd.date_range(start, start + pd.DateOffset(days=1), freq="15min", inclusive="left")
    entries = entries_of(pd.Series(1.0, index=index))
    assert len(entries) == quarters
    assert all(each.end - each.start == timedelta(minutes=15) for each in entries)
    assert all(one.end == other.start for one, other in zip(entries, entries[1:], strict=False))
    assert entries[0].start == start.tz_convert("UTC").to_pydatetime()


def test_a_step_of_calendar_days_is_as_long_as_the_day() -> None:
    index = pd.date_range("2027-03-27", periods=3, freq="D", tz="Europe/Berlin")
    lengths = [each.end - each.start for each in entries_of(pd.Series([1.0, 2.0, 3.0], index=index))]
    assert lengths[:2] == [timedelta(hours=24), timedelta(hours=23)]


@pytest.mark.parametrize(
    ("series", "words"),
    [
        (day("2027-01-01", 4).tz_localize(None), "tz_localize"),
        (pd.Series([1.0, 2.0]), "DatetimeIndex with a time zone"),
        (day("2027-01-01", 4).iloc[::-1], "sort the series"),
        (pd.concat([day("2027-01-01", 2), day("2027-01-01", 2)]), "does not come after"),
        (pd.Series([float("inf")] * 2, index=day("2027-01-01", 2).index), "no number that can be set"),
        (pd.Series(["a", "b"], index=day("2027-01-01", 2).index), "is no number"),
        (pd.Series([True, False], index=day("2027-01-01", 2).index), "is no number"),
        (pd.Series([1.0], index=pd.DatetimeIndex(["2027-01-01"], tz="UTC")), "step=timedelta"),
        (pd.Series([1.0, 2.0], index=pd.DatetimeIndex(["2027-01-01", pd.NaT], tz="UTC")), "NaT"),
    ],
)
def test_what_is_no_schedule_is_refused_with_what_to_do(series: pd.Series, words: str) -> None:
    with pytest.raises(InvalidSeries, match=words):
        entries_of(series)


def test_a_gap_is_left_where_a_value_is_missing() -> None:
    series = day("2027-01-01", 4, "UTC")
    series.iloc[1] = np.nan
    assert [each.value for each in entries_of(series)] == [0.0, 2.0, 3.0]
    assert entries_of(series)[0].end == datetime(2027, 1, 1, 0, 15, tzinfo=UTC)


def test_a_step_says_how_long_each_value_lasts() -> None:
    index = pd.DatetimeIndex(["2027-01-01T00:00Z", "2027-01-01T06:00Z"])
    entries = entries_of(pd.Series([1, 2], index=index), step=timedelta(hours=1))
    assert [each.end - each.start for each in entries] == [timedelta(hours=1)] * 2
    with pytest.raises(InvalidSeries, match="reaches beyond"):
        entries_of(pd.Series([1, 2], index=index), step=timedelta(hours=7))


@pytest.mark.parametrize(
    "series",
    [
        day("2027-01-01", 288).between_time("08:00", "19:45"),
        day("2027-01-01", 4).drop(day("2027-01-01", 4).index[2]),
    ],
)
def test_rows_that_were_taken_out_are_not_set(series: pd.Series) -> None:
    with pytest.raises(InvalidSeries, match="has holes.*step=…"):
        entries_of(series)
    lengths = {each.end - each.start for each in entries_of(series, step=timedelta(minutes=15))}
    assert lengths == {timedelta(minutes=15)}


def test_values_at_odd_times_last_until_the_next() -> None:
    index = pd.DatetimeIndex([f"2027-01-01T{hour:02}:00Z" for hour in (0, 6, 10, 22)])
    lengths = [each.end - each.start for each in entries_of(pd.Series(1.0, index=index))]
    assert lengths == [timedelta(hours=hours) for hours in (6, 4, 12, 12)]


def test_columns_of_a_frame_are_commands() -> None:
    frame = pd.DataFrame({"grid/activePowerkW": day("2027-01-01", 2, "UTC"), "bess/optimalSocPcnt": 50})
    [grid, bess] = commands_of(frame)
    assert (grid["asset"], grid["type"]) == ("grid", "activePowerkW")
    assert bess["entries"] == [
        {"startAt": "2027-01-01T00:00:00.000Z", "endAt": "2027-01-01T00:15:00.000Z", "value": 50.0},
        {"startAt": "2027-01-01T00:15:00.000Z", "endAt": "2027-01-01T00:30:00.000Z", "value": 50.0},
    ]
    with pytest.raises(InvalidSeries, match="asset/type"):
        commands_of({"activePowerkW": None})
    with pytest.raises(InvalidSeries, match="nothing to set"):
        commands_of({})


def test_entries_may_be_written_out() -> None:
    start, end = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 1, 2, tzinfo=UTC)
    [command] = commands_of({"grid/upperLimitkW": [Entry(start, end, 5)]})
    assert command["entries"] == [
        {"startAt": "2027-01-01T00:00:00.000Z", "endAt": "2027-01-02T00:00:00.000Z", "value": 5}
    ]
    with pytest.raises(InvalidSeries, match="entry 0 has no endAt and no value"):
        commands_of({"grid/upperLimitkW": [{"startAt": start}]})
    with pytest.raises(InvalidSeries, match="no time zone"):
        commands_of({"grid/upperLimitkW": [{"startAt": "2027-01-01T00:00:00", "endAt": end, "value": 1}]})
