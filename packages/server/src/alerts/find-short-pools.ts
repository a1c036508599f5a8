import { type RawBuilder, sql } from 'kysely';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Holding } from './holding.ts';

type Asked = { poolId: string; now: number };

const lastOf = (column: string): RawBuilder<number> =>
  sql<number>`(select ${sql.ref(column)} from pool_tick where pool_tick.pool_id = pool.pool_id
    order by sequence desc, round desc limit 1)`;

const shortNow = statement<Asked>()(({ db, param }) =>
  db
    .selectFrom('pool')
    .select(['pool.pool_id as poolId', 'pool_name as poolName'])
    .where('removed_at', 'is', null)
    .where(sql<boolean>`(${param('poolId')} = '' or pool.pool_id = ${param('poolId')})`)
    .where(lastOf('valid_until'), '>', param('now'))
    .where(lastOf('shortfall_watts'), '<>', 0)
    .orderBy('pool.pool_id'),
);

// From the tick on that was in force when the look back begins, which may be long before.
// A tick begins a shortfall if the one before was none, or had ended: what is asked for anew is short anew.
const begunAt = statement<{ poolId: string; after: number }>()(({ db, param }) =>
  db
    .selectFrom(
      db
        .selectFrom('pool_tick')
        .select([
          'at',
          'shortfall_watts',
          sql<number | null>`lag(valid_until) over (order by sequence, round)`.as('endedAt'),
          sql<number | null>`lag(shortfall_watts) over (order by sequence, round)`.as('missingBefore'),
        ])
        .where('pool_id', '=', param('poolId'))
        .where(
          sql<boolean>`at >= coalesce((select max(at) from pool_tick earlier where earlier.pool_id = ${param('poolId')}
            and earlier.at <= ${param('after')}), 0)`,
        )
        .as('tick'),
    )
    .select(({ fn }) => fn.max<number | null>('at').as('begunAt'))
    .where('shortfall_watts', '<>', 0)
    .where(
      sql<boolean>`(${sql.ref('endedAt')} is null or ${sql.ref('endedAt')} < at or ${sql.ref('missingBefore')} = 0)`,
    ),
);

const LOOKED_BACK_MS = 3_600_000;

export interface FindShortPoolsInput {
  /** Empty for all pools. */
  readonly poolId: string;
  readonly now: number;
  readonly leadMs: number;
}

/** The pools that are asked for more than their members give, and have been for so long without a break. */
export async function findShortPools(tx: Tx, { poolId, now, leadMs }: FindShortPoolsInput): Promise<Holding[]> {
  const holding: Holding[] = [];
  for (const pool of await tx.all(shortNow, { poolId, now })) {
    const after = now - leadMs - LOOKED_BACK_MS;
    const since = (await tx.first(begunAt, { poolId: pool.poolId, after }))?.begunAt;
    if (since === undefined || since === null || since > now - leadMs) continue;
    holding.push({ subjectId: pool.poolId, subjectName: `the pool ${pool.poolName}`, since });
  }
  return holding;
}
