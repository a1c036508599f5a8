"""Every call that is answered at once, without a network: see `exchange`. Both clients have them as their methods."""

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
    """All sites that this client may see."""
    body = yield from _ask(session, "GET", f"{PUBLIC}/sites")
    return [site_of(each) for each in body["sites"]]


def site(session: Session, which: SiteLike) -> Flow[Site]:
    """One site, with the state of its asset groups."""
    body = yield from _ask(session, "GET", path_of(PUBLIC + "/sites/{site}", site=_id(which)))
    return site_of(body)


def set(
    session: Session,
    which: SiteLike,
    commands: Commands,
    *,
    step: timedelta | None = None,
    if_version: int | None = None,
    key: str | None = None,
) -> Flow[Batch]:
    """Sets commands of a site: each column replaces all that was set for its `asset/type`, and None clears it.

    `if_version` sets nothing (`VersionConflict`) unless the schedule is still at that version. The batch takes effect
    once, however often it has to be sent."""
    schedules = commands_of(commands, step=step)
    path = path_of(PUBLIC + "/sites/{site}/schedules", site=_id(which))
    return (yield from _send_batch(session, "POST", path, {"schedules": schedules}, if_version, key, which))


def splice(
    session: Session,
    which: SiteLike,
    commands: Commands,
    *,
    start: Instant | None = None,
    end: Instant | None = None,
    step: timedelta | None = None,
    if_version: int | None = None,
    key: str | None = None,
) -> Flow[Batch]:
    """Sets what lies in a window and keeps the rest: tomorrow does not wipe today.

    The window is that of the series, NaN included, where it is not named; what it cuts is kept outside of it."""
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
    session: Session,
    which: SiteLike,
    commands: Commands,
    *,
    step: timedelta | None = None,
    if_version: int | None = None,
) -> Flow[Check]:
    """What `set` would do, with every problem and its place. Nothing is set."""
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
    """What will happen on a site, and why."""
    path = path_of(FLEET + "/sites/{site}/plan", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, _window(start, end)))
    return plan_of(body)


def headroom(
    session: Session, which: SiteLike, start: Instant, end: Instant, *, resolution: int | None = None
) -> Flow[Headroom]:
    """How much more fits beside what is set; `resolution` in minutes, 15 if left out."""
    path = path_of(FLEET + "/sites/{site}/headroom", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, {**_window(start, end), "resolution": resolution}))
    return Headroom(body["siteId"], body["siteName"], body["version"], body["intervals"])


def following(session: Session, which: SiteLike, start: Instant, end: Instant) -> Flow[Following]:
    """Whether the setpoints in a window were followed."""
    path = path_of(FLEET + "/sites/{site}/following", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, _window(start, end)))
    return Following(body["siteId"], body["siteName"], body["entries"])


def measurements(
    session: Session, which: SiteLike, start: Instant, end: Instant, *, resolution: int | None = None
) -> Flow[Measurements]:
    """Means of what was measured; `resolution` is 1 minute or a multiple of 15."""
    path = path_of(FLEET + "/sites/{site}/measurements", site=_id(which))
    body = yield from _ask(session, "GET", query_of(path, {**_window(start, end), "resolution": resolution}))
    return Measurements(body["siteId"], body["siteName"], body["measurements"])


def portfolio(
    session: Session,
    batches: Mapping[str, Commands],
    *,
    mode: Literal["each", "all"] = "each",
    step: timedelta | None = None,
    key: str | None = None,
) -> Flow[list[PortfolioResult]]:
    """Sets many sites, by their ids: each by itself, or all of them or none (up to 1,000).

    One key holds for all: sent again, no site is set twice."""
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


def signal(
    session: Session, pool: str, kw: float, *, sequence: int, valid_until: Instant, at: Instant | None = None
) -> Flow[Mapping[str, Any]]:
    """Asks a pool for power; plus is import. The same sequence again has the same answer."""
    body: dict[str, object] = {
        "kW": float(kw),
        "sequence": sequence,
        "validUntil": instant_text(valid_until, "valid_until"),
    }
    if at is not None:
        body["at"] = instant_text(at, "at")
    reply = yield from session.perform(json_request("PUT", path_of(FLEET + "/pools/{pool}/signal", pool=pool), body))
    return dict(reply.json())


def take_seat(session: Session, pool: str, reason: str) -> Flow[Mapping[str, Any]]:
    """Takes over the seat of a pool: from now on only this client sends its signals."""
    body = {"reason": reason}
    reply = yield from session.perform(json_request("PUT", path_of(FLEET + "/pools/{pool}/seat", pool=pool), body))
    return dict(reply.json())


def give_back_seat(session: Session, pool: str) -> Flow[None]:
    """Gives the seat back; the next sender gets it."""
    yield from session.perform(Request("DELETE", path_of(FLEET + "/pools/{pool}/seat", pool=pool)))


def pools(session: Session) -> Flow[list[Mapping[str, Any]]]:
    """The pools that this client has a grant of."""
    return (yield from _pages(session, f"{FLEET}/pools", "pools"))


def availability_path(pool: str) -> str:
    return path_of(FLEET + "/pools/{pool}/availability", pool=pool)


def availability(session: Session, pool: str) -> Flow[Mapping[str, Any]]:
    """What a pool can give now, and what binds."""
    return dict((yield from _ask(session, "GET", availability_path(pool))))


def pool_headroom(
    session: Session, pool: str, start: Instant, end: Instant, *, resolution: int | None = None
) -> Flow[Mapping[str, Any]]:
    """How much more fits on the members of a pool, in sum, and what allows no more."""
    path = path_of(FLEET + "/pools/{pool}/headroom", pool=pool)
    return dict((yield from _ask(session, "GET", query_of(path, {**_window(start, end), "resolution": resolution}))))


def pool_following(session: Session, pool: str, start: Instant, end: Instant) -> Flow[Mapping[str, Any]]:
    """How a pool follows what it is asked for, and its setpoints in up to 24 hours: in sum, and each member."""
    path = path_of(FLEET + "/pools/{pool}/following", pool=pool)
    return dict((yield from _ask(session, "GET", query_of(path, _window(start, end)))))


def pool_supplied(session: Session, pool: str, start: Instant, end: Instant) -> Flow[Mapping[str, Any]]:
    """What members were asked for and what they supplied of it, minute by minute, in up to 24 hours."""
    path = path_of(FLEET + "/pools/{pool}/supplied", pool=pool)
    return dict((yield from _ask(session, "GET", query_of(path, _window(start, end)))))


def hold(
    session: Session,
    *,
    site: str | None = None,
    pool: str | None = None,
    all_sites: bool = False,
    asset: str | None = None,
    client: str | None = None,
    reason: str | None = None,
) -> Flow[Mapping[str, Any]]:
    """Stops commands without deleting them: of a site, of the members of a pool, of a client, or of all sites."""
    given = {
        "siteId": site,
        "poolId": pool,
        "allSites": all_sites or None,
        "asset": asset,
        "clientId": client,
        "reason": reason,
    }
    body = {name: value for name, value in given.items() if value is not None}
    reply = yield from session.perform(json_request("POST", f"{FLEET}/holds", body))
    return dict(reply.json())


def release(session: Session, hold_id: str) -> Flow[Mapping[str, Any]]:
    """Releases a hold: controllers get the held commands again."""
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
