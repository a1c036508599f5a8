"""Against a real service on this machine; skipped where there is none."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import httpx
import pandas as pd
import pytest

from setpoint import ActivationNotCovered, AsyncClient, Client, Unauthorized
from setpoint.testing import LocalService

DAY = pd.date_range("2027-03-28", "2027-03-29", freq="15min", tz="Europe/Berlin", inclusive="left")


def test_a_day_goes_in_as_a_series_and_comes_out_as_a_plan(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    schedule = pd.Series([float(50 + hour.hour) for hour in DAY], index=DAY)
    batch = setpoint_client.set(site, {"grid/activePowerkW": schedule})
    assert (batch.accepted, batch.is_replayed) == (1, False)
    again = setpoint_client.set(site, {"grid/activePowerkW": schedule}, key=batch.key)
    assert (again.batch_id, again.is_replayed) == (batch.batch_id, True)
    [*entries] = setpoint_client.site(site).schedules["grid/activePowerkW"]
    assert [each.value for each in entries] == schedule.tolist()
    assert [pd.Timestamp(each.start) for each in entries] == list(DAY)
    plan = setpoint_client.plan(site, DAY[0], DAY[-1])
    assert plan.grid["target"].iloc[0] == 50.0
    assert str(plan.grid.index.tz) == "UTC"
    assert "grid/activePowerkW" in plan.explain()


def test_what_is_left_can_be_sold_and_not_more(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[2]
    start, end = pd.Timestamp("2027-06-01T00:00Z"), pd.Timestamp("2027-06-01T04:00Z")
    setpoint_client.set(site, {"grid/activePowerkW": pd.Series(0.0, index=pd.date_range(start, end, freq="15min"))})
    room = setpoint_client.headroom(site, start, end)
    assert len(room.frame) == 16
    offer = room.bookable("afrrImport", share=0.5)
    assert (offer <= room.frame["afrrImport"]).all() and (offer >= 0).all()
    setpoint_client.set(site, {"grid/afrrImportBookingkW": offer})
    too_much = offer.iloc[:1] + 1
    with pytest.raises(ActivationNotCovered) as refused:
        setpoint_client.set(site, {"grid/afrrActivationkW": too_much}, step=timedelta(minutes=15))
    [missing] = refused.value.uncovered
    assert (missing.needed_kw, missing.booked_kw) == (too_much.iloc[0], offer.iloc[0])
    checked = setpoint_client.check(site, {"grid/afrrActivationkW": offer.iloc[:1]}, step=timedelta(minutes=15))
    assert checked.is_valid


def test_events_come_in_order_and_go_on_where_they_were(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    for _ in range(3):
        setpoint_client.set(site, {"grid/lowerLimitkW": None})
    accepted = [each for each in setpoint_client.events(types=["batch.accepted"], after="oldest", follow=False)]
    assert len(accepted) >= 3
    rest = list(setpoint_client.events(types=["batch.accepted"], after=accepted[-2].event_id, follow=False))
    assert [each.event_id for each in rest][:1] == [accepted[-1].event_id]
    following = setpoint_client.events(types=["batch.accepted"], after=accepted[-1].event_id)
    setpoint_client.set(site, {"grid/lowerLimitkW": None})
    assert next(iter(following)).site_id == site.site_id


def test_what_a_pool_can_give_is_told_as_it_changes(setpoint_service: LocalService, setpoint_client: Client) -> None:
    secret = {"client_id": setpoint_service.client_id, "client_secret": setpoint_service.client_secret}
    token = httpx.post(
        f"{setpoint_service.url}/oauth/token", data={"grant_type": "client_credentials", **secret}
    ).json()
    headers = {"Authorization": f"Bearer {token['access_token']}"}
    pool = "0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946"

    def put(members: list[str]) -> None:
        body = {
            "poolName": "a test",
            "service": "mfrr",
            "split": "proportional",
            "members": [{"siteId": each} for each in members],
        }
        httpx.put(f"{setpoint_service.url}/api/v1/fleet/pools/{pool}", json=body, headers=headers).raise_for_status()

    put([setpoint_client.sites()[0].site_id])
    watched = setpoint_client.watch_availability(pool)
    assert next(watched)["memberCount"] == 1
    put([])
    assert next(each for each in watched if each["memberCount"] == 0)["import"]["bookedkW"] == 0


def test_measured_power_is_a_frame(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    now = pd.Timestamp.now(tz="UTC")
    measured = setpoint_client.measurements(site, now - pd.Timedelta(hours=1), now.ceil("h"), resolution=1)
    assert list(measured.frame.columns[:2]) in (["end", "asset"], ["power_kw", "soc"])
    assert setpoint_client.following(site, now - pd.Timedelta(hours=1), now).site_id == site.site_id


def test_the_async_client_sets_many_sites_at_once(setpoint_service: LocalService) -> None:
    async def run() -> list[int]:
        who = (setpoint_service.url, setpoint_service.client_id, setpoint_service.client_secret)
        async with AsyncClient(*who) as client:
            sites = await client.sites()
            limits = {"grid/upperLimitkW": pd.Series(500.0, index=DAY)}
            return [batch.accepted for batch in await asyncio.gather(*(client.set(site, limits) for site in sites))]

    assert asyncio.run(run()) == [1, 1, 1]


def test_a_wrong_secret_is_told_as_such(setpoint_service: LocalService) -> None:
    with Client(setpoint_service.url, setpoint_service.client_id, "scs_wrong") as client:
        with pytest.raises(Unauthorized):
            client.sites()
