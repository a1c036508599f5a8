import { type RawBuilder, sql } from 'kysely';
import { type Grantees, withGroups } from '../grantees.ts';
import { inForce } from '../../store/in-force.ts';
import type { DialectName } from '../../store/dialect-name.ts';
import { grantByPool } from './grant-by-pool.ts';
import { ALL_SITES } from '../grants/put-grant.ts';

/** Whether a client has a grant in force on the site of a row, on a pool that it is a member of now, or on all sites. */
export function isVisible(
  dialect: DialectName,
  column: string | RawBuilder<string>,
  caller: string | Grantees,
): RawBuilder<boolean> {
  const grantees = typeof caller === 'function' ? caller : withGroups(dialect, caller);
  const site = typeof column === 'string' ? sql.ref(column) : column;
  const granted = (on: RawBuilder<unknown>) => sql`EXISTS (
    SELECT can_schedule FROM site_grant
    WHERE ${grantees('site_grant.client_id')} AND ${inForce(dialect, 'site_grant.ends_at')} AND site_grant.site_id = ${on})`;
  // That of all sites stands by itself: it is looked up once, however many rows there are.
  return sql`(${granted(sql`${ALL_SITES}`)} OR ${granted(sql`${site}`)}
    OR ${grantByPool(dialect, { site, grantees })} IS NOT NULL)`;
}
