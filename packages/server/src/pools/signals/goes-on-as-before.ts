import type { SiteId } from '@setpoint/contract';
import { type Allocation, HINDRANCES, type PackedShare } from '@setpoint/core';
import type { StoredDivision } from '../steps/division-from-row.ts';

/** Whether everybody goes on as before, be it by an order or because the last one has not ended, and takes part as before. */
export function goesOnAsBefore(
  { shares: before, ...last }: StoredDivision,
  { shares, shortfallWatts }: Allocation,
): boolean {
  const isEqual = shares.every(({ siteId, watts, follows, misses = 0, because }) => {
    const was = before.get(siteId as SiteId);
    if (misses !== missedBy(was)) return false;
    if (isNews(because, was?.because ?? null)) return false;
    return watts + follows === (was === undefined ? 0 : was.watts + was.follows);
  });
  const present = new Set<string>(shares.map(({ siteId }) => siteId));
  return isEqual && shortfallWatts === last.shortfallWatts && [...before.keys()].every((siteId) => present.has(siteId));
}

function missedBy(share: PackedShare | undefined): number {
  return share?.misses ?? 0;
}

type Reason = Allocation['shares'][number]['because'];

/** Whether a member takes part otherwise than before, as one that is back does. One that fell silent goes on as it was told. */
function isNews(because: Reason, was: Reason): boolean {
  return because !== was && because !== 'offline' && (HINDRANCES.has(because) || HINDRANCES.has(was));
}
