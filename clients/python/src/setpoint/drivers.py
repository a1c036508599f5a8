"""What both clients need to send what a call yields, and to have calls as methods."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any

import httpx

from . import errors
from .exchange import Credentials, NoAnswer, Response, Session

#: Longer than the service takes for anything, so that its own answer comes first.
TIMEOUT_SECONDS = 30.0
TRIES = 4


@dataclass(frozen=True)
class Caller:
    """Whom to call, and as whom."""

    url: str
    client_id: str | None
    client_secret: str | None
    token: str | None

    def session(self, scopes: Sequence[str] | None, tries: int) -> Session:
        if (self.client_id is None) != (self.client_secret is None):
            raise errors.SetpointError("give client_id and client_secret together")
        credentials = None
        if self.client_id is not None and self.client_secret is not None:
            named = None if scopes is None else tuple(scopes)
            credentials = Credentials(self.client_id, self.client_secret, named)
        return Session(credentials, self.token, tries)


def caller_of(url: str | None, client_id: str | None, client_secret: str | None, token: str | None) -> Caller:
    """What was given or, without an address, what stands in the environment: no secret of it goes elsewhere."""
    if url is not None:
        return Caller(_address_of(url), client_id, client_secret, token)
    found = os.environ.get("SETPOINT_URL")
    if not found:
        raise errors.SetpointError("give the address of the service, or set SETPOINT_URL")
    if client_id is None and client_secret is None and token is None:
        client_id = os.environ.get("SETPOINT_CLIENT_ID")
        client_secret = os.environ.get("SETPOINT_CLIENT_SECRET")
        if not client_id or not client_secret:
            raise errors.SetpointError("set SETPOINT_CLIENT_ID and SETPOINT_CLIENT_SECRET beside SETPOINT_URL")
    return Caller(_address_of(found), client_id, client_secret, token)


def _address_of(url: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise errors.SetpointError(f"{url!r} is no address: it begins with http:// or https://")
    return url.rstrip("/")


def response_of(answer: httpx.Response) -> Response:
    return Response(answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, answer.content)


def no_answer(url: str, cause: httpx.HTTPError) -> NoAnswer:
    if isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout):
        return NoAnswer(f"nothing answers at {url}: {cause}", was_sent=False)
    if isinstance(cause, httpx.TimeoutException):
        return NoAnswer(f"{url} did not answer in time")
    return NoAnswer(f"the connection to {url} broke: {cause}")


def name_as(name: str, method: Callable[..., Any], flow: Callable[..., Any]) -> None:
    """Has a method look as if it were written out: to help, to editors, and to what asks for its signature."""
    signature = inspect.signature(flow)
    _session, *parameters = signature.parameters.values()
    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    returns = str(signature.return_annotation).removeprefix("Flow[").removesuffix("]")
    # By __wrapped__, names of types are looked up where the flow was written.
    update_wrapper(method, flow, assigned=("__name__", "__doc__"))
    method.__qualname__ = name
    method.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": returns}
    setattr(method, "__signature__", inspect.Signature([this, *parameters], return_annotation=returns))
