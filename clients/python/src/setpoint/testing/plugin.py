"""Fixtures for pytest, there once the package is installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..client import Client
    from .local_service import LocalService

pytest: Any = importlib.import_module("pytest")

SITES = 3


def _service() -> Iterator[LocalService]:
    """A service on this machine with three simulated sites; skips the test where there is no `setpoint` command."""
    from .local_service import LocalService, find_command

    if find_command() is None:
        pytest.skip("there is no setpoint command; name it in SETPOINT_COMMAND")
    with LocalService(sites=SITES) as service:
        yield service


def _client(setpoint_service: LocalService) -> Iterator[Client]:
    """A client of that service with all rights."""
    with setpoint_service.client() as client:
        yield client


setpoint_service = pytest.fixture(scope="session", name="setpoint_service")(_service)
setpoint_client = pytest.fixture(name="setpoint_client")(_client)
