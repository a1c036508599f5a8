import { hash } from 'node:crypto';
import type { Actor, SiteId } from '@setpoint/contract';
import { type Allocation, packShares } from '@setpoint/core';
import type { PutTickInput } from './put-tick.ts';
import { siteIdsText, type StoredTick } from '../steps/tick-from-row.ts';

const ROSTER_LENGTH = 22;

/** A signal with what each member is asked for. */
export interface DecidedTick extends Omit<
  PutTickInput,
  'roster' | 'siteIds' | 'shares' | 'shortfallWatts' | 'surplusWatts' | 'actor'
> {
  readonly actor?: Actor | null | undefined;
  readonly siteIds: readonly SiteId[];
  readonly allocation: Pick<Allocation, 'shares' | 'shortfallWatts' | 'surplusWatts'>;
}

/** What is handed to the thread that writes: a few bytes for each member. */
export function packTick({ siteIds: ids, allocation, ...tick }: DecidedTick): PutTickInput {
  const siteIds = siteIdsText(ids);
  const roster = hash('sha256', siteIds, 'base64url').slice(0, ROSTER_LENGTH);
  const { shares, shortfallWatts, surplusWatts } = allocation;
  return { ...tick, shortfallWatts, surplusWatts, roster, siteIds, shares: packShares(shares) };
}

/** The tick as it is read back, but for the name of who asked. */
export function tickOf({ siteIds, allocation, actor = null, ...tick }: DecidedTick): StoredTick {
  const { sequence, round, at, validUntil, watts } = tick;
  const { shares, shortfallWatts, surplusWatts } = allocation;
  const byId = new Map(
    siteIds.flatMap((siteId, index) => {
      const share = shares[index];
      return share === undefined ? [] : [[siteId, share] as const];
    }),
  );
  return { sequence, round, at, validUntil, watts, shortfallWatts, surplusWatts, shares: byId, actor };
}
