import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { at, type WorldAsking } from './asking-of.ts';

const MINUTE_MS = 60_000;

interface Pooling extends Pick<WorldAsking, 'ask' | 'done'> {
  readonly now: () => number;
}

/** For tests: pools, and what they are asked for. */
export function poolsOf({ ask, done, now }: Pooling) {
  return {
    async pool(siteIds: readonly string[]): Promise<string> {
      const poolId = randomUUID();
      const members = siteIds.map((siteId) => ({ siteId }));
      const body = { poolName: 'aFRR north', service: 'afrr', split: 'proportional', members };
      await done('PUT', at(PATHS.fleetPool, poolId), { body });
      return poolId;
    },
    async signal(poolId: string, signal: { kW: number; sequence: number; validUntil?: string }): Promise<number> {
      const body = { validUntil: new Date(now() + MINUTE_MS).toISOString(), ...signal };
      return (await ask('PUT', at(PATHS.fleetPoolSignal, poolId), { body })).status;
    },
  };
}
