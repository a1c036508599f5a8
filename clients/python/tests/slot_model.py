"""What is set on some sites, as an independent model has it: a value for each slot of a command, in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from setpoint import Entry

SLOT = timedelta(minutes=1)
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)

#: By slot, counted from the epoch.
Slots = dict[int, float]


@dataclass(frozen=True)
class Stretch:
    """A value, or none, from an instant to another."""

    start: datetime
    end: datetime
    value: float | None


@dataclass
class SlotModel:
    #: The slots of this model begin this much after each minute.
    shift: timedelta = timedelta()
    #: By `asset/type`.
    pairs: dict[str, Slots] = field(default_factory=lambda: dict[str, Slots]())

    def splice(self, start: datetime, end: datetime, commands: Mapping[str, Iterable[Stretch]]) -> None:
        for pair, stretches in commands.items():
            slots = self.pairs.setdefault(pair, {})
            for slot in range(self._slot(start), self._slot(end)):
                slots.pop(slot, None)
            for each in stretches:
                if each.value is not None:
                    slots.update(dict.fromkeys(range(self._slot(each.start), self._slot(each.end)), each.value))

    def fault_of(self, schedules: Mapping[str, Iterable[Entry]]) -> str | None:
        """Where what was read is not what this model has; None where it is the same."""
        wanted = {pair: slots for pair, slots in self.pairs.items() if slots}
        if wanted.keys() != schedules.keys():
            return f"set is {sorted(schedules)}, and not {sorted(wanted)}"
        for pair, slots in wanted.items():
            found: Slots = {}
            for entry in schedules[pair]:
                for slot in range(self._slot(entry.start), self._slot(entry.end)):
                    if slot in found:
                        return f"{pair} has two values at {self._instant(slot)}"
                    found[slot] = entry.value
            if found != slots:
                slot = min(each for each in {*found, *slots} if found.get(each) != slots.get(each))
                return f"{pair} at {self._instant(slot)} is {found.get(slot)}, and not {slots.get(slot)}"
        return None

    def _slot(self, at: datetime) -> int:
        slot, rest = divmod(at - EPOCH - self.shift, SLOT)
        if rest != timedelta():
            raise AssertionError(f"{at.isoformat()} is within a slot")
        return slot

    def _instant(self, slot: int) -> str:
        return (EPOCH + self.shift + slot * SLOT).isoformat()
