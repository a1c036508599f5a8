import { RandomSource } from '@setpoint/server/testing/random-source';
import { drawTroubles } from './draw-troubles.ts';
import { SimulatedWorld, type WorldOptions } from './simulated-world.ts';

const TROUBLE_FOR_MS = 600_000;
/** A dead connection is found by the next report, and nobody waits for more than 60 s before he tries again. */
export const IN_STEP_WITHIN_MS = 120_000;
const PUSHED_WITHIN_MS = 2_000;
const BURST_OF = 6;
const BURST_MS = 600;
const WATCH_EVERY_MS = 250;
const LAST_SIGNAL_MS = 12_000;
const LAST_KW = 120;
const SHORT_MS = 4_000;
// The first node may not have been told, and looks every 2 s.
const FOLLOWED_WITHIN_MS = 5_000;

/** Lets a world go wrong for ten minutes, and sees whether it comes right by itself. */
export async function runWorld(options: Omit<WorldOptions, 'troubles'>) {
  const source = new RandomSource(options.seed);
  const troubles = drawTroubles(source, TROUBLE_FOR_MS);
  const world = new SimulatedWorld({ ...options, troubles });
  const { time } = world;
  await world.begin();
  for (const trouble of troubles.troubles) time.after(trouble.atMs, () => world.happen(trouble));
  for (const signal of troubles.signals) time.after(signal.atMs, () => world.ask(signal));
  const faults = new Set<string>();
  time.after(WATCH_EVERY_MS, () => watchOrders(world, faults));
  await time.runUntil(time.nowMs() + TROUBLE_FOR_MS);

  const inStepAfterMs = await watchConvergence(world);
  const late = world.differences().map((text) => `${IN_STEP_WITHIN_MS / 1_000} s after the last fault: ${text}`);
  for (let number = 0; number < world.sites.length * BURST_OF; number += 1) {
    time.after(source.below(BURST_MS), () => world.set(number % world.sites.length));
  }
  await time.runUntil(time.nowMs() + BURST_MS + PUSHED_WITHIN_MS);
  const slow = world.differences().map((text) => `${PUSHED_WITHIN_MS / 1_000} s after some batches: ${text}`);
  const orders = [...(await watchLastSignal(world)), ...(await watchReturn(world)), ...(await watchRemoval(world))];
  return { inStepAfterMs, faults: [...world.failures, ...faults, ...late, ...slow, ...orders, ...world.wrongTicks()] };
}

function watchOrders(world: SimulatedWorld, faults: Set<string>): void {
  for (const fault of world.wronglyFollowed()) faults.add(fault);
  world.time.after(WATCH_EVERY_MS, () => watchOrders(world, faults));
}

/** Once all is well again, a signal is followed as it is stored, and by nobody once it has ended. */
async function watchLastSignal(world: SimulatedWorld): Promise<string[]> {
  const { time } = world;
  world.makePool();
  await time.runUntil(time.nowMs() + 1_000);
  world.ask({ kw: LAST_KW, forMs: LAST_SIGNAL_MS, node: 'second' });
  await time.runUntil(time.nowMs() + FOLLOWED_WITHIN_MS);
  const late = world.notFollowed().map((text) => `${FOLLOWED_WITHIN_MS / 1_000} s after the last signal: ${text}`);
  await time.runUntil(time.nowMs() + LAST_SIGNAL_MS);
  return [...late, ...world.wronglyFollowed()];
}

/**
 * A site is away while others come, and back before its own order ends. It is counted until then, and goes on.
 *
 *     first    |------------------------|
 *     short        |---|
 *     long                |----------------------------|
 *     away       |-----------|
 */
async function watchReturn(world: SimulatedWorld): Promise<string[]> {
  const { time } = world;
  world.ask({ kw: LAST_KW, forMs: 3 * LAST_SIGNAL_MS, node: 'second' });
  await time.runUntil(time.nowMs() + FOLLOWED_WITHIN_MS);
  world.happen({ kind: 'restart_controller', atMs: 0, site: 0, forMs: LAST_SIGNAL_MS, how: 'heard', hasMemory: true });
  await time.runUntil(time.nowMs() + 2_000);
  world.ask({ kw: LAST_KW, forMs: SHORT_MS, node: 'second' });
  await time.runUntil(time.nowMs() + SHORT_MS + 2_000);
  world.ask({ kw: LAST_KW, forMs: 6 * LAST_SIGNAL_MS, node: 'first' });
  await time.runUntil(time.nowMs() + 3 * LAST_SIGNAL_MS);
  return world.notFollowed().map((text) => `once the order is over that it had before it was away: ${text}`);
}

/** Nobody goes on for a pool that is no more. */
async function watchRemoval(world: SimulatedWorld): Promise<string[]> {
  const { time } = world;
  world.happen({ kind: 'remove_pool', atMs: 0, forMs: LAST_SIGNAL_MS });
  await time.runUntil(time.nowMs() + FOLLOWED_WITHIN_MS);
  return world.stillFollowing().map((text) => `${FOLLOWED_WITHIN_MS / 1_000} s after the pool was removed: ${text}`);
}

// Once all are in step, nothing is left that could bring one out of it: the end will tell.
async function watchConvergence(world: SimulatedWorld): Promise<number | undefined> {
  const endMs = world.time.nowMs();
  let inStepAfterMs: number | undefined;
  for (let afterMs = 0; afterMs <= IN_STEP_WITHIN_MS; afterMs += 1_000) {
    await world.time.runUntil(endMs + afterMs);
    if (inStepAfterMs === undefined && world.differences().length === 0) inStepAfterMs = afterMs;
  }
  return inStepAfterMs;
}
