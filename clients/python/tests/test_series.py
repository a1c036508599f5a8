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


def test_a_step_says_how_long_each_value_lasts() -> None:
    index = pd.DatetimeIndex(["2027-01-01T00:00Z", "2027-01-01T06:00Z"])
    entries = entries_of(pd.Series([1, 2], index=index), step=timedelta(hours=1))
    assert [each.end - each.start for each in entries] == [timedelta(hours=1)] * 2
    with pytest.raises(InvalidSeries, match="reaches beyond"):
        entries_of(pd.Series([1, 2], index=index), step=timedelta(hours=7))


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


@pytest.mark.parametrize(("freq", "hours"), [("W", 7 * 24 - 1), ("2D", 47), ("12h", 12), ("24h", 24), ("MS", 31 * 24 - 1)])
def test_other_frequencies_are_as_long_as_they_say(freq: str, hours: float) -> None:
    start = "2027-03-01" if freq == "MS" else "2027-03-28"
    index = pd.date_range(start, periods=1, freq=freq, tz="Europe/Berlin")
    [entry] = entries_of(pd.Series([1.0], index=index))
    # The week that begins on the 28th is the one with the change.
    assert entry.end - entry.start == timedelta(hours=hours)


def test_days_of_no_zone_s_clock_ask_for_a_step() -> None:
    index = pd.DatetimeIndex(["2027-03-27T23:00Z", "2027-03-28T23:00Z"]).tz_convert("Europe/Berlin")
    series = pd.Series([1.0, 2.0], index=index)
    with pytest.raises(InvalidSeries, match="the clock changes.*step=timedelta"):
        entries_of(series)
    assert len(entries_of(series, step=timedelta(hours=24))) == 2
    assert len(entries_of(series.tz_convert("UTC"))) == 2


def test_a_day_that_would_end_at_an_hour_that_is_not_there_asks_for_a_step() -> None:
    index = pd.DatetimeIndex(list(pd.date_range("2027-03-26T02:30", periods=2, freq="D", tz="Europe/Berlin")))
    with pytest.raises(InvalidSeries, match="2027-03-28 02:30.*step=timedelta"):
        entries_of(pd.Series([1.0, 2.0], index=index))
