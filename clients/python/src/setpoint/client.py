# Written from async_client.py by `npm run look-up`: change that one.
"""The client of a service."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx

from . import batches, calls, errors, portfolios
from .drivers import TIMEOUT_SECONDS, TRIES, caller_of, name_as, no_answer, response_of
from .exchange import (
    LOG,
    Flow,
    NoAnswer,
    Pause,
    Reply,
    Request,
    Response,
    Session,
    backoff,
    failure_of,
    is_soon,
    query_of,
)
from .places import FLEET
from .results import Event
from .sse import Message, SseReader, event_of

Result = TypeVar("Result")
Params = ParamSpec("Params")


def _method(
    flow: Callable[Concatenate[Session, Params], Flow[Result]],
) -> Callable[Concatenate[Client, Params], Result]:
    def method(self: Client, /, *args: Params.args, **kwargs: Params.kwargs) -> Result:
        return self._run(flow(self._session, *args, **kwargs))  # pyright: ignore[reportPrivateUsage]

    name_as(f"Client.{flow.__name__}", method, flow)
    return method


class Client:
    """A client of one service. It keeps its connections; close it, or use it with `with`.

    Without an address, it takes that and its id and secret from `SETPOINT_URL`, `SETPOINT_CLIENT_ID` and
    `SETPOINT_CLIENT_SECRET` of the environment. `transport` takes the place of the network, such as a `httpx.MockTransport`.
    """

    def __init__(
        self,
        url: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        token: str | None = None,
        scopes: Sequence[str] | None = None,
        tries: int = TRIES,
        timeout: float = TIMEOUT_SECONDS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        caller = caller_of(url, client_id, client_secret, token)
        self._url = caller.url
        self._session = caller.session(scopes, tries)
        self._http = httpx.Client(base_url=self._url, timeout=timeout, transport=transport, follow_redirects=False)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, cause: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, flow: Flow[Result]) -> Result:
        reply: Reply = None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as done:
                result: Result = done.value
                return result
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                reply = None
            else:
                reply = self._send(step)

    def _send(self, request: Request) -> Response | NoAnswer:
        try:
            answer = self._http.request(
                request.method, request.path, headers=dict(request.headers), content=request.content
            )
            return response_of(answer)
        except httpx.HTTPError as cause:
            return no_answer(self._url, cause)

    sites = _method(calls.sites)
    site = _method(calls.site)
    set = _method(batches.set)
    splice = _method(batches.splice)
    check = _method(batches.check)
    plan = _method(calls.plan)
    headroom = _method(calls.headroom)
    following = _method(calls.following)
    measurements = _method(calls.measurements)
    portfolio = _method(portfolios.portfolio)
    pools = _method(calls.pools)
    availability = _method(calls.availability)
    pool_headroom = _method(calls.pool_headroom)
    pool_following = _method(calls.pool_following)
    pool_supplied = _method(calls.pool_supplied)
    signal = _method(calls.signal)
    take_back_signal = _method(calls.take_back_signal)
    take_seat = _method(calls.take_seat)
    give_back_seat = _method(calls.give_back_seat)
    hold = _method(calls.hold)
    release = _method(calls.release)

    def watch_availability(self, pool: str) -> Iterator[Mapping[str, Any]]:
        """What a pool can give as a whole, now and whenever it changes. It reconnects by itself."""
        for message in self._stream(calls.availability_path(pool), {}):
            if message.data != "":
                yield json.loads(message.data)

    def events(
        self,
        *,
        types: Sequence[str] | None = None,
        pool: str | None = None,
        after: str | None = None,
        follow: bool = True,
    ) -> Iterator[Event]:
        """Events as they happen, in order; each once. It reconnects by itself and goes on where it was.

        `pool` is the id of a pool: only what happens to it, and on its members.
        `after` is the id of the event to go on after, or `oldest`. An event `log.gap` says that some are no longer kept.
        """
        query = {"types": None if types is None else ",".join(types), "poolId": pool, "follow": follow}
        for message in self._stream(f"{FLEET}/events", query, after=after, follow=follow):
            event = event_of(message)
            if event is not None:
                yield event

    def _stream(
        self, path: str, query: Mapping[str, Any], *, after: str | None = None, follow: bool = True
    ) -> Iterator[Message]:
        failures = 0
        is_renewed = False
        while True:
            reader = SseReader()
            asked = None
            ended: Exception | None = None
            try:
                token = self._run(self._session.token())
                place = query_of(path, {**query, "after": after})
                headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
                # Comments come more often than this while nothing happens.
                with self._http.stream("GET", place, headers=headers, timeout=httpx.Timeout(60.0)) as answer:
                    if answer.status_code != 200:
                        answer.read()
                        raise failure_of(response_of(answer))
                    for chunk in answer.iter_bytes():
                        for message in reader.feed(chunk):
                            failures, is_renewed = 0, False
                            asked = message.retry_seconds or asked
                            yield message
                            after = message.event_id or after
                if not follow:
                    return
            except (httpx.HTTPError, errors.Unreachable) as cause:
                ended = cause
            except (errors.Unavailable, errors.TooManyRequests) as refusal:
                if not is_soon(refusal):
                    raise
                asked, ended = refusal.retry_after, refusal
            except errors.Unauthorized as refusal:
                if is_renewed or not self._session.forget_token():
                    raise
                is_renewed, ended = True, refusal
            failures += 1
            seconds = (asked or 0.0) + backoff(failures)
            # A stream ends with its token, which is nothing to warn of.
            level = logging.INFO if ended is None else logging.WARNING
            LOG.log(level, "the stream of %s ended: %s; again in %.1f s", path, ended or "it was closed", seconds)
            time.sleep(seconds)
