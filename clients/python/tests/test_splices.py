"""What a splice, a set and a portfolio leave behind."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from setpoint import Client, NotFound, RejectedBatch, ServiceError, Site, VersionConflict

GRID, POWER, SOC = "grid/activePowerkW", "bess/activePowerkW", "bess/optimalSocPcnt"
# In part over, in part to come.
STARTS = pd.date_range(pd.Timestamp.now(tz="UTC").floor("h") - pd.Timedelta(hours=6), periods=12, freq="h")


@pytest.fixture(name="client")
def _client(setpoint_client: Client) -> Client:
    return setpoint_client


@pytest.fixture
def site(client: Client) -> Site:
    first = client.sites()[0]
    client.set(first, {each: None for each in (GRID, POWER, "grid/upperLimitkW")})
    return first


def hours(first: int, last: int, value: float = 1.0) -> pd.Series:
    return pd.Series([value + each for each in range(first, last)], index=STARTS[first:last])


def values_of(client: Client, site: Site, name: str = GRID) -> list[float]:
    return [each.value for each in client.site(site).schedules.get(name, ())]


def test_two_spliced_days_are_both_there(client: Client, site: Site) -> None:
    client.splice(site, {GRID: hours(0, 4)})
    client.splice(site, {GRID: hours(6, 8)})
    client.splice(site, {GRID: hours(2, 3, 50.0)})
    assert values_of(client, site) == [1.0, 2.0, 52.0, 4.0, 7.0, 8.0]


def test_what_reaches_into_a_window_is_cut_at_its_edges(client: Client, site: Site) -> None:
    whole = {"startAt": STARTS[0].isoformat(), "endAt": STARTS[8].isoformat(), "value": 5.0}
    client.set(site, {GRID: [whole]})
    client.splice(site, {GRID: None}, start=STARTS[2], end=STARTS[4])
    entries = client.site(site).schedules[GRID]
    assert [(each.start, each.end) for each in entries] == [(STARTS[0], STARTS[2]), (STARTS[4], STARTS[8])]


def test_set_leaves_nothing_else_and_sorts(client: Client, site: Site) -> None:
    client.splice(site, {GRID: hours(0, 2)})
    wires = [{"startAt": STARTS[at].isoformat(), "endAt": STARTS[at + 1].isoformat(), "value": at} for at in (9, 7)]
    client.set(site, {GRID: wires})
    assert values_of(client, site) == [7.0, 9.0]


def test_one_command_of_the_storage_clears_the_other(client: Client, site: Site) -> None:
    client.set(site, {POWER: hours(0, 2)})
    client.set(site, {SOC: hours(4, 6)})
    assert (values_of(client, site, POWER), values_of(client, site, SOC)) == ([], [5.0, 6.0])
    with pytest.raises(RejectedBatch) as refused:
        client.splice(site, {POWER: hours(8, 9)})
    assert [each.rule for each in refused.value.problems] == ["exclusive"]
    with pytest.raises(RejectedBatch):
        client.set(site, {POWER: None, SOC: None})


def test_a_key_holds_for_one_batch(client: Client, site: Site) -> None:
    first = client.splice(site, {GRID: hours(0, 2)})
    again = client.splice(site, {GRID: hours(0, 2)}, key=first.key)
    assert (again.batch_id, again.version, again.is_replayed) == (first.batch_id, first.version, True)
    with pytest.raises(ServiceError) as refused:
        client.splice(site, {GRID: hours(0, 3)}, key=first.key)
    assert (refused.value.status, refused.value.code) == (422, "idempotency_conflict")
    with pytest.raises(VersionConflict) as conflict:
        client.splice(site, {GRID: hours(0, 2)}, if_version=0)
    assert conflict.value.current == first.version


def test_a_portfolio_splices_replaces_and_says_what_it_did(client: Client, site: Site) -> None:
    other = client.sites()[1]
    client.set(other, {GRID: hours(0, 2)})
    client.set(site, {GRID: hours(0, 2)})
    nobody = "00000000-0000-4000-8000-000000000009"
    batches = {site.site_id: {GRID: hours(7, 8)}, other.site_id: {GRID: hours(7, 8)}, nobody: {GRID: hours(7, 8)}}
    results = client.portfolio(batches)
    assert [(each.status, each.is_set, each.dropped) for each in results] == [
        (201, True, 0),
        (201, True, 0),
        (404, False, None),
    ]
    assert values_of(client, site) == values_of(client, other) == [1.0, 2.0, 8.0]
    [replaced] = client.portfolio({site.site_id: {GRID: hours(9, 10)}}, replace=True)
    assert (replaced.dropped, replaced.window, values_of(client, site)) == (None, None, [10.0])


def test_all_of_a_portfolio_or_none(client: Client, site: Site) -> None:
    nobody = "00000000-0000-4000-8000-000000000009"
    with pytest.raises(NotFound, match=nobody):
        client.portfolio({site.site_id: {GRID: hours(0, 2)}, nobody: {GRID: hours(0, 2)}}, mode="all")
    assert values_of(client, site) == []
    [result] = client.portfolio({site.site_id: {GRID: hours(0, 2)}}, mode="all")
    assert result.is_set and values_of(client, site) == [1.0, 2.0]


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("outside_window", {"start": STARTS[0], "end": STARTS[1]}),
    ("empty_interval", {"start": STARTS[3], "end": STARTS[3]}),
]


@pytest.mark.parametrize(("rule", "window"), WRONG)
def test_a_window_that_does_not_fit_is_refused(client: Client, site: Site, rule: str, window: dict[str, Any]) -> None:
    checked = client.check(site, {GRID: hours(0, 2)}, **window)
    assert [each.rule for each in checked.problems] == [rule]
    with pytest.raises(RejectedBatch) as refused:
        client.splice(site, {GRID: hours(0, 2)}, **window)
    assert [(each.rule, each.place) for each in refused.value.problems] == [
        (each.rule, each.place) for each in checked.problems
    ]


def test_too_many_entries_are_refused_until_what_has_ended_makes_room(client: Client, site: Site) -> None:
    index = pd.date_range(STARTS[0] - pd.Timedelta(days=15), periods=1_440, freq="15min")
    client.set(site, {GRID: pd.Series(range(1_440), index=index)})
    more = pd.date_range(STARTS[0], periods=96, freq="15min")
    day = {GRID: pd.Series(1.0, index=more)}
    with pytest.raises(RejectedBatch, match="dropEnded") as refused:
        client.splice(site, day)
    assert [(each.rule, each.place) for each in refused.value.problems] == [
        ("too_many_entries", "schedules[0].entries")
    ]
    assert client.splice(site, day, drop_ended=True).dropped == 1_440
