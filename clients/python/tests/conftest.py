from __future__ import annotations

import time

import pytest
from line import Line

from setpoint.testing import LocalService


@pytest.fixture(name="line")
def _line(setpoint_service: LocalService) -> Line:
    return Line(setpoint_service)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client waits each time, without the waiting."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited
