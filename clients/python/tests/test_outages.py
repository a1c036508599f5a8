from __future__ import annotations

import uuid
from collections.abc import Callable

import httpx
import pandas as pd
import pytest
from line import Line

from setpoint import Client, Entry, OutcomeUnknown, Unauthorized, VersionConflict

NORD = str(uuid.UUID(int=1))
CLEARED = {"grid/activePowerkW": None}
HOUR = pd.date_range("2027-01-01", periods=4, freq="15min", tz="UTC")
pytestmark = pytest.mark.usefixtures("waits")


@pytest.mark.parametrize("status", [429, 503, 500, 401])
def test_what_got_no_answer_once_is_not_said_to_be_unset(line: Line, status: int) -> None:
    site = line.site()
    line.fail_next()
    line.fail_next(status, times=9)
    with line.client(tries=3) as client, pytest.raises(OutcomeUnknown) as unknown:
        client.set(site.site_id, CLEARED, key="monday")
    assert unknown.value.key == "monday"


def test_an_answer_for_the_batch_itself_ends_the_doubt(line: Line) -> None:
    site = line.site()
    line.fail_next()
    with line.client() as client, pytest.raises(VersionConflict):
        client.set(site.site_id, CLEARED, if_version=7)


def test_a_portfolio_names_the_key_that_was_made_for_it(line: Line) -> None:
    line.fail_next(times=9)
    with line.client(tries=2) as client, pytest.raises(OutcomeUnknown) as unknown:
        client.portfolio({NORD: CLEARED}, replace=True)
    sent = line.requests[0][2]["batches"][0]["idempotencyKey"]
    assert sent == f"{unknown.value.key}:{NORD}"


def test_a_portfolio_in_parts_names_its_key_however_it_fails(line: Line) -> None:
    def first_alone(_request: httpx.Request) -> httpx.Response:
        is_first = len(line.requests) == 1
        return httpx.Response(200, json={"results": []}) if is_first else httpx.Response(503, json={})

    line.handler = first_alone
    with line.client(tries=1) as client, pytest.raises(OutcomeUnknown, match="1000 sites were sent") as unknown:
        ids = [str(uuid.UUID(int=number)) for number in range(1_001)]
        client.portfolio(dict.fromkeys(ids, CLEARED), replace=True, key="friday")
    assert unknown.value.key == "friday"


def test_entries_that_can_be_read_once_are_spliced(line: Line) -> None:
    site = line.site()
    start, end = HOUR[0].to_pydatetime(), HOUR[2].to_pydatetime()
    with line.client() as client:
        client.splice(site.site_id, {"grid/activePowerkW": (Entry(at, end, 1.0) for at in [start])})
    body = line.requests[0][2]
    assert body["to"] == "2027-01-01T00:30:00.000Z"
    assert len(body["schedules"][0]["entries"]) == 1


def service_with_a_new_key(refusals: int) -> Callable[[httpx.Request], httpx.Response]:
    """It is away once, and then knows none of the tokens from before."""
    left = ["away", *["refused"] * refusals]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/oauth/token":
            return httpx.Response(200, json={"access_token": "t", "expires_in": 3_600})
        if not left:
            text = 'id: 1\ndata: {"id":"1","type":"site.online","siteId":"s","at":"2027-01-01T00:00:00.000Z"}\n\n'
            return httpx.Response(200, text=text)
        if left.pop(0) == "away":
            raise httpx.ConnectError("refused")
        return httpx.Response(401, json={"error": "unauthorized", "message": "no"})

    return answer


def test_events_go_on_after_an_outage_that_ended_the_token() -> None:
    with Client("http://s.test", "id", "secret", transport=httpx.MockTransport(service_with_a_new_key(1))) as client:
        assert next(client.events()).type == "site.online"


def test_events_end_when_a_new_token_is_refused_as_well() -> None:
    with Client("http://s.test", "id", "secret", transport=httpx.MockTransport(service_with_a_new_key(2))) as client:
        with pytest.raises(Unauthorized):
            next(client.events())
