import { type RawBuilder, sql } from 'kysely';
import { withGroups } from '../grantees.ts';
import { inForce } from '../../store/in-force.ts';
import type { DialectName } from '../../store/dialect-name.ts';
import { ALL_SITES } from '../grants/put-grant.ts';

/** Whether a client has a grant in force on the pool of a row, or on all sites. */
export function isPoolVisible(
  dialect: DialectName,
  column: string | RawBuilder<unknown>,
  clientId: string,
): RawBuilder<boolean> {
  const pool = typeof column === 'string' ? sql.ref(column) : column;
  const grantees = withGroups(dialect, clientId);
  return sql<boolean>`(
    EXISTS (SELECT 1 FROM pool_grant WHERE ${grantees('pool_grant.client_id')}
      AND pool_grant.pool_id = ${pool} AND ${inForce(dialect, 'pool_grant.ends_at')})
    OR EXISTS (SELECT 1 FROM site_grant WHERE ${grantees('site_grant.client_id')}
      AND site_grant.site_id = ${sql.lit(ALL_SITES)} AND ${inForce(dialect, 'site_grant.ends_at')}))`;
}
