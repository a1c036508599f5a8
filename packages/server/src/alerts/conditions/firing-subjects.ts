import type { Tx } from '../../store/tx.ts';
import type { AlertRule } from '../alert-rules.ts';
import { findEnding } from './find-ending.ts';
import { findSites } from './find-sites.ts';
import type { FiringSubject } from '../firing-subject.ts';
import { instantText } from '@setpoint/core';
import { readStoreClock } from '../../store/keep-store-clock.ts';
import type { OfSites } from '../is-named.ts';
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';

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
    case 'behind':
    case 'deviating':
      return findSites(tx, { ...of, condition, offlineAfterMs });
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
