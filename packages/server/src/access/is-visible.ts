import { type RawBuilder, sql } from 'kysely';
import { withGroups } from '../identity/grantees.ts';
import { inForce } from '../store/in-force.ts';
import type { DialectName } from '../store/statement.ts';
import { grantByPool } from './grant-by-pool.ts';
import { ALL_SITES } from './put-grant.ts';

/** Whether a client has a grant in force on the site of a row, on a pool that it is a member of now, or on all sites. */
export function isVisible(
  dialect: DialectName,
  column: string | RawBuilder<string>,
  clientId: string,
): RawBuilder<boolean> {
  const grantees = withGroups(dialect, clientId);
  const site = typeof column === 'string' ? sql.ref(column) : column;
  return sql`(EXISTS (
    SELECT can_schedule FROM site_grant
    WHERE ${grantees('site_grant.client_id')} AND ${inForce(dialect, 'site_grant.ends_at')}
      AND (site_grant.site_id = ${site} OR site_grant.site_id = ${ALL_SITES}))
    OR ${grantByPool(dialect, { site, grantees })} IS NOT NULL)`;
}
