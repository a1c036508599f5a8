"""What lies between a client and its service."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from setpoint import Client, Site
from setpoint.testing import LocalService


class Line(httpx.BaseTransport):
    """Keeps what is sent, fails when told to, and hands the rest to `handler`: the service, unless a test puts another there."""

    def __init__(self, service: LocalService) -> None:
        self.service = service
        self._network = httpx.HTTPTransport()
        self.handler: Callable[[httpx.Request], httpx.Response] = self._network.handle_request
        #: Every request but those for tokens, in order: method, path and body.
        self.requests: list[tuple[str, str, Any]] = []
        self._failures: list[httpx.Response | Exception] = []
        self._answers: dict[str, object] = {}

    def client(self, *, tries: int = 4) -> Client:
        return Client(
            self.service.url, self.service.client_id, self.service.client_secret, transport=self, tries=tries
        )

    def site(self) -> Site:
        with self.service.client() as client:
            return client.sites()[0]

    def fail_next(self, status: int | None = None, *, times: int = 1, headers: Mapping[str, str] | None = None) -> None:
        """Has the next requests fail with a status; without one, their connection breaks."""
        for _ in range(times):
            if status is None:
                self._failures.append(httpx.ReadError("the connection broke"))
            else:
                body = {"error": "failed", "message": "asked to fail"}
                self._failures.append(httpx.Response(status, json=body, headers=headers))

    def answer(self, path: str, body: object) -> None:
        """Has one path answer with this."""
        self._answers[path] = body

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path == "/oauth/token":
            return self._network.handle_request(request)
        content = gzip.decompress(request.content) if "content-encoding" in request.headers else request.content
        self.requests.append((request.method, path, json.loads(content) if content.startswith(b"{") else None))
        if self._failures:
            failure = self._failures.pop(0)
            if isinstance(failure, Exception):
                raise failure
            return failure
        if path in self._answers:
            return httpx.Response(200, json=self._answers[path])
        return self.handler(request)
