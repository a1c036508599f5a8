"""Many sites at once: what is sent, and what a real service makes of it."""

from __future__ import annotations

import gzip
import json
import uuid
from datetime import UTC, datetime

import httpx
import pandas as pd
import pytest
from line import Line

from setpoint import Client, Entry, InvalidSeries, NotFound, SitesRefused, TooLarge
from setpoint.portfolios import MOST_PART_BYTES

START = datetime(2028, 1, 1, tzinfo=UTC)


def day(date: str, value: float = 1.0) -> dict[str, pd.Series]:
    index = pd.date_range(date, periods=96, freq="15min", tz="UTC")
    return {"grid/activePowerkW": pd.Series([value + quarter for quarter in range(96)], index=index)}


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


def test_a_batch_without_a_window_names_its_site_before_anything_is_sent(line: Line) -> None:
    with line.client() as client:
        with pytest.raises(InvalidSeries, match="site nord: .*no window"):
            client.portfolio({"ost": day("2028-01-01"), "nord": {"grid/activePowerkW": None}})
        with pytest.raises(InvalidSeries, match="replace=True has no window"):
            client.portfolio({"ost": day("2028-01-01")}, replace=True, start="2028-01-01T00:00Z")
        with pytest.raises(InvalidSeries, match="leave out .*drop_ended"):
            client.portfolio({"nord": {"grid/activePowerkW": None}}, replace=True, drop_ended=True)
    assert line.requests == []


def test_all_of_a_portfolio_is_set_or_nothing(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    setpoint_client.set(site, {"grid/activePowerkW": None})
    nobody = str(uuid.UUID(int=9))
    with pytest.raises(NotFound, match=nobody):
        setpoint_client.portfolio({site.site_id: day("2028-01-01"), nobody: day("2028-01-01")}, mode="all")
    assert setpoint_client.site(site).schedules.get("grid/activePowerkW") is None
    [result] = setpoint_client.portfolio({site.site_id: day("2028-01-01")}, mode="all")
    assert result.is_set


def ids(count: int) -> list[str]:
    return [str(uuid.UUID(int=number)) for number in range(count)]


def parts_of(line: Line) -> list[httpx.Request]:
    """Keeps what is sent, and has every site of it be set."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        batches = json.loads(gzip.decompress(request.content))["batches"]
        return httpx.Response(200, json={"results": [{"siteId": each["siteId"], "status": 201} for each in batches]})

    line.handler = answer
    return sent


def test_a_large_portfolio_is_sent_packed_in_parts_that_are_taken(line: Line) -> None:
    parts = parts_of(line)
    names = ["grid/activePowerkW", "grid/upperLimitkW", "grid/lowerLimitkW", "solar/solarCurtailmentPcnt"]
    commands = {name: day("2028-01-01")["grid/activePowerkW"] for name in names}
    with line.client() as client:
        results = client.portfolio(dict.fromkeys(ids(300), commands))
        assert [each.site_id for each in results] == ids(300)
        several = [len(gzip.decompress(each.content)) for each in parts]
        assert len(several) > 1 and max(several) <= MOST_PART_BYTES and min(several[:-1]) > MOST_PART_BYTES * 0.9
        assert all(len(each.content) < 0.2 * size for each, size in zip(parts, several, strict=True))
        parts.clear()
        client.portfolio(dict.fromkeys(ids(300), commands), mode="all")
        assert len(parts) == 1


def test_all_or_none_of_more_than_one_call_takes_is_refused_before_it_is_sent(line: Line) -> None:
    parts = parts_of(line)
    commands = {"grid/activePowerkW": day("2028-01-01")["grid/activePowerkW"]}
    with line.client() as client:
        with pytest.raises(InvalidSeries, match="more than 1000 sites"):
            client.portfolio(dict.fromkeys(ids(1_001), commands), mode="all")
        long = {"grid/activePowerkW": [Entry(START, START, 1.0)] * 4_000}
        with pytest.raises(InvalidSeries, match="33554432 bytes"):
            client.portfolio(dict.fromkeys(ids(100), long), mode="all", replace=True)
    assert parts == []


def test_a_body_that_is_too_large_has_a_class(line: Line) -> None:
    site = line.site()
    line.fail_next(413)
    with line.client() as client, pytest.raises(TooLarge) as refused:
        client.set(site.site_id, day("2028-01-01"))
    assert refused.value.status == 413
    assert len(line.requests) == 1


def test_each_site_that_is_refused_has_its_problems(setpoint_client: Client) -> None:
    one, other, third = setpoint_client.sites()
    for site in (one, other, third):
        setpoint_client.set(site, {"grid/afrrImportBookingkW": None})
    window = pd.date_range("2028-05-01", periods=4, freq="15min", tz="UTC")
    activation = {"grid/afrrActivationkW": pd.Series(100.0, index=window)}
    nobody = str(uuid.UUID(int=7))
    results = setpoint_client.portfolio({one.site_id: day("2028-05-01"), other.site_id: activation, nobody: activation})
    assert [each.is_set for each in results] == [True, False, False]
    assert results.refused == list(results)[1:]
    assert {each.rule for each in results[1].problems} == {"activation_exceeds_booking"}
    assert results[1].problems[0].place.startswith("schedules[0].entries[0]")
    assert results[0].problems == results[2].problems == ()
    with pytest.raises(SitesRefused, match=f"2 of 3 sites were not set; {other.site_id}: .*; {nobody}: ") as refused:
        results.raise_for_any()
    assert [each.site_id for each in refused.value.refused] == [other.site_id, nobody]
    setpoint_client.portfolio({one.site_id: day("2028-05-01")}).raise_for_any()


def test_problems_come_with_the_answer(line: Line) -> None:
    problem = {"rule": "overlap", "place": "schedules[0]", "message": "no"}
    refusal = {"status": 400, "error": "invalid_batch", "message": "no", "problems": [problem]}
    line.answer("/api/v1/fleet/schedules", {"results": [{"siteId": each, **refusal} for each in ids(30)]})
    with line.client() as client:
        results = client.portfolio({each: day("2028-05-01") for each in ids(30)})
    assert [len(each.problems) for each in results] == [1] * 30
    assert len(line.requests) == 1
    with pytest.raises(SitesRefused, match="and 20 more"):
        results.raise_for_any()


def test_progress_is_told_in_sites(line: Line) -> None:
    parts_of(line)
    short = {"grid/activePowerkW": day("2028-05-01")["grid/activePowerkW"].iloc[:2]}
    told: list[int] = []
    with line.client() as client:
        client.portfolio({each: short for each in ids(1_100)}, progress=told.append)
    assert told == [1_000, 100]
