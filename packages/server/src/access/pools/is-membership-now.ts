import { type RawBuilder, sql } from 'kysely';
import { hasBegun, inForce, NEVER } from '../../store/in-force.ts';
import type { DialectName } from '../../store/dialect-name.ts';

/** Whether a row of `pool_member` makes its site a member now. */
export function isMembershipNow(dialect: DialectName): RawBuilder<boolean> {
  return sql<boolean>`(pool_member.known_to = ${sql.lit(NEVER)}
      AND ${hasBegun(dialect, 'pool_member.valid_from')} AND ${inForce(dialect, 'pool_member.valid_to')})`;
}
