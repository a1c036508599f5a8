"""What can go wrong, as classes that say where and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


class SetpointError(Exception):
    """Anything that this package raises by itself."""


class InvalidSeries(SetpointError, ValueError):
    """A series that is no schedule: it names no instants, goes back in time, or holds what is no number."""


@dataclass(frozen=True)
class Uncovered:
    """A stretch of an activation that no booking covers."""

    direction: str
    start: datetime
    end: datetime
    needed_kw: float
    booked_kw: float


@dataclass(frozen=True)
class Problem:
    """One reason why a batch would be refused."""

    rule: str
    place: str
    message: str
    pair: str | None = None
    clashes_with: str | None = None
    uncovered: Uncovered | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class ServiceError(SetpointError):
    """The service answered with an error."""

    def __init__(self, message: str, *, status: int, code: str, request_id: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        #: The `error` of the answer, such as `forbidden`.
        self.code = code
        #: Names the request in the log of the service.
        self.request_id = request_id
        #: In how many seconds the service asks to try again, if it says so.
        self.retry_after: float | None = None

    def __str__(self) -> str:
        said = super().__str__()
        return said if self.retry_after is None else f"{said}; try again in {timedelta(seconds=self.retry_after)}"


class BadRequest(ServiceError):
    """400: the request is wrong; the message says where, and so do `problems` where the service tells them."""

    problems: tuple[Problem, ...] = ()


class Unauthorized(ServiceError):
    """401: the id or the secret of the client is wrong, or was replaced."""


class Forbidden(ServiceError):
    """403: the client lacks a scope or a grant."""


class NotFound(ServiceError):
    """404: there is no such thing, or none that this client may see."""


class Conflict(ServiceError):
    """409: it does not go with what is there, such as the seat of a pool that somebody else has."""


class KeyReused(ServiceError):
    """422: the key was used for another batch. Nothing was set: send the same batch as then, or take another key."""


class TooLarge(ServiceError):
    """413: the body has more bytes than the service takes; nothing was set. Send fewer commands at once."""


class TooManyRequests(ServiceError):
    """429, still, after the wait that the service asked for, or a wait of more than a minute: `retry_after`."""


class Unavailable(ServiceError):
    """The service failed or is busy, also after the last try. Nothing was set."""


class VersionConflict(ServiceError):
    """412: somebody else set the schedule meanwhile. `current` is its version now."""

    def __init__(
        self, message: str, *, status: int, code: str, request_id: str | None = None, current: int | None = None
    ) -> None:
        super().__init__(message, status=status, code=code, request_id=request_id)
        self.current = current


class RejectedBatch(BadRequest):
    """The batch breaks rules; `problems` has each of them with its place. Nothing was set."""

    def __init__(self, problems: Sequence[Problem], *, status: int = 400, request_id: str | None = None) -> None:
        lines = [str(problem) for problem in problems]
        super().__init__("\n".join(lines), status=status, code="bad_request", request_id=request_id)
        self.problems = tuple(problems)


class ActivationNotCovered(RejectedBatch):
    """An activation asks for more than is booked. `uncovered` has the stretches, with what is missing."""

    @property
    def uncovered(self) -> tuple[Uncovered, ...]:
        return tuple(problem.uncovered for problem in self.problems if problem.uncovered is not None)


class Unreachable(SetpointError):
    """Nothing answers at the address, or not in time. Nothing was set, or nothing was to be set."""


class OutcomeUnknown(SetpointError):
    """The last try got no answer: the batch may be set or not. Send it again with the same `key`, or read the site."""

    def __init__(self, message: str, *, key: str) -> None:
        super().__init__(message)
        self.key = key
