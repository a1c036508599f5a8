from __future__ import annotations

import inspect

import httpx
import pytest
from line import Line

from setpoint import (
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

CLEARED = {"grid/activePowerkW": None}
pytestmark = pytest.mark.usefixtures("waits")


def test_a_batch_that_got_no_answer_is_sent_again_with_its_key(line: Line) -> None:
    site = line.site()
    with line.client() as client:
        first = client.set(site.site_id, CLEARED)
        line.fail_next(times=2)
        again = client.set(site.site_id, CLEARED, key=first.key)
    assert again.is_replayed
    assert (first.batch_id, first.version) == (again.batch_id, again.version)


def test_a_batch_whose_end_is_not_known_says_so_and_names_its_key(line: Line) -> None:
    site = line.site()
    line.fail_next(times=9)
    with line.client(tries=3) as client, pytest.raises(OutcomeUnknown) as unknown:
        client.set(site.site_id, CLEARED, key="monday")
    assert unknown.value.key == "monday"
    assert len(line.requests) == 3


def test_what_surely_was_not_set_is_no_unknown_outcome(line: Line) -> None:
    site = line.site()
    line.fail_next(503, times=9)
    with line.client(tries=2) as client, pytest.raises(Unavailable) as busy:
        client.set(site.site_id, CLEARED)
    assert busy.value.status == 503
    line.fail_next(500, headers={"Batch-Outcome": "unknown"}, times=9)
    with line.client(tries=1) as client, pytest.raises(Unavailable):
        client.sites()


def test_a_version_that_moved_on_is_a_conflict_with_the_version_now(line: Line) -> None:
    site = line.site()
    with line.client() as client:
        batch = client.set(site.site_id, CLEARED)
        with pytest.raises(VersionConflict) as conflict:
            client.set(site.site_id, CLEARED, if_version=0)
    assert conflict.value.current == batch.version


def test_a_site_that_is_not_there_is_not_asked_for_twice(line: Line) -> None:
    with line.client() as client, pytest.raises(NotFound):
        client.site("nobody")
    assert len(line.requests) == 1


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
