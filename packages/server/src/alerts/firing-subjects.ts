import { appliedVersionOf, revisionOf } from '@setpoint/core';
import { sql } from 'kysely';
import { statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';
import type { AlertRule } from './alert-rules.ts';
import { findDeviating } from './find-deviating.ts';
import { findEnding } from './find-ending.ts';
import { findShortPools } from './find-short-pools.ts';
import { type FiringSubject, MOST_SUBJECTS } from './firing-subject.ts';
import { isNamed, type OfSites } from './is-named.ts';

export interface FiringSubjectsInput {
  readonly rule: Pick<AlertRule, 'condition' | 'minutes' | 'siteId' | 'poolId'>;
  readonly now: number;
  readonly offlineAfterMs: number;
  /** When the certificate of this service ends; left out, it has none. */
  readonly certificateEndsAt?: number;
}

const MINUTE_MS = 60_000;

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

/** For what the condition of a rule holds now, and has held for as long as the rule says; in the order of their ids. */
export async function firingSubjects(
  tx: Tx,
  { rule, now, offlineAfterMs, certificateEndsAt }: FiringSubjectsInput,
): Promise<FiringSubject[]> {
  const { siteId, poolId, condition } = rule;
  const leadMs = rule.minutes * MINUTE_MS;
  const of = { siteId, poolId, now };
  const sinceBefore = now - leadMs;
  switch (condition) {
    case 'offline':
      return tx.all(offlineSites, { ...of, silentBefore: now - offlineAfterMs, sinceBefore });
    case 'behind':
      return findBehind(tx, of, sinceBefore);
    case 'deviating':
      return findDeviating(tx, { ...of, leadMs });
    case 'credential_ending':
      return (await findEnding(tx, { ...of, leadMs, certificateEndsAt })).slice(0, MOST_SUBJECTS);
    case 'pool_short':
      return findShortPools(tx, { poolId, now, leadMs });
  }
}

async function findBehind(tx: Tx, of: OfSites, sinceBefore: number): Promise<FiringSubject[]> {
  const holding: FiringSubject[] = [];
  for (const row of await tx.all(progressOfSites, of)) {
    const { siteId, siteName, version, epoch } = row;
    const applied = appliedVersionOf(row.revision, revisionOf(row));
    if (applied === version) continue;
    const first = await tx.first(firstAfter, { siteId, epoch, version: applied ?? 0 });
    if (first === undefined || first.since > sinceBefore) continue;
    holding.push({ subjectId: siteId, subjectName: siteName, since: first.since });
    if (holding.length >= MOST_SUBJECTS) break;
  }
  return holding;
}
