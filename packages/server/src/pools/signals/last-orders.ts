import { LIMITS, type PoolId, type SiteId } from '@setpoint/contract';
import type { MemberNow } from '@setpoint/core';
import type { Tx } from '../../store/tx.ts';
import { LAST_ROUND, readTicks } from './read-ticks.ts';
import type { StoredTick } from '../steps/tick-from-row.ts';

/** What a pool was asked for last, and the last order of each member that has not ended. */
export interface LastOrders {
  readonly tick: StoredTick | undefined;
  readonly orders: ReadonlyMap<SiteId, NonNullable<MemberNow['last']>>;
}

interface LastOrdersWanted {
  readonly poolId: PoolId;
  readonly at: number;
}

const TICKS_AT_ONCE = 4;
// No signal lasts longer; the instants of two may be that far from the order in which they came.
const LONGEST_MS = (LIMITS.maxSignalSeconds + 2 * LIMITS.maxSignalAgeSeconds) * 1_000;

/**
 * A member that was not reached at the last tick may still follow one before it: those are looked at too, also behind a
 * shorter one that has ended. Whoever takes no part for another reason was told so, by an order for nothing.
 */
export async function lastOrders(tx: Tx, { poolId, at }: LastOrdersWanted): Promise<LastOrders> {
  const orders = new Map<SiteId, NonNullable<MemberNow['last']>>();
  const note = (siteId: SiteId, { watts }: Share, tick: StoredTick) => {
    if (tick.validUntil > at) orders.set(siteId, { watts, at: tick.at, validUntil: tick.validUntil });
  };
  const [tick] = await readTicks(tx, { poolId, upTo: { sequence: Number.MAX_SAFE_INTEGER }, limit: 1 });
  if (tick === undefined) return { tick, orders };
  const silent = new Set<SiteId>();
  for (const [siteId, share] of tick.shares) {
    if (share.because !== 'offline') note(siteId, share, tick);
    else if (share.follows !== 0) silent.add(siteId);
  }
  let last: StoredTick | undefined = tick;
  while (silent.size > 0 && last !== undefined && last.at > at - LONGEST_MS) {
    const ticks = await readTicks(tx, { poolId, upTo: before(last), limit: TICKS_AT_ONCE });
    for (const earlier of ticks) settle(silent, earlier, note);
    last = ticks.at(-1);
  }
  return { tick, orders };
}

type Share = StoredTick['shares'] extends ReadonlyMap<SiteId, infer One> ? One : never;

/** What one was told by a tick counts until that ends, and one that was no member then has none from before. */
function settle(
  silent: Set<SiteId>,
  tick: StoredTick,
  note: (siteId: SiteId, share: Share, tick: StoredTick) => void,
): void {
  for (const siteId of silent) {
    const share = tick.shares.get(siteId);
    if (share?.because === 'offline') continue;
    silent.delete(siteId);
    if (share !== undefined) note(siteId, share, tick);
  }
}

function before({ sequence, round }: StoredTick) {
  return round > 0 ? { sequence, round: round - 1 } : { sequence: sequence - 1, round: LAST_ROUND };
}
