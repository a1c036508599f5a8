"""For tests of your own: a service on this machine."""

from .local_service import LocalService, find_command

__all__ = ["LocalService", "find_command"]
