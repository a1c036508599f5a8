import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { type FiringSubject, MOST_SUBJECTS } from '../firing-subject.ts';
import { isNamed, type OfSites } from '../is-named.ts';

const LAST_HEARD = sql<number>`case when disconnected_at is not null and (reported_at is null or
  disconnected_at >= reported_at) then disconnected_at else coalesce(reported_at, site.created_at) end`;

const offlineSites = statement<OfSites & { silentBefore: number; sinceBefore: number }>()((building) =>
  building.db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site.site_id as subjectId', 'site_name as subjectName', LAST_HEARD.as('since')])
    .where(isNamed(building, 'site.site_id'))
    .where(sql<boolean>`(reported_at is null or reported_at < ${building.param('silentBefore')} or
      disconnected_at >= reported_at)`)
    .where(LAST_HEARD, '<=', building.param('sinceBefore'))
    .orderBy('site.site_id')
    .limit(MOST_SUBJECTS),
);

export interface FindOfflineInput extends OfSites {
  readonly leadMs: number;
  readonly offlineAfterMs: number;
}

/** The sites that have not been heard of for so long. */
export async function findOffline(tx: Tx, input: FindOfflineInput): Promise<FiringSubject[]> {
  const { leadMs, offlineAfterMs, ...of } = input;
  return tx.all(offlineSites, { ...of, silentBefore: of.now - offlineAfterMs, sinceBefore: of.now - leadMs });
}
