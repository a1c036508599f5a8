import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { SqlValue, Statement } from './statement.ts';

/** The column of a field: `siteId` is `site_id` in the databases. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export type AnyParams = Record<string, SqlValue>;

/** The same builder for tables and columns that are strings: the types of its callers compared them with the tables. */
export function byName(db: Kysely<Database>): Kysely<Record<string, AnyParams>> {
  return db as unknown as Kysely<Record<string, AnyParams>>;
}

/** Gives a statement the types of the fields that it was built of. */
export function typed<Params, Row>(built: Statement<AnyParams, unknown>): Statement<Params, Row> {
  return built as unknown as Statement<Params, Row>;
}
