from __future__ import annotations

import inspect
import time

import httpx
import pytest

from setpoint import (
    ActivationNotCovered,
    AsyncClient,
    Client,
    NotFound,
    OutcomeUnknown,
    SetpointError,
    Unavailable,
    Unreachable,
    VersionConflict,
)
from setpoint.sse import SseReader
from setpoint.testing import FakeService

CLEARED = {"grid/activePowerkW": None}
UNCOVERED = {
    "rule": "activation_exceeds_booking",
    "place": "schedules[0].entries[0]",
    "message": "150 kW are asked for, and 100 kW are booked",
    "asset": "grid",
    "type": "afrrActivationkW",
    "uncovered": {
        "direction": "import",
        "from": "2027-01-01T00:00:00.000Z",
        "to": "2027-01-01T00:15:00.000Z",
        "neededkW": 150,
        "bookedkW": 100,
    },
}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)


def test_a_batch_that_got_no_answer_is_sent_again_with_its_key(setpoint_fake: FakeService) -> None:
    site = setpoint_fake.add_site("Nord")
    with setpoint_fake.client() as client:
        first = client.set(site.site_id, CLEARED)
        setpoint_fake.fail_next(times=2)
        again = client.set(site.site_id, CLEARED, key=first.key)
    assert again.is_replayed
    assert (first.batch_id, first.version) == (again.batch_id, again.version)
    assert site.version == 1


def test_a_batch_whose_end_is_not_known_says_so_and_names_its_key(setpoint_fake: FakeService) -> None:
    site = setpoint_fake.add_site("Nord")
    setpoint_fake.fail_next(times=9)
    with setpoint_fake.client(tries=3) as client, pytest.raises(OutcomeUnknown) as unknown:
        client.set(site.site_id, CLEARED, key="monday")
    assert unknown.value.key == "monday"
    assert len(setpoint_fake.requests) == 3


def test_what_surely_was_not_set_is_no_unknown_outcome(setpoint_fake: FakeService) -> None:
    site = setpoint_fake.add_site("Nord")
    setpoint_fake.fail_next(503, times=9)
    with setpoint_fake.client(tries=2) as client, pytest.raises(Unavailable) as busy:
        client.set(site.site_id, CLEARED)
    assert busy.value.status == 503
    setpoint_fake.fail_next(500, headers={"Batch-Outcome": "unknown"}, times=9)
    with setpoint_fake.client(tries=1) as client, pytest.raises(Unavailable):
        client.sites()


def test_a_version_that_moved_on_is_a_conflict_with_the_version_now(setpoint_fake: FakeService) -> None:
    site = setpoint_fake.add_site("Nord")
    with setpoint_fake.client() as client:
        client.set(site.site_id, CLEARED)
        with pytest.raises(VersionConflict) as conflict:
            client.set(site.site_id, CLEARED, if_version=0)
    assert conflict.value.current == 1


def test_an_uncovered_activation_says_what_is_missing(setpoint_fake: FakeService) -> None:
    site = setpoint_fake.add_site("Nord")
    setpoint_fake.refuse(UNCOVERED)
    with setpoint_fake.client() as client:
        with pytest.raises(ActivationNotCovered) as refused:
            client.set(site.site_id, CLEARED)
        checked = client.check(site.site_id, CLEARED, replace=True)
    [missing] = refused.value.uncovered
    assert (missing.direction, missing.needed_kw, missing.booked_kw) == ("import", 150.0, 100.0)
    assert not checked.is_valid
    with pytest.raises(ActivationNotCovered):
        checked.raise_for_problems()


def test_a_site_that_is_not_there_is_not_asked_for_twice(setpoint_fake: FakeService) -> None:
    with setpoint_fake.client() as client, pytest.raises(NotFound):
        client.site("nobody")
    assert len(setpoint_fake.requests) == 1


def test_a_refused_token_is_renewed_once() -> None:
    issued: list[str] = []
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/oauth/token":
            issued.append(request.content.decode())
            return httpx.Response(200, json={"access_token": f"t{len(issued)}", "expires_in": 3600})
        asked.append(request.headers["authorization"])
        if asked[-1] == "Bearer t2":
            return httpx.Response(200, json={"sites": []})
        return httpx.Response(401, json={"error": "unauthorized", "message": "no"})

    with Client("http://setpoint.test", "id", "secret", transport=httpx.MockTransport(answer)) as client:
        assert client.sites() == []
    assert asked == ["Bearer t1", "Bearer t2"]
    assert "secret" not in repr(client)


def test_nothing_at_an_address_is_unreachable_and_nothing_was_set() -> None:
    with Client("http://127.0.0.1:9", token="t", tries=2) as client, pytest.raises(Unreachable, match="127.0.0.1:9"):
        client.set("00000000-0000-4000-8000-000000000001", CLEARED)
    with pytest.raises(SetpointError, match="client_id and client_secret"):
        Client("http://127.0.0.1:9")


async def _async_sites(fake: FakeService) -> list[str]:
    transport = httpx.MockTransport(fake.transport.handler)
    async with AsyncClient("http://setpoint.test", token="t", transport=transport) as client:
        return [site.name for site in await client.sites()]


def test_the_async_client_does_the_same(setpoint_fake: FakeService) -> None:
    import asyncio

    setpoint_fake.add_site("Nord")
    assert asyncio.run(_async_sites(setpoint_fake)) == ["Nord"]


def test_both_clients_show_the_same_calls_to_help_and_editors() -> None:
    assert str(inspect.signature(Client.site)) == "(self, which: 'SiteLike') -> 'Site'"
    assert inspect.iscoroutinefunction(AsyncClient.site)
    for name in [name for name in vars(Client) if not name.startswith("_") and name != "close"]:
        waits, awaits = getattr(Client, name), getattr(AsyncClient, name)
        assert waits.__doc__ and waits.__doc__ == awaits.__doc__
        assert inspect.signature(waits).parameters == inspect.signature(awaits).parameters


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_a_stream_may_be_cut_anywhere_and_end_its_lines_as_it_likes(end: str, size: int) -> None:
    text = end.join(
        ["retry: 250", "id: 1", "data: {", "data: }", "", ": a comment", "", "id: 2", "data: ü", "", "data: x"]
    )
    raw = text.encode()
    reader = SseReader()
    found = [message for at in range(0, len(raw), size) for message in reader.feed(raw[at : at + size])]
    assert [(each.event_id, each.data) for each in found] == [("1", "{\n}"), ("2", "ü")]
    assert found[0].retry_seconds == 0.25
