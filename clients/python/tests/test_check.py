"""What a check says of a batch is what becomes of it."""

from __future__ import annotations

import random
from typing import Any

import pandas as pd
import pytest
from line import Line

from setpoint import Client, InvalidSeries, RejectedBatch

STARTS = pd.date_range("2028-03-01", periods=8, freq="h", tz="UTC")


def hours(first: int, last: int, value: float) -> pd.Series:
    return pd.Series(value, index=STARTS[first:last])


def test_a_splice_that_would_be_refused_is_not_valid(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    setpoint_client.set(site, {"bess/optimalSocPcnt": hours(0, 2, 50.0)})
    power = {"bess/activePowerkW": hours(4, 6, 10.0)}
    checked = setpoint_client.check(site, power)
    assert not checked.is_valid
    with pytest.raises(RejectedBatch) as refused:
        setpoint_client.splice(site, power)
    assert refused.value.problems == checked.problems
    assert refused.value.request_id is not None
    # Replaced as a whole, one clears the other.
    assert setpoint_client.check(site, power, replace=True).is_valid
    setpoint_client.set(site, power)


def test_what_has_ended_makes_room_in_a_check(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    index = pd.date_range(pd.Timestamp.now(tz="UTC").floor("D"), periods=96, freq="15min") - pd.Timedelta(days=1)
    full = pd.date_range(index[0] - pd.Timedelta(days=15), periods=1_440, freq="15min")
    setpoint_client.set(site, {"grid/activePowerkW": pd.Series([float(each) for each in range(1_440)], index=full)})
    day = {"grid/activePowerkW": pd.Series([float(each) for each in range(96)], index=index)}
    assert not setpoint_client.check(site, day).is_valid
    checked = setpoint_client.check(site, day, drop_ended=True)
    assert (checked.is_valid, checked.dropped) == (True, 1_440)


def drawn(draw: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    names = ["bess/activePowerkW", "bess/optimalSocPcnt", "grid/afrrImportBookingkW", "grid/afrrActivationkW"]
    commands: dict[str, Any] = {}
    for name in draw.sample(names, draw.randint(1, 2)):
        first = draw.randrange(6)
        commands[name] = draw.choice([None, hours(first, draw.randint(first + 2, 8), draw.choice([20.0, 60.0]))])
    window = {"start": STARTS[draw.randrange(3)], "end": STARTS[7] + pd.Timedelta(hours=1)}
    is_named = all(each is None for each in commands.values()) or draw.random() < 0.3
    return commands, {**(window if is_named else {}), "drop_ended": draw.random() < 0.5}


def test_a_check_says_of_each_splice_what_becomes_of_it(setpoint_client: Client) -> None:
    draw = random.Random(20)
    site = setpoint_client.sites()[1]
    ends: list[bool] = []
    for _ in range(60):
        commands, options = drawn(draw)
        checked = setpoint_client.check(site, commands, **options)
        try:
            batch = setpoint_client.splice(site, commands, **options)
        except RejectedBatch as refused:
            assert checked.problems == refused.problems
        else:
            assert (checked.is_valid, checked.dropped) == (True, batch.dropped)
            assert checked.schedules == setpoint_client.site(site).schedules
        ends.append(checked.is_valid)
    assert {True, False} == {*ends}


def test_a_check_sends_the_body_of_the_splice(line: Line) -> None:
    site = line.site()
    with line.client() as client:
        commands = {"grid/activePowerkW": hours(0, 4, 1.0)}
        client.check(site.site_id, commands, end=STARTS[6], drop_ended=True)
        client.splice(site.site_id, commands, end=STARTS[6], drop_ended=True)
        with pytest.raises(InvalidSeries, match="no window named"):
            client.check(site.site_id, {"grid/activePowerkW": None})
    assert line.requests[0][2] == line.requests[1][2]
