"""A day of a site is named by its date."""

from __future__ import annotations

from datetime import date, timedelta

import httpx
import pandas as pd
import pytest
from line import Line

from setpoint import Client, InvalidSeries, NotFound
from setpoint.local_day import local_day

NORD, OST = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"


@pytest.mark.parametrize(
    ("day", "zone", "start", "hours"),
    [
        ("2027-03-28", "Europe/Berlin", "2027-03-27T23:00Z", 23.0),
        ("2027-10-31", "Europe/Berlin", "2027-10-30T22:00Z", 25.0),
        (date(2027, 6, 1), "Europe/Berlin", "2027-05-31T22:00Z", 24.0),
        ("2027-04-04", "Australia/Lord_Howe", "2027-04-03T13:00Z", 24.5),
        ("2027-10-03", "Australia/Lord_Howe", "2027-10-02T13:30Z", 23.5),
        # There is no midnight in this night: the day begins at one.
        ("2027-09-05", "America/Santiago", "2027-09-05T04:00Z", 23.0),
    ],
)
def test_a_day_is_from_where_it_begins_to_where_the_next_does(
    day: str | date, zone: str, start: str, hours: float
) -> None:
    begin, end = local_day(day, zone)
    assert (begin, end - begin) == (pd.Timestamp(start), timedelta(hours=hours))


def test_the_plan_of_a_day_is_asked_for_by_its_date(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    for zone, hours in (("Europe/Berlin", 23), ("UTC", 24)):
        grid = setpoint_client.plan(site, "2027-03-28", zone=zone).grid
        assert grid["end"].iloc[-1] - grid.index[0] == pd.Timedelta(hours=hours)
        assert len(setpoint_client.headroom(site, "2027-03-28", zone=zone).frame) == hours * 4
    assert setpoint_client.plan(site, "2027-03-28").site_id == site.site_id
    assert setpoint_client.following(site, date(2026, 1, 1)).site_id == site.site_id
    assert setpoint_client.measurements(site, "2026-01-01", resolution=15).site_id == site.site_id


def test_without_a_zone_it_is_a_day_of_the_site(line: Line) -> None:
    asked: list[httpx.URL] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        if request.url.path.endswith("/overview"):
            found = [{"timeZone": "Australia/Lord_Howe"}] if request.url.params["siteIds"] == NORD else []
            return httpx.Response(200, json={"sites": found})
        return httpx.Response(200, json={"siteId": NORD, "siteName": "Nord", "version": 1, "intervals": []})

    line.handler = answer
    with line.client() as client:
        client.headroom(NORD, "2027-10-03")
        assert dict(asked[-1].params) == {"from": "2027-10-02T13:30:00.000Z", "to": "2027-10-03T13:00:00.000Z"}
        with pytest.raises(NotFound, match=OST):
            client.headroom(OST, "2027-10-03")


@pytest.mark.parametrize(
    ("start", "end", "zone", "words"),
    [
        ("2027-03-28T00:00Z", None, None, "give end, or a date"),
        ("2027-02-30", None, "UTC", "no date"),
        ("2027-03-28", None, "Europe/Nowhere", "no time zone.*Europe/Nowhere"),
        ("2027-03-28", "2027-03-29T00:00Z", None, "no time zone"),
        ("2027-03-28T00:00Z", "2027-03-29T00:00Z", "UTC", "zone goes with a date alone"),
    ],
)
def test_what_is_no_day_and_no_window_says_what_to_give(
    line: Line, start: str, end: str | None, zone: str | None, words: str
) -> None:
    with line.client() as client, pytest.raises(InvalidSeries, match=words):
        client.plan(NORD, start, end, zone=zone)
    assert line.requests == []
