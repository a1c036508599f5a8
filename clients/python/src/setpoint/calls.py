"""Every call that is answered at once, without a network: see `exchange`. Both clients have them as their methods."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, cast

from . import errors
from .exchange import Flow, Request, Session, json_request, path_of, query_of
from .instants import Instant, instant_text, window_text
from .local_day import is_day, local_day
from .places import FLEET, PUBLIC, SiteLike
from .results import Following, Headroom, Measurements, Plan, Site, plan_of, site_of


def _ask(session: Session, method: str, path: str) -> Flow[Any]:
    reply = yield from session.perform(Request(method, path))
    return reply.json() if reply.content else None


def sites(session: Session) -> Flow[list[Site]]:
    """All sites that this client may see."""
    body = yield from _ask(session, "GET", f"{PUBLIC}/sites")
    return [site_of(each) for each in body["sites"]]


def site(session: Session, which: SiteLike) -> Flow[Site]:
    """One site, by its id or its name, with the state of its asset groups."""
    site_id = yield from site_id_of(session, which)
    body = yield from _ask(session, "GET", path_of(PUBLIC + "/sites/{site}", site=site_id))
    return site_of(body)


def site_id_of(session: Session, which: SiteLike) -> Flow[str]:
    """The id of a site that is given itself, by its id, or by its name."""
    [found] = yield from site_ids_of(session, [which])
    return found


def site_ids_of(session: Session, given: Iterable[SiteLike]) -> Flow[list[str]]:
    named = [each.site_id if isinstance(each, Site) else each for each in given]
    if all(_is_id(each) for each in named):
        return named
    known = yield from sites(session)
    return [each if _is_id(each) else _id_of_name(each, known) for each in named]


def _is_id(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True


def _id_of_name(name: str, known: Sequence[Site]) -> str:
    found = [each.site_id for each in known if each.name == name]
    if not found:
        message = f"no site that this client may see is called {name!r}"
        raise errors.NotFound(message, status=404, code="not_found")
    if len(found) > 1:
        raise errors.SetpointError(f"{len(found)} sites are called {name!r}; name one by its id: {', '.join(found)}")
    return found[0]


def _window(start: Instant, end: Instant) -> dict[str, object | None]:
    return {"from": window_text(start, "start"), "to": window_text(end, "end")}


def _site_window(
    session: Session, site_id: str, start: Instant | date, end: Instant | None, zone: str | None
) -> Flow[dict[str, object | None]]:
    if end is None and is_day(start):
        # Before the site is asked for its zone: what is wrong with the date is wrong in any.
        local_day(start, zone or "UTC")
        return _window(*local_day(start, zone or (yield from _zone_of(session, site_id))))
    if end is None:
        raise errors.InvalidSeries("give end, or a date as start, such as '2027-03-28'")
    if zone is not None:
        raise errors.InvalidSeries("zone goes with a date alone: leave it out, or end")
    return _window(cast("Instant", start), end)


def _zone_of(session: Session, site_id: str) -> Flow[str]:
    body = yield from _ask(session, "GET", query_of(f"{FLEET}/overview", {"siteIds": site_id}))
    if not body["sites"]:
        raise errors.NotFound(f"there is no site {site_id} that this client may see", status=404, code="not_found")
    return str(body["sites"][0]["timeZone"])


def plan(
    session: Session, which: SiteLike, start: Instant | date, end: Instant | None = None, *, zone: str | None = None
) -> Flow[Plan]:
    """What will happen on a site, and why: from `start` to `end`, or on a day, such as `2027-03-28`.

    A day is one of `zone` or, if that is left out, of the zone of the site."""
    site_id = yield from site_id_of(session, which)
    path = path_of(FLEET + "/sites/{site}/plan", site=site_id)
    window = yield from _site_window(session, site_id, start, end, zone)
    body = yield from _ask(session, "GET", query_of(path, window))
    return plan_of(body)


def headroom(
    session: Session,
    which: SiteLike,
    start: Instant | date,
    end: Instant | None = None,
    *,
    zone: str | None = None,
    resolution: int | None = None,
) -> Flow[Headroom]:
    """How much more fits beside what is set; `resolution` in minutes, 15 if left out. A day as in `plan`."""
    site_id = yield from site_id_of(session, which)
    path = path_of(FLEET + "/sites/{site}/headroom", site=site_id)
    window = yield from _site_window(session, site_id, start, end, zone)
    body = yield from _ask(session, "GET", query_of(path, {**window, "resolution": resolution}))
    return Headroom(body["siteId"], body["siteName"], body["version"], body["intervals"])


def following(
    session: Session, which: SiteLike, start: Instant | date, end: Instant | None = None, *, zone: str | None = None
) -> Flow[Following]:
    """Whether the setpoints in a window were followed. A day as in `plan`."""
    site_id = yield from site_id_of(session, which)
    path = path_of(FLEET + "/sites/{site}/following", site=site_id)
    window = yield from _site_window(session, site_id, start, end, zone)
    body = yield from _ask(session, "GET", query_of(path, window))
    return Following(body["siteId"], body["siteName"], body["entries"])


def measurements(
    session: Session,
    which: SiteLike,
    start: Instant | date,
    end: Instant | None = None,
    *,
    zone: str | None = None,
    resolution: int | None = None,
) -> Flow[Measurements]:
    """Means of what was measured; `resolution` is 1 minute or a multiple of 15. A day as in `plan`."""
    site_id = yield from site_id_of(session, which)
    path = path_of(FLEET + "/sites/{site}/measurements", site=site_id)
    window = yield from _site_window(session, site_id, start, end, zone)
    body = yield from _ask(session, "GET", query_of(path, {**window, "resolution": resolution}))
    return Measurements(body["siteId"], body["siteName"], body["measurements"])


def signal(
    session: Session,
    pool: str,
    kw: float,
    *,
    valid_until: Instant,
    sequence: int | None = None,
    at: Instant | None = None,
) -> Flow[Mapping[str, Any]]:
    """Asks a pool for power; plus is import. The service numbers it if you do not. The same again changes nothing."""
    body: dict[str, object] = {"kW": float(kw), "validUntil": instant_text(valid_until, "valid_until")}
    if sequence is not None:
        body["sequence"] = sequence
    if at is not None:
        body["at"] = instant_text(at, "at")
    method = "POST" if sequence is None else "PUT"
    reply = yield from session.perform(json_request(method, path_of(FLEET + "/pools/{pool}/signal", pool=pool), body))
    return dict(reply.json())


def take_back_signal(session: Session, pool: str, order_sequence: int) -> Flow[Mapping[str, Any]]:
    """Takes the signal in force back: the one before it is in force again, or the pool is asked for 0 kW."""
    path = query_of(path_of(FLEET + "/pools/{pool}/signal", pool=pool), {"orderSequence": order_sequence})
    return dict((yield from _ask(session, "DELETE", path)))


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
    site: SiteLike | None = None,
    pool: str | None = None,
    all_sites: bool = False,
    asset: str | None = None,
    client: str | None = None,
    reason: str | None = None,
) -> Flow[Mapping[str, Any]]:
    """Stops commands without deleting them: of a site, of the members of a pool, of a client, or of all sites."""
    given = {
        "siteId": None if site is None else (yield from site_id_of(session, site)),
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
