import { sql } from 'kysely';
import { columnOf } from '../../store/by-name.ts';
import { defineWrite, type Write } from '../../store/define-write.ts';
import type { Field, Table } from '../../store/fields.ts';
import { type Database, tables } from '../../store/schema.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Store } from '../../store/store.ts';
import type { Transaction, Tx } from '../../store/tx.ts';
import type { Forgetting } from './forget-old.ts';

/** A kind of what gets old: its steps in a store, by a clock. */
export type Aging = (ground: { readonly store: Store; readonly now: () => number }) => Forgetting;

type Old = { before: number; limit: number };

interface Kind {
  /** Whether there is any: a write that finds nothing costs a commit all the same. */
  readonly has: Transaction<{ before: number }, boolean>;
  readonly forget: Write<Old, unknown>;
  /** How many go at once: so few that nobody waits for it. */
  readonly step: number;
}

/** Removes what is older than it is kept, step by step. */
export function forgetting({ has, forget, step }: Kind): (keptMs: number) => Aging {
  return (keptMs) =>
    ({ store, now }) =>
    async () => {
      const before = now() - keptMs;
      if (!(await store.read(has, { before }))) return false;
      await store.write(forget, { before, limit: step });
      return true;
    };
}

interface OldRows<Of extends Table> {
  readonly name: string;
  /** The instant from which a row gets older. */
  readonly by: Field<Of>;
  /** In SQL, which rows; left out, all. */
  readonly where?: string;
  /** Where rows lie on PostgreSQL that no partition has: partitions go as a whole. */
  readonly unpartitioned?: keyof Database;
  readonly step: number;
}

/** Removes the oldest rows of a table: `after` some time, in small steps. */
export function forgetRows<Of extends keyof typeof tables>(
  table: Of,
  { name, by, where = 'TRUE', unpartitioned = table, step }: OldRows<Of>,
): Write<Old, void> & { readonly after: (keptMs: number) => Aging } {
  const oldRows = ({ dialect, param }: Building<{ before: number }>) => {
    const from = dialect === 'sqlite' ? table : unpartitioned;
    return sql`${sql.raw(`FROM ${from} WHERE ${where} AND ${columnOf(by)} <`)} ${param('before')}`;
  };
  const firstOld = statement<{ before: number }>()((building) => ({
    compile: () => sql`SELECT 1 ${oldRows(building)} LIMIT 1`.compile(building.db),
  }));
  const deleteOldest = statement<Old>()((building) => {
    const { db, dialect, param } = building;
    const key = sql.raw(tables[table].partsOn(dialect).key.join(', '));
    const from = sql.raw(dialect === 'sqlite' ? table : unpartitioned);
    const oldest = sql`${oldRows(building)} ORDER BY ${sql.raw(columnOf(by))} LIMIT ${param('limit')}`;
    return { compile: () => sql`DELETE FROM ${from} WHERE (${key}) IN (SELECT ${key} ${oldest})`.compile(db) };
  });
  const forget = defineWrite({
    name,
    only: 'chosen',
    record: 'not recorded: it has had its time',
    run: (tx: Tx, input: Old): Promise<void> => tx.run(deleteOldest, input),
  });
  const has = async (tx: Tx, input: { before: number }) => (await tx.first(firstOld, input)) !== undefined;
  return { ...forget, after: forgetting({ has, forget, step }) };
}
