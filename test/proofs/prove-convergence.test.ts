import { expect, it } from 'vitest';
import { gatewayMetrics } from '@setpoint/server/testing/rooms/gateway';
import { createMetrics } from '@setpoint/server/testing/rooms/platform';
import { drawCommands } from './convergence/draw-commands.ts';
import { SimulatedDisk } from './convergence/simulated-disk.ts';
import { SimulatedWorld } from './convergence/simulated-world.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { watchConvergence } from './prove-convergence.ts';

const TIMEOUT_MS = 300_000;

it('brings every controller in step with the store once the faults are over', { timeout: TIMEOUT_MS }, async () => {
  const { faults, inStepAfterMs } = await watchConvergence(Array(80).keys());
  expect(faults).toEqual([]);
  // Had nothing been wrong in the first place, it would prove nothing.
  expect(inStepAfterMs.filter((afterMs) => afterMs > 1_000).length).toBeGreaterThan(40);
});

it('goes the same way each time for the same seed', { timeout: TIMEOUT_MS }, async () => {
  const seeds = Array.from({ length: 6 }, (_, index) => 1_000 + index);
  expect(await watchConvergence(seeds)).toEqual(await watchConvergence(seeds));
});

it.each(['mqtt', 'https'] as const)(
  'tells apart what was set after two restores of one copy, over %s',
  async (binding) => {
    const image = await SimulatedDisk.emptyImage();
    const metrics = gatewayMetrics(createMetrics());
    const world = new SimulatedWorld({
      seed: 1,
      binding,
      image,
      metrics,
      troubles: { troubles: [], faults: [[]], signals: [] },
    });
    const commands = drawCommands(new RandomSource(7));
    await world.begin();
    world.set(0, commands);
    await world.time.runUntil(10_000);
    world.happen({ kind: 'copy_store', atMs: 0 });
    world.happen({ kind: 'restore_store', atMs: 0, forMs: 100 });
    await world.time.runUntil(60_000);
    // Raises the version, not what is set.
    world.happen({ kind: 'hold', atMs: 0, site: 0, forMs: 3_600_000 });
    await world.time.runUntil(90_000);
    expect(world.differences()).toEqual([]);
    world.happen({ kind: 'restore_store', atMs: 0, forMs: 100 });
    await world.time.runUntil(90_200);
    world.set(0, commands);
    await world.time.runUntil(200_000);
    expect(world.differences()).toEqual([]);
  },
);
