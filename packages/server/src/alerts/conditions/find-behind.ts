import { appliedVersionOf, revisionOf } from '@setpoint/core';
import { statement } from '../../store/statement.ts';
import { toStoredId } from '../../store/values/to-stored-id.ts';
import type { Tx } from '../../store/tx.ts';
import { type FiringSubject, MOST_SUBJECTS } from '../firing-subject.ts';
import { isNamed, type OfSites } from '../is-named.ts';

const progressOfSites = statement<OfSites>()((building) =>
  building.db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site.site_id as siteId', 'site_name as siteName', 'version', 'state_hash as hash', 'epoch', 'revision'])
    .where(isNamed(building, 'site.site_id'))
    .where('version', '>', 0)
    .orderBy('site.site_id'),
);

const firstAfter = statement<{ siteId: string; epoch: number; version: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select('accepted_at as since')
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where('epoch', '=', param('epoch'))
    .where('version', '>', param('version'))
    .orderBy('version')
    .limit(1),
);

/** The sites that have not applied for so long what is set. */
export async function findBehind(
  tx: Tx,
  { leadMs, ...of }: OfSites & { readonly leadMs: number },
): Promise<FiringSubject[]> {
  const behind: FiringSubject[] = [];
  for (const row of await tx.all(progressOfSites, of)) {
    const { siteId, siteName, version, epoch } = row;
    const applied = appliedVersionOf(row.revision, revisionOf(row));
    if (applied === version) continue;
    const first = await tx.first(firstAfter, { siteId, epoch, version: applied ?? 0 });
    if (first === undefined || first.since > of.now - leadMs) continue;
    behind.push({ subjectId: siteId, subjectName: siteName, since: first.since });
    if (behind.length >= MOST_SUBJECTS) break;
  }
  return behind;
}
