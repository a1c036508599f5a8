import { type RawBuilder, sql } from 'kysely';
import { ALL_SITES } from './put-grant.ts';

/** Whether a client has a grant on the site of a row, or on all sites. */
export function isVisible(siteColumn: string, clientId: string): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT can_schedule FROM site_grant
    WHERE client_id = ${clientId} AND (site_grant.site_id = ${sql.ref(siteColumn)} OR site_grant.site_id = ${ALL_SITES}))`;
}
