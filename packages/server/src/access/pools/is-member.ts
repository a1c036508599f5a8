import { type RawBuilder, sql } from 'kysely';
import { hasBegun, inForce, NEVER } from '../../store/in-force.ts';
import type { DialectName } from '../../store/statement.ts';

/** Whether the site of a row is a member of a pool now. */
export function isMember(dialect: DialectName, column: string, poolId: string): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
    SELECT 1 FROM pool_member
    WHERE pool_member.pool_id = ${poolId} AND pool_member.site_id = ${sql.ref(column)}
      AND pool_member.known_to = ${sql.lit(NEVER)}
      AND ${hasBegun(dialect, 'pool_member.valid_from')} AND ${inForce(dialect, 'pool_member.valid_to')}))`;
}
