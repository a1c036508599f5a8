import type { SiteId } from '@setpoint/contract';
import { GatheringTx } from '../events/gathering-tx.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockSite } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import { settleSite } from './steps/settle-site.ts';

export interface SettleEntriesInput {
  readonly siteIds: readonly SiteId[];
  readonly now: number;
  /** What became of entries later than this is left for another time. */
  readonly upTo: number;
}

/** Tells what became of the entries of some sites, when the clock comes to them and nothing is changed there. */
export const settleEntries = defineWrite({
  name: 'settleEntries',
  only: 'chosen',
  record: 'not recorded: the clock does it, and events tell it',
  weight: ({ siteIds }) => siteIds.length,
  run: async (begun: Tx, { siteIds, now, upTo }: SettleEntriesInput): Promise<void> => {
    const tx = new GatheringTx(begun);
    // In one order everywhere, so that no two wait for each other.
    for (const siteId of siteIds.toSorted()) await lockSite(tx, siteId);
    const settled = await Promise.allSettled(siteIds.map((siteId) => settleSite(tx, { siteId, now, upTo })));
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    await tx.writeEvents();
  },
});
