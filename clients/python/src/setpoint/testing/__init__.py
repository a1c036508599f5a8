"""For tests of your own: a service on this machine, or a fake one without a network."""

from .fake_service import FakeService
from .local_service import LocalService, find_command

__all__ = ["FakeService", "LocalService", "find_command"]
