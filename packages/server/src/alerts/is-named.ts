import { type Expression, type RawBuilder, sql } from 'kysely';
import { NEVER } from '../store/in-force.ts';
import type { Building } from '../store/statement.ts';

/** What a rule names: empty ids stand for nothing in particular. */
export type OfSites = { siteId: string; poolId: string; now: number };

type Asked<Params> = Building<Params & OfSites>;

/** That a site is one of those that a rule names. */
export function isNamed<Params>({ param }: Asked<Params>, site: string | Expression<unknown>): RawBuilder<boolean> {
  const [siteId, poolId, now] = [param('siteId'), param('poolId'), param('now')];
  const id = typeof site === 'string' ? sql.ref(site) : site;
  return sql<boolean>`((${siteId} = '' or ${id} = ${param('siteId')}) and (${poolId} = '' or exists (
    select 1 from pool_member where pool_member.pool_id = ${param('poolId')} and pool_member.site_id = ${id}
      and pool_member.known_to = ${sql.lit(NEVER)} and pool_member.valid_from <= ${now}
      and pool_member.valid_to > ${param('now')})))`;
}
