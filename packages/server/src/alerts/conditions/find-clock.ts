import { instantText } from '@setpoint/core';
import { readStoreClock } from '../../store/keep-store-clock.ts';
import type { Tx } from '../../store/tx.ts';
import type { FiringSubject } from '../firing-subject.ts';
import type { OfSites } from '../is-named.ts';

/** The clock, when it has differed from the time of the store for so long; it is of all sites. */
export async function findClock(
  tx: Tx,
  { siteId, poolId, leadMs }: OfSites & { readonly leadMs: number },
): Promise<FiringSubject[]> {
  const { at, claimedAt, heldMs } = await readStoreClock(tx, {});
  if (siteId !== '' || poolId !== '' || claimedAt === 0 || heldMs < leadMs) return [];
  const subjectName = `the clock (${instantText(claimedAt)}; the store had come to ${instantText(at)})`;
  return [{ subjectId: 'clock', subjectName, since: claimedAt - heldMs }];
}
