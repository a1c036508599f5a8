import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { FiringSubject } from '../firing-subject.ts';

export interface FindShortPoolsInput {
  /** Empty for all pools. */
  readonly poolId: string;
  readonly now: number;
  readonly leadMs: number;
}

const shortPools = statement<{ poolId: string; sinceBefore: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_shortage')
    .innerJoin('pool', 'pool.pool_id', 'pool_shortage.pool_id')
    .select(({ fn }) => ['pool.pool_id as poolId', 'pool_name as poolName', fn.min('since').as('since')])
    .where('removed_at', 'is', null)
    .where('short_of', '=', 'asked')
    .where(sql<boolean>`(${param('poolId')} = '' or pool.pool_id = ${param('poolId')})`)
    .where('since', '<=', param('sinceBefore'))
    .groupBy(['pool.pool_id', 'pool_name'])
    .orderBy('pool.pool_id'),
);

/** The pools that have been short for so long, without a break, of what is asked of them. */
export async function findShortPools(tx: Tx, { poolId, now, leadMs }: FindShortPoolsInput): Promise<FiringSubject[]> {
  const rows = await tx.all(shortPools, { poolId, sinceBefore: now - leadMs });
  return rows.map((row) => ({ subjectId: row.poolId, subjectName: `the pool ${row.poolName}`, since: row.since }));
}
