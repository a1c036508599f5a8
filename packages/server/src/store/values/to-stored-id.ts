import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../dialect-name.ts';
import type { StoredId } from '../tables/stored-id.ts';

type IdText = string | null;
type StoredAs<Text extends IdText> = Text extends null ? StoredId | null : StoredId;

/** An id as the log holds it. */
export function toStoredId<Text extends IdText>(dialect: DialectName, id: Text | RawBuilder<Text>) {
  return dialect === 'sqlite' ? sql<StoredAs<Text>>`unhex(${id}, '-')` : sql<StoredAs<Text>>`CAST(${id} AS uuid)`;
}

/** The id of a column of the log, as it is everywhere else; null where there is none. */
export function fromStoredId<Text extends IdText = string>(dialect: DialectName, column: string): RawBuilder<Text> {
  const id = sql.ref(column);
  if (dialect === 'postgres') return sql<Text>`CAST(${id} AS text)`;
  const part = (from: number, bytes: number) => sql`hex(substr(${id}, ${sql.lit(from)}, ${sql.lit(bytes)}))`;
  const digits = sql.join([part(1, 4), part(5, 2), part(7, 2), part(9, 2), part(11, 6)], sql`||'-'||`);
  return sql<Text>`CASE WHEN ${id} IS NOT NULL THEN lower(${digits}) END`;
}
