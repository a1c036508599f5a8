import { expect, it } from 'vitest';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { gatewayMetrics } from '@setpoint/server/testing/rooms/gateway';
import { createMetrics } from '@setpoint/server/testing/rooms/platform';
import { drawCommands } from '../../proofs/convergence/draw-commands.ts';
import { SimulatedDisk } from '../../proofs/convergence/simulated-disk.ts';
import { SimulatedWorld } from '../../proofs/convergence/simulated-world.ts';
import { watchConvergence } from '../../proofs/prove-convergence.ts';

const WORLDS = 15;

it('brings every controller in step with the store once the faults are over', async () => {
  const { faults, inStepAfterMs } = await watchConvergence(Array(WORLDS).keys());
  expect(faults).toEqual([]);
  // Had nothing been wrong in the first place, it would prove nothing.
  expect(inStepAfterMs.filter((afterMs) => afterMs > 1_000).length).toBeGreaterThan(WORLDS / 2);
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
