"""Every call, without a network: see `exchange`."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal

from . import errors
from .exchange import Flow, Request, Session, json_request, path_of, query_of
from .instants import Instant, instant_text, window_text
from .results import (
    Batch,
    Check,
    Following,
    Headroom,
    Measurements,
    Plan,
    PortfolioResult,
    Site,
    entries_by_pair,
    plan_of,
    problem_of,
    rejection_of,
    site_of,
)
from .series import Commands, columns_of, commands_of, window_of

PUBLIC = "/api/v1/public"
FLEET = "/api/v1/fleet"
SITES_PER_CALL = 1_000

SiteLike = str | Site


def _id(site: SiteLike) -> str:
    return site.site_id if isinstance(site, Site) else site


def _ask(session: Session, method: str, path: str) -> Flow[Any]:
    reply = yield from session.perform(Request(method, path))
    return reply.json() if reply.content else None


def sites(session: Session) -> Flow[list[Site]]:
    body = yield from _ask(session, "GET", f"{PUBLIC}/sites")
    return [site_of(each) for each in body["sites"]]


def site(session: Session, which: SiteLike) -> Flow[Site]:
    body = yield from _ask(session, "GET", path_of(PUBLIC + "/sites/{site}", site=_id(which)))
    return site_of(body)


def set_schedules(
    session: Session,
    which: SiteLike,
    commands: Commands,
    *,
    step: timedelta | None,
    if_version: int | None,
    key: str | None,
) -> Flow[Batch]:
    schedules = commands_of(commands, step=step)
    path = path_of(PUBLIC + "/sites/{site}/schedules", site=_id(which))
    return (yield from _send_batch(session, "POST", path, {"schedules": schedules}, if_version, key, which))


def splice(
    session: Session,
    which: SiteLike,
    commands: Commands,
    *,
    start: Instant | None,
    end: Instant | None,
    step: timedelta | None,
    if_version: int | None,
    key: str | None,
) -> Flow[Batch]:
    commands = columns_of(commands)
    schedules = commands_of(commands, step=step)
    window = window_of(commands, step=step)
    if window is None and (start is None or end is None):
        raise errors.InvalidSeries("nothing is set and no window named: give start and end of what to clear")
    first = instant_text(start if start is not None else (window or ("", ""))[0], "start")
    last = instant_text(end if end is not None else (window or ("", ""))[1], "end")
    path = path_of(FLEET + "/sites/{site}/schedules", site=_id(which))
    body = {"from": first, "to": last, "schedules": schedules}
    return (yield from _send_batch(session, "PATCH", path, body, if_version, key, which))


def _send_batch(
    session: Session,
    method: str,
    path: str,
    body: Mapping[str, Any],
    if_version: int | None,
    key: str | None,
    which: SiteLike,
) -> Flow[Batch]:
    key = key or str(uuid.uuid4())
    headers = {} if if_version is None else {"If-Schedule-Version": str(if_version)}
    try:
        reply = yield from session.perform(json_request(method, path, body, headers), key=key)
    except errors.BadRequest as refusal:
        # Refused with a sentence; the check of the same batch has each problem with its place.
        found = yield from _problems(session, which, body)
        if found:
            raise rejection_of(found, request_id=refusal.request_id) from refusal
        raise
    answer = reply.json()
    version = reply.headers.get("schedule-version")
    return Batch(
        batch_id=answer["batchId"],
        accepted=answer["accepted"],
        version=None if version is None else int(version),
        is_replayed=reply.headers.get("idempotency-replayed") == "true",
        key=key,
    )


def _problems(session: Session, which: SiteLike, body: Mapping[str, Any]) -> Flow[list[errors.Problem]]:
    path = path_of(FLEET + "/sites/{site}/schedules/validate", site=_id(which))
    try:
        reply = yield from session.perform(json_request("POST", path, body))
    except errors.SetpointError:
        return []
    return [problem_of(each) for each in reply.json().get("problems", [])]


def check(
    session: Session, which: SiteLike, commands: Commands, *, step: timedelta | None, if_version: int | None
) -> Flow[Check]:
    path = path_of(FLEET + "/sites/{site}/schedules/validate", site=_id(which))
    headers = {} if if_version is None else {"If-Schedule-Version": str(if_version)}
    body = {"schedules": commands_of(commands, step=step)}
    reply = yield from session.perform(json_request("POST", path, body, headers))
    answer = reply.json()
    problems = tuple(problem_of(each) for each in answer.get("problems", []))
    return Check(problems, answer.get("version"), entries_by_pair(answer.get("schedules", [])))


def _window(start: Instant, end: Instant) -> dict[str, object | None]:
    return {"from": window_text(start, "start"), "to": window_text(end, "end")}


def plan(session: Session, which: SiteLike, start: Instant, end: Instant) -> Flow[Plan]:
    path = path_of(FLEET + "/sites/{site}/plan", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, _window(start, end)))
    return plan_of(body)


def headroom(session: Session, which: SiteLike, start: Instant, end: Instant, resolution: int | None) -> Flow[Headroom]:
    path = path_of(FLEET + "/sites/{site}/headroom", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, {**_window(start, end), "resolution": resolution}))
    return Headroom(body["siteId"], body["siteName"], body["version"], body["intervals"])


def following(session: Session, which: SiteLike, start: Instant, end: Instant) -> Flow[Following]:
    path = path_of(FLEET + "/sites/{site}/following", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, _window(start, end)))
    return Following(body["siteId"], body["siteName"], body["entries"])


def measurements(
    session: Session, which: SiteLike, start: Instant, end: Instant, resolution: int | None
) -> Flow[Measurements]:
    path = path_of(FLEET + "/sites/{site}/measurements", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, {**_window(start, end), "resolution": resolution}))
    return Measurements(body["siteId"], body["siteName"], body["measurements"])


def portfolio(
    session: Session,
    batches: Mapping[str, Commands],
    *,
    mode: Literal["each", "all"],
    step: timedelta | None,
    key: str | None,
) -> Flow[list[PortfolioResult]]:
    key = key or str(uuid.uuid4())
    named = [
        {"siteId": which, "idempotencyKey": f"{key}:{which}", "schedules": commands_of(commands, step=step)}
        for which, commands in batches.items()
    ]
    if mode == "all" and len(named) > SITES_PER_CALL:
        raise errors.InvalidSeries(f"all or none of more than {SITES_PER_CALL} sites cannot be set: use mode='each'")
    results: list[PortfolioResult] = []
    for first in range(0, len(named), SITES_PER_CALL):
        chunk = named[first : first + SITES_PER_CALL]
        request = json_request("POST", f"{FLEET}/schedules", {"mode": mode, "batches": chunk})
        # The keys are in the batches: a call that is repeated sets nothing twice.
        try:
            reply = yield from session.perform(request, body_key=key)
        except (errors.ServiceError, errors.Unreachable) as failure:
            if first == 0:
                raise
            raise errors.OutcomeUnknown(
                f"{first} sites were sent before this failed; send all of them again with key={key!r}: {failure}", key=key
            ) from failure
        results.extend(_portfolio_result(each) for each in reply.json()["results"])
    return results


def _portfolio_result(body: Mapping[str, Any]) -> PortfolioResult:
    return PortfolioResult(
        site_id=body["siteId"],
        status=body["status"],
        batch_id=body.get("batchId"),
        version=body.get("scheduleVersion"),
        is_replayed=body.get("isReplayed", False),
        error=body.get("error"),
        message=body.get("message"),
    )


def put_signal(
    session: Session, pool: str, kw: float, *, sequence: int, valid_until: Instant, at: Instant | None
) -> Flow[Mapping[str, Any]]:
    body: dict[str, object] = {
        "kW": float(kw),
        "sequence": sequence,
        "validUntil": instant_text(valid_until, "valid_until"),
    }
    if at is not None:
        body["at"] = instant_text(at, "at")
    reply = yield from session.perform(json_request("PUT", path_of(FLEET + "/pools/{pool}/signal", pool=pool), body))
    return dict(reply.json())


def pools(session: Session) -> Flow[list[Mapping[str, Any]]]:
    return (yield from _pages(session, f"{FLEET}/pools", "pools"))


def availability_path(pool: str) -> str:
    return path_of(FLEET + "/pools/{pool}/availability", pool=pool)


def availability(session: Session, pool: str) -> Flow[Mapping[str, Any]]:
    return dict((yield from _ask(session, "GET", availability_path(pool))))


def pool_headroom(
    session: Session, pool: str, start: Instant, end: Instant, resolution: int | None
) -> Flow[Mapping[str, Any]]:
    path = path_of(FLEET + "/pools/{pool}/headroom", pool=pool)
    return dict((yield from _ask(session, "GET", query_of(path, {**_window(start, end), "resolution": resolution}))))


def pool_following(session: Session, pool: str, start: Instant, end: Instant) -> Flow[Mapping[str, Any]]:
    path = path_of(FLEET + "/pools/{pool}/following", pool=pool)
    return dict((yield from _ask(session, "GET", query_of(path, _window(start, end)))))


def hold(session: Session, body: Mapping[str, object]) -> Flow[Mapping[str, Any]]:
    reply = yield from session.perform(json_request("POST", f"{FLEET}/holds", body))
    return dict(reply.json())


def release(session: Session, hold_id: str) -> Flow[Mapping[str, Any]]:
    body = yield from _ask(session, "DELETE", path_of(FLEET + "/holds/{hold}", hold=hold_id))
    return dict(body)


def _pages(session: Session, path: str, name: str) -> Flow[list[Mapping[str, Any]]]:
    found: list[Mapping[str, Any]] = []
    cursor: str | None = None
    while True:
        body = yield from _ask(session, "GET", query_of(path, {"cursor": cursor}))
        page: Sequence[Mapping[str, Any]] = body[name]
        found.extend(page)
        cursor = body.get("nextCursor")
        if cursor is None:
            return found
