"""Many sites at once: what is sent, and what a real service makes of it."""

from __future__ import annotations

import pandas as pd
import pytest

from setpoint import Client, InvalidSeries
from setpoint.testing import FakeService

PORTFOLIO = "/api/v1/fleet/schedules"


def day(date: str, value: float = 1.0) -> dict[str, pd.Series]:
    index = pd.date_range(date, periods=96, freq="15min", tz="UTC")
    return {"grid/activePowerkW": pd.Series([value + quarter for quarter in range(96)], index=index)}


def test_tomorrow_in_a_portfolio_does_not_wipe_today(setpoint_client: Client) -> None:
    one, other, _ = setpoint_client.sites()
    for site in (one, other):
        setpoint_client.set(site, day("2028-01-01"))
    results = setpoint_client.portfolio({one.site_id: day("2028-01-02"), other.site_id: day("2028-01-03")})
    assert all(each.is_set for each in results)
    assert [each.window for each in results] == [
        (pd.Timestamp("2028-01-02T00:00Z"), pd.Timestamp("2028-01-03T00:00Z")),
        (pd.Timestamp("2028-01-03T00:00Z"), pd.Timestamp("2028-01-04T00:00Z")),
    ]
    for site in (one, other):
        assert len(setpoint_client.site(site).schedules["grid/activePowerkW"]) == 192


def test_a_portfolio_that_replaces_says_so_and_leaves_nothing_else(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    setpoint_client.set(site, day("2028-01-01"))
    [result] = setpoint_client.portfolio({site.site_id: day("2028-01-02")}, replace=True)
    assert result.is_set and result.window is None
    assert len(setpoint_client.site(site).schedules["grid/activePowerkW"]) == 96


def test_one_window_can_be_named_for_all_sites_and_clears_what_is_in_it(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    setpoint_client.set(site, day("2028-01-01"))
    noon = pd.Timestamp("2028-01-01T12:00Z")
    cleared = {site.site_id: {"grid/activePowerkW": None}}
    [result] = setpoint_client.portfolio(cleared, start=noon, end=noon + pd.Timedelta(hours=1))
    assert result.window == (noon, noon + pd.Timedelta(hours=1))
    assert len(setpoint_client.site(site).schedules["grid/activePowerkW"]) == 92


def test_a_batch_without_a_window_names_its_site_before_anything_is_sent(setpoint_fake: FakeService) -> None:
    with setpoint_fake.client() as client:
        with pytest.raises(InvalidSeries, match="site nord: .*no window"):
            client.portfolio({"ost": day("2028-01-01"), "nord": {"grid/activePowerkW": None}})
        with pytest.raises(InvalidSeries, match="replace=True has no window"):
            client.portfolio({"ost": day("2028-01-01")}, replace=True, start="2028-01-01T00:00Z")
    assert setpoint_fake.requests == []
