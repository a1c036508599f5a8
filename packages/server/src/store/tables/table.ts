import type { ColumnType } from 'kysely';
import type { DialectName } from '../dialect-name.ts';

/** A column: what it holds, what a new row may leave out, and how both databases declare it. */
export interface Column<Value, Inserted = Value> {
  /** Never there: carries the types. */
  readonly types?: ColumnType<Value, Inserted, Value>;
  readonly type: 'TEXT' | 'INTEGER' | 'BIGINT' | 'DOUBLE PRECISION' | 'UUID';
  readonly isNullable: boolean;
  readonly rest: string;
}

export type Columns = Readonly<Record<string, Column<unknown, unknown>>>;

type Literal = string | number;

/** What a table has beside its columns. */
export interface TableParts<Name extends string> {
  readonly key: readonly Name[];
  readonly unique?: readonly (readonly Name[])[];
  /** By name: the columns, and the condition if there is one. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** On SQLite, rows lie in the tree of their key, so that one look-up finds them in place of two. */
  readonly isByKey?: boolean;
  /** On PostgreSQL, the columns by whose ranges it has partitions. */
  readonly partitionedBy?: string;
  /** A row that it has from the beginning. */
  readonly seed?: Readonly<Partial<Record<Name, Literal>>>;
}

/** A table as it is declared: the statements that make it and the types of its rows follow from this. */
export interface Table<Of extends Columns = Columns> {
  readonly columns: Of;
  readonly partsOn: (dialect: DialectName) => TableParts<string>;
}

/** The rows of tables, as Kysely wants their types. */
export type RowsOf<Tables extends Readonly<Record<string, Table>>> = {
  [Name in keyof Tables]: {
    [Of in keyof Tables[Name]['columns']]: NonNullable<Tables[Name]['columns'][Of]['types']>;
  };
};

type NameOf<Of> = keyof Of & string;

export function table<const Of extends Columns>(
  columns: Of,
  parts: TableParts<NameOf<Of>> | ((dialect: DialectName) => TableParts<NameOf<Of>>),
): Table<Of> {
  return { columns, partsOn: typeof parts === 'function' ? parts : () => parts };
}

function column<Value>(type: Column<Value>['type']): Column<Value> {
  return { type, isNullable: false, rest: '' };
}

export const textOf = <Value>(): Column<Value> => column('TEXT');
export const idOf = <Value>(): Column<Value> => column('UUID');
export const text = column<string>('TEXT');
/** A small number, or a boolean: 0 or 1. */
export const integer = column<number>('INTEGER');
/** A large number, or an instant: milliseconds since 1970. */
export const bigint = column<number>('BIGINT');
export const real = column<number>('DOUBLE PRECISION');
/** The key of a table with one row. */
export const onlyRow: Column<number> = { ...integer, rest: ' CHECK (id = 1)' };

/** The id of a row of another table, with which this row goes. */
export function idIn(other: string): Column<string> {
  return { ...text, rest: ` REFERENCES ${other} ON DELETE CASCADE` };
}

export function orNull<Value>(given: Column<Value>): Column<Value | null, Value | null | undefined> {
  return { type: given.type, rest: given.rest, isNullable: true };
}

/** What a new row holds that says nothing else. */
export function or<Value>(
  given: Column<Value, unknown>,
  value: NonNullable<Value> & Literal,
): Column<Value, Value | undefined> {
  return { type: given.type, isNullable: given.isNullable, rest: ` DEFAULT ${literal(value)}${given.rest}` };
}

/** The statements that make a table. */
export function statementsOf(name: string, { columns, partsOn }: Table, dialect: DialectName): string[] {
  const { key, unique = [], indexes = {}, isByKey, partitionedBy, seed } = partsOn(dialect);
  const lines = [
    ...Object.entries(columns).map(([each, declared]) => `${each} ${declarationOf(declared, dialect)}`),
    `PRIMARY KEY (${key.join(', ')})`,
    ...unique.map((names) => `UNIQUE (${names.join(', ')})`),
  ];
  const partitions = partitionedBy === undefined ? '' : ` PARTITION BY RANGE (${partitionedBy})`;
  const byKey = isByKey === true && dialect === 'sqlite' ? ' WITHOUT ROWID' : '';
  return [
    `CREATE TABLE ${name} (${lines.join(', ')})${partitions}${byKey}`,
    ...Object.entries(indexes).map(([index, on]) => `CREATE INDEX ${index} ON ${name} ${on}`),
    ...(seed === undefined ? [] : [insertionOf(name, seed)]),
  ];
}

// Texts are compared by their bytes, as SQLite does, whatever language the database was made for.
function declarationOf({ type, isNullable, rest }: Columns[string], dialect: DialectName): string {
  const collation = type === 'TEXT' && dialect === 'postgres' ? ' COLLATE "C"' : '';
  return `${type}${collation}${isNullable ? '' : ' NOT NULL'}${rest}`;
}

function insertionOf(name: string, seed: Readonly<Record<string, Literal | undefined>>): string {
  const values = Object.values(seed).map((value) => literal(value ?? ''));
  return `INSERT INTO ${name} (${Object.keys(seed).join(', ')}) VALUES (${values.join(', ')})`;
}

function literal(value: Literal): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
