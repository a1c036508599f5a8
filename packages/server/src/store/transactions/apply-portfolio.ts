import type { Tx } from '../store.ts';
import {
  type ApplySchedulesInput,
  type ApplySchedulesOutput,
  type DecidedBatch,
  decideSchedules,
  saveSchedules,
} from './apply-schedules.ts';
import { lockSite } from './lock-rows.ts';

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
export async function applyPortfolio(tx: Tx, { batches }: ApplyPortfolioInput): Promise<ApplyPortfolioOutput> {
  // In one order everywhere, so that no two wait for each other.
  const inOrder = batches.toSorted((one, other) => (one.siteId < other.siteId ? -1 : 1));
  for (const { siteId } of inOrder) await lockSite(tx, siteId);
  const decisions: (ApplySchedulesOutput | DecidedBatch)[] = [];
  for (const batch of batches) decisions.push(await decideSchedules(tx, batch));
  const settled = decisions.filter((decision) => decision.kind !== 'decided');
  const isRefused = settled.some(({ kind }) => kind !== 'replayed');
  if (isRefused)
    return { kind: 'refused', outcomes: decisions.map((one) => (one.kind === 'decided' ? wouldBe(one) : one)) };
  const outcomes: ApplySchedulesOutput[] = [];
  for (const one of decisions) outcomes.push(one.kind === 'decided' ? await saveSchedules(tx, one) : one);
  return { kind: 'applied', outcomes };
}

// Nothing of it is written: the number is what it would have been.
function wouldBe({ input, accepted, version }: DecidedBatch): ApplySchedulesOutput {
  return { kind: 'accepted', batchId: input.batchId, accepted, version };
}
