import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Grantees } from '../grantees.ts';
import { isMembershipNow } from '../pools/is-membership-now.ts';
import { inForce } from '../../store/in-force.ts';
import type { DialectName } from '../../store/dialect-name.ts';

interface OnSite {
  readonly site: string | Expression<unknown>;
  readonly grantees: Grantees;
}

/** What the grants of a caller on pools let it do with a site that is a member now: null nothing, 0 read, 1 schedule. */
export function grantByPool(dialect: DialectName, { site, grantees }: OnSite): RawBuilder<number | null> {
  return sql<number | null>`(
    SELECT MAX(pool_grant.can_schedule)
    FROM pool_grant JOIN pool_member ON pool_member.pool_id = pool_grant.pool_id
    WHERE ${grantees('pool_grant.client_id')} AND ${inForce(dialect, 'pool_grant.ends_at')}
      AND pool_member.site_id = ${site} AND ${isMembershipNow(dialect)})`;
}
