"""An optimiser that sets a day after the other, for longer than a command has room for."""

from __future__ import annotations

import pandas as pd
import pytest
from line import Line

from setpoint import Client, InvalidSeries, RejectedBatch

DAYS = 20
# A command has room for 1,500 entries: 15 days of quarters of an hour.
ROOM_DAYS = 15


def day_before(today: pd.Timestamp, days: int) -> dict[str, pd.Series]:
    index = pd.date_range(today - pd.Timedelta(days=days), periods=96, freq="15min")
    return {"grid/activePowerkW": pd.Series([float(quarter) for quarter in range(96)], index=index)}


def test_a_rolling_optimiser_goes_on_for_weeks(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    today = pd.Timestamp.now(tz="UTC").floor("D")
    setpoint_client.set(site, {"grid/activePowerkW": None})
    batches = [
        setpoint_client.splice(site, day_before(today, days), drop_ended=True) for days in range(DAYS, 0, -1)
    ]
    assert [each.dropped for each in batches] == [0, *[96] * (DAYS - 1)]
    assert len(setpoint_client.site(site).schedules["grid/activePowerkW"]) == 96


def test_without_it_what_has_ended_stays_until_there_is_no_room(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    today = pd.Timestamp.now(tz="UTC").floor("D")
    setpoint_client.set(site, {"grid/activePowerkW": None})
    for days in range(ROOM_DAYS, 0, -1):
        assert setpoint_client.splice(site, day_before(today, days)).dropped == 0
    with pytest.raises(RejectedBatch, match="dropEnded"):
        setpoint_client.splice(site, day_before(today, 0))
    [refused] = setpoint_client.portfolio({site.site_id: day_before(today, 0)})
    assert refused.message is not None and "dropEnded" in refused.message
    [result] = setpoint_client.portfolio({site.site_id: day_before(today, 0)}, drop_ended=True)
    assert result.dropped == ROOM_DAYS * 96


def test_what_replaces_drops_nothing(line: Line) -> None:
    with line.client() as client, pytest.raises(InvalidSeries, match="leave out .*drop_ended"):
        client.portfolio({"nord": {"grid/activePowerkW": None}}, replace=True, drop_ended=True)
