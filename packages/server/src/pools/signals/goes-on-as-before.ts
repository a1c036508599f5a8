import type { SiteId } from '@setpoint/contract';
import type { Allocation } from '@setpoint/core';
import type { StoredDivision } from '../steps/division-from-row.ts';

/** Whether everybody goes on as before, be it by an order or because the last one has not ended. */
export function goesOnAsBefore(
  { shares: before, ...last }: StoredDivision,
  { shares, shortfallWatts }: Allocation,
): boolean {
  const isEqual = shares.every(({ siteId, watts, follows }) => {
    const was = before.get(siteId as SiteId);
    // One that is back follows an order that may end before the signal.
    const needsOrder = watts !== 0 && was?.because === 'offline';
    return !needsOrder && watts + follows === (was === undefined ? 0 : was.watts + was.follows);
  });
  const present = new Set<string>(shares.map(({ siteId }) => siteId));
  return isEqual && shortfallWatts === last.shortfallWatts && [...before.keys()].every((siteId) => present.has(siteId));
}
