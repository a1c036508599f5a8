import { sql } from 'kysely';
import { defineWrite } from '../define-write.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';

/** A table with what came to be in a stretch of time: batches, or the means of one length. */
export interface Partition {
  readonly of: 'batch' | `measurement_${number}`;
  readonly fromAt: number;
  readonly toAt: number;
}

// A role that may only read and write rows makes and drops them through functions of the migrating role.
const makeForMeans = statement<{ minutes: number; fromAt: number; toAt: number }>()(({ db, param }) =>
  db.selectNoFrom(sql`setpoint_make_partition(${param('minutes')}, ${param('fromAt')}, ${param('toAt')})`.as('made')),
);

const makeForBatches = statement<{ fromAt: number; toAt: number }>()(({ db, param }) =>
  db.selectNoFrom(sql`setpoint_make_batch_partition(${param('fromAt')}, ${param('toAt')})`.as('made')),
);

const dropOfMeans = statement<{ name: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`setpoint_drop_partition(${param('name')})`.as('dropped')),
);

const dropOfBatches = statement<{ name: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`setpoint_drop_batch_partition(${param('name')})`.as('dropped')),
);

const names = statement<Record<never, never>>()(({ db, dialect }) => {
  const found =
    dialect === 'sqlite'
      ? sql<{ name: string }>`(SELECT '' AS name LIMIT 0)`
      : sql<{ name: string }>`(SELECT CAST(inhrelid::regclass AS TEXT) AS name
          FROM pg_inherits WHERE inhparent IN ('measurement'::regclass, 'batch'::regclass))`;
  return db.selectFrom(found.as('partition')).select('name');
});

const NAME = /^(batch|measurement_\d+)_(\d+)_(\d+)$/;

/** What is there; undefined in a store that has no partitions. */
export async function listPartitions(tx: Tx): Promise<readonly Partition[] | undefined> {
  const rows = await tx.all(names, {});
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ name }) => {
    const [of, fromAt, toAt] = (NAME.exec(name) ?? []).slice(1);
    return of === undefined ? [] : [{ of: of as Partition['of'], fromAt: Number(fromAt), toAt: Number(toAt) }];
  });
}

/** Makes one, unless something of its time is there already. */
export const makePartition = defineWrite({
  name: 'makePartition',
  only: 'chosen',
  record: 'not recorded: the store keeps house',
  run: async (tx: Tx, { of, fromAt, toAt }: Partition): Promise<void> => {
    if (of === 'batch') await tx.all(makeForBatches, { fromAt, toAt });
    else await tx.all(makeForMeans, { minutes: Number(of.split('_')[1]), fromAt, toAt });
  },
});

/** Drops a partition with all its rows; one of batches only when none of them is needed any more. */
export const dropPartition = defineWrite({
  name: 'dropPartition',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, { of, fromAt, toAt }: Partition): Promise<void> => {
    await tx.all(of === 'batch' ? dropOfBatches : dropOfMeans, { name: `${of}_${fromAt}_${toAt}` });
  },
});
