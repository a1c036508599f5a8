import type { SiteId } from '@setpoint/contract';
import type { Allocation, DeviationChange } from '@setpoint/core';
import type { NewEvent } from '../../events/write-events.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';

interface Divisions {
  readonly last: StoredDivision;
  readonly allocation: Allocation;
}

const WATTS_PER_KW = 1_000;

/** Which members began to deviate by a division, and which follow again. */
export function deviationEvents(
  seen: ReadonlyMap<SiteId, DeviationChange>,
  { last, allocation }: Divisions,
): NewEvent[] {
  if (seen.size === 0) return [];
  return allocation.shares.flatMap((share): NewEvent[] => {
    const siteId = share.siteId as SiteId;
    const wasDeviating = last.shares.get(siteId)?.because === 'deviating';
    const isDeviating = share.because === 'deviating';
    const { kind } = seen.get(siteId) ?? {};
    if (kind === 'over' && wasDeviating && !isDeviating) return [{ type: 'pool.member_following', data: { siteId } }];
    return kind === 'began' && isDeviating && !wasDeviating ? [deviatingEvent(share)] : [];
  });
}

function deviatingEvent({ siteId, watts, misses = 0 }: Allocation['shares'][number]): NewEvent {
  const powers = { orderedkW: watts / WATTS_PER_KW, suppliedkW: (watts - misses) / WATTS_PER_KW };
  return { type: 'pool.member_deviating', data: { siteId, ...powers } };
}
