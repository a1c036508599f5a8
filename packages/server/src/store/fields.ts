import type { InsertType, SelectType } from 'kysely';
import { type AnyParams, byName, columnOf, typed } from './by-name.ts';
import { inForce } from './in-force.ts';
import type { Database } from './schema.ts';
import { type SqlValue, type Statement, statement } from './statement.ts';

export type Table = keyof Database;
export type Field<Of extends Table> = keyof Fields<Of> & string;

/** A row of a table by the names that the code has for its columns: `site_id` is `siteId`. */
export type Fields<Of extends Table> = {
  [
    Column in keyof Database[Of] & string as SelectType<Database[Of][Column]> extends SqlValue
      ? CamelCase<Column>
      : never
  ]: SelectType<Database[Of][Column]>;
};

/** Those without which there is no new row. */
export type NeededField<Of extends Table> = {
  [Column in keyof Database[Of] & string]: Extract<InsertType<Database[Of][Column]>, null | undefined> extends never
    ? CamelCase<Column>
    : never;
}[keyof Database[Of] & string];

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? Letter extends Lowercase<Letter>
    ? `${Letter}${SnakeCase<Rest>}`
    : `_${Lowercase<Letter>}${SnakeCase<Rest>}`
  : Name;

type ColumnAs<Name extends string> = Name extends `${infer Of}.${infer Rest}`
  ? `${Of}.${SnakeCase<Rest>} as ${Rest}`
  : Name extends SnakeCase<Name>
    ? Name
    : `${SnakeCase<Name>} as ${Name}`;

/** What to select so that rows have these names: `fields('siteId', 'site_hold.heldAt')`. */
export function fields<Name extends string>(...names: readonly Name[]): readonly ColumnAs<Name>[] {
  return names.map((name) => {
    const field = name.slice(name.indexOf('.') + 1);
    const column = columnOf(name);
    return (column === field ? column : `${column} as ${field}`) as ColumnAs<Name>;
  });
}

interface Which<Of extends Table, Key extends Field<Of>> {
  readonly key: readonly Key[];
  /** The end of each row: what has ended is left out. */
  readonly until?: Field<Of>;
  /** What they are sorted by; with a `-`, the last first. */
  readonly by?: readonly (Field<Of> | `-${Field<Of>}`)[];
  readonly most?: number;
}

/** The rows with such a key, or which. Where no fields are named, what counts is whether there is one. */
export function readBy<Of extends Table, Key extends Field<Of>, Read extends Field<Of> = Key>(
  table: Of,
  which: readonly Key[] | Which<Of, Key>,
  read?: readonly Read[],
): Statement<Pick<Fields<Of>, Key>, Pick<Fields<Of>, Read>> {
  const { key, until, by = [], most } = 'key' in which ? which : { key: which };
  return typed(
    statement<AnyParams>()(({ db, dialect, param }) => {
      let rows = byName(db)
        .selectFrom<string>(table)
        .select(fields<string>(...(read ?? key)));
      for (const field of key) rows = rows.where(columnOf(field), '=', param(field));
      if (until !== undefined) rows = rows.where(inForce(dialect, columnOf(until)));
      for (const field of by) {
        rows = rows.orderBy(columnOf(field.replace('-', '')), field.startsWith('-') ? 'desc' : 'asc');
      }
      return most === undefined ? rows : rows.limit(most);
    }),
  );
}
