"""What becomes of the schedules of a site by a batch, as the service does it: without its rules of the market."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, TypeAlias

from ..instants import parse_instant

Json: TypeAlias = Mapping[str, Any]
#: What is set, by `asset/type`, as it was sent.
Schedules: TypeAlias = dict[str, list[dict[str, Any]]]

MOST_ENTRIES = 1_500
_RIVALS = {"bess/activePowerkW": "bess/optimalSocPcnt", "bess/optimalSocPcnt": "bess/activePowerkW"}


@dataclass(frozen=True)
class Outcome:
    #: In the form in which the service tells them; where there are some, nothing is set.
    problems: list[dict[str, Any]]
    schedules: Schedules
    #: None unless the batch is a splice.
    dropped: int | None


def outcome_of(before: Schedules, body: Json, now: datetime) -> Outcome:
    problems = [*_problems_of_body(body)]
    after = dict(before)
    pairs = [_pair_of(command) for command in body["schedules"]]
    if "from" not in body:
        for pair, command in zip(pairs, body["schedules"], strict=True):
            after.pop(_RIVALS.get(pair, ""), None)
            after[pair] = _ordered(command["entries"])
        return Outcome(problems, _filled(after), None)
    dropped = 0
    for index, (pair, command) in enumerate(zip(pairs, body["schedules"], strict=True)):
        after[pair], gone = _spliced(after.get(pair, []), command["entries"], body, now)
        dropped += gone
        if len(after[pair]) > MOST_ENTRIES:
            message = f"{pair} would have {len(after[pair])} entries; at most {MOST_ENTRIES} are accepted"
            if not body.get("dropEnded"):
                message += "; with dropEnded, those that have ended make room"
            problems.append(_problem("too_many_entries", f"schedules[{index}].entries", pair, message))
        rival = _RIVALS.get(pair)
        if rival is None or rival not in before:
            continue
        after[rival], gone = _spliced(after.get(rival, []), [], body, now)
        dropped += gone
        if after[pair] and after[rival]:
            message = f"{pair} and {rival} exclude each other, and {rival} is set outside of the window; clear it first"
            problems.append(_problem("exclusive", f"schedules[{index}]", pair, message))
    return Outcome(problems, _filled(after), dropped)


def _pair_of(command: Json) -> str:
    return f"{command['asset']}/{command['type']}"


def _filled(schedules: Schedules) -> Schedules:
    return {pair: entries for pair, entries in schedules.items() if entries}


def _ordered(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(entries, key=_start)


def _start(entry: Json) -> datetime:
    return parse_instant(entry["startAt"])


def _end(entry: Json) -> datetime:
    return parse_instant(entry["endAt"])


def _spliced(
    before: Sequence[dict[str, Any]], come: Sequence[dict[str, Any]], body: Json, now: datetime
) -> tuple[list[dict[str, Any]], int]:
    """What lies outside of the window stays, but for what has ended there; what reaches into it is cut."""
    first, last = parse_instant(body["from"]), parse_instant(body["to"])
    kept: list[dict[str, Any]] = []
    for entry in before:
        if _start(entry) < first:
            kept.append(entry if _end(entry) <= first else {**entry, "endAt": body["from"]})
        if _end(entry) > last:
            kept.append(entry if _start(entry) >= last else {**entry, "startAt": body["to"]})
    staying = [each for each in kept if not body.get("dropEnded") or _end(each) > now]
    return _ordered([*staying, *come]), len(kept) - len(staying)


def _problems_of_body(body: Json) -> Iterator[dict[str, Any]]:
    window = (parse_instant(body["from"]), parse_instant(body["to"])) if "from" in body else None
    if window is not None and window[0] >= window[1]:
        yield _problem("empty_interval", "to", None, f"to {body['to']} must be after from {body['from']}")
        window = None
    for index, command in enumerate(body["schedules"]):
        yield from _problems_of_command(index, command, window)
    places = {_pair_of(command): index for index, command in enumerate(body["schedules"])}
    for pair, index in places.items():
        rival = places.get(_RIVALS.get(pair, ""), index)
        if rival < index:
            message = f"{pair} excludes another command of the storage; name only one of them"
            yield {
                **_problem("exclusive", f"schedules[{index}]", pair, message),
                "clashesWith": f"schedules[{rival}]",
            }


def _problems_of_command(
    index: int, command: Json, window: tuple[datetime, datetime] | None
) -> Iterator[dict[str, Any]]:
    pair, entries = _pair_of(command), command["entries"]
    if len(entries) > MOST_ENTRIES:
        message = f"{len(entries)} entries for {pair}; at most {MOST_ENTRIES} are accepted"
        yield _problem("too_many_entries", f"schedules[{index}].entries", pair, message)
        return
    placed = [(entry, f"schedules[{index}].entries[{number}]") for number, entry in enumerate(entries)]
    for entry, place in placed:
        if _end(entry) <= _start(entry):
            message = f"endAt {entry['endAt']} must be after startAt {entry['startAt']}"
            yield _problem("empty_interval", place, pair, message)
    sound = sorted((each for each in placed if _end(each[0]) > _start(each[0])), key=lambda each: _start(each[0]))
    for (earlier, other), (later, place) in pairwise(sound):
        if _start(later) < _end(earlier):
            yield {**_problem("overlap", place, pair, f"{pair} overlaps {other}"), "clashesWith": other}
    for entry, place in sound:
        if window is not None and (_start(entry) < window[0] or _end(entry) > window[1]):
            yield _problem("outside_window", place, pair, f"{pair} {entry['startAt']} reaches beyond the window")


def _problem(rule: str, place: str, pair: str | None, message: str) -> dict[str, Any]:
    named = {} if pair is None else {"asset": pair.split("/")[0], "type": pair.split("/")[1]}
    return {"rule": rule, "place": place, "message": message, **named}
