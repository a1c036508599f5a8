"""Random frames, spliced and read back: what is set is what a model has, instant by instant, on a service.

`SETPOINT_TEST_FRAMES` says how many, `SETPOINT_TEST_SEED` which."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pandas as pd
import pytest
from drawn_frames import PAIRS, DrawnFrame, drawn_frame, drawn_times
from slot_model import SLOT, SlotModel

from setpoint import Client, InvalidSeries
from setpoint.testing import LocalService

FRAMES = int(os.environ.get("SETPOINT_TEST_FRAMES", "400"))
SEED = int(os.environ.get("SETPOINT_TEST_SEED", "1"))
SITES = 3
# Of all sites, until they begin anew: a command has room for 1,500 entries.
FRAMES_OF_WORLD = 40
SHIFTS = (timedelta(), timedelta(), timedelta(seconds=17, milliseconds=250), timedelta(milliseconds=1))


class World:
    """Some sites beside their models."""

    def __init__(self, client: Client, draw: Random, counts: Counter[str]) -> None:
        self.client, self.draw, self.counts = client, draw, counts
        self.shift = draw.choice(SHIFTS)
        self.models = {site.site_id: SlotModel(self.shift) for site in client.sites()[:SITES]}

    def play(self, frames: int) -> None:
        until = self.counts["spliced"] + frames
        while self.counts["spliced"] < until:
            self.draw.choice((self.splice_one, self.splice_one, self.splice_many, self.splice_wide))()

    def splice_one(self) -> None:
        site_id = self.draw.choice(list(self.models))
        drawn = drawn_frame(self.draw, drawn_times(self.draw, self.shift))
        if drawn.is_refused:
            with pytest.raises(InvalidSeries, match="not one instant|has holes"):
                self.client.splice(site_id, drawn.commands)
            self.counts["refused"] += 1
            return self.compare({site_id: drawn})
        window = self.window_of(drawn)
        cleared = [each for each in PAIRS if each not in drawn.said and self.draw.random() < 0.1]
        commands = {**dict(drawn.commands.items()), **dict.fromkeys(cleared)} if cleared else drawn.commands
        self.client.splice(site_id, commands, step=drawn.times.step, **window)
        first, last = window.get("start", drawn.window[0]), window.get("end", drawn.window[1])
        self.models[site_id].splice(first, last, {**drawn.said, **dict.fromkeys(cleared, ())})
        self.spliced({site_id: drawn})

    def splice_many(self) -> None:
        step = self.draw.choice((None, 5 * SLOT))
        drawn: dict[str, DrawnFrame] = {}
        while len(drawn) < len(self.models):
            times = drawn_times(self.draw, self.shift)
            if times.step == step and times.end is not None and not times.is_refused:
                drawn[list(self.models)[len(drawn)]] = drawn_frame(self.draw, times)
        self.splice_all(drawn, {site_id: each.commands for site_id, each in drawn.items()}, step)

    def splice_wide(self) -> None:
        """One frame with columns of all sites."""
        times = drawn_times(self.draw, self.shift)
        if times.end is None or times.is_refused:
            return
        drawn = {site_id: drawn_frame(self.draw, times) for site_id in self.models}
        columns = {
            (site_id, name): [each.value for each in stretches]
            for site_id, each in drawn.items()
            for name, stretches in each.said.items()
        }
        wide = pd.DataFrame(columns, index=times.index, dtype="float64")
        drawn = {site_id: replace(each, kind="wide") for site_id, each in drawn.items()}
        self.splice_all(drawn, {site_id: wide[site_id] for site_id in self.models}, times.step)

    def splice_all(self, drawn: dict[str, DrawnFrame], batches: dict[str, Any], step: timedelta | None) -> None:
        results = self.client.portfolio(batches, step=step)
        results.raise_for_any()
        assert [each.window for each in results] == [each.window for each in drawn.values()]
        for site_id, each in drawn.items():
            self.models[site_id].splice(*each.window, each.said)
        self.spliced(drawn)

    def window_of(self, drawn: DrawnFrame) -> dict[str, Any]:
        window: dict[str, Any] = {}
        if self.draw.random() < 0.15:
            window["start"] = drawn.window[0] - self.draw.randrange(300) * SLOT
        if self.draw.random() < 0.15:
            window["end"] = drawn.window[1] + self.draw.randrange(300) * SLOT
        return window

    def spliced(self, drawn: dict[str, DrawnFrame]) -> None:
        for each in drawn.values():
            self.counts.update(["spliced", each.kind, each.times.zone])
        self.compare(drawn)

    def compare(self, drawn: dict[str, DrawnFrame]) -> None:
        for site_id, each in drawn.items():
            fault = self.models[site_id].fault_of(self.client.site(site_id).schedules)
            assert fault is None, f"seed {SEED}, after {self.counts['spliced']} frames: {fault}\n{each.times}"


@contextmanager
def cleared(service: LocalService) -> Iterator[Client]:
    with service.client() as client:
        for site in client.sites()[:SITES]:
            # Also what other tests left.
            if site.schedules:
                client.set(site, dict.fromkeys(site.schedules))
        yield client


def test_random_frames_are_read_back_as_they_were_spliced(setpoint_service: LocalService) -> None:
    draw, counts = Random(SEED), Counter[str]()
    while counts["spliced"] < FRAMES:
        with cleared(setpoint_service) as client:
            World(client, draw, counts).play(min(FRAMES_OF_WORLD, FRAMES - counts["spliced"]))
    print(f"\n{', '.join(f'{count} {what}' for what, count in counts.most_common())}")
    assert counts["refused"] > 0 and counts["wide"] > 0 and counts["entries"] > 0
