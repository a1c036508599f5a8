import { type AnyParams, byName, columnOf, typed } from './by-name.ts';
import type { Field, Fields, NeededField, Table } from './fields.ts';
import { type SqlValue, type Statement, statement } from './statement.ts';

/** Refuses a list of fields that leaves out one without which there is no row. */
type Complete<Of extends Table, Given> = [Exclude<NeededField<Of>, Given>] extends [never]
  ? unknown
  : { readonly missing: Exclude<NeededField<Of>, Given> };

/** Adds a row: the fields of a list are what the input has, those of an object what it says. */
export function insert<Of extends Table, Given extends Field<Of>, Same extends Field<Of> = never>(
  table: Of,
  given: readonly Given[] & Complete<Of, Given | Same>,
  same?: Pick<Fields<Of>, Same>,
): Statement<Pick<Fields<Of>, Given>, unknown> {
  return typed(
    statement<AnyParams>()(({ db, param }) =>
      byName(db)
        .insertInto<string>(table)
        .values({ ...valuesOf(param, given), ...valuesOf(param, same ?? {}) }),
    ),
  );
}

interface Put<Of extends Table, Given, Same extends Field<Of>> {
  readonly key: readonly Given[];
  /** What the input has. */
  readonly set: readonly Given[];
  /** The same, but it stays where the input has null. */
  readonly setUnlessNull?: readonly Given[];
  /** What the input has, of a new row alone. */
  readonly once?: readonly Given[];
  /** What is the same for every input. */
  readonly always?: Pick<Fields<Of>, Same>;
}

/** Adds a row, or changes the one with its key. */
export function put<Of extends Table, Given extends Field<Of>, Same extends Field<Of> = never>(
  table: Of,
  fields: Put<Of, Given, Same> & Complete<Of, Given | Same>,
): Statement<Pick<Fields<Of>, Given>, unknown> {
  const { key, set, setUnlessNull = [], once = [], always = {} } = fields;
  return typed(
    statement<AnyParams>()(({ db, param }) =>
      byName(db)
        .insertInto<string>(table)
        .values({ ...valuesOf(param, [...key, ...once, ...set, ...setUnlessNull]), ...valuesOf(param, always) })
        .onConflict((conflict) =>
          conflict.columns(key.map(columnOf)).doUpdateSet((eb) => ({
            ...Object.fromEntries(set.map(columnOf).map((column) => [column, eb.ref(`excluded.${column}`)])),
            ...Object.fromEntries(
              setUnlessNull
                .map(columnOf)
                .map((column) => [column, eb.fn.coalesce(`excluded.${column}`, `${table}.${column}`)]),
            ),
            ...valuesOf(param, always),
          })),
        ),
    ),
  );
}

/** Changes the rows with such a key: fields of a list to what the input has, those of an object to what it says. */
export function updateBy<Of extends Table, Key extends Field<Of>, Given extends Field<Of> = never>(
  table: Of,
  key: readonly [Key, ...Key[]],
  set: readonly Given[] | Partial<Fields<Of>>,
): Statement<Pick<Fields<Of>, Key | Given>, unknown> {
  return typed(
    statement<AnyParams>()(({ db, param }) => {
      let update = byName(db).updateTable<string>(table).set(valuesOf(param, set));
      for (const field of key) update = update.where(columnOf(field), '=', param(field));
      return update;
    }),
  );
}

/** Removes the rows with such a key. */
export function removeBy<Of extends Table, Key extends Field<Of>>(
  table: Of,
  key: readonly [Key, ...Key[]],
): Statement<Pick<Fields<Of>, Key>, unknown> {
  return typed(
    statement<AnyParams>()(({ db, param }) => {
      let removal = byName(db).deleteFrom<string>(table);
      for (const field of key) removal = removal.where(columnOf(field), '=', param(field));
      return removal;
    }),
  );
}

/** Columns with what is written there: parameters for a list of fields, for an object of fields what it says. */
function valuesOf(param: (name: string) => SqlValue, given: readonly string[] | object): Record<string, SqlValue> {
  const values = Array.isArray(given) ? given.map((field: string) => [field, param(field)] as const) : entriesOf(given);
  return Object.fromEntries(values.map(([field, value]) => [columnOf(field), value]));
}

// An object of fields has what their columns hold, by its type.
function entriesOf(given: object): [string, SqlValue][] {
  return Object.entries(given) as [string, SqlValue][];
}
