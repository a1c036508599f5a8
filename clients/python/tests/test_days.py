"""The last value of a series by days ends where its day does, also when the clock changes."""

from __future__ import annotations

from datetime import timedelta

import pandas as pd
import pytest

from setpoint import Client, InvalidSeries
from setpoint.series import entries_of

# Of each: the day on which the clock changes, and its hours.
CHANGES = [
    ("2027-03-28", "Europe/Berlin", 23.0),
    ("2027-10-31", "Europe/Berlin", 25.0),
    ("2027-04-04", "Australia/Lord_Howe", 24.5),
    ("2027-10-03", "Australia/Lord_Howe", 23.5),
]


def two_days(last: str, zone: str) -> pd.DatetimeIndex:
    return pd.date_range(end=pd.Timestamp(last, tz=zone), periods=2, freq="D")


def bare(index: pd.DatetimeIndex) -> pd.DatetimeIndex:
    return pd.DatetimeIndex(list(index))


@pytest.mark.parametrize(("date", "zone", "hours"), CHANGES)
@pytest.mark.parametrize("has_freq", [True, False])
def test_the_last_of_some_days_is_as_long_as_it_is(date: str, zone: str, hours: float, has_freq: bool) -> None:
    index = two_days(date, zone)
    series = pd.Series([1.0, 2.0], index=index if has_freq else bare(index))
    assert (series.index.freq is not None) is has_freq
    *_, last = entries_of(series)
    assert last.end - last.start == timedelta(hours=hours)


@pytest.mark.parametrize(("date", "zone", "hours"), CHANGES)
@pytest.mark.parametrize("has_freq", [True, False])
def test_the_day_after_a_change_has_24_hours(date: str, zone: str, hours: float, has_freq: bool) -> None:
    index = two_days(date, zone) + pd.DateOffset(days=1)
    index = pd.date_range(index[0], periods=2, freq="D") if has_freq else bare(index)
    first, last = entries_of(pd.Series([1.0, 2.0], index=index))
    assert [each.end - each.start for each in (first, last)] == [timedelta(hours=hours), timedelta(hours=24)]


@pytest.mark.parametrize(("date", "zone", "hours"), CHANGES)
def test_one_value_with_a_frequency_of_days_lasts_a_day(date: str, zone: str, hours: float) -> None:
    [entry] = entries_of(pd.Series([1.0], index=two_days(date, zone)[1:]))
    assert entry.end - entry.start == timedelta(hours=hours)


@pytest.mark.parametrize(("freq", "hours"), [("W", 7 * 24 - 1), ("2D", 47), ("12h", 12), ("24h", 24), ("MS", 31 * 24 - 1)])
def test_other_frequencies_are_as_long_as_they_say(freq: str, hours: float) -> None:
    start = "2027-03-01" if freq == "MS" else "2027-03-28"
    index = pd.date_range(start, periods=1, freq=freq, tz="Europe/Berlin")
    [entry] = entries_of(pd.Series([1.0], index=index))
    # The week that begins on the 28th is the one with the change.
    assert entry.end - entry.start == timedelta(hours=hours)


@pytest.mark.parametrize("start", ["2027-03-27T23:00Z", "2027-10-30T23:00Z", "2027-10-31T00:00Z"])
def test_hours_stay_hours_in_the_night_of_a_change(start: str) -> None:
    index = bare(pd.date_range(pd.Timestamp(start).tz_convert("Europe/Berlin"), periods=2, freq="h"))
    assert [each.end - each.start for each in entries_of(pd.Series([1.0, 2.0], index=index))] == [timedelta(hours=1)] * 2


def test_days_of_no_zone_s_clock_ask_for_a_step() -> None:
    index = pd.DatetimeIndex(["2027-03-27T23:00Z", "2027-03-28T23:00Z"]).tz_convert("Europe/Berlin")
    series = pd.Series([1.0, 2.0], index=index)
    with pytest.raises(InvalidSeries, match="the clock changes.*step=timedelta"):
        entries_of(series)
    assert len(entries_of(series, step=timedelta(hours=24))) == 2
    assert len(entries_of(series.tz_convert("UTC"))) == 2


def test_a_day_that_would_end_at_an_hour_that_is_not_there_asks_for_a_step() -> None:
    index = bare(pd.date_range("2027-03-26T02:30", periods=2, freq="D", tz="Europe/Berlin"))
    with pytest.raises(InvalidSeries, match="2027-03-28 02:30.*step=timedelta"):
        entries_of(pd.Series([1.0, 2.0], index=index))


@pytest.mark.parametrize(("date", "zone", "hours"), CHANGES)
def test_a_spliced_day_of_a_change_touches_no_other_day(
    setpoint_client: Client, date: str, zone: str, hours: float
) -> None:
    site = setpoint_client.sites()[0]
    index = two_days(date, zone)
    around = pd.date_range(index[0] - pd.DateOffset(days=1), periods=5 * 48, freq="30min")
    setpoint_client.set(site, {"grid/activePowerkW": pd.Series(5.0, index=around)})
    setpoint_client.splice(site, {"grid/activePowerkW": pd.Series([10.0, 20.0], index=index)})
    entries = setpoint_client.site(site).schedules["grid/activePowerkW"]
    [last] = [each for each in entries if each.value == 20.0]
    after = index[1] + pd.DateOffset(days=1)
    assert (pd.Timestamp(last.start), pd.Timestamp(last.end)) == (index[1], after)
    assert after - index[1] == pd.Timedelta(hours=hours)
    [first, *_] = [each for each in entries if each.start >= after]
    assert (pd.Timestamp(first.start), first.value) == (after, 5.0)
