import type { PoolId } from '@setpoint/contract';
import { readPoolSettings } from '../read-pool-settings.ts';
import { type MembersReading, readMembers } from './read-members.ts';

interface LearningAhead extends MembersReading {
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
}

const EVERY_MS = 60_000;

/**
 * Learns now and then of the members of a pool that another node is asked for: when this one has to go on, there are
 * some seconds of schedules less to read.
 */
export function learnAhead({
  store,
  knowledge,
  turn,
  now,
  onFailure,
}: LearningAhead): (poolId: PoolId) => Promise<void> {
  const learnedAt = new Map<PoolId, number>();
  async function learn(poolId: PoolId): Promise<void> {
    const pool = await store.read(readPoolSettings, { poolId });
    if (pool === undefined) learnedAt.delete(poolId);
    else await readMembers({ store, knowledge, turn }, pool, now());
  }
  return async (poolId) => {
    if (Math.abs(now() - (learnedAt.get(poolId) ?? Number.NEGATIVE_INFINITY)) < EVERY_MS) return;
    learnedAt.set(poolId, now());
    await learn(poolId).catch(onFailure);
  };
}
