import { sql } from 'kysely';
import { DEVIATING_KEPT_MS } from '../../following/deviating-run.ts';
import { FOLLOWED } from '../../following/note-following.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { MOST_SUBJECTS } from '../../webhooks/alert-text.ts';
import type { FiringSubject } from '../firing-subject.ts';
import { isNamed, type OfSites } from '../is-named.ts';

const deviatingSites = statement<OfSites & { endedAfter: number; leadMs: number }>()((building) =>
  building.db
    .selectFrom('site_following')
    .innerJoin('site', 'site.site_id', 'site_following.site_id')
    .select(['site.site_id as subjectId', 'site_name as subjectName', sql<number>`min(deviating_since)`.as('since')])
    .where(isNamed(building, 'site.site_id'))
    // A node of the version before leaves the run as it was.
    .where('judged', 'not like', `%${FOLLOWED}%`)
    .where('deviating_until', '>', building.param('endedAfter'))
    .where(sql<boolean>`deviating_until - deviating_since >= ${building.param('leadMs')}`)
    .groupBy(['site.site_id', 'site_name'])
    .orderBy('site.site_id')
    .limit(MOST_SUBJECTS),
);

/** The sites of which an asset has deviated for so long; what is not judged yet does not count. */
export async function findDeviating(
  tx: Tx,
  { leadMs, ...of }: OfSites & { readonly leadMs: number },
): Promise<FiringSubject[]> {
  return tx.all(deviatingSites, { ...of, leadMs, endedAfter: of.now - DEVIATING_KEPT_MS });
}
