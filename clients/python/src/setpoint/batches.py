"""Setting schedules: of one site, or of many. Both clients have these as their methods, as those of `calls`."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Literal

from . import errors
from .exchange import Flow, Session, json_request, path_of
from .instants import Instant, instant_text, parse_instant
from .places import FLEET, PUBLIC, SiteLike, id_of
from .results import Batch, Check, PortfolioResult, entries_by_pair, problem_of, rejection_of
from .series import Commands, columns_of, commands_of, window_of

SITES_PER_CALL = 1_000


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
    path = path_of(PUBLIC + "/sites/{site}/schedules", site=id_of(which))
    return (yield from _send_batch(session, "POST", path, {"schedules": schedules}, if_version, key, which))


def splice(
    session: Session,
    which: SiteLike,
    commands: Commands,
    *,
    start: Instant | None = None,
    end: Instant | None = None,
    drop_ended: bool = False,
    step: timedelta | None = None,
    if_version: int | None = None,
    key: str | None = None,
) -> Flow[Batch]:
    """Sets what lies in a window and keeps the rest: tomorrow does not wipe today.

    The window is that of the series, NaN included, where it is not named; what it cuts is kept outside of it.
    `drop_ended` drops what has ended outside of it, so that a rolling optimiser never runs out of entries."""
    body = _batch_of(commands, start=start, end=end, drop_ended=drop_ended, step=step)
    path = path_of(FLEET + "/sites/{site}/schedules", site=id_of(which))
    return (yield from _send_batch(session, "PATCH", path, body, if_version, key, which))


def _batch_of(
    commands: Commands,
    *,
    start: Instant | None,
    end: Instant | None,
    drop_ended: bool,
    step: timedelta | None,
    replace: bool = False,
) -> dict[str, Any]:
    """The body of a batch that splices, unless it is said to replace."""
    columns = columns_of(commands)
    schedules = commands_of(columns, step=step)
    if replace:
        if start is not None or end is not None or drop_ended:
            raise errors.InvalidSeries("replace=True has no window: leave out start, end and drop_ended, or replace")
        return {"schedules": schedules}
    window = window_of(columns, step=step)
    if window is None and (start is None or end is None):
        raise errors.InvalidSeries("nothing is set and no window named: give start and end of what to clear")
    first = instant_text(start if start is not None else (window or ("", ""))[0], "start")
    last = instant_text(end if end is not None else (window or ("", ""))[1], "end")
    # Left out, the body of a splice is as it always was, so that its key still fits.
    dropping = {"dropEnded": True} if drop_ended else {}
    return {"from": first, "to": last, **dropping, "schedules": schedules}


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
        dropped=answer.get("dropped"),
    )


def _problems(session: Session, which: SiteLike, body: Mapping[str, Any]) -> Flow[list[errors.Problem]]:
    path = path_of(FLEET + "/sites/{site}/schedules/validate", site=id_of(which))
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
    replace: bool = False,
    start: Instant | None = None,
    end: Instant | None = None,
    drop_ended: bool = False,
    step: timedelta | None = None,
    if_version: int | None = None,
) -> Flow[Check]:
    """What `splice` would do, with every problem and its place; with `replace=True`, what `set` would. Nothing is set."""
    body = _batch_of(commands, start=start, end=end, drop_ended=drop_ended, step=step, replace=replace)
    path = path_of(FLEET + "/sites/{site}/schedules/validate", site=id_of(which))
    headers = {} if if_version is None else {"If-Schedule-Version": str(if_version)}
    reply = yield from session.perform(json_request("POST", path, body, headers))
    answer = reply.json()
    return Check(
        problems=tuple(problem_of(each) for each in answer.get("problems", [])),
        version=answer.get("version"),
        schedules=entries_by_pair(answer.get("schedules", [])),
        dropped=answer.get("dropped"),
    )


def portfolio(
    session: Session,
    batches: Mapping[str, Commands],
    *,
    mode: Literal["each", "all"] = "each",
    replace: bool = False,
    start: Instant | None = None,
    end: Instant | None = None,
    drop_ended: bool = False,
    step: timedelta | None = None,
    key: str | None = None,
) -> Flow[list[PortfolioResult]]:
    """Sets many sites, by their ids: each by itself, or all of them or none (up to 1,000).

    It sets what lies in a window and keeps the rest, as `splice` does: in that of each site's own series, or in the one
    that is named for all. With `replace=True`, it replaces all that was set for each command, as `set` does.
    One key holds for all: sent again, no site is set twice."""
    key = key or str(uuid.uuid4())
    named: list[dict[str, Any]] = []
    for which, commands in batches.items():
        try:
            body = _batch_of(commands, start=start, end=end, drop_ended=drop_ended, step=step, replace=replace)
        except errors.InvalidSeries as cause:
            raise errors.InvalidSeries(f"site {which}: {cause}") from cause
        named.append({"siteId": which, "idempotencyKey": f"{key}:{which}", **body})
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
                f"{first} sites were sent before this failed; send all of them again with key={key!r}: {failure}",
                key=key,
            ) from failure
        sent = {str(batch["siteId"]).lower(): batch for batch in chunk}
        results.extend(_portfolio_result(each, sent[each["siteId"].lower()]) for each in reply.json()["results"])
    return results


def _portfolio_result(body: Mapping[str, Any], sent: Mapping[str, Any]) -> PortfolioResult:
    return PortfolioResult(
        site_id=body["siteId"],
        status=body["status"],
        batch_id=body.get("batchId"),
        version=body.get("scheduleVersion"),
        is_replayed=body.get("isReplayed", False),
        error=body.get("error"),
        message=body.get("message"),
        window=(parse_instant(sent["from"]), parse_instant(sent["to"])) if "from" in sent else None,
        dropped=body.get("dropped"),
    )
