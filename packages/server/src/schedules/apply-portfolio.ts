import { defineWrite } from '../store/define-write.ts';
import type { Tx } from '../store/tx.ts';
import { GatheringTx } from '../events/gathering-tx.ts';
import {
  type ApplySchedulesInput,
  type ApplySchedulesOutput,
  type DecidedBatch,
  decideSchedules,
  saveSchedules,
} from './apply-schedules.ts';
import { lockSite } from '../store/lock-site.ts';
import { readNumberedSites } from './steps/read-numbered-site.ts';

const SITES_AT_ONCE = 100;

export interface ApplyPortfolioInput {
  /** Each for another site. */
  readonly batches: readonly ApplySchedulesInput[];
}

export interface ApplyPortfolioOutput {
  /** refused: nothing was set, for the sake of at least one. */
  readonly kind: 'applied' | 'refused';
  /** In the order of the batches; of those that were refused, and when all were applied of all. */
  readonly outcomes: readonly ApplySchedulesOutput[];
}

/** Batches on many sites: all of them, or none with every reason. */
export const applyPortfolio = defineWrite({
  name: 'applyPortfolio',
  record: 'not recorded: batches are kept with who set them',
  weight: ({ batches }) => batches.length,
  run: async (begun: Tx, { batches }: ApplyPortfolioInput): Promise<ApplyPortfolioOutput> => {
    const tx = new GatheringTx(begun);
    // In one order everywhere, so that no two wait for each other; and what is near in the tables is done together.
    const placed = batches.map((batch, place) => ({ batch, place }));
    const inOrder = placed.toSorted((one, other) => (one.batch.siteId < other.batch.siteId ? -1 : 1));
    for (const { batch } of inOrder) await lockSite(tx, batch.siteId);
    const decisions: (ApplySchedulesOutput | DecidedBatch)[] = [];
    for (let start = 0; start < inOrder.length; start += SITES_AT_ONCE) {
      const some = inOrder.slice(start, start + SITES_AT_ONCE);
      const siteIds = some.map(({ batch }) => batch.siteId);
      const sites = await readNumberedSites(tx, siteIds);
      // Together, so that what they ask PostgreSQL takes one way there and back: others wait for the locks.
      const deciding = some.map(async ({ batch, place }) => {
        decisions[place] = await decideSchedules(tx, batch, sites.get(batch.siteId));
      });
      await Promise.all(deciding);
    }
    const isRefused = decisions.some(({ kind }) => kind !== 'decided' && kind !== 'replayed');
    if (isRefused)
      return { kind: 'refused', outcomes: decisions.map((one) => (one.kind === 'decided' ? wouldBe(one) : one)) };
    const outcomes: ApplySchedulesOutput[] = [];
    for (const { place } of inOrder) {
      const decision = decisions[place];
      if (decision === undefined) continue;
      outcomes[place] = decision.kind === 'decided' ? await saveSchedules(tx, decision) : decision;
    }
    await tx.writeEvents();
    return { kind: 'applied', outcomes };
  },
});

// Nothing of it is written: the number is what it would have been.
function wouldBe({ input, accepted, version }: DecidedBatch): ApplySchedulesOutput {
  return { kind: 'accepted', batchId: input.batchId, accepted, version, historyBytes: 0 };
}
