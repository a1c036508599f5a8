"""A service that is none: for tests that ask what your own code sends, and what it does when that fails."""

from __future__ import annotations

import gzip
import json
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import httpx

from ..client import Client
from .fake_schedules import Schedules, outcome_of

_SCHEDULES = re.compile(r"^/api/v1/(?:public|fleet)/sites/([^/]+)/schedules$")
_VALIDATE = re.compile(r"^/api/v1/fleet/sites/([^/]+)/schedules/validate$")
_SITE = re.compile(r"^/api/v1/public/sites/([^/]+)$")
_PORTFOLIO = "/api/v1/fleet/schedules"


@dataclass
class FakeSite:
    site_id: str
    name: str
    version: int = 0
    #: What is set, by `asset/type`, as it was sent.
    schedules: Schedules = field(default_factory=lambda: Schedules())


@dataclass(frozen=True)
class _Answer:
    status: int
    batch_id: str = ""
    accepted: int = 0
    version: int = 0
    dropped: int | None = None
    is_replayed: bool = False
    error: str | None = None
    message: str = ""
    problems: Sequence[Mapping[str, Any]] = ()

    def body(self) -> dict[str, Any]:
        dropped = {} if self.dropped is None else {"dropped": self.dropped}
        return {"batchId": self.batch_id, "accepted": self.accepted, **dropped}


class FakeService:
    """Takes what `Client` sends and keeps it. It sets, splices, checks and takes portfolios as the service does: it knows
    keys and versions, windows and gaps, but no rules of the market.

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
        # By site and key: the body that was set, and its answer.
        self._kept: dict[str, tuple[str, _Answer]] = {}
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
        if path == _PORTFOLIO and request.method == "POST":
            return self._set_many(body)
        return _error(404, "not_found", f"the fake service has no {path}; see FakeService.answer")

    def _on_site(self, site_id: str, answer: Callable[[FakeSite], httpx.Response]) -> httpx.Response:
        site = self.sites.get(site_id)
        if site is None:
            return _error(404, "not_found", "there is no such site")
        return answer(site)

    def _validate(self, site: FakeSite, body: Any) -> httpx.Response:
        outcome = outcome_of(site.schedules, body, datetime.now(UTC))
        if problems := self._problems or outcome.problems:
            return httpx.Response(200, json={"outcome": "invalid", "isValid": False, "problems": problems})
        known = {"version": site.version, "accepted": len(body["schedules"]), "dropped": outcome.dropped}
        schedules = _wire(replace(site, schedules=outcome.schedules))["schedules"]
        return httpx.Response(200, json={"outcome": "valid", "isValid": True, **known, "schedules": schedules})

    def _set(self, site: FakeSite, body: Any, request: httpx.Request) -> httpx.Response:
        wanted = request.headers.get("If-Schedule-Version")
        key = request.headers.get("Idempotency-Key")
        answer = self._apply(site, body, key, None if wanted is None else int(wanted))
        if answer.error is not None:
            headers = {"Schedule-Version": str(site.version)} if answer.status == 412 else None
            # The public interface tells the sentence alone.
            told = answer.problems if request.method == "PATCH" else ()
            return _error(answer.status, answer.error, answer.message, headers, told)
        headers = {
            "Schedule-Version": str(answer.version),
            **({"Idempotency-Replayed": "true"} if answer.is_replayed else {}),
        }
        return httpx.Response(201, json=answer.body(), headers=headers)

    def _set_many(self, body: Any) -> httpx.Response:
        before = {site_id: (site.version, site.schedules) for site_id, site in self.sites.items()}
        kept = dict(self._kept)
        results: list[dict[str, Any]] = []
        for batch in body["batches"]:
            site_id = str(batch["siteId"])
            named = {name: batch[name] for name in ("from", "to", "dropEnded", "schedules") if name in batch}
            site = self.sites.get(site_id)
            if site is None:
                answer = _Answer(404, error="not_found", message="there is no such site")
            else:
                answer = self._apply(site, named, batch.get("idempotencyKey"), batch.get("ifScheduleVersion"))
            if answer.error is None:
                done = {"scheduleVersion": answer.version, "isReplayed": answer.is_replayed}
                results.append({"siteId": site_id, "status": 201, **answer.body(), **done})
                continue
            if body["mode"] == "all":
                # All of them or none.
                self._kept = kept
                for each, (version, schedules) in before.items():
                    self.sites[each].version, self.sites[each].schedules = version, schedules
                return _error(answer.status, answer.error, f"site {site_id}: {answer.message}")
            refusal = {"status": answer.status, "error": answer.error, "message": answer.message}
            told = {"problems": answer.problems} if answer.problems else {}
            results.append({"siteId": site_id, **refusal, **told})
        accepted = sum(result["status"] == 201 for result in results)
        return httpx.Response(200, json={"parentBatchId": str(uuid.uuid4()), "accepted": accepted, "results": results})

    def _apply(self, site: FakeSite, body: Any, key: str | None, wanted: int | None) -> _Answer:
        text = json.dumps(body, sort_keys=True)
        known = self._kept.get(f"{site.site_id}:{key}") if key is not None else None
        if known is not None and known[0] != text:
            return _Answer(422, error="idempotency_conflict", message="this key was used for another request")
        if known is not None:
            return replace(known[1], is_replayed=True)
        outcome = outcome_of(site.schedules, body, datetime.now(UTC))
        if problems := self._problems or outcome.problems:
            sentence = "; ".join(str(each["message"]) for each in problems)
            return _Answer(400, error="bad_request", message=sentence, problems=problems)
        if wanted is not None and wanted != site.version:
            return _Answer(412, error="precondition_failed", message=f"the schedule is at version {site.version}")
        site.version += 1
        site.schedules = outcome.schedules
        answer = _Answer(
            201,
            batch_id=str(uuid.uuid4()),
            accepted=len(body["schedules"]),
            version=site.version,
            dropped=outcome.dropped,
        )
        if key is not None:
            self._kept[f"{site.site_id}:{key}"] = (text, answer)
        return answer


def _read(site: FakeSite) -> httpx.Response:
    return httpx.Response(200, json={**_wire(site), "assets": {}})


def _wire(site: FakeSite) -> dict[str, object]:
    schedules = [
        {"asset": pair.split("/")[0], "type": pair.split("/")[1], "entries": entries}
        for pair, entries in site.schedules.items()
    ]
    return {
        "siteId": site.site_id,
        "siteName": site.name,
        "isOnline": True,
        "reportedAt": "2027-01-01T00:00:00.000Z",
        "schedules": schedules,
    }


def _error(
    status: int,
    code: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    problems: Sequence[Mapping[str, Any]] = (),
) -> httpx.Response:
    told = {"problems": problems} if problems else {}
    return httpx.Response(status, json={"error": code, "message": message, **told}, headers=dict(headers or {}))
