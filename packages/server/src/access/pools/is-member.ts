import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../store/dialect-name.ts';
import { isMembershipNow } from './is-membership-now.ts';

/** Whether the site of a row is a member of a pool now. */
export function isMember(dialect: DialectName, column: string, poolId: string): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
    SELECT 1 FROM pool_member
    WHERE pool_member.pool_id = ${poolId} AND pool_member.site_id = ${sql.ref(column)}
      AND ${isMembershipNow(dialect)}))`;
}
