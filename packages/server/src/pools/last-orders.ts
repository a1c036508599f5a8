import type { PoolId, SiteId } from '@setpoint/contract';
import type { MemberNow } from '@setpoint/core';
import type { Tx } from '../store/tx.ts';
import { LAST_ROUND, readTicks } from './read-ticks.ts';
import type { StoredTick } from './steps/tick-from-row.ts';

/** What a pool was asked for last, and the last order of each member that has not ended. */
export interface LastOrders {
  readonly tick: StoredTick | undefined;
  readonly orders: ReadonlyMap<SiteId, NonNullable<MemberNow['last']>>;
}

const TICKS_AT_ONCE = 4;
const UNREACHED: ReadonlySet<unknown> = new Set(['offline', 'behind', 'held', 'rejecting', 'clock']);

/** A member that was not reached at the last tick may still follow one before it: those are looked at too. */
export async function lastOrders(
  tx: Tx,
  { poolId, at }: { readonly poolId: PoolId; readonly at: number },
): Promise<LastOrders> {
  const orders = new Map<SiteId, NonNullable<MemberNow['last']>>();
  let latest: StoredTick | undefined;
  let upTo = before(Number.MAX_SAFE_INTEGER);
  for (;;) {
    const ticks = await readTicks(tx, { poolId, upTo, limit: TICKS_AT_ONCE });
    latest ??= ticks[0];
    for (const tick of ticks) {
      if (tick.validUntil <= at) return { tick: latest, orders };
      if (!noteOrders(orders, tick)) return { tick: latest, orders };
    }
    const last = ticks.at(-1);
    if (last === undefined || ticks.length < TICKS_AT_ONCE) return { tick: latest, orders };
    upTo = last.round > 0 ? { sequence: last.sequence, round: last.round - 1 } : before(last.sequence);
  }
}

function before(sequence: number) {
  return { sequence: sequence - 1, round: LAST_ROUND };
}

/** Whether an earlier tick may matter still. */
function noteOrders(orders: Map<SiteId, NonNullable<MemberNow['last']>>, tick: StoredTick): boolean {
  let isOpen = false;
  for (const [siteId, { watts, follows, because }] of tick.shares) {
    if (orders.has(siteId)) continue;
    if (!UNREACHED.has(because)) orders.set(siteId, { watts, at: tick.at, validUntil: tick.validUntil });
    else if (follows !== 0) isOpen = true;
  }
  return isOpen;
}
