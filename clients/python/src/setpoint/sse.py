"""Server-sent events, from the bytes of a stream."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .instants import parse_or_none
from .results import Event


@dataclass(frozen=True)
class Message:
    event_id: str | None
    data: str
    retry_seconds: float | None


class SseReader:
    """Takes bytes as they come and gives messages; a message that was cut off never comes."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._id: str | None = None
        self._data: list[str] = []
        self._retry: float | None = None

    def feed(self, chunk: bytes) -> Iterator[Message]:
        text = self._rest + self._decoder.decode(chunk)
        # A CR at the end may be half of a CR LF.
        held = "\r" if text.endswith("\r") else ""
        lines = text[: len(text) - len(held)].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop() + held
        for line in lines:
            message = self._line(line)
            if message is not None:
                yield message

    def _line(self, line: str) -> Message | None:
        if line == "":
            message = Message(self._id, "\n".join(self._data), self._retry)
            is_empty = self._id is None and not self._data and self._retry is None
            self._id, self._data, self._retry = None, [], None
            return None if is_empty else message
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isdigit():
            self._retry = int(value) / 1_000
        return None


def event_of(message: Message) -> Event | None:
    """The event of a message; None for what only tells the place in the log."""
    if message.data == "":
        return None
    body: dict[str, Any] = json.loads(message.data)
    if body["type"] == "log.position":
        return None
    known = ("id", "type", "siteId", "poolId", "alertId", "at")
    data = body.get("data") or {name: value for name, value in body.items() if name not in known}
    at = parse_or_none(body.get("at"))
    return Event(body.get("id"), body["type"], body.get("siteId"), at, data, body.get("poolId"), body.get("alertId"))
