"""A service on this machine, with a store of its own and simulated sites."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import httpx

from ..client import Client
from ..errors import SetpointError
from ..results import Site

Found = TypeVar("Found")

READY_WITHIN_SECONDS = 60.0
STOPPED_WITHIN_SECONDS = 20.0
LOOK_EVERY_SECONDS = 0.05


def find_command() -> list[str] | None:
    """The command of the service: `SETPOINT_COMMAND`, or `setpoint` where that is on the path."""
    given = os.environ.get("SETPOINT_COMMAND")
    if given:
        return shlex.split(given)
    found = shutil.which("setpoint")
    return None if found is None else [found]


class LocalService:
    """Starts a service on free ports of this machine, and ends it with all that it stored.

    >>> with LocalService(sites=3) as service, service.client() as client:  # doctest: +SKIP
    ...     print([site.name for site in client.sites()])
    """

    def __init__(self, *, sites: int = 0, command: list[str] | None = None) -> None:
        found = command or find_command()
        if found is None:
            raise SetpointError(
                "there is no setpoint command: install the package of a release, or name the command in SETPOINT_COMMAND"
            )
        self._command = found
        self._sites = sites
        self._folder = Path(tempfile.mkdtemp(prefix="setpoint-"))
        self._processes: list[subprocess.Popen[bytes]] = []
        self._log = self._folder / "service.log"
        self.url = ""
        self.client_id = ""
        self.client_secret = ""

    def __enter__(self) -> Self:
        try:
            self._start("serve")
            operator = self._wait_for(self._read_operator, "it is not ready")
            self.url, self.client_id, self.client_secret = operator
            if self._sites > 0:
                self._start(
                    "simulate", "--sites", str(self._sites), "--https", "--report-every", "1", "--url", self.url
                )
                with self.client() as client:
                    self._wait_for(lambda: self._all_online(client), "the simulated sites are not online")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, cause: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def client(self) -> Client:
        """A client with all rights."""
        return Client(self.url, self.client_id, self.client_secret)

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
        for process in reversed(self._processes):
            try:
                process.wait(STOPPED_WITHIN_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self, *arguments: str) -> None:
        env = {
            **os.environ,
            "SETPOINT_DATA_DIR": str(self._folder / "data"),
            "SETPOINT_HTTP_PORT": "0",
            "SETPOINT_OPS_PORT": "0",
            "SETPOINT_MQTT_PORT": "0",
            "SETPOINT_LOG_LEVEL": "warn",
        }
        with self._log.open("ab") as log:
            self._processes.append(
                subprocess.Popen(
                    [*self._command, *arguments], env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log
                )
            )

    def _read_operator(self) -> tuple[str, str, str] | None:
        try:
            found = json.loads((self._folder / "data" / "operator.json").read_text())
            if httpx.get(f"{found['url']}/api/v1/public/health", timeout=5.0).status_code != 204:
                return None
        except (FileNotFoundError, json.JSONDecodeError, httpx.HTTPError):
            return None
        return str(found["url"]), str(found["clientId"]), str(found["clientSecret"])

    def _all_online(self, client: Client) -> list[Site] | None:
        found = client.sites()
        return found if len(found) == self._sites and all(site.is_online for site in found) else None

    def _wait_for(self, look: Callable[[], Found | None], what: str) -> Found:
        give_up_at = time.monotonic() + READY_WITHIN_SECONDS
        while time.monotonic() < give_up_at:
            found = look()
            if found is not None:
                return found
            ended = next((each for each in self._processes if each.poll() is not None), None)
            if ended is not None:
                raise SetpointError(f"the service ended with {ended.returncode}:\n{self._last_lines()}")
            time.sleep(LOOK_EVERY_SECONDS)
        raise SetpointError(f"{what} after {READY_WITHIN_SECONDS:g} s:\n{self._last_lines()}")

    def _last_lines(self) -> str:
        return "\n".join(self._log.read_text().splitlines()[-20:])
