"""When the client waits, for how long, and what it tells of it."""

from __future__ import annotations

import logging
import time

import httpx
import pytest
from line import Line

from setpoint import Client, Forbidden, OutcomeUnknown, TooManyRequests, Unavailable

CLEARED = {"grid/activePowerkW": None}
pytestmark = pytest.mark.usefixtures("waits")


def test_a_wait_of_up_to_a_minute_is_waited_as_asked(line: Line, waits: list[float]) -> None:
    line.fail_next(429, headers={"Retry-After": "60"})
    with line.client() as client:
        client.sites()
    assert waits == [60.0]


@pytest.mark.parametrize(("status", "kind"), [(429, TooManyRequests), (503, Unavailable)])
def test_a_longer_wait_is_told_instead(
    line: Line, waits: list[float], status: int, kind: type[TooManyRequests]
) -> None:
    line.fail_next(status, headers={"Retry-After": "7200"}, times=9)
    with line.client() as client, pytest.raises(kind, match="again in 2:00:00") as refused:
        client.sites()
    assert (refused.value.retry_after, waits, len(line.requests)) == (7_200.0, [], 1)


def test_what_was_open_before_a_longer_wait_stays_open(line: Line) -> None:
    site = line.site()
    line.fail_next()
    line.fail_next(429, headers={"Retry-After": "7200"}, times=9)
    with line.client() as client, pytest.raises(OutcomeUnknown):
        client.set(site.site_id, CLEARED)
    assert len(line.requests) == 2


def test_events_wait_as_asked_and_tell_of_a_longer_wait(line: Line, waits: list[float]) -> None:
    line.fail_next(429, headers={"Retry-After": "30"})
    line.fail_next(429, headers={"Retry-After": "7200"})
    with line.client() as client, pytest.raises(TooManyRequests, match="2:00:00"):
        next(iter(client.events()))
    assert len(waits) == 1 and 30.0 <= waits[0] < 31.0


@pytest.mark.parametrize(
    ("lifetime", "after", "issued"), [(60, 29, 1), (60, 31, 2), (3_600, 3_539, 1), (3_600, 3_541, 2)]
)
def test_a_token_is_renewed_a_minute_before_its_end_or_at_its_half(
    monkeypatch: pytest.MonkeyPatch, lifetime: int, after: int, issued: int
) -> None:
    tokens: list[str] = []
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path != "/oauth/token":
            return httpx.Response(200, json={"sites": []})
        tokens.append("t")
        return httpx.Response(200, json={"access_token": "t", "expires_in": lifetime})

    with Client("http://s.test", "id", "secret", transport=httpx.MockTransport(answer)) as client:
        client.sites()
        client.sites()
        assert len(tokens) == 1
        now[0] += after
        client.sites()
    assert len(tokens) == issued


def test_what_is_tried_again_is_logged_without_secrets(
    line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    site = line.site()
    line.fail_next(429, headers={"Retry-After": "5"})
    line.fail_next()
    caplog.set_level(logging.DEBUG, logger="setpoint")
    with line.client() as client:
        client.set(site.site_id, CLEARED)
    path = f"/api/v1/public/sites/{site.site_id}/schedules"
    said = [(each.levelname, each.getMessage()) for each in caplog.records if each.name == "setpoint"]
    assert said[0] == ("DEBUG", f"POST {path}: 429")
    assert said[1] == ("WARNING", f"POST {path}: asked to fail; try again in 0:00:05; trying again in 5.0 s")
    assert said[2] == ("DEBUG", f"POST {path}: no answer")
    assert said[3][0] == "WARNING" and "broke" in said[3][1]
    assert said[4:] == [("DEBUG", f"POST {path}: 201")]
    assert line.service.client_secret not in caplog.text


def test_a_broken_stream_is_logged(line: Line, caplog: pytest.LogCaptureFixture) -> None:
    line.fail_next()
    line.fail_next(403)
    with line.client() as client, pytest.raises(Forbidden):
        next(iter(client.events()))
    [said] = [each for each in caplog.records if each.name == "setpoint"]
    assert said.levelname == "WARNING"
    assert said.getMessage().startswith("the stream of /api/v1/fleet/events ended: the connection broke; again in ")
