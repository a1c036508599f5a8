"""Requests without a network: what to send, when to try again, when to give up.

Every call is a generator. It yields a `Request` to be sent or a `Pause` to be waited, gets the `Response` (or the
`NoAnswer`) back, and returns its result. `Client` and `AsyncClient` drive the same generators.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from . import errors
from .results import problems_in

Result = TypeVar("Result")

#: Says what is tried again, as a warning, and each request, at DEBUG. It names no secret.
LOG = logging.getLogger("setpoint")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=lambda: dict[str, str]())
    content: bytes | None = None


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)


@dataclass(frozen=True)
class NoAnswer:
    """The request may have arrived or not, unless no connection came about."""

    reason: str
    was_sent: bool = True


@dataclass(frozen=True)
class Pause:
    seconds: float


Step = Request | Pause
Reply = Response | NoAnswer | None
Flow = Generator[Step, Reply, Result]


@dataclass(frozen=True)
class Credentials:
    client_id: str
    client_secret: str
    scopes: tuple[str, ...] | None = None


# Tokens are renewed so long before they end, or at their half: what is under way then still has a good one.
RENEW_BEFORE_SECONDS = 60.0
# A program that would wait longer gets the error instead.
LONGEST_ASKED_SECONDS = 60.0
MOST_WAIT_SECONDS = 15.0
FIRST_WAIT_SECONDS = 0.25
# Answers after which the same request may do better; the service says so of the first two.
PASSING = frozenset({429, 503, 500, 502, 504})
# Answers that say nothing about an earlier try of the same request.
UNDECIDED = PASSING | {401, 403}


def path_of(template: str, **params: str) -> str:
    return template.format(**{name: quote(value, safe="") for name, value in params.items()})


def query_of(path: str, query: Mapping[str, object | None]) -> str:
    given = {name: _query_text(value) for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def json_request(method: str, path: str, body: object, headers: Mapping[str, str] | None = None) -> Request:
    return Request(method, path, {"Content-Type": "application/json", **(headers or {})}, json_bytes(body))


def json_bytes(body: object) -> bytes:
    return json.dumps(body, allow_nan=False, separators=(",", ":")).encode()


class Session:
    """Who calls: gets a token, renews it, and tries again what may be tried again."""

    def __init__(self, credentials: Credentials | None, token: str | None, tries: int) -> None:
        if credentials is None and token is None:
            raise errors.SetpointError("give client_id and client_secret, or a token")
        if tries < 1:
            raise errors.SetpointError("tries must be at least 1")
        self._credentials = credentials
        self._token = token
        self._renew_at = float("inf")
        self._tries = tries

    def perform(self, request: Request, *, key: str | None = None, body_key: str | None = None) -> Flow[Response]:
        """Sends a request. With an idempotency key, in its head or its body, it may be sent again however it failed."""
        is_reading = request.method == "GET" or request.path.split("?")[0].endswith(READING_POSTS)
        sets_once = key is not None or body_key is not None
        is_same_again = request.method in ("PUT", "DELETE") or request.path.endswith("/signal")
        is_repeatable = sets_once or is_reading or is_same_again
        is_setting = request.method in ("POST", "PATCH") and not is_reading
        is_renewed = False
        is_open = False
        tries = 0
        while True:
            token = yield from self.token()
            headers = {**request.headers, "Authorization": f"Bearer {token}"}
            if key is not None:
                headers["Idempotency-Key"] = key
            reply = yield Request(request.method, request.path, headers, request.content)
            tries += 1
            told = reply.status if isinstance(reply, Response) else "no answer"
            LOG.debug("%s %s: %s", request.method, request.path, told)
            if isinstance(reply, Response):
                if reply.status < 400:
                    return reply
                if reply.status == 401 and self._credentials is not None and not is_renewed:
                    is_renewed = True
                    self._token = None
                    continue
                refusal = failure_of(reply)
                failure: Exception = refusal
                wait = refusal.retry_after
                may_repeat = reply.status in (429, 503) or (reply.status in PASSING and is_repeatable)
                may_repeat = may_repeat and is_soon(refusal)
                # What an earlier try left open stays open, unless the service has answered for this batch.
                is_open = reply.status in UNDECIDED and (
                    is_open or reply.headers.get("batch-outcome") == "unknown" or reply.status in (502, 504)
                )
            else:
                assert isinstance(reply, NoAnswer)
                failure = errors.Unreachable(reply.reason)
                may_repeat = is_repeatable or not reply.was_sent
                is_open = is_open or reply.was_sent
                wait = None
            if not may_repeat or tries >= self._tries:
                if is_open and is_setting:
                    raise errors.OutcomeUnknown(
                        f"{failure}; whether it was set is not known", key=key or body_key or ""
                    ) from failure
                raise failure
            yield _pause(request, failure, wait if wait is not None else backoff(tries))

    def forget_token(self) -> bool:
        """Has the next request get a new token; False where there is no secret to get one with."""
        if self._credentials is None:
            return False
        self._token = None
        return True

    def token(self) -> Flow[str]:
        if self._token is not None and time.monotonic() < self._renew_at:
            return self._token
        if self._credentials is None:
            if self._token is None:
                raise errors.SetpointError("the token was refused, and there is no secret to get another one with")
            return self._token
        form = {
            "grant_type": "client_credentials",
            "client_id": self._credentials.client_id,
            "client_secret": self._credentials.client_secret,
        }
        if self._credentials.scopes is not None:
            form["scope"] = " ".join(self._credentials.scopes)
        request = Request(
            "POST",
            "/oauth/token",
            {"Content-Type": "application/x-www-form-urlencoded"},
            urlencode(form).encode(),
        )
        tries = 0
        while True:
            reply = yield request
            tries += 1
            if isinstance(reply, Response) and reply.status == 200:
                body = reply.json()
                self._token = str(body["access_token"])
                lasts = float(body["expires_in"])
                self._renew_at = time.monotonic() + lasts - min(RENEW_BEFORE_SECONDS, lasts / 2)
                return self._token
            if isinstance(reply, Response):
                refusal = failure_of(reply)
                failure: Exception = refusal
                may_repeat = reply.status in PASSING and is_soon(refusal)
                wait = refusal.retry_after
            else:
                assert isinstance(reply, NoAnswer)
                failure, may_repeat, wait = errors.Unreachable(reply.reason), True, None
            if not may_repeat or tries >= self._tries:
                raise failure
            yield _pause(request, failure, wait if wait is not None else backoff(tries))


def _pause(request: Request, failure: Exception, seconds: float) -> Pause:
    LOG.warning("%s %s: %s; trying again in %.1f s", request.method, request.path, failure, seconds)
    return Pause(seconds)


#: They set nothing, so they can be sent again.
READING_POSTS = ("/plans", "/headroom", "/validate")


def backoff(tries: int) -> float:
    return random.uniform(0.5, 1) * min(MOST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0**tries)


def is_soon(refusal: errors.ServiceError) -> bool:
    return (refusal.retry_after or 0.0) <= LONGEST_ASKED_SECONDS


_BY_STATUS: dict[int, type[errors.ServiceError]] = {
    400: errors.BadRequest,
    401: errors.Unauthorized,
    403: errors.Forbidden,
    404: errors.NotFound,
    409: errors.Conflict,
    413: errors.TooLarge,
    422: errors.KeyReused,
    429: errors.TooManyRequests,
}


def failure_of(reply: Response) -> errors.ServiceError:
    code, message = "unexpected_answer", f"unexpected answer with status {reply.status}"
    problems: tuple[errors.Problem, ...] = ()
    try:
        body = reply.json()
        code = str(body.get("error", code))
        message = str(body.get("message") or body.get("error_description") or message)
        problems = problems_in(body)
    except (ValueError, AttributeError):
        pass
    request_id = reply.headers.get("x-request-id")
    if reply.status == 412:
        current = reply.headers.get("schedule-version")
        return errors.VersionConflict(
            message, status=412, code=code, request_id=request_id, current=None if current is None else int(current)
        )
    # The token endpoint says with 400 that a secret is wrong.
    kind = errors.Unauthorized if code == "invalid_client" else _BY_STATUS.get(reply.status)
    kind = kind or (errors.Unavailable if reply.status >= 500 else errors.ServiceError)
    asked = reply.headers.get("retry-after", "")
    failure = kind(message, status=reply.status, code=code, request_id=request_id)
    if isinstance(failure, errors.BadRequest):
        failure.problems = problems
    failure.retry_after = float(asked) if asked.isdecimal() and len(asked) < 10 else None
    return failure
