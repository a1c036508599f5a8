import type { BatchId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import { fromStoredId, toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';
import { readPortfolio } from './read-portfolio.ts';

const parentOfBatch = statement<{ batchId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select(fromStoredId<string | null>(dialect, 'parent_id').as('parent_id'))
    .where('batch_id', '=', toStoredId(dialect, param('batchId'))),
);

/** The call that set all of these batches; null if there is none. */
export async function readSharedParent(
  tx: Tx,
  { batchIds }: { batchIds: readonly BatchId[] },
): Promise<BatchId | null> {
  const [first] = batchIds;
  if (first === undefined) return null;
  const parentId = (await tx.first(parentOfBatch, { batchId: first }))?.parent_id as BatchId | null | undefined;
  if (parentId === null || parentId === undefined) return null;
  const batches = new Set((await readPortfolio(tx, { parentId })).map(({ batchId }) => batchId));
  return batchIds.every((batchId) => batches.has(batchId)) ? parentId : null;
}
