import type { DialectName } from '../store/dialect-name.ts';
import { tables } from '../store/schema.ts';
import type { Tx } from '../store/tx.ts';

/** Besides, a file has bytes where a text is compressed or an id is stored, which nothing here looks at. */
type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Whether the schema comes with rows of it. */
  readonly isSeeded: boolean;
}

/** All that a store holds, past the service: table by table, within one transaction. */
export interface Tables extends AsyncDisposable {
  readonly dialect: DialectName;
  /** Runs what the rooms define, within the same transaction. */
  readonly tx: Tx;
  query(text: string): Promise<Row[]>;
  /** All rows of a table, some at a time. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** Without it, nothing that was inserted stays. */
  commit(): Promise<void>;
}

/** The tables of this release, each behind those that it refers to; the nodes that run are in no copy. */
export function listTables(): Table[] {
  const copied = Object.entries(tables).filter(([name]) => name !== 'node');
  return copied.map(([name, { columns, partsOn }]) => ({
    name,
    isSeeded: partsOn('sqlite').seed !== undefined,
    columns: Object.entries(columns).map(([column, { type }]) => ({ name: column, type })),
  }));
}

export function namesOf(columns: Table['columns']): string {
  return columns.map(({ name }) => `"${name}"`).join(', ');
}

export const ROWS_AT_ONCE = 500;

/** The type of the columns that hold a `StoredId`. */
export const ID_TYPE = 'UUID';

/** What a person must mend or decide before it can be done. */
export class MaintenanceError extends Error {
  override readonly name = 'MaintenanceError';
}
