import type { PoolId, SiteId } from '@setpoint/contract';
import { LONGEST_OUT_OF_ORDER_MS, type MemberNow, type PackedShare, wasTold } from '@setpoint/core';
import type { Tx } from '../../store/tx.ts';
import { findSignal, LAST_ROUND, readDivisions } from './read-divisions.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';

type OrderOfMember = NonNullable<MemberNow['last']>;

/** What a pool was asked for last, and the last order of each member that has not ended, with what counts of it. */
export interface LastOrders {
  readonly division: StoredDivision | undefined;
  readonly orders: ReadonlyMap<SiteId, OrderOfMember>;
}

const DIVISIONS_AT_ONCE = 4;

/**
 * A member that was not reached at the last division may still follow one before it: those are looked at too, also behind a
 * shorter one that has ended. Whoever takes no part for another reason was told so, by an order for nothing.
 */
export async function lastOrders(
  tx: Tx,
  { poolId, at }: { readonly poolId: PoolId; readonly at: number },
): Promise<LastOrders> {
  const orders = new Map<SiteId, OrderOfMember>();
  const note = (siteId: SiteId, { watts, misses = 0, because }: PackedShare, division: StoredDivision) => {
    const suppliesWatts = because === 'deviating' ? watts - misses : undefined;
    const fromWatts = because === 'ramp' && misses !== 0 ? watts - misses : undefined;
    const { at: began, validUntil } = division;
    if (validUntil > at) orders.set(siteId, { watts, at: began, validUntil, suppliesWatts, fromWatts });
  };
  const division = await findSignal(tx, { poolId });
  if (division === undefined) return { division, orders };
  const silent = new Set<SiteId>();
  for (const [siteId, share] of division.shares) {
    if (share.follows !== 0) silent.add(siteId);
    else if (wasTold(share)) note(siteId, share, division);
  }
  let last: StoredDivision | undefined = division;
  while (silent.size > 0 && last !== undefined && last.at > at - LONGEST_OUT_OF_ORDER_MS) {
    const divisions = await readDivisions(tx, { poolId, upTo: before(last), limit: DIVISIONS_AT_ONCE });
    for (const earlier of divisions) followEarlier(silent, earlier, note);
    last = divisions.at(-1);
  }
  return { division, orders };
}

/** What one was told by a division counts until that ends, and one that was no member then has none from before. */
function followEarlier(
  silent: Set<SiteId>,
  division: StoredDivision,
  note: (siteId: SiteId, share: PackedShare, division: StoredDivision) => void,
): void {
  for (const siteId of silent) {
    const share = division.shares.get(siteId);
    if (share !== undefined && !wasTold(share)) continue;
    silent.delete(siteId);
    if (share !== undefined) note(siteId, share, division);
  }
}

function before({ sequence, round }: StoredDivision) {
  return round > 0 ? { sequence, round: round - 1 } : { sequence: sequence - 1, round: LAST_ROUND };
}
