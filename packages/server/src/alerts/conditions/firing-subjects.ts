import type { Tx } from '../../store/tx.ts';
import type { AlertRule } from '../alert-rules.ts';
import { findEnding } from './find-ending.ts';
import type { FiringSubject } from '../firing-subject.ts';
import { instantText } from '@setpoint/core';
import { readStoreClock } from '../../store/keep-store-clock.ts';
import { type OfSites, isNamed } from '../is-named.ts';
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import { type AlertCondition, type ProblemKind, problemsOf } from '@setpoint/contract';
import { type FactParams, factRows, factsFromRow, shownFacts, type SiteFacts } from '../../problems/site-facts.ts';
import { MOST_SUBJECTS } from '../../webhooks/alert-text.ts';

type SiteCondition = Extract<AlertCondition, ProblemKind>;

const KINDS: Readonly<Record<SiteCondition, readonly ProblemKind[]>> = {
  offline: ['offline', 'unreachable', 'never'],
  behind: ['behind', 'unreachable', 'never'],
  deviating: ['deviating'],
};

const namedRows = statement<FactParams & OfSites>()((building) =>
  factRows(building).where(isNamed(building, 'site.site_id')).orderBy('site.site_id'),
);

/** No alert asks for what follows from the plan. */
const WITHOUT_PLAN = { following: null, socPcnt: null, issues: [] };

type OfTime = OfSites & { readonly leadMs: number };

/** The sites that have had a problem for so long. */
export async function findSites(
  tx: Tx,
  { condition, leadMs, offlineAfterMs, ...of }: OfTime & { condition: SiteCondition; offlineAfterMs: number },
): Promise<FiringSubject[]> {
  const isDue = (since: number | null): since is number => since !== null && since <= of.now - leadMs;
  const found: FiringSubject[] = [];
  for (const row of await tx.all(namedRows, { ...of, leadMs })) {
    // Since when a site is behind is another look into the store: most are answered before that.
    if (!isDue(sinceOf({ behindSince: 0, ...row }, condition))) continue;
    const facts = await factsFromRow(tx, row);
    const since = sinceOf(facts, condition);
    if (!isDue(since)) continue;
    const shown = shownFacts(facts, { now: of.now, timeoutMs: offlineAfterMs });
    const problems = problemsOf({ ...shown, ...WITHOUT_PLAN }, of.now);
    if (!problems.some(({ kind }) => KINDS[condition].includes(kind))) continue;
    found.push({ subjectId: facts.siteId, subjectName: facts.siteName, since });
    if (found.length >= MOST_SUBJECTS) break;
  }
  return found;
}

type Instants = Pick<SiteFacts, 'reportedAt' | 'createdAt' | 'behindSince' | 'deviatingSince'>;

function sinceOf({ reportedAt, createdAt, behindSince, deviatingSince }: Instants, condition: SiteCondition) {
  return { offline: reportedAt ?? createdAt, behind: behindSince, deviating: deviatingSince }[condition];
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
async function findShortPools(tx: Tx, { poolId, now, leadMs }: OfTime): Promise<FiringSubject[]> {
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
async function findClock(tx: Tx, { siteId, poolId, leadMs }: OfTime): Promise<FiringSubject[]> {
  const { at, claimedAt, heldMs } = await readStoreClock(tx, {});
  if (siteId !== '' || poolId !== '' || claimedAt === 0 || heldMs < leadMs) return [];
  const subjectName = `the clock (${instantText(claimedAt)}; the store had come to ${instantText(at)})`;
  return [{ subjectId: 'clock', subjectName, since: claimedAt - heldMs }];
}
