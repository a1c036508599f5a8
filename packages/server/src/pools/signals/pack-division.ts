import { hash } from 'node:crypto';
import type { Actor, SiteId } from '@setpoint/contract';
import { type Allocation, packShares } from '@setpoint/core';
import type { PutDivisionInput } from './put-division.ts';
import { siteIdsText, type StoredDivision } from '../steps/division-from-row.ts';

const ROSTER_LENGTH = 22;

/** A signal with what each member is asked for. */
export interface DecidedDivision extends Omit<
  PutDivisionInput,
  'roster' | 'siteIds' | 'shares' | 'shortfallWatts' | 'surplusWatts' | 'actor'
> {
  readonly actor?: Actor | null | undefined;
  readonly siteIds: readonly SiteId[];
  readonly allocation: Pick<Allocation, 'shares' | 'shortfallWatts' | 'surplusWatts'>;
}

/** What is handed to the thread that writes: a few bytes for each member. */
export function packDivision({ siteIds: ids, allocation, ...division }: DecidedDivision): PutDivisionInput {
  const siteIds = siteIdsText(ids);
  const roster = hash('sha256', siteIds, 'base64url').slice(0, ROSTER_LENGTH);
  const { shares, shortfallWatts, surplusWatts } = allocation;
  return { ...division, shortfallWatts, surplusWatts, roster, siteIds, shares: packShares(shares) };
}

/** The division as it is read back, but for the name of who asked. */
export function divisionOf({ siteIds, allocation, actor = null, ...division }: DecidedDivision): StoredDivision {
  const { sequence, sent = sequence, holding = null, goesBackBelow = null, round, at, validUntil, watts } = division;
  const { shares, shortfallWatts, surplusWatts } = allocation;
  const byId = new Map(
    siteIds.flatMap((siteId, index) => {
      const share = shares[index];
      return share === undefined ? [] : [[siteId, share] as const];
    }),
  );
  const place = { sequence, sent, holding, goesBackBelow, round };
  return { ...place, at, validUntil, watts, shortfallWatts, surplusWatts, shares: byId, actor };
}
