import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from './dialect-name.ts';

/** The values of a parameter that is a list, written as JSON. */
export function listOf(dialect: DialectName, list: string): RawBuilder<string> {
  return dialect === 'sqlite'
    ? sql<string>`(SELECT value FROM json_each(${list}))`
    : sql<string>`(SELECT jsonb_array_elements_text(CAST(${list} AS jsonb)))`;
}
