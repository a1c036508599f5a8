import type { Tx } from '../../store/tx.ts';
import type { AlertRule } from '../alert-rules.ts';
import { findDeviating } from './find-deviating.ts';
import { findEnding } from './find-ending.ts';
import { MOST_SUBJECTS } from '../../webhooks/alert-text.ts';
import type { FiringSubject } from '../firing-subject.ts';
import { appliedVersionOf, instantText, revisionOf } from '@setpoint/core';
import { readStoreClock } from '../../store/keep-store-clock.ts';
import { isNamed, type OfSites } from '../is-named.ts';
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import { toStoredId } from '../../store/values/to-stored-id.ts';

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
async function findBehind(tx: Tx, { leadMs, ...of }: OfSites & { readonly leadMs: number }): Promise<FiringSubject[]> {
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

interface FindOfflineInput extends OfSites {
  readonly leadMs: number;
  readonly offlineAfterMs: number;
}

/** The sites that have not been heard of for so long. */
async function findOffline(tx: Tx, input: FindOfflineInput): Promise<FiringSubject[]> {
  const { leadMs, offlineAfterMs, ...of } = input;
  return tx.all(offlineSites, { ...of, silentBefore: of.now - offlineAfterMs, sinceBefore: of.now - leadMs });
}

interface FindShortPoolsInput {
  /** Empty for all pools. */
  readonly poolId: string;
  readonly now: number;
  readonly leadMs: number;
}

const shortPools = statement<{ poolId: string; sinceBefore: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_shortage')
    .innerJoin('pool', 'pool.pool_id', 'pool_shortage.pool_id')
    .select(({ fn }) => ['pool.pool_id as poolId', 'pool_name as poolName', fn.min('since').as('since')])
    .where('removed_at', 'is', null)
    .where('short_of', '=', 'asked')
    .where(sql<boolean>`(${param('poolId')} = '' or pool.pool_id = ${param('poolId')})`)
    .where('since', '<=', param('sinceBefore'))
    .groupBy(['pool.pool_id', 'pool_name'])
    .orderBy('pool.pool_id'),
);

/** The pools that have been short for so long, without a break, of what is asked of them. */
async function findShortPools(tx: Tx, { poolId, now, leadMs }: FindShortPoolsInput): Promise<FiringSubject[]> {
  const rows = await tx.all(shortPools, { poolId, sinceBefore: now - leadMs });
  return rows.map((row) => ({ subjectId: row.poolId, subjectName: `the pool ${row.poolName}`, since: row.since }));
}

export interface FiringSubjectsInput {
  readonly rule: Pick<AlertRule, 'condition' | 'minutes' | 'siteId' | 'poolId'>;
  readonly now: number;
  readonly offlineAfterMs: number;
  /** When the certificate of this service ends; left out, it has none. */
  readonly certificateEndsAt?: number;
}

const MINUTE_MS = 60_000;

/** For what the condition of a rule has lasted as long as the rule says, in the order of their ids. */
export async function firingSubjects(
  tx: Tx,
  { rule, now, offlineAfterMs, certificateEndsAt }: FiringSubjectsInput,
): Promise<FiringSubject[]> {
  const { siteId, poolId, condition } = rule;
  const of = { siteId, poolId, now, leadMs: rule.minutes * MINUTE_MS };
  switch (condition) {
    case 'offline':
      return findOffline(tx, { ...of, offlineAfterMs });
    case 'behind':
      return findBehind(tx, of);
    case 'deviating':
      return findDeviating(tx, of);
    case 'credential_ending':
      return findEnding(tx, { ...of, certificateEndsAt });
    case 'clock_jumped':
      return findClock(tx, of);
    case 'pool_short':
      return findShortPools(tx, of);
  }
}

/** The clock, when it has differed from the time of the store for so long; it is of all sites. */
async function findClock(
  tx: Tx,
  { siteId, poolId, leadMs }: OfSites & { readonly leadMs: number },
): Promise<FiringSubject[]> {
  const { at, claimedAt, heldMs } = await readStoreClock(tx, {});
  if (siteId !== '' || poolId !== '' || claimedAt === 0 || heldMs < leadMs) return [];
  const subjectName = `the clock (${instantText(claimedAt)}; the store had come to ${instantText(at)})`;
  return [{ subjectId: 'clock', subjectName, since: claimedAt - heldMs }];
}
