import type { PoolId, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { NEVER } from '../src/store/in-force.ts';

/** For tests: a pool as the store knows it. */
export const NORTH = {
  poolId: '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946' as string as PoolId,
  poolName: 'north',
  service: 'afrr',
  split: 'proportional',
  enduranceMinutes: 60,
} as const;

/** For tests: sites that are members of a pool from an instant on. */
export function membersFrom(from: number, siteIds: readonly SiteId[], rampKwPerSecond: number | null = null) {
  const membership: Membership = { from, to: NEVER, role: 'primary', rank: 0, rampKwPerSecond };
  return new Map(siteIds.map((siteId) => [siteId, [membership]]));
}
