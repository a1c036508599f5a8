"""A client that takes its settings from the environment, and sites by their names."""

from __future__ import annotations

import uuid

import pytest
from line import Line

from setpoint import AsyncClient, Client, Conflict, KeyReused, NotFound, SetpointError
from setpoint.testing import LocalService

CLEARED = {"grid/activePowerkW": None}
NAMES = ("SETPOINT_URL", "SETPOINT_CLIENT_ID", "SETPOINT_CLIENT_SECRET")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_a_client_finds_its_service_in_the_environment(
    setpoint_service: LocalService, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = (setpoint_service.url, setpoint_service.client_id, setpoint_service.client_secret)
    for name, value in zip(NAMES, given, strict=True):
        monkeypatch.setenv(name, value)
    with Client() as client:
        assert len(client.sites()) == 3
    assert isinstance(AsyncClient(), AsyncClient)


def test_what_is_missing_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetpointError, match="SETPOINT_URL"):
        Client()
    monkeypatch.setenv("SETPOINT_URL", "http://setpoint.test")
    with pytest.raises(SetpointError, match="SETPOINT_CLIENT_ID and SETPOINT_CLIENT_SECRET"):
        Client()
    monkeypatch.setenv("SETPOINT_CLIENT_ID", "id")
    with pytest.raises(SetpointError, match="SETPOINT_CLIENT_SECRET"):
        Client()
    assert isinstance(Client(token="t"), Client)


def test_a_secret_of_the_environment_goes_to_no_other_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "http://setpoint.test")
    with pytest.raises(SetpointError, match="give client_id and client_secret, or a token"):
        Client("http://elsewhere.test")


def test_a_site_is_found_by_its_name_and_by_its_id(setpoint_client: Client) -> None:
    first = setpoint_client.sites()[0]
    named = setpoint_client.site(first.name)
    assert named.site_id == first.site_id == setpoint_client.site(first.site_id).site_id
    assert named.assets is not None


def test_a_site_is_named_in_one_way_in_every_call(setpoint_client: Client) -> None:
    site = setpoint_client.sites()[0]
    start, end = "2027-01-01T00:00Z", "2027-01-01T01:00Z"
    assert setpoint_client.splice(site.name, CLEARED, start=start, end=end).version is not None
    assert setpoint_client.set(site.name, CLEARED).version is not None
    assert setpoint_client.check(site.name, CLEARED, replace=True).is_valid
    for call in (setpoint_client.plan, setpoint_client.headroom, setpoint_client.following):
        assert call(site.name, "2027-01-01").site_id == site.site_id
    assert setpoint_client.measurements(site.name, "2026-01-01", resolution=15).site_id == site.site_id
    [result] = setpoint_client.portfolio({site.name: CLEARED}, replace=True)
    assert (result.site_id, result.is_set) == (site.site_id, True)
    hold = setpoint_client.hold(site=site.name)
    assert hold["siteId"] == site.site_id
    setpoint_client.release(hold["holdId"])


def test_what_was_never_measured_or_planned_is_an_empty_table(line: Line) -> None:
    site = line.site()
    nord, name = site.site_id, site.name
    common = {"siteId": nord, "siteName": name, "version": 1, "reportedAt": None}
    path = f"/api/v1/fleet/sites/{nord}"
    line.answer(f"{path}/measurements", {**common, "measurements": []})
    line.answer(f"{path}/following", {**common, "entries": []})
    line.answer(f"{path}/headroom", {**common, "intervals": []})
    line.answer(f"{path}/plan", {**common, "plan": {"grid": [], "bess": [], "solar": []}})
    start, end = "2026-01-01T00:00Z", "2026-01-02T00:00Z"
    with line.client() as client:
        assert client.measurements(name, start, end).power("grid").sum() == 0.0
        following = client.following(name, start, end).frame
        assert (following["state"] == "deviating").sum() == 0 and following["end"].dt.tz is not None
        headroom = client.headroom(name, start, end)
        assert headroom.bookable("afrrImport").empty and list(headroom.binds.columns) == list(headroom.frame.columns)
        assert client.plan(name, start, end).grid["because"].empty


@pytest.mark.parametrize("key", ["clé", "two words", "k" * 256])
def test_a_key_that_cannot_be_sent_says_so(line: Line, key: str) -> None:
    site = line.site()
    with line.client() as client:
        with pytest.raises(ValueError, match="visible ASCII"):
            client.set(site.site_id, CLEARED, key=key)
        with pytest.raises(ValueError, match="at most 218 characters"):
            client.portfolio({site.site_id: CLEARED}, replace=True, key=key)
    assert line.requests == []


def test_an_address_has_a_scheme() -> None:
    with pytest.raises(SetpointError, match="begins with http"):
        Client("localhost:8080", token="t")


def test_a_name_that_is_not_there_or_is_there_twice_says_so(line: Line) -> None:
    ids = [str(uuid.UUID(int=number)) for number in range(2)]
    north = {"siteName": "Nord", "isOnline": False, "reportedAt": None, "schedules": []}
    line.answer("/api/v1/public/sites", {"sites": [{"siteId": each, **north} for each in ids]})
    with line.client() as client:
        with pytest.raises(NotFound, match="called 'Ost'"):
            client.site("Ost")
        with pytest.raises(SetpointError, match="2 sites are called 'Nord'") as refused:
            client.site("Nord")
        assert all(each in str(refused.value) for each in ids)
        with pytest.raises(NotFound):
            client.site(str(uuid.uuid4()))


@pytest.mark.usefixtures("waits")
def test_a_seat_that_is_taken_and_a_key_that_was_used_have_classes(line: Line) -> None:
    site = line.site()
    with line.client() as client:
        line.fail_next(409)
        with pytest.raises(Conflict):
            client.signal("pool", 5, sequence=1, valid_until="2027-01-01T00:00Z")
        client.set(site.site_id, CLEARED, key="monday")
        with pytest.raises(KeyReused):
            client.set(site.site_id, {"grid/upperLimitkW": None}, key="monday")


def test_an_id_is_not_looked_for_among_names(line: Line) -> None:
    site = line.site()
    with line.client() as client:
        client.site(site.site_id)
    assert [path for _, path, _ in line.requests] == [f"/api/v1/public/sites/{site.site_id}"]
