import { randomUUID } from 'node:crypto';
import { PATHS, type PoolId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { at } from '../../../testing/asking-of.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest } from '../../../testing/open-world.ts';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { acceptSignal } from './accept-signal.ts';
import { divideDuePools } from './divide-when-due.ts';
import { createOrderBoard } from './order-board.ts';

const VALUES = { activePowerkW: 0, upperLimitkW: 150, afrrImportBookingkW: 100, mfrrImportBookingkW: 100 };

it.each(STORE_KINDS)('two pools share the room of a site: a change of one divides the other, on %s', async (kind) => {
  const clock = { now: Date.now() };
  const world = await worldOfTest({ store: kind, clock });
  const siteId = await world.site({ values: VALUES });
  const { store } = world;
  const now = () => clock.now;
  const turn = () => Promise.resolve();
  const board = createOrderBoard({ store, signals: createSiteSignals(), now });
  const knowledge = createMemberKnowledge(store, 90_000, (id) => board.of(id));
  const due = divideDuePools({ store, knowledge, board, now, isChosen: async () => true });
  const pool = async (service: 'afrr' | 'mfrr') => {
    const poolId = randomUUID() as string as PoolId;
    const body = { poolName: service, service, split: 'proportional', members: [{ siteId }] };
    await world.done('PUT', at(PATHS.fleetPool, poolId), { body });
    return { poolId, service, split: 'proportional', enduranceMinutes: 60 } as const;
  };
  const [afrr, mfrr] = [await pool('afrr'), await pool('mfrr')];
  const send = async (to: typeof afrr, sequence: number, kw: number, { lastsMs = 60_000, known = knowledge } = {}) => {
    const signal = { sequence, at: clock.now, validUntil: clock.now + lastsMs, watts: kw * 1_000 };
    const accepted = await acceptSignal({ store, knowledge: known, now, turn, by: undefined }, to, signal);
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    board.put(to, accepted.division);
  };
  const ordered = () => {
    const inForce = new Map(board.inForce(clock.now).map(({ poolId, division }) => [poolId, division]));
    return [afrr, mfrr].map(({ poolId }) => {
      const division = inForce.get(poolId);
      return [division?.shares.get(siteId)?.watts, division?.shortfallWatts];
    });
  };
  await send(mfrr, 1, 80);
  await send(afrr, 1, 100);
  expect(ordered()).toEqual([
    [70_000, 30_000],
    [80_000, 0],
  ]);
  await due.atAll();
  // The other one asks for less, and its order ends: there is room again.
  clock.now += 100;
  await send(mfrr, 2, 60, { lastsMs: 2_000 });
  await due.atAll();
  expect(ordered()[0]).toEqual([90_000, 10_000]);
  clock.now += 2_000;
  await due.atAll();
  expect(ordered()[0]).toEqual([100_000, 0]);
  // Both decided at once, at two nodes that did not hear of each other yet.
  await send(mfrr, 3, 100, { known: createMemberKnowledge(store, 90_000, () => []) });
  clock.now += 500;
  await due.atAll();
  const [one = [], other = []] = ordered();
  expect([(one[0] ?? 0) + (other[0] ?? 0), (one[1] ?? 0) + (other[1] ?? 0)]).toEqual([150_000, 50_000]);
  clock.now += 500;
  await due.atAll();
  expect(ordered()).toEqual([one, other]);
});
