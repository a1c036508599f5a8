import type { HoldId } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { listFreeMembers, listHeldPools } from './list-free-members.ts';

interface Following {
  readonly store: Store;
  readonly now: () => number;
  /** Walks a hold over the sites that it does not hold yet. */
  readonly carry: (holdId: HoldId) => Promise<void>;
}

/** Puts sites that joined a held pool under its hold. A membership that was known before begins without any news. */
export async function followPoolMembers({ store, now, carry }: Following): Promise<void> {
  for (const hold of await store.read(listHeldPools, undefined)) {
    const [joined] = await store.read(listFreeMembers, { ...hold, limit: 1, now: now() });
    if (joined !== undefined) await carry(hold.holdId);
  }
}
