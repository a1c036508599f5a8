"""A service that is none: for tests that ask what your own code sends, and what it does when that fails."""

from __future__ import annotations

import gzip
import json
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from ..client import Client

_SCHEDULES = re.compile(r"^/api/v1/(?:public|fleet)/sites/([^/]+)/schedules$")
_VALIDATE = re.compile(r"^/api/v1/fleet/sites/([^/]+)/schedules/validate$")
_SITE = re.compile(r"^/api/v1/public/sites/([^/]+)$")


@dataclass
class FakeSite:
    site_id: str
    name: str
    version: int = 0
    #: What is set, by `asset/type`, as it was sent.
    schedules: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: dict[str, list[dict[str, Any]]]())


class FakeService:
    """Takes what `Client` sends and keeps it. It knows keys and versions, but no rules of the market.

    >>> fake = FakeService()
    >>> site = fake.add_site("Nord")
    >>> with fake.client() as client:
    ...     batch = client.set(site.site_id, {"grid/activePowerkW": None})
    >>> batch.version
    1
    """

    def __init__(self) -> None:
        self.sites: dict[str, FakeSite] = {}
        #: Every request, in order: method, path and body.
        self.requests: list[tuple[str, str, Any]] = []
        self._failures: list[httpx.Response | Exception] = []
        self._problems: list[Mapping[str, Any]] = []
        self._answers: dict[str, httpx.Response] = {}
        self.transport = httpx.MockTransport(self._answer)

    def client(self, *, tries: int = 4) -> Client:
        return Client("http://setpoint.test", token="fake", transport=self.transport, tries=tries)

    def add_site(self, name: str) -> FakeSite:
        site = FakeSite(str(uuid.uuid4()), name)
        self.sites[site.site_id] = site
        return site

    def fail_next(self, status: int | None = None, *, times: int = 1, headers: Mapping[str, str] | None = None) -> None:
        """Has the next requests fail with a status; without one, their connection breaks."""
        for _ in range(times):
            if status is None:
                self._failures.append(httpx.ReadError("the connection broke"))
            else:
                self._failures.append(_error(status, "failed", "asked to fail", headers))

    def refuse(self, *problems: Mapping[str, Any]) -> None:
        """Has every batch be refused for these problems, in the form in which the service tells them; none ends it."""
        self._problems = list(problems)

    def answer(self, path: str, body: object) -> None:
        """Has one path answer with this, such as a plan that was kept in a file."""
        self._answers[path] = httpx.Response(200, json=body)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        content = gzip.decompress(request.content) if "content-encoding" in request.headers else request.content
        body = json.loads(content) if content.startswith(b"{") else None
        self.requests.append((request.method, path, body))
        if self._failures:
            failure = self._failures.pop(0)
            if isinstance(failure, Exception):
                raise failure
            return failure
        if path in self._answers:
            kept = self._answers[path]
            return httpx.Response(kept.status_code, content=kept.content, headers={"content-type": "application/json"})
        if path == "/api/v1/public/sites":
            return httpx.Response(200, json={"sites": [_wire(site) for site in self.sites.values()]})
        if found := _SITE.match(path):
            return self._on_site(found[1], _read)
        if found := _VALIDATE.match(path):
            return self._on_site(found[1], lambda site: self._validate(site, body))
        if (found := _SCHEDULES.match(path)) and request.method in ("POST", "PATCH"):
            return self._on_site(found[1], lambda site: self._set(site, body, request))
        return _error(404, "not_found", f"the fake service has no {path}; see FakeService.answer")

    def _on_site(self, site_id: str, answer: Callable[[FakeSite], httpx.Response]) -> httpx.Response:
        site = self.sites.get(site_id)
        if site is None:
            return _error(404, "not_found", "there is no such site")
        return answer(site)

    def _validate(self, site: FakeSite, body: Any) -> httpx.Response:
        if self._problems:
            return httpx.Response(200, json={"outcome": "invalid", "isValid": False, "problems": self._problems})
        known = {"version": site.version, "schedules": body["schedules"], "accepted": len(body["schedules"])}
        return httpx.Response(200, json={"outcome": "valid", "isValid": True, **known})

    def _set(self, site: FakeSite, body: Any, request: httpx.Request) -> httpx.Response:
        if self._problems:
            return _error(400, "bad_request", "; ".join(str(each["message"]) for each in self._problems))
        wanted = request.headers.get("If-Schedule-Version")
        if wanted is not None and int(wanted) != site.version:
            headers = {"Schedule-Version": str(site.version)}
            return _error(412, "precondition_failed", f"the schedule is at version {site.version}", headers)
        key = f"{site.site_id}:{request.headers.get('Idempotency-Key')}"
        known = self._answers.get(key)
        if known is not None:
            headers = {**known.headers, "Idempotency-Replayed": "true"}
            return httpx.Response(201, content=known.content, headers=headers)
        site.version += 1
        for command in body["schedules"]:
            site.schedules[f"{command['asset']}/{command['type']}"] = command["entries"]
        answer = httpx.Response(
            201,
            json={"batchId": str(uuid.uuid4()), "accepted": len(body["schedules"])},
            headers={"Schedule-Version": str(site.version)},
        )
        self._answers[key] = answer
        return answer


def _read(site: FakeSite) -> httpx.Response:
    return httpx.Response(200, json={**_wire(site), "assets": {}})


def _wire(site: FakeSite) -> dict[str, object]:
    schedules = [
        {"asset": pair.split("/")[0], "type": pair.split("/")[1], "entries": entries}
        for pair, entries in site.schedules.items()
        if entries
    ]
    return {
        "siteId": site.site_id,
        "siteName": site.name,
        "isOnline": True,
        "reportedAt": "2027-01-01T00:00:00.000Z",
        "schedules": schedules,
    }


def _error(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
    return httpx.Response(status, json={"error": code, "message": message}, headers=dict(headers or {}))
