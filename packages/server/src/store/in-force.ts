import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from './dialect-name.ts';

/** When a credential or a grant ends to which nobody gave an end. */
export const NEVER = Number.MAX_SAFE_INTEGER;

const CLOCKS = {
  sqlite: sql`unixepoch('subsec') * 1000`,
  postgres: sql`extract(epoch from now()) * 1000`,
} as const satisfies Record<DialectName, RawBuilder<unknown>>;

/** That something with this column has begun, by the same clock as `inForce`. */
export function hasBegun(dialect: DialectName, column: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} <= ${CLOCKS[dialect]})`;
}

/**
 * That something with this column has not ended. By the clock of the database, which is one for all nodes; what never
 * ends is not measured by it.
 */
export function inForce(dialect: DialectName, column: string): RawBuilder<boolean> {
  const endsAt = sql.ref(column);
  return sql<boolean>`(${endsAt} = ${sql.lit(NEVER)} or ${endsAt} > ${CLOCKS[dialect]})`;
}
