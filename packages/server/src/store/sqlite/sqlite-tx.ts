import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { bindSlots, type Slot, type SqlValue, type Statement } from '../statement.ts';
import type { Tx } from '../store.ts';

interface Prepared {
  readonly statement: StatementSync;
  readonly slots: readonly Slot[];
}

/** Runs compiled statements on one connection, each prepared once. */
export function createSqliteTx(db: DatabaseSync): Tx {
  const preparedByStatement = new WeakMap<object, Prepared>();

  function prepare(statement: Pick<Statement<never, never>, 'compile'>): Prepared {
    const known = preparedByStatement.get(statement);
    if (known !== undefined) return known;
    const { sql, slots } = statement.compile('sqlite');
    const prepared = { statement: db.prepare(sql), slots };
    preparedByStatement.set(statement, prepared);
    return prepared;
  }

  return {
    async all<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params) {
      const prepared = prepare(statement);
      return rowsAs<Row>(prepared.statement.all(...bindSlots(prepared.slots, params)));
    },
    async first<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params) {
      const prepared = prepare(statement);
      return rowsAs<Row>([prepared.statement.get(...bindSlots(prepared.slots, params))]).at(0);
    },
    async run<Params extends Record<string, SqlValue>>(statement: Statement<Params, unknown>, params: Params) {
      const prepared = prepare(statement);
      prepared.statement.run(...bindSlots(prepared.slots, params));
    },
    // Only one transaction at a time writes to a file.
    lock: () => Promise.resolve(),
  };
}

// The row type was derived by Kysely from the very query that produced these rows.
function rowsAs<Row>(rows: unknown[]): Row[] {
  return rows as Row[];
}
