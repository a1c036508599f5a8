import { hash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { bindSlots, type Slot, type SqlValue, type Statement } from '../statement.ts';
import { createSecretBox, type SecretBox } from '../secrets/secret-box.ts';
import type { Tx } from '../tx.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Undefined where rows come as objects. */
  readonly columns: readonly string[] | undefined;
  readonly slots: readonly Slot[];
}

/** Runs compiled statements on one connection, each prepared once. */
export function createSqliteTx(db: DatabaseSync, secrets: SecretBox = createSecretBox([])): Tx {
  // Other databases have one of their own.
  db.function('sha256_hex', { deterministic: true }, (text) => hash('sha256', String(text)));
  const preparedByStatement = new WeakMap<object, Prepared>();

  function prepare(statement: Pick<Statement<never, never>, 'compile'>): Prepared {
    const known = preparedByStatement.get(statement);
    if (known !== undefined) return known;
    const { sql, slots } = statement.compile('sqlite');
    const prepared = { slots, ...prepareRows(db.prepare(sql)) };
    preparedByStatement.set(statement, prepared);
    return prepared;
  }

  return {
    secrets,
    async all<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params) {
      const { statement: prepared, slots, columns } = prepare(statement);
      return rowsAs<Row>(prepared.all(...bindSlots(slots, params)).map((values) => rowOf(columns, values)));
    },
    async first<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params) {
      const { statement: prepared, slots, columns } = prepare(statement);
      const values = prepared.get(...bindSlots(slots, params));
      return values === undefined ? undefined : rowsAs<Row>([rowOf(columns, values)]).at(0);
    },
    async run<Params extends Record<string, SqlValue>>(statement: Statement<Params, unknown>, params: Params) {
      const prepared = prepare(statement);
      prepared.statement.run(...bindSlots(prepared.slots, params));
    },
    // Only one transaction at a time writes to a file.
    lock: () => Promise.resolve(),
  };
}

// Measured: rows as objects take two to three times as long, for their keys are made again for each.
function prepareRows(statement: StatementSync): Pick<Prepared, 'statement' | 'columns'> {
  // Node before 22.16 knows no other rows.
  if (!('columns' in statement)) return { statement, columns: undefined };
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(({ name }) => name) };
}

// Its type knows rows as objects alone: an array has its values under 0, 1, …
function rowOf(columns: Prepared['columns'], values: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> {
  if (columns === undefined) return values;
  const row: Record<string, SQLOutputValue> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at] ?? null;
  return row;
}

// The row type was derived by Kysely from the very query that produced these rows.
function rowsAs<Row>(rows: unknown[]): Row[] {
  return rows as Row[];
}
