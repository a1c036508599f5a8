from __future__ import annotations

import pytest
from line import Line

from setpoint.testing import LocalService


@pytest.fixture(name="line")
def _line(setpoint_service: LocalService) -> Line:
    return Line(setpoint_service)
