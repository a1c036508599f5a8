import { sql } from 'kysely';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

/** A table of the means of one length that began in a stretch of time. */
export interface Partition {
  readonly minutes: number;
  readonly fromAt: number;
  readonly toAt: number;
}

// Who may only read and write rows makes and drops them by functions of whoever migrated.
const make = statement<{ minutes: number; fromAt: number; toAt: number }>()(({ db, param }) =>
  db.selectNoFrom(sql`setpoint_make_partition(${param('minutes')}, ${param('fromAt')}, ${param('toAt')})`.as('made')),
);

const drop = statement<{ name: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`setpoint_drop_partition(${param('name')})`.as('dropped')),
);

const names = statement<Record<never, never>>()(({ db, dialect }) => {
  const found =
    dialect === 'sqlite'
      ? sql<{ name: string }>`(SELECT '' AS name LIMIT 0)`
      : sql<{ name: string }>`(SELECT CAST(inhrelid::regclass AS TEXT) AS name
          FROM pg_inherits WHERE inhparent = 'measurement'::regclass)`;
  return db.selectFrom(found.as('partition')).select('name');
});

const NAME = /^measurement_(\d+)_(\d+)_(\d+)$/;

/** What is there; undefined in a store that has no partitions. */
export async function listPartitions(tx: Tx): Promise<readonly Partition[] | undefined> {
  const rows = await tx.all(names, {});
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ name }) => {
    const [minutes, fromAt, toAt] = (NAME.exec(name) ?? []).slice(1).map(Number);
    return minutes === undefined || fromAt === undefined || toAt === undefined ? [] : [{ minutes, fromAt, toAt }];
  });
}

/** Makes one, unless something of its time is there already. */
export async function makePartition(tx: Tx, { minutes, fromAt, toAt }: Partition): Promise<void> {
  await tx.all(make, { minutes, fromAt, toAt });
}

/** Lets go of all that it holds. */
export async function dropPartition(tx: Tx, { minutes, fromAt, toAt }: Partition): Promise<void> {
  await tx.all(drop, { name: `measurement_${minutes}_${fromAt}_${toAt}` });
}
