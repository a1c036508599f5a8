import { gatewayMetrics } from '@setpoint/server/testing/rooms/gateway';
import { createMetrics } from '@setpoint/server/testing/rooms/platform';
import { IN_STEP_WITHIN_MS, runWorld } from './convergence/run-world.ts';
import { SimulatedDisk } from './convergence/simulated-disk.ts';
import type { Report } from './write-report.ts';

/** The real handlers and the real protocol code of controllers in worlds that go wrong, one for each seed. */
export async function watchConvergence(seeds: Iterable<number>, say = (_line: string) => {}) {
  const image = await SimulatedDisk.emptyImage();
  const metrics = gatewayMetrics(createMetrics());
  const inStepAfterMs: number[] = [];
  const faults: string[] = [];
  for (const seed of seeds) {
    const result = await runWorld({ seed, image, metrics });
    faults.push(...result.faults.map((fault) => `seed ${seed}: ${fault}`));
    if (result.inStepAfterMs !== undefined) inStepAfterMs.push(result.inStepAfterMs);
    if (seed % 100 === 0) say(`seed ${seed}: ${faults.length} faults so far`);
  }
  return { inStepAfterMs: inStepAfterMs.sort((one, other) => one - other), faults };
}

const SEEDS = 3_000;

export async function proveConvergence(say: (line: string) => void): Promise<Report> {
  const { inStepAfterMs, faults } = await watchConvergence(Array(SEEDS).keys(), say);
  const seconds = (share: number) => (inStepAfterMs[Math.ceil(inStepAfterMs.length * share) - 1] ?? Number.NaN) / 1_000;
  const facts = [
    `${SEEDS} worlds of three sites in a pool, ten minutes of faults and signals each.`,
    `In step after the last fault: ${inStepAfterMs.length} of ${SEEDS}, half of them within ${seconds(0.5)} s, 99 % within ${seconds(0.99)} s, all within ${seconds(1)} s (allowed: ${IN_STEP_WITHIN_MS / 1_000} s).`,
  ];
  return { facts, faults };
}
