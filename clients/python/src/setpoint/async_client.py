"""The same client for programs that wait for many things at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import timedelta
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import httpx

from . import calls, errors
from .calls import SiteLike
from .client import TIMEOUT_SECONDS, TRIES, hold_body, no_answer, response_of, session_of
from .exchange import (
    Flow,
    NoAnswer,
    Pause,
    Reply,
    Request,
    Response,
    backoff,
    failure_of,
    query_of,
)
from .instants import Instant
from .results import Batch, Check, Event, Following, Headroom, Measurements, Plan, PortfolioResult, Site
from .series import Commands
from .sse import Message, SseReader, event_of

Result = TypeVar("Result")


class AsyncClient:
    """As `Client`, to be awaited. Close it with `aclose`, or use it with `async with`."""

    def __init__(
        self,
        url: str,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        token: str | None = None,
        scopes: Sequence[str] | None = None,
        tries: int = TRIES,
        timeout: float = TIMEOUT_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._url = url.rstrip("/")
        self._session = session_of(client_id, client_secret, token, scopes, tries)
        self._http = httpx.AsyncClient(base_url=self._url, timeout=timeout, transport=transport, follow_redirects=False)

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, cause: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _run(self, flow: Flow[Result]) -> Result:
        reply: Reply = None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as done:
                result: Result = done.value
                return result
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                reply = None
            else:
                reply = await self._send(step)

    async def _send(self, request: Request) -> Response | NoAnswer:
        try:
            answer = await self._http.request(
                request.method, request.path, headers=dict(request.headers), content=request.content
            )
            return response_of(answer)
        except httpx.HTTPError as cause:
            return no_answer(self._url, cause)

    async def sites(self) -> list[Site]:
        """All sites that this client may see."""
        return await self._run(calls.sites(self._session))

    async def site(self, which: SiteLike) -> Site:
        """One site, with the state of its asset groups."""
        return await self._run(calls.site(self._session, which))

    async def set(
        self,
        which: SiteLike,
        commands: Commands,
        *,
        step: timedelta | None = None,
        if_version: int | None = None,
        key: str | None = None,
    ) -> Batch:
        """Sets commands of a site: each column replaces all that was set for its `asset/type`, and None clears it.

        `if_version` sets nothing (`VersionConflict`) unless the schedule is still at that version. The batch takes effect
        once, however often it has to be sent."""
        return await self._run(
            calls.set_schedules(self._session, which, commands, step=step, if_version=if_version, key=key)
        )

    async def splice(
        self,
        which: SiteLike,
        commands: Commands,
        *,
        start: Instant | None = None,
        end: Instant | None = None,
        step: timedelta | None = None,
        if_version: int | None = None,
        key: str | None = None,
    ) -> Batch:
        """Sets what lies in a window and keeps the rest: tomorrow does not wipe today.

        The window is that of the series, NaN included, where it is not named; what it cuts is kept outside of it."""
        return await self._run(
            calls.splice(
                self._session, which, commands, start=start, end=end, step=step, if_version=if_version, key=key
            )
        )

    async def check(
        self, which: SiteLike, commands: Commands, *, step: timedelta | None = None, if_version: int | None = None
    ) -> Check:
        """What `set` would do, with every problem and its place. Nothing is set."""
        return await self._run(calls.check(self._session, which, commands, step=step, if_version=if_version))

    async def plan(self, which: SiteLike, start: Instant, end: Instant) -> Plan:
        """What will happen on a site, and why."""
        return await self._run(calls.plan(self._session, which, start, end))

    async def headroom(
        self, which: SiteLike, start: Instant, end: Instant, *, resolution: int | None = None
    ) -> Headroom:
        """How much more fits beside what is set; `resolution` in minutes, 15 if left out."""
        return await self._run(calls.headroom(self._session, which, start, end, resolution))

    async def following(self, which: SiteLike, start: Instant, end: Instant) -> Following:
        """Whether the setpoints in a window were followed."""
        return await self._run(calls.following(self._session, which, start, end))

    async def measurements(
        self, which: SiteLike, start: Instant, end: Instant, *, resolution: int | None = None
    ) -> Measurements:
        """Means of what was measured; `resolution` is 1 minute or a multiple of 15."""
        return await self._run(calls.measurements(self._session, which, start, end, resolution))

    async def portfolio(
        self,
        batches: Mapping[str, Commands],
        *,
        mode: Literal["each", "all"] = "each",
        step: timedelta | None = None,
        key: str | None = None,
    ) -> list[PortfolioResult]:
        """Sets many sites, by their ids: each by itself, or all of them or none (up to 1,000).

        One key holds for all: sent again, no site is set twice."""
        return await self._run(calls.portfolio(self._session, batches, mode=mode, step=step, key=key))

    async def pools(self) -> list[Mapping[str, Any]]:
        """The pools that this client has a grant of."""
        return await self._run(calls.pools(self._session))

    async def availability(self, pool: str) -> Mapping[str, Any]:
        """What a pool can give now, and what binds."""
        return await self._run(calls.availability(self._session, pool))

    async def watch_availability(self, pool: str) -> AsyncIterator[Mapping[str, Any]]:
        """As `Client.watch_availability`."""
        async for message in self._stream(calls.availability_path(pool), {}):
            if message.data != "":
                yield json.loads(message.data)

    async def pool_headroom(
        self, pool: str, start: Instant, end: Instant, *, resolution: int | None = None
    ) -> Mapping[str, Any]:
        """How much more fits on the members of a pool, in sum, and what allows no more."""
        return await self._run(calls.pool_headroom(self._session, pool, start, end, resolution))

    async def pool_following(self, pool: str, start: Instant, end: Instant) -> Mapping[str, Any]:
        """How a pool follows what it is asked for, and its setpoints in up to 24 hours: in sum, and each member."""
        return await self._run(calls.pool_following(self._session, pool, start, end))

    async def signal(
        self, pool: str, kw: float, *, sequence: int, valid_until: Instant, at: Instant | None = None
    ) -> Mapping[str, Any]:
        """Asks a pool for power; plus is import. The same sequence again has the same answer."""
        return await self._run(
            calls.put_signal(self._session, pool, kw, sequence=sequence, valid_until=valid_until, at=at)
        )

    async def hold(
        self,
        *,
        site: str | None = None,
        pool: str | None = None,
        all_sites: bool = False,
        asset: str | None = None,
        client: str | None = None,
        reason: str | None = None,
    ) -> Mapping[str, Any]:
        """Stops commands without deleting them: of a site, of the members of a pool, of a client, or of all sites."""
        return await self._run(calls.hold(self._session, hold_body(site, pool, all_sites, asset, client, reason)))

    async def release(self, hold_id: str) -> Mapping[str, Any]:
        """Releases a hold: controllers get the held commands again."""
        return await self._run(calls.release(self._session, hold_id))

    async def events(
        self,
        *,
        types: Sequence[str] | None = None,
        pool: str | None = None,
        after: str | None = None,
        follow: bool = True,
    ) -> AsyncIterator[Event]:
        """As `Client.events`."""
        query = {"types": None if types is None else ",".join(types), "poolId": pool, "follow": follow}
        async for message in self._stream(f"{calls.FLEET}/events", query, after=after, follow=follow):
            event = event_of(message)
            if event is not None:
                yield event

    async def _stream(
        self, path: str, query: Mapping[str, Any], *, after: str | None = None, follow: bool = True
    ) -> AsyncIterator[Message]:
        failures = 0
        is_renewed = False
        while True:
            reader = SseReader()
            asked = None
            try:
                token = await self._run(self._session.token())
                place = query_of(path, {**query, "after": after})
                headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
                async with self._http.stream("GET", place, headers=headers, timeout=httpx.Timeout(60.0)) as answer:
                    if answer.status_code != 200:
                        await answer.aread()
                        raise failure_of(response_of(answer))
                    async for chunk in answer.aiter_bytes():
                        for message in reader.feed(chunk):
                            failures, is_renewed = 0, False
                            asked = message.retry_seconds or asked
                            yield message
                            after = message.event_id or after
                if not follow:
                    return
            except httpx.HTTPError:
                pass
            except (errors.Unavailable, errors.TooManyRequests, errors.Unreachable):
                pass
            except errors.Unauthorized:
                if is_renewed or not self._session.forget_token():
                    raise
                is_renewed = True
            failures += 1
            await asyncio.sleep((asked or 0.0) + backoff(failures))
