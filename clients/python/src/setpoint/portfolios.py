"""Setting the schedules of many sites."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Self, TypeAlias

from . import errors
from .batches import batch_of, key_of
from .calls import site_ids_of
from .exchange import Flow, Request, Session, json_bytes
from .instants import Instant, parse_instant
from .places import FLEET
from .results import PortfolioResult, PortfolioResults, problems_in
from .series import Commands

SITES_PER_CALL = 1_000
# The largest body that the service takes, before it is packed.
MOST_BYTES = 32 * 1_024 * 1_024
# Far below it: a part is packed and answered while a person would still wait.
MOST_PART_BYTES = 8 * 1_024 * 1_024
# What stands around the batches.
OUTLINE_BYTES = 64
PACKING_LEVEL = 5
# The key of each site is made of this one, a colon and the id.
MOST_KEY_CHARS = 255 - 37

Window: TypeAlias = tuple[datetime, datetime]


@dataclass(frozen=True)
class _SiteBatch:
    site_id: str
    content: bytes
    window: Window | None

    @classmethod
    def of(cls, site_id: str, body: Mapping[str, Any], key: str) -> Self:
        window = (parse_instant(body["from"]), parse_instant(body["to"])) if "from" in body else None
        named = {"siteId": site_id, "idempotencyKey": f"{key}:{site_id}", **body}
        return cls(site_id, json_bytes(named), window)


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
    progress: Callable[[int], object] | None = None,
) -> Flow[PortfolioResults]:
    """Sets many sites, by their ids or names: each by itself, or all of them or none (up to 1,000).

    It sets what lies in a window and keeps the rest, as `splice` does: in that of each site's own series, or in the one
    that is named for all. With `replace=True`, it replaces all that was set for each command, as `set` does.
    One key holds for all: sent again, no site is set twice. `progress` is called with the number of sites of each part
    that was sent, as `tqdm(total=len(batches)).update` wants it."""
    key = key_of(key, MOST_KEY_CHARS)
    bodies: list[Mapping[str, Any]] = []
    for which, commands in batches.items():
        try:
            bodies.append(batch_of(commands, start=start, end=end, drop_ended=drop_ended, step=step, replace=replace))
        except errors.InvalidSeries as cause:
            raise errors.InvalidSeries(f"site {which}: {cause}") from cause
    site_ids = yield from site_ids_of(session, batches)
    named = [_SiteBatch.of(site_id, body, key) for site_id, body in zip(site_ids, bodies, strict=True)]
    results = PortfolioResults()
    for part in _parts_of(named, mode):
        # The keys are in the batches: a call that is repeated sets nothing twice.
        try:
            reply = yield from session.perform(_packed_request(mode, part), body_key=key)
        except (errors.ServiceError, errors.Unreachable) as failure:
            if part[0] is named[0]:
                raise
            sent = named.index(part[0])
            raise errors.OutcomeUnknown(
                f"{sent} sites were sent before this failed; send all of them again with key={key!r}: {failure}",
                key=key,
            ) from failure
        batch_of_site = {batch.site_id.lower(): batch for batch in part}
        results.extend(_result_of(each, batch_of_site[each["siteId"].lower()]) for each in reply.json()["results"])
        if progress is not None:
            progress(len(part))
    return results


def _parts_of(batches: Sequence[_SiteBatch], mode: str) -> list[list[_SiteBatch]]:
    is_one = mode == "all"
    most_bytes = MOST_BYTES if is_one else MOST_PART_BYTES
    parts: list[list[_SiteBatch]] = []
    room = 0
    for batch in batches:
        room -= len(batch.content) + 1
        if parts and room >= 0 and len(parts[-1]) < SITES_PER_CALL:
            parts[-1].append(batch)
        else:
            parts.append([batch])
            room = most_bytes - len(batch.content) - OUTLINE_BYTES
    if is_one and len(batches) > SITES_PER_CALL:
        raise errors.InvalidSeries(f"all or none of more than {SITES_PER_CALL} sites cannot be set: use mode='each'")
    if is_one and len(parts) > 1:
        raise errors.InvalidSeries(f"all or none of more than {MOST_BYTES} bytes cannot be set: use mode='each'")
    return parts


def _packed_request(mode: str, part: Sequence[_SiteBatch]) -> Request:
    batches = b",".join(batch.content for batch in part)
    content = b'{"mode":"%s","batches":[%s]}' % (mode.encode(), batches)
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    return Request("POST", f"{FLEET}/schedules", headers, gzip.compress(content, PACKING_LEVEL, mtime=0))


def _result_of(body: Mapping[str, Any], batch: _SiteBatch) -> PortfolioResult:
    return PortfolioResult(
        site_id=body["siteId"],
        status=body["status"],
        batch_id=body.get("batchId"),
        version=body.get("scheduleVersion"),
        is_replayed=body.get("isReplayed", False),
        error=body.get("error"),
        message=body.get("message"),
        window=batch.window,
        dropped=body.get("dropped"),
        problems=problems_in(body),
    )
