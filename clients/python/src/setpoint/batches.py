"""Setting the schedules of one site. Both clients have these as their methods, as those of `calls`."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from . import errors
from .calls import site_id_of
from .exchange import Flow, Session, json_request, path_of
from .instants import Instant, instant_text
from .places import FLEET, PUBLIC, SiteLike
from .results import Batch, Check, entries_by_pair, problems_in, rejection_of
from .series import Commands, read_commands

# Rules that are not those of batches.
OF_REQUEST = frozenset(("request", "query", "header", "json"))


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
    schedules = read_commands(commands, step=step).schedules
    site_id = yield from site_id_of(session, which)
    path = path_of(PUBLIC + "/sites/{site}/schedules", site=site_id)
    return (yield from _send_batch(session, "POST", path, {"schedules": schedules}, if_version, key, site_id))


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
    body = batch_of(commands, start=start, end=end, drop_ended=drop_ended, step=step)
    site_id = yield from site_id_of(session, which)
    path = path_of(FLEET + "/sites/{site}/schedules", site=site_id)
    return (yield from _send_batch(session, "PATCH", path, body, if_version, key, site_id))


def batch_of(
    commands: Commands,
    *,
    start: Instant | None,
    end: Instant | None,
    drop_ended: bool,
    step: timedelta | None,
    replace: bool = False,
) -> dict[str, Any]:
    """The body of a batch that splices, unless it is said to replace."""
    read = read_commands(commands, step=step)
    if replace:
        if start is not None or end is not None or drop_ended:
            raise errors.InvalidSeries("replace=True has no window: leave out start, end and drop_ended, or replace")
        return {"schedules": read.schedules}
    first = start if start is not None else read.window and read.window[0]
    last = end if end is not None else read.window and read.window[1]
    if first is None or last is None:
        raise errors.InvalidSeries("nothing is set and no window named: give start and end of what to clear")
    # Left out, the body of a splice is as it always was, so that its key still fits.
    dropping = {"dropEnded": True} if drop_ended else {}
    edges = {"from": instant_text(first, "start"), "to": instant_text(last, "end")}
    return {**edges, **dropping, "schedules": read.schedules}


def _send_batch(
    session: Session,
    method: str,
    path: str,
    body: Mapping[str, Any],
    if_version: int | None,
    key: str | None,
    site_id: str,
) -> Flow[Batch]:
    key = key_of(key)
    headers = {} if if_version is None else {"If-Schedule-Version": str(if_version)}
    try:
        reply = yield from session.perform(json_request(method, path, body, headers), key=key)
    except errors.BadRequest as refusal:
        # The public interface refuses with a sentence alone; the check of the same batch has each problem with its place.
        found = (yield from _problems_of(session, site_id, body)) if method == "POST" else refusal.problems
        if found and not OF_REQUEST.issuperset(problem.rule for problem in found):
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


def key_of(given: str | None, most: int = 255) -> str:
    """The key that is given, or a new one."""
    key = given or str(uuid.uuid4())
    if len(key) > most or not re.fullmatch("[!-~]+", key):
        raise ValueError(f"key has at most {most} characters, all of them visible ASCII: {key!r}")
    return key


def _problems_of(session: Session, site_id: str, body: Mapping[str, Any]) -> Flow[tuple[errors.Problem, ...]]:
    """Each problem of a batch that was refused, with its place; none where that cannot be told."""
    path = path_of(FLEET + "/sites/{site}/schedules/validate", site=site_id)
    try:
        reply = yield from session.perform(json_request("POST", path, body))
    except errors.SetpointError:
        return ()
    return problems_in(reply.json())


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
    body = batch_of(commands, start=start, end=end, drop_ended=drop_ended, step=step, replace=replace)
    site_id = yield from site_id_of(session, which)
    path = path_of(FLEET + "/sites/{site}/schedules/validate", site=site_id)
    headers = {} if if_version is None else {"If-Schedule-Version": str(if_version)}
    reply = yield from session.perform(json_request("POST", path, body, headers))
    answer = reply.json()
    return Check(
        problems=problems_in(answer),
        version=answer.get("version"),
        schedules=entries_by_pair(answer.get("schedules", [])),
        dropped=answer.get("dropped"),
    )
